"""Advice and prohibitions concern a patient only where all that they ask for holds; rows, branches and notes each."""

from pathlib import Path
from tempfile import mkdtemp

import pytest

from osler.core.library import Library
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AgenticResult, Deps, PatientFacts, run
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.steps.whose import because_of
from osler.guidelines.types import LabValue

TEXT = """# Seizures and pain in hospital

## Seizures
Levetiracetam 500 mg twice daily is recommended for adults with focal seizures.
Carbamazepine should not be given to people aged over 60 years with heart block and no pacemaker.
Discontinue valproate in women who are pregnant; lamotrigine 25 mg once daily is recommended instead.
Give gabapentin 300 mg once daily if eGFR is below 30, and 600 mg twice daily if eGFR is 30 to 59.

## Pain
Ketorolac 10 mg every 6 hours may be used in adults with acute pain. It must not be given to people who take lithium or methotrexate.

| Group | Paracetamol dose | Interval |
|---|---|---|
| Adults | 1 g | 4 to 6 hours |
| Children 2 to 9 years | 15 mg/kg | 4 to 6 hours |
"""


def library() -> Library:
    folder = Path(mkdtemp(prefix="osler-all-"))
    made = Library(folder / "library")
    (folder / "s.md").write_text(TEXT, encoding="utf-8")
    made.add(folder / "s.md")
    return made


async def asked(question: str, **facts: object) -> AgenticResult:
    return await run(question, PatientFacts.model_validate(facts), deps=Deps(libraries=[library()]))


def said(result: AgenticResult) -> str:
    return " ".join(one.text for one in result.sentences if one.about == "evidence")


def person(age: float, **facts: object) -> PatientFacts:
    return PatientFacts.model_validate({"age_from": age, "age_to": age, **facts})


HEART_BLOCK = "Carbamazepine should not be given to people aged over 60 years with heart block and no pacemaker."


@pytest.mark.parametrize(
    ("sentence", "patient", "because"),
    [
        (HEART_BLOCK, person(45, problems=["heart block"]), None),
        (HEART_BLOCK, person(75, problems=["heart block"]), None),
        (HEART_BLOCK, person(75, problems=["heart block"], absent=["pacemaker"]), "the patient has heart block"),
        ("Ibuprofen and other NSAIDs must be avoided in people with NSAID-exacerbated respiratory disease.",
         person(60, medications=["ibuprofen"]), None),
        ("Do not use tramadol or pethidine in people who take linezolid or moclobemide.",
         person(60, medications=["linezolid"]), "the patient takes linezolid"),
        ("Do not use tramadol or pethidine in people who take linezolid or moclobemide.",
         person(60, medications=["tramadol"]), None),
        ("Ceftriaxone must not be used in children with a history of anaphylaxis to cephalosporins.",
         person(30, allergies=["cefalexin"]), None),
        ("Tetracyclines should not be given in pregnancy or to children under 8 years.", person(30), None),
        ("Tetracyclines should not be given in pregnancy or to children under 8 years.",
         person(30, sex="female", pregnant=True), "the patient is pregnant"),
    ],
)  # fmt: skip
def test_a_prohibition_is_of_those_whom_it_names(sentence: str, patient: PatientFacts, because: str | None) -> None:
    assert because_of(sentence, patient, bundled_vocabularies()) == because


async def test_what_is_stopped_in_pregnancy_is_warned_of_and_replaced() -> None:
    result = await asked(
        "Which drug for her seizures?", age_from=29, age_to=29, sex="female", pregnant=True,
        problems=["focal seizures"], medications=["valproate"],
    )  # fmt: skip
    assert any("Discontinue valproate" in one and "pregnant" in one for one in result.warnings)


async def test_each_branch_of_a_sentence_is_judged() -> None:
    low = LabValue(measure_id="LAB:egfr", name="eGFR", value=22, unit="mL/min/1.73m2")
    result = await asked("What dose of gabapentin?", age_from=60, age_to=60, labs=[low])
    assert "300 mg once daily if eGFR is below 30" in said(result)


async def test_a_pronoun_is_said_with_what_it_stands_for() -> None:
    result = await asked("Can he have ketorolac?", age_from=50, age_to=50, medications=["lithium"])
    assert result.warnings[0].startswith("For this patient: Ketorolac 10 mg")
    assert any(row.fit == "does_not_apply" and "Ketorolac" in row.text for row in result.recommendations)


async def test_the_row_of_a_table_is_for_its_label() -> None:
    result = await asked("What dose of paracetamol?", age_from=5, age_to=5)
    assert said(result).startswith(
        "Seizures and pain in hospital, Pain — Children 2 to 9 years; Paracetamol dose: 15 mg/kg"
    )
    assert "1 g" not in said(result)


SOURCES = {
    "cap": "Give morphine 2.5 mg every 4 hours (capped at 20 mg per day) to adults with acute pain.",
    "class": "Oral naproxen 500 mg twice daily is recommended for adults with gout. NSAIDs must not be used in people with gastric ulcer.",
    "before": "Stop clopidogrel 7 days before operations with a major bleeding risk.",
    "row": "Enoxaparin; CrCl 15 to 29 mL/min: 20 mg once daily",
}


@pytest.mark.parametrize(
    ("source", "sentence", "faithful"),
    [
        ("cap", "Give morphine 2.5 mg every 4 hours to adults with acute pain.", False),
        ("cap", "Adults with acute pain are given morphine 2.5 mg every 4 hours, at most 20 mg per day.", True),
        ("class", "Naproxen 500 mg twice daily is recommended for adults with gout and gastric ulcer.", False),
        ("class", "Naproxen 500 mg twice daily is mandatory for adults with gout.", False),
        ("class", "For adults with gout, oral naproxen 500 mg twice daily is recommended.", True),
        ("before", "Stop clopidogrel 7 days before operations.", False),
        ("before", "Clopidogrel should be stopped 7 days before operations with a major bleeding risk.", True),
        ("row", "Enoxaparin is given as 20 mg once daily.", False),
        ("row", "At a CrCl of 15 to 29 mL/min enoxaparin is given as 20 mg once daily.", True),
    ],
)
def test_what_narrows_a_sentence_may_not_be_left_out(source: str, sentence: str, *, faithful: bool) -> None:
    faults = check_sentence(sentence, [SourceText(source, SOURCES[source])], bundled_vocabularies())
    assert (not faults) is faithful
