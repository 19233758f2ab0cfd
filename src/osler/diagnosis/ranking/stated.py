"""What the sources themselves state of a feature's frequency; never what a model makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from osler.core.terminology import Annotation
from osler.diagnosis.ranking.sexes import Sex

_SHOWN = 3
_SEXES = {"male": " of men", "female": " of women"}
"""How it is said that a source counted one sex alone."""


class Stated(NamedTuple):
    """The frequency of one feature in one disease as its sources give it."""

    share: float | None
    """Counted patients pooled, each publication once; else the middle of a stated range; None where none is stated."""
    counts: tuple[int, int] | None
    """Patients with the feature, and patients looked at."""
    statements: tuple[str, ...]
    """Each source's own words: `45/58 (PMID:1)`, `Orphanet: very frequent (80-99%)`."""
    references: tuple[str, ...]

    @property
    def text(self) -> str:
        """The statements in one line."""
        return "; ".join(self.statements[:_SHOWN]) + (" …" if len(self.statements) > _SHOWN else "")


def stated(annotations: Iterable[Annotation], sex: Sex = "unknown") -> Stated:
    """The statements about one feature of one disease, pooled without counting a publication's patients twice.

    What a source counted in the other sex alone says nothing of a patient whose sex is known, unless it is all there is; what it
    counted in everybody stands first.
    """
    every = sorted(annotations, key=lambda item: bool(_SEXES.get(item.sex.lower())))
    items = [
        item for item in every if sex == "unknown" or item.sex.lower() in {sex, ""} or item.sex.lower() not in _SEXES
    ]
    items = items or every
    counted = _each_publication_once([item for item in items if _ratio(item) is not None])
    counts = None
    share = None
    if counted:
        pairs = [_ratio(item) or (0, 0) for item in counted]
        counts = (sum(shown for shown, _ in pairs), sum(seen for _, seen in pairs))
        share = counts[0] / counts[1]
    else:
        share = max((item.frequency for item in items if item.frequency is not None), default=None)
    references = tuple(dict.fromkeys(reference for item in items for reference in item.references))
    return Stated(share, counts, tuple(dict.fromkeys(_words(item) for item in items)), references)


def _ratio(item: Annotation) -> tuple[int, int] | None:
    shown, slash, seen = item.frequency_text.partition("/")
    return (int(shown), int(seen)) if slash and shown.isdigit() and seen.isdigit() and int(seen) else None


def _each_publication_once(items: Sequence[Annotation]) -> list[Annotation]:
    """The statements with most patients first; one whose publications were all counted already is left out.

    Men and women of one publication are other patients, unless it counted them together as well.
    """
    counted: set[tuple[str, str]] = set()
    kept = []
    whole_first = sorted(items, key=lambda item: (bool(_SEXES.get(item.sex.lower())), -(_ratio(item) or (0, 0))[1]))
    for item in whole_first:
        own = item.sex.lower() if item.sex.lower() in _SEXES else ""
        known = {reference for reference, whose in counted if whose in {own, ""}}
        if not known.issuperset(item.references) or not item.references:
            kept.append(item)
            counted.update((reference, own) for reference in item.references)
    return kept


def _words(item: Annotation) -> str:
    more = len(item.references) - _SHOWN
    source = ", ".join(item.references[:_SHOWN]) or item.disease_id
    source += f" and {more} more" if more > 0 else ""
    whose = _SEXES.get(item.sex.lower(), "")
    if not item.frequency_text:
        return f"no frequency stated{whose} ({source})"
    if any(reference.startswith("ORPHA:") for reference in (item.disease_id, *item.references)):
        return f"Orphanet: {item.frequency_text[0].lower()}{item.frequency_text[1:]}{whose}"
    return f"{item.frequency_text}{whose} ({source})"
