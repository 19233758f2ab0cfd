"""What a patient can or cannot do, by the clause that says so: "cannot swallow" where swallowing tablets is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.criteria import Finding, Proof, TruthValue, Unparsed
from osler.core.language import Experiencer, assert_mention
from osler.trials.judging.asked.trees import text_of
from osler.trials.judging.citing.opposites import poles, qualities
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.touching import same_word
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.words import content_words

_WORD = re.compile(r"[^\W_]+")


def by_ability(atom: Finding | Unparsed, view: PatientView) -> Proof | None:
    """The proof by clauses that speak of the same ability; None where none does, or where they differ."""
    text = " ".join(text_of(atom).casefold().split())
    asked_for = pattern("abilities", "asked").search(text)
    if asked_for is None:
        return None
    # "Able to take oral medication": a verb of treatments says something by what is taken alone.
    needed = _object_of(text[asked_for.end() :]) if pattern("abilities", "any").fullmatch(asked_for["verb"]) else None
    if needed is not None and not needed:
        return None
    ability = next(quality for quality in qualities() if quality.name == "ability")
    asked = poles(text, ability)
    told = [
        (pole, sentence)
        for sentence in view.sentences
        for clause in _clauses(asked_for["verb"], sentence)
        if needed is None or needed <= content_words(clause)
        for pole in poles(clause, ability)
    ]
    if len(asked) != 1 or len({pole for pole, _ in told}) != 1:
        return None
    pole, sentence = told[0]
    held = (pole in asked) != bool(pattern("abilities", "prevented").search(text[: asked_for.start()]))
    truth = TruthValue.MET if held else TruthValue.NOT_MET
    return proof_of(truth, atom, "the note says whether the patient can", [sentence.span])


def _object_of(words: str) -> frozenset[str]:
    """What is done by a verb of treatments: the first words behind it, and none where the study itself is meant."""
    behind = re.split(r"[.;,(]|\b(?:or|and|for|with|during|in|at|as)\b", words)[0]
    return frozenset() if pattern("abilities", "of_studies").search(behind) else content_words(behind)


def _clauses(verb: str, sentence: NumberedSentence) -> Iterator[str]:
    """The clauses of a sentence that have a verb, said of the patient."""
    start = 0
    for end in [
        *(found.start() for found in pattern("abilities", "parted").finditer(sentence.text)),
        len(sentence.text),
    ]:
        for word in _WORD.finditer(sentence.text, start, end):
            if not same_word(verb, word[0].casefold()):
                continue
            if assert_mention(sentence.text, *word.span()).experiencer is Experiencer.PATIENT:
                yield sentence.text[start:end]
        start = end
