"""A model's verdict counts only where the sentence that it cites bears it out."""

from __future__ import annotations

from datetime import date

import pytest

from osler.core.criteria import CriterionKind
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import PatientView, breaks_limit, of_somebody_else, unsupported
from osler.trials.types import CriterionVerdict
from tests.trials.patients import criterion, patient, view

MET, NOT_MET = CriterionVerdict.MET, CriterionVerdict.NOT_MET


@pytest.mark.parametrize(
    ("sentence", "text", "kind", "verdict"),
    [
        ("Mother has bladder cancer.", "Bladder cancer", "inclusion", MET),
        ("MRI brain: no intracranial metastases.", "Brain metastases", "exclusion", MET),
        ("HBsAg neg, anti-HCV neg, HIV neg.", "HIV infection", "exclusion", MET),
        ("No prior osimertinib.", "Prior osimertinib", "exclusion", MET),
        ("No prior osimertinib.", "No more than two prior lines of systemic therapy", "inclusion", MET),
        ("eGFR 38.", "eGFR < 30 mL/min", "exclusion", MET),
        ("Father had myocardial infarction.", "Myocardial infarction", "exclusion", MET),
        ("He has epilepsy.", "Epilepsy", "exclusion", NOT_MET),
        ("Hep B core Ab positive.", "Positive hepatitis B core antibody", "exclusion", NOT_MET),
        ("HIV test negative.", "Positive HIV test", "exclusion", MET),
        ("He has asthma.", "Severe asthma", "inclusion", MET),
        ("He has atrial fibrillation.", "Atrial fibrillation treated with amiodarone", "inclusion", MET),
        ("He had a pneumothorax.", "Traumatic pneumothorax", "exclusion", MET),
        ("Previous adalimumab, rituximab last infusion Feb 2025.", "Previous JAK inhibitor", "exclusion", NOT_MET),
        ("Seen 2 Nov 2026. Psoriasis since May 2019.", "Psoriasis for at least 12 months", "inclusion", NOT_MET),
        ("He takes lithium.", "Lithium within 3 weeks", "exclusion", NOT_MET),
        ("His pregnancy-age photographs were lost.", "Positive sweat chloride test", "exclusion", MET),
        ("Sleeps 3h on workdays.", "Workdays missed >= 4", "inclusion", NOT_MET),
        ("He has gout.", "Arthritis other than gout", "exclusion", MET),
    ],
)
def test_a_sentence_that_says_otherwise_supports_nothing(
    sentence: str, text: str, kind: CriterionKind, verdict: CriterionVerdict
) -> None:
    seen = view(sentence)
    assert unsupported(verdict, criterion(text, kind).tree, seen.sentences, seen)


@pytest.mark.parametrize(
    ("sentence", "text", "kind", "verdict"),
    [
        ("He has bladder cancer.", "Bladder cancer", "inclusion", MET),
        ("MRI brain: no brain metastases.", "Brain metastases", "exclusion", NOT_MET),
        ("No prior osimertinib.", "Prior osimertinib", "exclusion", NOT_MET),
        ("HIV test negative.", "Positive HIV test", "exclusion", NOT_MET),
        ("eGFR 28.", "eGFR < 30 mL/min", "exclusion", MET),
        ("eGFR 38.", "eGFR < 30 mL/min", "exclusion", NOT_MET),
        ("Myocardial infarction ten years ago.", "Myocardial infarction within 6 months", "exclusion", NOT_MET),
        ("He has never had epilepsy.", "No epilepsy", "inclusion", MET),
        ("AF on amiodarone.", "Atrial fibrillation treated with amiodarone", "inclusion", MET),
        ("Seen 2 Nov 2026. Psoriasis since May 2026.", "Psoriasis for at least 12 months", "inclusion", NOT_MET),
        ("He has septic arthritis.", "Arthritis other than gout", "exclusion", MET),
        ("He has severe COPD.", "Moderate to severe chronic obstructive pulmonary disease", "inclusion", MET),
    ],
)
def test_a_sentence_that_says_so_supports_the_verdict(
    sentence: str, text: str, kind: CriterionKind, verdict: CriterionVerdict
) -> None:
    seen = view(sentence)
    assert unsupported(verdict, criterion(text, kind).tree, seen.sentences, seen) == ""


def test_a_day_outside_the_window_supports_nothing() -> None:
    seen = PatientView(patient("Ischaemic stroke on 03 Oct 2026."), bundled_vocabularies(), on=date(2026, 11, 15))
    asked = criterion("Acute ischemic stroke within 30 days", "exclusion").tree
    assert "43 days ago" in unsupported(MET, asked, seen.sentences, seen)
    wider = criterion("Ischemic stroke within 60 days", "exclusion").tree
    assert unsupported(MET, wider, seen.sentences, seen) == ""


@pytest.mark.parametrize(
    ("sentence", "text", "whose"),
    [
        ("Karnofsky score of her sister was 90.", "Karnofsky performance status >= 70", "relative"),
        ("WHO status of her older sister is 1.", "WHO performance status 0 or 1", "relative"),
        ("Eastern Cooperative Oncology Group grade of his father was 1.", "ECOG 0 to 2", "relative"),
        ("Her father died of lung cancer.", "Prior malignancy", "relative"),
        ("Paternal uncle drinks heavily.", "Alcohol abuse", "relative"),
        ("Her father died of lung cancer.", "First-degree relative with lung cancer", "asked"),
        ("His wife reports that he drinks heavily.", "Alcohol abuse", "own"),
        ("He lives with his wife and walks daily.", "Able to walk", "own"),
        ("Her mother had gout and she has asthma.", "Prior malignancy", "own"),
    ],
)
def test_a_sentence_about_a_relative_supports_nothing_of_the_patient(sentence: str, text: str, whose: str) -> None:
    seen = view(sentence)
    assert bool(of_somebody_else(criterion(text, "inclusion"), seen.sentences, seen)) is (whose == "relative")


@pytest.mark.parametrize(
    ("sentence", "text", "broken"),
    [
        ("She can stand for 5 min at most.", "Able to stand for at least 10 minutes", True),
        ("He climbs 2 flights.", "Able to climb at least 3 flights of stairs", True),
        ("She drinks 6 coffees.", "Drinks no more than 4 coffees a day", True),
        ("He manages 150 m without a rest.", "Able to walk at least 0.3 km", True),
        ("She can stand for an hour, 1 h.", "Able to stand for at least 10 minutes", False),
        ("He walks 45 minutes, and sits down for 5 minutes.", "Able to walk at least 30 minutes", False),
        ("Stable dose for 2 years, raised 2 weeks ago.", "Stable dose for at least 3 months", False),
    ],
)
def test_a_number_that_breaks_the_criterions_own_limit_is_against_met(sentence: str, text: str, broken: bool) -> None:
    asked, seen = criterion(text, "inclusion"), view(sentence)
    against = unsupported(MET, asked.tree, seen.sentences, seen) or breaks_limit(MET, asked, seen.sentences)
    assert bool(against) is broken
    # What breaks the limit is no reason against NOT_MET; what is within it may be.
    assert not (broken and breaks_limit(NOT_MET, asked, seen.sentences))
