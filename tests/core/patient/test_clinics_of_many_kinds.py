"""Letters of clinics that see few others: who tells the history, what is tested, what stands in the title, and what is only aimed at."""

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
        ("Bromocriptine 2.5 mg was tried for two cycles without ovulation.", {"bromocriptine": "stopped"}),
        ("In the past imipramine (dry mouth) and nortriptyline were tried.", {"imipramine": "stopped", "nortriptyline": "stopped"}),
        ("Topiramate was of no help.", {"topiramate": "stopped"}),
        ("Aciclovir not given.", {"aciclovir": "absent"}),
        ("Quinine IV at 0, 8, 16 h - completed 7 Oct, now on doxycycline.", {"quinine": "completed", "doxycycline": "active"}),
        ("Seen 3 May 2025. Breast cancer 2004 (mastectomy, tamoxifen for five years).", {"tamoxifen": "completed"}),
        ("Metformin caused diarrhoea and she stopped it.", {"metformin": "stopped"}),
        ("Mrs Lee attended. Her husband had mumps. He takes finasteride.", {}),
        ("Skin prick tests: grass pollen 6 mm, house dust mite 0 mm.", {}),
        ("Corneas clear on fluorescein.", {}),
        ("B12 182 ng/L, folate 7.1, TSH 2.2.", {}),
    ],
)  # fmt: skip
def test_what_is_done_with_medicines(text: str, expected: dict[str, str]) -> None:
    assert states(text) == expected


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Reproductive Medicine Unit - new patient letter, 17.03.2025\nSeen with her husband.", "2025-03-17"),
        ("Infectious Diseases ward round, Tue 8 Oct 2024 (day 3)\nFever settling.", "2024-10-08"),
        ("He had a second course of rituximab for his vasculitis on 14/05/2023.\nNow well.", None),
    ],
)
def test_the_day_of_a_long_title(text: str, day: str | None) -> None:
    assert read(text).documents[0].written == day


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Jonas Lindqvist, 9 years 2 months, known to us with glycogen storage disease.", "P9Y2M"),
        ("Sofia Marchetti is now 32 and works in a bakery.", "P32Y"),
        ("Creatinine is 32 and stable.", None),
    ],
)
def test_ages_beside_names(text: str, age: str | None) -> None:
    assert read(text).demographics.age == age


def test_who_gives_the_history_has_not_the_disease() -> None:
    record = read("She attended with her daughter, who gives a two-year history of gradual forgetfulness.")
    assert record.family_history == []
    assert [one.text for one in record.phenotypes] == ["forgetfulness"]


def test_scores_and_specific_antibodies() -> None:
    text = "She scored 68/100 on the ACE-III and 21/30 on the MMSE. Peanut specific IgE 34 kU/L. Total IgE 610 kU/L. Afebrile 36.9. Murmur 3/6 systolic and 2/4 diastolic."
    found = {one.codings[0].id: one.quantity.value for one in read(text).observations if one.quantity and one.codings}
    assert found == {"LAB:ace_iii": 68, "LAB:mmse": 21, "LAB:ige": 610, "LAB:temperature": 36.9}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("JVP not raised.", {"HP:0030848": "absent"}),
        ("Inguinal nodes not enlarged.", {"HP:0002716": "absent", "HP:0034751": "absent"}),
        ("Her cycles are irregular.", {"HP:0000858": "present"}),
        ("He has become apathetic.", {"HP:0000741": "present"}),
        ("CT head (August): generalised atrophy.", {"HP:0002059": "present"}),
        ("Numbness of the big toe.", {"HP:0033748": "present"}),
        ("Last SI 6 days ago, condomless.", {}),
        ("Plan: weight loss.", {}),
    ],
)
def test_findings_of_clinics(text: str, expected: dict[str, str]) -> None:
    record = read(text)
    found = {one.codings[0].id if one.codings else one.label: one.presence.value for one in (*record.phenotypes, *record.conditions)}  # fmt: skip
    assert found == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Scrotal USS if no better in 72 h.", {"Scrotal USS": "planned"}),
        ("Instrumented fusion in 2020.", {"Instrumented fusion": "completed"}),
        ("Hydroxocobalamin injections.", {}),
    ],
)
def test_procedures_of_clinics(text: str, expected: dict[str, str]) -> None:
    found = read(text).procedures
    assert {one.label: one.status.value if one.status else one.presence.value for one in found} == expected


