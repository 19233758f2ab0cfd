"""A quote that states a finding by its description, or as what somebody cannot do, counts; near words that state another do not."""

from __future__ import annotations

import pytest

from osler.core.agents import ToolResults
from osler.core.language import analyse
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.steps.naming import phenotype_named
from osler.diagnosis.steps.support import support_of
from osler.diagnosis.steps.timing import RawTiming, TimingInput, timing_step


def _counts(note: str, quote: str, finding: str) -> bool:
    vocabularies = bundled_vocabularies()
    term = phenotype_named(finding, vocabularies)
    assert term is not None
    support = support_of(analyse(note, vocabularies), quote, term, vocabularies)
    return not (support.objection or support.offered)


@pytest.mark.parametrize(
    ("note", "quote", "finding"),
    [
        (
            "Burning pains in hands and feet from about age 8, worse with fever.",
            "Burning pains in hands and feet from about age 8",
            "Acroparesthesia",
        ),
        (
            "No stroke, MRI a few white matter dots.",
            "a few white matter dots",
            "Hyperintensity of cerebral white matter on MRI",
        ),
        (
            "Brain scan: several bright spots in the white matter on T2.",
            "several bright spots in the white matter on T2",
            "Hyperintensity of cerebral white matter on MRI",
        ),
        (
            "He cannot climb stairs without the rail.",
            "cannot climb stairs without the rail",
            "Difficulty climbing stairs",
        ),
        ("She is unable to walk.", "unable to walk", "Inability to walk"),
    ],
)
def test_what_states_the_finding_counts(note: str, quote: str, finding: str) -> None:
    assert _counts(note, quote, finding)


@pytest.mark.parametrize(
    ("note", "quote", "finding"),
    [
        ("Hands warm, feet of normal shape.", "Hands warm, feet of normal shape", "Acroparesthesia"),
        (
            "Burning the candle at both ends, hands full.",
            "Burning the candle at both ends, hands full",
            "Acroparesthesia",
        ),
        (
            "No numbness, burning or tingling in hands and feet.",
            "burning or tingling in hands and feet",
            "Acroparesthesia",
        ),
        ("Her mother has burning pains in hands and feet.", "burning pains in hands and feet", "Acroparesthesia"),
        (
            "MRI normal, white matter of usual signal.",
            "white matter of usual signal",
            "Hyperintensity of cerebral white matter on MRI",
        ),
        ("Sweats normally in summer.", "Sweats normally in summer", "Hyperhidrosis"),
        ("Lens clear.", "Lens clear", "Cataract"),
        ("His brother cannot climb stairs.", "cannot climb stairs", "Difficulty climbing stairs"),
        ("No headache, photophobia or neck stiffness.", "photophobia", "Photophobia"),
        (
            "Large head circumference at birth for her age.",
            "Large head circumference at birth for her age",
            "Microcephaly",
        ),
    ],
)
def test_what_only_has_its_words_does_not(note: str, quote: str, finding: str) -> None:
    assert not _counts(note, quote, finding)


SPOTS = "Dark red spots over the thighs since teenage years, which were called angiokeratomas. Loose stool at 20 and proteinuria."


@pytest.mark.parametrize(
    ("about", "quote", "years", "kept"),
    [
        ("Angiokeratoma", "since teenage years", 13.0, True),
        ("Proteinuria", "since teenage years", 13.0, False),  # another sentence
        ("Proteinuria", "at 20", 20.0, False),  # beside another finding
    ],
)
def test_a_time_alone_is_that_of_the_one_finding_of_its_sentence(
    about: str, quote: str, years: float, kept: bool
) -> None:
    vocabularies = bundled_vocabularies()
    given = TimingInput(note=SPOTS, phenotypes=["Angiokeratoma", "Proteinuria"], age_years=34)
    told = RawTiming(phenotype_ref=about, onset=quote, onset_normalized=years, raw_evidence=quote)
    check = timing_step(vocabularies).checks[0]
    assert bool(check([told], given, ToolResults([])).output) is kept
