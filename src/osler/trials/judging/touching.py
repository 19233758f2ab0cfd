"""Whether anything in a record or its notes touches what a criterion asks: then nobody may assume that it is absent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from osler.core.criteria import Expression, Finding, Unparsed, atoms
from osler.core.evidence import Evidence
from osler.core.language import Experiencer, Polarity, assert_mention
from osler.core.terminology import SemanticType, Vocabularies, drug_classes
from osler.trials.judging.asked.trees import text_of
from osler.trials.judging.cancers.oncology import PROTEIN_CHANGE
from osler.trials.judging.diseases.groups import disease_groups, names_member
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.reader_names import read_names
from osler.trials.judging.rules import Sign, common_words, empty_words, pattern, signs
from osler.trials.judging.view import PatientView
from osler.trials.judging.words import content_words
from osler.trials.kinship import is_general, lineage

_WORD = re.compile(r"[^\W_]+")
_ENDING = 3
"""Letters by which forms of one word may differ at the end: bleeding, bleeds."""
_STEM = 5
"""The letters that forms of one word have in common at least."""
_REMARK = 2
"""So many words in a bracket that name nothing are a remark: "(washout)", "(run-in phase)"."""
_SHARE = 0.5
"""The share of the telling words of a phrase that a sentence must have to touch it."""


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
        shared = fact.words & asked.words - empty_words()
        if (
            fact.lineage & concepts
            or fact.concepts & wider
            or (shared and (fact.words <= asked.words or len(shared) > 1))
        ):
            yield from fact.evidence
    for mention in view.mentions:
        assertion = mention.assertion
        if assertion.experiencer is not Experiencer.PATIENT or assertion.polarity is Polarity.NEGATED:
            continue
        akin = any(lineage(one, view.vocabularies) & concepts or one in wider for one in mention.concept_ids)
        if akin or read_names(text, view.vocabularies).intersection(mention.concept_ids):
            yield mention.span
    yield from _same_words(asked.words, view)
    yield from _telling_words(text, view)
    yield from _members(text.casefold(), view)
    yield from _of_unknown_class(text, view)
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


def defines(meaning: Expression, vocabularies: Vocabularies) -> bool:
    """Whether a bracket can say what a term means: it names something, has a value, or describes at some length."""
    return any(
        not isinstance(atom, Finding | Unparsed) or _says(text_of(atom), vocabularies) for atom in atoms(meaning)
    )


def _says(text: str, vocabularies: Vocabularies) -> bool:
    asked = named(text, vocabularies)
    if any(PROTEIN_CHANGE.fullmatch(word.casefold()) for word in text.split()):
        return True
    return bool(asked.concepts or read_names(text, vocabularies) or len(_telling(asked.words)) > _REMARK)


def _telling(words: frozenset[str]) -> list[str]:
    return [word for word in words if word not in empty_words() and word not in common_words()]


def _telling_words(text: str, view: PatientView) -> Iterator[Evidence]:
    """A sentence with the words that tell what is asked from other things, where the vocabularies do not know it.

    Their denial tells nothing, unless the want of something is asked for ("unable to swallow").
    """
    asked = named(text, view.vocabularies)
    telling = _telling(asked.words)
    if asked.concepts or not telling:
        return
    lacking = pattern("wanting").search(text.casefold())
    for sentence in view.sentences:
        told: set[str] = set()
        for word in _WORD.finditer(sentence.text):
            shared = {one for one in telling for other in content_words(word[0]) if same_word(one, other)}
            said = assert_mention(sentence.text, *word.span()) if shared else None
            if said and said.experiencer is Experiencer.PATIENT and (lacking or said.polarity is not Polarity.NEGATED):
                told |= shared
        if len(told) >= _SHARE * len(telling):
            yield sentence.span


def same_word(one: str, other: str) -> bool:
    """Whether two words are one or forms of one."""
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return one == other or alike >= max(_STEM, min(len(one), len(other)) - _ENDING)


def _members(words: str, view: PatientView) -> Iterator[Evidence]:
    """A sentence that names a medicine or a disease of the group that is asked for."""
    members = [one for group in disease_groups() if group.says.search(words) for one in group.members]
    for sentence in view.sentences:
        said = sentence.text.casefold()
        if pattern("denying").search(said):
            continue
        if names_member(words, sentence) or any(re.search(rf"\b{re.escape(one)}\b", said) for one in members):
            yield sentence.span


def _of_unknown_class(text: str, view: PatientView) -> Iterator[Evidence]:
    """Every medicine of the record, where a class is asked for of which no member is known here ("anti-VEGF treatment")."""
    words = text.casefold()
    known = any(one.says.search(words) for one in drug_classes())
    if known or not pattern("medicine_class").search(words):
        return
    if SemanticType.MEDICATION in named(text, view.vocabularies).kinds:
        return
    for fact in view.facts:
        if fact.kind == "medication" and fact.present:
            yield from fact.evidence


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


@lru_cache(maxsize=20_000)
def _asked_in(words: str) -> tuple[Sign, ...]:
    return tuple(sign for sign in signs() if sign.asked.search(words))


def _signs(words: str, view: PatientView) -> Iterator[Evidence]:
    """What betrays a condition without its name: an abnormal value, a treatment, shorthand."""
    for sign in _asked_in(words):
        for fact in view.facts:
            if not fact.absent and fact.lineage & sign.findings:
                yield from fact.evidence
        for sentence in view.sentences:
            found = sign.stated.search(sentence.text.casefold()) if sign.stated else None
            if found and not pattern("denying").search(sentence.text.casefold()[: found.start()]):
                yield sentence.span
