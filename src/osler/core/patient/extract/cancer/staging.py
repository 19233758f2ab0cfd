"""Stage, TNM and grade."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from osler.core.language import AnalysedText, Experiencer, Polarity
from osler.core.patient.extract.cancer.lexicon import pattern, rules
from osler.core.patient.types import Document, Stage
from osler.core.patient.types.cancer import StagingBasis
from osler.first_letters import each_match

_STAGE = re.compile(
    r"(?<![\w-])[Ss](?:tage|TAGE|tg\.?)(?:\s(?:group|grouping))?\s?[:=]?\s?(?:is\s|was\s)?(?P<group>(?:IV|I{1,3}|[0-4](?![\d.]))(?:[\s-]?[ABCabc]\d?(?![\w]))?)(?![\w])"
    r"|(?P<extent>[Ee]xtensive|[Ll]imited)[\s-][Ss]tage"
    r"|\b(?:BCLC|Binet)\s(?:stage\s|class\s)?(?P<letter>[0A-D])(?![\w])"
)
_TNM = re.compile(
    r"(?<![\w])(?P<t>(?P<basis>[cpyra]{0,3})T(?:[0-4][a-d]?\d?|is|[xX])(?:\([^)]{1,6}\))?)[\s,/]{0,2}"
    r"(?P<n>(?:yp|[cp])?N(?:[0-3](?:mi|[a-d])?|[xX])(?:\([^)]{1,6}\))?)(?:[\s,/]{0,2}(?P<m>(?:[cp])?M(?:[01][a-d]?|[xX])(?:\([^)]{1,6}\))?))?(?![\w])"
    # Tubules, nuclei and mitoses are added up to a grade: "T3 N2 M1 = 6".
    r"(?!(?:[\s,/]{0,2}M[1-3])?\s?=\s?[3-9]\b)"
)
_GROUP_AFTER = re.compile(
    r"[\s,;:(=/]{1,3}(?P<group>(?:IV|I{1,3})[ABC]?\d?)(?![\w/+-])(?P<extent>(?!))?(?P<letter>(?!))?"
)
"""A group that stands bare behind its categories: "cT3N3M0 IIIB"."""
_T_ALONE = re.compile(r"(?<![\w])(?P<t>(?P<basis>yp|p|c)T(?:[0-4][a-d]?|is))(?![\w])(?P<n>(?!))?(?P<m>(?!))?")
"""A tumour's size without nodes; its basis tells it from other capitals: "pT1a"."""
_GRADE = re.compile(
    r"(?<!\w)(?:(?P<scheme>Nottingham|Bloom-Richardson|WHO|FIGO|histologic(?:al)?|Fuhrman|ISUP|tumou?r)\s)?(?:[Gg]rade(?:\s(?:group|Group))?\s?[:=]?\s?(?P<grade>[1-4]|I{1,3}V?|IV)(?![\w.])|(?P<g>G[1-4])(?!\w))"
    r"|(?P<words>(?i:(?P<differentiated>(?:well|moderately|poorly)(?:\sto\s(?:moderately|poorly))?[\s-]differentiated|undifferentiated)|high[\s-]grade|low[\s-]grade|intermediate[\s-]grade))"
    r"|Gleason\s(?:score\s|sum\s)?(?:of\s)?(?P<gleason>\d\s?\+\s?\d(?:\s?=\s?\d{1,2})?|\d{1,2})",
)
_SITU = re.compile(
    r"in situ|DCIS|LCIS|dysplasia|adenoma|PIN\b|toxicit|fatigue|neuropathy|mucositis|nausea|fever|murmur|varices|strain|sprain|ulcer",
    re.IGNORECASE,
)
_BASIS: dict[str, StagingBasis] = {"c": "clinical", "p": "pathologic", "y": "post-therapy", "r": "recurrence"}
_EXPECTED = re.compile(
    r"(?:\?|\b(?:likely|prob(?:abl[ey])?|possibl[ey]|poss|presumed|suspected|suspicious for|query|may be|might be|could be)\b)\s{0,2}(?:an?\s)?$",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:now|currently|presently|restaged(?:\sas|\sto)?|progress(?:ed|ion)\sto|upstaged\sto|today)\W(?:an?\s|is\s|has\s|with\s){0,2}$",
    re.IGNORECASE,
)
"""What makes of a stage the one that holds: "initially stage II, now stage IV"."""
_AT_FIRST = re.compile(
    r"\b(?:initially|originally|at first|previously|formerly)\W(?:an?\s|was\s|with\s){0,2}$", re.IGNORECASE
)
_NO_LONGER = re.compile(
    r"\b(?:now|currently|later|subsequently|since|then)\b[^.;]{0,40}\b(?:metasta\w+|progress\w+|recur\w+|relaps\w+|spread)\b",
    re.IGNORECASE,
)
"""A stage that a disease has left: "initially stage II in 2019, now metastatic"."""
_NEAR = 40


