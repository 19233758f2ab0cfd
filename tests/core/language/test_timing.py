"""When a finding began and ended, and how it goes."""

from __future__ import annotations

import pytest

from osler.core.language import Timing, analyse, onset_of
from tests.core.language.matchers import Words

WORDS = Words({word: f"X:{word}" for word in ("hypotonia", "seizures", "speech delay", "gait", "headaches", "ataxia")})


def timing(text: str, word: str) -> Timing:
    analysed = analyse(text, matcher=WORDS)
    mention = next(mention for mention in analysed.mentions if mention.text.lower() == word)
    return analysed.timing_of(mention)


def test_the_note_of_the_diagnosis_document() -> None:
    text = (
        "Hypotonia was noted since birth. Seizures began at 4 months of age. Speech delay was identified at the "
        "18-month checkup. Walking was achieved at 28 months but gait has progressively worsened over the past 2 years."
    )
    onsets = [timing(text, word).onset_years for word in ("hypotonia", "seizures", "speech delay", "gait")]
    assert onsets == pytest.approx([0.0, 0.33, 1.5, 2.33], abs=0.01)
    assert timing(text, "gait").progression == "progressive"
    assert timing(text, "hypotonia").progression is None


@pytest.mark.parametrize(
    ("text", "word", "onset", "resolution"),
    [
        ("He developed seizures at 4 months which resolved by age 2.", "seizures", "at 4 months", "by age 2"),
        ("Seizures resolved at age 3.", "seizures", None, "at age 3"),
        ("Seizures began in infancy; ataxia in childhood.", "seizures", "in infancy", None),
        ("Seizures began in infancy; ataxia in childhood.", "ataxia", "in childhood", None),
        ("Seizures since 2019.", "seizures", "since 2019", None),
    ],
)
def test_onset_and_resolution(text: str, word: str, onset: str | None, resolution: str | None) -> None:
    found = timing(text, word)
    assert (found.onset.text if found.onset else None) == onset
    assert (found.resolution.text if found.resolution else None) == resolution
    assert found.ongoing is (resolution is None)


def test_lengths_of_time_need_the_age_of_the_patient() -> None:
    assert timing("A 10-year-old boy. He has had headaches for 2 years.", "headaches").onset_years == 8.0
    assert timing("He has had headaches for 2 years.", "headaches").onset_years is None
    assert timing("A 10-year-old boy with seizures.", "seizures").onset is None


@pytest.mark.parametrize(
    ("text", "progression"),
    [
        ("The ataxia is slowly worsening.", "progressive"),
        ("Ataxia has improved with therapy.", "improving"),
        ("The ataxia remains stable.", "stable"),
        ("Intermittent ataxia.", "episodic"),
        ("Ataxia.", None),
        ("Ataxia is stable but gait has worsened.", "stable"),
    ],
)
def test_progression(text: str, progression: str | None) -> None:
    assert timing(text, "ataxia").progression == progression


def test_an_onset_stands_where_it_says_in_the_text() -> None:
    analysed = analyse("He is well. Seizures began at 4 months.", matcher=WORDS)
    (mention,) = analysed.mentions
    onset = onset_of(mention, analysed.sentence_of(mention))
    assert onset is not None
    assert analysed.text[onset.start : onset.end] == onset.text == "at 4 months"


def test_a_time_inside_a_list_dates_its_own_item() -> None:
    text = analyse("Microcephaly, seizures from 9 months, eczema and constipation.")
    onset = {mention.text.lower(): text.timing_of(mention).onset_years for mention in text.mentions}
    assert onset["seizures"] == pytest.approx(0.75)
    assert onset["microcephaly"] is None
    assert onset["eczema"] is None


def test_a_time_at_the_end_of_a_list_dates_all_of_it() -> None:
    text = analyse("Hypotonia, seizures and feeding difficulties from birth.")
    assert [text.timing_of(mention).onset_years for mention in text.mentions] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("text", "word", "onset"),
    [
        ("Seizures since age 2 (two a month), hypotonia, ataxia.", "hypotonia", None),
        ("Seizures since age 2 with headaches on waking, ataxia, hypotonia.", "headaches", "since age 2"),
        ("Seizures since age 2 with headaches on waking, ataxia, hypotonia.", "ataxia", None),
        ("Headaches since her 30s, ataxia, arthroplasty of the knee last year.", "headaches", "since her 30s"),
        ("Headaches, ataxia, arthroplasty of the knee last year.", "ataxia", None),
        ("Hypotonia and seizures from birth.", "hypotonia", "from birth"),
    ],
)
def test_a_time_dates_what_it_stands_with(text: str, word: str, onset: str | None) -> None:
    found = timing(text, word).onset
    assert (found.text if found else None) == onset


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("He had surgery at 4 years for ataxia.", None),
        ("At 6 months she was operated for ataxia.", None),
        ("Started lamotrigine at age 7 for seizures.", None),
        ("He was admitted at 3 years for seizures.", 3.0),
        ("First seizures at 18/12.", 1.5),
    ],
)
def test_when_something_was_done_is_not_when_its_reason_began(text: str, years: float | None) -> None:
    assert timing(text, "seizures" if "seizures" in text else "ataxia").onset_years == years
