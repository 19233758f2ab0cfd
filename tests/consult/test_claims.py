"""What a model may say of a record: only what the entries that it cites say, and no advice of its own."""

from __future__ import annotations

import pytest

from osler.consult.checked.claims import doses_or_instructs, uncovered
from osler.consult.record.answers import RecordAnswer, entry_line
from osler.consult.record.computing import superseded, together
from osler.consult.steps.computed import as_computed
from osler.core.language import how_often
from osler.core.terminology import bundled_vocabularies

PRESSURE = ["Systolic Blood Pressure 2020-10-15 123.0 mm[Hg]", "Diastolic Blood Pressure 2020-10-15 87.0 mm[Hg]"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Your systolic was 87 and your diastolic was 123.",
        "Your potassium is 87.",
        "It was two hundred and ten over one hundred and forty.",
        "You have severe hypertension and should stop your inhaler today.",
        "Barry Wolf takes Lasix.",
        "You have no allergies and it is safe to take ibuprofen.",
        "Double your dose of salmeterol.",
        "You take warfarin 50 mg.",
    ],
)
def test_a_sentence_beyond_its_entries_is_not_covered(sentence: str) -> None:
    assert uncovered(sentence, PRESSURE, bundled_vocabularies()) is not None


@pytest.mark.parametrize(
    "sentence",
    ["Your systolic was 123 and your diastolic was 87.", "Your blood pressure was 123/87 on 2020-10-15."],
)
def test_what_the_entries_say_is_covered(sentence: str) -> None:
    assert uncovered(sentence, PRESSURE, bundled_vocabularies()) is None


POTASSIUM = [
    "Potassium 2026-10-12 5.8 mmol/L",
    "Potassium: 5.8 mmol/L on 2026-10-12, above the reference range 3.5–5.1.",
]
RISING = [*POTASSIUM, "Potassium is rising: 4.6, 5.1, 5.8 mmol/L (2026-04-10 to 2026-10-12)."]


@pytest.mark.parametrize(
    "sentence",
    [
        "Your potassium is stable.",
        "Your kidneys are healthy.",
        "Your potassium of 5.8 mmol/L has been improving since 2026-10-12.",
        "Your potassium was 5.8 mmol/L and has been falling.",
        "Your potassium of 5.8 mmol/L is within the range.",
        "Everything looks fine.",
        "You are doing what one hopes for.",
    ],
)
def test_a_judgement_rides_on_no_citation(sentence: str) -> None:
    assert uncovered(sentence, RISING, bundled_vocabularies()) is not None


def test_what_code_computed_of_a_value_may_be_said() -> None:
    assert (
        uncovered(
            "Your potassium of 5.8 mmol/L is above the reference range of 3.5–5.1.", POTASSIUM, bundled_vocabularies()
        )
        is None
    )
    assert uncovered("Your potassium has been rising to 5.8 mmol/L.", RISING, bundled_vocabularies()) is None
    assert uncovered("Your potassium has been rising to 5.8 mmol/L.", POTASSIUM, bundled_vocabularies()) is not None


def test_a_dose_a_drug_or_an_instruction_needs_a_source() -> None:
    assert doses_or_instructs("Emphysema is cured by 500 mg bleach.", bundled_vocabularies())
    assert doses_or_instructs("Take warfarin.", bundled_vocabularies())
    assert not doses_or_instructs("Asthma is a disease of the airways.", bundled_vocabularies())


RECORD = [
    "Hypothyroidism (disorder) 2009-03-01 active present condition",
    "Viral pneumonia (disorder) 2018-01-20 resolved present until 2018-02-11 condition",
    "Fracture of wrist absent active condition",
    "amlodipine 5 MG / benazepril 10 MG Oral Capsule 2017-05-02 active present medicine",
    "Naproxen 220 MG Oral Tablet 2012-04-04 stopped present until 2012-05-04 for Sprain of ankle medicine",
    "Penicillin V active present hives high allergy",
    "Creatinine 2019-06-01 1.4 mg/dL",
    "Creatinine 2021-02-03 0.9 mg/dL",
    "Type 2 diabetes mother present",
    *PRESSURE,
]


