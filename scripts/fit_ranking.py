"""Fits the `fitted` weights of the disease ranking on simulated patients and prints them as YAML.

    python scripts/fit_ranking.py [--patients 400] [--seed 1]

Half of the patients are drawn from all annotations, half from what one publication states and ranked without that
publication, so that the weights suit both a well described and a newly met disease. The weights are those under which
the true diseases are likeliest (log loss over each patient's best candidates). No real case is read.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
import yaml
from numpy.typing import NDArray
from scipy.optimize import minimize

from osler.diagnosis.ranking import LeftOut, RankingModel, default_model, rank
from osler.diagnosis.ranking.weights import Fitted
from osler.diagnosis.simulate import SimulatedPatient, simulate

Floats = NDArray[np.float64]

CANDIDATES = 200
NAMES = tuple(Fitted.model_fields)
"""The order of the weights in the vector that is optimised; all are positive, so their logarithms are searched."""
START = Fitted(
    general=0.05, family=0.05, noise=0.5, sparse_noise=2.0, literature=0.7, onset=0.7, excluded=0.2, temperature=1.2
)
UPPER = {"general": 0.5, "family": 0.5, "sparse_noise": 10.0, "literature": 1.0, "onset": 1.0, "excluded": 0.95}
"""Evidence may count less than its likelihood says, never more."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """One patient's candidates, the true one first: all that the score needs, by candidate and finding."""

    shown: Floats
    general: Floats
    family: Floats
    background: Floats
    described: Floats
    literature: Floats
    onset: Floats
    excluded: Floats


def main() -> None:
    """Draw, prepare, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patients", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    shipped = default_model()
    model = RankingModel(shipped.annotations, shipped.weights.model_copy(update={"fitted": START}))
    half = args.patients // 2
    patients = simulate(half, seed=args.seed) + simulate(half, seed=args.seed + 1, from_publication=True)
    prepared = [found for patient in patients if (found := prepare(model, patient)) is not None]
    print(
        f"# {len(prepared)} of {len(patients)} simulated patients have the true disease among {CANDIDATES} candidates"
    )
    half_described = model.weights.assumed.sparse_features
    start = np.log([getattr(START, name) for name in NAMES])
    found = minimize(
        lambda vector: loss(prepared, as_weights(vector), half_described),
        start,
        method="Nelder-Mead",
        options={"maxiter": 500, "maxfev": 500, "adaptive": True, "xatol": 1e-3, "fatol": 1e-5},
    )
    best = as_weights(found.x)
    print(f"# log loss {loss(prepared, START, half_described):.4f} at the start, {found.fun:.4f} fitted")
    print(
        f"# without excluded findings {loss(prepared, best.model_copy(update={'excluded': 1e-9}), half_described):.4f}"
    )
    print(yaml.safe_dump({"fitted": {name: float(f"{getattr(best, name):.3g}") for name in NAMES}}, sort_keys=False))


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
    ranking = rank(patient.query, model=model, left_out=left_out)
    truth = model.row_of(patient.disease_id)
    best = ranking.rows(CANDIDATES)
    if truth is None or truth not in best:
        return None
    rows = np.array([truth, *(row for row in best if row != truth)])
    terms, absent = list(ranking.findings.observed), list(ranking.findings.excluded)
    described = np.diff(model.arrays["direct_starts"])[rows].astype(np.float64)
    literature = model.arrays["literature"][rows].astype(np.float64)
    shown = np.array([model.shown(term)[rows] for term in terms], dtype=np.float64)
    general = np.array([model.general(term)[rows] for term in terms], dtype=np.float64)
    excluded = np.array([model.shown(term)[rows] for term in absent], dtype=np.float64).reshape(len(absent), len(rows))
    if left_out is not None and truth in left_out.rows:
        place = int(np.searchsorted(left_out.rows, truth))
        described[0], literature[0] = left_out.described[place], left_out.literature[place]
        shown[:, 0] = left_out.shown(np.array(terms))[place]
        excluded[:, 0] = left_out.shown(np.array(absent, dtype=np.int64))[place]
        for position, term in enumerate(terms):
            above = np.array(model.informative_ancestors(term), dtype=np.int64)
            ratio = model.background[term] / model.background[above]
            general[position, 0] = (left_out.shown(above)[place] * ratio).max(initial=0.0)
    onset = ranking.scores.factors.get("onset")
    return Prepared(
        shown=shown,
        general=general,
        family=np.array([model.family(term)[rows] for term in terms], dtype=np.float64),
        background=model.background[terms][:, None],
        described=described,
        literature=literature,
        onset=np.zeros(len(rows)) if onset is None else onset[rows] / max(model.weights.fitted.onset, 1e-9),
        excluded=excluded,
    )


def loss(prepared: list[Prepared], weights: Fitted, half_described: float) -> float:
    """Minus the mean log probability of the true disease."""
    total = 0.0
    for patient in prepared:
        noise = weights.noise * (1.0 + weights.sparse_noise * half_described / (half_described + patient.described))
        presence = (
            (1.0 - weights.general) * patient.shown
            + weights.general * patient.general
            + weights.family * patient.family
            + noise * patient.background
        )
        score = np.log(np.minimum(presence, 0.999)).sum(axis=0)
        score += weights.literature * np.log1p(patient.literature) + weights.onset * patient.onset
        score += np.log1p(-weights.excluded * patient.excluded).sum(axis=0)
        score /= weights.temperature
        top = score.max()
        total += float(np.log(np.exp(score - top).sum()) + top - score[0])
    return total / len(prepared)


if __name__ == "__main__":
    main()
