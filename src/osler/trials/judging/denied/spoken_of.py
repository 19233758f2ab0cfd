"""Treatments that a note only speaks of, and says were not had."""

from __future__ import annotations

from osler.core.criteria import Atom, Finding, Proof, TruthValue
from osler.core.language import Experiencer
from osler.core.terminology import SemanticType
from osler.trials.judging.findings import facts_about, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView

_TREATMENTS = frozenset({SemanticType.MEDICATION, SemanticType.PROCEDURE})


def spoken_of_only(atom: Atom, view: PatientView) -> Proof | None:
    """The denial of a treatment that is only spoken of: "we discussed irinotecan, which she has not had so far"."""
    if not isinstance(atom, Finding) or any(window.kind == "planned" or window.after for window in atom.windows):
        return None
    asked = named(atom.name, view.vocabularies)
    if not asked.whole or not asked.kinds & _TREATMENTS or facts_about(atom, view).present:
        return None
    if not any(asked.concepts.intersection(mention.concept_ids) for mention in view.mentions):
        return None
    told = [
        (mention, sentence.text[mention.end - sentence.start :].casefold())
        for mention in view.mentions
        for sentence in view.sentences
        if mention.source_id == sentence.source_id and sentence.start <= mention.start < sentence.end
        if asked.concepts.intersection(mention.concept_ids) and mention.assertion.experiencer is Experiencer.PATIENT
    ]
    if not told or not all(pattern("not_had", "given").match(behind) for _, behind in told):
        return None
    return proof_of(TruthValue.NOT_MET, atom, "the note says that it was not had", [one.span for one, _ in told])
