"""What a second reader of the chat found: whose values they are, words of thanks, entries picked one by one, minds that differ."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.checked.claims import uncovered
from osler.consult.extraction import Extraction, MeasurementEntry, extract_context, extract_findings
from osler.consult.heard.differing import differing
from osler.consult.record.concepts import TypeEntry, matching
from osler.consult.record.question import RecordQuestion, read_question
from osler.consult.replying.answering import names_nothing
from osler.consult.steps.confirming import chosen, confirms
from osler.consult.steps.triage import TriageDecision, TriageInput, triage_step
from osler.consult.triage import alarm, is_courtesy, states_nothing_own, triage
from osler.core.agents import StepOutcome
from osler.core.runs import Usage
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC)


def entries() -> Extraction:
    names = ("Body weight", "Body height", "Heart rate")
    return Extraction(measurements=[MeasurementEntry(name=name, value=70, unit="", quote="70") for name in names])


@pytest.mark.parametrize(
    ("word", "saved"),
    [("yes", [1, 2, 3]), ("1 and 3", [1, 3]), ("only 2", [2]), ("all but 2", [1, 3]), ("yes, but not 1", [2, 3])],
)
def test_pending_entries_are_taken_one_by_one(word: str, saved: list[int]) -> None:
    pending = entries()
    assert confirms(word, pending) is True
    taken, left = chosen(word, pending)
    assert [pending.measurements.index(entry) + 1 for entry in taken.measurements] == saved
    assert len(left.measurements) == 3 - len(saved)


@pytest.mark.parametrize(
    ("word", "agrees"),
    [
        ("no, don't save any of that", False),
        ("please don't save it", False),
        ("no thanks", False),
        ("cancel both, please", False),
        ("no, save it", None),
        ("no, it was 130", None),
        ("stop metformin", None),
    ],
)
def test_a_refusal_may_say_what_is_not_to_be_saved_and_nothing_else(word: str, agrees: bool | None) -> None:
    assert confirms(word, entries()) is agrees


@pytest.mark.parametrize("word", ["120", "4", "2 pills", "1.5"])
def test_a_number_that_counts_no_entry_is_no_word_of_assent(word: str) -> None:
    assert confirms(word, entries()) is None
    assert confirms("1", None) is None


def test_what_can_wait_is_told_to_the_one_whom_it_concerns() -> None:
    assert alarm("My husband's blood pressure was 190/100 this morning", bundled_vocabularies()) == ((), ())
    assert alarm("my wife has crushing chest pain right now", bundled_vocabularies()).now


def test_somebody_elses_tablets_that_the_patient_took_are_the_patients() -> None:
    found = extract_context(
        "Took two of my daughter's ibuprofen for the knee last night", NOW, bundled_vocabularies()
    ).medications
    assert [entry.name for entry in found] == ["ibuprofen"]
    assert not extract_context("my daughter took ibuprofen last night", NOW, bundled_vocabularies()).medications


def test_an_allergy_is_read_from_what_it_points_at_and_from_a_label() -> None:
    pointed = extract_findings(
        "Latex makes my hands swell, I have an allergy to it", NOW, bundled_vocabularies()
    ).allergies
    assert [entry.substance.lower() for entry in pointed] == ["latex"]
    (labelled,) = extract_findings("allergy: shellfish (hives)", NOW, bundled_vocabularies()).allergies
    assert (labelled.substance, labelled.reaction) == ("shellfish", "hives")


def test_thanks_and_denials_are_no_questions() -> None:
    assert is_courtesy("ok thanks!")
    assert is_courtesy("ta, thats all for today")
    assert is_courtesy("no thank you, you've been very helpful")
    assert not is_courtesy("no")
    assert not is_courtesy("thanks, what is gout?")
    assert states_nothing_own("My dad had a stroke last year")
    assert not states_nothing_own("What is a stroke?")
    assert triage("Penicillin allergy was a mistake, she is not allergic", bundled_vocabularies()).change == "edit"


def test_iron_is_ferrous_sulfate() -> None:
    assert matching(
        "iron", [TypeEntry("1", "Ferrous sulfate 200 MG"), TypeEntry("2", "Folic acid")], bundled_vocabularies()
    ) == [TypeEntry("1", "Ferrous sulfate 200 MG")]


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("My INR was 4.6 at the clinic, what does that mean?", "normal"),
        ("how has her kidney function changed over the last three years?", "change"),
        ("Sodium now versus the beginning: is it lower?", "compare"),
        ("When did eGFR dip below 60 for the first time?", "when"),
    ],
)
def test_what_a_question_about_a_measure_wants(question: str, intent: str) -> None:
    read = read_question(question, NOW.date(), bundled_vocabularies())
    assert isinstance(read, RecordQuestion)
    assert read.intent == intent


def test_where_the_minds_differ_is_listed() -> None:
    given = TriageInput(message="What was my last blood pressure?")
    outcome = StepOutcome(
        step="triage",
        mind="scripted",
        status="ok",
        output=TriageDecision(route="lite"),
        prompt_version="",
        usage=Usage(),
    )
    (apart,) = differing(triage_step(bundled_vocabularies()), given, outcome)
    assert (apart.about, apart.model, apart.offline) == ("route", "lite", "consultant")


@pytest.mark.parametrize(
    "lie",
    [
        "Your doctor said your potassium was 5.8 mmol/L.",
        "Dr Patel confirmed a potassium of 5.8 mmol/L.",
        "Your potassium of 5.8 mmol/L is falling.",
    ],
)
def test_nobody_is_made_to_say_what_no_entry_says(lie: str) -> None:
    support = ["Potassium: 5.8 mmol/L on 2026-11-02, above the reference range 3.5–5.1."]
    assert uncovered("Your potassium was 5.8 mmol/L.", support, bundled_vocabularies()) is None
    assert uncovered(lie, support, bundled_vocabularies()) is not None


@pytest.mark.parametrize(
    ("message", "points"),
    [
        ("i don't take it any more, doc stopped it", True),
        ("can you explain that", True),
        ("what's the first one for?", True),
        ("roll a dice that has seven sides", False),
        ("what company is responsible for this design", False),
    ],
)
def test_what_names_nothing_and_points_is_asked_back(message: str, points: bool) -> None:
    assert names_nothing(message) is points
