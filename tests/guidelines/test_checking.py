"""The rules of the verifier: what changes the meaning of a sentence is a fault, what does not is none."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence, judge_claim, stance_of
from osler.guidelines.checking.amounts import amounts

SOURCE = (
    "Adults aged 40 to 70 years with type 2 diabetes should receive metformin 500 mg twice daily "
    "unless eGFR is below 30 mL/min/1.73m2. Screening of children is not recommended."
)


def kinds(sentence: str, source: str = SOURCE) -> set[str]:
    return {fault.kind for fault in check_sentence(sentence, [SourceText("s", source)], bundled_vocabularies())}


@pytest.mark.parametrize(
    "sentence",
    [
        "Adults aged 40 to 70 years with type 2 diabetes should receive metformin 500 mg twice daily unless eGFR is below 30 mL/min/1.73m2.",
        "Unless eGFR is below 30 mL/min/1.73m2, metformin 0.5 g every 12 hours should be given to adults of 40 to 70 years with type 2 diabetes.",
        "Screening of children is not recommended.",
    ],
)
def test_the_same_in_other_words_is_no_fault(sentence: str) -> None:
    assert kinds(sentence) == set()


@pytest.mark.parametrize(
    ("change", "to", "kind"),
    [
        ("500 mg", "850 mg", "number"),
        ("500 mg", "500 g", "number"),
        ("twice daily", "three times daily", "number"),
        ("40 to 70", "50 to 70", "population"),
        ("metformin", "gliclazide", "name"),
        ("should receive", "should not receive", "negation"),
        ("should receive", "may receive", "strength"),
        (" unless eGFR is below 30 mL/min/1.73m2", "", "condition"),
        ("Adults", "Children", "population"),
    ],
)
def test_what_changes_the_meaning_is_a_fault(change: str, to: str, kind: str) -> None:
    faithful = SOURCE.split(". ")[0] + "."
    assert kind in kinds(faithful.replace(change, to))


def test_citing_nothing_and_citing_something_else_are_faults() -> None:
    assert [fault.kind for fault in check_sentence("Take metformin.", [], bundled_vocabularies())] == ["citation"]
    assert "unsupported" in kinds("Zoster vaccine should be given in two doses.")


def test_amounts_compare_across_units_and_words() -> None:
    (gram,) = amounts("1 g")
    (milligram,) = amounts("1000 mg")
    assert gram.agrees(milligram)
    assert amounts("twice daily")[0].agrees(amounts("every 12 hours")[0])
    assert not amounts("at least 40 years")[0].agrees(amounts("under 40 years")[0])


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("The panel recommends screening.", "for"),
        ("The panel recommends against screening.", "against"),
        ("The evidence is insufficient to recommend for or against screening.", "unknown"),
        ("Egg allergy is not a contraindication.", "for"),
        ("Codeine is contraindicated.", "against"),
        ("Asthma is common.", "none"),
    ],
)
def test_the_stance_of_a_sentence(text: str, stance: str) -> None:
    assert stance_of(text) == stance


def test_a_free_claim_is_judged_with_its_rationale() -> None:
    source = ["Mice were studied.", "Vitamin D supplementation significantly reduced fractures in older adults."]
    judged = judge_claim("Vitamin D supplementation reduced fractures in older adults.", source, bundled_vocabularies())
    assert (judged.label, judged.rationale) == ("SUPPORT", (1,))
    assert judge_claim("Aspirin cures warts.", source, bundled_vocabularies()).label == "NEI"
