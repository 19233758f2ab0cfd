"""Features of one sex: what the ontology says only men or women can have, and what the annotations limit to one sex."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import DiseaseAnnotations, HpoGraph

Sex = Literal["male", "female", "unknown"]

ONLY_IN: dict[Sex, dict[str, str]] = {
    "female": {
        "HP:0010460": "Abnormality of the female genitalia",
        "HP:0000140": "Abnormality of the menstrual cycle",
        "HP:0008209": "Premature ovarian insufficiency",
    },
    "male": {
        "HP:0010461": "Abnormality of the male genitalia",
        "HP:0012874": "Abnormal male reproductive system physiology",
        "HP:0000771": "Gynecomastia",
    },
}
"""By sex, the branches of the HPO that by their definition are found in that sex alone, with their labels."""

_OTHER: dict[Sex, Sex] = {"male": "female", "female": "male"}
CODES: dict[Sex, int] = {"male": 1, "female": 2}
"""How the annotations write a sex (`SEXES` of the compiled annotations)."""


def impossible_terms(graph: HpoGraph, sex: Sex) -> NDArray[np.bool_]:
    """The terms that a patient of a sex cannot show; none where the sex is not known."""
    mask = np.zeros(len(graph), dtype=bool)
    for hpo_id in ONLY_IN[_OTHER[sex]] if sex in _OTHER else ():
        index = graph.index(hpo_id)
        if index is not None:
            mask[graph.offspring(index)] = True
    return mask


def limited_cells(annotations: DiseaseAnnotations, entries: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
    """The features that every statement about them limits to one sex: their keys (disease, term) and the sex's code."""
    arrays = annotations.arrays
    keys = arrays["group"][arrays["disease"][entries]].astype(np.int64) * len(annotations.graph)
    keys += arrays["term"][entries]
    sex = arrays["sex"][entries]
    unique, place = np.unique(keys, return_inverse=True)
    lowest = np.full(len(unique), 9, dtype=np.uint8)
    highest = np.zeros(len(unique), dtype=np.uint8)
    np.minimum.at(lowest, place, sex)
    np.maximum.at(highest, place, sex)
    limited = (lowest == highest) & (highest > 0)
    return {"limited_key": unique[limited], "limited_sex": highest[limited]}


def limited_to_other(arrays: dict[str, NDArray[Any]], sex: Sex) -> NDArray[np.int64]:
    """The keys of the features that the annotations limit to the other sex than the patient's."""
    keys: NDArray[np.int64] = arrays["limited_key"]
    return keys[arrays["limited_sex"] == CODES[_OTHER[sex]]] if sex in _OTHER else keys[:0]
