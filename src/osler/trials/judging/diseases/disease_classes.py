"""The class of a disease as it stands beside its name: "lupus nephritis class III + V" where class III or IV is asked for."""

from __future__ import annotations

import re

from osler.core.criteria import Comparator, MeasuredValue, Proof, TruthValue
from osler.core.language import Experiencer, Mention, Polarity
from osler.core.terminology import SemanticType, Vocabularies
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.view import PatientView

_NUMBER = r"(?:iv|vi|v|i{1,3}|[1-6])"
_CLASSES = re.compile(
    rf"\bclass(?:es)?\s(?P<numbers>{_NUMBER}(?:\s?(?:\+|/|&|,|and|with)\s?(?:class\s)?{_NUMBER})*)(?![\w-])",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6}
_BESIDE = 25
"""Characters between a disease and its class, at most."""
_ILLNESSES = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE})
_HOLDS = {
    Comparator.LT: float.__lt__,
    Comparator.LE: float.__le__,
    Comparator.GT: float.__gt__,
    Comparator.GE: float.__ge__,
    Comparator.EQ: float.__eq__,
}


def by_disease_class(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by the classes that stand beside the disease which an atom names; None where none does."""
    asked = _illnesses(atom.name, view.vocabularies)
    whole_numbers = all(not bound.unit and not bound.times and bound.comparator in _HOLDS for bound in atom.test.bounds)
    if not asked or not whole_numbers or atom.test.result:
        return None
    for mention in view.mentions:
        own = mention.assertion.experiencer is Experiencer.PATIENT and mention.assertion.polarity is Polarity.PRESENT
        if not own or not lineage_of(frozenset(mention.concept_ids), view.vocabularies) & asked:
            continue
        sentence = next(
            (
                one
                for one in view.sentences
                if one.source_id == mention.source_id and one.start <= mention.start < one.end
            ),
            None,
        )
        numbers = _beside(mention, sentence.text, sentence.start) if sentence else []
        if sentence is not None and numbers:
            truth = TruthValue.MET if any(_passes(atom, number) for number in numbers) else TruthValue.NOT_MET
            said = " and ".join(f"{number:.0f}" for number in numbers)
            return proof_of(truth, atom, f"the note says class {said}", [sentence.span])
    return None


def _beside(mention: Mention, text: str, start: int) -> list[float]:
    first, last = mention.start - start, mention.end - start
    for around in (text[first : last + _BESIDE], text[max(0, first - _BESIDE) : first]):
        if numbers := classes_in(around):
            return numbers
    return []


def classes_in(text: str) -> list[float]:
    """The numbers of the classes that a text names together: "class III + V"."""
    found = _CLASSES.search(text)
    numbers = re.findall(rf"(?<!\w){_NUMBER}(?!\w)", found["numbers"], re.IGNORECASE) if found else []
    return [float(_ROMAN.get(one.casefold(), 0) or one) for one in numbers]


def _illnesses(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The diseases that a phrase names, without the tests and procedures beside them."""
    known = ((code, vocabularies.names.concept(code)) for code in named(text, vocabularies).concepts)
    return frozenset(code for code, concept in known if concept is not None and concept.semantic_type in _ILLNESSES)


def _passes(atom: MeasuredValue, number: float) -> bool:
    if atom.test.values:
        return number in atom.test.values
    return all(_HOLDS[bound.comparator](number, float(bound.value)) for bound in atom.test.bounds)
