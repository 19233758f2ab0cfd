"""What is easily invented around a recommendation: effects, frequencies, studies and issuers that no passage speaks of."""

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence

BISOPROLOL = (
    "Adults with atrial fibrillation and a resting heart rate above 110 should start bisoprolol 2.5 mg once daily."
)
ASPIRIN = "Aspirin is not recommended for stroke prevention in atrial fibrillation."
SCREENING = "The evidence is insufficient to assess screening for atrial fibrillation in adults aged 65 years or older."
INFLUENZA = "All adults should receive influenza vaccine every year."
RENAL = "Creatinine should be measured 2 weeks after ramipril is started."
ALENDRONATE = "Alendronate should be taken for 5 years and then reviewed."
METFORMIN = "Metformin is contraindicated when eGFR is below 30 mL/min/1.73 m2."


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Bisoprolol improves survival in atrial fibrillation.", BISOPROLOL),
        (
            "NICE recommends bisoprolol 2.5 mg once daily in adults with atrial fibrillation and a rate above 110.",
            BISOPROLOL,
        ),
        (
            "According to the European Society of Cardiology, aspirin is not recommended for stroke prevention in AF.",
            ASPIRIN,
        ),
        ("Randomised trials showed that aspirin is not recommended for stroke prevention.", ASPIRIN),
        ("Screening for atrial fibrillation is cost-effective in adults aged 65 years or older.", SCREENING),
        ("Atrial fibrillation is common in adults aged 65 years or older.", SCREENING),
        ("Influenza vaccine prevents most cases of influenza in adults.", INFLUENZA),
        ("Metformin needs no dose change when eGFR is below 30.", METFORMIN),
    ],
)
def test_what_no_passage_asserts_is_not_supported(sentence: str, source: str) -> None:
    assert check_sentence(sentence, [SourceText("1", source)], bundled_vocabularies())


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Aspirin should not be used to prevent stroke in AF.", SourceText("1", ASPIRIN)),
        ("Every adult should have a flu jab once a year.", SourceText("1", INFLUENZA)),
        ("By the USPSTF the evidence is insufficient to assess screening for atrial fibrillation in adults aged 65 years or older.",
         SourceText("1", SCREENING, issuer="USPSTF")),
    ],
)  # fmt: skip
def test_what_the_passage_or_its_issuer_says_stands(sentence: str, source: SourceText) -> None:
    assert check_sentence(sentence, [source], bundled_vocabularies()) == []


COUNSELLING = "Pregnant women who smoke should be offered behavioural counselling."
RATE = "Bisoprolol 2.5 mg once daily should be started for rate control."
ATTACK = "Oral prednisolone 40 mg once daily for 5 days should be given for a severe exacerbation."
EXERCISES = "Pelvic floor exercises reduce stress incontinence."


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Behavioural counselling halves the rate of smoking in pregnancy.", COUNSELLING),
        ("Behavioural counselling works in most pregnant women who smoke.", COUNSELLING),
        ("Pregnant women who smoke prefer behavioural counselling.", COUNSELLING),
        ("Behavioural counselling is cheap for pregnant women who smoke.", COUNSELLING),
        ("Bisoprolol controls the rate.", RATE),
        ("Bisoprolol 2.5 mg once daily quickly restores a normal rate.", RATE),
        ("Prednisolone shortens a severe exacerbation.", ATTACK),
        ("Oral prednisolone 40 mg once daily for 5 days should shorten a severe exacerbation.", ATTACK),
        (
            "Oral prednisolone 40 mg once daily for 5 days should be given for a severe exacerbation, which it shortens.",
            ATTACK,
        ),
        ("Pelvic floor exercises cure stress incontinence and can prevent it.", EXERCISES),
    ],
)
def test_a_recommendation_states_no_effect(sentence: str, source: str) -> None:
    assert check_sentence(sentence, [SourceText("1", source)], bundled_vocabularies())


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("A severe attack is treated with prednisolone 40 mg by mouth each day for five days.", ATTACK),
        ("Bisoprolol 2.5 mg is taken once a day for rate control.", RATE),
        ("Aspirin is not advised to prevent stroke in atrial fibrillation.", ASPIRIN),
        ("Stress incontinence is reduced by pelvic floor exercises.", EXERCISES),
    ],
)
def test_what_is_done_and_what_it_is_for_are_the_recommendation(sentence: str, source: str) -> None:
    assert not check_sentence(sentence, [SourceText("1", source)], bundled_vocabularies())


ADVICE = {
    "budesonide": "Children aged 5 to 11 years with persistent asthma should receive inhaled budesonide 100 micrograms twice daily.",
    "counselling": "Pregnant women who smoke should be offered behavioural counselling.",
    "prednisolone": "Oral prednisolone 40 mg once daily for 5 days should be given for a severe exacerbation.",
    "rate": "Bisoprolol 2.5 mg once daily should be started for rate control.",
    "vitamin": "Vitamin D 800 units daily may be given to adults who live in care homes.",
}


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Behavioural counselling works in most pregnant women who smoke.", "counselling"),
        ("Behavioural counselling is cheap for pregnant women who smoke.", "counselling"),
        ("Bisoprolol 2.5 mg once daily quickly restores a normal rate.", "rate"),
        ("Bisoprolol controls the rate in the majority.", "rate"),
        ("Prednisolone shortens a severe exacerbation.", "prednisolone"),
        ("Children aged 5 to 11 years with persistent asthma sleep better with inhaled budesonide.", "budesonide"),
        ("Adults who live in care homes lack vitamin D.", "vitamin"),
    ],
)
def test_advice_states_no_fact(sentence: str, source: str) -> None:
    assert check_sentence(sentence, [SourceText("1", ADVICE[source])], bundled_vocabularies())


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("For rate control, bisoprolol 2.5 mg a day is where to begin.", "rate"),
        (
            "The dose of inhaled budesonide in persistent asthma between 5 and 11 years is 100 micrograms twice a day.",
            "budesonide",
        ),
    ],
)
def test_advice_in_words_that_command_nothing_is_still_advice(sentence: str, source: str) -> None:
    assert check_sentence(sentence, [SourceText("1", ADVICE[source])], bundled_vocabularies()) == []


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Metformin is safe unless eGFR is below 30.", "Metformin is contraindicated when eGFR is below 30."),
        (
            "Active bleeding is the only contraindication to apixaban.",
            "Apixaban is contraindicated in active bleeding.",
        ),
        (
            "Influenza vaccine has no contraindications.",
            "Influenza vaccine should be offered to adults with egg allergy.",
        ),
        (
            "Metformin 500 mg twice daily is enough at diagnosis.",
            "Metformin 500 mg twice daily should be started at diagnosis.",
        ),
        ("No blood tests are needed after starting ramipril.", RENAL),
        ("Renal function does not need to be checked on ramipril.", RENAL),
        ("Alendronate is taken for life.", ALENDRONATE),
        ("Bupropion is tried before varenicline.", "Bupropion may be used if varenicline is not tolerated."),
        ("Creatinine should be measured after starting ramipril and the driving licence handed in.", RENAL),
    ],
)
def test_safety_sufficiency_and_being_the_only_one_are_not_added(sentence: str, source: str) -> None:
    assert check_sentence(sentence, [SourceText("1", source)], bundled_vocabularies())


def test_what_the_source_calls_the_only_one_is_the_only_one() -> None:
    source = "Anaphylaxis to a previous dose is the only contraindication to the vaccine."
    assert check_sentence(source, [SourceText("1", source)], bundled_vocabularies()) == []
