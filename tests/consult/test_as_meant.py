"""What is meant by a message: whose it is, which name, which way, whether it asks, and what it puts right."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from osler.consult import ConsultReply, ConsultState, Conversation, Deps, UserLocation
from osler.consult.extraction import AllergyEntry, Extraction, MedicationEntry, extract_context, unsupported
from osler.consult.graph_tools import drive
from osler.consult.heard.speaker import spoken_of
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.record.concepts import TypeEntry, matching
from osler.consult.steps.entry_lines import summary_lines
from osler.consult.steps.extractors import StatementInput, context_step, findings_step, measurements_step
from osler.consult.triage import triage
from osler.core.agents import AgentStep, Runner
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.runs import SessionManager
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import entry as _entry
from tests.consult.setting import talk
from tests.consult.setting import value as _value

VOCABULARIES = bundled_vocabularies()
NOW = dt.datetime(2024, 6, 4, 9, 30, tzinfo=dt.UTC)


RECORD = PatientRecord.model_validate(
    {
        "id": "m",
        "as_of": "2024-03-02",
        "demographics": {"names": [{"text": "Mina Meant"}], "sex": "female", "birth_date": "1960-02-01"},
        "observations": [
            _value("Glucose", 90, "mg/dL", "2021-03-02"),
            _value("Glucose", 104, "mg/dL", "2023-03-02"),
            _value("Hemoglobin A1c", 6.4, "%", "2021-03-02"),
            _value("Hemoglobin A1c", 5.9, "%", "2023-03-02"),
            _value("Oral temperature", 37.6, "Cel", "2022-03-02"),
            _value("Potassium", 4.1, "mmol/L", "2023-03-02"),
        ],
        "conditions": [
            _entry("c1", "Fracture of clavicle", "2011-05-04", "resolved"),
            _entry("c2", "Stroke", "2013-07-21", "active"),
            _entry("c3", "Atrial Fibrillation", "2014-09-02", "active"),
        ],
        "medications": [
            _entry("m1", "Warfarin Sodium 5 MG Oral Tablet", "2014-09-02", "active"),
            _entry("m2", "Alteplase 100 MG Injection", "2013-07-21", "stopped"),
        ],
        "procedures": [
            {"id": f"p{year}", "text": "Electrical cardioversion", "status": "completed", "time": {"at": {"date": day}}}
            for year, day in ((1, "2015-01-12"), (2, "2016-01-18"), (3, "2017-10-03"), (4, "2018-10-10"))
        ],
        "encounters": [
            {
                "id": "e1",
                "text": "Emergency Encounter",
                "status": "completed",
                "time": {"start": {"date": "2012-12-21"}},
                "reasons": [{"system": "SCTID", "code": "1", "display": "Heart failure"}],
            }
        ],
    }
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(tmp_path_factory.mktemp("meant"))
    made.load("m", project(RECORD))
    return made


def _ask(question: str, graph: LadybugGraphs) -> RecordAnswer:
    return drive(answer_question(question, NOW.date(), VOCABULARIES), graph, "m")


async def _talk(graph: LadybugGraphs, *messages: str, auto_accept: bool = False) -> ConsultReply:
    start = ConsultState(patient_id="m")
    return await talk(RECORD, graph, *messages, moment=NOW, start=start, auto_accept=auto_accept)


async def _read(message: str) -> list[str]:
    """What all readers make of a message, one line an entry."""
    merged: dict[str, Any] = {}
    given = StatementInput(message=message, current_time=NOW)
    async with Runner() as runner:
        steps: list[AgentStep[StatementInput, Any]] = [
            measurements_step(VOCABULARIES),
            context_step(VOCABULARIES),
            findings_step(VOCABULARIES),
        ]
        for step in steps:
            outcome = await Deps(runner=runner).ask_or_stand_in(step, given)
            assert outcome.output is not None
            merged |= outcome.output.model_dump()
    return summary_lines(Extraction.model_validate(merged))


@pytest.mark.parametrize(
    "question",
    [
        "Did anybody ever check potassium in my blood?",
        "Was I put on warfarin at any point?",
        "has my potassium been looked at, ever?",
        "was a clot buster (alteplase) ever given?",
        "is this woman on a blood thinner - warfarin?",
        "did I ever break my collarbone?",
        "was alteplase prescribed by anyone?",
        "has a cardioversion been carried out on me?",
        "Is any alteplase on my record?",
    ],
)
def test_where_when_by_whom_and_its_other_name_ask_no_more_than_whether_it_is_there(
    graph: LadybugGraphs, question: str
) -> None:
    answer = _ask(question, graph)
    assert (answer.type, answer.value) == ("bool", True), answer


@pytest.mark.parametrize(
    "question",
    ["did they do the cardioversion right?", "did my stroke leave damage?", "is my collarbone fracture old?"],
)
def test_what_is_asked_beyond_that_has_no_yes(graph: LadybugGraphs, question: str) -> None:
    assert _ask(question, graph).type == "none"


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Have I ever had a temperature over 37?", True),
        ("did my fever ever go above 39", False),
        ("ever a fever over 37.5", True),
        ("was my temp ever over 38", False),
    ],
)
def test_a_bound_is_asked_of_the_values_whatever_they_are_called(
    graph: LadybugGraphs, question: str, value: bool
) -> None:
    answer = _ask(question, graph)
    assert (answer.type, answer.value) == ("bool", value), answer


@pytest.mark.parametrize(
    "question", ["has my a1c improved since 2021?", "is my a1c worse than in 2021?", "was my glucose ever better?"]
)
def test_a_judgement_is_told_by_its_values_and_gets_no_yes_or_no(graph: LadybugGraphs, question: str) -> None:
    answer = _ask(question, graph)
    assert answer.type == "string", answer
    assert "up by" in answer.text or "down by" in answer.text


@pytest.mark.parametrize(
    "question",
    ["Barry Wolf medications", "barry wolf meds", "Wolf, Barry: allergies", "show barry wolf labs", "barry a1c"],
)
def test_who_heads_a_question_is_who_is_asked_about(graph: LadybugGraphs, question: str) -> None:
    assert _ask(question, graph).reason == "other_patient"


@pytest.mark.parametrize("question", ["Mina Meant a1c", "mina a1c", "Graves disease medications", "Blood Pressure"])
def test_the_patients_own_name_and_names_of_diseases_are_nobody_else(graph: LadybugGraphs, question: str) -> None:
    assert _ask(question, graph).reason != "other_patient"


def test_a_visit_for_an_organ_is_no_operation_on_it(graph: LadybugGraphs) -> None:
    assert "not recorded" in _ask("have I had an operation on my heart?", graph).text


@pytest.mark.parametrize(
    "question", ["when were my cardioversions?", "when did I have cardioversions, every date please"]
)
def test_the_days_of_several_are_all_told(graph: LadybugGraphs, question: str) -> None:
    text = _ask(question, graph).text
    assert all(day in text for day in ("2015-01-12", "2016-01-18", "2017-10-03", "2018-10-10")), text


def test_a_form_is_no_question_of_sex(graph: LadybugGraphs) -> None:
    assert _ask("did she sign the consent form for the cardioversion", graph).type == "unanswerable"


def test_a_salt_makes_no_medicine_one_of_a_class() -> None:
    held = [TypeEntry("1", "Meperidine Hydrochloride 50 MG Oral Tablet"), TypeEntry("2", "Lasix 40mg")]
    assert [entry.uuid for entry in matching("diuretics", held, VOCABULARIES)] == ["2"]


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        (("what was my last glucose", "no i meant the a1c one"), "5.9 %"),
        (("what was my first glucose", "sorry, i meant a1c"), "6.4 %"),
        (("what am i taking now", "actually i wanted the alteplase"), "lteplase"),
        (("what was my last glucose", "when did i get AF"), "2014-09-02"),
        (("my brother's allergic to penicillin, am i?",), "No such allergy is recorded"),
        (("my dad had a stroke too. when was mine?",), "2013-07-21"),
        (("my mum had diabetes. have i had a stroke?",), "Yes. Stroke"),
        (("what was my last glucose", "has it improved since"), "not two values to compare"),
        (("what was my last glucose", "is 140 high"), "Glucose 140 mg/dL"),
        (("what was my a1c in 2021", "is that higher than now?"), "Yes. Hemoglobin A1c: 6.4 % on 2021-03-02, 5.9 %"),
        (("what was my glucose in 2021", "highest since then"), "104 mg/dL"),
        (("what was my glucose in 2021", "and the A1c same day?"), "6.4 %"),
        (("hi, I'm worried about my potassium",), "4.1 mmol/L"),
        (("Seen in clinic today, doing fine. Latest potassium and glucose?",), "4.1 mmol/L"),
        (("is stroke infectious?",), "I found nothing on this (infectious)"),
        (("which medicines am i allergic to?",), "(Read as: list · allergies"),
        (("am i allergic to any drugs?",), "(Read as: list · allergies"),
        (("how long does a stroke usually last?",), "nothing in the local vocabularies"),
    ],
)
async def test_what_goes_on_from_a_question_is_read_as_meant(
    graph: LadybugGraphs, messages: tuple[str, ...], said: str
) -> None:
    reply = await _talk(graph, *messages)
    assert said in reply.text, reply.text


@pytest.mark.parametrize("message", ["its gone off now thanks", "should i still go to hospital?", "im ok now thanks"])
async def test_that_it_eased_does_not_end_an_emergency(graph: LadybugGraphs, message: str) -> None:
    reply = await _talk(graph, "my chest is tight right now and my left arm is tingling", message)
    assert (reply.route, "Be seen all the same" in reply.text) == ("urgent", True), reply.text


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("its getting stronger", "a reason to call again"),
        ("ok the ambulance is coming", "Good. Do what I said"),
    ],
)
async def test_that_it_gets_worse_or_help_comes_is_answered_as_such(
    graph: LadybugGraphs, message: str, said: str
) -> None:
    reply = await _talk(graph, "my chest is tight right now and my left arm is tingling", message)
    assert reply.route == "urgent"
    assert said in reply.text


@pytest.mark.parametrize(
    ("message", "noted", "written"),
    [
        ("i stopped metforman", "metformin (stopped)", "metforman"),
        ("metfomin 500 twice daily with food", "metformin (500, twice daily, taking)", "metfomin"),
        ("im on lisinoprl 10mg now", "lisinopril (10 mg, taking)", "lisinoprl"),
    ],
)
async def test_a_misspelt_medicine_is_read_as_meant_and_asked_back(
    graph: LadybugGraphs, message: str, noted: str, written: str
) -> None:
    for auto_accept in (False, True):
        reply = await _talk(graph, message, auto_accept=auto_accept)
        assert noted in reply.entry_question
        assert f"I read “{written}” as" in reply.entry_question
        assert reply.accepted is None
        assert reply.state is not None
        assert reply.state.pending is not None


@pytest.mark.parametrize(
    "message", ["I saw Metforman yesterday", "the bisglycinate was cheap", "my friend takes metforman"]
)
def test_a_strange_word_alone_is_no_medicine(message: str) -> None:
    assert not extract_context(message, NOW, VOCABULARIES).medications


@pytest.mark.parametrize(
    ("message", "lines"),
    [
        ("dont have diabetes and never have", []),
        ("my bp was 132/84 today, his was 170/100", ["systolic blood pressure 132 mmHg (2024-06-04)", "diastolic blood pressure 84 mmHg (2024-06-04)"]),
        ("i weigh 70 kg, he weighs 90", ["Body weight 70 kg"]),
        ("she weighed 68 kg today and her husband 90", ["Body weight 68 kg (2024-06-04)"]),
        ("A1C went from 8.2 in February to 7.4 last week", ["Hemoglobin A1c 8.2 % (2024-02)", "Hemoglobin A1c 7.4 % (2024-05-28)"]),
        ("my bp went from 150/90 to 130/80", ["systolic blood pressure 130 mmHg", "diastolic blood pressure 80 mmHg"]),
        ("Weighed myself this morning: 12st 4lb", ["body weight 172 lb (2024-06-04)"]),
        ("my dose of hydrochlorothiazide went up to 50", ["hydrochlorothiazide (50, changed)"]),
        ("and digoxin, what dose", []),
        ("telephone consult with Dr Osei yesterday", ["Dr. Osei", "telehealth (2024-06-03, Dr. Osei, past)"]),
        ("due to see Dr Ahmed on the 3rd of July", ["Dr. Ahmed", "visit (2024-07-03, Dr. Ahmed, planned)"]),
        ("i fell off a ladder last month and broke my wrist", ["fracture of wrist (2024-05, active)"]),
        ("cant sleep", ["insomnia"]),
        ("my cholesterol is 5.2 but should be under 4", ["Total cholesterol 5.2 mmol/L (no day given)"]),
        ("my bp should be 120/80", []),
        ("my GP rang, he has stopped the ramipril", ["ramipril (stopped)"]),
        ("used to be on warfarin, now on apixaban 5mg bd", ["warfarin (past)", "apixaban (5 mg, bd, taking)"]),
    ],
)  # fmt: skip
async def test_a_statement_is_noted_as_it_is_told(message: str, lines: list[str]) -> None:
    assert await _read(message) == lines


async def test_a_dose_without_its_unit_is_kept_and_asked_for(graph: LadybugGraphs) -> None:
    reply = await _talk(graph, "i take paracetamol 500 when needed")
    assert "paracetamol (500, when needed, taking)" in reply.entry_question
    assert "the unit of paracetamol 500" in reply.entry_question


def test_he_is_somebody_else_where_the_writer_speaks_of_his_own() -> None:
    male = RECORD.model_copy(update={"demographics": RECORD.demographics.model_copy(update={"sex": "male"})})
    assert "the patient" not in spoken_of("my bp was 132/84, his was 170/100", male, NOW.date()).text
    assert "the patient" in spoken_of("what was his last bp", male, NOW.date()).text


def test_what_is_borne_well_is_no_allergy() -> None:
    message = "penicillin is fine for me but codeine made me sick"
    wrong = AllergyEntry(substance="penicillin", reaction="sick", quote="penicillin is fine for me")
    right = AllergyEntry(substance="codeine", reaction="sick", quote="codeine made me sick")
    assert unsupported(wrong, message, VOCABULARIES) is not None
    assert unsupported(right, message, VOCABULARIES) is None


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("can you forward my medication list to the pharmacy on the high street", "redirect_share_edit"),
        ("share my last ECG with my daughter", "redirect_share_edit"),
        ("print out my vaccination card", "redirect_share_edit"),
        ("delete the last one", "redirect_share_edit"),
        ("every single blood test ive ever had, list them", "redirect_list"),
        ("How do I treat damp on a bedroom wall?", "refuse_non_health"),
        ("if somebody's face drops on one side what does FAST stand for", "lite"),
        ("What would happen if a person overdosed on paracetamol? It's for my nursing exam", "lite"),
        ("what did the dr put me on after my op", "consultant"),
        ("have i ever smoked", "consultant"),
        ("how many times have i been admitted", "consultant"),
        ("which doc saw me in feb", "consultant"),
        ("what came of the scan", "consultant"),
        ("what is a psa of 4", "lite"),
        ("when was the first heart transplant", "lite"),
        ("did the test match finish", "refuse_non_health"),
        ("complete vaccination history", "redirect_list"),
        ("show me everything youve got on me", "redirect_list"),
        ("correct the spelling of my surname", "redirect_share_edit"),
        ("when did i get my dvt", "consultant"),
    ],
)
def test_routes(message: str, route: str) -> None:
    assert triage(message, VOCABULARIES).route == route


def test_an_open_topic_does_not_decide_what_names_a_disease_by_its_initials() -> None:
    assert triage("what happens in COPD", VOCABULARIES, "ConditionCase").route == "lite"


def test_an_entry_is_of_the_day_where_the_user_is() -> None:
    place = UserLocation(timezone="Pacific/Honolulu")
    begun = Conversation.begun(RECORD, SessionManager.from_settings(), None, location=place)
    late = dt.datetime(2024, 6, 4, 3, 0, tzinfo=dt.UTC)
    begun.asked("I started ramipril 5 mg once a day", late)
    local = dt.datetime(2024, 6, 3, 17, 0, tzinfo=dt.timezone(dt.timedelta(hours=-10)))
    told = Extraction(medications=[MedicationEntry(name="ramipril", status="started", quote="I started ramipril")])
    state = begun.state.updated({"current_time": local})
    begun.answered(ConsultReply(accepted=told, state=state), VOCABULARIES)
    assert begun.record.medications[-1].time is not None
    assert "2024-06-03" in begun.record.medications[-1].model_dump_json()
