"""Whether anything in a record or its notes touches what a criterion asks: then nobody may assume that it is absent."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.criteria import Finding, Unparsed
from osler.core.evidence import Evidence
from osler.core.language import Experiencer, Polarity
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.rules import empty_words, pattern, signs
from osler.trials.judging.trees import text_of
from osler.trials.judging.view import PatientView, content_words
from osler.trials.kinship import is_general, lineage


def touching(atom: Finding | Unparsed, view: PatientView) -> list[Evidence]:
    """Where the record or a note speaks of what an atom asks, of a kind of it, of its kind or of a sign of it."""
    return list(dict.fromkeys(_touching(text_of(atom), view)))


def _touching(text: str, view: PatientView) -> Iterator[Evidence]:
    asked = named(text, view.vocabularies)
    concepts = frozenset(concept for concept in asked.concepts if not is_general(concept, view.vocabularies))
    wider = frozenset(
        concept for concept in lineage_of(concepts, view.vocabularies) if not is_general(concept, view.vocabularies)
    )
    for fact in view.facts:
        if fact.absent:
            continue
        if fact.lineage & concepts or fact.concepts & wider or (fact.words and fact.words <= asked.words):
            yield from fact.evidence
    for mention in view.mentions:
        assertion = mention.assertion
        if assertion.experiencer is not Experiencer.PATIENT or assertion.polarity is Polarity.NEGATED:
            continue
        if any(lineage(concept, view.vocabularies) & concepts or concept in wider for concept in mention.concept_ids):
            yield mention.span
    yield from _same_words(asked.words, view)
    yield from _signs(text.casefold(), view)
    yield from _initials(text, view)


def _same_words(words: frozenset[str], view: PatientView) -> Iterator[Evidence]:
    """A sentence with every word of what is asked ("DMD exon 51 deletion" for "deletion of exon 51")."""
    asked = frozenset(word for word in words if word not in empty_words())
    for sentence in view.sentences:
        if (
            len(asked) > 1
            and asked <= content_words(sentence.text)
            and not pattern("denying").search(sentence.text.casefold())
        ):
            yield sentence.span


def _initials(text: str, view: PatientView) -> Iterator[Evidence]:
    """An abbreviation that could stand for what is asked: "RA" where rheumatoid arthritis is."""
    letters = "".join(word[0] for word in re.findall(r"[A-Za-z]+", text) if word.casefold() not in empty_words())
    for start in range(max(len(letters) - 1, 0)):
        for end in range(start + 2, min(start + 5, len(letters)) + 1):
            short = letters[start:end].upper()
            for sentence in view.sentences:
                found = re.search(rf"(?<![\w/-]){short}(?![\w/-])", sentence.text)
                if found and not pattern("denying").search(sentence.text.casefold()[: found.start()]):
                    yield sentence.span


def _signs(words: str, view: PatientView) -> Iterator[Evidence]:
    """What betrays a condition without its name: an abnormal value, a treatment, shorthand."""
    for sign in signs():
        if not sign.asked.search(words):
            continue
        for fact in view.facts:
            if not fact.absent and fact.lineage & sign.findings:
                yield from fact.evidence
        for sentence in view.sentences:
            found = sign.stated.search(sentence.text.casefold()) if sign.stated else None
            if found and not pattern("denying").search(sentence.text.casefold()[: found.start()]):
                yield sentence.span
