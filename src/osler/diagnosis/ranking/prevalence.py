"""How common a disease is, by Orphanet's classes; shown beside the prior, which stays that of the literature.

The table (`annotations_prevalence.tsv.xz`) is made by `scripts/build_prevalence.py`; a class is Orphanet's own words.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from osler.core.terminology.ontology import files as hpo_files
from osler.diagnosis.ranking.causal import causal_genes
from osler.diagnosis.ranking.model import RankingModel

TABLE = "annotations_prevalence.tsv.xz"

CLASSES = (">1 / 1000", "6-9 / 10 000", "1-5 / 10 000", "1-9 / 100 000", "1-9 / 1 000 000", "<1 / 1 000 000")
"""Orphanet's classes, the commonest first."""
_AT_LARGE = frozenset({"Worldwide", "Europe", "North America", "United States"})
"""The regions whose class tells how common a disease is elsewhere; an island or one people does not."""
UNSTATED = "1-9 / 1 000 000"
"""The class that is taken for a disease of which none is stated: that of most rare diseases which have one is this or rarer."""


class Prevalence(NamedTuple):
    """One statement of Orphanet: the class, what it counts and where."""

    disease_id: str
    band: str
    kind: str
    region: str

    def text(self) -> str:
        """For a person to read, with the year of the release."""
        return f"{self.band} ({self.kind.lower()}, {self.region}; {self.disease_id}, Orphanet {released()})"


def prevalence_of(model: RankingModel, row: int) -> str:
    """What Orphanet states of a disease, else of the disease it is a subtype of; empty where it states nothing."""
    own = _stated(model, row)
    if own is not None:
        return own.text()
    above = _of_the_whole(model, row)
    return "" if above is None else f"as a whole {above.text()}"


class Compared(NamedTuple):
    """How two diseases compare by Orphanet's classes."""

    steps: int
    """How many classes the other one is commoner; a class is about ten times the next."""
    text: str
    """Both classes in Orphanet's words."""


def compared(model: RankingModel, row: int, other: int) -> Compared | None:
    """The class of another disease beside that of one; a subtype is taken for as common as the commonest of its kin.

    One of which nothing is stated is taken for as rare as most are, if a gene causes it: a susceptibility to what is common has
    no class because it is not rare. None where Orphanet does not class the other in the population at large, or where that
    is the rarer.
    """
    one, two = _stated(model, row) or _of_the_whole(model, row), _stated(model, other)
    if two is None or two.region not in _AT_LARGE or (one is None and _is_susceptibility(model, row)):
        return None
    kin = None if one is not None else _of_kin(model, row)
    band = one.band if one is not None else min((UNSTATED, kin.band if kin else UNSTATED), key=CLASSES.index)
    known = one is not None or (kin is not None and kin.band == band)
    steps = CLASSES.index(band) - CLASSES.index(two.band)
    if steps < (0 if known else 1):
        return None
    against = band if known else "no class stated"
    classes = f"{two.band} against {against}" if steps else f"both {two.band}"
    return Compared(steps, f"{classes} (Orphanet {released()})")


def _is_susceptibility(model: RankingModel, row: int) -> bool:
    """Whether a disease is one to which a gene only disposes, or of which none is known."""
    names = (model.annotations.name(model.annotations.ids[member]) or "" for member in model.members[row])
    return not causal_genes(model, row) or any("susceptibility" in name.lower() for name in names)


def _stated(model: RankingModel, row: int) -> Prevalence | None:
    ids = (model.annotations.ids[member] for member in model.members[row])
    return next((found for one in ids if (found := _table().get(one)) is not None), None)


def _of_the_whole(model: RankingModel, row: int) -> Prevalence | None:
    return next((found for parent in model.parents_of(row) if (found := _stated(model, parent)) is not None), None)


def _of_kin(model: RankingModel, row: int) -> Prevalence | None:
    """What is stated of the commonest other disease of the family."""
    kin = model.families.members(int(model.families.number[row]))
    known = [found for one in kin if (found := _stated(model, one) or _of_the_whole(model, one)) is not None]
    return min(known, key=lambda found: CLASSES.index(found.band), default=None)


@cache
def released() -> str:
    """The year of the table's release."""
    return hpo_files.version(TABLE)[:4]


@cache
def _table() -> dict[str, Prevalence]:
    rows = hpo_files.rows(TABLE)
    return {row["disease_id"]: Prevalence(row["disease_id"], row["class"], row["kind"], row["region"]) for row in rows}
