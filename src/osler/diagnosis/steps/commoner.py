"""Commoner diseases behind the leading entry that explain as much: what a clinic would think of first.

How common a disease is does not move the ranking, whose published cases are chosen for being rare; a clinic's are not. So
such a disease is named beneath the ranking, and where it is the likelier before any test it is tested with the leading one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from osler.diagnosis.ranking import PooledFamily, RankedDisease, Ranking, compared
from osler.diagnosis.steps.leading import leading_families

LOOKED_THROUGH = 10
"""The places among which they are looked for."""
NAMED = 3
FAR = 2
"""The classes from which on a disease is far commoner, so that it may leave one finding unexplained."""
FEWEST = 2
"""The findings that the leading disease has to explain before another is held against it: of one finding many are commoner causes."""
ENOUGH = 4
"""The findings that the leading disease has to explain before one of them may be left over."""
MOST = 0.75
"""The share of them that a far commoner disease has to explain where its class outweighs what speaks for the leading one."""
_LIKE = re.compile(r"(?P<of>.+?)[- ]like\b", re.IGNORECASE)
"""A name that says what a disease resembles: "Huntington disease-like 2"."""
A_CLASS = 10.0
"""How many times commoner the next class of Orphanet is, about."""


class Commoner(NamedTuple):
    """A disease that is commoner than the leading one, or as common as the commonest of its many subtypes."""

    family: PooledFamily
    sentence: str
    likelier: bool = True
    """Whether its class outweighs what speaks for the leading one, or it explains more, so that it is tested with it."""


def commoner(ranking: Ranking) -> list[Commoner]:
    """The commoner diseases that explain what the leading one explains, in the order of the ranking."""
    leading = leading_families(ranking, 1)[0]
    first = ranking.placed(leading.rows[0])
    found = _copied(ranking, leading, first)
    if len(first.matched) < FEWEST:
        return found
    for family in ranking.families(LOOKED_THROUGH):
        known = family.rows == leading.rows or any(family.rows == one.family.rows for one in found)
        classes = None if known else compared(ranking.model, leading.rows[0], family.rows[0])
        if classes is None:
            continue
        other = ranking.placed(family.rows[0])
        likelier = leading.probability < family.probability * A_CLASS**classes.steps
        what = _explains(ranking, first, other, classes.steps, subtypes=len(leading.rows), likelier=likelier)
        if what:
            told = " Before any test it is the likelier of the two." if likelier else ""
            head = f"{other.name} ({other.disease_id}, place {_place(ranking, family)})"
            found.append(Commoner(family, f"{head} {what}: {classes.text}.{told}", likelier or not classes.steps))
    return found[:NAMED]


def _place(ranking: Ranking, family: PooledFamily) -> int:
    """The place at which an entry is shown; of one that is not shown, its place in the ranking."""
    shown = [one.rows for one in leading_families(ranking)]
    return shown.index(family.rows) + 1 if family.rows in shown else max(family.rank, len(shown) + 1)


def _copied(ranking: Ranking, leading: PooledFamily, first: RankedDisease) -> list[Commoner]:
    """The disease that the leading one is only named as being like: it is told from it by being excluded first."""
    likeness = _LIKE.match(first.name) or _LIKE.match(leading.name)
    if likeness is None:
        return []
    for family in ranking.families(LOOKED_THROUGH):
        other = ranking.placed(family.rows[0])
        if likeness["of"].lower() in {other.name.lower(), family.name.lower()} and family.rows != leading.rows:
            head = f"{other.name} ({other.disease_id}, place {_place(ranking, family)})"
            classes = compared(ranking.model, leading.rows[0], family.rows[0])
            common = f" It is {classes.text}." if classes else ""
            return [
                Commoner(family, f"{head} is the disease that {first.name} resembles: it is excluded first.{common}")
            ]
    return []


def _explains(
    ranking: Ranking, first: RankedDisease, other: RankedDisease, steps: int, *, subtypes: int, likelier: bool
) -> str:
    """What a disease explains beside the leading one, if that and its class make it one to think of; else nothing."""
    left = [ranking.model.graph.label(term) for term in first.matched if term not in other.matched]
    if steps and not left:
        return f"explains all that {first.name} explains and is commoner"
    if likelier and steps >= FAR and len(left) == 1 and len(first.matched) >= ENOUGH:
        return f"explains all that {first.name} explains but {left[0]}, and is far commoner"
    shared = len(first.matched) - len(left)
    if likelier and steps >= FAR and len(first.matched) >= ENOUGH and shared >= MOST * len(first.matched):
        return f"explains {shared} of the {len(first.matched)} findings that {first.name} explains, and is far commoner"
    if subtypes > 1 and len(other.matched) > len(first.matched) and not steps:
        return (
            f"explains {len(other.matched)} of the findings ({first.name}: {len(first.matched)}) and alone is as common as the "
            f"commonest of the {subtypes} subtypes"
        )
    return ""
