"""What a guideline says for the state of this patient, read beside what it says for others and what other guidelines say."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from osler.core.library import Chunk, Library, people_of, population_of
from osler.core.patient import read_patient
from osler.core.patient.types import PatientRecord
from osler.guidelines import AgenticResult, Deps, PatientFacts, run
from osler.guidelines.checking import stance_of
from osler.guidelines.steps.limits import limits_in
from osler.guidelines.steps.safety import cautions, excluded_of
from osler.guidelines.steps.values import values_of
from osler.guidelines.types import LabValue
from tests.guidelines.demo import person

CHOLANGITIS = """# Acute cholangitis: hospital policy

Issuer: Fernhill Surgical Board
Version: 2
Date: 2022-02-02

## Antibiotics
- Offer amoxicillin-clavulanate 1.2 g three times daily to patients with acute cholangitis.
- Grade III cholangitis (confusion, shock or thrombocytopenia) is treated with meropenem 1 g three times daily.
- Ertapenem is not recommended in grade III cholangitis.
- Consider discharge if the fever does not return and symptoms do not begin to recur within two days.
"""
DERMATITIS = """# Severe skin disease: systemic treatment

Issuer: Fernhill Skin Board
Version: 1
Date: 2023-03-03

## Chronic plaque psoriasis
Offer acitretin 25 mg daily to men, boys over 12 who have finished growing, and women who cannot become pregnant.
Do not give acitretin to women of childbearing potential unless two methods of contraception are used.
Offer methotrexate 15 mg weekly to adults. Methotrexate has not been studied in liver transplant recipients; this advice does not apply to them.

## Pityriasis rosea
Offer aciclovir 800 mg five times a day as first-line treatment.
"""
POTASSIUM = """# Blood pressure drugs

Issuer: {issuer}
Version: 1
Date: 2021-01-01

## Rules
{rule}

## Doses
| Drug | Starting dose | Target dose |
|---|---|---|
| Eplerenone | 25 mg once daily | 50 mg once daily |
| Lisinopril | 5 mg once daily | 20 mg once daily |
"""
NORTH = (
    "A mineralocorticoid receptor antagonist is recommended if potassium is below 5.0 mmol/L. "
    "Lisinopril may be continued when eGFR is 20 to 44 mL/min/1.73 m2."
)
SOUTH = "Stop lisinopril if eGFR drops below 45 mL/min/1.73 m2."
CROUP = """# Fever and pain

Issuer: Fernhill Board
Version: 1
Date: 2020-01-01

## Severe pain
Give morphine 10 mg by mouth every 4 hours for severe pain.

