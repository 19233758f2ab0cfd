"""What a note asserts, and the flags it raises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.evidence import Span
from osler.core.language import analyse
from osler.core.safety import RedFlag, Severity, note_red_flags, red_flags, urgent
from osler.core.safety.patterns import PhraseTable


def _fired(note: str) -> dict[str, RedFlag]:
    return {flag.rule_id: flag for flag in note_red_flags(note)}


@pytest.mark.parametrize(
    ("note", "rule_id"),
    [
        ("She is in status epilepticus.", "status-epilepticus"),
        ("The child won't stop seizing.", "status-epilepticus"),
        ("Patient found pulseless, CPR in progress.", "cardiac-arrest"),
        ("Baby is not breathing and turning blue.", "respiratory-distress"),
        ("He can’t breathe.", "respiratory-distress"),
        ("On arrival she was comatose.", "coma"),
        ("GCS of 6 at the scene.", "coma"),
        ("Anaphylaxis after peanut exposure, now in the resuscitation room.", "anaphylaxis"),
        ("CT shows an aortic dissection.", "aortic-emergency"),
        ("RTC today, driver, 40 mph, unresponsive at the scene.", "coma"),
    ],
)
def test_what_is_asserted_of_the_patient_now_is_urgent(note: str, rule_id: str) -> None:
    flag = _fired(note)[rule_id]
    assert flag.severity is Severity.URGENT
    for span in flag.triggering_spans:
        assert isinstance(span, Span)
        assert note[span.start : span.end] == span.quote


@pytest.mark.parametrize(
    "note",
    [
        "No status epilepticus.",
        "She is not in status epilepticus.",
        "Father had a cardiac arrest.",
        "The risk of coma was discussed.",
        "Return if she has trouble breathing.",
        "History of cardiac arrest 10 years ago.",
        "If she has a seizure that won't stop, call an ambulance.",
        "He denies suicidal ideation.",
        "Glasgow Coma Scale 15.",
        "The tremor is unresponsive to levodopa.",
        "No respiratory distress, no cyanosis.",
        "Family History:\nCardiac arrest in father\nComa in sister",
        "Monitor for signs of respiratory distress.",
        "57-year-old woman on olaparib. Denies bleeding. RTC 4 wks.",
        "Stable asthma. RTC in 6 months or prn.",
        "ROS: GI: + abd pain, - melena. Neuro: - HA, - seizure. Psych: - SI.",
        "",
    ],
)
def test_what_is_denied_imagined_past_or_of_others_is_not_urgent(note: str) -> None:
    assert urgent(note_red_flags(note)) == []


@pytest.mark.parametrize(
    ("note", "rule_id", "standing"),
    [
        ("History of cardiac arrest 10 years ago.", "cardiac-arrest", "past"),
        ("Status epilepticus resolved after lorazepam.", "status-epilepticus", "past"),
        ("Possible sepsis, cultures sent.", "sepsis", "suspected"),
    ],
)
def test_an_emergency_that_is_past_or_suspected_warns(note: str, rule_id: str, standing: str) -> None:
    flag = _fired(note)[rule_id]
    assert (flag.severity, flag.standing) == (Severity.WARNING, standing)


def test_the_longer_phrase_speaks_for_the_shorter_one_inside_it() -> None:
    worded = _fired("She has acute liver failure.")
    assert worded["acute-liver-failure"].severity is Severity.URGENT
    assert [span.quote for span in worded["acute-liver-failure"].triggering_spans if isinstance(span, Span)] == [
        "acute liver failure"
    ]
    assert set(_fired("She has liver failure.")) == {"hepatic-failure"}


def test_a_combination_may_be_met_by_a_code_and_a_note() -> None:
    assert "metabolic-cardiomyopathy" in {f.rule_id for f in red_flags(["HP:0001638"], "She has muscle weakness.")}
    assert "metabolic-cardiomyopathy" not in {f.rule_id for f in red_flags(["HP:0001638"], "No muscle weakness.")}


def test_an_analysed_note_adds_the_terms_that_were_found_in_it() -> None:
    note = analyse("She developed epilepsia partialis continua overnight.")
    flag = next(flag for flag in note_red_flags(note) if flag.rule_id == "status-epilepticus")
    assert flag.severity is Severity.URGENT
    assert [term.label for term in flag.triggering_terms] == ["Epilepsia partialis continua"]
    assert urgent(note_red_flags(analyse("No epilepsia partialis continua."))) == []
    assert urgent(note_red_flags(analyse("Glasgow Coma Scale 15."))) == []
    assert urgent(note_red_flags(analyse("He had an electric shock as a child; well since."))) == []


@given(st.text(max_size=400))
def test_any_text_gives_flags_whose_spans_are_in_it(note: str) -> None:
    for flag in note_red_flags(f"{note} in status epilepticus"):
        for span in flag.triggering_spans:
            assert isinstance(span, Span)
            assert f"{note} in status epilepticus"[span.start : span.end] == span.quote


@pytest.mark.parametrize(
    "text", ["CARDIAC ARREST", "cardiac-arrests", "Cardiac\narrest", "İcardiac arrest cardiac arrest"]
)
def test_case_hyphens_plurals_and_line_breaks_do_not_hide_a_phrase(text: str) -> None:
    assert PhraseTable([("cardiac arrest", "x")]).find(text)
    assert not PhraseTable([("cardiac arrest", "x")]).find("cardiac arrester")