@pytest.mark.parametrize(
    "lie",
    [
        "Your creatinine was 1.4 mg/dL on 2021-02-03.",
        "On 3 February 2021 your creatinine was 1.4 mg/dL.",
        "Your creatinine was 1.4 mg/dL, measured on 2021-02-03.",
        "Your creatinine was 0.9 µmol/L.",
        "Your latest creatinine was 1.4 mg/dL.",
        "Your hypothyroidism went away.",
        "You used to have hypothyroidism.",
        "Hypothyroidism has been ruled out.",
        "Hypothyroidism was diagnosed on 2018-01-20.",
        "You have viral pneumonia.",
        "Viral pneumonia is still there.",
        "Viral pneumonia lasted until 2018-01-20.",
        "Your pneumonia started on 2018-02-11.",
        "You have a fracture of the wrist.",
        "Amlodipine was discontinued.",
        "You took benazepril.",
        "Your benazepril is 5 MG.",
        "Amlodipine 5 MG twice daily.",
        "You take naproxen.",
        "Naproxen was given for migraine.",
        "You take penicillin.",
        "You are allergic to naproxen.",
        "You are not allergic to penicillin.",
        "You have type 2 diabetes.",
        "Your sister has type 2 diabetes.",
        "Your wife has hypothyroidism.",
        "Your blood pressure was 87 over 123.",
        "Diastolic blood pressure was 123 mmHg.",
        "Your hypothyroidism comes from radiation.",
        "Your creatinine of 1.4 mg/dL means kidney failure.",
        "Nurse Ratched measured 123 mmHg systolic.",
        "Ring 0800 400 500 about your hypothyroidism.",
    ],
)
def test_a_claim_needs_one_entry_that_says_all_of_it(lie: str) -> None:
    assert uncovered(lie, RECORD, bundled_vocabularies()) is not None


@pytest.mark.parametrize(
    "sentence",
    [
        "Your creatinine was 1.4 mg/dL on 2019-06-01 and 0.9 mg/dL on 2021-02-03.",
        "You have hypothyroidism, known since 2009-03-01.",
        "Viral pneumonia has resolved; it was over on 2018-02-11.",
        "You take amlodipine 5 MG and benazepril 10 MG.",
        "Naproxen was stopped on 2012-05-04.",
        "You are allergic to penicillin.",
        "Your mother has type 2 diabetes.",
    ],
)
def test_a_claim_in_other_words_of_its_entry_stands(sentence: str) -> None:
    assert uncovered(sentence, RECORD, bundled_vocabularies()) is None


@pytest.mark.parametrize(
    "sentence",
    ["Dial 0800 400 500.", "Read more at health.example.org.", "Write to help@clinic.org.", "Your heart is strong."],
)
def test_what_is_general_gives_no_contact_and_no_fact_of_its_reader(sentence: str) -> None:
    assert doses_or_instructs(sentence, bundled_vocabularies())


@pytest.mark.parametrize(
    ("claim", "entry", "holds"),
    [
        ("You take metformin 500 mg every 12 hours.", "Metformin 500 mg twice daily active medicine", True),
        ("You take metformin 500 mg every 8 hours.", "Metformin 500 mg twice daily active medicine", False),
        ("You take methotrexate 15 mg daily.", "Methotrexate 15 mg weekly active medicine", False),
        ("You take methotrexate 15 mg once a week.", "Methotrexate 15 mg weekly active medicine", True),
    ],
)
def test_how_often_is_read_as_notes_are(claim: str, entry: str, holds: bool) -> None:
    same = how_often(claim) == how_often(entry)
    assert same is holds
    if not holds:
        assert uncovered(claim, [entry], bundled_vocabularies()) is not None


def test_a_dose_that_a_later_entry_replaced_is_not_told_as_taken() -> None:
    """Two entries of one medicine are both active in the record; only the later one says how it is taken now."""
    common = {"name": "Ramipril", "type": "t", "status": "active", "dose_unit": "mg", "frequency": "1 per d"}
    rows = [{**common, "uuid": "a", "dose": 5.0}, {**common, "uuid": "b", "dose": 10.0}]
    rows = [row | {"instruction": None} for row in rows]
    old, new = (entry_line(row, earlier=row["uuid"] in superseded(rows)) for row in rows)
    assert uncovered("You take ramipril 5 mg once a day.", [old], bundled_vocabularies()) is not None
    assert uncovered("You take ramipril 10 mg once a day.", [new], bundled_vocabularies()) is None
    assert superseded([rows[0], rows[0] | {"uuid": "c"}]) == set()


