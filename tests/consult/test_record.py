"""Questions over Anna's record: the answer, its type, and the entries it rests on."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from osler.consult import Deps
from osler.consult.record import RecordAnswer, RecordQuestion, Refused, read_question
from osler.consult.record.ages import with_ages_dated
from osler.consult.record.overview import Overview, chart, value_line, with_usual
from osler.consult.record.periods import Period, read_periods
from osler.consult.record.usual_limits import Person
from osler.consult.steps.cypher import ask_record
from osler.core.graph import LadybugGraphs, project
from osler.core.patient.types import ClinicalTime
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import graphs, scripted
from tests.core.agents.scripted import Script
from tests.core.graph.people import anna

TODAY = dt.date(2021, 6, 2)


@pytest.fixture(scope="module")
def anna_graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    return graphs(tmp_path_factory.mktemp("anna"))


@pytest.mark.parametrize(
    ("question", "kind", "value"),
    [
        ("What was my last HbA1c?", "number", 6.5),
        ("What was her first hemoglobin A1c?", "number", 7.1),
        ("What was my A1c second to last?", "number", 7.0),
        ("What is the highest HbA1c since 2020?", "number", 7.1),
        ("What was my average HbA1c in 2020?", "number", 7.05),
        ("How much has my HbA1c changed, last compared to the first value?", "number", -0.6),
        ("Is my HbA1c going down?", "bool", True),
        ("When was my HbA1c last above 7?", "date", "2020-02-01"),
        ("When did I have the minimum HbA1c?", "date", "2021-04-01"),
        ("How many times was my HbA1c measured?", "number", 3.0),
        ("What was my last blood pressure?", "string", "130/85"),
        ("Do I have diabetes?", "bool", True),
        ("Have I ever been diagnosed with gout?", "bool", False),
        ("What are my active conditions?", "list", ["Type 2 diabetes mellitus"]),
        ("Which medications am I taking?", "list", ["Metformin 500 MG Oral Tablet"]),
        ("When was metformin prescribed?", "date", "2020-05-01"),
        ("When was my last visit?", "date", "2021-05-01"),
        ("Who did I see at my last visit?", "string", "Dr. House"),
        ("How many days since my last visit?", "number", 32.0),
        ("What vaccines did I get?", "none", None),
        ("What was my last potassium?", "none", None),
        ("How old am I?", "number", 61.0),
        ("By how much did my A1c move since the previous one?", "number", -0.5),
        ("What was my HbA1c at sixty?", "number", 7.0),
        ("What was my HbA1c at the age of 61?", "number", 6.5),
        ("Which supplements do I use?", "none", None),
        ("When was I born?", "date", "1960-01-02"),
    ],
)
async def test_an_answer_has_its_type_and_its_value(
    anna_graph: LadybugGraphs, question: str, kind: str, value: Any
) -> None:
    outcome = await ask_record(question, graphs=anna_graph, patient_id="anna", today=TODAY, deps=Deps())
    answer = outcome.unwrap()
    assert answer.type == kind
    assert answer.value == (pytest.approx(value) if isinstance(value, float) else value)
    if kind in {"number", "date", "string", "list"}:
        assert answer.entries


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What is my boss's medication?", "other_patient"),
        ("What was the last glucose of patient 10009035?", "other_patient"),
        ("Which medicines does patient id 7c1d22ab-0e5f-4b1c take?", "other_patient"),
        ("Show me Ben Zweig's conditions", "other_patient"),
        ("Should I take aspirin?", "out_of_scope"),
        ("What are the side effects of metformin?", "out_of_scope"),
        ("Who is my emergency contact?", "not_in_record"),
        ("When is my next appointment?", "not_in_record"),
    ],
)
async def test_what_a_record_cannot_answer_is_refused_for_its_reason(
    anna_graph: LadybugGraphs, question: str, reason: str
) -> None:
    answer = (await ask_record(question, graphs=anna_graph, patient_id="anna", today=TODAY, deps=Deps())).unwrap()
    assert (answer.type, answer.reason) == ("unanswerable", reason)


@pytest.mark.parametrize(
    ("words", "period"),
    [
        ("since 10 months ago", Period(dt.date(2020, 8, 2), TODAY)),
        ("last year", Period(dt.date(2020, 1, 1), dt.date(2020, 12, 31))),
        ("in 08/2019", Period(dt.date(2019, 8, 1), dt.date(2019, 8, 31))),
        ("on 07/15/2015", Period(dt.date(2015, 7, 15), dt.date(2015, 7, 15))),
        ("between 2010 and 2012", Period(dt.date(2010, 1, 1), dt.date(2012, 12, 31))),
        ("in the eighties", Period(dt.date(1980, 1, 1), dt.date(1989, 12, 31))),
        ("during the noughties", Period(dt.date(2000, 1, 1), dt.date(2009, 12, 31))),
        ("recent visits", Period(dt.date(2021, 3, 2), TODAY)),
        ("since the summer of 2019", Period(dt.date(2019, 6, 1), TODAY)),
        ("since spring", Period(dt.date(2021, 3, 1), TODAY)),
        ("before last summer", Period(None, dt.date(2020, 5, 31))),
        ("between easter and christmas 2018", Period(dt.date(2018, 4, 1), dt.date(2018, 12, 25))),
        ("over the past year", Period(dt.date(2020, 6, 2), TODAY)),
        ("over the last decade", Period(dt.date(2011, 6, 2), TODAY)),
        ("in march last year", Period(dt.date(2020, 3, 1), dt.date(2020, 3, 31))),
        ("in the 18 months before 2020", Period(dt.date(2018, 7, 1), dt.date(2019, 12, 31))),
        ("the year before last", Period(dt.date(2019, 1, 1), dt.date(2019, 12, 31))),
        ("this time last year", Period(dt.date(2020, 6, 1), dt.date(2020, 6, 30))),
        ("the most recent one", Period()),
        ("my last visit", Period()),
    ],
)
def test_a_period_is_counted_from_the_day_of_the_question(words: str, period: Period) -> None:
    assert read_periods(words, TODAY).period == period


def test_the_patients_own_name_is_no_other_patient() -> None:
    assert not isinstance(
        read_question("What was Anna's last HbA1c?", TODAY, bundled_vocabularies(), patient_names=["Anna Eins"]),
        Refused,
    )


async def test_a_rejected_query_goes_back_with_the_reason_twice_at_most(anna_graph: LadybugGraphs) -> None:
    leak = [("query_graph", {"cypher": "MATCH (n) RETURN n"})]
    script = Script(leak)
    deps = Deps(runner=scripted(script))
    outcome = await ask_record("What conditions?", graphs=anna_graph, patient_id="anna", today=TODAY, deps=deps)
    told = script.tool_returns()
    assert len(told) == 2
    assert all("not connected to the patient" in reason for reason in told)
    assert outcome.stands_in_for == "scripted"


async def test_an_entry_that_no_query_returned_is_thrown_out(anna_graph: LadybugGraphs) -> None:
    script = Script([("final_result", {"type": "number", "value": 9.9, "unit": "%", "entries": ["made-up"]})])
    deps = Deps(runner=scripted(script))
    outcome = await ask_record("What was my last HbA1c?", graphs=anna_graph, patient_id="anna", today=TODAY, deps=deps)
    assert outcome.unwrap().value == 6.5
    assert outcome.stands_in_for == "scripted"


def test_values_against_their_range_with_trend_and_chart() -> None:
    rows = [
        {
            "uuid": f"o{n}",
            "name": "ALT",
            "value": v,
            "unit": "U/L",
            "date": dt.date(2020 + n, 1, 1),
            "low": 7.0,
            "high": 40.0,
        }
        for n, v in enumerate((30.0, 38.0, 45.0, 52.0))
    ]
    line = value_line(rows)
    assert line is not None
    assert (line.standing, line.trend, line.chart) == ("above", "rising", "▁▄▆█")
    assert line.slope_per_year == pytest.approx(7.3, abs=0.1)
    assert "52" in line.sentence()
    assert chart([1.0, 1.0]) == ""


def test_the_values_of_a_line_are_of_the_unit_that_it_names() -> None:
    measured = ((150.0, "[lb_av]"), (152.0, "[lb_av]"), (70.0, "kg"))
    rows = [
        {"uuid": f"w{n}", "name": "Body weight", "value": value, "unit": unit, "date": dt.date(2020 + n, 1, 1)}
        for n, (value, unit) in enumerate(measured)
    ]
    line = value_line(rows)
    assert line is not None
    assert line.unit == "kg"
    assert line.values == pytest.approx([68.04, 68.95, 70.0], abs=0.01)


@pytest.mark.slow
def test_the_bundled_conventions_hold_on_the_development_questions(shared_data: Path, tmp_path: Path) -> None:
    from osler.evals.suites.record_qa import SUITE

    options = {"patients": str(shared_data / "fhir_r4.zip")}
    run = SUITE.run(shared_data / "record_qa" / "questions.jsonl", mind="offline", limit=12, options=options)
    assert run.metrics["accuracy"] >= 0.8
    assert run.metrics["refused_answerable"] <= 0.1


@pytest.mark.parametrize(
    ("question", "value", "text"),
    [
        ("Do I have diabetes?", True, "type 2 diabetes"),
        ("Do I have high blood pressure?", True, "hypertension"),
        ("Do I have chest pain?", False, "Recorded: no chest pain"),
        ("Am I allergic to penicillin?", False, "Recorded: No known drug allergies"),
        ("Do I have gout?", False, "not recorded"),
    ],
)
@pytest.mark.slow
async def test_a_note_is_asked_like_any_record(tmp_path: Path, question: str, value: bool, text: str) -> None:
    from osler.core.graph import project
    from osler.core.patient import Presence
    from osler.core.patient.types import Allergy, Phenotype
    from tests.core.graph.people import anna

    said = [("type 2 diabetes", Presence.PRESENT), ("hypertension", Presence.PRESENT), ("chest pain", Presence.ABSENT)]
    record = anna().model_copy(
        update={
            "conditions": [],
            "phenotypes": [
                Phenotype(id=f"n{i}", text=name, presence=is_there) for i, (name, is_there) in enumerate(said)
            ],
            "allergies": [Allergy(id="a9", text="No known drug allergies", presence=Presence.ABSENT)],
        }
    )
    made = LadybugGraphs(tmp_path)
    made.load("anna", project(record))
    outcome = await ask_record(question, graphs=made, patient_id="anna", today=TODAY, deps=Deps())
    answer = outcome.unwrap()
    assert (answer.value, "None" in answer.text) == (value, False)
    assert text in answer.text


async def test_a_value_is_asked_only_of_what_is_measured(tmp_path: Path) -> None:
    from osler.core.graph import project
    from osler.core.patient.types import Procedure
    from tests.core.graph.people import anna

    record = anna().model_copy(
        update={
            "procedures": [
                Procedure(id="p9", text="Blood sugar test"),
                Procedure(id="p8", text="Streptococcus pneumoniae antigen test pneumonia"),
            ]
        }
    )
    made = LadybugGraphs(tmp_path)
    made.load("anna", project(record))
    for question in ("What was my blood sugar last time?", "Is my blood sugar going up?"):
        outcome = await ask_record(question, graphs=made, patient_id="anna", today=TODAY, deps=Deps())
        assert outcome.unwrap().type == "none"
    outcome = await ask_record("Have I ever had pneumonia?", graphs=made, patient_id="anna", today=TODAY, deps=Deps())
    assert outcome.unwrap().value is False


@pytest.mark.parametrize(
    ("question", "intent", "kind"),
    [
        ("highest potassium ever", "aggregate", "observation"),
        ("Has my weight gone up or down?", "trend", "observation"),
        ("Have I ever had the flu?", "ever", "condition"),
        ("since when am i on digoxin", "when", "medication"),
        ("What was done to me in 2019?", "list", "procedure"),
        ("what happened in 2019?", "events", "any"),
        ("How old was I when I had my stroke?", "age_at", "condition"),
        ("First time my HbA1c went over 6?", "when", "observation"),
        ("On which days was I in the emergency department?", "list", "visit"),
        ("Waht was my last trigliceride value", "value", "observation"),
        ("How much did she weigh in 2018?", "value", "observation"),
        ("hx of asthma?", "ever", "condition"),
    ],
)
def test_a_question_is_read_by_its_form(question: str, intent: str, kind: str) -> None:
    read = read_question(question, TODAY, bundled_vocabularies())
    assert isinstance(read, RecordQuestion)
    assert (read.intent, read.kind) == (intent, kind)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Can epinephrine and naproxen be combined?", "out_of_scope"),
        ("What does hydrochlorothiazide do?", "out_of_scope"),
        ("Will she outgrow her allergies?", "out_of_scope"),
        ("Has she had all her shots?", "out_of_scope"),
        ("How is asthma treated in general?", "out_of_scope"),
        ("Compare him with other boys his age", "other_patient"),
    ],
)
def test_what_a_record_does_not_know_is_refused_with_the_reason(question: str, reason: str) -> None:
    assert read_question(question, TODAY, bundled_vocabularies()) == Refused(reason)  # type: ignore[arg-type]


async def _asked(graphs: LadybugGraphs, question: str) -> RecordAnswer:
    outcome = await ask_record(question, graphs=graphs, patient_id="anna", today=TODAY, deps=Deps())
    return outcome.unwrap()


async def test_an_answer_says_what_when_and_how_long_ago(anna_graph: LadybugGraphs) -> None:
    trend = await _asked(anna_graph, "Is my HbA1c going up or down?")
    assert trend.text.startswith("Hemoglobin A1c is ")
    alone = await _asked(anna_graph, "Is my HbA1c going up or down since 2021-04?")
    assert alone.entries
    assert alone.text.endswith("There are too few values for a trend.")
    assert "6.5 %" in alone.text
    normal = await _asked(anna_graph, "Is my HbA1c ok?")
    assert "6.5 %" in normal.text
    assert "no reference range" in normal.text
    then = await _asked(anna_graph, "How old was I when I was diagnosed with diabetes?")
    assert then.value == 55


async def test_a_thing_of_a_relative_is_answered_only_from_what_the_record_holds_of_relatives(tmp_path: Path) -> None:
    record = anna()
    made = LadybugGraphs(tmp_path)
    made.load("anna", project(record))
    assert (await _asked(made, "Does diabetes run in my family?")).type == "unanswerable"


async def test_a_death_is_said(tmp_path: Path) -> None:
    record = anna()
    record.demographics.deceased, record.demographics.death = True, ClinicalTime.on("2021-05-30")
    made = LadybugGraphs(tmp_path)
    made.load("anna", project(record))
    assert (await _asked(made, "Is the patient alive?")).value is False
    assert (await _asked(made, "When did the patient die?")).value == "2021-05-30"
    assert (await _asked(made, "When did the patient pass away?")).value == "2021-05-30"
    assert (await _asked(made, "date of death")).value == "2021-05-30"
    assert "at death on 2021-05-30" in (await _asked(made, "How old was the patient when the patient died?")).text
    assert "No cause of death" in (await _asked(made, "What did the patient die of?")).text


async def test_a_name_that_the_record_does_not_hold_is_never_left_out(anna_graph: LadybugGraphs) -> None:
    for question in ("When did she get her last MMR?", "How many times did I take foobarix?", "Do I have xyz?"):
        assert (await _asked(anna_graph, question)).value in (None, 0.0, False)


@pytest.mark.parametrize(
    ("question", "dated"),
    [
        ("my weight when she was 40 years old", "my weight between 2000-01-02 and 2001-01-01"),
        ("was it at ten percent", "was it at ten percent"),
        ("when i was 8 weeks pregnant", "when i was 8 weeks pregnant"),
    ],
)
def test_an_age_of_the_patient_is_a_year_of_life(question: str, dated: str) -> None:
    assert with_ages_dated(question, dt.date(1960, 1, 2)) == dated


def test_a_value_without_a_range_is_held_against_what_is_usual() -> None:
    row = {
        "value": 1.9,
        "unit": "mg/dL",
        "date": dt.date(2021, 1, 1),
        "name": "Creatinine",
        "uuid": "c",
        "low": None,
        "high": None,
    }
    line = value_line([row])
    assert line is not None
    told = with_usual(Overview(system="renal", values=[line]), Person(40.0, "female")).values[0]
    assert told.usual.startswith("above what is usual: ")
    assert "high is above" in told.sentence()
    own = value_line([row | {"low": 0.5, "high": 2.0}])
    assert own is not None
    assert not with_usual(Overview(system="renal", values=[own]), Person(40.0, "female")).values[0].usual
