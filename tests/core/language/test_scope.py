"""How far a denial reaches: to the verb of its sentence, or to a statement of its own in a telegraphic list."""

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


@pytest.mark.parametrize(
    ("marked", "polarity"),
    [
        ("Heart sounds normal, no bruit, ⟦eyes deep-set⟧.", Polarity.PRESENT),
        ("No rash, lymphadenopathy, ⟦testes undescended⟧ on both sides.", Polarity.PRESENT),
        ("No protein in urine, ⟦kidneys enlarged⟧, hypertension.", Polarity.PRESENT),
        ("Nil of note in the chest, no clubbing, ⟦spleen⟧ 5 cm below the margin.", Polarity.PRESENT),
        ("Without respiratory distress, ⟦microcephalic⟧ since birth.", Polarity.PRESENT),
        ("Not feeding, became ⟦drowsy⟧ overnight.", Polarity.PRESENT),
        ("No ascites, ⟦splenomegaly⟧ present.", Polarity.PRESENT),
        ("No nodes palpable, ⟦liver palpable⟧.", Polarity.NEGATED),
        ("No rash, ⟦joints swollen⟧ or tender.", Polarity.NEGATED),
        ("He denies fever, ⟦neck stiff⟧, headache.", Polarity.NEGATED),
        ("No fever, weight loss, ⟦night sweats⟧ reported.", Polarity.NEGATED),
        ("No pallor, ⟦jaundice⟧, oedema.", Polarity.NEGATED),
    ],
)
def test_a_statement_without_a_verb_ends_the_list_of_what_is_denied(marked: str, polarity: Polarity) -> None:
    assert assertion_of(marked).polarity is polarity


@pytest.mark.parametrize(
    ("marked", "polarity"),
    [
        ("No nystagmus, ⟦squint⟧ on the right, cataract.", Polarity.PRESENT),
        ("No nystagmus, squint on the right, ⟦cataract⟧.", Polarity.PRESENT),
        ("No clefts, multiple ⟦dental caries⟧.", Polarity.PRESENT),
        ("No hx of epilepsy, ⟦head injury⟧ 2011, migraine.", Polarity.PRESENT),
        ("No stridor, ⟦macrocephaly⟧ +2.5 SD.", Polarity.PRESENT),
        ("No consanguinity, ⟦oligohydramnios⟧, induced.", Polarity.PRESENT),
        ("Not walking, ⟦contractures⟧, feeding well.", Polarity.PRESENT),
        ("Not dysmorphic, ⟦hypotonia⟧.", Polarity.PRESENT),
        ("No fever, ⟦headaches⟧ twice a week, photophobia.", Polarity.PRESENT),
        ("No injury, woke with ⟦vertigo⟧.", Polarity.PRESENT),
        ("Not dysmorphic, ⟦microcephalic⟧, hypotonic.", Polarity.NEGATED),
        ("No pain on the left, ⟦swelling⟧ on the right.", Polarity.NEGATED),
        ("No bleeding, ⟦infection⟧ requiring antibiotics.", Polarity.NEGATED),
        ("No bleeding, severe ⟦headache⟧, visual changes.", Polarity.NEGATED),
        ("No squint, nystagmus or ⟦ptosis⟧ on the left.", Polarity.NEGATED),
    ],
)
def test_what_is_specified_is_there_unless_what_is_denied_is_specified_alike(marked: str, polarity: Polarity) -> None:
    assert assertion_of(marked).polarity is polarity
