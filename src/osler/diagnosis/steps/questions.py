"""The questions whose answers are expected to tell the candidates apart: open findings of the leading entries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import HpoGraph
from osler.diagnosis.information import expected_gain, separated
from osler.diagnosis.investigations import Investigation, investigations
from osler.diagnosis.ranking import PooledFamily, RankedDisease, Ranking, answers, is_typical
from osler.diagnosis.steps.confirming import measured_kinds
from osler.diagnosis.steps.denied_nouns import is_denied
from osler.diagnosis.steps.genetic import MEMBERS

QUESTIONED = 10
"""The leading entries whose open features are asked about."""
COMPARED = 50
"""The entries that an answer has to tell apart: more than are asked about, for the right one may stand further down."""
ASKED = 20
"""How many of the most telling questions are worked out."""
WHOLE_LABORATORY = 30
"""A result with more special forms than this names no test that could be ordered."""
LEAST_BITS = 0.05
"""An answer that is expected to tell less is not worth a step."""
ALIKE = 0.7
"""The likeness (Lin) from which on a finding stands for the feature of a disease that it is compared with."""


class Expected(NamedTuple):
    """How often one disease shows a finding: by the model that weighs the answer, and in the sources' words."""

    disease: str
    chance: float
    stated: str
    """Empty where no source describes it."""
    is_typical: bool = True
    """Whether it is a feature that somebody would look for in the disease, and not one that only occurs."""


class Question(NamedTuple):
    """A finding that is not yet assessed, and what its answer is expected to tell."""

    hpo_id: str
    label: str
    bits: float
    chances: list[Expected]
    """The diseases that the answer sets apart, likeliest first, one of each family."""
    investigation: Investigation | None
    confirming_test: str | None
    """The laboratory test that settles it, if it is one that a laboratory settles."""


def questions(
    ranking: Ranking, count: int = ASKED, *, spoken_of: Iterable[str] = (), denied: frozenset[str] = frozenset()
) -> list[Question]:
    """The open findings of the leading entries, most telling first; what the input speaks of, or is a kind of what it denies, is not asked.

    A family is one candidate, by its likeliest members: no question is asked to tell a disease from its own subtypes.
    """
    families = ranking.families(COMPARED)
    details = [ranking.placed(family.rows[0]) for family in families[:QUESTIONED]]
    spoken = set(spoken_of) | _named_like(families[:QUESTIONED], details)
    measured = measured_kinds(ranking)
    graph = ranking.model.graph
    seen = {_plainly(graph.label(term) or "") for term in ranking.query.observed}
    spoken |= _stand_for(details, graph)
    open_terms = {
        item.hpo_id
        for disease in details
        for item in disease.missing
        if item.label not in spoken and _plainly(item.label) not in seen and not is_denied(item.label, denied)
    }
    age = ranking.query.age_years
    asked = [term for term in sorted(open_terms - measured) if investigations().is_asked(term, graph, age)]
    terms = _special(asked, graph)
    if not terms:
        return []
    probabilities = np.array([family.probability for family in families])
    presence, yes, no = _by_family(ranking, families, terms)
    bits = expected_gain(probabilities, presence, yes, no)
    order = [int(column) for column in np.lexsort((np.arange(len(terms)), -bits)) if bits[column] >= LEAST_BITS]

    def apart(column: int) -> list[tuple[int, float]]:
        places = separated(probabilities[:QUESTIONED], presence[:QUESTIONED, column])
        return [(place, float(presence[place, column])) for place in places]

    names = [item.name for item in details]
    return [
        _question(ranking, families, names, terms[column], float(bits[column]), apart(column))
        for column in order[:count]
    ]


_NUMBER = re.compile(
    r"^(?:a |few|several|multiple|numerous|single|solitary|isolated|episodic|intermittent|paroxysmal|recurrent|chronic|progressive)\b\s*"
)


