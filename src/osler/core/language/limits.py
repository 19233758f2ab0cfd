"""Results that decide by a published limit where the note gives no range: "sweat chloride 96 mmol/L"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.fluids import is_of_a_fluid
from osler.core.language.measured_finding import MeasuredFinding
from osler.core.language.rules import read_table
from osler.core.language.stated_ranges import NUMBER, finding_words, number, range_after
from osler.core.language.substances import Side, term_for
from osler.core.language.types import Sentence
from osler.core.terminology import Vocabularies
from osler.first_letters import each_match

_ADULT = 18.0
"""The age at which a limit is asked for where the note gives none."""


class _Limit(NamedTuple):
    substance: str
    specimen: str
    side: Side
    limit: float
    unit: str
    factors: dict[str, float]
    from_age: float
    source: str


@lru_cache(maxsize=1)
def _limits() -> tuple[re.Pattern[str], dict[str, _Limit]]:
    by_name: dict[str, _Limit] = {}
    for substance, specimen, names, side, limit, unit, others, from_age, source in read_table("result_limits.tsv"):
        factors = {unit: 1.0} | {
            one: float(factor) for one, _, factor in (pair.partition("=") for pair in others.split("|") if pair)
        }
        which: Side = "low" if side == "low" else "high"
        row = _Limit(substance, specimen, which, float(limit), unit, factors, float(from_age or 0), source)
        by_name |= {name.strip(): row for name in names.split(",")}
    choice = "|".join(re.escape(name).replace(r"\ ", r"[\s-]") for name in sorted(by_name, key=len, reverse=True))
    pattern = rf"(?<![\w-])(?P<name>{choice})\b{finding_words()}(?P<sign>[<>≤≥]\s?)?(?P<value>{NUMBER})\s?(?P<unit>[^\s,;()./]+(?:\s?/\s?(?:24\s?)?[a-z]+)?)"
    return re.compile(pattern, re.IGNORECASE), by_name


def beyond_limits(
    text: str, sentences: Sequence[Sentence], age: float | None, vocabularies: Vocabularies
) -> Iterator[MeasuredFinding]:
    """The results beyond a published limit, where no range stands beside them and HPO has the term."""
    pattern, by_name = _limits()
    for sentence in sentences:
        for match in each_match(pattern, text, sentence.start, sentence.end):
            row = by_name[" ".join(re.split(r"[\s-]", match["name"].lower()))]
            factor = row.factors.get(_unit_of(text, sentence.start, match))
            if factor is None or range_after(text, match.end()) or (_ADULT if age is None else age) < row.from_age:
                continue
            place = match.span("name")
            if row.specimen == "circulating" and is_of_a_fluid(text, sentence.start, place, match.start("value")):
                continue
            if (match["sign"] or "=")[0] in ("<≤" if row.side == "high" else ">≥"):
                continue  # "less than 100" is not known to be more than 59
            value = number(match["value"]) * factor
            beyond = value > row.limit if row.side == "high" else value < row.limit
            hpo_id = term_for(row.substance, row.side, row.specimen, vocabularies.hpo) if beyond else None
            if hpo_id is not None:
                sign = ">" if row.side == "high" else "<"
                why = f"{match.group()}: {sign} {row.limit:g} {row.unit} ({row.source})"
                yield MeasuredFinding(match.start(), match.end(), hpo_id, vocabularies.names.names(hpo_id)[0], why)


_COLLECTED_A_DAY = re.compile(r"\b(?:24[\s-]?h(?:ours?|rs?|ourly)?|twenty-four[\s-]hours?)\W*$", re.IGNORECASE)


def _unit_of(text: str, start: int, match: re.Match[str]) -> str:
    """The unit of a result; what was collected for a day is an amount a day, though it says so before the name alone."""
    unit = _folded(match["unit"])
    of_a_day = _COLLECTED_A_DAY.search(text, start, match.start("name"))
    return f"{unit}/d" if of_a_day and "/" not in unit else unit


def _folded(unit: str) -> str:
    """A unit as the table has it: lower case, u for micro, /d for a day."""
    low = unit.lower().replace("µ", "u").replace("μ", "u").replace("mcg", "ug").replace(" ", "")
    return re.sub(r"/(?:24h(?:rs?|ours?)?|day)$", "/d", low)
