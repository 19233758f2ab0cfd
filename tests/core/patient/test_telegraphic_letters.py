"""Letters in the shorthand of wards and clinics: cut names, bare doses, arrows, denied markers, what is tolerated."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def states(text: str) -> dict[str, str | None]:
    return {
        one.label: one.status.value if one.presence.value == "present" and one.status else one.presence.value
        for one in read(text).medications
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Naproxen stopped - CKD eGFR 31.", {"Naproxen": "stopped"}),
        ("HBV core Ab pos, sAg neg - on entecavir 0.5 mg.", {"entecavir": "active"}),
        (
            "Abx: pip-taz 2/9-4/9 -> benpen + clari 4/9-9/9, completed.",
            {"pip-taz": "completed", "benpen": "completed", "clari": "completed"},
        ),
        ("Insulin glargine 12 u nocte + sliding scale stopped.", {"Insulin glargine": "present"}),
        ("Metformin started and then stopped.", {"Metformin": "stopped"}),
        ("Stroke - thrombolysed (tenecteplase).", {"tenecteplase": "completed"}),
        ("IVIG if recurrent infections.", {"immunoglobulin": "planned"}),
        ("Salbutamol if wheezy.", {"Salbutamol": "present"}),
        ("Nifedipine to be added if still raised.", {"Nifedipine": "planned"}),
        (
            "Breast cancer: letrozole + palbociclib -> PD at 14/12, now capecitabine.",
            {"letrozole": "stopped", "palbociclib": "stopped", "capecitabine": "present"},
        ),
        (
            "Prostate cancer, docetaxel 2024 x 6, then abiraterone.",
            {"docetaxel": "completed", "abiraterone": "present"},
        ),
        ("Darbepoetin not yet started.", {"Darbepoetin": "absent"}),
        ("FEV1 42% pred.", {}),
        ("Dietary history: 800 ml cow's milk a day.", {}),
    ],
)
def test_states_of_medicines(text: str, expected: dict[str, str]) -> None:
    assert states(text) == expected


def doses(text: str) -> list[tuple[str, float | None, int | None]]:
    return [
        (one.label, each.dose.value if each.dose else None, each.schedule.frequency if each.schedule else None)
        for one in read(text).medications
        for each in one.regimens
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Meds: pred 5, omeprazole 20, metformin MR 1 g bd, cotrim 480 MWF.",
            [("pred", 5, None), ("omeprazole", 20, None), ("metformin", 1, 2), ("cotrim", 480, 3)],
        ),
        ("On MST 30 bd, lansop 30, senna.", [("MST", 30, 2), ("lansop", 30, None)]),
        ("Bloods: lithium 0.6, sodium 139.", []),
        ("Hyoscine hydrobromide 300 mcg nocte.", [("Hyoscine", 300, 1)]),
        ("Labetalol 200 mg tds. Labetalol - increase to 300 tds if > 150/100.", [("Labetalol", 200, 3)]),
        ("Axi-cel 14/5/26.", []),
    ],
)
def test_doses_of_lists(text: str, expected: list[tuple[str, float | None, int | None]]) -> None:
    assert doses(text) == expected


def test_a_time_after_a_list_is_that_of_its_last_item() -> None:
    record = read("Meds: amlodipine 10, linagliptin 5, sod bicarb 1 g tds started today.")
    assert [one.time.text if one.time else None for one in record.medications] == [None, None, "today"]


@pytest.mark.parametrize("written", ["Metf", "furos", "apix", "panto", "pembro", "cotrim", "Trimbow", "oxynorm"])
def test_names_cut_short_are_coded(written: str) -> None:
    (medicine,) = read(f"Takes {written} 10 mg od.").medications
    assert medicine.codings or medicine.ingredients


@pytest.mark.parametrize("text", ["Spiro shows obstruction.", "Para 2, SVD x 2.", "Free thyroxine 12 pmol/L."])
def test_words_that_only_look_like_cut_names_are_none(text: str) -> None:
    assert read(text).medications == []


def test_what_is_tolerated_is_no_allergy() -> None:
    record = read("Allergy: penicillin - rash as a child; tolerates cephalosporins.")
    assert [(one.label, one.presence.value) for one in record.allergies] == [
        ("penicillin", "present"),
        ("cephalosporins", "absent"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Booking bloods: rubella immune, varicella non-immune.", set()),
        ("Transplant 2021, CMV D+/R-.", set()),
        ("CMV colitis in 2020.", {("CMV colitis", None)}),
        ("prev TIA 2019.", {("TIA", "inactive")}),
        ("He took an overdose in 2014.", {("overdose", "inactive")}),
        ("Previous pregnancy complicated by pre-eclampsia.", {("pre-eclampsia", "inactive")}),
        ("Word finding difficulty when tired.", {("Word finding difficulty", None)}),
        ("She is tired.", {("tired", None)}),
        ("Harmful use of cannabis, currently abstinent.", {("use of cannabis", "resolved")}),
        ("DLBCL, R-GDP x2 -> PD.", {("DLBCL", None)}),
        ("Dx: NSCLC. 1L osimertinib Feb 2025 - Mar 2026, PD. PD in liver.", {("NSCLC", None)}),
        ("Dx: PD since 2019.", {("PD", None)}),
        (
            "PMH: PD on levodopa. Metastatic melanoma.",
            {("PD", None), ("melanoma", None), ("Metastatic melanoma", None)},
        ),
        ("Fetal anomaly scan normal.", set()),
        ("Previous pregnancy: pre-eclampsia.", {("pregnancy", "inactive"), ("pre-eclampsia", "inactive")}),
    ],
)
def test_problems_that_are_none_or_are_over(text: str, expected: set[tuple[str, str | None]]) -> None:
    record = read(text)
    problems = (*record.conditions, *record.phenotypes)
    assert {(one.label, one.status.value if one.status else None) for one in problems} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Lung adenocarcinoma. No EGFR mutation, no ALK or ROS1 rearrangement.",
            [("EGFR", "negative"), ("ALK", "negative"), ("ROS1", "negative")],
        ),
        (
            "DLBCL, no MYC/BCL2/BCL6 rearrangement on FISH.",
            [("MYC", "negative"), ("BCL2", "negative"), ("BCL6", "negative")],
        ),
        ("Melanoma without BRAF V600E mutation; NRAS Q61R detected.", [("BRAF", "negative"), ("NRAS", "positive")]),
        ("Lung cancer. Does not harbour an activating EGFR mutation.", [("EGFR", "negative")]),
        ("Lung cancer. No EGFR mutation testing was done.", []),
        ("NSCLC. ALK and ROS1 not rearranged.", [("ALK", "negative"), ("ROS1", "negative")]),
        ("Lung cancer. EGFR mutation, ALK negative.", [("EGFR", "positive"), ("ALK", "negative")]),
    ],
)
def test_markers_that_are_denied(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(one.name, one.result) for one in read(text).biomarkers] == expected


def test_sites_in_brackets_and_responses_behind_arrows() -> None:
    record = read("Metastatic Ca prostate (bone, liver). Docetaxel x6 -> PR; abiraterone -> PD.")
    (cancer,) = record.cancers
    assert (cancer.site, [one.site for one in cancer.metastases]) == ("prostate", ["bone", "liver"])
    assert [(one.drugs, one.response) for one in record.therapy_lines] == [
        (["Docetaxel"], "partial response"),
        (["abiraterone"], "progressive disease"),
    ]


def test_a_date_inside_a_line_of_prose_is_not_the_day_of_the_note() -> None:
    assert (
        read("Lymphoma relapsed in February, R-GDP x2 without response. Axi-cel 14/5/26: CRS G2, ICANS G1.").as_of
        is None
    )
    assert str(read("Ward round 14/5/26: well overnight, no fever, eating and drinking again.").as_of) == "2026-05-14"


@pytest.mark.parametrize(
    ("text", "years"), [("Mr. V. Kowalczyk, 54\nTransplant 2021.", 54), ("Mrs Khan, 63 - COPD.", 63)]
)
def test_an_age_that_ends_its_line_after_a_name(text: str, years: int) -> None:
    assert read(text).demographics.age == f"P{years}Y"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Constipation - taking macrogol; last opened bowels yesterday.", [("Constipation", None)]),
        ("Seizures; first noted at 3 months.", [("Seizures", "at 3 months")]),
        ("CLD on home oxygen, presented with 3 days of cough.", [("CLD", None), ("cough", "3 days")]),
    ],
)
def test_whose_time_it_is(text: str, expected: list[tuple[str, str | None]]) -> None:
    record = read(text)
    assert [(one.label, one.time.text if one.time else None) for one in record.phenotypes] == expected


@pytest.mark.parametrize(
    ("written", "unit"),
    [("HbA1c 48", "mmol/mol"), ("HbA1c 6.5", "%"), ("LDL 1.6", "mmol/L"), ("LDL 130", "mg/dL"), ("MCV 62", "fL")],
)
def test_units_that_only_one_range_allows(written: str, unit: str) -> None:
    (value,) = read(f"{written}.").observations
    assert value.quantity is not None
    assert value.quantity.ucum == unit


@pytest.mark.parametrize(
    ("text", "status"),
    [("She smoked 10 a day until the stroke.", "Ex-smoker"), ("Refer to smoking cessation (20/day).", "Smoker")],
)
def test_smoking_told_in_passing(text: str, status: str) -> None:
    assert [one.value_text for one in read(text).observations] == [status]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HbA1c on 10 September 2025 was 8.1 %.", [(8.1, "2025-09-10")]),
        ("Hb (3/2/2026) 98.", [(98.0, "2026-02-03")]),
        ("Ferritin from 12/1/26: 14.", [(14.0, "2026-01-12")]),
        ("Weight in 2024 was 92 kg.", [(92.0, "2024")]),
        ("LVEF on echo in May 2025 was 45 %.", [(45.0, "2025-05")]),
        ("Her mother lives with heart failure NYHA class III. Mother's HbA1c was 11 %.", []),
    ],
)
def test_a_day_between_a_name_and_its_value(text: str, expected: list[tuple[float, str]]) -> None:
    found = read(f"Seen in a paediatric clinic on 12 March 2026. {text}").observations
    assert [(one.quantity.value, one.time.at.date) for one in found] == expected  # type: ignore[union-attr]


def test_what_was_never_diagnosed_is_denied() -> None:
    (hepatitis,) = read("Hepatitis B was never diagnosed.").conditions
    assert hepatitis.presence.value == "absent"


def test_sites_in_a_bracket_after_the_stage() -> None:
    (cancer,) = read("Adenocarcinoma of the lung, stage IVB (liver, bone; no brain mets on MRI).").cancers
    assert ([one.site for one in cancer.metastases], [one.site for one in cancer.not_spread_to]) == (
        ["liver", "bone"],
        ["brain"],
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Meds: sertraline 50. PCN allergy (anaphylaxis).", [("PCN", ["anaphylaxis"])]),
        ("Sulfa allergy.", [("sulfonamide", [])]),
    ],
)
def test_an_allergy_to_a_substance_in_shorthand(text: str, expected: list[tuple[str, list[str]]]) -> None:
    record = read(text)
    assert [(one.label, [each.text for each in one.reactions]) for one in record.allergies] == expected
    assert {one.label for one in record.medications} <= {"sertraline"}
    assert record.phenotypes == []


def denied(text: str) -> set[tuple[str, str]]:
    return {(one.label, one.presence.value) for one in read(text).conditions}


def test_results_of_infections_that_share_a_word() -> None:
    assert denied("Hep B/C neg 2024.") == {("hepatitis B", "absent"), ("hepatitis C", "absent")}
    assert denied("TB quant neg 1/2026.") == set()
    assert denied("HBV core Ab pos, sAg neg.") == {("hepatitis B", "absent")}


def test_the_value_of_a_measure_is_no_part_of_a_name() -> None:
    assert read("CRP 1.4 mg/dL.").conditions == []


def test_an_earlier_value_has_the_unit_of_the_one_beside_it() -> None:
    assert [(one.quantity.value, one.quantity.unit) for one in read("Wt 182 lb (was 190).").observations] == [  # type: ignore[union-attr]
        (182.0, "lb"),
        (190.0, "lb"),
    ]


def test_a_twin_in_the_head_of_a_note_is_the_patient() -> None:
    record = read("NICU. Ex 28w0d twin A female, HUS DOL 7 left grade I IVH.")
    assert record.demographics.sex == "female"
    assert [one.label for one in record.phenotypes] == ["IVH"]
    assert record.family_history == []


def test_tumours_with_their_size_alone() -> None:
    (cancer,) = read("Clear cell RCC, Fuhrman grade 2, pT1a, margins negative.").cancers
    assert (cancer.histology, cancer.stages[0].tumour, cancer.grade) == ("clear cell renal cell carcinoma", "pT1a", "2")


@pytest.mark.parametrize(
    ("text", "family", "own"),
    [
        (
            "FH: brother lung ca aged 60. PS 1. Hb 109. No bone pain, no headache.",
            [("brother", "lung ca")],
            {("bone pain", "absent"), ("headache", "absent"), ("Anemia", "present")},
        ),
        ("FHx: mother glaucoma. No DM.", [("mother", "glaucoma")], {("DM", "absent")}),
        (
            "FH: DM, HTN. CAD.",
            [(None, "DM"), (None, "HTN"), (None, "CAD")],
            set(),
        ),
        ("Mother T2DM, sister coeliac.", [("mother", "T2DM"), ("sister", "coeliac")], set()),
    ],
)
def test_a_family_history_ends_where_no_relative_is_named(
    text: str, family: list[tuple[str | None, str]], own: set[tuple[str, str]]
) -> None:
    record = read(text)
    assert [(one.relation, one.label) for one in record.family_history] == family
    assert {(one.label, one.presence.value) for one in (*record.conditions, *record.phenotypes)} == own


@pytest.mark.parametrize(
    "text", ["34F planning pregnancy.", "She wants to become pregnant.", "Pill to prevent pregnancy."]
)
def test_a_pregnancy_that_is_wished_for_is_none(text: str) -> None:
    assert read(text).conditions == []


def test_a_condition_ends_with_the_item_it_is_said_of() -> None:
    text = "Bisop 5, dapa 10, furos 40 om + 20 lunch prn if wt up 2 kg, rivaroxaban 15 (CrCl 41)."
    assert doses(text) == [("Bisop", 5, None), ("dapa", 10, None), ("furos", 40, 1), ("rivaroxaban", 15, None)]


def test_none_known_and_two_after_all() -> None:
    record = read("No known drug allergies, allergic to nuts and penicillin.")
    assert [(one.label, one.presence.value) for one in record.allergies] == [
        ("No known drug allergies", "absent"),
        ("nuts", "present"),
        ("penicillin", "present"),
    ]


def test_pills_are_no_piles() -> None:
    assert read("She forgot 2 pills yesterday.").phenotypes == []
    assert [one.label for one in read("She has piles.").phenotypes] == ["piles"]


def test_a_calcium_tells_the_units_of_the_others() -> None:
    assert [one.quantity.ucum for one in read("Ca 2.1, Mg 0.48.").observations] == ["mmol/L", "mmol/L"]  # type: ignore[union-attr]
    assert [one.quantity.ucum for one in read("Ca 9.1, Mg 1.4.").observations] == ["mg/dL", "mg/dL"]  # type: ignore[union-attr]
