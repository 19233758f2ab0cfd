"""What the record says already is neither offered nor written again."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from osler.consult import Deps
from osler.consult.extraction import Extraction, extract_context
from osler.consult.heard.known import without_known
from osler.consult.writing import write
from osler.core.patient import PatientRecord, Status
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT, graphs, turn
from tests.core.graph.people import anna

NOW = dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC)
TOLD = "i take paracetamol 500 mg when needed"


def _found(message: str) -> Extraction:
    return Extraction(medications=extract_context(message, NOW, bundled_vocabularies()).medications)


def _with(record: PatientRecord, message: str) -> PatientRecord:
    return write(record, _found(message), message, MOMENT, bundled_vocabularies())


def _paracetamol(record: PatientRecord) -> list[Status | None]:
    return [one.status for one in record.medications if one.label == "paracetamol"]


def test_a_medicine_told_twice_is_one() -> None:
    twice = _with(_with(anna(), TOLD), TOLD)
    assert _paracetamol(twice) == [Status.ACTIVE]


def test_another_dose_is_a_new_regimen() -> None:
    other = _with(_with(anna(), TOLD), "i take paracetamol 1000 mg when needed")
    assert _paracetamol(other) == [Status.STOPPED, Status.ACTIVE]


def test_only_what_the_record_holds_just_so_is_known() -> None:
    record = _with(anna(), TOLD)
    assert without_known(_found(TOLD), record)[0].is_empty
    for other in ("i take paracetamol 500 mg twice a day", "I stopped paracetamol 500 mg", "I started ramipril 5 mg"):
        assert without_known(_found(other), record)[1].is_empty


async def test_what_is_known_is_said_to_be_so_and_not_offered(tmp_path: Path) -> None:
    reply = await turn(TOLD, Deps(graphs=graphs(tmp_path)), record=_with(anna(), TOLD))
    assert "The record has this already: paracetamol" in reply.entry_question
    assert "Shall I save" not in reply.entry_question
    assert reply.state is not None
    assert reply.state.pending is None
