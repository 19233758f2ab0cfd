"""A correction of what waits changes the part that it tells and keeps all others; what names nothing becomes no name."""

from __future__ import annotations

import pytest

from osler.consult.extraction import Extraction, extract_context, extract_findings, joined
from osler.consult.extraction.types import KINDS
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT


def _found(message: str) -> Extraction:
    read = [extract(message, MOMENT, bundled_vocabularies()) for extract in (extract_context, extract_findings)]
    told = {kind: getattr(one, kind) for one in read for kind in KINDS if hasattr(one, kind)}
    return Extraction.model_validate(told)


def _after(first: str, then: str) -> list[tuple[str, str | None, str | None, str | None]]:
    waits = joined(None, _found(first), first, MOMENT)
    after = joined(waits, _found(then), then, MOMENT)
    return [(e.name, e.dose, e.frequency, e.status) for e in [*after.medications, *after.supplements]]


@pytest.mark.parametrize(
    ("first", "then", "waits"),
    [
        (
            "I take ramipril 5 mg once a day",
            "actually make that twice a day",
            ("ramipril", "5 mg", "twice a day", "taking"),
        ),
        (
            "I started folic acid 5 mg once a week",
            "make it twice a week",
            ("folic acid", "5 mg", "twice a week", "started"),
        ),
        (
            "I started folic acid 5 mg once a week",
            "make the folic acid twice a week",
            ("folic acid", "5 mg", "twice a week", "started"),
        ),
        ("I take vitamin D 1000 IU a day", "make it 2000 IU", ("vitamin D", "2000 iu", "a day", "taking")),
        ("I started ferrous sulfate 200 mg tds", "make that bd", ("ferrous sulfate", "200 mg", "bd", "started")),
        ("I take fish oil 1 g once a day", "make it twice", ("fish oil", "1 g", "twice a day", "taking")),
        ("I take candesartan 8 mg at night", "change it to mornings", ("candesartan", "8 mg", "mornings", "taking")),
        (
            "I'm on gabapentin 300 mg three times a day",
            "should be twice a day",
            ("gabapentin", "300 mg", "twice a day", "taking"),
        ),
        (
            "I take lansoprazole 15 mg once a day",
            "I meant omeprazole",
            ("omeprazole", "15 mg", "once a day", "taking"),
        ),
    ],
)
def test_a_correction_keeps_what_it_does_not_tell(first: str, then: str, waits: tuple[str, ...]) -> None:
    assert _after(first, then) == [waits]


def test_one_of_two_that_wait_is_put_right() -> None:
    assert _after("I take vitamin C 500 mg daily and zinc 15 mg daily", "make the zinc 30 mg") == [
        ("vitamin C", "500 mg", "daily", "taking"),
        ("zinc", "30 mg", "daily", "taking"),
    ]


@pytest.mark.parametrize(
    ("message", "substance", "reaction"),
    [
        ("the patient got hives after the patient had penicillin", "penicillin", "hives"),
        ("the patient came out in a rash after the patient took amoxicillin", "amoxicillin", "rash"),
        ("he gets hives whenever he eats peanuts", "peanuts", "hives"),
        ("I came out in hives after I was given morphine", "morphine", "hives"),
    ],
)
def test_an_allergen_is_a_substance_and_no_clause(message: str, substance: str, reaction: str) -> None:
    assert [(e.substance, e.reaction) for e in _found(message).allergies] == [(substance, reaction)]


@pytest.mark.parametrize("message", ["I don't take any blood thinners", "I've never taken blood thinners"])
def test_a_kind_that_is_denied_is_no_medicine(message: str) -> None:
    assert _found(message).medications == []


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("they gave me adrenaline once in hospital", "past"),
        ("the paramedics gave me aspirin on the way", "past"),
        ("my GP gave me sertraline 50 mg once a day", "started"),
        ("my GP gave me amoxicillin for a week", "started"),
        ("I was given a prescription for ramipril in hospital, started yesterday", "started"),
    ],
)
def test_what_was_given_once_is_not_begun(message: str, status: str) -> None:
    assert [entry.status for entry in _found(message).medications] == [status]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Mr Okafor is going to do my hip replacement on 3 March at Northgate Hospital", "Mr Okafor"),
        ("I saw Miss Trent on 4 May 2026", "Miss Trent"),
    ],
)
def test_who_is_called_mr_or_miss_keeps_it(message: str, name: str) -> None:
    assert [one.name for one in extract_context(message, MOMENT, bundled_vocabularies()).practitioners] == [name]


def test_a_patient_who_is_called_mr_is_no_practitioner() -> None:
    message = "Mr Okafor is going to have a hip replacement on 3 March"
    assert extract_context(message, MOMENT, bundled_vocabularies()).practitioners == []