@cache
def _systems() -> re.Pattern[str]:
    return pattern(rules()["staging_systems"], case=True)


@cache
def _others() -> re.Pattern[str]:
    return pattern(rules()["other_stages"])


def stages(analysed: AnalysedText, document: Document) -> list[Stage]:
    """The stages of a note; a group and a TNM of one sentence are one stage."""
    found: list[Stage] = []
    for sentence in analysed.sentences:
        text, offset = sentence.text, sentence.start
        own = [one for one in _groups(text) if _is_own(analysed, offset + one.start(), offset + one.end())]
        group = next((one for one in own if _NOW.search(text, 0, one.start())), own[0] if own else None)
        tnm = next(
            (
                one
                for form in (_TNM, _T_ALONE)
                for one in each_match(form, text)
                if _is_sure(text, one) and _is_own(analysed, offset + one.start(), offset + one.end())
            ),
            None,
        )
        if group is None and tnm is not None:
            group = _GROUP_AFTER.match(text, tnm.end())
        if group is None and tnm is None:
            continue
        named = _systems().search(text)
        edition = re.search(r"(\d)(?:th|rd)\s(?:ed|edition)", text)
        places = [match.span() for match in (group, tnm) if match]
        start, end = min(first for first, _ in places) + offset, max(last for _, last in places) + offset
        basis = tnm["basis"][:1] if tnm else ""
        made = Stage(
            system=rules()["staging_systems"][named.group()] if named else None,
            edition=edition[1] if edition else None,
            group=_group_name(group) if group else None,
            tumour=tnm["t"] if tnm else None,
            nodes=tnm["n"] if tnm else None,
            metastases=tnm["m"] if tnm else None,
            basis=_BASIS.get(basis),
            text=document.text[start:end],
            evidence=[document.span(start, end)],
        )
        if not any((made.group, made.tnm) == (one.group, one.tnm) for one in found):
            found.append(made)
    return found


def _groups(text: str) -> Iterator[re.Match[str]]:
    for match in each_match(_STAGE, text):
        around = text[max(0, match.start() - _NEAR) : match.end() + 20]
        first = _AT_FIRST.search(text, 0, match.start()) and _NO_LONGER.search(text, match.end())
        if not _others().search(around) and _is_sure(text, match) and not first:
            yield match


def _is_sure(text: str, match: re.Match[str]) -> bool:
    """Whether a stage is stated, and not one that somebody expects: "likely T3 N1"."""
    return _EXPECTED.search(text, max(0, match.start() - _NEAR), match.start()) is None


def _is_own(analysed: AnalysedText, start: int, end: int) -> bool:
    """Whether a stage is the patient's and is stated: not a mother's, none that was ruled out, none that might come."""
    said = analysed.assertion_at(start, end)
    return said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT


def _group_name(match: re.Match[str]) -> str:
    if match["extent"] or match["letter"]:
        return match["letter"] or match["extent"].lower()
    written = re.sub(r"[\s-]", "", match["group"]).upper()
    return {"1": "I", "2": "II", "3": "III", "4": "IV"}.get(written[0], written[0]) + written[1:]


def grade(analysed: AnalysedText, places: list[int]) -> tuple[str, int, int] | None:
    """The grade of the cancer: how it is differentiated, one beside its histology, or one labelled as histological."""
    for sentence in analysed.sentences:
        names_it = any(sentence.start <= place < sentence.end for place in places)
        for match in _GRADE.finditer(sentence.text):
            around = sentence.text[max(0, match.start() - _NEAR) : match.end() + _NEAR]
            labelled = bool(match["scheme"] or match["gleason"])
            if not (names_it or labelled or match["differentiated"]) or (_SITU.search(around) and not labelled):
                continue
            written = match["grade"] or match["g"] or match["words"] or match["gleason"] or ""
            return (
                written.removeprefix("G").lower() if match["words"] else written.removeprefix("G"),
                match.start() + sentence.start,
                match.end() + sentence.start,
            )
    return None