def test_that_a_reading_is_the_latest_is_said_of_it_where_both_its_parts_are() -> None:
    last = "Your last blood pressure was 123/87 mmHg on 2020-10-15."
    assert uncovered(last, [f"latest {line}" for line in PRESSURE], bundled_vocabularies()) is None
    assert uncovered(last, PRESSURE, bundled_vocabularies()) is not None
    assert uncovered(last, [f"latest {PRESSURE[0]}", PRESSURE[1]], bundled_vocabularies()) is not None


def test_what_began_on_a_day_was_had_on_it() -> None:
    stroke = ["Stroke 2013-07-21 active condition"]
    assert uncovered("You had a stroke on 2013-07-21.", stroke, bundled_vocabularies()) is None
    assert uncovered("You had a stroke on 2014-07-21.", stroke, bundled_vocabularies()) is not None
    assert uncovered("You had a stroke.", stroke, bundled_vocabularies()) is not None


OTHERWISE = {
    "pressure": [
        "latest Systolic Blood Pressure 2020-12-08 185.82 mm[Hg]",
        "latest Diastolic Blood Pressure 2020-12-08 108.11 mm[Hg]",
    ],
    "rising": [
        "Yes. Systolic Blood Pressure is rising: 146.1, 174.3, 185.8 mmHg (2016-11-15 to 2020-12-08).",
        "Systolic Blood Pressure 2016-11-15 146.06 mm[Hg]",
        "Systolic Blood Pressure 2018-11-27 174.32 mm[Hg]",
        "Systolic Blood Pressure 2020-12-08 185.82 mm[Hg]",
    ],
    "weight": [
        "Body Weight: 93.58 kg on 2018-11-27, 87.91 kg on 2020-12-08",
        "down by 5.677 kg.",
        "Body Weight 2018-11-27 93.58 kg",
        "Body Weight 2020-12-08 87.91 kg",
    ],
    "steady": ["Body Mass Index 2016-07-16 30.4 kg/m2", "Body Mass Index 2019-11-09 30.4 kg/m2"],
    "highest": ["highest Potassium 2013-10-29 5.17 mmol/L"],
    "lowest": ["lowest Glucose 2019-12-03 67.8 mg/dL"],
    "conditions": [
        "Osteoarthritis of knee 1993-10-21 active present condition",
        "Hypertension 1981-12-22 active present condition",
        "Prediabetes 2002-10-01 active present condition",
    ],
    "medicines": [
        "Hydrochlorothiazide 25 MG 1981-12-22 medication active present for Hypertension medicine",
        "Acetaminophen 325 MG Oral Tablet 2019-07-16 medication stopped present for Acute bronchitis (disorder) medicine",
    ],
    "visits": [
        "3 visits in 2019, 3 times",
        "Encounter for symptom 2019-07-16 completed AMB for Acute bronchitis (disorder) until 2019-07-16",
        "Outpatient procedure (procedure) 2019-07-23 completed AMB until 2019-07-23",
    ],
    "vaccine": ["latest Td (adult) preservative free 2014-11-04 completed vaccine"],
    "flu": ["Influenza, seasonal, injectable, preservative free 2020-10-03 completed vaccine"],
    "planned": ["Total hip replacement (2024-05-10).", "Total hip replacement 2024-05-10 planned"],
    "allergies": ["Allergy to peanuts 2016-01-15 active present anaphylaxis high allergy", "Allergy to dairy product 2016-01-15 active present low allergy"],
    "fracture": ["Fracture of forearm 2018-04-26 resolved present until 2018-06-25 condition"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("pressure", "The most recent reading I can see is 186 over 108, taken on 8 December 2020."),
        ("rising", "Your upper blood pressure has gone up between 2016-11-15 and 2020-12-08."),
        ("rising", "There is an upward trend in your systolic readings."),
        ("rising", "Systolic pressure climbed from 146 in November 2016 to 186 in December 2020."),
        ("weight", "You lost 5.7 kg between 27 November 2018 and 8 December 2020."),
        ("weight", "Your weight dropped from 93.6 kg to 87.9 kg."),
        ("weight", "You weighed 87.9 kg in December 2020."),
        ("steady", "Your BMI held steady at 30.4 between July 2016 and November 2019."),
        ("highest", "Your potassium peaked at 5.17 mmol/L on 29 October 2013."),
        ("conditions", "You live with high blood pressure, which was diagnosed back in 1981."),
        ("medicines", "You are on hydrochlorothiazide 25 mg for your blood pressure."),
        ("medicines", "You were given acetaminophen in July 2019 for acute bronchitis, and it has since been stopped."),
        ("medicines", "Paracetamol was prescribed on 2019-07-16 and is no longer taken."),
        ("visits", "You were seen three times in 2019."),
        ("visits", "One of these visits, on 16 July 2019, was for acute bronchitis."),
        ("vaccine", "Your last tetanus booster was on 4 November 2014."),
        ("allergies", "Peanuts and dairy are both listed as allergies."),
        ("fracture", "The forearm fracture of April 2018 was resolved by 25 June 2018."),
    ],
)
def test_a_true_sentence_in_other_words_is_not_withheld(record: str, sentence: str) -> None:
    assert uncovered(sentence, OTHERWISE[record], bundled_vocabularies()) is None


