"""Results that lie outside the range which the text itself gives: "free thyroxine (FT4) of 3.88 (0.9–1.7 ng/dL)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.measured_finding import MeasuredFinding
from osler.core.language.rules import read_yaml
from osler.core.language.substances import Side, specimen_of, specimens, term_for
from osler.core.language.types import Sentence
from osler.core.terminology import Vocabularies
from osler.first_letters import each_match

NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
_RANGE = re.compile(
    rf"[(\[;,]\s?(?P<label>(?:normal|reference|ref|range|NR|RR|nl|n)\b[\w\s.]{{0,24}}?[:=,]?\s?)?"
    rf"(?:(?P<sign>[<>≤≥]=?|up to|less than|below|above|more than)\s?)?(?P<low>{NUMBER})\s?%?"
    rf"(?:\s?(?:-|–|to)\s?(?P<high>{NUMBER}))?(?![\d.]*\s?(?:st|nd|rd|th|%ile|per ?centile|centile|SD|year|month|week|day|mm\b|cm\b))",
    re.IGNORECASE,
)
_COLUMN = re.compile(
    rf"(?:[ \t]{{2,}}|\t|\|)[ \t]*(?P<label>(?:normal|ref)\w*[ \t:]+)?(?:(?P<sign>[<>≤≥]=?)[ \t]?)?(?P<low>{NUMBER})"
    rf"(?:[ \t]?[-–][ \t]?(?P<high>{NUMBER}))?(?:[ \t]?[^\W\d][^\s|]*)?[ \t]*(?:\||$)",
    re.MULTILINE,
)
"""A range as the last cell of a table's row: "Urine PBG   38   mg/g crea   <1.5"."""
_VALUE = re.compile(
    rf"(?<![\w.,–-])(?P<sign>[<>≤≥]\s?)?(?P<value>{NUMBER})[ \t|]*(?P<unit>(?:[^\d(),;\[\]]|(?<=/)\d+){{0,24}})$"
)
_TOKEN = re.compile(r"\([^()]{1,20}\)|[^\s(),;:]+|[(),;:]")
_FARTHEST = 140
"""Characters before a range in which its value and the name of what was measured are looked for."""
_LONGEST_NAME = 5
_LOWER_LIMITS = frozenset({">", "≥", ">=", "above", "more than"})


class _Rules(NamedTuple):
    connectors: frozenset[str]
    stops: frozenset[str]
    leads: frozenset[str]
    measured_in: re.Pattern[str]
    """Where something was measured, between its name and its value: "activity in leukocytes was"."""


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    table = read_yaml("results.yml")
    connectors, stops, leads = (frozenset(table[key]) for key in ("connectors", "stops", "leads"))
    between = "|".join(re.escape(word) for word in sorted(connectors, key=len, reverse=True) if word.isalpha())
    where = "|".join(map(re.escape, specimens()))
    measured_in = (
        rf"\s(?:in|from|on|of)\s(?:the\s|his\s|her\s|a\s)?(?P<where>{where})(?:\s(?:{between})\b|\s?[:=])*\s*$"
    )
    return _Rules(connectors, stops, leads, re.compile(measured_in, re.IGNORECASE))


def out_of_range(text: str, sentences: Sequence[Sentence], vocabularies: Vocabularies) -> Iterator[MeasuredFinding]:
    """The results of each sentence that lie outside the range written beside them, where HPO has the term."""
    for sentence in sentences:
        for match in _ranges(text, sentence):
            first = max(sentence.start, match.start() - _FARTHEST)
            if match.re is _COLUMN:
                first = max(first, text.rfind("\n", 0, match.start()) + 1)
            value = _VALUE.search(text[first : match.start()])
            side = _side(value, match) if value else None
            if value is None or side is None:
                continue
            name_end = first + value.start()
            found = finding_before(text[first:name_end].replace("|", " "), side, vocabularies)
            if found is not None:
                offset, hpo_id = found
                why = f"{' '.join(value.group().split())} ({match.group().strip(' ([;,')})"
                name = vocabularies.names.names(hpo_id)[0]
                yield MeasuredFinding(first + offset, match.start(), hpo_id, name, why)


