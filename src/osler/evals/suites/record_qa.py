"""Whether questions over one patient's record are answered: the right value, an honest "none", a refusal where due."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import tempfile
import time
import zipfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from osler.config import OFFLINE, load_settings, mind_flags
from osler.consult import Deps
from osler.consult.meant import question_in_plain_words
from osler.consult.steps import ask_record
from osler.core.agents import Runner
from osler.core.graph import LadybugGraphs, QueryLimits, project
from osler.core.patient import PatientRecord, read_patient
from osler.errors import DataError, UsageError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, half_of, sample
from osler.evals.record_scores import score


class RecordQaSuite:
    """Is the answer the record's?"""

    name = "record-qa"
    summary = "Questions over FHIR records: accuracy by answer, answerable questions refused"
    data_format = (
        'JSON Lines {"id", "patient", "as_of", "question", "answer": {"type", "value", "unit", …}}; see --patients'
    )
    options: Mapping[str, str] = {"patients": "zip or folder of the FHIR bundles that the questions name"}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Load each patient's graph once and ask."""
        path = required(self, data)
        if "patients" not in options:
            raise UsageError("suite 'record-qa' needs --patients", mend="give the zip of the FHIR bundles")
        questions = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        questions = sample(questions, limit, lambda item: item["id"])
        with tempfile.TemporaryDirectory() as folder:
            graphs = LadybugGraphs(Path(folder) / "graphs", limits=QueryLimits(rows=5000, seconds=10))
            patients = _load(Path(options["patients"]), {item["patient"] for item in questions}, graphs, Path(folder))
            started = time.perf_counter()
            items = asyncio.run(_answer_all(questions, graphs, patients, mind))
            seconds = time.perf_counter() - started
            graphs.close()
        return SuiteRun(n=len(items), metrics=_metrics(questions, items), seconds=seconds, items=items)


SUITE = RecordQaSuite()


def _load(source: Path, wanted: set[str], graphs: LadybugGraphs, scratch: Path) -> dict[str, PatientRecord]:
    """The patients' records by the name of their bundle."""
    found: dict[str, PatientRecord] = {}
    for name, content in _files(source):
        if name in wanted:
            file = scratch / name
            file.write_bytes(content)
            record = read_patient(file).record
            graphs.load(record.id, project(record))
            found[name] = record
    if missing := sorted(wanted - set(found)):
        raise DataError(f"{source} does not hold {missing[0]}", mend="give the bundles that the questions name")
    return found


def _files(source: Path) -> list[tuple[str, bytes]]:
    if source.is_dir():
        return [(file.name, file.read_bytes()) for file in sorted(source.rglob("*.json"))]
    with zipfile.ZipFile(source) as archive:
        return [(Path(name).name, archive.read(name)) for name in archive.namelist() if name.endswith(".json")]


async def _answer_all(
    questions: list[dict[str, Any]], graphs: LadybugGraphs, patients: Mapping[str, PatientRecord], mind: str
) -> list[ItemResult]:
    settings = load_settings(flags=mind_flags(mind, ("fast", "reasoning")))
    items = []
    async with Runner(settings) as runner:
        deps = Deps(runner=runner)
        for item in questions:
            record, today, question = patients[item["patient"]], dt.date.fromisoformat(item["as_of"]), item["question"]
            if runner.mind_of("fast") == OFFLINE:
                question = question_in_plain_words(question, record, today, deps.vocabularies)
            outcome = await ask_record(
                question,
                graphs=graphs,
                patient_id=record.id,
                today=today,
                deps=deps,
            )
            answer = outcome.output.model_dump() if outcome.output else {"type": "unanswerable", "value": None}
            shown = {key: answer.get(key) for key in ("type", "value", "unit", "reason")}
            gained = score(item["answer"], answer, item["question"])
            items.append(
                ItemResult(
                    id=item["id"], score=gained, gold=item["answer"], predicted=shown, group=item.get("intent", "")
                )
            )
    return items


def _metrics(questions: list[dict[str, Any]], items: list[ItemResult]) -> dict[str, Any]:
    by_intent: dict[str, list[float]] = defaultdict(list)
    halves: dict[str, list[float]] = defaultdict(list)
    for item in items:
        by_intent[item.group].append(item.score)
        halves[half_of(item.id)].append(item.score)
    answerable = [item for item in items if item.gold["type"] != "unanswerable"]
    refused = sum(item.predicted["type"] == "unanswerable" for item in answerable)
    return {
        "accuracy": _mean([item.score for item in items]),
        "refused_answerable": refused / len(answerable) if answerable else 0.0,
        "macro": _mean([_mean(scores) for scores in by_intent.values()]),
        "by_intent": {intent: _mean(scores) for intent, scores in sorted(by_intent.items())},
        "halves": {half: _mean(scores) for half, scores in sorted(halves.items())},
    }


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0