@pytest.mark.parametrize(
    ("record", "lie"),
    [
        ("pressure", "Your top number was 108 and the bottom one 186."),
        ("rising", "Systolic pressure climbed from 186 in November 2016 to 146 in December 2020."),
        ("rising", "Systolic pressure rose from 174 in November 2016 to 186 in December 2020."),
        ("rising", "Your systolic rose every single year."),
        ("weight", "You gained 5.7 kg between 27 November 2018 and 8 December 2020."),
        ("weight", "Your weight dropped from 87.9 kg to 93.6 kg."),
        ("weight", "You lost 5.7 kg in three months."),
        ("steady", "Your BMI held steady at 30.4 between July 2014 and November 2019."),
        ("highest", "The lowest potassium ever recorded for you was 5.17 mmol/L."),
        ("lowest", "Your fasting blood sugar was 67.8 mg/dL on 3 December 2019."),
        ("conditions", "You have osteoarthritis of the left knee."),
        ("conditions", "You live with high blood pressure, which was diagnosed back in 1993."),
        ("conditions", "Among your ongoing conditions are diabetes and hypertension."),
        ("medicines", "Acetaminophen was prescribed and stopped on 2019-07-16."),
        ("medicines", "Hydrochlorothiazide was given for acute bronchitis."),
        ("visits", "You were seen four times in 2019."),
        ("visits", "One of these visits, on 23 July 2019, was for acute bronchitis."),
        ("flu", "You had the flu on 3 October 2020."),
        ("planned", "Your hip was replaced on 10 May 2024."),
        ("allergies", "Your dairy allergy has caused anaphylaxis."),
        ("fracture", "You broke your left forearm in April 2018."),
    ],
)  # fmt: skip
def test_what_is_let_through_in_other_words_is_no_other_thing(record: str, lie: str) -> None:
    assert uncovered(lie, OTHERWISE[record], bundled_vocabularies()) is not None


@pytest.mark.parametrize(
    ("understood", "question", "support", "whole"),
    [
        ("highest value · Potassium · any time", "my highest potassium", "highest Potassium 5.2", []),
        ("highest value · Potassium · 2019", "my highest potassium in 2019", "Potassium 5.2", []),
        ("latest value · Potassium · any time", "my last potassium", "latest Potassium 5.2", []),
        ("how many · visits · 2019", "how many visits in 2019", "Potassium 5.2", ["3 visits in 2019, 3 times"]),
        ("how many · visits · in hospital · 2019", "how often in hospital in 2019", "Potassium 5.2", []),
    ],
)
def test_what_code_found_of_an_answer_is_said_with_its_entries(
    understood: str, question: str, support: str, whole: list[str]
) -> None:
    answer = RecordAnswer(type="number", value=3.0, entries=["a"], support=["Potassium 5.2"], understood=understood)
    made = as_computed(answer.computed(), question)
    assert (made.support, made.whole) == ([support], whole)
    told = RecordAnswer.model_validate(answer.model_dump() | {"whole": ["9 visits"]})
    assert as_computed(told, question).whole == []  # of a model's own answer nothing is taken as computed


SLOTS = [
    "Yes. DXA T-score: -3.578 on 2018-09-21 (2 years ago).",
    "DXA T-score bone density 2018-09-21 -3.578",
    "Low Density Lipoprotein Cholesterol 2016-12-31 80.94 mg/dL",
    "latest Low Density Lipoprotein Cholesterol 2020-01-18 61.46 mg/dL",
    "Acute bronchitis (disorder) 2015-12-23 resolved present until 2015-12-30 condition",
    "Clopidogrel 75 MG Oral Tablet 2013-07-21 stopped present medicine",
    "3 Electrical cardioversion recorded, 3 times",
]


