"""Medicines as lists and letters write them: the whole regimen, what is done with it; allergies and operations beside them."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def doses(text: str) -> list[tuple[str, str | None, str | None]]:
    """Dose, strength and times in days of every regimen of the first medicine."""
    found = []
    for regimen in read(text).medications[0].regimens:
        schedule = regimen.schedule
        often = f"{schedule.frequency}/{schedule.period:g}" if schedule and schedule.frequency else None
        dose = f"{regimen.dose.value:g} {regimen.dose.unit or ''}".strip() if regimen.dose else ""
        found.append((dose, regimen.strength, often))
    return found


def statuses(text: str) -> dict[str, str | None]:
    return {
        (one.text or "").lower(): "absent"
        if one.presence.value == "absent"
        else (one.status.value if one.status else None)
        for one in read(text).medications
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("warfarin 2.5 mg ½ tab M/W/F", [("0.5 tab", "2.5 mg", "3/7")]),
        (
            "warfarin 5 mg tab: 1 tab M/W/F, 1/2 tab T/Th/Sa/Su",
            [("5 mg", None, "3/7"), ("0.5 tab", "5 mg", "4/7")],
        ),
        ("warfarin 3 mg Mon/Wed/Fri and 4 mg on other days", [("3 mg", None, "3/7"), ("4 mg", None, "4/7")]),
        (
            "levothyroxine 112 mcg: 1 tab Mon-Sat, 1 1/2 tabs Sun",
            [("112 mcg", None, "6/7"), ("1.5 tabs", "112 mcg", "1/7")],
        ),
        ("digoxin 125 mcg weekdays, 62.5 mcg weekends", [("125 mcg", None, "5/7"), ("62.5 mcg", None, "2/7")]),
        ("methotrexate 15 mg on Mondays", [("15 mg", None, "1/7")]),
        ("clobazam 5 mg mane and 10 mg nocte", [("5 mg", None, "1/1"), ("10 mg", None, "1/1")]),
        ("NovoRapid 10 units breakfast, 8 units lunch", [("10 units", None, "1/1"), ("8 units", None, "1/1")]),
        ("Levemir 12u am 8u pm", [("12 u", None, "1/1"), ("8 u", None, "1/1")]),
        (
            "sodium valproate liquid 200mg/5ml: 6 ml am, 7.5 ml pm",
            [("6 ml", "200mg/5ml", "1/1"), ("7.5 ml", "200mg/5ml", "1/1")],
        ),
        ("insulin lispro 6 units ac and hs", [("6 units", None, "4/1")]),
        ("Humalog 6 units before meals and at bedtime", [("6 units", None, "4/1")]),
        ("insulin lispro 8 units ac.", [("8 units", None, "3/1")]),
        ("denosumab 120 mg every 4 weeks", [("120 mg", None, "1/28")]),
        ("darbepoetin 50mcg s/c every fortnight", [("50 mcg", None, "1/14")]),
        ("senna two tablets nocte", [("2 tablets", None, "1/1")]),
        ("metoprolol tartrate 25 mg: take 1/2 tab (12.5 mg) twice a day", [("0.5 tab", "25 mg", "2/1")]),
        (
            "lithium carbonate MR (Priadel) 800 mg nocte - increased today to 1000 mg nocte",
            [("1000 mg", None, "1/1")],
        ),
        ("memantine 20 mg od | reduce to 10 mg od", [("10 mg", None, "1/1")]),
        ("bisoprolol 7.5 mg od - uptitrate to 10 mg next visit", [("7.5 mg", None, "1/1")]),
        ("doxazosin 4 mg od -> 8 mg bd", [("8 mg", None, "2/1")]),
        ("Lantus - decreased from 30 to 24 units at bedtime", [("24 units", None, "1/1")]),
        ("aspirin - was 325 mg daily, NOW 81 mg daily", [("81 mg", None, "1/1")]),
        ("omeprazole 20 mg, 30 mins before breakfast", [("20 mg", None, "1/1")]),
        (
            "hydrocortisone 50 mg IV q6h -> taper: 25 mg q6h x2d then off",
            [("50 mg", None, "4/1"), ("25 mg", None, "4/1")],
        ),
        ("co-careldopa 25/100 one tab at 0700 1100 1500 1900", [("1 tab", "25/100", "4/1")]),
        ("albuterol 90 mcg 2 puffs q4-6h prn", [("2 puffs", "90 mcg", "6/1")]),
        ("amlodipine-atorvastatin (Caduet) 5-20 mg 1 tab qhs", [("1 tab", "5-20 mg", "1/1")]),
        ("metoprolol 25 mg 1 tab BID", [("25 mg", None, "2/1")]),
    ],
)
def test_the_whole_regimen_is_read(text: str, expected: list[tuple[str, str | None, str | None]]) -> None:
    assert doses(text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nitroglycerin 0.4 mg SL q5min prn chest pain, max 3", "chest pain"),
        ("oxycodone 2.5 mg PRN max 4 hourly", None),
        ("promethazine 25mg on PRN max 50mg/24h", None),
        ("ondansetron 4 mg tab: 1 tab under tongue every 5 minutes as needed for nausea, up to 3 doses", "nausea"),
    ],
)
def test_as_needed_has_the_reason_that_is_one(text: str, reason: str | None) -> None:
    (medicine,) = read(text).medications
    assert medicine.reason_text == reason
    assert [one.schedule and one.schedule.as_needed for one in medicine.regimens] == [True]


def test_a_taper_of_which_no_step_is_told_is_kept_as_written() -> None:
    (medicine,) = read("prednisone 40 mg daily x5d then taper").medications
    assert medicine.regimens[0].schedule is not None
    assert medicine.regimens[0].schedule.duration == "x5d then taper"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NOT TAKING: sertraline 50 mg (never filled)", {"sertraline": "absent"}),
        ("Semaglutide 0.25 mg sc weekly - start after retinal review.", {"semaglutide": "planned"}),
        ("Liraglutide previously tried, not tolerated due to vomiting.", {"liraglutide": "stopped"}),
        ("Trazodone 50 mg qhs prn insomnia (refused last 2 nights).", {"trazodone": "active"}),
        ("Benzylpenicillin stopped day 2.", {"benzylpenicillin": "stopped"}),
        ("Aciclovir stopped once HSV PCR negative.", {"aciclovir": "stopped"}),
        ("Lithium discussed; pt wants to wait.", {"lithium": "planned"}),
        ("Furosemide 40 mg od (previously 20 mg od).", {"furosemide": None}),
        ("cont. apixaban", {"apixaban": "active"}),
        ("Plan: Hold tamsulosin if systolic <100.", {"tamsulosin": "active"}),
        ("Not taking her statin.", {"statin": "stopped"}),
        ("He isn't taking his metformin.", {"metformin": "stopped"}),
        (
            "Metformin and simvastatin discontinued as no longer of benefit.",
            {"metformin": "stopped", "simvastatin": "stopped"},
        ),
        ("Bowels: given senna 15mg nocte.", {"senna": "active"}),
        ("Norepinephrine off since 2/8.", {"norepinephrine": "stopped"}),
        ("Valganciclovir completed May 2020", {"valganciclovir": "completed"}),
        ("Amlodipine 10mg - swapped to lercanidipine 10 mg od", {"amlodipine": "stopped", "lercanidipine": "active"}),
        (
            "NEW: TMP-SMX DS 1 tab BID -> interaction w/ warfarin flagged; cefpodoxime 100 mg q12h instead",
            {"tmp-smx": "absent", "cefpodoxime": None},
        ),
        ("Warfarin - not restarted after bleed.", {"warfarin": "stopped"}),
        ("Fentanyl patch considered if renal function worsens.", {"fentanyl": "planned"}),
        ("Lorazepam d/c on discharge from ward.", {"lorazepam": "stopped"}),
        ("Quetiapine 25 mg qhs for delirium (stop before d/c).", {"quetiapine": "active"}),
        ("Pantoprazole 40 mg IV daily (change to PO when tolerating).", {"pantoprazole": None}),
        ("MEDICATIONS TO STOP TAKING\nnaproxen 500 mg BID", {"naproxen": "stopped"}),
        ("Lanthanum to start 750 mg tds if PO4 >1.8.", {"lanthanum": "planned"}),
        ("Avoids NSAIDs.", {"nsaids": "absent"}),
        (
            "Also taking: clozapine - never started (refused bloods), sodium valproate 500 mg mane.",
            {"clozapine": "absent", "valproate": "active"},
        ),
        (
            "Depot due today: zuclopenthixol decanoate 300 mg IM every 2 weeks - given R glut.",
            {"zuclopenthixol": "active"},
        ),
        ("insulin: Levemir 12u bd", {"levemir": None}),
        (
            "Simvastatin 40 mg nocte | deprescribe\nDonepezil 10 mg nocte | continue",
            {"simvastatin": "stopped", "donepezil": "active"},
        ),
        ("codeine 30 mg prn - stop.", {"codeine": "stopped"}),
        ("Ramipril 5 mg od - hold 2 days before surgery.", {"ramipril": "active"}),
        (
            "Clenil 100 micrograms 2 puffs bd via spacer - change to Symbicort 100/6 one puff bd.",
            {"clenil": "stopped", "symbicort": "planned"},
        ),
        ("Fragmin 12,500 units sc daily for DVT (until October).", {"fragmin": None}),
        ("She took prednisolone 5 mg daily until March.", {"prednisolone": "stopped"}),
        ("Tocilizumab not tolerated (neutropenia).", {"tocilizumab": "stopped"}),
        ("Ferric carboxymaltose 1 g infusion booked for 2 December.", {"ferric carboxymaltose": "planned"}),
        ("Duloxetine offered for neuropathy, patient will think about it.", {"duloxetine": "planned"}),
        ("Naproxen 500 mg bd prn with omeprazole 20 mg od.", {"naproxen": None, "omeprazole": None}),
        (
            "bumetanide 2 mg mane; extra 1 mg if weight up >2 kg in 3 days\nivabradine - stopped last visit",
            {"bumetanide": None, "ivabradine": "stopped"},
        ),
        ("She no longer takes HRT.", {"menopausal hormone replacement": "stopped"}),
        ("Anticipatory meds in house, not yet used: midazolam 2.5 mg sc prn agitation.", {"midazolam": None}),
        ("Home meds not resumed: omeprazole (on pantoprazole).", {"omeprazole": "absent", "pantoprazole": "active"}),
        (
            "Hospital course:\ndiuresed w/ IV furosemide gtt.\n\nD/C MEDS:\ntorsemide 40 mg PO BID",
            {"furosemide": "completed", "torsemide": None},
        ),
    ],
)
def test_what_is_done_with_a_medicine(text: str, expected: dict[str, str | None]) -> None:
    found = statuses(text)
    assert {name: found.get(name, "missing") for name in expected} == expected
    assert found.keys() == expected.keys()


@pytest.mark.parametrize(
    ("text", "allergens", "taken"),
    [
        ("Known drug allergies - penicillin, sulfa", ["penicillin", "sulfonamide"], []),
        ("Intolerances: statins, ACE-I cough", ["statins", "ACE-I"], []),
        ("Allergies/ADRs - penicillin (anaphylaxis); azathioprine -> pancytopenia", ["penicillin", "azathioprine"], []),
        (
            "ADR: ACEi no problem; sulfa drugs - Stevens-Johnson; chlorhexidine rash.",
            ["sulfonamide", "chlorhexidine"],
            [],
        ),
        ("Drug allergies: ramipril (angioedema) - note ARNI tolerated.", ["ramipril"], []),
        ("Allergies - none known.", [], []),
        ("Haloperidol: allergy recorded (acute dystonia). Metformin 500 mg bd.", ["Haloperidol"], ["Metformin"]),
    ],
)
def test_lists_of_allergies_on_one_line(text: str, allergens: list[str], taken: list[str]) -> None:
    record = read(text)
    assert [one.text for one in record.allergies if one.presence.value == "present"] == allergens
    assert [one.text for one in record.medications] == taken
    assert record.conditions == []
    assert record.phenotypes == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Colonoscopy cancelled.", {"colonoscopy": "absent"}),
        ("MRI pending.", {"mri": "planned"}),
        ("Blood cultures pending.", {"blood cultures": "completed"}),
        ("Parathyroidectomy awaited.", {"parathyroidectomy": "planned"}),
        (
            "Previous operations: hysterectomy 2010, awaiting cholecystectomy, declined hernia repair.",
            {"hysterectomy": "completed", "cholecystectomy": "planned", "hernia repair": "absent"},
        ),
        (
            "Access: fistulogram done 9 Jan - 60% stenosis cephalic arch, angioplasty booked 2 Feb.",
            {"fistulogram": "completed", "angioplasty": "planned"},
        ),
        ("Deceased donor renal transplant 11/2019.", {"renal transplant": "completed"}),
        ("biliary stent Oct 2025.", {"biliary stent": "completed"}),
        ("Bronchoscopy not felt to be necessary.", {"bronchoscopy": "absent"}),
        ("Protocol biopsy declined.", {"biopsy": "absent"}),
        ("CHANGED MEDICATIONS\naspirin 75 mg daily", {}),
    ],
)
def test_what_was_done_and_what_was_not(text: str, expected: dict[str, str]) -> None:
    found = {
        (one.text or "").lower(): "absent"
        if one.presence.value == "absent"
        else one.status.value
        if one.status
        else None
        for one in read(text).procedures
    }
    assert found == expected


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("AAA repair 2015.", "resolved"),
        ("VSD repaired at 6 months.", "resolved"),
        ("Elective AAA repair booked for May.", None),
    ],
)
def test_what_an_operation_mended_is_over(text: str, status: str | None) -> None:
    record = read(text)
    mended = [*record.conditions, *record.phenotypes][0]
    assert len([*record.conditions, *record.phenotypes]) == 1
    assert (mended.status.value if mended.status else None) == status
    assert len(record.procedures) == 1


@pytest.mark.parametrize(
    ("text", "doses"),
    [
        ("Hydrocortisone 10 mg mane and 5 mg nocte.", [10.0, 5.0]),
        ("Prednisolone 40 mg x3d, 30 mg x3d then 20 mg x3d.", [20.0]),
        ("Gabapentin 300 mg TID -> 100 mg TID.", [100.0]),
        ("Warfarin 5 mg M/W/F, 2.5 mg T/Th/Sa/Su", [5.0, 2.5]),
    ],
)
def test_what_is_taken_together_is_known(text: str, doses: list[float]) -> None:
    (medicine,) = read_patient(text, format="note").record.medications
    assert [one.dose.value for one in medicine.taken_together() if one.dose] == doses
