"""Where a question fits two medicines that were written down together, the dose of neither is told as that of the other."""

from __future__ import annotations

import asyncio
import datetime as dt
from pathlib import Path

import pytest

from osler.consult import ConsultState
from osler.core.graph import LadybugGraphs, QueryLimits, project
from osler.core.patient import read_patient
from tests.consult.setting import talk

LETTER = """Clinic letter, 20 October 2026
Current insulin:
Insulin degludec (Tresiba) 22 units at night
Insulin aspart (NovoRapid) 6 units with breakfast
Ramipril 5 mg once daily
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many units of the insulin?", ("22 units", "6 units")),
        ("how many units of insulin degludec?", ("22 units",)),
        ("what dose of ramipril?", ("5 mg",)),
    ],
)
def test_each_dose_is_told_with_its_medicine(question: str, told: tuple[str, ...], tmp_path: Path) -> None:
    record = read_patient(LETTER, "note").record
    graphs = LadybugGraphs(tmp_path, limits=QueryLimits(seconds=60))
    graphs.load(record.id, project(record))
    moment = dt.datetime(2026, 11, 20, 9, tzinfo=dt.UTC)
    reply = asyncio.run(talk(record, graphs, question, moment=moment, start=ConsultState(patient_id=record.id)))
    text = " ".join(sentence.text for sentence in reply.sentences)
    assert all(one in text for one in told)
    assert text.count("units") == sum("units" in one for one in told)
