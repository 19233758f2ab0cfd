"""The genes of a disease's subtypes, those first that explain most patients who look like this one.

No bundled source counts the patients of a gene. What the sources have is how early a subtype was told from the others (the number in
its name, OMIM's running numbers), how much of it is described and how many subtypes a gene causes: a gene of many patients was found
early and is described in full. The order is that, as far as the subtype fits the patient, the family and the sex. Held against how
geneticists order the genes of 53 groups of diseases, three pairs of four stand right; the number of patients in the annotations
gives 58 %, for whoever is rare is published one by one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from osler.diagnosis.ranking.causal import causal_genes
from osler.diagnosis.ranking.inheritance import is_x_linked
from osler.diagnosis.ranking.model import RankingModel
from osler.diagnosis.ranking.ranking import Ranking

FIT = 0.5
"""How much of a subtype's probability takes part: the annotations of subtypes tell their patients apart only in part."""
AGE = 0.4
"""What ten thousand of OMIM's numbers, about six years of entries, take from a subtype."""
DESCRIBED = 0.5
"""How much the features count that are described of a subtype, as the power of their number."""
LEAST_FIT = 0.01
"""No subtype fits worse than this share of the best one: of many only a few patients are described."""
CARRIER = 0.1
"""How much seldomer a girl or woman shows what is recessive and X-linked (assumed)."""
_FIRST_ENTRIES, _A_STEP = 590000, 10000
"""The entries that were in the printed catalogue stand before 600000, of which later ones are counted on."""
_NUMBERED = re.compile(r"(?<![\w.-])(\d{1,2})[A-Z]?\b(?!\s*%)")


_ROMAN = re.compile(r"\b(?:type|group) ([IVX]+)[A-Z]?\b")
_LETTERS = {"I": 1, "V": 5, "X": 10}


def genes_in_order(ranking: Ranking, rows: Sequence[int]) -> list[str]:
    """The genes that each are the one cause of some of a family's diseases, the one that most patients have first."""
    best = max((float(ranking.probabilities[row]) for row in rows), default=0.0)
    genes = {row: causal_genes(ranking.model, row) for row in rows}
    weights = dict.fromkeys((of_one[0] for of_one in genes.values() if len(of_one) == 1), 0.0)
    for row, listed in genes.items():
        for gene in weights.keys() & set(listed) if len(listed) <= _ALIKE else ():
            weights[gene] += math.exp(_weight(ranking, row, best * LEAST_FIT)) / len(listed)
    return sorted(weights, key=lambda gene: (-weights[gene], gene))


_ALIKE = 2
"""So many genes at most has an entry that is a subtype, and no list of what was ever seen in a disease."""


def _weight(ranking: Ranking, row: int, least: float) -> float:
    """ln of how many patients like this one a subtype has, beside the others of its family; none fits less than the `least`."""
    fit = FIT * math.log(max(float(ranking.probabilities[row]), least, 1e-300))
    inherited = ranking.scores.factors.get("inheritance")
    if inherited is not None:  # a pedigree tells subtypes apart as well as diseases
        fit += (1 - FIT) * float(inherited[row])
    carried = ranking.query.sex == "female" and is_x_linked(ranking.model.arrays["modes"][row])
    return prominence(ranking.model, row) + fit + (math.log(CARRIER) if carried else 0.0)


def prominence(model: RankingModel, row: int) -> float:
    """ln of how well known a subtype is, by its number in the series, its place in OMIM and its publications."""
    ids = [model.annotations.ids[entry] for entry in model.members[row]]
    names = [model.annotations.name(one) or "" for one in ids]
    entered = [int(one[5:]) for one in ids if one.startswith("OMIM:")]
    late = max(min(entered, default=_FIRST_ENTRIES) - _FIRST_ENTRIES, 0) / _A_STEP
    number = min((known for name in names if (known := number_of(name))), default=1)
    described = float(np.diff(model.arrays["direct_starts"][row : row + 2])[0])
    return -AGE * late - math.log(number) + DESCRIBED * math.log1p(described)


def number_of(name: str) -> int:
    """The number of a subtype in its series ("Long QT syndrome 2", "type IX"); 0 where its name has none."""
    roman = _ROMAN.search(name)
    if roman is not None:
        values = [_LETTERS[letter] for letter in roman[1]]
        return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))
    plain = _NUMBERED.search(name)
    return int(plain[1]) if plain else 0
