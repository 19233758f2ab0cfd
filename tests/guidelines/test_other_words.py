"""The verifier on sentences that say the same in other words, and on the like of them that do not."""

from __future__ import annotations

import pytest

from osler.core.library import population_of
from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.checking.bare_ages import with_ages_of
from osler.guidelines.checking.frequencies import with_single_doses

V = bundled_vocabularies()
CODEINE = "Codeine is contraindicated in children younger than 12 years."
AMLODIPINE = "Adults aged 55 years or older with confirmed hypertension should start amlodipine 5 mg once daily."
PARACETAMOL = (
    "Adults with mild pain should receive paracetamol 1 g four times daily, with a maximum of 4 g in 24 hours."
)
BONES = "Postmenopausal women younger than 65 years who have a risk factor should be screened with bone densitometry."
CEFALEXIN = "Pregnant women with a urinary tract infection should receive cefalexin 500 mg twice daily for 7 days."
DOXY = "Adults with penicillin allergy should receive doxycycline 200 mg on the first day and then 100 mg once daily."
OXYGEN = "Long-term oxygen should be considered in people with COPD whose resting PaO2 is below 7.3 kPa."
COPD = "Pulmonary rehabilitation should be offered to all people with COPD who are breathless on walking."
TARGET = "The HbA1c target is 7.0% in most adults."
VALPROATE = "Valproate must not be prescribed to women unless a pregnancy prevention programme is in place."
POTASSIUM = "Lisinopril should not be combined with spironolactone unless potassium is monitored weekly."
PREGNANT = "Screening for hepatitis B is recommended in pregnant women at their first visit."
COUNSEL = "Counseling is recommended for all sexually active adolescents and for adults who are at increased risk of infection."
GESTATION = "Pregnant women should be screened for gestational diabetes after 24 weeks of gestation."
DEPRESSION = "The evidence is insufficient to recommend screening for depression in children aged 11 years or younger."


def _faults(sentence: str, *sources: str) -> list[str]:
    cited = [SourceText(str(number), text) for number, text in enumerate(sources)]
    return [fault.message for fault in check_sentence(sentence, cited, V)]


@pytest.mark.parametrize(
    ("sentence", "sources"),
    [
        ("Codeine must not be given before the age of 12.", [CODEINE]),
        ("From 55 on, adults with confirmed hypertension should start amlodipine 5 mg daily.", [AMLODIPINE]),
        ("Adults take paracetamol 1000 mg four times a day for mild pain, never more than 4000 mg a day.", [PARACETAMOL]),
        ("Pregnant women with a UTI should receive 1 g of cefalexin a day in two divided doses for a week.", [CEFALEXIN]),
        ("All COPD patients who have dyspnoea on walking should be offered pulmonary rehabilitation.", [COPD]),
        ("Women must not be prescribed valproate without a pregnancy prevention programme in place.", [VALPROATE]),
        ("Spironolactone may only be combined with lisinopril if potassium is monitored every week.", [POTASSIUM]),
        ("All pregnant women should be screened for hepatitis B at their first visit.", [PREGNANT]),
        ("All sexually active teenagers should be counselled.", [COUNSEL]),
        ("Screening for gestational diabetes should be done in pregnant women after week 24.", [GESTATION]),
        ("We do not know enough to recommend screening children aged 11 or less for depression.", [DEPRESSION]),
        ("A severe asthma attack in an adult is treated with oral prednisolone 40 mg daily.",
         ["Asthma. Adults. Oral prednisolone 40 mg once daily should be given for a severe exacerbation."]),
        ("Over-65 women should be screened with bone densitometry.",
         ["Women aged 65 years or older should be screened with bone densitometry."]),
        ("Between fifteen and sixty-five, people should be screened for HIV.",
         ["People aged 15 to 65 years should be screened for HIV."]),
        ("Give half the metformin when eGFR is between 30 and 45.",
         ["The metformin dose should be halved when eGFR is between 30 and 45."]),
        ("Bupropion may be used for those who cannot tolerate varenicline.",
         ["Bupropion may be used if varenicline is not tolerated."]),
        ("Not being able to sit upright for 30 minutes rules out alendronate.",
         ["Alendronate is contraindicated in people who cannot sit upright for 30 minutes."]),
        ("Women who have smoked at any time may be screened.", ["Women who have ever smoked may be screened."]),
    ],
)  # fmt: skip
def test_the_same_in_other_words_holds(sentence: str, sources: list[str]) -> None:
    assert _faults(sentence, *sources) == []


@pytest.mark.parametrize(
    ("sentence", "sources"),
    [
        ("Codeine must not be given before the age of 16.", [CODEINE]),
        ("From 65 on, adults with confirmed hypertension should start amlodipine 5 mg daily.", [AMLODIPINE]),
        ("Adults take paracetamol 1000 mg four times a day for mild pain, never more than 6000 mg a day.", [PARACETAMOL]),
        ("Pregnant women with a UTI should receive 2 g of cefalexin a day in two divided doses for a week.", [CEFALEXIN]),
        ("All postmenopausal women younger than 65 years should have bone densitometry.", [BONES]),
        ("Adults with penicillin allergy should receive doxycycline 200 mg on day one and 200 mg a day after that.", [DOXY]),
        ("Long-term oxygen should be considered in people with COPD whose resting PaO2 is below 7.3 mmHg.", [OXYGEN]),
        ("Most adults should not reach an HbA1c of 7.0%.", [TARGET]),
        ("Asthma calls for propranolol.", ["Propranolol is contraindicated in people with asthma."]),
        ("Screening for gestational diabetes should be done in pregnant women after week 12.", [GESTATION]),
        ("Between fifteen and seventy-five, people should be screened for HIV.",
         ["People aged 15 to 65 years should be screened for HIV."]),
        ("Sertraline should be combined with an MAOI, and paroxetine should be avoided during pregnancy.",
         ["Sertraline should not be combined with a monoamine oxidase inhibitor.", "Paroxetine should be avoided in pregnancy."]),
    ],
)  # fmt: skip
def test_the_like_of_it_that_says_something_else_does_not(sentence: str, sources: list[str]) -> None:
    assert _faults(sentence, *sources)


def test_a_bare_number_is_an_age_where_the_source_gives_it_as_one() -> None:
    source = ["Adults aged 40 to 70 years should be screened."]
    ages = [(40.0, 71.0)]
    assert with_ages_of("between 40 and 70", ages, source) == "aged 40 to 70 years"
    assert with_ages_of("from 45 to 70", ages, source) == "from 45 to 70"
    assert with_ages_of("of 40 to 70 mg", ages, source) == "of 40 to 70 mg"
    assert with_ages_of("below 30", [], ["eGFR below 30"]) == "below 30"


def test_the_amount_of_a_day_in_doses_is_that_of_each() -> None:
    assert with_single_doses("1 g a day in two doses") == "0.5 g 2 times daily"
    assert with_single_doses("1 g a day for two days") == "1 g a day for two days"


def test_an_age_in_months_at_which_something_starts_is_no_age_in_years() -> None:
    found = population_of("Fluoride is recommended starting at age 6 months for children.")
    assert found.age_from == 0.5
