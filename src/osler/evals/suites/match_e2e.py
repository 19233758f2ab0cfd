"""A whole match over synthetic patients and trials with known answers, and what is lost at each step."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from osler.config import load_settings, mind_flags
from osler.core.agents import Runner
from osler.core.patient import PatientRecord, read_patient
from osler.core.patient.types import (
    Coding,
    Condition,
    Document,
    Medication,
    Observation,
    Presence,
    Quantity,
    Sex,
    Status,
)
from osler.core.terminology import bundled_vocabularies, vocabulary
from osler.errors import DataError
from osler.evals.framework import SuiteRun
from osler.evals.items import ItemResult, sample
from osler.evals.trials.synthetic import build
from osler.trials import CriterionResult, CriterionVerdict, Deps, TrialVerdict, match
from osler.trials.judging import PatientView, judge_criterion, topic_of
from osler.trials.registry import LocalRegistry, RawRecord
from osler.trials.settings import TrialSettings
from osler.trials.steps import aggregate_to_trial_verdict, key_facts

DATA_FORMAT = (
    "JSON {trials: [API v2 records], patients: [{id, note, facts: {age, sex, conditions, denied, medications, "
    "no_medications, labs: [{name, value, unit}], consent}}], answers: [{patient, trial, criteria: [{text, type, "
    "verdict}]}]}; without --data the set that comes with Osler"
)


_FIELDS = ("minimumage:", "maximumage:", "sex:")


class MatchE2eSuite:
    """From note to verdict: reading, searching, judging, adding up."""

    name = "match-e2e"
    summary = "key_fact_f1, candidate_recall, criterion and verdict accuracy with given and with extracted facts, the loss of each step"
    data_format = DATA_FORMAT
    options: Mapping[str, str] = {"policy": "strict (default) or clinical"}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure a mind on the shipped set or on `data`."""
        whole = _read(data)
        patients = sample(whole["patients"], limit, lambda item: str(item["id"]))
        settings = TrialSettings.model_validate({"policy": options.get("policy", "strict")})
        with tempfile.TemporaryDirectory(prefix="osler-e2e-") as folder:
            registry = LocalRegistry(Path(folder))
            registry.import_records(
                RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(whole["trials"])
            )
            found = asyncio.run(_measure(patients, whole["answers"], registry, settings, mind))
            registry.store.close()
        return SuiteRun(n=len(patients), metrics=_metrics(found), items=_items(found))


async def _measure(
    patients: Sequence[dict[str, Any]],
    answers: Sequence[dict[str, Any]],
    registry: LocalRegistry,
    settings: TrialSettings,
    mind: str,
) -> list[dict[str, Any]]:
    found = []
    async with Runner(load_settings(flags=mind_flags(mind))) as runner:
        deps = Deps(runner=runner, registry=registry, settings=settings)
        for item in patients:
            record = read_patient(item["note"], "note").record
            result = await match(record, deps=deps)
            mine = [answer for answer in answers if answer["patient"] == item["id"]]
            given = PatientView(given_record(item), bundled_vocabularies())
            matched = {trial.nct_id: trial for trial in result.trials}
            rows = []
            for answer in mine:
                study = registry.store.study(answer["trial"])
                criteria = registry.criteria(answer["trial"]) or []
                if study is None:
                    raise DataError(f"there is no trial {answer['trial']}", mend=f"the format is {DATA_FORMAT}")
                topic = topic_of(study.brief_title, bundled_vocabularies(), tuple(study.conditions))
                by_given = [judge_criterion(criterion, given, settings.policy, topic) for criterion in criteria]
                by_note = [
                    judge_criterion(criterion, PatientView(record, bundled_vocabularies()), settings.policy, topic)
                    for criterion in criteria
                ]
                trial = matched.get(answer["trial"])
                rows.append(_row(answer, by_given, by_note, trial.verdict.value if trial else None))
            found.append({"id": item["id"], "facts": _fact_counts(item["facts"], record), "rows": rows})
    return found


def _row(
    answer: Mapping[str, Any],
    by_given: Sequence[CriterionResult],
    by_note: Sequence[CriterionResult],
    matched: str | None,
) -> dict[str, Any]:
    gold = {_plain(item["text"]): CriterionVerdict(item["verdict"]) for item in answer["criteria"]}
    judged = {
        name: [
            (result.verdict, gold[_plain(result.criterion_text)])
            for result in results
            if _plain(result.criterion_text) in gold
        ]
        for name, results in (("given", by_given), ("note", by_note))
    }
    truth = aggregate_to_trial_verdict(
        [
            result.model_copy(update={"verdict": gold.get(_plain(result.criterion_text), result.verdict)})
            for result in by_given
        ]
    )
    # A trial that is closed to the patient's age or sex is rightly not found.
    reachable = all(
        verdict is not CriterionVerdict.NOT_MET for text, verdict in gold.items() if text.startswith(_FIELDS)
    )
    if matched is None and not reachable:
        matched = TrialVerdict.EXCLUDED.value
    return {
        "trial": answer["trial"],
        "reachable": reachable,
        "gold": truth.value,
        "given": aggregate_to_trial_verdict(by_given).value,
        "note": aggregate_to_trial_verdict(by_note).value,
        "matched": matched,
        "criteria": judged,
    }


