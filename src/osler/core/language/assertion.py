"""What the text says about a mention: the cues that reach it, read together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from osler.core.language.scope import Line, Reach, reaches
from osler.core.language.types import PLAIN, Assertion, CueSpan, Experiencer, Polarity, SectionKind

_CATEGORY_OF_SECTION = {
    SectionKind.FAMILY_HISTORY: "family",
    SectionKind.PAST_MEDICAL_HISTORY: "historical",
    SectionKind.PAST_SURGICAL_HISTORY: "historical",
}


# In a list of the patient's own problems a relative at the end ("HTN, DM, BPH in husband") speaks of the last one only.
_OWN_LISTS = frozenset({SectionKind.PAST_MEDICAL_HISTORY, SectionKind.DIAGNOSES, SectionKind.ASSESSMENT})
_OF_OTHERS = frozenset({"family", "other"})


_SCANNED = re.compile(r"\b(?:scans?|ultrasounds?|uss|sonograph\w*|sonograms?|nuchal|\w*hydramnios)\b")
"""What shows the unborn child in a sentence on the pregnancy: its findings are the patient's."""


def assert_places(
    line: Line,
    places: Sequence[tuple[int, int]],
    section: SectionKind,
    inherited: Sequence[Reach] = (),
    *,
    of_child: bool = False,
    of_grown: bool = False,
    found: list[Reach] | None = None,
) -> list[Assertion]:
    """The assertion of each place (start, end) in a sentence; `inherited` cues hold for the whole sentence.

    What a pregnancy was complicated by is the mother's where the patient is a child (`of_child`), and what a scan shows in
    an unborn child is that child's where the patient is grown (`of_grown`). `found` are the reaches of the sentence's cues,
    where they are known already.
    """
    if found is None:
        found = reaches(line, places)
    if found and section in _OWN_LISTS:
        found = [_within_last_item(reach, line) for reach in found]
    if any(reach.category == "maternal" for reach in found):
        of_child = of_child and _SCANNED.search(line.low) is None
        found = [
            reach._replace(category="family") if reach.category == "maternal" else reach
            for reach in found
            if of_child or reach.category != "maternal"
        ]
    if any(reach.category == "fetal" for reach in found):
        found = [
            reach._replace(category="other") if reach.category == "fetal" else reach
            for reach in found
            if of_grown or reach.category != "fetal"
        ]
    by_section = _CATEGORY_OF_SECTION.get(section)
    plain = _plain(by_section)
    if not found and not inherited:
        return [plain] * len(places)
    result = []
    for start, end in places:
        over = [reach for reach in found if reach.covers(start, end)]
        over.extend(inherited)
        result.append(_decide(over, by_section) if over else plain)
    return result


def _within_last_item(reach: Reach, line: Line) -> Reach:
    if reach.category not in _OF_OTHERS or reach.end > reach.cue_start:
        return reach
    offset = line.sentence.start
    comma = line.low.rfind(",", 0, reach.cue_start - offset)
    return reach._replace(start=max(reach.start, comma + 1 + offset)) if comma >= 0 else reach


@lru_cache
def _plain(by_section: str | None) -> Assertion:
    return _decide((), by_section) if by_section else PLAIN


def _decide(over: Sequence[Reach], by_section: str | None) -> Assertion:
    categories = {reach.category for reach in over}
    if "refuting" in categories and "queried" not in categories:
        over = [reach for reach in over if reach.category != "refuting"]  # it answers a question that was not asked
    if "taken back" in categories and "labelled" not in categories:
        over = [reach for reach in over if reach.category != "taken back"]
    if by_section:
        categories.add(by_section)
    return Assertion(
        polarity=_polarity(categories),
        historical="historical" in categories,
        experiencer=_experiencer(categories),
        resolved="resolved" in categories and "awaited" not in categories,
        cues=tuple(CueSpan(reach.cue_start, reach.cue_end, reach.category) for reach in over),
    )


def _polarity(categories: set[str]) -> Polarity:
    if "conditional" in categories:
        return Polarity.HYPOTHETICAL
    if not categories.isdisjoint({"negated", "unlikely"}) and "presupposed" not in categories:
        return Polarity.NEGATED
    if "hypothetical" in categories:
        return Polarity.HYPOTHETICAL
    if {"queried", "refuting"} <= categories or {"labelled", "taken back"} <= categories:
        return Polarity.NEGATED
    if not categories.isdisjoint({"possible", "queried"}):
        return Polarity.NEGATED if "answered" in categories else Polarity.POSSIBLE
    return Polarity.PRESENT


def _experiencer(categories: set[str]) -> Experiencer:
    if "family" in categories:
        return Experiencer.FAMILY
    if "other" in categories:
        return Experiencer.OTHER
    return Experiencer.PATIENT
