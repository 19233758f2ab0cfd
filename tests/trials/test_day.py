"""The day of judgement: a note counts from its own day, a kept record from the day of the run, both from a given one."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from osler.casework import screen_patients
from osler.core.patient import read_patient
from osler.trials import Deps
from osler.trials.day import judging_day
from osler.trials.screening import NoRegistry
from tests.trials.patients import patient

TODAY = date(2026, 11, 16)


def bundle(day: str) -> dict[str, object]:
    potassium = {
        "resourceType": "Observation", "id": "k", "status": "final", "effectiveDateTime": day,
        "code": {"coding": [{"system": "http://loinc.org", "code": "2823-3", "display": "Potassium"}]},
        "subject": {"reference": "Patient/p"}, "valueQuantity": {"value": 4.1, "unit": "mmol/L", "code": "mmol/L"},
    }  # fmt: skip
    person = {"resourceType": "Patient", "id": "p", "gender": "female", "birthDate": "1970-02-03"}
    entries = [{"resource": person}, {"resource": potassium}]
    return {"resourceType": "Bundle", "type": "collection", "entry": entries}


def deps(**days: date) -> Deps:
    return Deps(registry=NoRegistry(), **days)  # type: ignore[arg-type]


def test_a_chart_is_judged_today_and_a_note_on_its_own_day() -> None:
    chart = read_patient(json.dumps(bundle("2026-01-10")), "fhir").record
    day = judging_day(chart, deps(today=TODAY))
    assert (day.on, day.of_run, day.set_to) == (TODAY, True, TODAY)
    assert "2026-01-10" in day.remark
    note = patient("Clinic letter, 2 March 2024. A 50-year-old woman with asthma.")
    assert judging_day(note, deps(today=TODAY))[:2] == (date(2024, 3, 2), False)
    given = judging_day(note, deps(today=TODAY, as_of=date(2024, 9, 1)))
    assert (given.on, given.set_to) == (date(2024, 9, 1), date(2024, 9, 1))
    assert judging_day(patient(), deps(today=TODAY)).on is None


@pytest.mark.parametrize(("as_of", "verdict"), [(date(2026, 1, 12), "MET"), (date(2026, 11, 16), "UNKNOWN"), (None, "UNKNOWN")])  # fmt: skip
async def test_an_old_value_is_none_of_the_last_days(tmp_path: Path, as_of: date | None, verdict: str) -> None:
    (tmp_path / "p.json").write_text(json.dumps(bundle("2026-01-10")))
    (tmp_path / "trial.crit").write_text("Inclusion Criteria:\n\n* Serum potassium below 5 mmol/L within 4 weeks\n")
    screening = await screen_patients(str(tmp_path / "trial.crit"), tmp_path / "p.json", as_of=as_of)
    (only,) = screening.patients
    assert only.result.criteria[0].verdict.value == verdict, only.result.criteria[0].reasoning
    assert only.result.as_of == (as_of or datetime.now(UTC).date())
    assert only.as_of_remark.startswith("judged as of")


async def test_another_given_day_is_another_judgement(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(json.dumps(bundle("2026-01-10")))
    (tmp_path / "trial.crit").write_text("Inclusion Criteria:\n\n* Serum potassium below 5 mmol/L within 4 weeks\n")
    trial, people = str(tmp_path / "trial.crit"), tmp_path / "p.json"
    reused = [(await screen_patients(trial, people, as_of=day)).reused for day in (None, None, TODAY, TODAY)]
    assert reused == [0, 1, 0, 1]
