"""Ranks cases by hpo3's similarity, in the environment where hpo3 is installed; runs as a script of its own.

Reads `{"cases": [{"observed": [...], "diagnosis": "OMIM:…"}]}` on standard input and writes
`{"version": …, "places": [...], "seconds": …}`. It imports nothing of Osler, which that environment does not have.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from importlib.metadata import version
from typing import Any


def main() -> None:
    """Rank every OMIM disease for each case (Lin similarity, funSimAvg, its best measure here)."""
    pyhpo: Any = import_module("pyhpo")
    pyhpo.Ontology()
    diseases = [(f"OMIM:{disease.id}", pyhpo.HPOSet.from_disease(disease)) for disease in pyhpo.Ontology.omim_diseases]
    diseases = [(name, terms) for name, terms in diseases if len(terms)]
    row = {name: place for place, (name, _) in enumerate(diseases)}
    sets = [terms for _, terms in diseases]
    places: list[float | None] = []
    started = time.perf_counter()
    for case in json.load(sys.stdin)["cases"]:
        if case["diagnosis"] not in row:
            places.append(None)
            continue
        known = []
        for term in case["observed"]:
            try:
                pyhpo.Ontology.hpo(int(term.partition(":")[2]))
            except (KeyError, ValueError):
                continue
            known.append(term)
        scores = pyhpo.HPOSet.from_queries(known).similarity_scores(sets, "omim", "lin", "funSimAvg")
        own = scores[row[case["diagnosis"]]]
        places.append(sum(score > own for score in scores) + (sum(score == own for score in scores) + 1) / 2)
    json.dump({"version": version("hpo3"), "places": places, "seconds": time.perf_counter() - started}, sys.stdout)


if __name__ == "__main__":
    main()
