"""The red-flag step: by whatever way a finding came, what is history, what a model adds, and going on."""

from __future__ import annotations

import datetime as dt
import io
import json

import pytest
from rich.console import Console

from osler.core.agents import Runner
from osler.core.patient import PatientRecord
from osler.core.patient.types import ClinicalTime, Coding, Document, Observation, Phenotype, Quantity
from osler.core.safety import PatientContext, Reading
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis import CodedFinding, Deps, DiagnosisInput, case_of, diagnose, run
from osler.diagnosis.report import render_html
from osler.diagnosis.types import ACKNOWLEDGED, AgentOutput
from osler.surfaces.cli.diagnosis_view import show
from tests.core.agents.scripted import Script
from tests.diagnosis.notes import note

TODAY = Deps(today=dt.date(2020, 6, 1))


def _rules(output: AgentOutput) -> dict[str, str]:
    return {flag.rule_id: flag.severity.value for flag in output.red_flags}


@pytest.mark.parametrize(
    "case",
    [
        DiagnosisInput(findings=[CodedFinding(term="HP:0001695")]),
        DiagnosisInput(findings=[CodedFinding(term="Cardiac arrest")]),
        DiagnosisInput(findings=[CodedFinding(term="heart has stopped")]),
        DiagnosisInput(notes=[note("She is in cardiac arrest.")]),
    ],
    ids=["code", "name", "lay words", "note"],
)
def test_an_emergency_stops_however_it_came(case: DiagnosisInput) -> None:
    output = diagnose(case, deps=TODAY)
    assert output.status == "urgent"
    assert _rules(output)["cardiac-arrest"] == "URGENT"
    assert output.disease_candidates == []


def test_a_value_of_the_record_stops_and_an_old_one_does_not() -> None:
    record = PatientRecord(
        id="p",
        as_of="2020-06-01",
        phenotypes=[Phenotype(id="f1", codings=[Coding(system="HP", code="0001252")])],
        observations=[
            Observation(
                id="o1",
                codings=[Coding(system="LOINC", code="2823-3", display="Potassium")],
                time=ClinicalTime.on("2020-05-31"),
                quantity=Quantity(value=7.4, unit="mmol/L"),
            )
        ],
    )
    assert "high-potassium" in _rules(diagnose(case_of(record, bundled_vocabularies()), deps=TODAY))
    record.observations[0].time = ClinicalTime.on("2016-05-31")
    assert diagnose(case_of(record, bundled_vocabularies()), deps=TODAY).status != "urgent"


def test_values_come_in_the_units_they_were_measured_in() -> None:
    context = PatientContext(readings=[Reading(measure="glucose", value=30.0)])
    case = DiagnosisInput(findings=[CodedFinding(term="HP:0001252")], context=context)
    assert "low-glucose" in _rules(diagnose(case, deps=TODAY))


@pytest.mark.parametrize(
    "finding",
    [
        CodedFinding(term="HP:0001695", resolved=True),
        CodedFinding(term="HP:0001695", happened=dt.date(2016, 3, 1)),
        CodedFinding(term="HP:0001695", recorded=dt.date(2016, 3, 1)),
        CodedFinding(term="Cardiac arrest", happened=dt.date(2016, 3, 1)),
        CodedFinding(term="HP:0001695", onset_years=3.0),
    ],
    ids=["resolved", "dated", "recorded", "dated by name", "by age"],
)
def test_an_old_event_is_history_and_does_not_stop(finding: CodedFinding) -> None:
    output = diagnose(DiagnosisInput(findings=[finding], age_years=7.0, as_of=dt.date(2020, 6, 1)), deps=TODAY)
    assert output.status != "urgent"
    (flag,) = output.red_flags
    assert (flag.rule_id, flag.severity.value, flag.standing) == ("cardiac-arrest", "WARNING", "past")
    assert output.disease_candidates


def test_a_dated_event_in_a_note_is_history_by_the_date_of_the_note() -> None:
    text = "Cardiac arrest in March 2016, well since. She has ataxia."
    assert diagnose(DiagnosisInput(notes=[note(text)]), deps=TODAY).status != "urgent"
    then = DiagnosisInput(notes=[note(text)], as_of=dt.date(2016, 3, 20))
    assert diagnose(then, deps=TODAY).status == "urgent"


def test_an_old_note_is_history_as_a_whole() -> None:
    documents = [Document(id="note", text="She is in status epilepticus. She has ataxia.", written="2016-03-01")]
    old = case_of(PatientRecord(id="p", as_of="2020-06-01", documents=documents), bundled_vocabularies())
    output = diagnose(old, deps=TODAY)
    assert output.status != "urgent"
    assert _rules(output)["status-epilepticus"] == "WARNING"
    recent = case_of(PatientRecord(id="p", as_of="2016-03-02", documents=documents), bundled_vocabularies())
    assert diagnose(recent, deps=TODAY).status == "urgent"