## Children
| Drug | Age 1 to 5 years | Age 6 to 12 years |
|---|---|---|
| Morphine | 0.1 mg/kg every 4 hours | 5 mg every 4 hours |
"""


@cache
def library() -> Library:
    folder = Path(mkdtemp(prefix="osler-states-"))
    made = Library(folder / "library")
    texts = {
        "cholangitis": CHOLANGITIS,
        "skin": DERMATITIS,
        "north": POTASSIUM.format(issuer="Northern Board", rule=NORTH),
        "south": f"# Renal drugs\n\nIssuer: Southern Board\nVersion: 1\nDate: 2020-01-01\n\n## Rules\n{SOUTH}\n",
        "pain": CROUP,
    }
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
        made.add(folder / f"{name}.md")
    return made


async def asked(question: str, patient: PatientFacts | PatientRecord | None = None) -> AgenticResult:
    return await run(question, patient, deps=Deps(libraries=[library()]))


def fit_of(result: AgenticResult, words: str) -> str:
    return next(row.fit for row in result.recommendations if words in row.text)


async def test_a_state_that_the_guideline_defines_comes_first_and_excludes_what_is_not_for_it() -> None:
    result = await asked("treatment of her cholangitis?", person(70, "female", problems=["confusion", "heart failure"]))
    assert "meropenem" in next(one.text for one in result.sentences if one.about == "evidence")
    without = await asked("treatment of her cholangitis?", person(70, "female", problems=["heart failure"]))
    assert "amoxicillin" in without.final_answer_text
    assert not any("Ertapenem" in one for one in without.warnings)


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("Consider discharge if the fever does not return.", "for"),
        ("Give prednisolone when attacks do not stop on salbutamol.", "for"),
        ("Use a statin only where diet is inappropriate.", "for"),
        ("If taking nitrates do not use sildenafil.", "against"),
        ("When eGFR is below 30 do not give metformin.", "against"),
        ("This advice does not apply to children.", "against"),
    ],
)
def test_a_condition_that_negates_forbids_nothing(text: str, stance: str) -> None:
    assert stance_of(text) == stance


def test_each_group_of_a_list_has_its_own_people() -> None:
    groups = people_of("Offer it to men, boys over 12 who have finished growing, and women who cannot become pregnant.")
    assert [population_of(one).sex for one in groups] == ["male", "male", "female"]
    assert len(people_of("Screen men and women aged 50 to 75.")) == 1
    assert population_of("Do not offer it to women and girls able to have children.").age_below is None


async def test_the_prohibition_for_women_who_may_become_pregnant_is_this_womans() -> None:
    result = await asked("acitretin for psoriasis?", person(26, "female", problems=["psoriasis"]))
    assert "women of childbearing potential" in result.warnings[0]
    assert fit_of(result, "Offer acitretin") == "does_not_apply"
    older = await asked("acitretin for psoriasis?", person(70, "female", problems=["psoriasis"]))
    assert not any("childbearing" in one for one in older.warnings)
    man = await asked("acitretin for psoriasis?", person(40, "male", problems=["psoriasis"]))
    assert fit_of(man, "Offer acitretin") == "applies"


async def test_the_next_sentence_excludes_and_another_section_is_not_for_them() -> None:
    patient = person(50, "male", problems=["psoriasis"], procedures=["liver transplant"])
    result = await asked("methotrexate for psoriasis?", patient)
    assert any("does not apply to them" in one for one in result.warnings)
    assert fit_of(result, "Offer methotrexate") == "does_not_apply"
    drug = await asked("first-line drug for his skin disease?", person(50, "male", problems=["psoriasis"]))
    assert all(row.fit == "does_not_apply" for row in drug.recommendations if "aciclovir" in row.text)


async def test_a_dose_stands_under_the_rule_of_its_class() -> None:
    high = LabValue(measure_id="LAB:potassium", name="K", value=5.4, unit="mmol/L")
    result = await asked("eplerenone dose?", person(66, "male", labs=[high]))
    assert fit_of(result, "Eplerenone") == "does_not_apply"
    low = high.model_copy(update={"value": 4.2})
    assert fit_of(await asked("eplerenone dose?", person(66, "male", labs=[low])), "Eplerenone") == "applies"


async def test_one_boards_stop_is_no_reason_against_the_others_advice_and_both_are_named() -> None:
    value = LabValue(measure_id="LAB:egfr", name="eGFR", value=33, unit="mL/min/1.73 m2")
    result = await asked("can lisinopril be continued?", person(66, "male", labs=[value]))
    assert fit_of(result, "may be continued") == "applies"
    told = next(one for one in result.warnings if one.startswith("Guidelines contradict"))
    assert "Northern Board" in told
    assert "Southern Board" in told


async def test_a_dose_without_an_age_is_not_for_a_child_whose_dose_stands_beside_it() -> None:
    result = await asked("morphine dose for severe pain?", person(4, "male"))
    assert "0.1 mg/kg" in next(one.text for one in result.sentences if one.about == "evidence")
    assert fit_of(result, "morphine 10 mg") == "does_not_apply"


async def test_a_target_dose_is_answered_and_what_is_missing_is_said() -> None:
    result = await asked("target dose of lisinopril and of candesartan?")
    assert "20 mg once daily" in result.final_answer_text
    assert 'does not answer this part of the question: "candesartan"' in result.final_answer_text


def test_a_value_that_rises_or_falls_is_a_limit_and_a_second_one_goes_on_from_the_first() -> None:
    text = "Stop it if potassium climbs above 6 mmol/L or if eGFR has fallen below 20 mL/min."
    assert [(one.comparator, one.value) for one in limits_in(text)] == [(">", 6.0), ("<", 20.0)]
    both = limits_in("Transfuse if haemoglobin is below 70 g/L, or below 80 g/L in people with angina.")
    assert [one.value for one in both] == [7.0, 8.0]


def test_the_value_of_today_holds_and_two_without_a_time_settle_nothing() -> None:
    now = read_patient("60-year-old man. Potassium 6.1 mmol/L today, was potassium 4.0 mmol/L in 2022.").record
    assert [lab.value for lab in values_of(now).labs if lab.measure_id == "LAB:potassium"] == [6.1]
    odd = values_of(read_patient("60-year-old man. eGFR 25. eGFR 85.").record)
    assert not odd.labs
    assert "25" in odd.unsettled[0]


def test_a_caution_against_one_route_or_a_dose_above_a_limit_leaves_the_others() -> None:
    vocabularies = Deps(libraries=[]).vocabularies
    patient = person(66, "male", problems=["asthma"])
    for told, excluded, left in [
        (
            "Intravenous salbutamol must not be used in asthma.",
            "Give intravenous salbutamol.",
            "Give salbutamol by inhaler.",
        ),
        ("Do not give theophylline above 400 mg in asthma.", "Give theophylline 600 mg.", "Give theophylline 200 mg."),
    ]:
        chunk = Chunk(id="a", document_id="d", ordinal=0, text=told)
        against = cautions([chunk], patient, vocabularies)
        assert excluded_of(excluded, "d", against, vocabularies)
        assert not excluded_of(left, "d", against, vocabularies)
