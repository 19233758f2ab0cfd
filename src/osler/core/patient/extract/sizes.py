"""How large something is that was seen or felt: "a 12 mm spiculated nodule, previously 8 mm", "right kidney 7.4 cm"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Experiencer, Polarity, SectionKind
from osler.core.patient.extract.result_dates import result_dates
from osler.core.patient.extract.unlisted_names import choice, table
from osler.core.patient.types import ClinicalTime, Observation, PatientRecord, Quantity
from osler.first_letters import each_match

_NUMBER = r"\d{1,3}(?:\.\d{1,2})?"
_UNIT = r"(?:mm|cm|millimet(?:re|er)s?|centimet(?:re|er)s?)"
_SIZE = re.compile(
    rf"(?<![\w.,/-])(?P<value>{_NUMBER})(?:\s?(?:{_UNIT})?\s?(?:[x×*]|by|\sand\s(?=\d))\s?{_NUMBER}){{0,2}}(?:\s?[-–]\s?{_NUMBER})?[\s-]?(?P<unit>{_UNIT})(?![\w/²³^])",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?:\s(?:in\s(?:size|diameter|length|width|maximum\sdiameter|short\saxis)|long|wide|thick|sized))?,?\s(?P<words>(?:[A-Za-z0-9][\w/'’-]*,?\s){0,6}?[A-Za-z][\w/'’-]*)",
)
_BEFORE = re.compile(
    r"(?P<words>[A-Za-z][\w/'’-]*(?:\s[A-Za-z0-9][\w/'’-]*){0,9}),?\s?(?:\(|:\s?|=\s?)?\s?"
    r"(?:(?:the\s)?(?:now|currently|is|was|are|were|of|at|which|that|has|have|had|been|up\sto|to|approximately|approx\.?|about|around|~|only|measur(?:es|ed|ing)|measurement|siz(?:e|ed|ing)|diameter|in\ssize|the\slargest|largest|each|grown|increased|decreased|enlarged|reduced|shrunk|maximum|max|in)\s?)*[(:]?\s?$",
    re.IGNORECASE,
)
_WAS = (
    r"(?:(?:it|which|this)\s(?:was|had\sbeen)\s|was\s|were\s)?"
    r"(?:previously|prev\.?|prior(?:ly)?|compared\s(?:with|to)|formerly|from|was|before|on\s(?:the\s)?(?:prior|previous)\s\w+)?\s?(?:was\s|at\s|of\s|measured\s)?"
)
_EARLIER = re.compile(rf"[\s,;(]{{1,3}}{_WAS}{_SIZE.pattern}", re.IGNORECASE)
_EARLIER_APART = re.compile(rf"[^.;:()\n\d]{{0,60}},\s(?=prev|prior|was|compared){_WAS}{_SIZE.pattern}", re.IGNORECASE)
_SAYS_EARLIER = re.compile(r"prev|prior|compared|former|from|was|before|had", re.IGNORECASE)
_DISTANCE = re.compile(
    r"\s(?:below|above|from|beyond|beneath|under|over|(?:distal|proximal|lateral|medial|inferior|superior|anterior|posterior|cranial|caudal|deep)\sto|away|apart|short\sof|to\sthe\s(?:left|right)|at\sthe\s(?:lips?|teeth|skin)|per\s|dilated|intervals?|slices?|sections?|cuts?)\b",
    re.IGNORECASE,
)
_BEFORE_DISTANCE = re.compile(
    r"\b(?:within|every|by|at|least|than|lies|lying|extends?|extending|displaced|migrated|moved|advanced|grew|grows|if|when|until|aim\w*|target)\s(?:about\s|approximately\s|for\s|another\s)?$",
    re.IGNORECASE,
)
_STOP = re.compile(
    r"^(?:in|of|at|on|within|with|and|from|for|to|is|was|are|were|which|that|by|over|near|adjacent|arising|involving|extending|consistent|compatible|suspicious|suggesting|suggestive|has|had|seen|noted|present|identified|without|likely|possibly|between|due|behind|posterior|causing|containing|but|or|as|than|found|seated|beside)$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:the|a|an|his|her|their|its|this|that|there|is|was|are|were|one|two|three|several|multiple|another|new|also|showed|shows|showing|demonstrated|revealed|revealing|reveals|had|has|with|of|and|both|which|single|solitary|largest|dominant|further|known|least|at|small|large|tiny|bulky|previously|seen|unchanged|stable|growing|enlarging|enlarged|normal|only|contains|noted|incidental|palpable|:)\s)+",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"[.;:()\n]\s?|,\s(?!(?:the\s)?(?:largest|each|now|measuring|which|maximum)\b)|\s(?:and|but|with|plus|while|showed|shows|showing|demonstrated|revealed|then)\s",
    re.IGNORECASE,
)
_LARGEST = re.compile(
    r"\b(?:largest|biggest|dominant\sone)(?:\s(?:of\swhich|one|being|is|was|of\sthese|measures|measuring|at|of))*[\s:]{1,2}$",
    re.IGNORECASE,
)
_SAID_OF_IT = re.compile(
    r"dilated|enlarged|thickened|normal|unchanged|stable|prominent|increased|reduced|previously|now|still",
    re.IGNORECASE,
)
_FELT = re.compile(r"\b(?:palpable|palpated|felt|edge|tip)\s(?:at\s)?$", re.IGNORECASE)
_FROM = re.compile(r"\bfrom\s$", re.IGNORECASE)
_TO = re.compile(rf"\s(?:up\s|down\s)?to\s{_NUMBER}", re.IGNORECASE)
_FURTHEST = 110
_FURTHEST_LIST = 200
_LONGEST_NAME = 5
_BEFORE_TIME = ClinicalTime(text="earlier")


class _Size(NamedTuple):
    name: str
    start: int
    end: int
    match: re.Match[str]
    earlier: bool = False


@cache
def _nouns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What has a size of its own, and what is put into the body with a size."""
    lesions, devices = (re.compile(rf"(?:{choice(table()[key])})", re.IGNORECASE) for key in ("lesions", "devices"))
    return lesions, devices


