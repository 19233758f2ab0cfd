"""Classes of medicines as clinicians mean them, sorts of allergies, one of two times, a day without its year, and how an illness was treated."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.consult.going_on.asked_again import asked_again
from osler.consult.going_on.subject import pointed_at
from osler.consult.graph_tools import drive
from osler.consult.heard.charted import asks_the_chart
from osler.consult.record import answer_question
from osler.consult.record.allergy_sorts import sort_of
from osler.consult.record.concepts import TypeEntry, matching
from osler.consult.record.periods import Period, read_periods
from osler.consult.steps.summary import asks_for_summary
from osler.consult.types import Subject
from osler.core.graph import LadybugGraphs, QueryLimits, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import done, entry, value

TODAY = dt.date(2021, 1, 15)
VOCABULARIES = bundled_vocabularies()
_PRESSURE = "Systolic Blood Pressure"

RECORD = PatientRecord.model_validate(
    {
        "id": "s",
        "as_of": "2021-01-15",
        "demographics": {"names": [{"text": "Sal Sorted"}], "sex": "female", "birth_date": "1960-02-01"},
        "allergies": [
            {"id": "a1", "text": "Allergy to mould", "status": "active"},
            {"id": "a2", "text": "Allergy to peanuts", "status": "active"},
        ],
        "conditions": [
            entry("c1", "Stroke", "2013-07-21", "active"),
            entry("c2", "Osteoarthritis of knee", "2007-03-02", "active"),
            entry("c3", "Acute allergic reaction", "2020-12-07", "resolved"),
        ],
        "medications": [
            {**entry("m1", "Naproxen 500 MG Oral Tablet", "2007-03-02", "active"), "reason_text": "Osteoarthritis of knee"},
            entry("m2", "Alendronic acid 10 MG Oral Tablet", "2018-09-21", "active"),
            entry("m3", "Hydrocortisone 10 MG/ML Topical Cream", "2017-07-06", "active"),
            {**entry("m4", "Clopidogrel 75 MG Oral Tablet", "2013-07-21", "active"), "reason_text": "Stroke"},
        ],
        "procedures": [done("p1", "Thrombectomy", "2013-07-21")],
        "observations": [
            value("Egg white IgE Ab in Serum", 0.03, "kU/L", "2016-01-15"),
            value(_PRESSURE, 185.0, "mm[Hg]", "2012-10-23"),
            value(_PRESSURE, 174.0, "mm[Hg]", "2018-11-27"),
            value(_PRESSURE, 154.0, "mm[Hg]", "2019-12-03"),
            value(_PRESSURE, 186.0, "mm[Hg]", "2020-12-08"),
        ],
    }
)  # fmt: skip


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(Path(tmp_path_factory.mktemp("sorted")), limits=QueryLimits(seconds=60))
    made.load("s", project(RECORD))
    return made


@pytest.mark.parametrize(
    ("question", "held", "not_held"),
    [
        ("any drug allergies", "No. By their names none", "Yes"),
        ("is she allergic to any medicines", "No. By their names none", "Yes"),
        ("NKDA?", "No. By their names none", "Yes"),
        ("any environmental allergies", "by their names these are: Allergy to mould", "these are: Allergy to peanuts"),
        ("allergies to drugs or foods?", "these are: Allergy to peanuts", "No such"),
        ("is she allergic to eggs?", "No such allergy is recorded", "could not read"),
        ("is she allergic to eggs?", "Tested: Egg white IgE", "could not read"),
        ("allergic to eggs?", "No such allergy is recorded", "could not read"),
        ("is she allergic to peanuts?", "Yes.", "No such"),
        ("has she had an allergic reaction", "Yes. Acute allergic reaction", "mould"),
        ("is she on anything for her bones?", "Alendronic acid", "Naproxen"),
        ("is she on anything for her knees?", "Naproxen", "Alendronic"),
        ("has she had oral steroids", "not recorded", "Hydrocortisone"),
        ("has she had topical steroids", "Hydrocortisone", "not recorded"),
        ("is she on an anticoagulant?", "not recorded", "Clopidogrel"),
        ("is she on a blood thinner?", "Clopidogrel", "not recorded"),
        ("was her systolic higher in 2018 or 2019", "The higher is that of 2018-11-27", "No."),
        ("was her systolic lower in 2018 or in 2019", "The lower is that of 2019-12-03", "Yes."),
        ("was her systolic higher in 2020 than in 2019", "Yes.", "The higher"),
        ("which was the last year her systolic was under 160", "2019-12-03", "No."),
        ("what is her systolic now vs ten years ago", "No value is that old", "no value then"),
        ("summarise 2018", "2018-09-21: Alendronic acid", "could not read"),
        ("what is her blood pressure target", "no place for this", "186"),
        ("how was her stroke treated", "Clopidogrel 75 MG Oral Tablet (2013-07-21); Thrombectomy", "Naproxen"),
        ("what happened on December 7th", "2020-12-07: Acute allergic reaction", "could not read"),
        ("did anything happen in december?", "2020-12-07: Acute allergic reaction", "could not read"),
    ],
)
def test_neither_class_nor_modifier_is_lost(question: str, held: str, not_held: str, graph: LadybugGraphs) -> None:
    told = drive(answer_question(question, TODAY, VOCABULARIES), graph, "s").text
    assert held in told
    assert not_held not in told


@pytest.mark.parametrize(
    ("called", "members", "others"),
    [
        ("dmard", ["Methotrexate 10 MG", "Adalimumab"], ["Naproxen 500 MG", "Acetaminophen 325 MG", "Penicillin V 250 MG"]),
        ("anticonvulsant", ["Carbamazepine", "Diazepam"], ["Omeprazole 20 MG"]),
        ("painkillers", ["Oxycodone 5 MG", "Ibuprofen 200 MG"], ["Hydrocortisone 10 MG/ML", "Lamotrigine 25 MG"]),
        ("antihypertensives", ["Lisinopril 10 MG", "Hydrochlorothiazide 25 MG"], ["Levodopa / carbidopa"]),
        ("statin", ["Simvastatin 20 MG"], ["Ezetimibe 10 MG"]),
        ("arb", ["Losartan 50 MG"], ["Lisinopril 10 MG"]),
        ("chemotherapy", ["Docetaxel 20 MG/ML"], ["Simvastatin 20 MG", "Tamsulosin"]),
        ("beta blocker", ["Metoprolol succinate 100 MG"], ["Verapamil 40 MG"]),
    ],
)  # fmt: skip
def test_a_class_holds_what_clinicians_mean_by_it(called: str, members: list[str], others: list[str]) -> None:
    held = [TypeEntry(name, name) for name in (*members, *others)]
    assert [one.name for one in matching(called, held, VOCABULARIES)] == members


@pytest.mark.parametrize(
    ("name", "sort"),
    [
        ("Allergy to nut", "food"),
        ("Dander (animal) allergy", "surroundings"),
        ("House dust mite allergy", "surroundings"),
        ("Latex allergy", "surroundings"),
        ("Penicillin allergy", "medicine"),
        ("Allergy to substance", "medicine"),
    ],
)
def test_the_sort_of_an_allergy_is_told_by_its_name(name: str, sort: str) -> None:
    assert sort_of(name, VOCABULARIES) == sort


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("what happened on december 7th", dt.date(2020, 12, 7)),
        ("on the 7th of december", dt.date(2020, 12, 7)),
        ("on 3 jan", dt.date(2021, 1, 3)),
    ],
)
def test_a_day_without_a_year_is_the_last_one(said: str, day: dt.date) -> None:
    assert read_periods(said, TODAY).period == Period(day, day)


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        ("any renal impairment?", True),
        ("any CKD?", True),
        ("allergic to latex?", True),
        ("what happened in december 2020", True),
        ("any cure for gout?", False),
        ("any treatment for migraine?", False),
    ],
)
def test_few_words_of_a_clinician_ask_the_open_chart(message: str, asks: bool) -> None:
    assert asks_the_chart(message, RECORD, TODAY, VOCABULARIES) is asks


@pytest.mark.parametrize(
    ("message", "subject", "asked"),
    [
        ("treated how?", Subject(kind="condition", names=["Stroke"], day="2013-07-21"), "How was my stroke treated?"),
        ("what was done about it?", Subject(kind="condition", names=["Stroke"]), "How was my stroke treated?"),
        ("is he at target?", Subject(kind="observation", names=["Blood Pressure"]), "Is my blood pressure at target?"),
        ("when was that followed up last", Subject(kind="condition", names=["asthma"]), "When was my last visit for asthma?"),
        ("is he at the hospital?", Subject(kind="observation", names=["Blood Pressure"]), "is he at the hospital?"),
    ],
)  # fmt: skip
def test_a_follow_up_keeps_what_was_spoken_of(message: str, subject: Subject, asked: str) -> None:
    assert pointed_at(message, subject, VOCABULARIES) == asked


@pytest.mark.parametrize(("message", "short"), [("give me a summary", True), ("summarise 2019 for me", False)])
def test_a_summary_of_one_time_is_none_of_the_record(message: str, short: bool) -> None:
    assert asks_for_summary(message, VOCABULARIES) is short


def test_a_question_of_its_own_is_not_put_in_place_of_the_thing_before() -> None:
    assert asked_again("so is she diabetic?", "what was her a1c in 2015", VOCABULARIES) == "so is she diabetic?"
    assert "ldl" in asked_again("and ldl?", "what was her a1c in 2015", VOCABULARIES)
