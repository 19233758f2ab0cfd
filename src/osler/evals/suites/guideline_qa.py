"""Questions to a library of guidelines: the right recommendation cited, silence where there is none, whom it is for."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from osler.config import Settings, load_settings, mind_flags
from osler.core.agents import Runner
from osler.core.library import Library, SearchOptions
from osler.errors import DataError, UsageError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, half_of, sample
from osler.evals.own_sets import own_set, read_lines
from osler.guidelines import AgenticResult, AskOptions, Deps, PatientFacts, add_demo_guidelines, ask

_FIRST = 3
_OWN_SETS = ("guideline_qa_demo.jsonl", "guideline_qa_uspstf.jsonl")
_ENOUGH = 0.9
"""The share of what a set asks for that a library must have, so that the set is about it."""
_RETRIEVERS = ("auto", "bm25", "hybrid")


class Item(NamedTuple):
    """A question, the patient, and what an answer has to be."""

    id: str
    question: str
    patient: PatientFacts | None
    gold: frozenset[str]
    gold_also: frozenset[str]
    need_all: bool
    answerable: bool
    applies: bool | None
    must_say: tuple[str, ...]
    must_not_say: tuple[str, ...]


class Answer(NamedTuple):
    """What was cited, in order, what was said, and what was said not to be for the patient."""

    cited: tuple[str, ...]
    text: str
    not_applying: frozenset[str]
    silent: bool
    seconds: float
    cost: float | None


class GuidelineQaSuite:
    """The agentic flow against a plain single retrieval, on the same questions."""

    name = "guideline-qa"
    summary = "guideline questions: gold_in_3, silent_on_unanswerable, not_applicable_said, must_say, must_not_say"
    data_format = (
        'JSON lines {"id", "question", "patient": null or {"age", "sex", "conditions", "medications", "allergies", '
        '"pregnant"}, "gold": [ids], "need": any or all, "gold_also", "answerable", "applies", "must_say", "must_not_say"}; '
        "without --data, the set that comes with Osler over the library, which is the synthetic guidelines or the USPSTF recommendations"
    )
    options: Mapping[str, str] = {
        "library": "the guidelines: a file or folder; without it, the synthetic guidelines that come with Osler",
        "retriever": "auto (default: by words, and by meaning too where the extra 'embeddings' is installed), bm25 or hybrid",
    }

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure the flow with a mind, and beside it the first passages of one search."""
        asking = _asking(options.get("retriever", "auto"))
        with opened(options.get("library")) as library:
            lines = read_lines(data or _own_set_over(library) or required(self, data), self.data_format)
            items = sample([_item(line) for line in lines], limit, lambda item: item.id)
            if asking.retriever == "hybrid":
                library.embed()
            answers = {item.id: answered(item.question, item.patient, library, mind, asking) for item in items}
            by_meaning = asking.retriever != "bm25" and library.by_meaning()
            plain = {item.id: _retrieved(item, library) for item in items}
        halves = {half: [item for item in items if half_of(item.id) == half] for half in "ab"}
        return SuiteRun(
            n=len(items),
            metrics={
                **_measures(items, answers),
                "by_meaning": by_meaning,
                "single_retrieval": _measures(items, plain),
                "halves": {half: _measures(part, answers) for half, part in halves.items()},
            },
            non_answers={"no_evidence": sum(answer.silent for answer in answers.values())},
            cost_usd=_cost(answers.values()),
            seconds=sum(answer.seconds for answer in answers.values()),
            items=[_result(item, answers[item.id]) for item in items],
        )


def _own_set_over(library: Library) -> Path | None:
    """The set that comes with Osler whose recommendations this library has; None where it has those of none."""
    held = {chunk.recommendation_id or chunk.id for chunk in library.chunks()}
    for name in _OWN_SETS:
        gold = {str(one) for line in read_lines(own_set(name), "") for one in line.get("gold") or []}
        if len(gold & held) >= _ENOUGH * len(gold):
            return own_set(name)
    return None


@contextmanager
def opened(source: str | None) -> Iterator[Library]:
    """A library in a folder of its own, made of a file, a folder of files, or the synthetic guidelines."""
    with tempfile.TemporaryDirectory(prefix="osler-guidelines-") as folder:
        library = Library(Path(folder) / "library")
        if source is None:
            add_demo_guidelines(library)
        else:
            path = Path(source)
            if not path.exists():
                raise DataError(f"there is no library at {path}", mend="give a guideline file or a folder of them")
            for file in sorted(path.iterdir()) if path.is_dir() else [path]:
                library.add(file)
        yield library


def patient_of(given: Mapping[str, Any] | None) -> PatientFacts | None:
    """The patient of an item."""
    if not given:
        return None
    age = given.get("age")
    return PatientFacts(
        age_from=float(age) if age is not None else None,
        age_to=float(age) if age is not None else None,
        sex=given.get("sex") if given.get("sex") in {"female", "male"} else None,
        pregnant=given.get("pregnant") if given.get("sex") != "male" else False,
        problems=list(given.get("conditions") or []),
        medications=list(given.get("medications") or []),
        allergies=list(given.get("allergies") or []),
    )