def _ranges(text: str, sentence: Sentence) -> Iterator[re.Match[str]]:
    """The ranges in brackets, and those that end a table's row."""
    for pattern in (_RANGE, _COLUMN):
        for match in each_match(pattern, text, sentence.start, sentence.end):
            if match["high"] or match["sign"] or match["label"]:
                yield match


def _side(value: re.Match[str], stated: re.Match[str]) -> Side | None:
    result = number(value["value"])
    low, high = number(stated["low"]), number(stated["high"]) if stated["high"] else None
    if high is not None:
        return "high" if result > high else "low" if result < low else None
    if (stated["sign"] or "<").lower() in _LOWER_LIMITS:
        return "low" if result < low else None
    return "high" if result > low else None


def number(written: str) -> float:
    """A number as it is written, with commas between thousands."""
    return float(written.replace(",", ""))


_COLLECTED = frozenset({"hour", "hours", "hr", "h", "hourly", "spot", "overnight"})
"""How a specimen was collected, before its name: "24-hour urinary calcium"."""


def finding_before(words_before: str, side: Side, vocabularies: Vocabularies) -> tuple[int, str] | None:
    """Where the name that these words end with begins, and the HPO term for its being high or low."""
    rules = _rules()
    measured_in = rules.measured_in.search(words_before)
    if measured_in:
        words_before = words_before[: measured_in.start()]
    tokens = list(_TOKEN.finditer(words_before))
    names: list[list[str]] = []
    while tokens and (_is_connector(tokens[-1].group(), rules) or tokens[-1].group().startswith("(")):
        token = tokens.pop().group()
        if len(token) > 2 and token.startswith("("):
            names.append(token.strip("()").split())
    words: list[re.Match[str]] = []
    while tokens and len(words) < _LONGEST_NAME and _is_name(tokens[-1].group(), rules):
        words.insert(0, tokens.pop())
    if len(words) > 1 and words[0].group().lower() in _COLLECTED:
        words.pop(0)
    if not words:
        return None
    whole = words_before[words[0].start() : words[-1].end()]
    specimen, bare = specimen_of(whole)
    if measured_in:
        specimen = specimens()[" ".join(measured_in["where"].lower().split())]
    rest = bare.split()
    while rest and rest[0].lower() in rules.connectors:
        rest.pop(0)
    tried = [rest, *([rest[1:]] if rest and rest[0].lower() in rules.leads else []), *names]
    tried += [other.split() for other in _products(rest[0], vocabularies)] if len(rest) == 1 else []
    for name in tried:
        term = term_for(" ".join(name), side, specimen, vocabularies.hpo) if name else None
        if term is not None:
            return words[0].start(), term
    return None


def _products(symbol: str, vocabularies: Vocabularies) -> list[str]:
    """What a gene stands for, where its symbol names the enzyme: "IDUA activity" is that of alpha-L-iduronidase."""
    if not symbol.isupper() or len(symbol) < 3:
        return []
    genes = (one for found in vocabularies.find(symbol) for one in found.concept_ids if one.startswith("HGNC:"))
    return [name for gene in genes for name in vocabularies.names.names(gene)]


def finding_words() -> str:
    """A pattern for the words that may stand between the name of what was measured and its value."""
    words = "|".join(re.escape(word) for word in sorted(_rules().connectors, key=len, reverse=True) if word.isalpha())
    return rf"(?:\s(?:{words}|positive|in|sweat|urine|blood|plasma|serum|24|h)\b|\s?[:=])*\s*"


def range_after(text: str, end: int) -> bool:
    """Whether a range follows a result that ends there."""
    found = _RANGE.match(text, end) or _RANGE.match(text, end + 1)
    return found is not None and bool(found["high"] or found["sign"] or found["label"])


def column_after(text: str, end: int) -> re.Match[str] | None:
    """The range in the last cell of a table's row, right after a result that ends there."""
    found = _COLUMN.match(text, end)
    return found if found and (found["high"] or found["sign"] or found["label"]) else None


def _is_connector(token: str, rules: _Rules) -> bool:
    lowered = token if len(token) == 1 else token.lower()  # the A of "galactosidase A" is no article
    return lowered in rules.connectors or (lowered.endswith("ly") and len(lowered) > 5)


def _is_name(token: str, rules: _Rules) -> bool:
    return token[0] not in "(),;:" and (token if len(token) == 1 else token.lower()) not in rules.stops
