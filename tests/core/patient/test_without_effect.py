"""Exceptions, ends and limits in letters: what had no effect, until when, since which age, and what is only assessed for."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def states(text: str) -> dict[str, str | None]:
    return {
        one.label.lower(): one.status.value if one.presence.value == "present" and one.status else one.presence.value
        for one in read(text).medications
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Methylprednisolone i.v. and IVIg without effect, rituximab and cyclophosphamide also failed.",
            {
                "methylprednisolone": "stopped",
                "immunoglobulin": "stopped",
                "rituximab": "stopped",
                "cyclophosphamide": "stopped",
            },
        ),
        ("He had topiramate and propranolol with no benefit.", {"topiramate": "stopped", "propranolol": "stopped"}),
        ("On tralokinumab until three months ago.", {"tralokinumab": "stopped"}),
        ("Sertraline 50 mg daily until yesterday.", {"sertraline": "stopped"}),
        ("Apixaban 5 mg bd until October.", {"apixaban": "present"}),
        ("Had gabapentin in March, stopped - dizziness.", {"gabapentin": "stopped"}),
        (
            "Clindamycin 300 mg qds started by GP 3 days ago - stop, change to flucloxacillin 1 g qds.",
            {"clindamycin": "stopped", "flucloxacillin": "planned"},
        ),
        ("Furosemide 40 mg given.\n- hold metformin", {"furosemide": "completed", "metformin": "on-hold"}),
        ("PDA closed after ibuprofen.", {"ibuprofen": "completed"}),
        ("Vitamin K was given at birth.", {"vitamin k": "completed"}),
        ("Baby girl, day 3. Maternal: labetalol, intrapartum ampicillin.", {}),
        ("Urine PBG 24 mg/24h.", {}),
        (
            "ON HOLD - ask your doctor before restarting, please\nmetformin 500 mg twice daily\nlosartan 50 mg daily\n\nCONTINUE\natorvastatin 20 mg daily",
            {"metformin": "on-hold", "losartan": "on-hold", "atorvastatin": "active"},
        ),
        (
            (
                "NEW MEDICATIONS\napixaban 5 mg take one tablet by mouth in the morning and in the evening\nCHANGED MEDICATIONS\naspirin 75 mg once daily\n"
                "STOPPED MEDICATIONS (do not take these)\nnaproxen 500 mg twice a day"
            ),
            {"apixaban": "planned", "aspirin": "active", "naproxen": "stopped"},
        ),
    ],
)
def test_what_had_no_effect_and_until_when(text: str, expected: dict[str, str]) -> None:
    assert states(text) == expected


def test_the_dose_is_no_part_of_a_vitamin() -> None:
    (vitamin,) = read("Vitamin K 1 mg IM given at birth.").medications
    assert vitamin.label == "Vitamin K"
    assert vitamin.regimens[0].dose is not None
    assert vitamin.regimens[0].dose.value == 1


@pytest.mark.parametrize(
    ("text", "allergens"),
    [
        ("No known allergies except penicillin (rash) and codeine.", ["penicillin", "codeine"]),
        ("NKDA apart from latex.", ["latex"]),
        ("Penicillin gives her a rash.", ["Penicillin"]),
    ],
)
def test_a_denial_leaves_what_it_excepts(text: str, allergens: list[str]) -> None:
    record = read(text)
    assert [(one.text, one.presence.value) for one in record.allergies] == [(one, "present") for one in allergens]
    assert not record.medications


def test_limits_in_brackets_are_upper_limits() -> None:
    text = (
        "AST 22 U/L (< 35), creatinine 1.9 mg/dL (upper limit 1.1), PSA 0.4 ng/mL (<0.1 last year), ALT 90 (<= 40 U/L)"
    )
    found = {
        one.text: [each.high.value for each in one.reference_ranges if each.high] for one in read(text).observations
    }
    assert found == {"AST": [35], "creatinine": [1.1], "PSA": [], "ALT": [40]}


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Mia Long, 26 years. Asthma.", "P26Y"),
        ("Anna Weiss, 12 years, 12 August 2025. Eczema.", "P12Y"),
        ("Re: WEISS Anna, 8 months.\nEczema.", "P8M"),
        ("Multiple Sclerosis, 12 years.", None),
        ("Rheumatoid Arthritis, 5 years", None),
    ],
)
def test_an_age_after_a_name(text: str, age: str | None) -> None:
    assert read(text).demographics.age == age


@pytest.mark.parametrize(
    ("text", "onset"),
    [
        ("He has had seizures since he was six.", "P6Y"),
        ("Seizures began when she was fourteen.", "P14Y"),
        ("My 5 year old had a febrile seizure when she was 18 months.", "P1Y6M"),
        ("Migraine at thirteen.", "P13Y"),
        ("Asthma when he was 20 kg.", None),
    ],
)
def test_ages_without_the_word(text: str, onset: str | None) -> None:
    record = read(text)
    time = (*record.conditions, *record.phenotypes)[0].time
    assert (time.at.age if time and time.at else None) == onset


def test_measures_of_clinics() -> None:
    text = (
        "Leucocytes 17,400/mm3. Epworth score 14/24, AHI 32/h. ABPI 0.6. bHCG 1200 IU/L. Bone age 8 years. "
        "C1 inhibitor function 12 %. BASDAI 6.2. Birth length 48 cm."
    )
    found = {one.codings[0].id: one.quantity.value for one in read(text).observations if one.quantity}
    assert found == {
        "LAB:wbc": 17400,
        "LAB:epworth": 14,
        "LAB:ahi": 32,
        "LAB:abpi": 0.6,
        "LAB:hcg": 1200,
        "LAB:bone_age": 8,
        "LAB:c1_inhibitor_function": 12,
        "LAB:basdai": 6.2,
        "LAB:birth_length": 48,
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He may need amputation.", {"amputation": "possible"}),
        (
            "LIVER TRANSPLANT ASSESSMENT\n55-year-old man. Plan: list for liver transplant.",
            {"liver transplant": "planned"},
        ),
        ("Kidney transplant work-up complete.", {}),
        ("On the lung transplant waiting list.", {"lung transplant": "planned"}),
        ("LLETZ 2020.", {"large loop excision of the transformation zone": "completed"}),
    ],
)
def test_operations_that_were_not_done(text: str, expected: dict[str, str]) -> None:
    found = read(text).procedures
    assert {one.label: one.status.value if one.status else one.presence.value for one in found} == expected


def test_a_test_with_its_day_has_its_result() -> None:
    record = read("Urine pregnancy test of 9 June negative.")
    assert [one.value_text for one in record.observations] == ["negative"]
    assert [(one.text, one.presence.value) for one in record.conditions] == [("pregnant", "absent")]


def test_what_is_normal_denies_a_finding_by_its_name() -> None:
    (finding,) = read("Echocardiogram normal in August.").phenotypes
    assert (finding.label, finding.presence.value) == ("Abnormal heart morphology", "absent")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("He cannot climb stairs.", ["HP:0003551"]),
        ("She can't rise from a chair.", ["HP:0003698"]),
        ("A boy of 6 years, unable to run.", ["HP:0009046"]),
        ("He cannot climb stairs because of breathlessness.", ["HP:0002094"]),
        ("4-month-old boy. CK 1200 U/L.", ["HP:0003236"]),
        ("4-month-old boy. CK 600 U/L.", []),
    ],
)
def test_what_a_patient_cannot_do(text: str, codes: list[str]) -> None:
    assert [one.codings[0].id for one in read(text).phenotypes] == codes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Please resume rivaroxaban 20 mg daily on Friday.", {"rivaroxaban": "planned"}),
        ("Resume home lisinopril 10 mg daily.", {"lisinopril": "active"}),
        (
            "Treated with IV vancomycin and meropenem, transitioned to oral linezolid.",
            {"vancomycin": "stopped", "meropenem": "stopped", "linezolid": "active"},
        ),
        ("She tried duloxetine but it made her sick.", {"duloxetine": "stopped"}),
        ("Anastrozole 1 mg daily, planned for a total of seven years.", {"anastrozole": "present"}),
        ("Pregabalin gave her a foggy head and she stopped it.", {"pregabalin": "stopped"}),
        ("We are awaiting funding for erenumab.", {"erenumab": "planned"}),
        ("Prednisolone course finished three weeks ago.", {"prednisolone": "completed"}),
        ("He swallowed about 30 tablets of amitriptyline.", {"amitriptyline": "completed"}),
        ("Spironolactone was discussed but not started.", {"spironolactone": "absent"}),
        ("Topical mupirocin was used for ten days.", {"mupirocin": "completed"}),
        ("Keen to try mounjaro; interested in liraglutide.", {"mounjaro": "planned", "liraglutide": "planned"}),
        ("Carbamazepine had to be discontinued.", {"carbamazepine": "stopped"}),
        ("Adalimumab from 2019, secondary loss of response in 2021.", {"adalimumab": "stopped"}),
        ("If the pain goes on, add amitriptyline.", {"amitriptyline": "planned"}),
        ("If he feels worse he should call.", {}),
        ("She could not tolerate metformin.", {"metformin": "stopped"}),
        ("He has not been taking his tamsulosin.", {"tamsulosin": "stopped"}),
        ("Does not take aspirin.", {"aspirin": "absent"}),
        ("Clopidogrel to be resumed after the operation.", {"clopidogrel": "on-hold"}),
        ("NSAIDs must be avoided.", {"nsaids": "absent"}),
        ("Vitamin K after birth.", {"vitamin k": "completed"}),
        ("Lacosamide 100 mg bd (previously: phenytoin).", {"lacosamide": "present", "phenytoin": "stopped"}),
        ("Methotrexate is being tapered, now 10 mg weekly, last dose due 1 May.", {"methotrexate": "active"}),
    ],
)
def test_what_letters_say_is_done_with_a_medicine(text: str, expected: dict[str, str]) -> None:
    assert states(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Flecainide was interrupted in May because of syncope.", {"flecainide": "stopped"}),
        ("Nivolumab cycle 4 deferred because of hepatitis.", {"nivolumab": "on-hold"}),
        ("Clopidogrel stopped when edoxaban 60 mg od was introduced.", {"clopidogrel": "stopped", "edoxaban": "active"}),
        ("Stopped on this visit: chlorphenamine (drowsy), glibenclamide.", {"chlorphenamine": "stopped", "glibenclamide": "stopped"}),
        ("Temporarily interrupted: ramipril.", {"ramipril": "on-hold"}),
        ("Warfarin stopped, started edoxaban.", {"warfarin": "stopped", "edoxaban": "active"}),
        ("Tocilizumab only if no response.", {"tocilizumab": "planned"}),
        ("Hold ramipril if systolic <100.", {"ramipril": "active"}),
        ("Riluzole was added in June but had to be withdrawn for hepatitis.", {"riluzole": "stopped"}),
        ("Cilostazol gave no improvement.", {"cilostazol": "stopped"}),
        ("Carbimazole must never be given.", {"carbimazole": "absent"}),
        ("She wants to come off her paroxetine.", {"paroxetine": "active"}),
        ("Stop Tab. diclofenac.", {"diclofenac": "stopped"}),
        ("Malarone to start two days before travel.", {"malarone": "planned"}),
    ],
)  # fmt: skip
def test_participles_and_heads_of_lists(text: str, expected: dict[str, str]) -> None:
    assert states(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Prior AEDs: phenobarbital (sedation), ethosuximide (rash), vigabatrin.", {"phenobarbital": "stopped", "ethosuximide": "stopped", "vigabatrin": "stopped"}),
        ("Nifedipine made her flush, so she gave it up.", {"nifedipine": "stopped"}),
        ("Quetiapine has been successfully withdrawn.", {"quetiapine": "stopped"}),
        ("Dronedarone, given for a month before the ablation, is finished.", {"dronedarone": "completed"}),
        ("Anastrozole for two years (joint pain), then changed to letrozole.", {"anastrozole": "stopped", "letrozole": "active"}),
        ("Secukinumab to be requested from the insurer.", {"secukinumab": "planned"}),
        ("Hydralazine would be the alternative.", {"hydralazine": "planned"}),
        ("Nevirapine was her first regimen.", {"nevirapine": "stopped"}),
        ("Stop ticagrelor 5 days before surgery.", {"ticagrelor": "active"}),
        ("Gentamicin single dose on admission.", {"gentamicin": "completed"}),
        ("Prednisolone: in remission, reducing by 5 mg.", {"prednisolone": "present"}),
        ("Codeine makes her vomit.", {"codeine": "stopped"}),
        ("Sertraline makes her feel better.", {"sertraline": "present"}),
    ],
)  # fmt: skip
def test_what_a_remark_says_of_a_medicine(text: str, expected: dict[str, str]) -> None:
    assert states(text) == expected
