"""Fits the `fitted` and `none_known` weights of the disease ranking on simulated patients and prints them as YAML.

    python scripts/fit_ranking.py [--patients 800] [--seed 1]

Three in four patients are drawn from all annotations, one from what a single publication states and ranked without
that publication, so that the weights suit a well described disease and also a new report of a sparsely described one. The weights are those under which
the true diseases are likeliest (log loss over each patient's best candidates). No real case is read.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import yaml
from numpy.typing import NDArray

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.ranking import LeftOut, RankingModel, default_model, rank
from osler.diagnosis.ranking.ranking import explained
from osler.diagnosis.ranking.score import excluded_sum
from osler.diagnosis.ranking.weights import Fitted
from osler.evals.diagnosis.simulate import SimulatedPatient, simulate

Floats = NDArray[np.float64]

CANDIDATES = 200
NAMES = tuple(Fitted.model_fields)
"""The order of the weights in the vector that is optimised; all are positive, so their logarithms are searched."""
START = Fitted(general=0.05, noise=0.5, temperature=1.0)
UPPER = {"general": 0.5}


@dataclass(frozen=True, slots=True)
class Prepared:
    """One patient's candidates, the true one first: all that the score needs, by candidate and finding."""

    shown: Floats
    general: Floats
    borrowed: Floats
    """What its family and the disease above a subtype contribute, at their assumed weights."""
    background: Floats
    scarcity: Floats
    """How many times larger the noise is, by how much is described of a candidate."""
    counted: Floats
    """The share of each finding that counts."""
    others: Floats
    """What publications, onset, sex and excluded findings add to a candidate's score, at the assumed weights."""


def main() -> None:
    """Draw, prepare, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patients", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    shipped = default_model(bundled_vocabularies())
    model = RankingModel(shipped.vocabularies, shipped.weights.model_copy(update={"fitted": START}))
    new = args.patients // 4
    patients = simulate(args.patients - new, seed=args.seed)
    patients += simulate(new, seed=args.seed + 1, from_publication=True)
    prepared = [found for patient in patients if (found := prepare(model, patient)) is not None]
    print(
        f"# {len(prepared)} of {len(patients)} simulated patients have the true disease among {CANDIDATES} candidates"
    )
    start = np.log([getattr(START, name) for name in NAMES])
    vector, least = pattern_search(lambda one: loss(prepared, as_weights(one)), start)
    best = as_weights(vector)
    print(f"# log loss {loss(prepared, START):.4f} at the start, {least:.4f} fitted")
    print(yaml.safe_dump({"fitted": {name: float(f"{getattr(best, name):.3g}") for name in NAMES}}, sort_keys=False))
    print(yaml.safe_dump({"none_known": none_known(shipped, patients)}, sort_keys=False))


def pattern_search(function: Callable[[Floats], float], start: Floats, step: float = 0.5) -> tuple[Floats, float]:
    """The least value near a start: one coordinate after the other, with ever smaller steps."""
    best, least = start.copy(), function(start)
    while step > 1e-3:
        improved = False
        for place in range(len(best)):
            for change in (step, -step):
                tried = best.copy()
                tried[place] += change
                value = function(tried)
                if value < least:
                    best, least, improved = tried, value, True
        step = step if improved else step / 2
    return best, least


def none_known(model: RankingModel, patients: list[SimulatedPatient]) -> dict[str, float]:
    """The logistic model of a patient whose disease is not known, by how well the best disease explains the findings.

    Every patient is taken twice: as it is, and as if its disease and the family it belongs to were not known.
    """
    rows = []
    for patient in patients:
        left_out = LeftOut(model, [patient.publication]) if patient.publication else None
        ranking = rank(patient.query, model, left_out=left_out)
        truth = model.row_of(patient.disease_id)
        count = len(ranking.findings.observed)
        if truth is None or not count:
            continue
        family = model.families.members(int(model.families.number[truth]))
        rows += [(0.0, explained(ranking), count), (1.0, explained(ranking, family), count)]
    unknown = np.array([row[0] for row in rows])
    inputs = np.array([[1.0, row[1], math.log(row[2])] for row in rows])
    weights = np.zeros(3)
    for _ in range(50):
        chance = 1.0 / (1.0 + np.exp(-inputs @ weights))
        curvature = inputs.T @ (inputs * (chance * (1.0 - chance))[:, None]) + 1e-6 * np.eye(3)
        weights += np.linalg.solve(curvature, inputs.T @ (unknown - chance))
    return {
        name: float(f"{value:.3g}") for name, value in zip(("intercept", "ratio", "findings"), weights, strict=True)
    }


def as_weights(vector: Floats) -> Fitted:
    """A vector of logarithms as weights, held inside what is possible."""
    values = {name: float(np.exp(np.clip(value, -9.0, 4.0))) for name, value in zip(NAMES, vector, strict=True)}
    return Fitted(**{name: min(value, UPPER.get(name, value)) for name, value in values.items()})


def prepare(model: RankingModel, patient: SimulatedPatient) -> Prepared | None:
    """The best candidates of a patient by the starting weights, with the parts of their scores.

    A patient whose disease is not among them is left out: to add the truth to candidates that were chosen for their
    score would make whatever they were chosen by look misleading.
    """
    left_out = LeftOut(model, [patient.publication]) if patient.publication else None
    ranking = rank(patient.query, model, left_out=left_out)
    truth = model.row_of(patient.disease_id)
    best = ranking.rows(CANDIDATES)
    if truth is None or truth not in best:
        return None
    rows = np.array([truth, *(row for row in best if row != truth)])
    terms = list(ranking.findings.observed)
    described = np.diff(model.arrays["direct_starts"])[rows]
    shown = np.array([model.shown(term)[rows] for term in terms], dtype=np.float64)
    general = np.array([model.general(term)[rows] for term in terms], dtype=np.float64)
    if left_out is not None and truth in left_out.rows:
        place = int(np.searchsorted(left_out.rows, truth))
        described[0] = left_out.described[place]
        shown[:, 0] = left_out.shown(np.array(terms))[place]
        for position, term in enumerate(terms):
            above = np.array(model.informative_ancestors(term), dtype=np.int64)
            ratio = model.background[term] / model.background[above]
            general[position, 0] = (left_out.shown(above)[place] * ratio).max(initial=0.0)
    others = [values[rows] for values in ranking.scores.factors.values()]
    others.append(excluded_sum(model, ranking.findings, left_out)[rows])
    family = np.array([model.family(term)[rows] for term in terms], dtype=np.float64)
    inherited = np.array([model.inherited(term)[rows] for term in terms], dtype=np.float64)
    return Prepared(
        shown=shown,
        general=general,
        borrowed=model.borrowed_of(described) * family + model.weights.assumed.inherited * inherited,
        background=model.background[terms][:, None],
        scarcity=model.noise_of(described) / model.weights.fitted.noise,
        counted=np.array(ranking.findings.observed_shares)[:, None],
        others=np.sum(others, axis=0),
    )


def loss(prepared: list[Prepared], weights: Fitted) -> float:
    """Minus the mean log probability of the true disease."""
    total = 0.0
    for patient in prepared:
        presence = (
            (1.0 - weights.general) * patient.shown
            + weights.general * patient.general
            + patient.borrowed
            + weights.noise * patient.scarcity * patient.background
        )
        score = (patient.counted * np.log(np.minimum(presence, 0.999))).sum(axis=0) + patient.others
        score /= weights.temperature
        top = score.max()
        total += float(np.log(np.exp(score - top).sum()) + top - score[0])
    return total / len(prepared)


if __name__ == "__main__":
    main()
