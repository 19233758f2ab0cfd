"""Results that lie outside the range which the text itself gives: "free thyroxine (FT4) of 3.88 (0.9–1.7 ng/dL)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.types import Sentence
from osler.core.terminology import Vocabularies

Side = Literal["low", "high"]

_NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
_RANGE = re.compile(
    rf"[(\[;,]\s?(?P<label>(?:normal|reference|ref|range|NR|RR|nl|n)\b[\w\s.]{{0,24}}?[:=,]?\s?)?"
    rf"(?:(?P<sign>[<>≤≥]=?|up to|less than|below|above|more than)\s?)?(?P<low>{_NUMBER})\s?%?"
    rf"(?:\s?(?:-|–|to)\s?(?P<high>{_NUMBER}))?(?![\d.]*\s?(?:st|nd|rd|th|%ile|per ?centile|centile|SD|year|month|week|day|mm\b|cm\b))",
    re.IGNORECASE,
)
_VALUE = re.compile(
    rf"(?<![\w.,–-])(?P<sign>[<>≤≥]\s?)?(?P<value>{_NUMBER})\s?(?P<unit>(?:[^\d(),;\[\]]|(?<=/)\d+){{0,24}})$"
)
_TOKEN = re.compile(r"\([^()]{1,20}\)|[^\s(),;:]+|[(),;:]")
_FARTHEST = 140
"""Characters before a range in which its value and the name of what was measured are looked for."""
_LONGEST_NAME = 5
_LOWER_LIMITS = frozenset({">", "≥", ">=", "above", "more than"})


class OutOfRange(NamedTuple):
    """A result beyond the range that stands beside it: the finding that it is, and the words that say so."""

    start: int
    end: int
    hpo_id: str
    name: str
    why: str


class _Rules(NamedTuple):
    connectors: frozenset[str]
    stops: frozenset[str]
    leads: frozenset[str]
    specimens: dict[str, str]
    templates: dict[str, dict[Side, list[str]]]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    table = read_yaml("results.yml")
    specimens = {word: name for name, words in table["specimens"].items() for word in words}
    connectors, stops, leads = (frozenset(table[key]) for key in ("connectors", "stops", "leads"))
    return _Rules(connectors, stops, leads, specimens, table["templates"])


def out_of_range(text: str, sentences: Sequence[Sentence], vocabularies: Vocabularies) -> Iterator[OutOfRange]:
    """The results of each sentence that lie outside the range written beside them, where HPO has the term."""
    for sentence in sentences:
        for match in _RANGE.finditer(text, sentence.start, sentence.end):
            if not (match["high"] or match["sign"] or match["label"]):
                continue
            first = max(sentence.start, match.start() - _FARTHEST)
            value = _VALUE.search(text[first : match.start()])
            side = _side(value, match) if value else None
            if value is None or side is None:
                continue
            name_end = first + value.start()
            found = finding_before(text[first:name_end], side, vocabularies)
            if found is not None:
                offset, hpo_id = found
                why = f"{' '.join(value.group().split())} ({match.group().strip(' ([;,')})"
                name = vocabularies.names.names(hpo_id)[0]
                yield OutOfRange(first + offset, match.start(), hpo_id, name, why)


def _side(value: re.Match[str], stated: re.Match[str]) -> Side | None:
    result = _number(value["value"])
    low, high = _number(stated["low"]), _number(stated["high"]) if stated["high"] else None
    if high is not None:
        return "high" if result > high else "low" if result < low else None
    if (stated["sign"] or "<").lower() in _LOWER_LIMITS:
        return "low" if result < low else None
    return "high" if result > low else None


def _number(written: str) -> float:
    return float(written.replace(",", ""))


def finding_before(words_before: str, side: Side, vocabularies: Vocabularies) -> tuple[int, str] | None:
    """Where the name that these words end with begins, and the HPO term for its being high or low."""
    rules = _rules()
    tokens = list(_TOKEN.finditer(words_before))
    names: list[list[str]] = []
    while tokens and (_is_connector(tokens[-1].group(), rules) or tokens[-1].group().startswith("(")):
        token = tokens.pop().group()
        if len(token) > 2 and token.startswith("("):
            names.append(token.strip("()").split())
    words: list[re.Match[str]] = []
    while tokens and len(words) < _LONGEST_NAME and _is_name(tokens[-1].group(), rules):
        words.insert(0, tokens.pop())
    if not words:
        return None
    specimen = next(
        (rules.specimens[one.group().lower()] for one in words if one.group().lower() in rules.specimens), ""
    )
    bare = [one.group() for one in words if one.group().lower() not in rules.specimens]
    while bare and bare[0].lower() in rules.connectors:
        bare.pop(0)
    tried = [
        [one.group() for one in words],
        bare,
        *([bare[1:]] if bare and bare[0].lower() in rules.leads else []),
        *names,
    ]
    for name in tried:
        term = finding(" ".join(name), side, specimen or "circulating", vocabularies) if name else None
        if term is not None:
            return words[0].start(), term
    return None


def _is_connector(token: str, rules: _Rules) -> bool:
    lowered = token if len(token) == 1 else token.lower()  # the A of "galactosidase A" is no article
    return lowered in rules.connectors or (lowered.endswith("ly") and len(lowered) > 5)


def _is_name(token: str, rules: _Rules) -> bool:
    return token[0] not in "(),;:" and (token if len(token) == 1 else token.lower()) not in rules.stops


@lru_cache(maxsize=8192)
def finding(name: str, side: Side, specimen: str, vocabularies: Vocabularies) -> str | None:
    """The HPO term for a substance that is high or low in blood, urine or cerebrospinal fluid."""
    for template in _rules().templates[specimen][side]:
        written = template.format(name)
        for match in vocabularies.find(written):
            if match.start == 0 and match.end == len(written) and match.concept_ids[0].startswith("HP:"):
                return match.concept_ids[0]
    return None