@pytest.mark.parametrize(
    ("text", "age", "sex"),
    [
        ("Dear Mr Singh,\nRe: Mrs Beatriz Nunes\nI saw this patient with a sore mouth.", None, "female"),
        ("Dear Mrs Lowe,\nThank you for coming to clinic about your asthma.", None, "female"),
        ("Patient: Piotr Zielinski (58 M). Silicosis.", "P58Y", "male"),
    ],
)
def test_who_is_written_to_and_who_is_meant(text: str, age: str | None, sex: str) -> None:
    person = read(text).demographics
    assert (person.age, person.sex.value if person.sex else None) == (age, sex)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Plan: admit. MRI foot. Vascular referral.", {"MRI foot": "planned"}),
        ("Plan: admit. MRI foot showed osteomyelitis.", {"MRI foot": "completed"}),
        ("Advice: speech therapy, six sessions.", {"speech therapy": "planned"}),
        ("Forceps delivery.", {"Forceps delivery": "completed"}),
        ("Endomyocardial biopsy in August.", {"Endomyocardial biopsy": "completed"}),
    ],
)
def test_what_a_plan_names_was_not_done(text: str, expected: dict[str, str]) -> None:
    found = read(text).procedures
    assert {one.label: one.status.value if one.status else one.presence.value for one in found} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("11 Dec 2024. Enalapril was changed to candesartan 8 mg in 2022.", {"enalapril": "stopped", "candesartan": "active"}),
        ("Latent TB treated with 3 months rifampicin/isoniazid in 2023.", {"rifampicin": "completed", "isoniazid": "completed"}),
        ("Pirfenidone under discussion.", {"pirfenidone": "planned"}),
        ("Fluoxetine 20 mg was started two weeks ago but she has not taken it.", {"fluoxetine": "absent"}),
        ("Omeprazole for 8 weeks did not help.", {"omeprazole": "stopped"}),
    ],
)  # fmt: skip
def test_medicines_of_letters(text: str, expected: dict[str, str]) -> None:
    assert states(text) == expected


def test_what_she_had_in_pregnancy_is_told_after_it() -> None:
    record = read("29 year old woman, 7 weeks post partum. Iron deficiency anaemia in pregnancy.")
    assert not any("pregnan" in one.label.lower() for one in record.conditions)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("3 March 2025. 16-year-old girl. Prednisolone 20 mg daily until two weeks ago.", "2025-02-17"),
        ("3 March 2025. On dupilumab until yesterday.", "2025-03-02"),
        ("Prednisolone until two weeks ago.", None),
        ("Reviewed 4 May 2026. A 66-year-old man. Apixaban stopped three days ago.", "2026-05-01"),
    ],
)
def test_the_end_of_a_medicine_is_counted_from_the_note(text: str, end: str | None) -> None:
    (medicine,) = read(text).medications
    assert medicine.time is not None
    assert (medicine.time.end.date if medicine.time.end else None) == end
    assert medicine.time.start is None


def test_a_span_is_no_beginning_and_a_denied_time_no_onset() -> None:
    record = read("14 March 2024. 17-year-old girl. The only steroids in the past year were six weeks of prednisolone.")
    assert [one.time for one in record.medications] == [None, None]
    record = read("17-year-old girl with eczema (no childhood eczema).")
    assert next(one for one in record.phenotypes if one.presence.value == "present").time is None


def test_a_range_in_brackets_is_the_results_own() -> None:
    (result,) = read("Creatinine 68 umol/L (45-84).").observations
    (limits,) = result.reference_ranges
    assert (limits.low and limits.low.value, limits.high and limits.high.value) == (45, 84)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He did not tolerate chemotherapy well.", {"chemotherapy": "completed"}),
        ("He declined further chemotherapy.", {"chemotherapy": "completed"}),
        ("No radiotherapy is planned.", {}),
        ("Not a candidate for immunotherapy. No need for transfusions today.", {}),
        ("Chemotherapy has not been given.", {"Chemotherapy": "absent"}),
        ("She has had no chemotherapy.", {"chemotherapy": "absent"}),
    ],
)
def test_what_is_denied_of_a_treatment(text: str, expected: dict[str, str]) -> None:
    found = read(text).procedures
    assert {one.label: one.status.value if one.status else one.presence.value for one in found} == expected


def test_the_day_set_apart_in_the_head() -> None:
    text = "Breast Oncology - summary for study office                           6 May 2024\n\nMrs. B. Breast cancer."
    assert read(text).documents[0].written == "2024-05-06"
