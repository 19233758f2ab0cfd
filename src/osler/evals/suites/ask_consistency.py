"""The same question in other words: does it get the same citations and the same applicability?"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from osler.core.library import Library, SearchOptions
from osler.errors import DataError
from osler.evals.framework import SuiteRun
from osler.evals.items import ItemResult, half_of, sample
from osler.evals.own_sets import own_set, read_lines
from osler.evals.suites.guideline_qa import Answer, answered, opened, patient_of
from osler.guidelines import PatientFacts

_FIRST = 3


class Item(NamedTuple):
    """One question in several wordings, the patient, and the recommendation that answers it."""

    id: str
    questions: list[str]
    patient: PatientFacts | None
    gold: frozenset[str]


class ConsistencySuite:
    """Agentic against plain single retrieval: adherence, consistency, latency and cost."""

    name = "ask-consistency"
    summary = (
        "paraphrases of one question: same_gold, same_applicability, adherence, latency and cost, against one search"
    )
    data_format = (
        'JSON lines {"id", "questions": [the same question in several wordings], "patient", "gold": [ids]}; '
        "without --data, the set over the synthetic guidelines that comes with Osler"
    )
    options: Mapping[str, str] = {
        "library": "the guidelines: a file or folder; without it, the synthetic guidelines that come with Osler",
    }

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Ask every wording, by the flow and by one search."""
        lines = read_lines(data or own_set("ask_consistency.jsonl"), self.data_format)
        items = sample([_item(line) for line in lines], limit, lambda item: item.id)
        with opened(options.get("library")) as library:
            agentic = {
                item.id: [answered(one, item.patient, library, mind) for one in item.questions] for item in items
            }
            plain = {item.id: [_searched(one, library) for one in item.questions] for item in items}
        halves = {half: [item for item in items if half_of(item.id) == half] for half in "ab"}
        costs = [answer.cost for answers in agentic.values() for answer in answers]
        return SuiteRun(
            n=sum(len(item.questions) for item in items),
            metrics={
                **_measures(items, agentic),
                "agentic": _measures(items, agentic),
                "single_retrieval": _measures(items, plain),
                "halves": {half: _measures(part, agentic) for half, part in halves.items()},
            },
            cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
            seconds=sum(answer.seconds for answers in agentic.values() for answer in answers),
            items=[
                ItemResult(
                    id=item.id,
                    score=_same(_cites(item, answer) for answer in agentic[item.id]),
                    gold=sorted(item.gold),
                    predicted=[list(answer.cited[:_FIRST]) for answer in agentic[item.id]],
                )
                for item in items
            ],
        )


def _item(line: Mapping[str, Any]) -> Item:
    try:
        questions = [str(one) for one in line["questions"]]
        return Item(str(line["id"]), questions, patient_of(line.get("patient")), frozenset(map(str, line["gold"])))
    except (KeyError, TypeError) as error:
        raise DataError("a line holds no question in several wordings", mend=ConsistencySuite.data_format) from error


def _searched(question: str, library: Library) -> Answer:
    started = time.perf_counter()
    hits = library.search(question, SearchOptions(k=_FIRST))
    cited = tuple(dict.fromkeys(hit.chunk.recommendation_id or hit.chunk.id for hit in hits))
    return Answer(cited, "", frozenset(), not hits, time.perf_counter() - started, 0.0)


def _cites(item: Item, answer: Answer) -> bool:
    return bool(item.gold & set(answer.cited[:_FIRST]))


def _measures(items: Sequence[Item], answers: Mapping[str, Sequence[Answer]]) -> dict[str, Any]:
    cited = [_same(frozenset(item.gold & set(one.cited[:_FIRST])) for one in answers[item.id]) for item in items]
    first = [_same(one.cited[:1] for one in answers[item.id]) for item in items]
    fits = [_same(frozenset(item.gold & one.not_applying) for one in answers[item.id]) for item in items]
    right = [_cites(item, one) for item in items for one in answers[item.id]]
    taken = [one.seconds for item in items for one in answers[item.id]]
    return {
        "same_gold": _mean(cited),
        "same_first_citation": _mean(first),
        "same_applicability": _mean(fits),
        "adherence": _mean(map(float, right)),
        "ms_median": 1000 * statistics.median(taken) if taken else 0.0,
        "questions": len(items),
        "wordings": len(right),
    }


def _same(values: Iterable[object]) -> float:
    """The share of wordings that agree with the most frequent outcome."""
    known = list(values)
    return max(Counter(known).values()) / len(known) if known else 1.0


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return sum(known) / len(known) if known else 0.0


SUITE = ConsistencySuite()
