"""The leading entries of a ranking: the families that a reader is shown."""

from __future__ import annotations

from itertools import islice

from osler.diagnosis.ranking import PooledFamily, Ranking

SHOWN = 5


def leading_families(ranking: Ranking, count: int = SHOWN) -> list[PooledFamily]:
    """The first families that explain a finding at all; what explains none stands there by its fame alone.

    Behind the leading one they stand as they are likely, for that is the number beside them.
    """
    found = ranking.families(count * 3)
    explaining = (family for family in found if ranking.explains(family.rows[0]))
    leading, *others = list(islice(explaining, count)) or found[:count]
    return [leading, *sorted(others, key=lambda family: -family.probability)]


def leading_disease(ranking: Ranking) -> str:
    """The name of the disease that leads the first entry of the differential."""
    return ranking.placed(leading_families(ranking, 1)[0].rows[0]).name
