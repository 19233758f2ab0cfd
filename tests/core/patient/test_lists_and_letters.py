"""Lists under headings, values beside their limits, and what a letter names without stating it of the patient."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def present(text: str) -> set[str]:
    record = read(text)
    return {
        coding.display or ""
        for fact in (*record.conditions, *record.phenotypes)
        if fact.presence.value == "present"
        for coding in fact.codings[:1]
    }


def statuses(text: str) -> dict[str, str | None]:
    return {(one.text or ""): one.status.value if one.status else None for one in read(text).medications}


def values(text: str) -> list[tuple[str, float, bool]]:
    """Name, value, and whether it is an earlier one."""
    return [
        ((one.text or ""), one.quantity.value, one.time is not None and one.time.text == "earlier")
        for one in read(text).observations
        if one.quantity is not None and one.quantity.value is not None
    ]


@pytest.mark.parametrize(
    "text",
    [
        "HbA1c should be checked before starting as hyperglycaemia is common.",
        "Hypertension is common in this group.",
        "Advised that thrombosis may occur.",
        "Stroke prevention clinic.",
        "Shoulder dystocia not applicable.",
        "My friend's baby died of meningitis.",
        "A 31-year-old woman. Fetal anatomy scan at 20/40: bilateral mild renal pelvis dilatation.",
        "UA neg nitrite.",
        "Risks including stroke, MI and death were discussed.",
        "Complications discussed: bleeding, infection.",
        "Vaccination leaflet: fever and convulsions may follow.",
        "The dog has cataracts.",
        "Syndactyly was seen on the first scan but was not there at birth.",
        "CSU sent.",
        "Blood group O positive.",
    ],
)
def test_what_is_not_said_of_the_patient_is_no_problem(text: str) -> None:
    assert present(text) <= {"Pregnant"}
    assert read(text).medications == []


def test_a_childs_scan_before_birth_is_its_own() -> None:
    assert "Hydronephrosis" in present("A 3-year-old boy. Fetal ultrasound had shown hydronephrosis.")


@pytest.mark.parametrize(
    ("text", "is_", "is_not"),
    [
        ("The nasal bridge is broad and depressed.", "Depressed nasal bridge", "Depression"),
        ("Diagnosis: MS (mitral stenosis), moderate.", "Mitral stenosis", "multiple sclerosis"),
        ("Erysipelas-like rash on the ankle.", "Skin rash", "Erysipelas"),
        ("She has hearing impairment for high tones.", "Hearing impairment", "Hypertonia"),
        ("Hold metformin until AKI resolves.", "Acute kidney injury", "-"),
        ("22F with acute appy.", "Appendicitis", "-"),
        ("He has attacks of fever every month.", "Recurrent fever", "Fever"),
        ("Had two episodes of fever.", "Fever", "Recurrent fever"),
        ("Progressive sensorimotor polyneuropathy.", "Sensorimotor neuropathy", "Polyneuropathy"),
        ("Porphobilinogen was elevated.", "Increased urinary porphobilinogen", "-"),
    ],
)
def test_what_a_word_is_where_it_stands(text: str, is_: str, is_not: str) -> None:
    found = present(text)
    assert is_ in found
    assert is_not not in found


def test_a_heat_stroke_is_no_stroke() -> None:
    record = read("He had heat stroke in 2019.")
    assert [one.text for one in record.conditions] == ["heat stroke"]
    assert record.phenotypes == []


def test_chest_pain_is_denied_whatever_the_section() -> None:
    record = read("PMH: asthma. Denies CP.")
    assert [one.codings[0].display for one in record.phenotypes if one.presence.value == "absent"] == ["Chest pain"]


def test_what_is_waited_for_is_not_over() -> None:
    (finding,) = read("Hold metformin until AKI resolves.").phenotypes
    assert finding.status is None


def test_a_marker_or_a_gene_is_no_medicine() -> None:
    assert read("Carcinoma of the breast, ER 90%, PR 15%, HER2 negative.").medications == []
    assert read("PIK3CA H1047R mutation was found in plasma.").medications == []


def test_iron_is_the_iron_that_is_given() -> None:
    (medicine,) = read("Ferrous sulphate 200 mg tds.").medications
    assert (medicine.codings[0].display or "").startswith("Ferrous")


@pytest.mark.parametrize(("colon", "bullet"), [("", "- "), (":", "- "), ("", "")])
def test_a_heading_says_what_is_done_with_the_medicines_below_it(colon: str, bullet: str) -> None:
    text = (
        f"CONTINUE{colon}\n{bullet}amlodipine 5 mg od\nHOLD{colon}\n{bullet}alendronate 70 mg weekly\n"
        f"DISCONTINUED{colon}\n{bullet}ibuprofen 600 mg TID\nOTC: melatonin 3 mg nocte\n"
    )
    assert statuses(text) == {
        "amlodipine": "active", "alendronate": "on-hold", "ibuprofen": "stopped", "melatonin": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "medicine", "status"),
    [
        ("Metoclopramide crossed off (Parkinson's).", "Metoclopramide", "stopped"),
        ("Previously olanzapine, stopped because of weight gain, and sodium valproate, ineffective.", "valproate", "stopped"),
        ("Meds stopped on admission: ramipril, ibuprofen.", "ramipril", "stopped"),
        ("I have recommended fulvestrant with alpelisib.", "alpelisib", "planned"),
        ("Takes warfarin 5 mg od. NEW: co-trimoxazole, interaction with warfarin flagged.", "warfarin", None),
    ],
)  # fmt: skip
def test_what_the_words_beside_a_medicine_say(text: str, medicine: str, status: str | None) -> None:
    assert statuses(text)[medicine] in (status, "active" if status is None else status)


@pytest.mark.parametrize(
    ("text", "allergens"),
    [
        ("Allergies and sensitivities: trimethoprim - anaphylaxis; latex", ["trimethoprim", "latex"]),
        (
            "Pt: 72yo F   Wt 58.4 kg   Allergies: codeine (nausea), ACE inhibitors (cough)",
            ["codeine", "ACE inhibitors"],
        ),
    ],
)
def test_allergies_under_a_joined_heading_or_inside_a_line(text: str, allergens: list[str]) -> None:
    record = read(text)
    assert [one.text for one in record.allergies] == allergens
    assert (record.medications, record.phenotypes) == ([], [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BMI 17.5 (0.6 SDS).", [("BMI", 17.5, False)]),
        ("Na 134 (136-145).", [("Na", 134.0, False)]),
        ("Hb 8.1 (7.4 in Feb).", [("Hb", 8.1, False), ("Hb", 7.4, True)]),
        ("Cr 2.1 (b/l 1.6), peaked 2.4, 1.7 at d/c.", [("Cr", 1.7, False), ("Cr", 2.1, True), ("Cr", 1.6, True), ("Cr", 2.4, True)]),
        ("Prostate cancer, Gleason score 4+3=7.", [("Gleason", 7.0, False)]),
        ("Prostate cancer, Gleason 3+4.", [("Gleason", 7.0, False)]),
        ("Gleason 9 (4+5) adenocarcinoma of the prostate.", [("Gleason", 9.0, False)]),
        ("A 31-year-old woman, G3P1. 2018 SVD at term, baby boy 4.2 kg. Weight 82 kg.", [("gravidity", 3.0, False), ("parity", 1.0, False), ("Weight", 82.0, False)]),
    ],
)  # fmt: skip
def test_values_and_what_only_looks_like_one(text: str, expected: list[tuple[str, float, bool]]) -> None:
    assert sorted(values(text)) == sorted(expected)


def test_an_inr_on_warfarin_is_what_it_should_be() -> None:
    assert present("On warfarin. INR 2.6.") == set()
    assert present("Jaundiced. INR 2.6.") >= {"Prolonged prothrombin time"}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Surgery consulted, OR in AM for lap appy.", "planned"),
        ("Failed renal transplant (2012-2020), not currently listed.", "completed"),
    ],
)
def test_what_is_planned_and_what_was_done(text: str, status: str) -> None:
    (procedure,) = read(text).procedures
    assert procedure.status is not None
    assert procedure.status.value == status


def test_days_without_dialysis_say_nothing_of_dialysis() -> None:
    assert read("Bisoprolol 2.5 mg non-dialysis days.").procedures == []


@pytest.mark.parametrize(
    ("text", "sex", "age"), [("Pt ID HD-0338, M, 59y.", "male", "P59Y"), ("Lena, girl, 8y 7m.", "female", "P8Y7M")]
)
def test_sex_and_age_as_fields_of_the_first_line(text: str, sex: str, age: str) -> None:
    who = read(text).demographics
    assert who.sex is not None
    assert (who.sex.value, who.age) == (sex, age)
