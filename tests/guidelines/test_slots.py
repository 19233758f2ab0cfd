"""What a sentence says of ages, how often, how many, whom and with what, in whatever words, against its source."""

from __future__ import annotations

import pytest

from osler.core.library import age_ranges
from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.checking.abbreviations import spelled_out
from osler.guidelines.checking.frequencies import frequencies
from osler.guidelines.checking.propositions import propositions
from osler.guidelines.checking.said_ages import with_plain_ages

V = bundled_vocabularies()
SOURCES = {
    "weekly": "Methotrexate 15 mg once a week is recommended for adults aged 40 to 60 years with psoriasis who take prednisolone 5 mg daily.",
    "shots": "Adults aged 60 years or older should receive two doses of hepatitis B vaccine.",
    "visits": "Anaemia should be confirmed on two separate visits before iron is started.",
    "kidney": "Start dapagliflozin 10 mg once daily unless eGFR is below 25 mL/min/1.73m2.",
    "organ": "Screening for prostate cancer is not recommended in men 75 years and older.",
    "silent": "The panel recommends against screening for gallstones in asymptomatic adults.",
    "sugar": "The HbA1c target is 6.5% in most adults.",
    "scan": "Adults aged 45 to 70 years with haemoptysis should be offered low-dose computed tomography every 2 years.",
    "gestation": "Pregnant women should receive RSV vaccine between 28 and 36 weeks of gestation.",
    "open": "The current evidence is insufficient to assess the balance of benefits and harms of screening for gout in adults.",
    "male": "Men with cystitis should receive ciprofloxacin 250 mg twice daily for 7 days.",
    "female": "Pregnant women with cystitis should receive cefuroxime 250 mg twice daily for 7 days.",
    "plain": "Clopidogrel 75 mg once daily should be taken for 6 months after stroke.",
}


@pytest.mark.parametrize(
    ("cited", "sentence"),
    [
        (["weekly"], "Psoriasis, 40- to 60-year-olds who take prednisolone 5 mg a day: methotrexate 15 mg every 7 days."),
        (["shots"], "If you are 60 or over, you should get two doses of hepatitis B vaccine."),
        (["kidney"], "Dapagliflozin 10 mg od should be started if the eGFR is 25 mL/min/1.73m2 or more."),
        (["kidney"], "Start dapagliflozin 10 mg every 24 hours, except when eGFR is less than 25 mL/min/1.73m2."),
        (["organ"], "Screening for prostate cancer is not recommended from the age of 75 on."),
        (["silent"], "Adults without symptoms should not be screened for gallstones."),
        (["sugar"], "The HbA1c goal is 48 mmol/mol in most adults."),
        (["scan"], "LDCT should be offered every other year to people between 45 and 70 with haemoptysis."),
        (["gestation"], "During weeks 28 to 36 of pregnancy, women should have the RSV vaccine."),
        (["open"], "Not enough is known to judge the benefits and harms of screening adults for gout."),
        (["shots", "silent"], "Adults of 60 and older should have two doses of hepatitis B vaccine, and screening asymptomatic adults for gallstones is not recommended."),
    ],
)  # fmt: skip
def test_the_same_in_other_words_is_not_doubted(cited: list[str], sentence: str) -> None:
    assert check_sentence(sentence, [SourceText(one, SOURCES[one]) for one in cited], V) == []


@pytest.mark.parametrize(
    ("cited", "sentence"),
    [
        (["weekly"], "Methotrexate 15 mg once a day is recommended for adults aged 40 to 60 years with psoriasis who take prednisolone 5 mg daily."),
        (["weekly"], "Methotrexate 15 mg once a week is recommended for adults with psoriasis who take prednisolone 5 mg daily."),
        (["weekly"], "Methotrexate 15 mg once a week is recommended for adults aged 40 to 60 years who take prednisolone 5 mg daily."),
        (["visits"], "Anaemia should be confirmed on a single visit before iron is started."),
        (["visits"], "Anaemia should be confirmed on two separate visits after iron is started."),
        (["kidney"], "Dapagliflozin 10 mg od should be started if the eGFR is 15 mL/min/1.73m2 or more."),
        (["organ"], "Screening for prostate cancer is not recommended in men."),
        (["silent"], "The panel recommends against screening for gallstones in adults."),
        (["sugar"], "The HbA1c goal is 53 mmol/mol in most adults."),
        (["open"], "Adults should be screened for gout."),
        (["male", "female"], "Men with cystitis should take cefuroxime 250 mg twice daily for 7 days and pregnant women ciprofloxacin 250 mg twice daily for 7 days."),
        (["plain"], "Clopidogrel should be taken with milk."),
    ],
)  # fmt: skip
def test_what_is_other_than_the_source_is_found(cited: list[str], sentence: str) -> None:
    assert check_sentence(sentence, [SourceText(one, SOURCES[one]) for one in cited], V)


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("under-5s", [(None, 5.0)]),
        ("women 45-64.", [(45.0, 65.0)]),
        ("people of 70 and over", [(70.0, None)]),
        ("children (2–9 y) with croup", [(2.0, 10.0)]),
        ("begin screening at 45 and go on until they are 70", [(45.0, 71.0)]),
        ("before the age of 30", [(None, 30.0)]),
        ("vaccine between 16 and 32 weeks of gestation", []),
        ("when eGFR is between 15 and 29", []),
        ("a life expectancy of 10 years or more", []),
        ("children aged 3 months or older", [(0.25, None)]),
    ],
)
def test_ages_are_read_in_whatever_they_are_put(text: str, ages: list[tuple[float | None, float | None]]) -> None:
    assert age_ranges(with_plain_ages(text)) == ages


@pytest.mark.parametrize(
    ("text", "days"),
    [("at six-monthly intervals", 182.6), ("every third day", 3), ("5 mg bd", 0.5), ("four times a year", 91.3), ("fortnightly", 14), ("10-year risk", 0)],
)  # fmt: skip
def test_how_often_is_reckoned(text: str, days: float) -> None:
    found = [1 / one.per_day for one in frequencies(text)]
    assert found == ([pytest.approx(days, rel=0.01)] if days else [])


def test_initials_are_spelled_by_the_source_and_a_sentence_is_parted_where_both_parts_say_something() -> None:
    assert (
        spelled_out("Offer CBT or MRI", ["cognitive behavioural therapy"])
        == "Offer cognitive behavioural therapy or MRI"
    )
    joined = "Metformin should be started at diagnosis and aspirin should be avoided in asthma"
    assert propositions(joined, V) == [
        ("Metformin should be started at diagnosis",),
        ("aspirin should be avoided in asthma",),
    ]
    # What opens a sentence holds for each of its parts.
    assert propositions(f"In pregnancy, {joined}", V) == [
        ("In pregnancy, Metformin should be started at diagnosis",),
        ("In pregnancy, aspirin should be avoided in asthma",),
    ]
