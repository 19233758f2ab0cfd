"""Until when patients live: the share that the annotations say died in or before each stage of life."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import DiseaseAnnotations
from osler.diagnosis.ranking.onset import STAGES
from osler.diagnosis.ranking.weights import Assumed

DEATHS = {
    "HP:0034241": 0,
    "HP:0005268": 0,
    "HP:0003826": 1,
    "HP:0003811": 2,
    "HP:0001522": 3,
    "HP:0003819": 5,
    "HP:0011421": 5,
    "HP:0100613": 6,
    "HP:0033764": 7,
}
"""HPO's terms below "Age of death", and the stage of life by the end of which the patient has died."""

_COURSE = 2
_RATIO, _UNSTATED = 2, 0


def died_by(annotations: DiseaseAnnotations, size: int, assumed: Assumed) -> NDArray[np.float64]:
    """For each disease the share of patients who died by the end of each stage, as far as a source says."""
    arrays, graph = annotations.arrays, annotations.graph
    died = np.zeros((size, len(STAGES)))
    stages = {graph.index(term): stage for term, stage in DEATHS.items()}
    for entry in np.flatnonzero((arrays["aspect"] == _COURSE) & ~arrays["negated"]).tolist():
        stage = stages.get(int(arrays["term"][entry]))
        if stage is None:
            continue
        kind = arrays["kind"][entry]
        patients = float(arrays["denominator"][entry]) if kind == _RATIO else assumed.range_patients
        share = float(arrays["frequency"][entry])
        if kind == _UNSTATED:
            patients, share = assumed.bare_patients, assumed.bare_mean
        prior = assumed.frequency_strength
        pooled = (patients * share + prior * assumed.frequency_mean * float(share > 0)) / (patients + prior)
        row = int(arrays["group"][arrays["disease"][entry]])
        died[row, stage:] = np.maximum(died[row, stage:], pooled)
    return died
