"""What the text says about a mention: the cues that reach it, read together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from osler.core.language.scope import Line, Reach, reaches
from osler.core.language.types import PLAIN, Assertion, CueSpan, Experiencer, Polarity, SectionKind

_CATEGORY_OF_SECTION = {
    SectionKind.FAMILY_HISTORY: "family",
    SectionKind.PAST_MEDICAL_HISTORY: "historical",
    SectionKind.PAST_SURGICAL_HISTORY: "historical",
}


def assert_places(
    line: Line, places: Sequence[tuple[int, int]], section: SectionKind, inherited: Sequence[Reach] = ()
) -> list[Assertion]:
    """The assertion of each place (start, end) in a sentence; `inherited` cues hold for the whole sentence."""
    found = reaches(line, places)
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


@lru_cache
def _plain(by_section: str | None) -> Assertion:
    return _decide((), by_section) if by_section else PLAIN


def _decide(over: Sequence[Reach], by_section: str | None) -> Assertion:
    categories = {reach.category for reach in over}
    if by_section:
        categories.add(by_section)
    return Assertion(
        polarity=_polarity(categories),
        historical="historical" in categories,
        experiencer=_experiencer(categories),
        resolved="resolved" in categories,
        cues=tuple(CueSpan(reach.cue_start, reach.cue_end, reach.category) for reach in over),
    )


def _polarity(categories: set[str]) -> Polarity:
    if "conditional" in categories:
        return Polarity.HYPOTHETICAL
    if not categories.isdisjoint({"negated", "unlikely"}) and "presupposed" not in categories:
        return Polarity.NEGATED
    if "hypothetical" in categories:
        return Polarity.HYPOTHETICAL
    if "possible" in categories:
        return Polarity.POSSIBLE
    return Polarity.PRESENT


def _experiencer(categories: set[str]) -> Experiencer:
    if "family" in categories:
        return Experiencer.FAMILY
    if "other" in categories:
        return Experiencer.OTHER
    return Experiencer.PATIENT