def _plainly(label: str) -> str:
    """A finding without "pseudo", its number and its course, and the QT interval corrected or not: what is looked at once."""
    return _NUMBER.sub("", label.casefold()).replace("pseudo", "").replace("qtc ", "qt ").removesuffix("s")


def _named_like(families: Sequence[PooledFamily], details: Sequence[RankedDisease]) -> set[str]:
    """The findings that are called as a candidate is: to look for "Osteopetrosis" in an osteopetrosis tells nothing."""
    names = {name.casefold() for name in (*(family.name for family in families), *(item.name for item in details))}
    return {item.label for disease in details for item in disease.missing if item.label.casefold() in names}


def _stand_for(details: Sequence[RankedDisease], graph: HpoGraph) -> set[str]:
    """The features of a disease that a finding beside them stands for: with an anhidrosis nobody asks for a hypohidrosis."""
    return {
        found.matched_label
        for disease in details
        for found in disease.contributions
        if found.matched_id
        and found.matched_label
        and found.log_likelihood_ratio > 0
        and graph.similarity(found.hpo_id, found.matched_id) >= ALIKE
    }


def _special(terms: Sequence[str], graph: HpoGraph) -> list[str]:
    """The terms without abnormal results that name no direction, where a special form is there too or they stand for a whole
    laboratory: nobody measures "an enzyme".
    """
    above = {general for term in terms for general in graph.ancestors(term)}
    abnormal = {term for term in terms if (graph.label(term) or "").startswith("Abnormal")}
    wide = {term for term in abnormal if len(graph.offspring(graph.index(term) or 0)) > WHOLE_LABORATORY}
    vague = (abnormal & above) | wide
    return [term for term in terms if term not in vague or not investigations().confirming_test(term, graph)]


def _by_family(
    ranking: Ranking, families: Sequence[PooledFamily], terms: Sequence[str]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """How likely each finding is in each family, and what either answer does to it: by its likeliest members, each as far as it is likely."""
    members = [family.rows[:MEMBERS] for family in families]
    every = [row for rows in members for row in rows]
    weight = ranking.probabilities[every]
    owner = np.repeat(np.arange(len(members)), [len(rows) for rows in members])
    whole = np.maximum(np.bincount(owner, weights=weight), 1e-300)
    part = (weight / whole[owner])[:, np.newaxis]
    first = np.searchsorted(owner, np.arange(len(members)))
    change = answers(ranking, every, terms)
    presence, yes, no = (
        np.add.reduceat(part * values, first) for values in (ranking.presence(every, terms), change.yes, change.no)
    )
    return presence, yes, no


def _question(
    ranking: Ranking,
    families: Sequence[PooledFamily],
    names: Sequence[str],
    hpo_id: str,
    bits: float,
    chosen: Sequence[tuple[int, float]],
) -> Question:
    row = investigations().for_finding(hpo_id, ranking.model.graph)
    return Question(
        hpo_id=hpo_id,
        label=ranking.model.graph.label(hpo_id) or hpo_id,
        bits=bits,
        chances=[_expected(ranking, families[place], names[place], hpo_id, chance) for place, chance in chosen],
        investigation=row and row.without((*ranking.query.observed, *ranking.query.excluded)),
        confirming_test=investigations().confirming_test(hpo_id, ranking.model.graph),
    )


def _expected(ranking: Ranking, family: PooledFamily, name: str, hpo_id: str, chance: float) -> Expected:
    """How often a family shows a finding, in the sources' words: of the first member of which they say how often, else anything."""
    told = [(row, said) for row in family.rows[:MEMBERS] if (said := ranking.stated(row, hpo_id)).text]
    counted = [(row, said) for row, said in told if said.share is not None]
    words = next((said.text for _, said in (*counted, *told)), "")
    return Expected(name, chance, words, is_typical=any(is_typical(ranking, row, hpo_id) for row, _ in counted[:1]))
