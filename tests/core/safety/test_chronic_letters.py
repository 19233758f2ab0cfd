"""Letters about illnesses of years raise no urgent flag, and an emergency of the same patients does."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, urgent


@pytest.mark.parametrize(
    "letter",
    [
        "Woman of 41. Palpitations 2 yrs, one syncope while swimming age 17. QTc 470 ms.",
        "Man of 44. Attacks of fever 39 lasting 2-3 days every 4-6 weeks with belly pain.",
        "Rett clinic. Girl aged 7. Does not talk. Fits controlled with levetiracetam.",
        "Woman of 40, mitochondrial disease, migraine, residual right arm weakness after a stroke in 2015.",
        "Man of 28 with long QT syndrome, a single blackout in 2016; occasional palpitations, otherwise well.",
        "Boy aged 8, organic acidaemia, coma in the newborn period, now in school and well.",
        "Infant of 11 months: floppy trunk, brisk ankle jerks, has lost the ability to sit.",
        "Attacks of colic for two years; during one in March confusion and weakness of the arms and legs. Well today.",
        "Woman of 52, drowsy after meals for years, weak hands, cataracts.",
        "Ataxia clinic: needs a frame since last year, slurred speech, pes cavus.",
        "Iron overload: transferrin saturation of 91 %, ferritin 2,400.",
        "After right heart catheter: mixed venous saturation 63 %, pressures normal.",
        "Girl of 5 months, limp in the early weeks of life, now gaining head control.",
        "Toddler vomited once; nothing found in the urine, drinks well.",
        "38 weeks, waters gone since noon, no bleeding, baby kicking as always.",
        "Sister drowned aged 9. He asks whether the family should be tested for long QT.",
        "Severe allergy might lead to swelling of the tongue and collapse.",
        "No chest pain, SOB, palpitations, BP 126/76, HR 68.",
        "No chest pain, breathlessness, ankles swollen in the evening for years.",
        "Boy of 7. First words at 3 years; now speaks in short phrases. Flushed cheeks.",
        "Boy of 7. Sat at 14 months, walked at 27 months. Two febrile convulsions at 2 but no seizures since.",
        "Jaundiced for months, pale stools and dark urine, INR 1.1.",
        "No injury, vomiting or drowsiness after he collapsed laughing.",
        "Woman of 50. Nosebleeds three times a week, some lasting 30 minutes.",
        "Man of 21. Eighteen months of slurred speech and drooling. O/E: dysarthria, drooling, risus sardonicus.",
        "Girl of 20 months. Drinks three litres a day, vomits often. Glucose 4.6 mmol/l.",
        "We talked about the signs of stroke: face drooping, arm weakness and slurred speech.",
        "Anaphylaxis to wasp venom 2015; carries a pen.",
        "Admitted 3 March with pneumonia and sepsis, treated, discharged 12 March in good condition.",
        "Pregnancy 20 weeks, BP 112/70, no bleeding, baby moves.",
        "Brother drowned at 12. The patient is a healthy 20-year-old woman.",
        "My brother had a seizure when he was a baby, he's 30 now and fine.",
        "Girl of 8. Wobbly from age 3; now dysarthria, chorea and drooling.",
        "Gait problems began at 4 years; now dysarthria and dystonia.",
        "COPD clinic: saturation 91 % on air as always, inhaler technique good.",
        "Exam question 2: a 50-year-old man presents with crushing chest pain. He is grey. What is given first?",
        "Girl of 11 with hypotonia. Mother reports that a cousin swallowed bleach last week.",
        "Gout since 30, kidney stones, uric acid 9.1 mg/dL.",
        "Girl of 4. Since then prolonged febrile and afebrile seizures of either side, often triggered by hot baths.",
        "Boy of 5. Status epilepticus x 5, the last in March.",
        "A well boy of 6. Liver abscess x 3. Today he is well.",
        "Woman of 24 with slurred speech and an unsteady gait, slowly worse for years.",
        "58-year-old man: unsteady since 54, tremor of the hands, slurred speech, numb feet.",
        "Baby 3 weeks, blisters since birth wherever rubbed, nails missing on both thumbs.",
        "Dystonia since age 6, no response to a trial of levodopa.",
    ],
)
def test_what_is_old_or_of_years_is_not_urgent(letter: str) -> None:
    assert not urgent(red_flags(note=letter))


@pytest.mark.parametrize(
    "message",
    [
        "Seizures are usually controlled with valproate, but he has been fitting for ten minutes now.",
        "Known old stroke with residual left leg weakness; this morning suddenly weak in the right arm, speech slurred.",
        "Infant of 4 months has gone floppy and will not wake for a feed.",
        "Methylmalonic acidaemia, 20 months, diarrhoea since yesterday, now rigid and not responding.",
        "Came off his bike and cannot move his legs.",
        "Drowsy after meals for years, but today she cannot be woken and the right arm is weak.",
        "Brugada syndrome, passed out half an hour ago.",
        "Known epilepsy since age 2; now left arm weak and slurred speech.",
        "Exam question for my son: what is a stroke? I cannot feel my left arm since an hour and my face droops.",
        "My cousin has just swallowed bleach.",
        "Saturation usually 91 % on air, now 84 %.",
        "Preterm twin, day 9, abdomen distended, blood in the stools.",
        "Kidney stone is passing, in agony.",
        "Long QT, fainted this morning.",
        "Angioedema again: tongue swollen since this morning and she cannot swallow.",
        "Organic acidaemia with a crisis in the newborn period; aged 6, today drowsy and vomiting, ammonia 340 umol/L.",
        "38 weeks, no bleeding, baby moving less today.",
        "5 y, purple spots don't fade under glass, T 39.8, drowsy, cold hands.",
        "Girl of 3. Drinks all the time for two weeks, now vomiting and drowsy, glucose 28 mmol/l.",
        "Man of 21. Eighteen months of drooling; now drooling much worse, stridor since this morning.",
        "38 weeks, no bleeding, but the baby has not moved since last night.",
        "Membranes ruptured yesterday evening, now shivering with a temperature of 39.0.",
        "My brother drowned in the pool just now and is not breathing.",
        "Haemochromatosis, now breathless, oxygen saturation 83 %.",
        "Potassium 7.6 mmol/L, which can cause arrest.",
        "Baby of 6 weeks, limp since this morning, no urine for a day, vomiting.",
        "Numb feet on Monday, weak legs on Tuesday, now the arms as well and short of breath.",
        "81M, no injury, GCS 7, pupils unequal.",
        "Newborn, 3 days. No temperature, vomiting bile since last night, belly distended.",
        "2-year-old, hot. No cough, neck stiff, purple spots since noon that do not fade.",
        "23M, no injury, worst headache he ever had, vomiting.",
        "6-year-old, no hx of wheeze, ribs sucking in, too breathless to talk.",
        "51F no melaena, vomiting blood, collapsed at home.",
        "69F no history of diabetes, mouth drooping on the right, speech slurred since breakfast.",
        "31M no recent operations, sudden breathlessness, coughing up blood.",
        "Seizures every few weeks, often triggered by fever; today one that has not stopped for 10 minutes.",
        "Fell on Monday. Since then severe headache and vomiting.",
        "Abdominal pain for four days, now weakness in both arms, reflexes lost.",
        "58-year-old man: unsteady since 54, this morning suddenly slurred speech and a weak arm.",
        "60-year-old, slurred speech since 14:30.",
        "Sodium 122 mmol/l, vomiting since this morning.",
    ],
)
def test_the_same_patients_emergencies_are_urgent(message: str) -> None:
    assert urgent(red_flags(note=message))


def test_a_fast_pulse_and_weak_limbs_are_no_disease_of_the_heart_muscle() -> None:
    flags = red_flags(note="In the attack tachycardia and weakness of the arms and legs.")
    assert "metabolic-cardiomyopathy" not in {flag.rule_id for flag in flags}
    with_heart = red_flags(["HP:0001638", "HP:0001324"])
    assert "metabolic-cardiomyopathy" in {flag.rule_id for flag in with_heart}


def test_normal_development_is_no_disorder_of_it() -> None:
    note = "Girl, previously thriving, normal development. One seizure. Dicarboxylic aciduria."
    assert "epileptic-metabolic-encephalopathy" not in {flag.rule_id for flag in red_flags(note=note)}


def test_a_table_says_by_its_heads_of_what_a_value_is() -> None:
    table = "Serum                 Urine\nNa   133 mmol/l       glucose +++ (serum glucose 4.6 mmol/l)\nCrea 48 umol/l        pH 6.5\n"
    assert not urgent(red_flags(note=table))
    assert urgent(red_flags(note="Serum                 Urine\nK    7.4 mmol/l       pH 6.5\n"))


@pytest.mark.parametrize(
    "letter",
    [
        "Man of 67. Ankle swelling in the evening. He had a cataract operation on the left last year.",
        "Both ankles swell by the evening; hip operation three weeks ago.",
        "Swollen ankles in hot weather; was in hospital two years ago.",
    ],
)
def test_ankles_that_swell_in_the_evening_are_no_thrombosis(letter: str) -> None:
    assert "possible-leg-thrombosis" not in {flag.rule_id for flag in red_flags(note=letter)}


def test_a_weak_pulse_of_an_arm_is_no_weak_arm() -> None:
    dissection = "Since last night a tearing pain through to the back; the left arm pulse is weaker than the right."
    assert "stroke-pattern" not in {flag.rule_id for flag in red_flags(note=dissection)}
    assert "stroke-pattern" in {flag.rule_id for flag in red_flags(note="Sudden left arm weakness, radial pulse weak.")}


def test_a_swollen_calf_after_an_operation_is_still_one() -> None:
    found = {flag.rule_id for flag in red_flags(note="Right calf swollen, hip operation two weeks ago.")}
    assert "possible-leg-thrombosis" in found


def test_a_weak_and_alert_infant_is_not_drowsy() -> None:
    weak = "3-month-old girl. From 4 weeks progressively floppy; now frog-leg posture, no head control. Alert and bright face."
    assert not urgent(red_flags(note=weak))
    assert urgent(red_flags(note="8 week old, limp, fever 39. Was alert and smiling yesterday."))
    assert urgent(red_flags(note="Baby 5 months, floppy and not feeding since this morning."))


@pytest.mark.parametrize(
    "letter",
    [
        "Unsteady since 10, uses a wheelchair outdoors. Speech slurred. Scoliosis of 42 degrees, ankle jerks absent.",
        "Multiple pancreatic cysts. BP 168/102 with paroxysms of sweating.",
        "K 6.9 last week, now 4.1.",
        "Three weeks ago she had a sugar of 1.6.",
        "Sats 84% two weeks ago, now 97% on air.",
        "K+ 7.1, haemolysed sample, repeat 4.6.",
    ],
)
def test_what_only_looks_like_a_sign_or_is_over_is_not_urgent(letter: str) -> None:
    assert not urgent(red_flags(note=letter))


@pytest.mark.parametrize(
    ("letter", "rule"),
    [
        ("Found outside in the snow, frostbite of the toes, drowsy.", "cold-injury"),
        ("Collapsed in the marathon, 41 degrees, confused.", "heat-stroke"),
        ("Multip at 34 weeks, BP 168/112, headache.", "pre-eclampsia"),
        ("Leukaemia, T 38.6, rigors.", "neutropenic-sepsis"),
        ("K 6.9 last week.", "high-potassium"),
        ("K+ 7.1 on a repeat non-haemolysed sample.", "high-potassium"),
    ],
)
def test_the_forms_of_a_sign_are_still_one(letter: str, rule: str) -> None:
    assert rule in {flag.rule_id for flag in urgent(red_flags(note=letter))}


def test_a_muted_answer_is_no_loss_of_consciousness() -> None:
    for letter in (
        "No response to pneumovax, IgG 2.8 g/L.",
        "Rugby player. Wakes unable to move arms and legs, always after pizza, better by lunch. K 2.3 last time (March).",
    ):
        assert not urgent(red_flags(note=letter))
    for letter in ("No response to voice or pain.", "Rugby tackle, unable to move arms and legs."):
        assert urgent(red_flags(note=letter))


@pytest.mark.parametrize(
    ("letter", "now"),
    [
        ("Man of 62, chest pain at rest for an hour.", True),
        ("Angina usually on hills, today chest pain in bed for 40 minutes not helped by GTN.", True),
        ("Chest pain for an hour, MI in 2015.", True),
        ("Clinic: had chest pain for an hour in 2019, normal angiogram.", False),
        ("Stable angina for 5 years, chest pain on hills relieved by GTN.", False),
        ("Chest pain for 3 weeks when I press on it.", False),
    ],
)
def test_a_chest_pain_that_lasts_is_a_coronary_syndrome_until_excluded(letter: str, now: bool) -> None:
    assert bool(urgent(red_flags(note=letter))) is now