def test_acknowledged_flags_stay_over_an_analysis_that_goes_on() -> None:
    case = DiagnosisInput(
        findings=[CodedFinding(term="HP:0002133"), CodedFinding(term="HP:0001252")], acknowledged=True
    )
    output = diagnose(case, deps=TODAY)
    assert output.acknowledged
    assert output.status != "urgent"
    assert output.disease_candidates
    assert _rules(output)["status-epilepticus"] == "URGENT"
    assert ACKNOWLEDGED in render_html(output)
    calm = diagnose(DiagnosisInput(findings=[CodedFinding(term="HP:0001252")], acknowledged=True), deps=TODAY)
    assert not calm.acknowledged
    assert ACKNOWLEDGED not in render_html(calm)


NOTE = "The girl has ataxia. Since noon the world around her looks upside down and she topples over. No hearing loss."


def _deps(*emergencies: dict[str, str]) -> Deps:
    def reply(told: str) -> str:
        return json.dumps(list(emergencies) if "emergency" in told else [])

    handle = Script(reply).handle(structure="prompted")
    return Deps(runner=Runner(models={"fast": handle}), today=dt.date(2020, 6, 1))


async def test_a_model_raises_a_flag_that_the_rules_do_not() -> None:
    assert diagnose_status(await run(DiagnosisInput(notes=[note(NOTE)]), deps=TODAY)) == []
    deps = _deps({"quote": "she topples over", "kind": "brain_or_nerves"})
    output = await run(DiagnosisInput(notes=[note(NOTE)]), deps=deps)
    assert output.status == "urgent"
    (flag,) = output.red_flags
    assert flag.rule_id == "model-emergency-brain-or-nerves"
    assert [getattr(span, "quote", "") for span in flag.triggering_spans] == ["she topples over"]
    assert output.minds["emergency"] == "scripted"


def diagnose_status(output: AgentOutput) -> list[str]:
    return [flag.rule_id for flag in output.red_flags if flag.severity == "URGENT"]


@pytest.mark.parametrize(
    "claim",
    [
        {"quote": "she is dying of digoxin"},
        {"quote": "a"},
        {"quote": "hearing loss"},
        {"quote": "she topples over", "when": "past"},
        {"quote": "she topples over", "of_whom": "other"},
    ],
    ids=["not in the note", "too short", "denied", "past", "somebody else"],
)
async def test_a_models_flag_needs_a_quote_that_says_so(claim: dict[str, str]) -> None:
    output = await run(DiagnosisInput(notes=[note(NOTE)]), deps=_deps(claim))
    assert output.status != "urgent"
    assert [item for item in output.problems if "emergency: rejected" in item.message]


FAMILY = "A 27-year-old lady. Bilateral ectopia lentis. No learning difficulties. Brother has cleft palate. Since noon the lad goes all glassy and drifts."


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("No learning difficulties", "suicide_or_violence"),
        ("Brother has cleft palate", "airway_or_breathing"),
        ("Bilateral ectopia lentis", "poisoning"),
        ("A 27-year-old lady", "suicide_or_violence"),
    ],
    ids=["denied", "of a relative", "of another kind", "a person"],
)
async def test_a_models_quote_is_read_as_the_rules_read(quote: str, kind: str) -> None:
    case = DiagnosisInput(notes=[note(FAMILY)])
    output = await run(case, deps=_deps({"quote": quote, "kind": kind}))
    assert diagnose_status(output) == []
    assert [item for item in output.problems if "emergency: rejected" in item.message]
    unknown_words = await run(case, deps=_deps({"quote": "goes all glassy and drifts", "kind": "brain_or_nerves"}))
    assert diagnose_status(unknown_words) == ["model-emergency-brain-or-nerves"]


async def test_the_terminal_shows_the_words_behind_a_flag() -> None:
    deps = _deps({"quote": "goes all glassy and drifts", "kind": "brain_or_nerves"})
    output = await run(DiagnosisInput(notes=[note(FAMILY)]), deps=deps)
    out = Console(width=200, record=True, file=io.StringIO())
    show(output, out)
    assert "“goes all glassy and drifts”" in out.export_text()


async def test_a_model_that_sees_nothing_lowers_nothing() -> None:
    output = await run(DiagnosisInput(notes=[note("She is in status epilepticus.")]), deps=_deps())
    assert diagnose_status(output) == ["status-epilepticus"]
