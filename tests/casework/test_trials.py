"""A match on the record: stored, compared, replayed, reviewed; and patients kept apart."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from osler.casework import TRIALS, match_case, screen_patients
from osler.casework.screening import SCREENING
from osler.casework.trials import likely_diagnoses
from osler.core.review import Decision, open_review_queue
from osler.core.runs import open_store
from osler.core.runs.replay import replay_run
from osler.core.terminology import bundled_vocabularies
from osler.trials import CriterionVerdict, outdated
from osler.trials.registry import LocalRegistry
from osler.trials.registry.local import RawRecord
from osler.trials.report import criterion_rows, render_html, to_research_subjects
from osler.trials.reviewing import REVIEW_KIND
from tests.trials.patients import ASTHMA_NOTE, patient
from tests.trials.studies import record

OPEN = record(
    "NCT99000012",
    title="Asthma with a laboratory value",
    eligibility="Inclusion Criteria:\n\n* Diagnosis of asthma\n\nExclusion Criteria:\n\n* Serum creatinine > 2 mg/dL",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    registry = LocalRegistry(tmp_path / "index")
    registry.import_records([RawRecord("one", json.dumps(OPEN).encode())])
    registry.store.close()
    return tmp_path / "index"


async def test_a_match_is_a_run_that_can_be_replayed_and_compared(folder: Path) -> None:
    first = await match_case(patient(), folder=folder)
    assert first.stored
    stored = open_store().get(first.run_id or "")
    assert stored.capability == "trials"
    again = await TRIALS.replay(stored)
    assert again["trials"] == json.loads(first.model_dump_json())["trials"]
    compared = await replay_run(stored)
    assert (compared.same_result, compared.differences) == (True, [])
    told = await match_case(patient(f"{ASTHMA_NOTE} Serum creatinine 0.9 mg/dL."), folder=folder)
    assert TRIALS.compare(first, told).lines() == [
        "verdict: NCT99000012 UNCERTAIN to ELIGIBLE",
        "criterion: NCT99000012 UNKNOWN to NOT_MET: Serum creatinine > 2 mg/dL",
    ]


async def test_a_run_on_a_note_is_found_by_its_file(folder: Path) -> None:
    """Two notes without an id of their own are two patients of the run store."""
    for name in ("ward/a.txt", "ward/b.txt"):
        await match_case(patient(), folder=folder, called=name)
    assert [run.patient for run in open_store().list_runs(patient="ward/b.txt")] == ["ward/b.txt"]


async def test_a_persons_verdict_survives_and_stays_with_its_patient(folder: Path) -> None:
    await match_case(patient(), folder=folder)
    queue = open_review_queue()
    (item,) = [item for item in queue.items(kind=REVIEW_KIND) if "creatinine" in item.subject]
    decision = Decision(verdict="corrected", by="Dr Test", at=datetime.now(UTC), outcome={"value": "NOT_MET"})
    queue.decide(item, decision)
    again = await match_case(patient(), folder=folder)
    (trial,) = again.trials
    assert trial.verdict.value == "ELIGIBLE"
    reviewed = trial.criteria[-1]
    assert reviewed.verdict is CriterionVerdict.NOT_MET
    assert "Dr Test" in reviewed.review
    other = await match_case(patient(f"{ASTHMA_NOTE} She likes tea."), folder=folder)
    assert other.trials[0].criteria[-1].verdict is CriterionVerdict.UNKNOWN


async def test_a_persons_verdict_does_not_outlive_a_fact_that_is_new(folder: Path) -> None:
    await match_case(patient(), folder=folder, origin="/patients/anna.txt")
    queue = open_review_queue()
    (item,) = [item for item in queue.items(kind=REVIEW_KIND) if "creatinine" in item.subject]
    decision = Decision(verdict="corrected", by="Dr Test", at=datetime.now(UTC), outcome={"value": "NOT_MET"})
    queue.decide(item, decision)
    note = f"{ASTHMA_NOTE} Serum creatinine 9.0 mg/dL."
    grown = await match_case(patient(note), folder=folder, origin="/patients/anna.txt")
    (trial,) = grown.trials
    now = trial.criteria[-1]
    assert (trial.verdict.value, now.verdict, now.decided_by) == ("EXCLUDED", CriterionVerdict.MET, "offline")
    assert "Dr Test" in now.review
    assert now.disagreement
    assert outdated(trial) == [now]
    asked = [item for item in queue.items(kind=REVIEW_KIND) if "creatinine" in item.subject]
    assert any("now states otherwise" in reason for item in asked for reason in item.reasons)


async def test_a_persons_verdict_outlives_a_changed_note_and_not_a_changed_patient(folder: Path) -> None:
    await match_case(patient(), folder=folder, origin="/patients/anna.txt")
    queue = open_review_queue()
    (item,) = [item for item in queue.items(kind=REVIEW_KIND) if "creatinine" in item.subject]
    decision = Decision(verdict="corrected", by="Dr Test", at=datetime.now(UTC), outcome={"value": "NOT_MET"})
    queue.decide(item, decision)
    grown = await match_case(patient(f"{ASTHMA_NOTE} She likes tea."), folder=folder, origin="/patients/anna.txt")
    kept = grown.trials[0].criteria[-1]
    assert (kept.verdict, kept.decided_by) == (CriterionVerdict.NOT_MET, "Dr Test")
    assert kept.review.endswith("decided before the record changed")
    (asked,) = [item for item in queue.items(kind=REVIEW_KIND) if "creatinine" in item.subject]
    assert asked.reasons[0].startswith("the record changed after a person decided: NOT_MET by Dr Test")
    same = await match_case(patient(), folder=folder, origin="/patients/anna.txt")
    assert not same.trials[0].criteria[-1].review.endswith("changed")
    again = await TRIALS.replay(open_store().get(grown.run_id or ""))
    assert again["trials"] == json.loads(grown.model_dump_json())["trials"]
    stranger = (
        "Mr B. is a 71-year-old man with asthma who was operated on for a hernia in spring and walks his dog daily."
    )
    other = await match_case(patient(stranger), folder=folder, origin="/patients/anna.txt")
    left = other.trials[0].criteria[-1]
    assert left.verdict is CriterionVerdict.UNKNOWN
    assert left.review.startswith("not used: NOT_MET by Dr Test")


async def test_screening_asks_persons_and_takes_their_word(folder: Path, tmp_path: Path) -> None:
    patients = tmp_path / "patients"
    patients.mkdir()
    (patients / "anna.txt").write_text(ASTHMA_NOTE, encoding="utf-8")
    await screen_patients("NCT99000012", patients, folder=folder)
    queue = open_review_queue()
    (item,) = [item for item in queue.items(kind=REVIEW_KIND) if "creatinine" in item.subject]
    assert "anna.txt" in item.source
    queue.decide(item, Decision(verdict="corrected", by="Dr Test", at=datetime.now(UTC), outcome={"value": "NOT_MET"}))
    again = await screen_patients("NCT99000012", patients, folder=folder)
    assert again.reused == 1
    assert again.patients[0].verdict.value == "ELIGIBLE"
    assert "Dr Test" in again.patients[0].result.criteria[-1].review
    matched = await match_case(patient(), folder=folder, origin=str((patients / "anna.txt").resolve()))
    assert "Dr Test" in matched.trials[0].criteria[-1].review
    assert "changed" not in matched.trials[0].criteria[-1].review
    replayed = await SCREENING.replay(open_store().get(again.run_id or ""))
    assert replayed["patients"] == json.loads(again.model_dump_json())["patients"]


async def test_a_replay_does_not_look_into_todays_index(folder: Path) -> None:
    first = await match_case(patient(), folder=folder)
    changed = record("NCT99000012", title="Asthma", eligibility="Inclusion Criteria:\n\n* Diagnosis of gout")
    registry = LocalRegistry(folder)
    registry.import_records([RawRecord("one", json.dumps(changed).encode())])
    registry.store.close()
    again = await TRIALS.replay(open_store().get(first.run_id or ""))
    assert again["trials"] == json.loads(first.model_dump_json())["trials"]


async def test_a_second_screening_judges_only_what_changed(folder: Path, tmp_path: Path) -> None:
    patients = tmp_path / "patients"
    patients.mkdir()
    for number in range(3):
        (patients / f"{number}.txt").write_text(f"{ASTHMA_NOTE} Visit {number}.", encoding="utf-8")
    first = await screen_patients("NCT99000012", patients, folder=folder)
    assert (first.judged, first.reused, len(first.patients)) == (3, 0, 3)
    assert [(step.removes, step.unknown) for step in first.funnel][-1] == (0, 3)
    (patients / "1.txt").write_text(f"{ASTHMA_NOTE} Serum creatinine 3 mg/dL.", encoding="utf-8")
    second = await screen_patients("NCT99000012", patients, folder=folder)
    assert (second.judged, second.reused) == (1, 2)
    assert second.counts == {"UNCERTAIN": 2, "EXCLUDED": 1}
    clinical = await screen_patients("NCT99000012", patients, folder=folder, policy="clinical")
    assert clinical.reused == 0
    afresh = await screen_patients("NCT99000012", patients, folder=folder, reuse=False)
    assert (afresh.judged, afresh.reused) == (3, 0)


async def test_what_was_judged_afresh_is_kept_for_the_next_time(folder: Path, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text(ASTHMA_NOTE, encoding="utf-8")
    afresh = await screen_patients("NCT99000012", note, folder=folder, reuse=False)
    again = await screen_patients("NCT99000012", note, folder=folder)
    assert (afresh.reused, again.reused) == (0, 1)


async def test_unreadable_patients_are_listed_and_the_others_judged(folder: Path, tmp_path: Path) -> None:
    lines = [json.dumps({"id": "p1", "text": ASTHMA_NOTE}), "{broken", json.dumps({"id": "p2", "text": ASTHMA_NOTE})]
    file = tmp_path / "patients.ndjson"
    file.write_text("\n".join(lines), encoding="utf-8")
    screening = await screen_patients("NCT99000012", file, folder=folder)
    assert [item.patient_id for item in screening.patients] == ["p1", "p2"]
    assert [(one.source, one.code) for one in screening.unread] == [(f"{file}:2", "data")]
    assert screening.status == "partial"


async def test_a_spreadsheet_of_patients(folder: Path, tmp_path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["id", "note", "age", "sex"])
    sheet.append(["p1", "Asthma since childhood.", 44, "female"])
    sheet.append(["p2", "Asthma since childhood.", 12, "male"])
    book.save(tmp_path / "patients.xlsx")
    screening = await screen_patients("NCT99000012", tmp_path / "patients.xlsx", folder=folder)
    assert {item.patient_id: item.verdict.value for item in screening.patients} == {"p1": "UNCERTAIN", "p2": "EXCLUDED"}


def test_findings_bring_likely_diagnoses_that_are_marked_as_such() -> None:
    marfan = ["HP:0001166", "HP:0001083", "HP:0002650", "HP:0002616"]
    found = likely_diagnoses(marfan, 20.0, "male", bundled_vocabularies())
    assert found
    assert all("likely" in fact.value for fact in found)
    assert likely_diagnoses(marfan[:1], 20.0, "male", bundled_vocabularies()) == []


async def test_a_match_bears_the_name_by_which_the_patient_came(folder: Path) -> None:
    result = await match_case(patient(), folder=folder, called="anna.txt")
    assert result.patient_id == "anna.txt"
    (row, *_) = criterion_rows(result)
    assert row[0] == "anna.txt"
    assert "anna.txt" in render_html(result)
    subject = to_research_subjects(result)["entry"][1]["resource"]
    assert subject["individual"] == {
        "type": "Patient",
        "identifier": {"system": "urn:osler:patient", "value": "anna.txt"},
        "display": "anna.txt",
    }
    assert all(
        "anna.txt" in item.source and "NCT99000012" in item.source
        for item in open_review_queue().items(kind=REVIEW_KIND)
    )


async def test_a_screening_tells_of_names_twice_of_strangers_to_the_trial_and_of_trials_without_text(
    tmp_path: Path,
) -> None:
    registry = LocalRegistry(tmp_path / "index")
    registry.import_records([RawRecord("one", json.dumps(record("NCT99000014", eligibility="")).encode())])
    registry.store.close()
    lines = [{"id": "a", "text": ASTHMA_NOTE}, {"id": "a", "text": ASTHMA_NOTE}]
    lines.append({"id": "b", "text": "A 60-year-old woman with gout and a hip fracture."})
    patients = tmp_path / "patients.ndjson"
    patients.write_text("\n".join(json.dumps(line) for line in lines))
    screening = await screen_patients("NCT99000014", patients, folder=tmp_path / "index")
    assert [item.verdict.value for item in screening.patients] == ["UNCERTAIN", "UNCERTAIN", "NOT_RELEVANT"]
    assert "no eligibility text" in screening.patients[0].result.reason
    assert [problem.path for problem in screening.problems] == ["a"]


async def test_what_keeps_a_patient_out_can_be_overruled(folder: Path) -> None:
    note = ASTHMA_NOTE.replace("with asthma", "with gout, without asthma,")
    out = await match_case(patient(note), folder=folder, origin="/patients/carl.txt")
    excluded = [trial for trial in out.trials if trial.verdict.value == "EXCLUDED"]
    queued = [
        item for item in open_review_queue().items(kind=REVIEW_KIND) if "it keeps the patient out" in item.reasons
    ]
    assert len(queued) == len(excluded)
