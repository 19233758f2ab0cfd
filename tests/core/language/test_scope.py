"""How far a denial reaches: what a preposition denies ends where the sentence goes on with its verb."""

from __future__ import annotations

import pytest

from osler.core.language import Polarity
from tests.core.language.marked import assertion_of


@pytest.mark.parametrize(
    ("marked", "polarity"),
    [
        ("A baby born abroad without antenatal care was found to have hypotonia and ⟦cataract⟧.", Polarity.PRESENT),
        ("This man without any known heart disease has had ⟦syncope⟧ twice.", Polarity.PRESENT),
        ("A woman with no regular medicines developed jaundice and ⟦pruritus⟧.", Polarity.PRESENT),
        ("Managing w/o a stick he is troubled by ⟦tremor⟧.", Polarity.PRESENT),
        ("A girl without seizures or ⟦ataxia⟧ has microcephaly.", Polarity.NEGATED),
        ("Examined without signs that she has ⟦nystagmus⟧ or ataxia.", Polarity.NEGATED),
        ("No ⟦seizures⟧ were seen and no tremor.", Polarity.NEGATED),
    ],
)
def test_what_a_preposition_denies_ends_at_the_verb_of_its_sentence(marked: str, polarity: Polarity) -> None:
    assert assertion_of(marked).polarity is polarity
