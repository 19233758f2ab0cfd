"""One id for two people is told wherever patients come from; one person who is met twice is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from osler.core.patient import ReadResult, patients_in
from osler.core.patient.readers import People, Person, repeated_ids, shared_ids
from osler.core.patient.types import PatientRecord


def bundle(family: str, born: str, gender: str) -> dict[str, Any]:
    person = {"resourceType": "Patient", "id": "P1", "name": [{"family": family}], "birthDate": born, "gender": gender}
    return {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": person}]}


FORM = {"id": "k", "text": "Gout."}
TWO = [
    ("forms", [{**FORM, "name": "Ida Moe"}, {**FORM, "id": "K", "name": "Per Lund"}], "name"),
    ("sexes", [{**FORM, "sex": "female"}, {**FORM, "sex": "M"}], "sex"),
    ("bundles", [bundle("Moe", "1950-01-02", "female"), bundle("Moe", "1981-01-02", "female")], "birth date"),
    (
        "packets",
        [{"id": name, "subject": {"id": "s", "sex": sex}} for name, sex in (("a", "MALE"), ("b", "FEMALE"))],
        "sex",
    ),
]
ONE = [
    ("visits", [{**FORM, "name": "Ida Moe"}, {**FORM, "name": "Moe, Ida"}]),
    ("less known", [bundle("Moe", "1950", "unknown"), bundle("Moe", "1950-01-02", "female")]),
    ("ids differ", [{**FORM, "sex": "female"}, {**FORM, "id": "l", "sex": "male"}]),
    ("no ids", [{"text": "Gout.", "sex": "female"}, {"text": "Gout.", "sex": "male"}]),
]


def told(documents: list[dict[str, Any]], folder: Path) -> list[list[str]]:
    path = folder / "people.ndjson"
    path.write_text("".join(json.dumps(one) + "\n" for one in documents))
    return [
        [problem.message for problem in source.read().problems if problem.code == "input.same_id"]
        for source in patients_in(path)
    ]


@pytest.mark.parametrize(("documents", "kind"), [case[1:] for case in TWO], ids=[case[0] for case in TWO])
def test_two_people_of_json_lines(documents: list[dict[str, Any]], kind: str, tmp_path: Path) -> None:
    (first,), (second,) = told(documents, tmp_path)
    assert first.endswith(f"line 2 has another {kind}")
    assert second.endswith(f"line 1 has another {kind}")


@pytest.mark.parametrize("documents", [case[1] for case in ONE], ids=[case[0] for case in ONE])
def test_one_person_twice(documents: list[dict[str, Any]], tmp_path: Path) -> None:
    assert told(documents, tmp_path) == [[], []]


def test_two_people_of_two_files() -> None:
    people = People()

    def meet(place: str, **who: Any) -> list[str]:
        record = PatientRecord.model_validate({"id": "7", "demographics": who})
        return [problem.message for problem in people.met(ReadResult(record, []), place).problems]

    assert meet("a.json", birth_date="1960-05-01") == []
    assert meet("b.json", birth_date="1960-05-01", sex="male") == []
    (said,) = meet("c.json", birth_date="1999-05-01")
    assert "a.json, b.json have another birth date" in said


def test_one_id_in_every_row_takes_no_square_of_time() -> None:
    rows = [Person.told(f"row {n}", "same", name=f"Person {n}") for n in range(5000)]
    assert len(shared_ids(rows)) == 5000
    assert [problem.message for problem in repeated_ids(rows)] == ["5000 patients are called 'same'; each is judged"]
