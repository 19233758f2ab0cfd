"""Patients that are kept: each under an id of its own, and none in the place of another."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.consult.extraction import Extraction
from osler.consult.home import PatientHome
from osler.consult.writing import write
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from osler.errors import UsageError
from tests.core.graph.people import anna

MOMENT = dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC)


def _nameless(text: str) -> PatientRecord:
    return PatientRecord.model_validate({"id": "patient", "documents": [{"id": "note", "text": text}]})


def _named(name: str, birth: str | None = None, identifier: str = "patient") -> PatientRecord:
    return PatientRecord.model_validate(
        {"id": identifier, "demographics": {"names": [{"text": name}], "birth_date": birth}}
    )


def test_two_sources_without_ids_are_two_patients(tmp_path: Path) -> None:
    home = PatientHome(tmp_path)
    first = home.admit(_nameless("a woman"), source="notes/nadia.txt")
    second = home.admit(_nameless("a boy"), source="notes/theo.txt")
    assert (first.id, second.id) == ("nadia", "theo")
    assert home.get("nadia").documents[0].text == "a woman"
    assert home.admit(_named("Mia Grün", "1990-01-02"), source="x.txt").id == "mia-grün-1990-01-02"


def test_somebody_else_under_the_same_id_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    home = PatientHome(tmp_path)
    home.admit(_named("Anna Eins", "1960-01-02", "7"))
    with pytest.raises(UsageError, match="somebody else"):
        home.admit(_named("Ben Zwei", "1980-01-02", "7"))
    assert home.get("7").demographics.names[0].label == "Anna Eins"
    assert home.admit(_named("Ben Zwei", "1980-01-02", "7"), patient_id="ben").id == "ben"
    home.admit(_nameless("a woman"), source="a/note.txt")
    with pytest.raises(UsageError):
        home.admit(_nameless("a boy"), source="b/note.txt")
    assert home.admit(_nameless("a woman, again"), source="a/note.txt", replace=True).id == "note"


def test_what_was_saved_in_a_conversation_is_not_lost_by_adding_the_file_again(tmp_path: Path) -> None:
    home = PatientHome(tmp_path)
    home.admit(anna())
    home.admit(anna())
    said = {"measurements": [{"name": "weight", "value": 82, "unit": "kg", "quote": "I weigh 82 kg"}]}
    home.add(write(home.get("anna"), Extraction.model_validate(said), "I weigh 82 kg", MOMENT, bundled_vocabularies()))
    with pytest.raises(UsageError, match="conversation"):
        home.admit(anna())


def test_the_list_shows_who_it_is(tmp_path: Path) -> None:
    home = PatientHome(tmp_path)
    home.admit(anna())
    (line,) = home.lines()
    assert (line.name, line.birth_date) == ("Anna Eins", "1960-01-02")


def test_a_source_without_a_patient_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no patient in this"):
        PatientHome(tmp_path).admit(PatientRecord(id="patient"), source="empty.json")
    assert not PatientHome(tmp_path).lines()
