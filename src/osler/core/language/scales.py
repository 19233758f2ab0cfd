"""Classes that are written as a word or a numeral: "NYHA class II", "Child-Pugh B"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from osler.core.language.quantity_rules import measure_called
from osler.core.language.types import Quantity, Sentence
from osler.core.terminology import measure
from osler.first_letters import each_match


def scale_values(
    text: str, sentence: Sentence, pattern: re.Pattern[str], scales: Mapping[str, tuple[str, tuple[str, ...]]]
) -> list[Quantity]:
    """The classes of a sentence, each as its place on its scale."""
    found = []
    for match in each_match(pattern, text, sentence.start, sentence.end):
        measure_id, values = scales[" ".join(match["name"].lower().split())]
        order = [_rank(match[group], values) for group in ("value", "high")]
        if order[0] is not None:
            found.append(
                Quantity(
                    match.start(),
                    match.end(),
                    match.group(),
                    float(order[0]),
                    high=float(order[1]) if order[1] else None,
                    analyte=match["name"],
                    measure_id=measure_id,
                    canonical_value=float(order[0]),
                    canonical_unit="{score}",
                    grade=match["value"].upper() if not match["value"].isdigit() else "",
                )
            )
    return found


def scores_on(text: str, sentence: Sentence) -> list[Quantity]:
    """The scores of a sentence that stand before the name of their scale: "21/30 on the MMSE", "scored 24 on the MoCA"."""
    found = []
    for match in each_match(_SCORED_ON, text, sentence.start, sentence.end):
        words = match["name"].split(" ")
        names = (" ".join(words[:last]) for last in range(len(words), 0, -1))
        name, measure_id = next(((one, called) for one in names if (called := _scale_called(one))), ("", ""))
        if measure_id:
            value = float(match["value"])
            end = match.start("name") + len(name)
            found.append(
                Quantity(
                    match.start("value"),
                    end,
                    text[match.start("value") : end],
                    value,
                    analyte=name,
                    measure_id=measure_id,
                    canonical_value=value,
                    canonical_unit="{score}",
                )
            )
    return found


def _scale_called(name: str) -> str | None:
    measure_id = measure_called(name)
    row = measure(measure_id) if measure_id else None
    return measure_id if row and row.unit == "{score}" else None


_SCORED_ON = re.compile(
    r"(?:\bscor(?:e[ds]?|ing)\s(?:of\s|was\s)?(?P<told>)|(?<![\d/.]))(?P<value>\d{1,3})(?:\s?/\s?\d{1,3}|\sout\sof\s\d{1,3}|(?(told)|(?!)))\s(?:on|in)\s(?:the\s|his\s|her\s|an?\s)?"
    r"(?=(?P<name>[A-Z][\w-]*(?:\s[\w-]+){0,3}))"
)


def summed_grades(text: str, sentence: Sentence) -> list[Quantity]:
    """The Gleason scores of a sentence: the sum, where it is written as its two grades ("4+3", "4+3=7", "9 (4+5)")."""
    found = []
    for match in each_match(_GLEASON, text, sentence.start, sentence.end):
        total = float(match["sum"] or match["told"] or int(match["first"]) + int(match["second"]))
        found.append(
            Quantity(
                match.start(),
                match.end(),
                match.group(),
                total,
                analyte=match["name"],
                measure_id="LAB:gleason",
                canonical_value=total,
                canonical_unit="{score}",
            )
        )
    return found


_GLEASON = re.compile(
    r"\b(?P<name>Gleason)(?:\s(?:score|sum|grade|pattern))?\s?[:=]?\s?(?:of\s)?"
    r"(?:(?P<sum>\d{1,2})\s?[(\[]\s?[1-5]\s?\+\s?[1-5]\s?[)\]]|(?P<first>[1-5])\s?\+\s?(?P<second>[1-5])(?:\s?=\s?(?P<told>\d{1,2}))?)",
    re.IGNORECASE,
)


def _rank(written: str | None, values: tuple[str, ...]) -> int | None:
    if not written:
        return None
    if written.isdigit():
        return int(written) if int(written) <= len(values) else None
    return values.index(written.upper()) + 1 if written.upper() in values else None
