"""The days of results and procedures, steps of a taper, exposure, and sections that hold too much."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, read_patient
from osler.core.patient.types import Observation


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def _day(observation: Observation) -> str | None:
    return observation.time.at.date if observation.time and observation.time.at else None


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Date: 10 April 2024. Hb 9.1 g/dL on 3 March.", ["2024-03-03"]),
        ("Date: 10 April 2024. Ferritin 8 ng/mL (2 April 2024).", ["2024-04-02"]),
        ("Date: 10 April 2024.\nLabs of 12/03/2024: Hb 9.1 g/dL, creatinine 2.3 mg/dL.", ["2024-03-12", "2024-03-12"]),
        ("Date: 10 April 2024. Bloods on 5 December showed CRP 45 mg/L.", ["2023-12-05"]),
        ("Date: 10 April 2024. Hb 9.1 g/dL today.", ["2024-04-10"]),
        ("Date: 10 April 2024. HIV test negative on 1 May 2020.", ["2020-05-01"]),
        ("Date: 10 April 2024. A pregnancy test on 1 March 2024 was negative.", ["2024-03-01"]),
    ],
)
def test_a_result_has_the_day_that_the_note_gives_it(text: str, days: list[str | None]) -> None:
    assert [_day(one) for one in read(text).observations] == days


@pytest.mark.parametrize(("text", "year"), [("Last OGD 2019.", "2019"), ("CABG x3 2010, well since.", "2010")])
def test_the_year_after_a_procedure_is_its_year(text: str, year: str) -> None:
    (procedure,) = read(text).procedures
    assert procedure.time is not None
    assert procedure.time.at is not None
    assert procedure.time.at.date == year


def test_a_taper_is_several_regimens() -> None:
    (drug,) = read("Levetiracetam 250 mg bid for 1 week, then 500 mg bid.").medications
    assert [regimen.dose.value for regimen in drug.regimens if regimen.dose] == [250.0, 500.0]


def test_a_drug_to_which_the_patient_was_exposed_was_taken_unless_before_birth() -> None:
    assert [one.text for one in read("Exposure to amiodarone for 3 years.").medications] == ["amiodarone"]
    assert read("Exposure to valproate in utero.").medications == []


def test_what_makes_a_symptom_worse_is_no_finding() -> None:
    assert read("Her weakness is worse with fever.").phenotypes[-1].text != "fever"
    assert {one.text for one in read("She got worse with fever and cough.").phenotypes} == {"fever", "cough"}


def test_one_infection_is_not_recurrent() -> None:
    (uti,) = read("UTI treated with nitrofurantoin.").conditions
    assert uti.codings[0].id == "MONDO:0100338"


def test_a_dilated_root_by_its_z_score() -> None:
    assert "HP:0002616" in {one.codings[0].id for one in read("Aortic root 4.4 cm, Z 3.6.").phenotypes}
    assert read("Aortic root 2.4 cm, Z 0.6.").phenotypes == []


def test_the_onset_in_the_predicate_belongs_to_its_subject() -> None:
    spasms, hypotonia = read("Infantile spasms began at 5 months, hypotonia followed.").phenotypes
    assert spasms.time is not None
    assert spasms.time.text == "at 5 months"
    assert hypotonia.time is None


def test_a_section_that_holds_too_much_is_warned_of() -> None:
    found = (
        "asthma, eczema, stroke, hypertension, diabetes, epilepsy, migraine, gout, glaucoma, cataract, psoriasis, anemia, "
        "deafness, scoliosis, obesity, depression, schizophrenia, dementia, tremor, ataxia"
    )
    problems = read_patient(f"Family history: {found}.", format="note").problems
    assert any("family history" in problem.message for problem in problems)
    assert not any("holds" in one.message for one in read_patient("Family history: asthma.", format="note").problems)


@pytest.mark.parametrize(
    ("text", "high"),
    [
        ("40M. Potassium 6.9 mmol/L, off ramipril since, potassium today 4.4 mmol/L.", False),
        ("40M. K+ 6.9 haemolysed - repeat K 4.2.", False),
        ("40M. Potassium 4.4 mmol/L, now on ramipril, potassium today 6.9 mmol/L.", True),
    ],
)
def test_the_newer_of_two_values_counts(text: str, high: bool) -> None:
    assert any(one.has_code("HP:0002153") for one in read(text).phenotypes) is high
