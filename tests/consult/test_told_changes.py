"""What a user tells that was, is and is not: denials without an apostrophe, values before and now, doses that were changed."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from osler.consult.extraction import AllergyEntry, unsupported
from osler.consult.steps import StatementInput
from osler.consult.steps.extractors import context_step, findings_step, measurements_step
from osler.core.language import analyse
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2026, 5, 20, 14, 10)  # noqa: DTZ001 - the user's own clock


def _read(message: str) -> dict[str, list[Any]]:
    given = StatementInput(message=message, current_time=NOW)
    steps = (step(bundled_vocabularies()) for step in (measurements_step, context_step, findings_step))
    found: dict[str, list[Any]] = {}
    for step in steps:
        assert step.policy is not None
        read: Any = step.policy(given)
        found |= {kind: getattr(read, kind) for kind in type(read).model_fields if getattr(read, kind)}
    return found


@pytest.mark.parametrize(
    "message",
    [
        "i dont have asthma",
        "havent got high blood pressure",
        "i didnt start the statin",
        "i wasnt given antibiotics",
        "my gp said the max is 4 g paracetamol a day",
        "wasnt put on Foozolan 20 mg",
        "arent allergic to anything as far as i know",
        "wasnt in hospital last month",
        "couldnt get an appointment with the cardiologist",
        "was due to see the dentist on Monday but it got cancelled",
        "i can take aspirin no problem",
        "my weight is -40 kg",
    ],
)
def test_what_is_denied_called_off_or_impossible_is_not_noted(message: str) -> None:
    assert _read(message) == {}


@pytest.mark.parametrize("written", ["dont have", "havent had", "didnt have", "hasnt got", "isnt", "wasnt"])
def test_a_denial_is_one_without_its_apostrophe(written: str) -> None:
    mentions = analyse(f"{written} asthma", bundled_vocabularies()).mentions
    assert [mention.assertion.negated for mention in mentions if mention.text == "asthma"] == [True]


@pytest.mark.parametrize(
    ("message", "values"),
    [
        ("hb was 8.9 then 10.2 after transfusion", [(8.9, None), (10.2, None)]),
        ("weight was 92 kg in March and is 85 kg now", [(92, "2026-03"), (85, "2026-05-20")]),
        ("I weigh 9st12", [(138, None)]),
        ("I'm 5 ft 4 and 10st 6", [(146, None), (64, None)]),
        ("BP used to be 160/100, now its 128/78", [(160, None), (100, None), (128, "2026-05-20"), (78, "2026-05-20")]),
        ("the nurse wants my ldl below 2, it was 3.4 last week", [(3.4, "2026-05-13")]),
        ("my cholesterol is 5.2 but should be under 4", [(5.2, None)]),
        ("the nurse said my bp of 150/90 is too high, normal is 120/80", [(150, None), (90, None)]),
    ],
)
def test_each_value_of_ones_own_is_kept_with_its_day(message: str, values: list[tuple[float, str | None]]) -> None:
    assert [(entry.value, entry.time) for entry in _read(message)["measurements"]] == values


@pytest.mark.parametrize(
    ("message", "status", "dose"),
    [
        ("my dose of hydrochlorothiazide went up to 50", "changed", "50"),
        ("halved my bisoprolol to 1.25", "changed", "1.25"),
        ("levothyroxine cut down from 100 to 75 mcg", "changed", "75 mcg"),
        ("simvastatin went from 20 mg to 40", "changed", "40 mg"),
        ("i take paracetamol 500 when needed", "taking", "500"),
        ("i take ibuprofen up to 3 times a day", "taking", None),
        ("i have been on ramipril since 2019", "taking", None),
    ],
)
def test_the_dose_is_the_one_it_was_changed_to(message: str, status: str, dose: str | None) -> None:
    entry = _read(message)["medications"][0]
    assert (entry.status, entry.dose) == (status, dose)


def test_a_dose_takes_its_unit_from_the_record_where_none_is_said() -> None:
    step = context_step(bundled_vocabularies())
    label = "Hydrochlorothiazide 25 MG Oral Tablet"
    given = StatementInput(message="my hydrochlorothiazide went up to 50", current_time=NOW, own_medicines=[label])
    assert step.policy is not None
    read: Any = step.policy(given)
    assert [entry.dose for entry in read.medications] == ["50 mg"]


def test_that_something_is_so_now_does_not_tell_since_when() -> None:
    old, new = _read("used to be on warfarin, now on apixaban 5mg bd")["medications"]
    assert (old.status, old.date, new.status, new.date) == ("past", None, "taking", None)


def test_what_is_said_of_one_medicine_is_not_said_of_the_next() -> None:
    old, new = _read("stopped ramipril, on losartan instead")["medications"]
    assert (old.status, new.status) == ("stopped", "taking")
    both = _read("stopped my aspirin and my statin")["medications"]
    assert {entry.status for entry in both} == {"stopped"}


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("covid in 2020", [("2020", "resolved")]),
        ("had covid in 2021 and shingles in 2018", [("2021", "resolved"), ("2018", "resolved")]),
        ("had pneumonia in March but fine now", [("2026-03", "resolved")]),
        ("i have had covid since last week", [("2026-05-13", "active")]),
        ("i had flu last month", [("2026-04", "resolved")]),
        ("broke my collarbone in 2015", [("2015", "resolved")]),
        ("fractured two ribs last week", [("2026-05-13", "active")]),
        ("long covid since 2021", [("2021", "active")]),
        ("asthma since 2010", [("2010", "active")]),
    ],
)
def test_what_passes_has_passed_after_long(message: str, told: list[tuple[str, str]]) -> None:
    assert [(entry.onset, entry.status) for entry in _read(message)["conditions"]] == told


def test_what_did_harm_is_told_from_what_did_none() -> None:
    found = _read("amoxicillin never gave me any trouble, it was the trimethoprim that brought me out in a rash")
    assert [(entry.substance, entry.reaction) for entry in found.pop("allergies")] == [("trimethoprim", "rash")]
    assert found == {}


def test_all_that_is_left_out_of_nothing_is_an_allergy() -> None:
    for message in ("allergic to nothing but penicillin", "not allergic to anything but penicillin"):
        assert [entry.substance for entry in _read(message)["allergies"]] == ["penicillin"]


def test_a_value_that_dropped_ends_no_medicine() -> None:
    found = _read("my sugar dropped from 14 to 6 after the insulin")
    assert [entry.value for entry in found["measurements"]] == [6]
    assert all(entry.status != "stopped" for entry in found.get("medications", []))


def test_what_is_planned_for_a_day_is_still_to_come() -> None:
    assert [entry.date for entry in _read("hip replacement planned for the 9th of September")["operations"]] == [
        "2026-09-09"
    ]
    visit = _read("due to see Dr Ahmed on the 3rd of June")["encounters"][0]
    assert (visit.date, visit.status) == ("2026-06-03", "planned")


@pytest.mark.parametrize(
    ("message", "substance", "stands"),
    [
        ("penicillin never bothered me, codeine gave me a rash", "penicillin", False),
        ("I had penicillin last week and codeine gave me a rash", "penicillin", False),
        ("took amoxicillin for my chest, and latex gives me a rash", "amoxicillin", False),
        ("penicillin and amoxicillin both bring me out in a rash", "penicillin", True),
        ("allergic to penicillin and latex, I get a rash", "latex", True),
    ],
)
def test_the_words_that_tell_of_harm_are_of_that_substance(message: str, substance: str, stands: bool) -> None:
    entry = AllergyEntry(substance=substance, reaction="rash", quote=message)
    assert (unsupported(entry, message, bundled_vocabularies(), now=NOW) is None) is stands
