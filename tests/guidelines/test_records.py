"""What a record says beyond problems: codes, procedures, smoking, weeks of gestation; each decides whom advice is for."""

from __future__ import annotations

from osler.core.library import Chunk, Population
from osler.core.terminology import bundled_vocabularies
from osler.guidelines.steps.applicability import applicability
from osler.guidelines.steps.context import summary_of
from osler.guidelines.steps.safety import cautions
from tests.guidelines.demo import person


def chunk(text: str, title: str = "") -> Chunk:
    heading = (title,) if title else ()
    return Chunk(id="c", document_id="d", ordinal=0, text=text, heading=heading, recommendation_id="r" if title else "")


def test_a_problem_is_known_by_its_code_and_by_what_it_is_a_kind_of() -> None:
    advice = chunk("Triptans are contraindicated in ischaemic heart disease.")
    coded = person(58, "male", problems=["NSTEMI"], codes={"NSTEMI": ["ICD10CM:I21.4"]})
    assert [one.because for one in cautions([advice], coded, bundled_vocabularies())] == ["the patient has NSTEMI"]
    assert cautions([advice], person(58, "male", problems=["gout"]), bundled_vocabularies()) == []


def test_procedures_and_smoking_are_told_and_decide() -> None:
    patient = person(48, "female", procedures=["hysterectomy"], smoking="Never smoked tobacco")
    told = summary_of(patient)
    women = chunk("Do not screen.", "Screening -- Women who have had a hysterectomy")
    assert applicability(women, "Do not screen.", patient, told, bundled_vocabularies()).fit == "applies"
    smokers = chunk("Screen once.", "Screening -- Adults who have ever smoked")
    assert applicability(smokers, "Screen once.", patient, told, bundled_vocabularies()).fit == "does_not_apply"


def test_primary_prevention_is_not_for_somebody_with_the_disease() -> None:
    patient = person(55, "male", problems=["myocardial infarction"])
    statin = chunk("Offer a statin.", "Statin -- Adults aged 40 to 75 years with no history of CVD")
    verdict = applicability(statin, "Offer a statin.", patient, summary_of(patient), bundled_vocabularies())
    assert verdict.fit == "does_not_apply"


def test_another_part_of_pregnancy_is_no_contraindication() -> None:
    advice = chunk("Trimethoprim should be avoided in the first trimester of pregnancy.")
    assert cautions([advice], person(30, "female", pregnant=True, gestation_weeks=22), bundled_vocabularies()) == []
    assert cautions([advice], person(30, "female", pregnant=True, gestation_weeks=9), bundled_vocabularies())
    assert cautions([advice], person(30, "female", pregnant=True), bundled_vocabularies())


def test_a_value_and_an_age_that_are_met_count() -> None:
    text = "Refer children younger than 3 months with a temperature of 38 °C or higher urgently to hospital."
    lab = {"measure_id": "LAB:temperature", "name": "temperature", "value": 38.6, "unit": "Cel"}
    advice = chunk(text).model_copy(update={"population": Population(age_below=0.25)})
    assert applicability(advice, text, person(0.17, "female", labs=[lab]), "", bundled_vocabularies()).met == 2
