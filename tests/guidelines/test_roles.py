"""A sentence is held against everything it cites, role by role: what stands in another sentence or in other words is no fault."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.checking.plain_amounts import with_plain_amounts

METFORMIN = (
    "Stop metformin if eGFR falls below 30 mL/min/1.73 m2.",
    "Review the dose when eGFR is below 45 mL/min/1.73 m2.",
)
CALCIUM = ("Give calcium carbonate with meals and levothyroxine on an empty stomach, at least four hours apart.",)
NALOXONE = (
    "Naloxone 400 micrograms is given by the nurse in charge, who informs the anaesthetist within five minutes.",
    "The anaesthetist decides on an infusion.",
)
VANCOMYCIN = (
    "Give oral vancomycin 125 mg four times daily for 10 days for a first episode of Clostridioides difficile infection.",
    "For a second recurrence, use fidaxomicin 200 mg twice daily.",
)
PUMP = (
    (
        "Insulin pumps may be continued during day surgery if the fasting period is short; otherwise convert to a "
        "variable-rate infusion."
    ),
)
STEROID = (
    (
        "Hydrocortisone 100 mg should be given at induction to patients who have taken prednisolone 5 mg or more daily for "
        "over four weeks."
    ),
)


def faults(sentence: str, sources: tuple[str, ...]) -> list[str]:
    cited = [SourceText(str(number), text) for number, text in enumerate(sources)]
    return [f"{one.kind}: {one.message}" for one in check_sentence(sentence, cited, bundled_vocabularies())]


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("1 g/h for a day", "1 g hourly for 1 day"),
        ("a month and a half", "1.5 months"),
        ("above three quarters of best", "above 75% of best"),
        ("again a week after each dose", "again 1 week after each dose"),
        ("twice a week", "twice a week"),
        ("half a day later", "12 hours later"),
        ("15 mg/kg over 10 minutes", "15 mg/kg during 10 minutes"),
        ("people over 65 years", "people over 65 years"),
    ],
)
def test_amounts_have_one_wording(written: str, plain: str) -> None:
    assert with_plain_amounts(written) == plain


@pytest.mark.parametrize(
    ("sentence", "sources"),
    [
        (
            "An eGFR under 30 is a reason to discontinue metformin, and under 45 the dose should be looked at again.",
            METFORMIN,
        ),
        (
            "Metformin needs a dose review once eGFR is less than 45 and has to be stopped once it is less than 30.",
            METFORMIN,
        ),
        ("The nurse in charge gives 0.4 mg of naloxone and lets the anaesthetist know inside 5 minutes.", NALOXONE),
        ("A first C. difficile infection gets vancomycin by mouth, 125 mg every six hours over ten days.", VANCOMYCIN),
        ("With only a short fast, a pump may stay on through day surgery.", PUMP),
        (
            "Digoxin should be given at 50% of its previous dose once amiodarone has been introduced.",
            ("Reduce the dose of digoxin by half when amiodarone is added.",),
        ),
        (
            "For as long as valproate is taken, and a month beyond, a woman able to conceive has to use effective contraception.",
            (
                (
                    "Women of childbearing potential must use effective contraception while taking valproate and for one month "
                    "after the last dose."
                ),
            ),
        ),
    ],
)
def test_what_stands_elsewhere_or_in_other_words_is_no_fault(sentence: str, sources: tuple[str, ...]) -> None:
    assert faults(sentence, sources) == []


@pytest.mark.parametrize(
    ("lie", "sources"),
    [
        ("Metformin should be stopped when eGFR is below 45 and its dose reviewed below 30.", METFORMIN),
        (
            "Give calcium carbonate on an empty stomach and levothyroxine with meals, at least four hours apart.",
            CALCIUM,
        ),
        (
            "Naloxone 400 micrograms is given by the anaesthetist, who informs the nurse in charge within five minutes.",
            NALOXONE,
        ),
        ("The nurse in charge decides on an infusion.", NALOXONE),
        ("A second recurrence is treated with oral vancomycin 125 mg four times daily.", VANCOMYCIN),
        ("Insulin pumps may be continued during day surgery if the fasting period is long.", PUMP),
        ("If the fasting period is short, convert to a variable-rate infusion.", PUMP),
        (
            "Hydrocortisone 100 mg should be given at induction to patients who have taken prednisolone for over four weeks.",
            STEROID,
        ),
        (
            (
                "Hydrocortisone 100 mg should be given after surgery to patients who have taken prednisolone 5 mg or more daily "
                "for over four weeks."
            ),
            STEROID,
        ),
        (
            "Do not prescribe antibiotics for acute bronchitis even if the patient is systemically unwell.",
            ("Do not prescribe antibiotics for acute bronchitis unless the patient is systemically unwell.",),
        ),
        (
            "Women with a previous caesarean section are seen by the midwife.",
            (
                (
                    "Women with a previous caesarean section should be offered a consultant appointment at 36 weeks; all other "
                    "women are seen by the midwife."
                ),
            ),
        ),
    ],
)
def test_what_fills_a_role_with_something_else_is_a_fault(lie: str, sources: tuple[str, ...]) -> None:
    assert faults(lie, sources)
