"""Whether a quote carries what a model reads in it: true readings are taken, near misses are not."""

from __future__ import annotations

import pytest

from osler.core.language import analyse
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.steps.quotes import objection_to_veto
from osler.diagnosis.steps.support import support_of

URINARY_PBG = "HP:0012217"
SENSORIMOTOR_NEUROPATHY = "HP:0007141"
MENINGITIS = "HP:0001287"


def _objects(note: str, quote: str, term: str) -> bool:
    vocabularies = bundled_vocabularies()
    support = support_of(analyse(note, vocabularies), quote, term, vocabularies)
    return bool(support.objection or support.offered)


@pytest.mark.parametrize(
    ("note", "quote", "term"),
    [
        ("Urine was red-brown; porphobilinogen elevated.", "porphobilinogen elevated", URINARY_PBG),
        ("Raised porphobilinogen during the attack.", "Raised porphobilinogen", URINARY_PBG),
        ("Progressive sensorimotor polyneuropathy.", "sensorimotor polyneuropathy", SENSORIMOTOR_NEUROPATHY),
    ],
)
def test_a_result_is_named_without_its_specimen(note: str, quote: str, term: str) -> None:
    assert not _objects(note, quote, term)


@pytest.mark.parametrize(
    ("note", "quote", "term"),
    [
        ("Porphobilinogen was measured.", "Porphobilinogen was measured", URINARY_PBG),
        ("Plasma porphobilinogen elevated.", "porphobilinogen elevated", URINARY_PBG),
        ("Porphobilinogen not elevated.", "Porphobilinogen not elevated", URINARY_PBG),
        ("Urine was elevated in volume.", "Urine was elevated in volume", URINARY_PBG),
        ("Motor neuropathy.", "Motor neuropathy", SENSORIMOTOR_NEUROPATHY),
    ],
)
def test_what_lacks_the_result_or_names_another_specimen_is_no_support(note: str, quote: str, term: str) -> None:
    assert _objects(note, quote, term)


def test_who_belongs_to_somebody_else_can_be_refuted() -> None:
    vocabularies = bundled_vocabularies()
    note = "My friend's baby died of meningitis last month. My own baby is well."
    text = analyse(note, vocabularies)
    assert objection_to_veto(text, "My friend's baby died of meningitis", MENINGITIS, vocabularies) is None
    own = analyse("The baby had meningitis last month.", vocabularies)
    assert objection_to_veto(own, "The baby had meningitis", MENINGITIS, vocabularies) is not None