def _metrics(found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    rows = [row for item in found for row in item["rows"]]
    hits, wrong, missed = (sum(item["facts"][place] for item in found) for place in range(3))
    pairs = {name: [pair for row in rows for pair in row["criteria"][name]] for name in ("given", "note")}
    accuracy = {
        name: _share(sum(guess is gold for guess, gold in listed), len(listed)) for name, listed in pairs.items()
    }
    verdict = {
        name: _share(sum(row[name] == row["gold"] for row in rows), len(rows)) for name in ("given", "note", "matched")
    }
    open_to = [row for row in rows if row["reachable"]]
    recall = _share(sum(row["matched"] is not None for row in open_to), len(open_to))
    return {
        "key_fact_f1": _share(2 * hits, 2 * hits + wrong + missed),
        "candidate_recall": recall,
        "criterion_accuracy_given": accuracy["given"],
        "criterion_accuracy_extracted": accuracy["note"],
        "verdict_accuracy_given": verdict["given"],
        "verdict_accuracy_extracted": verdict["note"],
        "verdict_accuracy": verdict["matched"],
        "loss": {
            "judging": 1 - verdict["given"],
            "reading": verdict["given"] - verdict["note"],
            "searching": verdict["note"] - verdict["matched"],
        },
        "pairs": len(rows),
        "criteria": len(pairs["given"]),
    }


def _items(found: Sequence[dict[str, Any]]) -> list[ItemResult]:
    return [
        ItemResult(
            id=f"{item['id']}/{row['trial']}",
            score=float(row["matched"] == row["gold"]),
            gold=row["gold"],
            predicted=row["matched"],
            group=row["gold"],
        )
        for item in found
        for row in item["rows"]
    ]


def _fact_counts(gold: Mapping[str, Any], record: PatientRecord) -> tuple[int, int, int]:
    """Key facts that agree, that are too many, and that are missing: age, sex, conditions, medicines, values."""
    facts = key_facts(record, bundled_vocabularies())
    wanted = {("age", str(gold["age"])), ("sex", gold["sex"])}
    wanted |= {("condition", name.casefold()) for name in gold["conditions"]}
    wanted |= {("medicine", name.casefold()) for name in gold["medications"]}
    wanted |= {("lab", f"{lab['value']:g}") for lab in gold["labs"]}
    have = {("age", f"{facts.age_years:.0f}")} if facts.age_years is not None else set()
    have |= {("sex", facts.sex)} if facts.sex else set()
    have |= {("condition", fact.name.casefold()) for fact in facts.conditions}
    have |= {("medicine", fact.name.casefold()) for fact in facts.therapies}
    have |= {("lab", fact.value.split(" ")[0]) for fact in facts.labs}
    return len(wanted & have), len(have - wanted), len(wanted - have)


def given_record(item: Mapping[str, Any]) -> PatientRecord:
    """The patient of the truth itself: facts as if they had been read without an error."""
    facts = item["facts"]
    record = PatientRecord(id=item["id"])
    record.demographics.age = f"P{facts['age']}Y"
    record.demographics.sex = Sex(facts["sex"])
    present = [(name, Presence.PRESENT) for name in facts["conditions"]]
    for number, (name, presence) in enumerate([*present, *((name, Presence.ABSENT) for name in facts["denied"])]):
        record.conditions.append(
            Condition(id=f"condition-{number}", text=name, codings=_codings(name), presence=presence)
        )
    for number, name in enumerate(facts["medications"]):
        record.medications.append(
            Medication(id=f"medication-{number}", text=name, codings=_codings(name), status=Status.ACTIVE)
        )
    for number, lab in enumerate(facts["labs"]):
        quantity = Quantity(value=lab["value"], unit=lab["unit"])
        record.observations.append(
            Observation(id=f"observation-{number}", text=lab["name"], codings=_codings(lab["name"]), quantity=quantity)
        )
    listed = f"Current medications: {', '.join(facts['medications'])}."
    statements = ["She takes no medications."] if facts["no_medications"] else [listed]
    statements += ["The patient will provide informed consent."] if facts["consent"] else []
    record.documents.append(Document(id="statements", text="\n".join(statements)))
    return record


def _codings(name: str) -> list[Coding]:
    matches = vocabulary().find(name)
    return [Coding.of(code) for code in matches[0].concept_ids] if matches else []


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(".;")


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _read(data: Path | None) -> dict[str, Any]:
    if data is None:
        return build()
    try:
        whole = json.loads(data.read_text(encoding="utf-8"))
        if all(isinstance(whole[key], list) and whole[key] for key in ("trials", "patients", "answers")):
            return dict(whole)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{data} is not of the form of this suite", mend=DATA_FORMAT) from error
    raise DataError(f"{data} has no trials, patients or answers", mend=DATA_FORMAT)


SUITE = MatchE2eSuite()