def _asking(retriever: str) -> AskOptions:
    if retriever not in _RETRIEVERS:
        raise UsageError(f"there is no retriever {retriever!r}", mend=f"choose one of: {', '.join(_RETRIEVERS)}")
    return AskOptions.model_validate({"retriever": retriever})


def answered(
    question: str, patient: PatientFacts | None, library: Library, mind: str, options: AskOptions | None = None
) -> Answer:
    """What the flow answers."""
    started = time.perf_counter()
    result = ask(question, patient, options=options, deps=Deps(runner=Runner(_settings(mind)), libraries=[library]))
    return _answer(result, time.perf_counter() - started)


def _settings(mind: str) -> Settings:
    return load_settings(flags=mind_flags(mind))


def _answer(result: AgenticResult, seconds: float) -> Answer:
    cited = tuple(dict.fromkeys(one.recommendation_id or one.chunk_id for one in result.citations))
    unfit = frozenset(
        row.recommendation_id or row.chunk_id for row in result.recommendations if row.fit == "does_not_apply"
    )
    said = " ".join([result.final_answer_text, *(one.text for one in result.sentences)])
    return Answer(cited, said, unfit, not result.citations, seconds, result.usage.cost_usd)


def _retrieved(item: Item, library: Library) -> Answer:
    """The plain way: the first passages of one search, whoever they are for; it is never silent."""
    started = time.perf_counter()
    hits = library.search(item.question, SearchOptions(k=_FIRST * 3))
    cited = tuple(dict.fromkeys(hit.chunk.recommendation_id or hit.chunk.id for hit in hits))[:_FIRST]
    text = " ".join(hit.chunk.text for hit in hits[:_FIRST])
    return Answer(cited, text, frozenset(), not hits, time.perf_counter() - started, 0.0)


def _item(line: Mapping[str, Any]) -> Item:
    try:
        return Item(
            id=str(line["id"]),
            question=str(line["question"]),
            patient=patient_of(line.get("patient")),
            gold=frozenset(map(str, line.get("gold") or [])),
            gold_also=frozenset(map(str, line.get("gold_also") or [])),
            need_all=line.get("need") == "all",
            answerable=bool(line["answerable"]),
            applies=line.get("applies"),
            must_say=tuple(line.get("must_say") or ()),
            must_not_say=tuple(line.get("must_not_say") or ()),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DataError("a line is no guideline question", mend=GuidelineQaSuite.data_format) from error


def _found(item: Item, answer: Answer) -> bool:
    first = set(answer.cited[:_FIRST])
    return item.gold <= first if item.need_all else bool((item.gold | item.gold_also) & first)


def _says(text: str, wanted: str) -> bool:
    return any(one.strip().casefold() in text.casefold() for one in wanted.split("|"))


def _measures(items: Sequence[Item], answers: Mapping[str, Answer]) -> dict[str, Any]:
    asked = [item for item in items if item.answerable and item.gold]
    unanswerable = [item for item in items if not item.answerable]
    unfit = [item for item in asked if item.applies is False]
    saying = [(item, wanted) for item in asked for wanted in item.must_say]
    forbidden = [(item, wanted) for item in items for wanted in item.must_not_say]
    return {
        "gold_in_3": _share(_found(item, answers[item.id]) for item in asked),
        "gold_first": _share(bool(item.gold & set(answers[item.id].cited[:1])) for item in asked),
        "silent_on_unanswerable": _share(answers[item.id].silent for item in unanswerable),
        "silent_on_answerable": _share(answers[item.id].silent for item in asked),
        "not_applicable_said": _share(
            bool((item.gold | item.gold_also) & answers[item.id].not_applying & set(answers[item.id].cited))
            for item in unfit
        ),
        "must_say": _share(_says(answers[item.id].text, wanted) for item, wanted in saying),
        "must_not_say": _share(not _says(answers[item.id].text, wanted) for item, wanted in forbidden),
        "n_answerable": len(asked),
        "n_unanswerable": len(unanswerable),
        "n_not_applicable": len(unfit),
    }


def _share(values: Iterator[bool]) -> float | None:
    known = list(values)
    return sum(known) / len(known) if known else None


def _cost(answers: Any) -> float | None:
    costs = [answer.cost for answer in answers]
    return None if None in costs else sum(costs)


def _result(item: Item, answer: Answer) -> ItemResult:
    right = _found(item, answer) if item.answerable else answer.silent
    if item.applies is False:
        right = right and bool((item.gold | item.gold_also) & answer.not_applying)
    return ItemResult(
        id=item.id,
        score=float(right),
        gold=sorted(item.gold) or None,
        predicted=list(answer.cited[:5]),
        group="unanswerable" if not item.answerable else "not_applicable" if item.applies is False else "answerable",
    )


SUITE = GuidelineQaSuite()