def add_sizes(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add the size of what was found as an observation under its name."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    days = result_dates(analysed)
    facts = chain(record.observations, record.cancers, record.biomarkers)
    spans = (one for fact in facts for one in fact.evidence if isinstance(one, Span) and one.source_id == document.id)
    taken = [(one.start, one.end) for one in spans]
    for size in _sizes(analysed):
        start, end = size.match.start("value"), size.match.end("unit")
        if any(first <= start < last for first, last in taken):
            continue
        value = float(size.match["value"])
        written = analysed.text[start:end]
        record.observations.append(
            Observation(
                id=f"observation-{len(record.observations) + 1}",
                text=size.name,
                category="imaging" if analysed.section_at(start).kind is SectionKind.IMAGING else None,
                quantity=Quantity(value=value, unit=size.match["unit"]),
                note=written if len(re.findall(_NUMBER, written)) > 1 else None,
                time=days.of(start, end, beside=size.earlier) or (_BEFORE_TIME if size.earlier else None),
                evidence=[document.span(size.start, size.end)],
            )
        )


def _sizes(analysed: AnalysedText) -> Iterator[_Size]:
    text, done = analysed.text, 0
    for match in each_match(_SIZE, text):
        if match.start() < done or _is_no_size(text, match):
            continue
        sentence = analysed.sentence_at(match.start())
        named = (
            _name_after(text, match, sentence.end)
            or _largest_of(text, match, max(sentence.start, match.start() - _FURTHEST_LIST))
            or _name_before(text, match, sentence.start)
        )
        if named is None or not _is_found(analysed, *named):
            continue
        first, last = named
        was = _FROM.search(text, max(0, match.start() - 8), match.start()) and _TO.match(text, match.end())
        place = min(first, match.start("value")), max(last, match.end("unit"))
        size = _Size(_called(text[first:last]), *place, match, earlier=was is not None)
        yield size
        done = size.end if last <= match.start() else match.end()
        earlier = _earlier(text, size.end, sentence.end)
        if earlier is not None:
            yield _Size(size.name, earlier.start("value"), earlier.end("unit"), earlier, earlier=True)
            done = earlier.end()


def _is_no_size(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 40) : match.start()]
    return (
        _DISTANCE.match(text, match.end()) is not None
        or _BEFORE_DISTANCE.search(before) is not None
        or _FELT.search(before) is not None
        or before.rstrip().endswith((">", "<", "≥", "≤"))
        or re.match(r"\s?Hg|\s?H2O", text[match.end() : match.end() + 5]) is not None
    )


