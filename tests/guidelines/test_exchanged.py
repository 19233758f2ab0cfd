"""Sentences with the parts of their source in each other's place, and sentences that only word it otherwise."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence

LABS = "Serum magnesium and creatinine should be measured 3 weeks after furosemide is started."
DOSE = "Rivaroxaban should be reduced to 15 mg once daily in adults with an eGFR below 50 mL/min/1.73m2."
RATE = "Atenolol 25 mg once daily should be started for rate control."
HOMES = "Calcium 500 mg daily may be given to adults who live in care homes."
CARRIERS = "Asymptomatic carriage should be treated in pregnant women."
ALCOHOL = "All adults should be asked about alcohol use at every visit."
IRON = "Adults with anaemia should receive oral iron once daily and have ferritin rechecked after 6 weeks."
GOUT = "Febuxostat should not be started during an acute attack of gout."
PUMP = "Inhaled salmeterol should not be used without an inhaled corticosteroid."
ADDED = "Indapamide 1.5 mg once daily may be added if the target is not reached after 2 months."
CLOT = "D-dimer should be measured in adults with suspected pulmonary embolism."
LEVELS = "Serum lithium should be measured every 3 months during the first year."
STOPS = "Screening should be stopped once a person has not smoked for 10 years."
STILL = "Digoxin may be considered in people who are mainly sedentary."
SUGAR = "Conscious adults with a glucose below 4.0 mmol/L should be given 20 g of fast-acting carbohydrate."
LONGER = "Zafirlukast 20 mg twice daily may be added if symptoms persist after 6 weeks."
COURSE = "Oral dexamethasone 6 mg once daily for 10 days should be given for severe croup."
FEET = "The feet should be examined every year in all adults with type 1 diabetes."
REVIEW = "Risedronate should be taken for 5 years and then reviewed."
APART = "Iron tablets should not be taken within 4 hours of levothyroxine."
IMAGING = "Imaging should be requested only if cancer, infection or fracture is suspected."
VALVE = "Warfarin should be used instead of edoxaban in people with a mechanical heart valve."


def faults(source: str, sentence: str) -> list[str]:
    found = check_sentence(sentence, [SourceText("1", source)], bundled_vocabularies())
    return [f"{one.kind}: {one.message}" for one in found]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (LABS, "Furosemide should be started 3 weeks after serum magnesium and creatinine are measured."),
        (DOSE, "In adults with an eGFR below 50 mL/min/1.73m2, rivaroxaban is reduced by 15 mg once daily."),
        (RATE, "To restore sinus rhythm, begin with atenolol 25 mg once a day."),
        (HOMES, "Adults in care homes are frail and may be given calcium 500 mg daily."),
        (LONGER, "Zafirlukast 20 mg twice daily can be added for 6 weeks if symptoms persist."),
        (COURSE, "Oral dexamethasone 6 mg once daily should be given within 10 days of severe croup."),
        (PUMP, "An inhaled corticosteroid should not be used without inhaled salmeterol."),
        (FEET, "Every adult with foot disease should be tested for type 1 diabetes each year."),
        (CARRIERS, "Pregnant women should be tested for asymptomatic carriage."),
        (ALCOHOL, "All adults should be told to drink less alcohol at every visit."),
    ],
)
def test_what_stands_in_the_place_of_something_else_is_a_fault(source: str, sentence: str) -> None:
    assert faults(source, sentence)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (LABS, "Three weeks after furosemide is started, measure serum magnesium and creatinine."),
        (DOSE, "With an eGFR below 50 mL/min/1.73m2, adults should have rivaroxaban lowered to 15 mg once daily."),
        (RATE, "To control the heart rate, begin with atenolol 25 mg once a day."),
        (IRON, "In anaemia, adults should receive oral iron daily, with ferritin checked again after 6 weeks."),
        (GOUT, "Wait until the gout flare is over before starting febuxostat."),
        (PUMP, "Salmeterol by inhaler is only to be used along with an inhaled corticosteroid."),
        (ADDED, "Should the target not be met in two months, indapamide 1.5 mg once a day may be added."),
        (CLOT, "Whoever is thought to have pulmonary embolism should have D-dimer taken."),
        (LEVELS, "Serum lithium should be measured four times in the first year."),
        (STOPS, "People who have not smoked for 10 years no longer need screening."),
        (REVIEW, "After five years on risedronate, treatment is reviewed."),
        (COURSE, "Severe croup is treated with oral dexamethasone 6 mg once daily over ten days."),
        (APART, "Iron tablets and levothyroxine should be taken at least 4 hours apart."),
        (IMAGING, "Unless cancer, infection or a fracture is suspected, no imaging is needed."),
        (STILL, "Digoxin may be considered in people with a mainly sedentary life."),
        (
            SUGAR,
            "A conscious adult whose glucose is under 4.0 mmol/L should be given 20 g of rapid-acting carbohydrate.",
        ),
        (VALVE, "With a mechanical heart valve, warfarin should be chosen over edoxaban."),
    ],
)
def test_the_same_in_other_words_is_none(source: str, sentence: str) -> None:
    assert not faults(source, sentence)
