"""Conditions that a guideline names in a wide word (active bleeding, immunosuppression), held against a patient's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from osler.core.terminology import Vocabularies
from osler.guidelines.steps.naming import drugs_in, members_in
from osler.yaml_reader import packaged_yaml


class _Wide(NamedTuple):
    says: re.Pattern[str]
    kinds: tuple[str, ...]
    past: re.Pattern[str] | None
    takes: str
    told: re.Pattern[str] | None


def is_kind_of(
    named: str, problem: str, codes: Sequence[str], noted: Iterable[str], vocabularies: Vocabularies
) -> bool:
    """Whether a problem is one of what a guideline names in a wide word; what notes tell as over is not there now."""
    told = [one for one in noted if problem.casefold() in one.casefold()] or [problem]
    wide = [
        one
        for one in _wide()
        if one.says.search(named) and not (one.past and all(one.past.search(text) for text in told))
    ]
    if not wide:
        return False
    own = codes or [one for match in vocabularies.names.find(problem) for one in match.concept_ids]
    above = vocabularies.hierarchy
    return any(one == kind or above.is_a(one, kind) for row in wide for kind in row.kinds for one in own)


def brought_by(named: str, medications: Iterable[str], vocabularies: Vocabularies) -> str:
    """The medicine of a patient that brings about what a guideline names in a wide word; empty where none does."""
    drugs = frozenset(
        drug for one in _wide() if one.takes and one.says.search(named) for drug in members_in(one.takes, vocabularies)
    )
    return next((one for one in medications if drugs & drugs_in(one, vocabularies)), "") if drugs else ""


def told_in_words(named: str, states: Iterable[str]) -> str:
    """The words of a note for what a guideline names and no vocabulary has: "bedbound" for "cannot sit upright"."""
    rows = [one.told for one in _wide() if one.told and one.says.search(named)]
    found = (told.search(text) for told in rows for text in states)
    return next((match.group() for match in found if match), "")


def states_told(sentences: Iterable[str]) -> list[str]:
    """The words of notes for states that no vocabulary has; what is said of them with a negation ("cannot sit up") counts."""
    rows = [one.told for one in _wide() if one.told]
    found = (told.search(text) for text in sentences for told in rows)
    return list(dict.fromkeys(match.group() for match in found if match))


@cache
def _wide() -> tuple[_Wide, ...]:
    table = packaged_yaml("osler.guidelines", "wide.yml")
    return tuple(
        _Wide(
            re.compile(row["says"], re.IGNORECASE),
            tuple(row.get("kinds", ())),
            re.compile(row["past"], re.IGNORECASE) if "past" in row else None,
            row.get("takes", ""),
            re.compile(row["told"], re.IGNORECASE) if "told" in row else None,
        )
        for row in table.values()
    )
