"""Trials found for whole patients: graded relevance over a corpus of trial texts, beside BM25 with the note as query."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.errors import DataError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, half_of, sample
from osler.trials.retrieval import TrialTexts, WordIndex, rank_for_patient

_WORD = re.compile(r"[^\W_]+")
_KEYS = ("ndcg10", "judged_ndcg10", "recall100")


class RetrievalData(NamedTuple):
    """Patient texts, trial texts, and how relevant each judged trial is (0, 1, 2)."""

    queries: dict[str, str]
    corpus: dict[str, str]
    relevance: dict[str, dict[str, int]]


class TrialRetrievalSuite:
    """Whether the trials for a patient come first."""

    name = "trial-retrieval"
    summary = "ndcg10, judged_ndcg10 (over judged trials alone) and recall100; `baseline` is BM25 with the whole note"
    data_format = "JSON {query: {id: note}, corpus: {trial: text}, qrel: {id: {trial: 0, 1 or 2}}}"
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure on `data`; the ranking is a computation and the same for every mind."""
        found = _read(required(self, data))
        names = sample(sorted(found.queries), limit, str)
        plain = WordIndex(found.corpus, words=_all_words)
        index = TrialTexts(found.corpus, bundled_vocabularies())
        items, ours, baseline = [], [], []
        for name in names:
            note, relevant = found.queries[name], found.relevance[name]
            person = read_patient(note, "note").record
            sex = person.demographics.sex
            ranked = rank_for_patient(note, person.age_at(), sex.value if sex else None, index)
            ours.append(measures(ranked, relevant))
            whole = [plain.ids[place] for place in plain.ranked(plain.scores(Counter(_all_words(note))))]
            baseline.append(measures(whole, relevant))
            items.append(
                ItemResult(id=name, score=ours[-1]["ndcg10"], gold=ours[-1], predicted=ranked[:10], group=half_of(name))
            )
        halves = {
            half: _means([score for score, item in zip(ours, items, strict=True) if item.group == half])
            for half in "ab"
        }
        metrics: dict[str, Any] = {**_means(ours), "baseline": _means(baseline), "halves": halves}
        return SuiteRun(n=len(names), metrics=metrics, items=items)


def measures(ranked: Sequence[str], relevant: Mapping[str, int]) -> dict[str, float]:
    """The three measures of one ranking; gain of a grade is 2^grade - 1."""
    wanted = {name for name, grade in relevant.items() if grade > 0}
    judged = [name for name in ranked if name in relevant]
    return {
        "ndcg10": ndcg(ranked, relevant, 10),
        "judged_ndcg10": ndcg(judged, relevant, 10),
        "recall100": len(wanted & set(ranked[:100])) / len(wanted) if wanted else 0.0,
    }


def ndcg(ranked: Sequence[str], relevant: Mapping[str, int], depth: int) -> float:
    """Normalised discounted cumulative gain."""
    best = _gain(sorted(relevant.values(), reverse=True)[:depth])
    return _gain([relevant.get(name, 0) for name in ranked[:depth]]) / best if best else 0.0


def _gain(grades: Sequence[int]) -> float:
    return sum(float(2**grade - 1) / math.log2(place + 2) for place, grade in enumerate(grades))


def _means(scores: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {key: sum(score[key] for score in scores) / len(scores) if scores else 0.0 for key in _KEYS}


def _all_words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _read(path: Path) -> RetrievalData:
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
        judged = {name: note for name, note in whole["query"].items() if name in whole["qrel"]}
        data = RetrievalData(judged, whole["corpus"], whole["qrel"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{path} is not of the retrieval format", mend=TrialRetrievalSuite.data_format) from error
    if not data.queries or not data.corpus:
        raise DataError(f"{path} has no queries or no trials", mend=TrialRetrievalSuite.data_format)
    return data


SUITE = TrialRetrievalSuite()