@pytest.mark.parametrize(
    ("sentence", "stands"),
    [
        ("Her T-score was -3.578 on 2018-09-21.", True),
        ("Her T-score was minus 3.58.", True),
        ("Her T-score was 3.578 on 2018-09-21.", False),
        ("His LDL was below 70 mg/dL on 2020-01-18.", True),
        ("His LDL was below 60 mg/dL on 2020-01-18.", False),
        ("His LDL was below 2 mg/dL.", False),
        ("Yes, his LDL fell from 80.94 to 61.46 mg/dL.", True),
        ("No, his LDL fell from 80.94 to 61.46 mg/dL.", False),
        ("His LDL of 61.46 mg/dL is lower than the 80.94 mg/dL before it.", True),
        ("His LDL of 80.94 mg/dL is higher than the 61.46 mg/dL before it.", False),
        ("His LDL went down by 19.48 mg/dL, from 80.94 mg/dL to 61.46 mg/dL.", True),
        ("His LDL went down by 29.48 mg/dL, from 80.94 mg/dL to 61.46 mg/dL.", False),
        ("He had acute bronchitis on 2015-12-23.", True),
        ("He has acute bronchitis since 2015-12-23.", False),
        ("He was given clopidogrel on 2013-07-21.", True),
        ("He takes clopidogrel.", False),
        ("He has had 3 electrical cardioversions.", True),
        ("He has had 4 electrical cardioversions.", False),
    ],
)
def test_bounds_signs_orders_and_what_is_over(sentence: str, stands: bool) -> None:
    assert (uncovered(sentence, SLOTS, bundled_vocabularies()) is None) == stands


def test_only_the_newest_of_all_is_the_latest() -> None:
    both = RecordAnswer(
        type="bool",
        value=True,
        entries=["a", "b"],
        text="",
        support=["LDL 2016-12-31 80.94 mg/dL", "LDL 2020-01-18 61.46 mg/dL"],
        understood="comparison · LDL · any time",
    ).computed()
    assert as_computed(both, "is my last LDL lower").support == [both.support[0], f"latest {both.support[1]}"]
    of_a_year = both.model_copy(update={"understood": "latest value · LDL · 2016"}).computed()
    assert as_computed(of_a_year, "my last LDL in 2016").support == both.support


A1C = [
    "Hemoglobin A1c 2020-02-17 5.967383034148677 %",
    "Hemoglobin A1c 2021-02-22 5.850359548966286 %",
]


@pytest.mark.parametrize(
    "sentence",
    [
        "Her HbA1c fell from 5.97 % on 17 February 2020 to 5.85 % on 22 February 2021.",
        "Between 17 February 2020 and 22 February 2021 her HbA1c fell from 5.97 % to 5.85 %.",
        "It has fallen by 0.12 percentage points since then.",
    ],
)
def test_a_change_is_told_in_rounded_digits(sentence: str) -> None:
    assert uncovered(sentence, A1C, bundled_vocabularies()) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Her HbA1c fell from 5.85 % on 17 February 2020 to 5.97 % on 22 February 2021.",
        "Her HbA1c fell from 5.96 % on 17 February 2020 to 5.85 % on 22 February 2021.",
        "It rose from 5.97 % to 5.85 %.",
        "It has fallen by 0.2 percentage points since then.",
        "Her HbA1c fell from 5.97 % to 5.85 % because of metformin.",
    ],
)
def test_a_change_that_was_another_is_not_covered(sentence: str) -> None:
    assert uncovered(sentence, A1C, bundled_vocabularies()) is not None


@pytest.mark.parametrize(
    "sentence", ["Yes, prediabetes has been recorded since 16 May 1994.", "She has prediabetes on her problem list."]
)
def test_a_part_of_a_question_has_its_own_yes(sentence: str) -> None:
    parts = [
        RecordAnswer(type="number", value=5.85, entries=["a"], support=[A1C[1]], text="Hemoglobin A1c: 5.85 %."),
        RecordAnswer(
            type="bool",
            value=True,
            entries=["p"],
            support=["Prediabetes 1994-05-16 active present condition"],
            text="Yes. Prediabetes: 1994-05-16.",
        ),
    ]
    assert uncovered(sentence, together(parts).support, bundled_vocabularies()) is None
