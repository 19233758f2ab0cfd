"""What is asked in words that no rule knows is told from examples, and what the rules read is left to them."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from osler.consult import ConsultRequest, ConsultState
from osler.consult.meant import in_plain_words, question_in_plain_words
from osler.consult.meant.masks import masked
from osler.consult.meant.model import labels, told
from osler.consult.record import RecordQuestion, read_question
from osler.consult.triage import triage
from osler.consult.types import GivenValue, Subject
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from osler.yaml_reader import packaged_yaml
from tests.core.graph.people import anna

TODAY = dt.date(2021, 6, 2)


def _given(message: str, record: PatientRecord | None = None, **state: Any) -> ConsultRequest:
    return ConsultRequest(
        record=record or anna(),
        state=ConsultState(**{"patient_id": "anna"} | state),
        message=message,
        moment=dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC),
    )


def _asked(message: str, **state: Any) -> str:
    return in_plain_words(message, message, _given(message, **state), bundled_vocabularies())


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("is he still meant to be on the metformin", "am I still taking metformin?"),
        ("what foods does she have to stay away from", "what allergies do I have?"),
        ("any idea who signed off on the metformin", "who prescribed my metformin?"),
    ],
)
def test_everyday_words_are_asked_plainly(said: str, asked: str) -> None:
    assert question_in_plain_words(said, anna(), TODAY, bundled_vocabularies()) == asked


def test_any_at_all_is_no_complete_list() -> None:
    assert _asked("and any allergies at all") == "what allergies do I have?"
    assert _asked("show me all my allergies") == "show me all my allergies"


def test_what_names_nothing_is_asked_of_what_was_spoken_of() -> None:
    weight = Subject(kind="observation", names=["Body Weight"], day="2021-05-01")
    asked = _asked(
        "and the lowest it ever got?", subject=weight, given_value=GivenValue(name="Body Weight", day="2021-05-01")
    )
    assert asked == "what was my lowest Body Weight?"
    medicine = Subject(kind="medication", names=["metformin"])
    assert _asked("still meant to be having that?", subject=medicine) == "am I still taking metformin?"


@pytest.mark.parametrize(
    "said",
    [
        "What was my HbA1c in February 2020?",
        "what does INR mean?",
        "how is gout treated?",
        "was my last weight higher than the first?",
        "is naproxen fine with my metformin?",
        "what if my BP was 180/110?",
        "I stopped metformin on Monday",
        "which medicines did Dr. Smith prescribe in 2019",
        "in 2023",
        "who is the queen",
        "what's the weather like",
    ],
)
def test_what_the_rules_read_or_nobody_asks_of_a_record_stays(said: str) -> None:
    assert _asked(said) == said


def test_what_is_asked_of_somebody_else_stays() -> None:
    said = "Does my husband have any allergies?"
    assert question_in_plain_words(said, anna(), TODAY, bundled_vocabularies()) == said


def test_nothing_is_changed_where_no_record_is_open_or_help_is_needed() -> None:
    said = "and any allergies at all"
    assert _asked(said, patient_id="") == said
    assert _asked(said, urgent=True) == said


def test_every_form_belongs_to_a_label_and_is_read_by_the_rules() -> None:
    forms = packaged_yaml("osler.consult.meant", "forms.yml")
    assert set(forms) <= set(labels())
    of = {"v": "weight", "m": "metformin", "c": "asthma", "p": "colonoscopy", "i": "flu vaccine", "a": "latex"}
    for form in forms.values():
        filled = {
            "name": of.get(form.get("of", "")[:1], ""),
            "time": "on 2020-02-01",
            "start": "2020-02-01",
            "number": "80",
        }
        for key in ("alone", "timed"):
            if key in form:
                asked = form[key].format(**filled)
                assert isinstance(read_question(asked, TODAY, bundled_vocabularies()), RecordQuestion), asked
                assert triage(asked, bundled_vocabularies()).route == "consultant", asked


def test_names_times_and_numbers_stand_as_their_kinds() -> None:
    found = masked("was my weight ever over 80 kg in 2019?", anna(), TODAY, bundled_vocabularies())
    assert found.text == "was my [v] ever over [n] [t] ?"
    assert found.names == (("v", "weight"),)
    assert found.numbers == ("80 kg",)


def test_what_the_examples_are_sure_of_is_right() -> None:
    """Sentences that are in no example: most are told as surely as is asked for where the rules read nothing, and none of these wrongly."""
    said = {
        "haven't I got rid of the [C] by now": "c_now",
        "tell us the worst [V] she's had": "v_max",
        "whoever wrote him up for [M]": "m_who",
        "could you fax my stuff over to the new surgery": "share",
        "cheers, that's grand": "thanks",
        "is it true they never gave me the [I]": "i_ever",
        "what on earth am i swallowing [M] for": "m_why",
        "the [V] they did before that one, what did it say": "v_prev",
        "has she got anything coming up with [D]": "planned",
        "so where was it i went that time": "visit_where",
        "what came out of the [P] then": "p_result",
        "how long ago did they take me off [M]": "m_end",
        "is [V] creeping up or staying put": "v_trend",
        "which stuff brings me out in a rash": "a_list",
    }
    sure = {text: told(text).label for text in said if told(text).margin >= 0.22}
    assert sure == {text: label for text, label in said.items() if text in sure}
    assert len(sure) >= 11


def test_what_is_shipped_was_learned_from_the_examples() -> None:
    from scripts.meant_examples import read_examples

    examples = read_examples()
    assert {one.label for one in examples} == set(labels())
    some = examples[:: len(examples) // 100]
    right = sum(told(one.said).label == one.label for one in some)
    assert right >= 0.95 * len(some)


def test_what_a_name_was_put_into_is_answered_by_a_yes_only_where_it_asks_whether() -> None:
    neck = Subject(kind="condition", names=["Whiplash injury to neck"])
    given = _given("and how much did the patient", subject=neck)
    asked = in_plain_words(
        given.message, "how much did the patient whiplash injury to neck?", given, bundled_vocabularies()
    )
    assert asked == "what is recorded of my Whiplash injury to neck?"


def test_another_part_of_the_body_is_not_what_was_spoken_of() -> None:
    lipids = Subject(kind="observation", names=["Total cholesterol"])
    assert "cholesterol" not in _asked("back to the kidneys then, was that checked", subject=lipids).lower()


def test_a_day_answers_no_question_of_yes_or_no() -> None:
    bronchitis = Subject(kind="condition", names=["Acute bronchitis"])
    assert _asked("is that one over?", subject=bronchitis) != "when did my last Acute bronchitis end?"
    said = "is she intolerant of zorblax? they said so when she had it for her throat"
    assert "when" not in _asked(said) or _asked(said) == said


def test_an_ordinal_is_not_dropped() -> None:
    assert _asked("2nd tetanus shot when?") == "2nd tetanus shot when?"


def test_a_list_of_the_last_few_is_no_single_thing() -> None:
    assert _asked("last 3 BPs please") == "last 3 BPs please"
    read = masked("last 3 BPs please", anna(), TODAY, bundled_vocabularies())
    assert read.names == (("v", "bp"),)
