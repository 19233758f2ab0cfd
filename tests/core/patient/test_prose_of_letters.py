"""What letters and clinic notes say in sentences of their own: predicates, courses that are over, relatives' deaths."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, Status, read_patient


def _read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def _presence(record: PatientRecord, code: str) -> Presence | None:
    facts = [*record.phenotypes, *record.conditions]
    return next((fact.presence for fact in facts if fact.has_code(code)), None)


@pytest.mark.parametrize(
    ("text", "code", "presence"),
    [
        ("Her ankles are not swollen.", "HP:0001785", Presence.ABSENT),
        ("She feels the cold.", "HP:6000855", Presence.PRESENT),
        ("There is calf pseudohypertrophy.", "HP:0003707", Presence.PRESENT),
        ("CXR: right lower lobe consolidation.", "HP:0032177", Presence.PRESENT),
        ("Imp: muscular dystrophy likely.", "HP:0003560", Presence.POSSIBLE),
        ("Viral URI last week.", "HP:0002788", None),
        ("He has recurrent URIs.", "HP:0002788", Presence.PRESENT),
        ("Plan: DMD gene testing.", "MONDO:0010679", None),
    ],
)
def test_what_a_sentence_says_of_a_finding(text: str, code: str, presence: Presence | None) -> None:
    assert _presence(_read(text), code) is presence


def test_a_predicate_is_read_as_the_name_that_it_makes() -> None:
    said, named = (_read(text) for text in ("Her periods are heavy.", "She has heavy periods."))
    assert said.phenotypes[0].codings == named.phenotypes[0].codings


@pytest.mark.parametrize(
    ("text", "drug", "status"),
    [
        ("Trial of lamotrigine in 2024, stopped after a rash.", "lamotrigine", Status.STOPPED),
        ("Plan: trial of lamotrigine.", "lamotrigine", Status.PLANNED),
        ("Treated with ceftriaxone + azithromycin IV for 5 days.", "ceftriaxone", Status.COMPLETED),
        ("Treated with ceftriaxone + azithromycin IV for 5 days.", "azithromycin", Status.COMPLETED),
        ("She is treated with methotrexate 15 mg weekly.", "methotrexate", Status.ACTIVE),
        ("She has gout, treated with allopurinol 100 mg.", "allopurinol", Status.ACTIVE),
        ("Cystitis, treated with nitrofurantoin 100 mg.", "nitrofurantoin", None),
        ("She had gout, treated with allopurinol 100 mg.", "allopurinol", None),
        ("Started escitalopram 10 mg six weeks ago without benefit.", "escitalopram", Status.ACTIVE),
        ("Tried escitalopram 10 mg without benefit.", "escitalopram", Status.STOPPED),
        (
            "She has taken metformin 1000 mg twice daily and lisinopril 10 mg daily for six years.",
            "metformin",
            Status.ACTIVE,
        ),
        ("She has taken metformin and lisinopril, doses unchanged since May.", "lisinopril", Status.ACTIVE),
    ],
)
def test_what_was_done_with_a_medicine(text: str, drug: str, status: Status | None) -> None:
    found = {fact.label.casefold(): fact for fact in _read(text).medications}
    assert found[drug].status is status


def test_a_medicine_that_was_never_begun_is_not_taken() -> None:
    (medication,) = _read("Prednisolone not started.").medications
    assert medication.presence is Presence.ABSENT


def test_how_a_relative_died() -> None:
    found = _read("Brother died suddenly at 28. Father had depression and completed suicide.").family_history
    assert {(fact.relation, fact.label.casefold()) for fact in found} == {
        ("brother", "died suddenly"),
        ("father", "depression"),
        ("father", "suicide"),
    }


def test_the_age_at_the_head_of_any_sentence() -> None:
    record = _read("PMH: appendicectomy 1989. 61-year-old retired teacher, postmenopausal woman.")
    assert record.age_at() == 61


@pytest.mark.parametrize(
    ("text", "code", "presence"),
    [
        ("Gowers positive.", "HP:0003391", Presence.PRESENT),
        ("Romberg negative.", "HP:0002403", Presence.ABSENT),
        ("Anti-Mi-2 positive, anti-Jo-1 negative.", "HP:0033554", Presence.PRESENT),
        ("Anti-Mi-2 positive, anti-Jo-1 negative.", "HP:0034152", Presence.ABSENT),
        ("AChR antibodies were positive.", "HP:0030208", Presence.PRESENT),
        ("Urine dip: protein ++, glucose neg.", "HP:0000093", Presence.PRESENT),
        ("Urine dip: protein ++, glucose neg.", "HP:0003076", Presence.ABSENT),
        ("Total protein negative.", "HP:0000093", None),
        ("He is the second child of first cousins.", "HP:0025820", Presence.PRESENT),
        ("Parents not related.", "HP:0025820", Presence.ABSENT),
        ("He walked at 31 months.", "HP:0031936", Presence.PRESENT),
        ("She walked at 13 months.", "HP:0031936", None),
        ("His brother walked at 31 months.", "HP:0031936", None),
        ("14 month old girl. Liver 4cm.", "HP:0002240", Presence.PRESENT),
        ("CT: liver 4 cm cyst in segment 2.", "HP:0002240", None),
        ("Her weight has gone up by 9 kg.", "HP:0004324", Presence.PRESENT),
        ("3 year old boy. He has gained 2 kg.", "HP:0004324", None),
        ("She has lost 8 kg on purpose.", "HP:0001824", None),
    ],
)
def test_findings_that_are_told_without_their_name(text: str, code: str, presence: Presence | None) -> None:
    assert _presence(_read(text), code) is presence


def test_a_taper_by_its_step_is_unrolled_where_its_end_is_said() -> None:
    doses = [
        [one.dose.value for one in _read(text).medications[0].regimens if one.dose]
        for text in (
            "Prednisolone 30 mg daily, reduce by 5 mg every week to zero.",
            "Prednisolone 30 mg daily, reducing by 10 mg weekly until 10 mg.",
            "Prednisolone 30 mg daily, reduce by 5 mg every week.",
        )
    ]
    assert doses == [[30, 25, 20, 15, 10, 5], [30, 20, 10], [30]]


def test_values_of_which_another_word_stands_between() -> None:
    record = _read(
        "Clinic 12 March 2026. Cortisol after 1 mg ODST 38 nmol/L. Creatinine peaked at 212 umol/L and was 118 umol/L at "
        "discharge. Lithium carbonate 800 mg nocte (level 0.72 mmol/L in Jan)."
    )
    values = {(one.text, one.quantity.value) for one in record.observations if one.quantity}
    assert values >= {("Cortisol", 38), ("Creatinine", 212), ("Creatinine", 118), ("Lithium carbonate level", 0.72)}
    assert [fact.label for fact in record.medications] == ["Lithium carbonate"]
    level = next(one for one in record.observations if one.text == "Lithium carbonate level")
    assert level.time is not None
    assert level.time.at is not None
    assert level.time.at.date == "2026-01"


def test_an_allergy_to_what_is_no_medicine() -> None:
    record = _read("Latex allergy - rash.")
    (allergy,) = record.allergies
    assert (allergy.label, allergy.reactions[0].text, record.phenotypes) == ("Latex", "rash", [])


def test_a_test_that_came_back_negative_was_done() -> None:
    (procedure,) = _read("Blood cultures negative.").procedures
    assert procedure.presence is Presence.PRESENT


def test_the_scores_of_hormone_receptors() -> None:
    markers = _read("Left breast cancer, ER 8/8, PR 2/8, HER2 1+ (negative).").biomarkers
    assert {one.name: one.result for one in markers} == {"ER": "positive", "PR": "negative", "HER2": "negative"}


@pytest.mark.parametrize(
    ("text", "drug", "status"),
    [
        ("Baclofen was tried and stopped because of drowsiness.", "baclofen", Status.STOPPED),
        ("I have suggested switching to ocrelizumab.", "ocrelizumab", Status.PLANNED),
        ("Plan: apixaban started for PE.", "apixaban", Status.ACTIVE),
    ],
)
def test_what_is_done_with_a_medicine_next(text: str, drug: str, status: Status) -> None:
    found = {fact.label.casefold(): fact for fact in _read(text).medications}
    assert found[drug].status is status


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("EDSS 3.0.", "MONDO:0007523"),
        ("Two vomits, not bilious.", "HP:0011969"),
        ("No known drug allergies.", "HP:0410323"),
    ],
)
def test_what_looks_like_a_name_and_is_none(text: str, code: str) -> None:
    assert _presence(_read(text), code) is None


def test_names_that_deny_what_they_name() -> None:
    record = _read("Echo: no thrombus.")
    found = [(fact.label, fact.presence) for fact in (*record.conditions, *record.phenotypes)]
    assert found == [("thrombus", Presence.ABSENT)]


def test_the_sex_of_a_newborn_and_one_who_stopped_smoking() -> None:
    baby, smoker = _read("Baby boy born at 36+5."), _read("40 pack-year smoker, stopped 10 years ago.")
    assert baby.demographics.sex == "male"
    assert "Ex-smoker" in {one.value_text for one in smoker.observations}


@pytest.mark.parametrize(
    ("note", "age", "onset"),
    [
        ("My son is 9. Since about 5 months he gets headaches.", 9, 8.58),
        ("My girl is 4. Headaches since 5 months of age.", 4, 0.42),
        ("A.B., 31, attends with headaches.", 31, None),
    ],
)
def test_a_length_of_time_up_to_now_is_no_age(note: str, age: float, onset: float | None) -> None:
    record = read_patient(note, "note").record
    assert record.age_at() == age
    (headache,) = record.phenotypes
    began = headache.time.first_age(None) if headache.time else None
    assert began == (None if onset is None else pytest.approx(onset, abs=0.02))


def test_stages_of_life_plants_in_signs_and_studies_that_found_nothing() -> None:
    record = read_patient("Asthma in childhood. Cherry red spot. No haemorrhage on recent MRI.", "note").record
    assert not record.medications
    assert "childhood" not in {fact.label.casefold() for fact in record.conditions}
    assert [fact.presence for fact in record.procedures] == [Presence.PRESENT]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The letter is in nephrotic-syndrome_2021.docx. She has asthma.", {"asthma"}),
        (r"Films under D:\films\hydrocephalus.dcm, seen today. Migraine since May.", {"Migraine"}),
        ("Leaflet: www.example.org/epilepsy/children. He has eczema.", {"eczema"}),
        ("She has asthma. Migraine since May.", {"asthma", "Migraine"}),
    ],
)
def test_what_a_file_or_a_page_is_called_is_no_finding(text: str, found: set[str]) -> None:
    record = read_patient(text, "note").record
    assert {fact.text for fact in [*record.conditions, *record.phenotypes]} == found
