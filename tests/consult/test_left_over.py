"""What the last rounds left: puffs and colours, the pill and the operation, earlier counts, old places, fumes, what may come back."""

import datetime as dt

import pytest

from osler.consult.extraction import MeasurementEntry, roughly
from osler.consult.going_on.edited import edited
from osler.consult.record import RecordQuestion, read_question
from osler.consult.record.reading.beside_another import own_beside_another
from osler.consult.replying.by_look import by_look
from osler.consult.replying.supposed import come_again
from osler.consult.triage import alarm, triage
from osler.consult.types import Subject
from osler.core.patient import PatientRecord, Status
from osler.core.patient.types import Medication
from osler.core.safety import PatientContext
from osler.core.terminology import bundled_vocabularies

_DAY = dt.date(2021, 4, 2)
_ADULT = PatientContext(age_years=45)


def _rules(message: str) -> set[str]:
    heard = alarm(message, bundled_vocabularies(), _ADULT)
    return {flag.rule_id for flag in (*heard.now, *heard.today)}


@pytest.mark.parametrize(
    "message",
    ["the boiler is on and the cat is acting drunk", "heater's running and the dog keeps falling over"],
)
def test_fumes_that_fell_a_pet_are_heard(message: str) -> None:
    assert "carbon-monoxide" in _rules(message)


@pytest.mark.parametrize(
    "message",
    [
        "the stove is on and the cat is asleep",
        "the dog collapsed on his walk",
        "I cut my hand on a tin last night, the right one",
        "at uni I took an overdose",
        "I can't feel my feet, numb for years",
        "when I was in Spain I had chest pain",
    ],
)
def test_what_is_harmless_or_long_past_raises_nothing(message: str) -> None:
    assert not _rules(message)


@pytest.mark.parametrize(
    "message",
    [
        "at uni I took an overdose an hour ago",
        "At uni I took an overdose. I feel sick",
        "I'm at uni and I took an overdose",
    ],
)
def test_an_overdose_of_now_is_heard_wherever_it_was(message: str) -> None:
    assert "poisoning" in _rules(message)


@pytest.mark.parametrize(
    "message",
    ["I had a band around my chest", "weight on my upper chest", "it feels like an elephant standing on me"],
)
def test_what_lies_on_a_chest_is_still_chest_pain(message: str) -> None:
    assert "chest-pain" in _rules(message)


@pytest.mark.parametrize(
    "message",
    [
        "had four puffs last night and it settled",
        "how often should I use the brown one?",
        "when is my birthday",
        "when was I last injured",
        "my girlfriend is O positive, which am I?",
    ],
)
def test_a_matter_of_the_record_is_not_refused(message: str) -> None:
    assert triage(message, bundled_vocabularies()).route == "consultant"


@pytest.mark.parametrize(
    "message",
    [
        "a few puff pastry ideas",
        "do you have the blue one in size 10",
        "my birthday party is on Monday",
        "the dog was injured",
        "my wife is a teacher, what am I",
    ],
)
def test_another_matter_is_refused_as_before(message: str) -> None:
    assert triage(message, bundled_vocabularies()).route == "refuse_non_health"


def test_a_spouses_blood_group_beside_ones_own() -> None:
    assert own_beside_another("my wife is blood group O, what am I") == (
        "my wife is blood group o",
        "what is my blood type",
    )
    assert own_beside_another("my wife is a doctor, what am I") == ("my wife is a doctor", "what am i")  # of no blood


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("when did I first start on the pill", "contraceptive"),
        ("am I still on the mini pill?", "contraceptive"),
        ("when did I hurt myself", "injury"),
        ("when was I last injured", "injury"),
    ],
)
def test_what_people_call_a_thing_is_read_as_it(question: str, phrase: str) -> None:
    read = read_question(question, _DAY, bundled_vocabularies())
    assert isinstance(read, RecordQuestion)
    assert read.phrase == phrase


def test_to_start_this_year_is_no_start_of_the_year() -> None:
    begun = read_question("what did I start last year?", _DAY, bundled_vocabularies())
    at_start = read_question("visits at the start of last year", _DAY, bundled_vocabularies())
    assert isinstance(begun, RecordQuestion)
    assert begun.period == (dt.date(2020, 1, 1), dt.date(2020, 12, 31))
    assert isinstance(at_start, RecordQuestion)
    assert at_start.period == (dt.date(2020, 1, 1), dt.date(2020, 3, 31))


@pytest.mark.parametrize(
    ("asked", "message", "meant"),
    [
        (
            "how many asthma visits since 2015?",
            "and before that?",
            "how many visits for asthma have I had before 2015-01-01?",
        ),
        ("how many times was I seen in 2018?", "and the year before?", "how many visits have I had in 2017?"),
        ("how many visits since 2019?", "and my weight?", "and my weight?"),
    ],
)
def test_a_count_is_asked_again_of_the_time_before(asked: str, message: str, meant: str) -> None:
    assert edited(message, asked, _DAY, bundled_vocabularies()) == meant


@pytest.mark.parametrize(
    ("quote", "value", "said"),
    [
        ("my sugar was about 9", 9.0, "about 9"),
        ("temp approx. 38.5", 38.5, "approx. 38.5"),
        ("bp was about 140 over 90", 90.0, "about 140 over 90"),
        ("my sugar was 9", 9.0, None),
        ("about 95 in all, sugar 9", 9.0, None),
    ],
)
def test_a_value_told_as_about_right_is_known_as_such(quote: str, value: float, said: str | None) -> None:
    assert roughly(MeasurementEntry(name="Glucose", value=value, quote=quote)) == said


def _record(*names: str) -> PatientRecord:
    taken = [Medication(id=f"m{n}", text=name, status=Status.ACTIVE) for n, name in enumerate(names)]
    return PatientRecord(id="p", medications=taken)


_INHALER, _TABLET = "200 ACTUAT Albuterol 0.09 MG/ACTUAT Metered Dose Inhaler", "Simvastatin 20 MG Oral Tablet"


@pytest.mark.parametrize(
    ("message", "named", "left_out"),
    [
        ("I've been using the blue one about 6 times a day", _INHALER, ""),
        ("what is the purple inhaler for?", _INHALER, _TABLET),
        ("puffed twice this morning, felt much better", _INHALER, _TABLET),
        ("can I stop the little white tablets?", _TABLET, _INHALER),
    ],
)
def test_of_a_medicine_told_by_its_look_the_candidates_are_named(message: str, named: str, left_out: str) -> None:
    said = by_look(message, _record(_INHALER, _TABLET), None)
    assert said is not None
    assert named in said[0].text
    assert not left_out or left_out not in said[0].text


@pytest.mark.parametrize(
    "message",
    ["the red one on my arm itches", "puffed out on the stairs", "used the blue albuterol inhaler", "my bmi?"],
)
def test_what_is_no_medicine_or_has_its_name_is_left_to_others(message: str) -> None:
    assert by_look(message, _record(_INHALER, _TABLET), None) is None


def test_what_may_come_back_is_answered_by_its_name() -> None:
    said = come_again(
        "what if the pain comes back?", Subject(kind="symptom", names=["chest pain"]), bundled_vocabularies()
    )
    assert said is not None
    assert said[0].text == "If chest pain comes back:"
    assert len(said) > 1
    assert come_again("what if I stop it?", None, bundled_vocabularies()) is None
