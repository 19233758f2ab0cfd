"""The age of a patient whose record bears a date of birth and no other date."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from osler.core.criteria import evaluate, parse_criterion
from osler.core.patient import read_patient

BORN = dt.date(1950, 1, 1)
BUNDLE = json.dumps(
    {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [{"resource": {"resourceType": "Patient", "id": "p", "birthDate": BORN.isoformat()}}],
    }
)
PACKET = json.dumps(
    {
        "id": "p",
        "subject": {"id": "p", "dateOfBirth": f"{BORN}T00:00:00Z"},
        "metaData": {"phenopacketSchemaVersion": "2.0"},
    }
)


@pytest.mark.parametrize("given", [BUNDLE, PACKET, "DOB: 01/01/1950\n\nAsthma, well controlled."])
def test_it_is_the_age_of_the_day_of_reading(given: str) -> None:
    record = read_patient(given).record
    assert record.as_of == dt.date.today().isoformat()  # noqa: DTZ011
    age = record.age_at()
    assert age is not None
    assert age > 76
    assert evaluate(parse_criterion("Age 70 years or older"), record).truth == "MET"


@pytest.mark.parametrize("given", ["Asthma, well controlled.", "67 year old man with asthma."])
def test_without_a_date_of_birth_no_day_is_assumed(given: str) -> None:
    assert read_patient(given).record.as_of is None
