"""The same thing said otherwise: initials, classes, whole lists, asides, several days, another entry of the same."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from osler.consult import ConsultReply, ConsultState
from osler.consult.extraction import Extraction, extract_context, extract_findings, extract_measurements
from osler.consult.extraction.operated import is_operable
from osler.consult.graph_tools import drive
from osler.consult.known_of.aspects import ONLY_WHAT_IT_IS
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.record.question import read_question
from osler.consult.record.reading.initials import with_initials
from osler.consult.steps.entry_lines import summary_lines
from osler.consult.topics import find_topic
from osler.consult.triage import triage
from osler.consult.wording.typed import as_typed
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import done as _done
from tests.consult.setting import entry as _entry
from tests.consult.setting import talk
from tests.consult.setting import value as _value

VOCABULARIES = bundled_vocabularies()
NOW = dt.datetime(2024, 6, 5, 9, 30, tzinfo=dt.UTC)


RECORD = PatientRecord.model_validate(
    {
        "id": "n",
        "as_of": "2024-05-02",
        "demographics": {"names": [{"text": "Nora Named"}], "sex": "female", "birth_date": "1958-02-01"},
        "observations": [
            _value("Body Weight", 82, "kg", "2022-03-02"),
            _value("Body Weight", 79, "kg", "2024-03-02"),
            _value("Potassium", 5.3, "mmol/L", "2021-03-02"),
            _value("Potassium", 4.1, "mmol/L", "2023-03-02"),
            _value("Calcium", 10.4, "mg/dL", "2021-03-02"),
            _value("Calcium", 9.1, "mg/dL", "2023-03-02"),
        ],
        "conditions": [
            _entry("c1", "Myocardial infarction", "2008-12-14", "active"),
            _entry("c2", "Deep venous thrombosis", "2013-07-21", "resolved"),
            _entry("c3", "Chronic congestive heart failure", "2014-09-02", "active"),
        ],
        "medications": [
            _entry("m1", "Captopril 25 MG Oral Tablet", "2009-01-02", "active"),
            _entry("m2", "120 ACTUAT Fluticasone propionate 0.044 MG/ACTUAT Metered Dose Inhaler", "2015-01-02", "active"),
            _entry("m3", "Yaz 28 Day Pack", "2016-08-28", "stopped"),
            _entry("m4", "Errin 28 Day Pack", "2020-08-01", "active"),
            _entry("m5", "Simvastatin 10 MG Oral Tablet", "2019-08-01", "stopped"),
        ],
        "procedures": [
            _done("p1", "Coronary artery bypass grafting", "2008-12-20"),
            _done("p2", "Childbirth", "1989-07-25"),
            _done("p3", "Knee X-ray", "2017-03-21"),
            _done("p4", "Surgical manipulation of joint of knee", "2017-03-28"),
        ],
    }
)  # fmt: skip


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(tmp_path_factory.mktemp("named"))
    made.load("n", project(RECORD))
    return made


def _ask(question: str, graph: LadybugGraphs) -> RecordAnswer:
    return drive(answer_question(question, NOW.date(), VOCABULARIES), graph, "n")


async def _talk(graph: LadybugGraphs, *messages: str, state: ConsultState | None = None) -> ConsultReply:
    return await talk(RECORD, graph, *messages, moment=NOW, start=state or ConsultState(patient_id="n"))


def _noted(message: str, own: list[str] | None = None) -> list[str]:
    typed = as_typed(message)
    merged = (
        extract_measurements(typed, NOW).model_dump()
        | extract_context(typed, NOW, VOCABULARIES, own=own or []).model_dump()
        | extract_findings(typed, NOW, VOCABULARIES).model_dump()
    )
    return summary_lines(Extraction.model_validate(merged))


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("when was the MI", "2008-12-14"),
        ("when was my mi?", "2008-12-14"),
        ("when was my dvt", "2013-07-21"),
        ("when was the CCF diagnosed", "2014-09-02"),
        ("date of the CABG", "2008-12-20"),
        ("date of delivery?", "1989-07-25"),
        ("has she got AF", False),
        ("has she been diagnosed with ms?", False),
        ("any TIAs?", False),
        ("did she ever have a cabg", True),
        ("is she on an ACE inhibitor", True),
        ("is she on a steroid inhaler", True),
        ("is a beta blocker among the current medicines", False),
        ("is she on captopril or a fibrate", True),
        ("currently prescribed any statins?", False),
        ("does my chart say anything about heart failure?", True),
        ("does her record mention simvastatin", True),
        ("Is the puffer for asthma still active - fluticasone?", True),
    ],
)
def test_what_is_named_by_initials_by_its_class_or_in_an_aside_is_found(
    graph: LadybugGraphs, question: str, value: str | bool
) -> None:
    answer = _ask(question, graph)
    assert answer.value == value, answer


def test_initials_that_are_words_or_measures_stay_as_they_are() -> None:
    kept = "did ms jones all see the bmi and ldl of the aids cap"
    assert with_initials(kept, VOCABULARIES) == kept
    assert with_initials("a statin for the cancer", VOCABULARIES) == "a statin for the cancer"


def test_what_is_up_on_another_time_is_compared_with_it(graph: LadybugGraphs) -> None:
    answer = _ask("is her weight up on 2022?", graph)
    assert (answer.type, answer.value) == ("bool", False), answer


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("list my tablets, all of them, old and new", "redirect_list"),
        ("the complete set of my letters and scans please", "redirect_list"),
        ("every single jab ive ever had since birth", "redirect_list"),
        ("each and every operation on file", "redirect_list"),
        ("a full rundown of her hospital stays in date order", "redirect_list"),
        ("all the tablets I still take at the moment", "consultant"),
        ("all my visits to the dentist", "consultant"),
        ("all readings above 150", "consultant"),
        ("could my wife look at my results", "redirect_share_edit"),
        ("make a copy of my chart for the insurer", "redirect_share_edit"),
        ("please take gout off my list, I never had it", "redirect_share_edit"),
        ("what should I do if somebody faints", "lite"),
        ("what should people do when they are stung by a wasp", "lite"),
        ("what did they change at the last review", "consultant"),
        ("how do I mend a puncture on the bike", "refuse_non_health"),
        ("how long is it since my dvt", "consultant"),
        ("first aid for a jellyfish sting", "lite"),
        ("Ever had a heart attack?", "consultant"),
        ("Any opioids on the list?", "consultant"),
        ("Any allergies I should know about before prescribing?", "consultant"),
        ("Any previous overdose?", "consultant"),
        ("Any side effects of statins?", "lite"),
        ("Ever heard of the keto diet?", "lite"),
    ],
)
def test_routes(message: str, route: str) -> None:
    assert triage(message, VOCABULARIES).route == route


@pytest.mark.parametrize(
    ("message", "lines"),
    [
        ("had covid twice, march 2020 and december 2021", ["covid (2020-03, resolved)", "covid (2021-12, resolved)"]),
        (
            "two c-sections, 1989 and 1992",
            ["caesarean section (C-section) (1989)", "caesarean section (C-section) (1992)"],
        ),
        ("had a TIA in 2018 and a DVT the year after", ["TIA (2018, resolved)", "DVT (2019, resolved)"]),
        ("no operations apart from a vasectomy in 2008", ["vasectomy (2008)"]),
        ("had bloods done on Friday", []),
        ("had my hair done on Friday", []),
        ("had my hip done in 2018", ["hip surgery (2018)"]),
        ("itchy rash since yesterday", ["rash (2024-06-04)"]),
    ],
)
def test_a_statement_is_read_as_it_would_be_told_plainly(message: str, lines: list[str]) -> None:
    assert _noted(message) == lines


def test_each_value_has_the_time_that_stands_beside_it() -> None:
    found = extract_measurements("fasting sugar 6.9 today, HbA1c last month 48 mmol/mol", NOW).measurements
    assert [(one.value, one.time) for one in found] == [(6.9, "2024-06-05"), (48.0, "2024-05")]
    found = extract_measurements("temp 39.1 at 3am, down to 37.8 now", NOW).measurements
    assert [one.value for one in found] == [39.1, 37.8]
    found = extract_measurements("nurse took it twice: 138/84 and then 132/82, yesterday", NOW).measurements
    assert {one.time for one in found} == {"2024-06-04"}


def test_an_aside_hides_no_second_allergy_and_a_purpose_is_had() -> None:
    found = extract_findings("I'm allergic to shellfish - my lips swell up - and to latex", NOW, VOCABULARIES)
    assert [one.substance for one in found.allergies] == ["shellfish", "latex"]
    assert found.symptoms == []
    found = extract_findings("taking amoxicillin 500mg three times a day for a chest infection", NOW, VOCABULARIES)
    assert [one.name for one in found.conditions] == ["chest infection"]


def test_a_medicine_told_by_its_form_is_the_one_of_that_form() -> None:
    own = [fact.label for fact in RECORD.medications]
    found = extract_context("I stopped the inhaler two weeks ago", NOW, VOCABULARIES, own=own)
    assert [(one.name, one.status) for one in found.medications] == [("fluticasone propionate", "stopped")]
    assert extract_context("I stopped the cream", NOW, VOCABULARIES, own=own).medications == []


@pytest.mark.parametrize(
    ("before", "then", "part"),
    [
        ("what contraception is she on", "before that?", "2016-08-28: Yaz"),
        ("what contraception has she had", "which one is current?", "Errin"),
        ("what was her highest calcium?", "and potassium?", "5.3 mmol/L"),
    ],
)
async def test_a_follow_up_asks_for_another_entry_of_the_same(
    graph: LadybugGraphs, before: str, then: str, part: str
) -> None:
    reply = await _talk(graph, before, then)
    assert part in reply.text
    assert "Captopril" not in reply.text


async def test_a_whole_question_is_not_asked_as_the_one_before(graph: LadybugGraphs) -> None:
    reply = await _talk(graph, "when was my last flu shot?", "am I on captopril?")
    assert reply.text.startswith("Yes."), reply.text


async def test_a_question_of_the_open_topic_is_answered_of_it(graph: LadybugGraphs) -> None:
    topic = find_topic(graph, "n", "fluticasone", VOCABULARIES)
    assert topic is not None
    opened = ConsultState(patient_id="n").updated(topic.delta())
    reply = await _talk(graph, "when did I start it?", state=opened)
    assert "2015-01-02" in reply.text


async def test_who_asks_more_than_what_a_thing_is_is_told_that_nothing_answers_it(graph: LadybugGraphs) -> None:
    assert ONLY_WHAT_IT_IS in (await _talk(graph, "what is the treatment of gout")).text
    assert ONLY_WHAT_IT_IS not in (await _talk(graph, "what is gout")).text


async def test_an_amount_that_was_asked_back_is_saved_marked_where_the_user_insists(graph: LadybugGraphs) -> None:
    told = "I take two 500 mg paracetamol every 4 hours"
    asked = await _talk(graph, told)
    assert "6 g a day" in asked.text
    assert (await _talk(graph, told, "yes")).accepted is None
    saved = (await _talk(graph, told, "save it anyway")).accepted
    assert saved is not None
    assert saved.medications[0].dose == "1000 mg"
    assert "confirmed by the user" in (saved.medications[0].frequency or "")


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("I took 12 paracetamol an hour ago lol", "urgent"),
        ("swallowed a whole packet of aspirin", "urgent"),
        ("took 2 ibuprofen this morning", "consultant"),
        ("I took 12 ibuprofen over the past month", "consultant"),
    ],
)
async def test_tablets_taken_at_once_are_counted(graph: LadybugGraphs, message: str, route: str) -> None:
    assert (await _talk(graph, message)).route == route


async def test_systems_named_together_are_all_told_and_an_organ_is_not_its_system(graph: LadybugGraphs) -> None:
    both = await _talk(graph, "how are my kidneys and my heart doing since 2011?")
    assert "renal system" in both.text
    assert "Myocardial infarction" in both.text
    assert (
        await _talk(graph, "how is my thyroid doing?")
    ).text == "The record holds no conditions or values of the thyroid."


async def test_a_medicine_that_is_not_named_is_asked_for(graph: LadybugGraphs) -> None:
    assert "Which one is it?" in (await _talk(graph, "I started a new pill")).text


async def test_a_command_about_the_list_states_nothing(graph: LadybugGraphs) -> None:
    reply = await _talk(graph, "stop the captopril in my list")
    assert (reply.route, reply.extraction.is_empty) == ("redirect_share_edit", True)


def test_a_second_question_is_asked_of_the_first_and_a_yes_tells_its_days(graph: LadybugGraphs) -> None:
    assert "2021-03-02" in _ask("was my potassium ever above 5, and when?", graph).text
    assert "2023-03-02" not in _ask("was my potassium ever above 5, and when?", graph).text


def test_an_operation_is_no_picture_of_the_part(graph: LadybugGraphs) -> None:
    assert "X-ray" not in _ask("did I have surgery on my knee?", graph).text
    assert "X-ray" in _ask("did I have a knee X-ray?", graph).text


async def test_what_is_only_planned_is_told_as_planned(graph: LadybugGraphs, tmp_path: Any) -> None:
    planned = RECORD.model_copy(deep=True)
    planned.procedures.append(
        type(planned.procedures[0]).model_validate(_done("p9", "Hip replacement", "2024-09-03") | {"status": "planned"})
    )
    made = LadybugGraphs(tmp_path)
    made.load("n", project(planned))
    assert _ask("when is my hip replacement", made).value == "2024-09-03"
    assert _ask("tell me about my hip replacement", made).text == "Planned: Hip replacement, 2024-09-03."
    assert _ask("have I had a hip replacement?", made).value is False


@pytest.mark.parametrize(
    ("question", "count"), [("Have I had more than one colonoscopy?", 2), ("More than two falls?", 3)]
)
def test_more_than_one_asks_for_two(question: str, count: int) -> None:
    read = read_question(question, dt.date(2026, 11, 18), bundled_vocabularies())
    assert getattr(read, "at_least", None) == count


@pytest.mark.parametrize(("part", "operated"), [("thyroid", False), ("heart", False), ("knee", True), ("hip", True)])
def test_a_part_that_is_also_scanned_was_not_operated_on_because_it_was_done(part: str, operated: bool) -> None:
    assert is_operable(part) is operated
