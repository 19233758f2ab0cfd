"""What an honest writer makes of a guideline's sentence, and the lies nearest to it."""

from __future__ import annotations

import pytest

from osler.core.library import Chunk
from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.steps.verify import sentence_issues

OFFER = "In giant cell arteritis, give prednisolone 60 mg daily and do not give methotrexate."
TROUGH = "The target level is 5 to 10 mg/L in bone infection and 2 to 4 mg/L otherwise."
AGES = "Give cefalexin 125 mg twice daily from 1 to 11 months, 250 mg twice daily from 1 to 4 years and 500 mg twice daily from 5 years, for 3 days."
BARRED = "Ibuprofen is contraindicated when eGFR is below 20 mL/min/1.73m2 and in people who take lithium."
EITHER = "Offer sertraline 50 mg once daily, or fluoxetine 20 mg once daily, as first-line treatment of panic disorder."
AVOID = "Avoid tramadol in patients with epilepsy when eGFR is below 30 mL/min/1.73m2; paracetamol is preferred."
SEIZURE = "Patients with syncope and a CHESS score of 0, no injury and a carer at home can be managed as outpatients."
ROUTES = "Cyclizine 50 mg orally, intramuscularly or intravenously every 8 hours is used first."


def _faults(source: str, sentence: str) -> list[str]:
    return [one.message for one in check_sentence(sentence, [SourceText("a", source)], bundled_vocabularies())]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (OFFER, "People with giant cell arteritis should be given prednisolone 60 mg daily rather than methotrexate."),
        (TROUGH, "Aim for a level of 5-10 mg/L in bone infection."),
        (AGES, "Children from 1 to 4 years receive cefalexin 250 mg twice a day for 3 days."),
        (BARRED, "Ibuprofen must not be given to people on lithium."),
        (EITHER, "Sertraline 50 mg once a day is a first-line treatment of panic disorder."),
        (
            AVOID,
            "Paracetamol is preferred over tramadol in patients with epilepsy whose eGFR is below 30 mL/min/1.73m2.",
        ),
        (ROUTES, "Cyclizine 50 mg every 8 hours is used first."),
        (
            "Give a single dose whatever the weight of the child.",
            "A single dose is given regardless of the weight of the child.",
        ),
    ],
)
def test_the_same_in_other_words_is_not_doubted(source: str, sentence: str) -> None:
    assert _faults(source, sentence) == []


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (OFFER, "In giant cell arteritis, give methotrexate and do not give prednisolone."),
        (TROUGH, "The target level is 2 to 4 mg/L in bone infection."),
        (AGES, "Children from 1 to 4 years receive cefalexin 500 mg twice a day for 3 days."),
        (BARRED, "Ibuprofen is contraindicated when eGFR is below 60 mL/min/1.73m2."),
        (EITHER, "Sertraline 20 mg once daily is a first-line treatment of panic disorder."),
        (
            AVOID,
            "Tramadol is preferred over paracetamol in patients with epilepsy whose eGFR is below 30 mL/min/1.73m2.",
        ),
        (SEIZURE, "Patients with syncope and a CHESS score of 0 can be managed as outpatients."),
    ],
)
def test_the_lie_beside_it_is_caught(source: str, sentence: str) -> None:
    assert _faults(source, sentence)


def test_what_the_question_names_need_not_be_said_again() -> None:
    chunk = Chunk(
        id="c", document_id="d", ordinal=0, text="Do not give antibiotics to stable patients with acute pancreatitis."
    )
    said = "Stable patients should not be given antibiotics."

    def issues(question: str) -> list[str]:
        found = sentence_issues(0, said, [], [chunk], bundled_vocabularies(), question=question)
        return [one.message for one in found]

    assert issues("Do I need antibiotics in acute pancreatitis?") == []
    assert issues("Do I need antibiotics?")
