"""A question that asks several things, as its parts; each goes with what the others say it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from osler.core.terminology import SemanticType, Vocabularies
from osler.guidelines.checking.lexicon import any_of
from osler.guidelines.everyday import everyday_words
from osler.yaml_reader import packaged_yaml

_SENTENCE = re.compile(r"(?<=[?!;])\s*|(?<=[a-z0-9)])[.:]\s+(?=\S)", re.IGNORECASE)
_NAMED = {
    SemanticType.CONDITION,
    SemanticType.PHENOTYPE,
    SemanticType.MEDICATION,
    SemanticType.PROCEDURE,
    SemanticType.LAB_VALUE,
    SemanticType.BIOMARKER,
}
ACRONYM = re.compile(r"\b[A-Z][A-Z0-9]{1,6}\b")
"""A word in capitals is a name, whether a vocabulary knows it or not."""


class Part(NamedTuple):
    """One thing that is asked, in the question's words, and the same with what it is about where it does not say so."""

    asked: str
    about: str


class _Rules(NamedTuple):
    opens: re.Pattern[str]
    parting: re.Pattern[str]


def parts_of(question: str, vocabularies: Vocabularies) -> list[Part]:
    """The parts of a question in their order; a question that asks one thing is its only part."""
    pieces = [piece for sentence in _SENTENCE.split(question) for piece in _rules().parting.split(sentence)]
    pieces = [" ".join(piece.split()) for piece in pieces if piece and re.search(r"\w", piece)]
    asked = [piece for piece in pieces if piece.endswith("?") or _rules().opens.search(piece)]
    if len(pieces) < 2 or not asked:
        return [Part(question, question)]
    return [
        Part(piece, _about(piece, [one for one in pieces if one != piece], asked, question, vocabularies))
        for piece in asked
    ]


def _about(piece: str, others: Sequence[str], asked: Sequence[str], question: str, vocabularies: Vocabularies) -> str:
    """A part with what it is about: what the question tells beside its parts, or else the subject of the other parts."""
    if (_names(piece, vocabularies) or everyday_words(piece) or ACRONYM.search(piece)) and not _only_a_class(
        piece, vocabularies
    ):
        return piece
    told = " ".join(one for one in others if one not in asked)
    if len(asked) == 1:
        return question
    subject = told if _names(told, vocabularies) else _subject(" ".join(others), vocabularies)
    return f"{piece} {subject}" if subject else question


def _only_a_class(piece: str, vocabularies: Vocabularies) -> bool:
    """Whether a part names a class of drugs and nothing else: "what antibiotic?" asks about what the rest tells."""
    matches = vocabularies.find(piece)
    return bool(matches) and all(any(_is_class(one, vocabularies) for one in match.concept_ids) for match in matches)


def _is_class(concept_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept is a class of drugs: it has members, and is none of the drugs that DrugBank lists one by one."""
    above = vocabularies.hierarchy
    own = any(one.startswith("DRUGBANK:") for one in above.same(concept_id))
    return not own and bool(above.members_of(concept_id))


def _subject(text: str, vocabularies: Vocabularies) -> str:
    """What a text is about: the conditions that it names, or else whatever it names."""
    names = _names(text, vocabularies)
    conditions = [words for words, kinds in names if SemanticType.MEDICATION not in kinds]
    return " ".join(conditions or [words for words, _ in names])


def _names(text: str, vocabularies: Vocabularies) -> list[tuple[str, set[SemanticType]]]:
    known = vocabularies.names
    found = []
    for match in known.find(text):
        kinds = {concept.semantic_type for one in match.concept_ids[:3] if (concept := known.concept(one))}
        if kinds & _NAMED:
            found.append((text[match.start : match.end], kinds))
    return found


@cache
def _rules() -> _Rules:
    table = packaged_yaml("osler.guidelines", "parts.yml")
    opens = any_of(table["opens"])
    return _Rules(opens, re.compile(rf"(?:{table['joins']})(?={opens.pattern})", re.IGNORECASE))