def _name_after(text: str, match: re.Match[str], end: int) -> tuple[int, int] | None:
    """The thing that a size stands before, with its adjectives: "4 mm calcified granuloma"."""
    lesions, devices = _nouns()
    at = match.end()
    first = last = None
    for word in re.finditer(r"\s?([A-Za-z0-9][\w/'’-]*)", text[at : min(end, at + _FURTHEST)]):
        if word.start() and text[at + word.start() - 1 : at + word.start()] in ".;:()":
            break
        if _STOP.match(word[1]) or (first is not None and at + word.start(1) - first > 60):
            break
        first = at + word.start(1) if first is None else first
        if devices.fullmatch(word[1]):
            return None
        if lesions.fullmatch(word[1]):
            last = at + word.end(1)
        elif last is not None:
            break
        if re.match(r"[.,;:()\n]", text[at + word.end() : at + word.end() + 1]) and last is not None:
            break
    if first is None or last is None or first - at > 1:
        return None
    return first, last


def _name_before(text: str, match: re.Match[str], start: int) -> tuple[int, int] | None:
    """The thing whose size stands behind it: "left adrenal nodule measuring 2.1 x 1.8 cm"."""
    first = max(start, match.start() - _FURTHEST)
    for mark in each_match(_SPLIT, text, first, match.start()):
        if (mark.end() < match.start() and mark.group().strip() not in ("(", ":")) or (
            mark.group()[0] in ":" and mark.end() < match.start()
        ):
            first = mark.end()
    found = _BEFORE.search(text, first, match.start())
    if found is None:
        return None
    words = list(re.finditer(r"[A-Za-z0-9][\w/'’-]*", text[found.start("words") : found.end("words")]))
    offset = found.start("words")
    stop = next((index for index, word in enumerate(words) if index and _STOP.match(word.group())), len(words))
    lesions, devices = _nouns()
    head = words[:stop]
    while head and _SAID_OF_IT.fullmatch(head[-1].group()):
        head = head[:-1]
    if not head or any(devices.fullmatch(word.group()) for word in head):
        return None
    begin, end = offset + head[0].start(), offset + head[-1].end()
    lead = _LEAD.match(text[begin:end])
    begin += lead.end() if lead else 0
    known = next((word for word in reversed(head) if lesions.fullmatch(word.group())), None)
    if known is None and (stop < len(words) or end - begin < 2):
        return None  # "mass effect in the ventricle 3 cm" names nothing that has the size
    if known is None and not _is_of_body(text, begin, end):
        return None
    if known is not None:
        end = offset + known.end()
    return (begin, end) if begin < end and len(text[begin:end].split()) <= _LONGEST_NAME else None


def _largest_of(text: str, match: re.Match[str], start: int) -> tuple[int, int] | None:
    """What several of are told and only the largest is measured: "lesions at T8 and in the ilium, largest 21 mm"."""
    largest = _LARGEST.search(text, start, match.start())
    if largest is None:
        return None
    found = list(each_match(_some_lesions(), text, start, largest.start()))
    if not found:
        return None
    lead = _LEAD.match(found[-1].group())
    return found[-1].start() + (lead.end() if lead else 0), found[-1].end()


@cache
def _some_lesions() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:[a-z][a-z-]+\s){{0,2}}(?:{choice(table()['lesions'])})(?![\w-])", re.IGNORECASE)


@cache
def _parts() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{choice(table()['parts'])})(?!\w)", re.IGNORECASE)


def _is_of_body(text: str, start: int, end: int) -> bool:
    """Whether some words name a part of the body."""
    return _parts().search(text[start:end]) is not None


def _called(words: str) -> str:
    name = " ".join(words.split())
    last = name.split()[-1]
    return f"{name} size" if _nouns()[0].fullmatch(last) else name


def _earlier(text: str, at: int, end: int) -> re.Match[str] | None:
    """The size that the same thing had before: "previously 8 mm", "(5.4 cm in 2023)"."""
    found = _EARLIER.match(text, at, end) or _EARLIER_APART.match(text, at, end)
    if found is None:
        return None
    said = text[at : found.start("value")]
    bracket = "(" in said
    return found if bracket or _SAYS_EARLIER.search(said) else None


def _is_found(analysed: AnalysedText, start: int, end: int) -> bool:
    """Whether what has the size is there, and the patient's own."""
    said = analysed.assertion_at(start, end)
    section = analysed.section_at(start).kind
    return (
        said.experiencer is Experiencer.PATIENT
        and said.polarity in (Polarity.PRESENT, Polarity.POSSIBLE)
        and section not in (SectionKind.PLAN, SectionKind.INSTRUCTIONS, SectionKind.FAMILY_HISTORY)
        and not analysed.is_planned(start, end)
    )
