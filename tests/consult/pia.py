"""Pia's record: what a conversation goes on about, an illness with and one without values, tumour markers, a misspelt medicine."""

from __future__ import annotations

import datetime as dt
from typing import Any

from osler.core.patient import PatientRecord

NOW = dt.datetime(2024, 6, 4, 9, 30, tzinfo=dt.UTC)
TODAY = NOW.date()


def _value(name: str, number: int, value: float, unit: str, day: str) -> dict[str, Any]:
    quantity = {"value": value, "unit": unit}
    time = {"at": {"date": day}}
    return {"id": f"{name}-{number}", "text": name, "status": "final", "quantity": quantity, "time": time}


RECORD = PatientRecord.model_validate(
    {
        "id": "p",
        "as_of": "2024-03-02",
        "demographics": {"names": [{"text": "Pia Probe"}], "sex": "female", "age": "P62Y"},
        "conditions": [
            {"id": "c1", "text": "Hypertension", "status": "active", "time": {"start": {"date": "2010-01-01"}}},
            {"id": "c2", "text": "Gout", "status": "active", "time": {"start": {"date": "2011-01-01"}}},
        ],
        "medications": [
            {"id": "m1", "text": "Simvistatin 10 MG", "status": "active", "time": {"start": {"date": "2015-05-04"}}},
        ],
        "procedures": [
            {"id": "x1", "text": "Colonoscopy", "status": "planned", "time": {"at": {"date": "2024-09-01"}}},
        ],
        "observations": [
            _value("Systolic blood pressure", 1, 148, "mm[Hg]", "2023-04-10"),
            _value("Diastolic blood pressure", 1, 80, "mm[Hg]", "2023-04-10"),
            _value("Systolic blood pressure", 2, 162, "mm[Hg]", "2024-01-12"),
            _value("Diastolic blood pressure", 2, 90, "mm[Hg]", "2024-01-12"),
            _value("Triglycerides", 1, 124, "mg/dL", "2020-01-01"),
            _value("Triglycerides", 2, 102, "mg/dL", "2022-01-01"),
            _value("Triglycerides", 3, 121, "mg/dL", "2024-01-01"),
            _value("Hemoglobin", 1, 15, "g/dL", "2024-01-01"),
            _value("Hemoglobin A1c", 1, 6.1, "%", "1993-02-01"),
            _value("Hemoglobin A1c", 2, 5.9, "%", "2024-01-01"),
        ],
        "biomarkers": [
            {"id": "b1", "text": "EGFR L858R", "name": "EGFR", "variant": "L858R", "result": "positive"},
            {"id": "b2", "text": "PD-L1 60 %", "name": "PD-L1", "value": {"value": 60, "unit": "%"}},
        ],
    }
)
