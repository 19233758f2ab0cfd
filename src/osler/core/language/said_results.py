"""Laboratory results as findings by what words call them: "AST and ALT were elevated"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.fluids import is_of_a_fluid
from osler.core.language.laboratory import result_rules
from osler.core.language.rules import read_yaml
from osler.core.language.stated_ranges import finding_before
from osler.core.language.substances import Side, specimens
from osler.core.language.types import Sentence
from osler.core.terminology import Match, Vocabularies, measures
from osler.first_letters import each_match

_HIGH = r"(?:elevated|raised|increased|high|higher|elevation|elevations|increase(?!\s\S{1,24}(?:\s\S{1,12})?\sto\s\d)|rise|supranormal|(?:\d+(?:\.\d+)?\s?(?:x|×|times|-?fold)|twice|double|three\stimes)\s(?:the\s)?(?:uln|upper\slimit(?:\sof\snormal)?|normal))(?![\s-]normal\b)"
_LOW = (
    r"(?:low|decreased|reduced|lowered|diminished|depressed|suppressed|subnormal|undetectable|decrease|reduction|drop)"
    r"(?![\s-]normal\b)"
)
_COLLOQUIAL_HIGH = r"(?:up(?!\s(?:to|from|until|by|and)\b)|sky[\s-]high|through\sthe\sroof|off\sthe\sscale)"
_COLLOQUIAL_LOW = r"(?:down(?!\s(?:to|from|by|and)\b)|rock[\s-]bottom)"
"""What hurried people say of a result behind its name."""
_NOT_IN = r"(?!(?:elevated|raised|increased|high|higher|low|decreased|reduced|lowered|diminished|depressed|suppressed|subnormal|undetectable)\s(?:in|on)\s)"
"""After an adjective, "in" says where something was measured: what is "low in leukocytes" are not the leukocytes."""
_DEGREE = r"(?:(?:mildly|slightly|moderately|markedly|severely|significantly|persistently|very|extremely|highly|grossly|mild|marked|significant|moderate|severe|persistent|borderline|also|both|all|all|chronically|transiently|isolated)\s)*"
_FILLER = r"(?:(?:levels?|values?|concentrations?|counts?|titers?|titres?|activity|activities)\s)?(?:of\s|in\s)?(?:(?:the|his|her|serum|plasma|blood|circulating|fasting|liver|total|peripheral)\s)*"
_JOIN = r"\s?(?:,\s?(?:and\s)?|/|\sand\s|\sor\s|\sas well as\s|&)\s?(?:serum\s|plasma\s|an?\s)?"
_AFTER = r"\s?(?:levels?|values?|concentrations?|counts?|activity)?\s?(?:\([^)]{1,40}\)\s?)?(?:(?:was|were)\s(?:re-?)?(?:checked|repeated|measured|tested|sent|obtained|done)\s(?:and\s)?)?(?:was|were|is|are|remained|became|(?:was\s|were\s)?found\sto\sbe|(?:was\s|were\s)?noted\sto\sbe|had\sbeen|has\sbeen|appeared|(?:showed|shows|demonstrated)(?:\san?)?)\s"


class _Words(NamedTuple):
    before: re.Pattern[str]
    after: re.Pattern[str]
    name: re.Pattern[str]
    measures: dict[str, str]


@lru_cache(maxsize=1)
def _words() -> _Words:
    names: dict[str, str] = {}
    wanted = {measure_id for measure_id, _ in result_rules()}
    for row in measures():
        if row.id in wanted:
            for name in (row.name, *row.synonyms):
                names.setdefault(name.lower(), row.id)
    aliases: dict[str, str] = read_yaml("quantities.yml")["aliases"]
    names.update({name: measure_id for name, measure_id in aliases.items() if measure_id in wanted and len(name) > 3})
    names.update({"transaminases": "LAB:alt", "aminotransferases": "LAB:alt", "liver enzymes": "LAB:alt"})
    # One letter and two are too many other things in prose.
    choice = "|".join(
        re.escape(name).replace(r"\ ", r"[\s-]") for name in sorted(names, key=len, reverse=True) if len(name) > 2
    )
    name = rf"(?<![\w-])(?:{choice})(?![\w])"
    return _Words(
        before=re.compile(
            rf"(?<!\w){_NOT_IN}(?:(?P<high>{_HIGH})|(?P<low>{_LOW}))\s{_FILLER}(?P<list>{name}(?:{_JOIN}{name})*)",
            re.IGNORECASE,
        ),
        after=re.compile(
            rf"(?P<list>{name}(?:{_JOIN}{name})*)(?:{_AFTER}|\s)(?:not\s)?{_DEGREE}(?:(?P<high>{_HIGH}|{_COLLOQUIAL_HIGH})|(?P<low>{_LOW}|{_COLLOQUIAL_LOW}))(?!\w)",
            re.IGNORECASE,
        ),
        name=re.compile(name, re.IGNORECASE),
        measures=names,
    )


_TRIGGER = re.compile(
    rf"(?<!\w)(?:{_HIGH}|{_LOW}|{_COLLOQUIAL_HIGH}|{_COLLOQUIAL_LOW}|absent|deficient|negligible|unmeasurable|not\sdetect(?:ed|able)|<\s?\d{{1,2}}\s?%)(?!\w)",
    re.IGNORECASE,
)


def said_abnormal(text: str, sentences: Sequence[Sentence], vocabularies: Vocabularies) -> Iterator[Match]:
    """The findings that words about a measure are: "elevated AST and ALT", "ceruloplasmin was low"."""
    words = _words()
    for sentence in sentences:
        if not _TRIGGER.search(text, sentence.start, sentence.end):
            continue
        for pattern in (words.before, words.after):
            for match in each_match(pattern, text, sentence.start, sentence.end):
                if not is_of_a_fluid(text, sentence.start, match.span("list"), match.end("list")):
                    yield from _findings(match, "high" if match["high"] else "low", words)
        for match in each_match(_ANY_BEFORE, text, sentence.start, sentence.end):
            yield from _listed_findings(match, "high" if match["high"] else "low", vocabularies)
        for match in each_match(_ANY_AFTER, text, sentence.start, sentence.end):
            yield from _any_finding(match, "high" if match["high"] else "low", vocabularies)


_NEXT_CLAUSE = re.compile(
    r",\s?(?!and\b|or\b|as\swell\b)[^,]*\Z",
    re.IGNORECASE,
)
_ITS_VERB = re.compile(
    r"\s(?:levels?\s|values?\s|counts?\s)?(?:is|was|are|were|has|had|went|goes|rose|climbed|fell|dropped|came|remain(?:s|ed)|reached|increased|decreased|stayed|normali[sz]ed|peaked)\b",
    re.IGNORECASE,
)


def _end_of_list(match: re.Match[str]) -> int:
    """Where a list that words for high or low stand before is over: its last item may begin a clause: "no rise in glucose, lactate went up"."""
    if match.start() == match.start("list") or not _ITS_VERB.match(match.string, match.end("list")):
        return match.end("list")
    last = _NEXT_CLAUSE.search(match["list"])
    return match.start("list") + last.start() if last else match.end("list")


def _findings(match: re.Match[str], side: Side, words: _Words) -> Iterator[Match]:
    for name in words.name.finditer(match.string, match.start("list"), _end_of_list(match)):
        if _OVER_CREATININE.match(match.string, name.start()):
            continue  # the measure is the ratio
        measure_id = words.measures.get(re.sub(r"[\s-]", " ", name.group().lower())) or words.measures.get(
            name.group().lower()
        )
        rules = result_rules().get((measure_id or "", side))
        if rules:
            start, end = (
                min(match.start(), name.start()),
                max(name.end(), match.end() if match.start("list") == match.start() else name.end()),
            )
            yield Match(start, end, (rules[0].hpo_id,))


_OVER_CREATININE = re.compile(r"(?<=[A-Za-z]/)creat(?:inine)?\b", re.IGNORECASE)
_ITEM = (
    rf"(?!(?:{_HIGH}|{_LOW})\b)[A-Za-z0-9α-ω][\w-]*"
    rf"(?:\s(?!(?:and|or|with|levels?|concentrations?|activity|{_HIGH}|{_LOW})\b)[A-Za-z0-9][\w-]*){{0,3}}"
)
"""What may be a substance; a word for high or low begins another statement: "low ceruloplasmin and raised copper"."""
_ITEMS = re.compile(rf"(?:^|{_JOIN})(?P<item>{_ITEM})", re.IGNORECASE)
_ANY_BEFORE = re.compile(
    rf"(?<!\w){_NOT_IN}(?:(?P<high>{_HIGH})|(?P<low>{_LOW}))\s{_FILLER}(?P<list>{_ITEM}(?:{_JOIN}{_ITEM}){{0,5}})",
    re.IGNORECASE,
)


def _listed_findings(match: re.Match[str], side: Side, vocabularies: Vocabularies) -> Iterator[Match]:
    """The findings of a list of substances that are all high or low: "low vitamin D, potassium and magnesium"."""
    for item in _ITEMS.finditer(match["list"]):
        rules = result_rules().get((_words().measures.get(item["item"].lower(), ""), side))
        found = (0, rules[0].hpo_id) if rules else finding_before(item["item"], side, vocabularies)
        if found is None or found[0]:
            return
        yield Match(match.start(), match.start("list") + item.end(), (found[1],))


_ABSENT = r"(?:absent|deficient|not\sdetect(?:ed|able)|negligible|nil|unmeasurable|<\s?(?:[1-9]|1\d)\s?%(?:\sof\s(?:normal|controls?|mean))?)"
"""What is said of an enzyme that is low, beside the words that are said of every substance."""
_ANY_AFTER = re.compile(
    rf"(?<![\w/-])(?P<name>(?!(?:{_HIGH}|{_LOW})\b)[A-Za-z][\w-]*(?:/creat(?:inine)?\b)?(?:\s(?!(?:was|were|is|are|with|but|while|sky|rock|off|through|{_HIGH}|{_LOW})\b)[A-Za-z][\w-]*(?:/creat(?:inine)?\b)?){{0,3}})(?:\s(?:levels?|concentrations?|titers?|titres?|activity))?\s?"
    rf"(?:,\swhich\s)?(?:(?:was|were|is|are|remained)\s(?:(?:re-?)?(?:checked|repeated|measured|tested|sent|obtained|done)\sand\s(?:was\s|were\s)?)?(?:found\sto\sbe\s|noted\sto\sbe\s)?|[:–-]\s|(?<=\s))?"
    rf"{_DEGREE}(?P<side>(?P<high>{_HIGH}|{_COLLOQUIAL_HIGH})|(?P<low>{_LOW}|{_COLLOQUIAL_LOW})|(?P<absent>{_ABSENT}))(?!\w)(?!\s(?:[A-Za-z]+\s){{0,2}}(?:level|concentration|activity|than)\b)"
    rf"(?:\s(?:in|on|from)\s(?P<where>(?:[a-z-]+\s)?[a-z]+))?",
    re.IGNORECASE,
)
_BEFORE_THE_LAST = re.compile(r"(?:.*\s)?(?P<first>[A-Za-z][\w-]*)\s(?:and|&)\s", re.IGNORECASE)
"""The substance before the last of two that are said to be high or low together: "renin and aldosterone high"."""
_ENZYME = re.compile(r"activity|deficien", re.IGNORECASE)
"""What names of terms about enzymes have."""


def _any_finding(match: re.Match[str], side: Side, vocabularies: Vocabularies) -> Iterator[Match]:
    """The finding that a result of a substance without a measure of its own is, where HPO has the term."""
    where = match["where"]
    named = f"{match['name']} in {where}" if where and _is_specimen(where) else match["name"]
    found = (named == match["name"] and _measured_last(named, side)) or finding_before(named, side, vocabularies)
    if not found:
        return
    if match["absent"] and not _ENZYME.search(vocabularies.names.names(found[1])[0]):
        return  # "blood absent", "glucose not detected" in urine is as it should be
    end = match.end("where" if named != match["name"] else "side")
    yield Match(match.start("name") + found[0], end, (found[1],))
    joined = _BEFORE_THE_LAST.fullmatch(match["name"][: found[0]])
    if joined is None or match["absent"]:
        return
    rules = result_rules().get((_words().measures.get(joined["first"].lower(), ""), side))
    first = (0, rules[0].hpo_id) if rules else finding_before(joined["first"], side, vocabularies)
    if first is not None:
        yield Match(match.start("name") + joined.start("first") + first[0], end, (first[1],))


def _measured_last(name: str, side: Side) -> tuple[int, str] | None:
    """The finding of the measure that stands alone, or after an "and", at the end of some words."""
    last = re.search(r"(?:^|\sand\s)(?P<measure>[A-Za-z][\w-]{2,})$", name)
    rules = result_rules().get((_words().measures.get(last["measure"].lower(), ""), side)) if last else None
    return (last.start("measure"), rules[0].hpo_id) if last and rules else None


def _is_specimen(words: str) -> bool:
    return " ".join(words.lower().split()) in specimens()
