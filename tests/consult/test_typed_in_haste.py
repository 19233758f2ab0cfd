"""Messages as people type them: fragments, times told from the last answer, slips, a question beside a statement."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from osler.consult import ConsultReply, ConsultState, Deps
from osler.consult.extraction import extract_context, extract_findings, extract_measurements
from osler.consult.going_on.told_times import dated_from
from osler.consult.graph_tools import drive
from osler.consult.heard.speaker import spoken_of
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.steps.consultant import ConsultantTools
from osler.consult.steps.lite import defined
from osler.consult.steps.search import WebAsked
from osler.consult.triage import alarm, triage
from osler.consult.wording.typed import as_typed
from osler.core.agents import Runner
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.safety import PatientContext, Reading
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import talk

VOCABULARIES = bundled_vocabularies()
NOW = dt.datetime(2024, 6, 4, 9, 30, tzinfo=dt.UTC)
TODAY = NOW.date()


def _value(name: str, value: float, unit: str, day: str, category: str = "laboratory") -> dict[str, Any]:
    quantity, time = {"value": value, "unit": unit}, {"at": {"date": day}}
    own = {"id": f"{name}-{day}", "text": name, "category": category}
    return {**own, "status": "final", "quantity": quantity, "time": time}


def _since(ident: str, text: str, start: str, end: str | None = None) -> dict[str, Any]:
    time = {"start": {"date": start}, **({"end": {"date": end}} if end else {})}
    return {"id": ident, "text": text, "status": "resolved" if end else "active", "time": time}


def _stay(ident: str, day: str, reason: str) -> dict[str, Any]:
    time, setting = {"start": {"date": day}, "end": {"date": day}}, {"system": "v3-ActCode", "code": "EMER"}
    own = {"id": ident, "text": "Emergency room admission", "status": "completed"}
    return {**own, "time": time, "setting": setting, "reasons": [{"system": "SCTID", "code": "1", "display": reason}]}


RECORD = PatientRecord.model_validate(
    {
        "id": "h",
        "as_of": "2024-03-02",
        "demographics": {
            "names": [{"text": "Hanna Haste"}],
            "sex": "female",
            "birth_date": "1970-03-14",
            "marital_status": {"system": "v3-MaritalStatus", "code": "M"},
        },
        "conditions": [
            _since("k1", "Normal pregnancy", "2001-02-01", "2001-10-20"),
            _since("k2", "Gout", "2015-05-04"),
        ],
        "medications": [_since("m1", "Methotrexate 10 MG Oral Tablet", "2021-02-19")],
        "allergies": [
            {"id": "a1", "text": "Allergy to peanuts", "status": "active", "time": {"at": {"date": "1990-05-29"}}},
            {"id": "a2", "text": "Allergy to mould", "status": "active", "time": {"at": {"date": "1990-05-29"}}},
        ],
        "encounters": [
            _stay("e1", "2016-09-21", "Fracture of forearm"),
            _stay("e2", "2020-09-30", "First degree burn"),
        ],
        "procedures": [
            {
                "id": "p1",
                "text": "Upper arm X-ray",
                "status": "completed",
                "encounter_id": "e1",
                "time": {"at": {"date": "2016-09-21"}},
            },
            {
                "id": "p2",
                "text": "Bone immobilization",
                "status": "completed",
                "encounter_id": "e1",
                "time": {"at": {"date": "2016-09-21"}},
            },
        ],
        "observations": [
            _value("Hemoglobin A1c", 6.4, "%", "2014-12-12"),
            _value("Hemoglobin A1c", 6.2, "%", "2019-09-27"),
            _value("Hemoglobin A1c", 5.9, "%", "2020-10-02"),
            _value("Potassium", 4.4, "mmol/L", "2020-10-02"),
            _value("Total Cholesterol", 181, "mg/dL", "2020-10-02"),
            _value("Low Density Lipoprotein Cholesterol", 75, "mg/dL", "2020-10-02"),
            _value("High Density Lipoprotein Cholesterol", 76, "mg/dL", "2020-10-02"),
            _value("Triglycerides", 148, "mg/dL", "2020-10-02"),
            _value("Body Weight", 71.3, "kg", "2023-06-01", "vital-signs"),
            _value("Body Height", 161.0, "cm", "2015-06-01", "vital-signs"),
            _value("Body Height", 160.0, "cm", "2023-06-01", "vital-signs"),
        ],
    }
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(tmp_path_factory.mktemp("haste"))
    made.load("h", project(RECORD))
    return made


def _ask(question: str, graph: LadybugGraphs) -> RecordAnswer:
    return drive(answer_question(question, TODAY, VOCABULARIES), graph, "h")


async def _talk(graph: LadybugGraphs, *messages: str) -> ConsultReply:
    return await talk(RECORD, graph, *messages, moment=NOW, start=ConsultState(patient_id=RECORD.id))


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        (("a1c", "a year earlier?"), "6.2 % on 2019-09-27"),
        (("a1c", "a year earlier?", "five years before that"), "6.4 % on 2014-12-12"),
        (("a1c in 2014", "five years later"), "6.2 % on 2019-09-27"),
        (("a1c", "three years before that"), "There is none in that time"),
        (("did i have gout in 2012?", "weight", "in 2023"), "71.3 kg"),
        (("when was my last er visit?", "how old was i then"), "50 years old, on 2020-09-30"),
        (("when was my last er visit?", "and the first time"), "2016-09-21"),
        (("when was my last er visit?", "that one before, what did they do"), "Bone immobilization"),
        (("a1c", "whats the worst its been"), "6.4 % on 2014-12-12"),
        (("married?",), "Married."),
    ],
)
async def test_a_fragment_is_asked_of_what_was_last_spoken_of(
    graph: LadybugGraphs, messages: tuple[str, ...], said: str
) -> None:
    reply = await _talk(graph, *messages)
    assert said in reply.text, reply.text


async def test_a_statement_may_point_at_the_medicine_that_was_spoken_of(graph: LadybugGraphs) -> None:
    reply = await _talk(graph, "am i on methotrexate?", "i stopped it 3 weeks ago it made me hoarse")
    assert [(one.name.lower(), one.status) for one in reply.extraction.medications] == [("methotrexate", "stopped")]


@pytest.mark.parametrize("told", ["stopped it on Monday", "stopped it on Monday, Dr Lindqvist's advice"])
async def test_a_statement_without_its_subject_points_as_well(graph: LadybugGraphs, told: str) -> None:
    reply = await _talk(graph, "am i on methotrexate?", told)
    assert [(one.name.lower(), one.status) for one in reply.extraction.medications] == [("methotrexate", "stopped")]


@pytest.mark.parametrize(
    ("message", "day", "of_a_value", "dated"),
    [
        ("a year earlier", "2020-10-02", True, "around 2019-10-02"),
        ("and five years before that?", "2019-09-27", True, "and around 2014-09-27?"),
        ("weight six months later", "2020-01-31", True, "weight around 2020-07-31"),
        ("two weeks after that", "2020-01-31", True, "around 2020-02-14"),
        ("er visits two years earlier", "2020-10-02", False, "er visits in 2018"),
        ("what was it two years before my operation", "2020-10-02", True, "what was it two years before my operation"),
        ("a year earlier", None, True, "a year earlier"),
        ("what did I weigh the year before that?", "2020-12-08", True, "what did I weigh in 2019?"),
        ("and the year after?", "2013-10-29", False, "and in 2014?"),
        ("weight same day?", "2020-12-08", True, "weight on 2020-12-08?"),
    ],
)
def test_a_time_is_told_from_the_day_of_the_last_answer(
    message: str, day: str | None, of_a_value: bool, dated: str
) -> None:
    assert dated_from(message, day, of_a_value=of_a_value) == dated


@pytest.mark.parametrize(
    ("question", "kind", "said"),
    [
        ("how old was i on 2016-09-21", "number", "46 years old, on 2016-09-21"),
        ("how old was i in 2016", "number", "45 or 46 years old, in 2016"),
        ("lipid panel", "list", "Triglycerides: 148"),
        ("my cholesterol, the whole panel", "list", "High Density Lipoprotein Cholesterol: 76"),
        ("any bloods done since i started methotrexate?", "bool", "No. None is recorded in that time"),
        ("when were my last bloods", "date", "2020-10-02"),
        ("my peanut thing, when was that put down", "date", "1990-05-29: Allergy to peanuts"),
        ("peanut", "bool", "Recorded as an allergy: Allergy to peanuts"),
        ("have i ever had high potassium", "none", "no reference range"),
        ("was my potassium low last time?", "none", "no reference range"),
        ("did i have high bp when i was pregnant", "bool", "not recorded"),
        ("potassium percentile", "unanswerable", "I do not compute a percentile"),
        ("is my gout curable?", "none", "does not say whether this is so. It holds: Gout on 2015-05-04"),
        ("was the upper arm x-ray normal?", "none", "does not say whether this is so"),
        ("did the upper arm x-ray find anything?", "none", "does not say whether this is so"),
        ("is methotrexate a chemo drug?", "bool", "Yes. Methotrexate"),
        ("did i get all my arm x-rays", "none", "does not say whether this is so"),
        ("is methotrexate a statin?", "none", "does not say whether this is so"),
        ("is my gout still active?", "bool", "Yes. Gout"),
        ("did the gout resolve?", "bool", "No. Gout is recorded as active"),
        ("how much taller since 2010", "number", "down by 1 cm"),
        ("hiya, am i on anything for my gout?", "bool", ""),
        ("what was done at my last emergency room visit before 2020-09-30", "list", "Upper arm X-ray"),
    ],
)
def test_questions_typed_in_haste(graph: LadybugGraphs, question: str, kind: str, said: str) -> None:
    answer = _ask(question, graph)
    assert (answer.type, said in answer.text) == (kind, True), answer


def test_who_asks_of_another_and_of_the_patient_gets_the_own_part(graph: LadybugGraphs) -> None:
    answer = _ask("did my mum have gout and do i", graph)
    assert "somebody else" in answer.text
    assert answer.entries == ["k2"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wots my bp, im worried", "what's my bp, i'm worried"),
        ("mums bp was 170/100", "mum's bp was 170/100"),
        ("B12 IM injection, 10 u insulin", "B12 IM injection, 10 u insulin"),
        ("how often have I ODd", "how often have I overdosed"),
        ("Everything went grey and odd", "Everything went grey and odd"),
        ("https://im.org/u", "https://im.org/u"),
    ],
)
def test_habits_of_typing_are_written_out(typed: str, meant: str) -> None:
    assert as_typed(typed) == meant


@pytest.mark.parametrize(
    "message",
    [
        "mums bp was 170/100 this morning",
        "baby 5 weeks old has temp 38.5",
        "the methotrexate, how long have i been on that",
        "whens my next asthma review",
        "my antibiotics since 2010",
        "er visits",
        "Dr House is my favourite show",
    ],
)
def test_what_is_another_s_or_asked_is_not_noted(message: str) -> None:
    assert extract_measurements(message, NOW).measurements == []
    context, findings = extract_context(message, NOW, VOCABULARIES), extract_findings(message, NOW, VOCABULARIES)
    assert not any((context.medications, context.encounters, context.practitioners, findings.conditions)), message


def test_a_value_and_the_earlier_one_with_its_day_are_both_noted() -> None:
    made = extract_measurements("A1c was 7.1 in February, down from 8.3 last november", NOW).measurements
    assert {(entry.value, entry.time) for entry in made} == {(7.1, "2024-02"), (8.3, "2023-11")}


def test_how_long_a_stay_lasted_is_not_when_it_was() -> None:
    told = extract_context("admitted to Mercy General for 3 days in february with pneumonia", NOW, VOCABULARIES)
    assert [(entry.date, entry.organization) for entry in told.encounters] == [("2024-02", "Mercy General")]


@pytest.mark.parametrize(
    ("message", "earlier", "rule"),
    [
        ("im clean since 2021 but took 4 oxys tonight and feel super sleepy", (), "poisoning"),
        ("cp radiating to jaw, sob", (), "cardiac-chest-pain"),
        ("a sore mouth and a temp of 38.6", ("I take Methotrexate 10 MG Oral Tablet.",), "neutropenic-sepsis"),
    ],
)
def test_an_alarm_is_heard_in_haste(message: str, earlier: tuple[str, ...], rule: str) -> None:
    measured = [Reading(measure="temperature", value=38.6, day=TODAY)] if "temp" in message else []
    about = PatientContext(readings=measured, reference=TODAY)
    heard = alarm(message, VOCABULARIES, about, earlier=earlier)
    assert rule in {flag.rule_id for flag in heard.now}


@pytest.mark.parametrize(
    ("message", "topic", "route"),
    [
        ("list my current conditions", None, "consultant"),
        ("all labs from 2019", None, "consultant"),
        ("what did the scan in march show", None, "consultant"),
        ("how many times was i in a&e last year", None, "consultant"),
        ("how old was i then", None, "consultant"),
        ("my wife has 150/90 is mine worse", None, "consultant"),
        ("how is tennis scored?", "SymptomEpisodeNode", "refuse_non_health"),
        ("should i worry", "SymptomEpisodeNode", "consultant"),
    ],
)
def test_where_a_hasty_message_goes(message: str, topic: str | None, route: str) -> None:
    assert triage(message, VOCABULARIES, topic).route == route


def test_the_son_of_a_minor_s_record_is_the_patient() -> None:
    minor = PatientRecord.model_validate(
        {"id": "y", "demographics": {"sex": "male", "birth_date": "2008-01-01"}, "as_of": "2024-03-02"}
    )
    assert spoken_of("my son. how tall is he now", minor, TODAY).text == "the patient. how tall is the patient now"
    assert spoken_of("my baby has a cold", minor, TODAY).text == "my baby has a cold"


def test_a_definition_is_of_the_whole_name_that_is_asked_for() -> None:
    told = defined("what is plantar fasciitis?", VOCABULARIES)
    assert told is not None
    assert told.text.startswith("Plantar")
    assert defined("what is zorblax fever?", VOCABULARIES) is None


def test_what_a_caregiver_has_is_not_the_child_s() -> None:
    child = PatientRecord.model_validate(
        {"id": "y", "demographics": {"sex": "male", "birth_date": "2018-01-01"}, "as_of": "2024-03-02"}
    )
    assert spoken_of("is my bp ok?", child, TODAY, cared_for=True).text == "is my friend's bp ok?"


async def test_guidelines_are_asked_for_the_age_of_today(graph: LadybugGraphs) -> None:
    ages: list[float | None] = []

    async def ask(question: str, record: PatientRecord) -> None:
        ages.append(record.age_at())

    async with Runner() as runner:
        deps = Deps(runner=runner, graphs=graph, guidelines=ask)
        web = WebAsked(None, "", VOCABULARIES)
        tools = ConsultantTools(deps, graph, RECORD, dt.date(2026, 6, 4), "Am I due a vaccine?", web=web)
        await tools.ask_guidelines("Am I due a vaccine?")
    assert [int(age or 0) for age in ages] == [56]


async def test_what_was_asked_in_general_is_not_made_the_patient_s(graph: LadybugGraphs) -> None:
    reply = await _talk(graph, "what is asthma?", "and what causes it?")
    assert reply.agent == "health_consultant_lite"


@pytest.mark.parametrize(
    "message",
    [
        "last 2 hemoglobins",
        "last 5 platelets",
        "last 3 a1cs",
        "past 3 creatinines",
        "previous two weights",
        "my latest 2 sats",
    ],
)
def test_how_many_values_are_asked_for_is_no_value(message: str) -> None:
    assert extract_measurements(message, NOW).measurements == []


@pytest.mark.parametrize(
    ("message", "value"),
    [("weight 80 kg for the last 2 weeks", 80.0), ("past 2 weeks sugar 7.8", 7.8), ("my last A1c was 7.2", 7.2)],
)
def test_a_value_beside_a_length_of_time_stays(message: str, value: float) -> None:
    assert [entry.value for entry in extract_measurements(message, NOW).measurements] == [value]
