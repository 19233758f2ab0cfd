"""A finding with a qualification that no vocabulary has as one: the disease as a fact, the rest in the words beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria import Finding, Proof, TruthValue, evaluate, render
from osler.core.evidence import Span
from osler.core.language import Experiencer, Polarity, assert_mention
from osler.trials.judging.citing.opposites import poles, qualities
from osler.trials.judging.findings import named
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import KnownFact, NumberedSentence, PatientView
from osler.trials.judging.words import content_words

_BESIDE = 50
"""Characters beside a finding in which its qualification stands."""
_WORD = re.compile(r"[^\W_]+")


def told_beside(atom: Finding, facts: Sequence[KnownFact], view: PatientView) -> Proof | None:
    """The proof by a fact beside which the note has every other word that is asked: "nephrotic syndrome, steroid sensitive"."""
    asked = named(atom.name, view.vocabularies)
    if asked.whole or not asked.concepts or pattern("outcomes").search(atom.name.casefold()):
        return None
    if any(poles(atom.name, quality) for quality in qualities()):
        # "Far from stable": how a disease is held is told in too many turns for its bare word to count.
        return None
    for fact in facts:
        if fact.kind != "condition" or not fact.lineage & asked.concepts:
            continue
        left = asked.words - fact.words - _names(fact, view)
        if not left or not any(left <= _said(fact, sentence, left) for sentence in view.sentences):
            continue
        bare = atom.model_copy(update={"name": fact.label, "codes": (), "target": ""})
        proof = evaluate(bare, view.indexed, on=view.on)
        if proof.truth is TruthValue.MET:
            reason = f"{fact.label}: recorded, and the note says {', '.join(sorted(left))} of it"
            return proof.model_copy(update={"statement": render(atom), "reason": reason})
    return None


def _names(fact: KnownFact, view: PatientView) -> frozenset[str]:
    """The words of the names of what a fact is."""
    concepts = (view.vocabularies.concept(code) for code in fact.concepts)
    return frozenset(word for one in concepts if one is not None for word in content_words(one.name.casefold()))


def _said(fact: KnownFact, sentence: NumberedSentence, asked: frozenset[str]) -> frozenset[str]:
    """Which of the words that are asked a sentence states of the patient beside a fact; what it denies or leaves open is not among them."""
    found: set[str] = set()
    for item in fact.evidence:
        if not isinstance(item, Span) or item.source_id != sentence.source_id:
            continue
        start, end = item.start - sentence.start, item.end - sentence.start
        if not 0 <= start < len(sentence.text):
            continue
        for word in _WORD.finditer(sentence.text, max(0, start - _BESIDE), end + _BESIDE):
            words = content_words(word.group()) & asked
            if not words:
                continue
            said = assert_mention(sentence.text, *word.span())
            if said.polarity is Polarity.PRESENT and said.experiencer is Experiencer.PATIENT:
                found |= words
    return frozenset(found)
