"""Notes and forms → record: what the words say, and where they say it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from osler.core.evidence import Source, Span
from osler.core.patient import PatientRecord, Presence, Status, check_record, read_patient, reading_of, summarise
from osler.core.patient.extract import note as extraction
from osler.core.patient.types import Document, Fact, Sex, duration_years
from osler.core.terminology import bundled_vocabularies

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "patients"


@pytest.fixture(scope="module")
def note() -> PatientRecord:
    return read_patient(EXAMPLES / "seizures_note.txt").record


def find(facts: list[Fact], code: str) -> Fact:
    return next(fact for fact in facts if fact.has_code(code))


def test_age_and_sex_are_read_with_their_place(note: PatientRecord) -> None:
    assert note.demographics.sex is Sex.MALE
    assert note.age_at() == 5
    assert {span.quote for span in note.demographics.evidence if isinstance(span, Span)} >= {"boy"}


def test_present_absent_and_possible(note: PatientRecord) -> None:
    assert note.presence("HP:0001250") is Presence.PRESENT
    assert note.presence("HP:0000365") is Presence.ABSENT
    assert note.presence("HP:0000717") is Presence.POSSIBLE
    assert note.presence("HP:0001284") is Presence.PRESENT


def test_onset_and_resolution(note: PatientRecord) -> None:
    seizures = find([*note.phenotypes], "HP:0001250")
    assert seizures.time is not None
    assert seizures.time.first_age() == pytest.approx(4 / 12)
    assert find([*note.phenotypes], "HP:0002020").status is Status.RESOLVED


def test_the_family_is_not_the_patient(note: PatientRecord) -> None:
    stated = {(fact.relation, fact.presence) for fact in note.family_history}
    assert stated == {("mother", Presence.PRESENT), (None, Presence.ABSENT)}
    assert note.presence("HP:0002076") is Presence.NOT_MENTIONED


def test_what_is_only_feared_or_planned_is_no_fact(note: PatientRecord) -> None:
    assert note.presence("HP:0002133") is Presence.NOT_MENTIONED
    assert [(test.result, "microarray" in test.label) for test in note.genetic_tests] == [("negative", True)]


def test_regimens_and_supplements(note: PatientRecord) -> None:
    by_name = {fact.label.casefold(): fact for fact in note.medications}
    assert set(by_name) == {"levetiracetam", "vitamin d"}
    drug = by_name["levetiracetam"]
    dose, schedule = drug.regimens[0].dose, drug.regimens[0].schedule
    assert dose is not None
    assert schedule is not None
    assert (dose.value, dose.unit, schedule.frequency, drug.status) == (250, "mg", 2, Status.ACTIVE)
    assert by_name["vitamin d"].kind == "supplement"


def test_an_allergy_is_not_a_medication(note: PatientRecord) -> None:
    assert [fact.label for fact in note.allergies] == ["Penicillin"]


def test_quantities_become_observations(note: PatientRecord) -> None:
    systolic = note.latest_observation("LOINC:8480-6")
    creatinine = note.latest_observation("creatinine")
    assert systolic is not None
    assert systolic.quantity is not None
    assert systolic.quantity.value == 100
    assert creatinine is not None
    assert creatinine.quantity is not None
    assert (creatinine.quantity.value, creatinine.quantity.unit) == (0.4, "mg/dL")


def test_every_quote_is_in_the_note(note: PatientRecord) -> None:
    text = note.documents[0].text
    spans = [span for fact in note.facts() for span in fact.evidence if isinstance(span, Span)]
    assert spans
    assert all(text[span.start : span.end] == span.quote for span in spans)
    assert check_record(note) == []


def test_no_known_allergies_is_a_statement() -> None:
    record = read_patient(EXAMPLES / "diabetes_note.md").record
    assert [(fact.presence, fact.label) for fact in record.allergies] == [(Presence.ABSENT, "No known drug allergies")]
    assert record.documents[0].title == "Clinic note (synthetic patient, not a real person)"


def test_a_form_joins_its_terms_with_its_words() -> None:
    record, problems = read_patient(EXAMPLES / "hypotonia_input.json")
    assert problems == []
    assert record.presence("HP:0000365") is Presence.ABSENT
    seizures = [fact for fact in record.phenotypes if fact.has_code("HP:0001250")]
    assert [len(fact.evidence) for fact in seizures] == [2]
    assert [fact.relation for fact in record.family_history] == ["maternal uncle"]
    assert [test.result for test in record.genetic_tests] == ["negative"]
    assert record.demographics.sex is Sex.MALE


@pytest.mark.parametrize(("age", "years"), [(3, 3), (0.5, 0.5), ("P18M", 1.5), ("4 months", 1 / 3), ("7", 7)])
def test_ages_of_a_form(age: object, years: float) -> None:
    record, problems = read_patient(json.dumps({"age": age}))
    assert problems == []
    assert record.demographics.age is not None
    assert duration_years(record.demographics.age) == pytest.approx(years, abs=0.01)


def test_a_bad_field_of_a_form_is_named_and_the_others_kept() -> None:
    form = {"age": -4, "sex": "?", "hpo_terms": ["HP:0001250", "fits"], "free_text": 5, "surprise": 1}
    record, problems = read_patient(json.dumps(form))
    assert {problem.path for problem in problems} == {"age", "sex", "free_text", "surprise"}
    assert [fact.label for fact in record.phenotypes] == ["Seizure", "fits"]


def test_a_very_long_note_is_searched_in_part_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "MOST_CHARACTERS", 100)
    text = "He has seizures.\n" * 10 + "He has ataxia."
    record, problems = read_patient(text)
    assert record.documents[0].text == text
    assert record.presence("HP:0001250") is Presence.PRESENT
    assert record.presence("HP:0001251") is Presence.NOT_MENTIONED
    assert [problem.level for problem in problems] == ["warning"]


def test_a_form_may_give_one_test_and_several_statements() -> None:
    form = {
        "prior_tests": "Karyotype: no deletion detected",
        "family_history": ["Mother has migraine.", "Father well."],
    }
    record, problems = read_patient(json.dumps(form))
    assert problems == []
    assert [test.result for test in record.genetic_tests] == ["negative"]
    assert [fact.relation for fact in record.family_history] == ["mother"]


def test_prior_tests_have_a_date_and_genes_where_the_form_gives_them() -> None:
    form = {
        "hpo_terms": ["HP:0001250"],
        "prior_tests": [
            {"type": "gene panel", "date": "2019-05", "genes": ["SCN1A", "CDKL5"], "result": "negative"},
            "Exome sequencing in 2021: no pathogenic variant found",
            "Brain MRI in March 2020: normal",
        ],
    }
    record = read_patient(json.dumps(form), "input").record
    panel, exome = record.genetic_tests
    assert panel.time is not None
    assert panel.time.at is not None
    assert panel.time.at.date == "2019-05"
    assert [gene.symbol for gene in panel.genes] == ["SCN1A", "CDKL5"]
    assert panel.result == "negative"
    assert exome.time is not None
    assert exome.time.at is not None
    assert exome.time.at.date == "2021"
    assert [procedure.time.at.date for procedure in record.procedures if procedure.time and procedure.time.at] == [
        "2020-03"
    ]


@pytest.mark.parametrize(
    ("note", "allergies", "medications"),
    [
        ("A 60-year-old man with pneumonia and penicillin allergy.", ["penicillin"], []),
        ("PMH: hypertension, penicillin allergy (rash). Meds: amlodipine 5 mg daily.", ["penicillin"], ["amlodipine"]),
        ("Her mother has a penicillin allergy.", [], []),
        ("Aspirin intolerance. Takes metformin 500 mg BD.", ["Aspirin"], ["metformin"]),
    ],
)
def test_a_drug_that_is_reacted_to_is_an_allergy_and_not_taken(
    note: str, allergies: list[str], medications: list[str]
) -> None:
    record = read_patient(note, "note").record
    assert [allergy.text for allergy in record.allergies] == allergies
    assert [medication.label for medication in record.medications] == medications
    assert not any("allergy" in fact.label for fact in (*record.conditions, *record.phenotypes))


def of_words(text: str) -> PatientRecord:
    record = PatientRecord(id="patient")
    extraction.add_document(record, Document(id="note", text=text), bundled_vocabularies())
    return record


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Smokes 20 cigarettes a day.", "SCTID:77176002"),
        ("Current smoker.", "SCTID:77176002"),
        ("Ex-smoker, 30 pack years.", "SCTID:8517006"),
        ("Former smoker, quit in 2010.", "SCTID:8517006"),
        ("He no longer smokes.", "SCTID:8517006"),
        ("She has never smoked.", "SCTID:266919005"),
        ("Smoking: never", "SCTID:266919005"),
        ("He is not a smoker.", "SCTID:8392000"),
        ("Non-smoker, mother smokes.", "SCTID:8392000"),
        ("Father was a heavy smoker.", None),
        ("Call if he smokes again.", None),
    ],
)
def test_smoking_status_is_an_observation_with_a_coded_answer(text: str, answer: str | None) -> None:
    found = of_words(text).latest_observation("LOINC:72166-2")
    assert (found.value_codings[0].id if found else None) == answer


def test_pack_years_are_a_quantity() -> None:
    smoked = of_words("Ex-smoker with a 30 pack-year history.").latest_observation("LAB:pack_years")
    assert smoked is not None
    assert smoked.quantity is not None
    assert smoked.quantity.value == 30


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("She is allergic to penicillin.", {("penicillin", Presence.PRESENT)}),
        ("Allergic to penicillin and codeine.", {("penicillin", Presence.PRESENT), ("codeine", Presence.PRESENT)}),
        ("Has an allergy to bee stings.", {("bee stings", Presence.PRESENT)}),
        ("Penicillin allergy noted.", {("Penicillin", Presence.PRESENT)}),
        ("He is not allergic to penicillin.", {("penicillin", Presence.ABSENT)}),
        ("Mother is allergic to penicillin.", set()),
    ],
)
def test_an_allergy_in_prose_is_an_allergy_and_no_problem(text: str, stated: set[tuple[str, Presence]]) -> None:
    record = of_words(text)
    assert {(fact.label, fact.presence) for fact in record.allergies} == stated
    assert not record.conditions
    assert not record.phenotypes
    assert not record.medications


def test_the_history_of_an_infection_is_the_infection_in_the_past() -> None:
    record = of_words("History of tuberculosis. History of hypertension.")
    assert [(fact.label, fact.status) for fact in record.conditions] == [("tuberculosis", Status.INACTIVE)]
    assert [(fact.label, fact.status) for fact in record.phenotypes] == [("hypertension", None)]
    active = of_words("History of tuberculosis. Treated for tuberculosis.")
    assert [(fact.label, fact.status) for fact in active.conditions] == [("tuberculosis", None)]


def test_a_blood_pressure_without_a_unit_is_in_millimetres_of_mercury() -> None:
    pressure = of_words("BP 142/88.").observations[0]
    quantities = [part.quantity for part in pressure.components]
    assert [(one.value, one.unit, one.ucum) for one in quantities if one] == [
        (142, None, "mm[Hg]"),
        (88, None, "mm[Hg]"),
    ]


def test_whose_brother_it_is_makes_the_relative() -> None:
    record = of_words("Boy of 2 with wheeze. Mother's brother had pneumonia. Her father's mother had asthma.")
    assert [fact.relation for fact in record.family_history] == ["maternal uncle", "paternal grandmother"]


def test_a_relative_who_died_is_in_the_family_history_and_its_summary() -> None:
    record = of_words("Sister died of aortic dissection.")
    assert [(fact.relation, fact.label, fact.deceased) for fact in record.family_history] == [
        ("sister", "aortic dissection", True)
    ]
    assert "sister (died): aortic dissection" in summarise(record)


def test_a_document_and_its_source_share_one_reading() -> None:
    record = of_words("A 6-year-old boy with seizures.")
    source = record.documents[0].source()
    assert reading_of(source) is reading_of(record.documents[0])
    assert source == Source(id="note", kind="note", text=source.text)
    assert set(source.model_dump(mode="json")) == set(Source.model_fields)
