"""The cited passages as what a sentence is held against: their sentences, the rules that each of these holds, and what a sentence rests on."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from osler.core.library import passage_sentences
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.basis import basis_of, other_bases
from osler.guidelines.checking.complements import complements_of
from osler.guidelines.checking.coverage import not_covered
from osler.guidelines.checking.homes import given_drugs, meant_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.readings import in_plain_words, readings_of
from osler.guidelines.checking.roles import Opinion
from osler.guidelines.checking.rules import Rules
from osler.guidelines.checking.soft_words import weight_of
from osler.guidelines.checking.statements import Named, Statement, claim_stems, read_statement

COVERED = 0.55
"""A sentence of whose content, by weight, less than this stands in its sources is not theirs."""
_CONDITION = re.compile(r"\b(?:when|whenever|if|until|once|while)\b", re.IGNORECASE)
_HEADING = 5
"""Words that a heading has at most."""


class SourceText(NamedTuple):
    """A passage with the headings it stands under, which say whom and what it is about."""

    id: str
    text: str
    context: str = ""
    grade: str = ""
    """The marks that its issuer gives it outside the text."""
    issuer: str = ""


class Evidence:
    """The cited passages as statements: their sentences, and the rules that each of these holds."""

    def __init__(self, cited: Sequence[SourceText], vocabularies: Vocabularies) -> None:
        self.cited, self.vocabularies = cited, vocabularies
        written = [[in_plain_words(one.text) for one in passage_sentences(source.text)] for source in cited]
        self.sentences = [[self._read(one) for one in passage] for passage in written]
        self._passages = [
            [self._read(text) for one in passage for text in (one, *readings_of(one), *complements_of(one))]
            for passage in written
        ]
        self._origins = {
            text: one
            for passage in written
            for one in passage
            for text in (*readings_of(one), *complements_of(one), one)
        }
        self._meant = {one.text: drugs for passage in self._passages for one, drugs in meant_drugs(passage)}
        self.every = [one for passage in self._passages for one in passage]
        above = " ".join(in_plain_words(source.context) for source in cited)
        self.opinion = Opinion(self.sentences, above, vocabularies)
        self._headings = [one.text for passage in self.sentences for one in itertools.takewhile(_is_heading, passage)]

    @property
    def ages(self) -> list[tuple[float | None, float | None]]:
        """The ages that the passages and their headings give."""
        above = [self._read(source.context) for source in self.cited if source.context]
        return [age for one in (*self.every, *above) for age in one.ages]

    def _read(self, text: str) -> Statement:
        return read_statement(text, self.vocabularies)

    def basis(self, said: Statement) -> list[Statement]:
        """What a sentence rests on."""
        return basis_of(said, self._passages, self._meant)

    def other_bases(self, said: Statement, basis: Sequence[Statement]) -> Iterable[list[Statement]]:
        """What a sentence may rest on as well."""
        return other_bases(said, basis, self._passages, self._meant, self._origins)

    def missing(self, said: Statement, basis: Sequence[Statement]) -> list[str]:
        """The words that no passage has, where they are too many for the sentence to be theirs."""
        missing = not_covered(_told_stems(said, basis), basis, self._context(said, basis), said, self.vocabularies)
        # A number that the sources give speaks for the sentence as a word does.
        met = sum(any(one.agrees(other) for source in basis for other in source.amounts) for one in said.amounts)
        met += sum(
            any(same_drug(one, other) for source in basis for other in source.named) for one in given_drugs(said)
        )
        # What the source has speaks for the sentence, whatever word it is; what it lacks doubts by what it claims.
        doubt = (
            len(missing) if _conditions(said.text) - _conditions(*(one.text for one in basis)) else weight_of(missing)
        )
        weight = len(said.stems) - len(missing) + doubt + met or 1
        return missing if doubt / weight > 1 - COVERED else []

    def rules(self, said: Statement, basis: Sequence[Statement], *, strictly: bool = False) -> Rules:
        """The rules on a sentence and what it rests on; `strictly`, without looking elsewhere for what is not there."""
        return Rules(
            said=said,
            basis=basis,
            written=[self._read(self._origins[one.text]) for one in basis],
            context=self._context(said, basis),
            every=self.every,
            sentences=self.sentences,
            grades=" ".join(source.grade for source in self.cited),
            vocabularies=self.vocabularies,
            opinion=None if strictly else self.opinion,
            basis_of_part=self.basis,
        )

    def _context(self, said: Statement, basis: Sequence[Statement]) -> str:
        """The headings, also those copied with the text, the drugs that "it" means, and who issued it where the sentence names a body."""
        taken = [drug.text for one in basis for drug in self._meant[one.text]]
        issuers = [source.issuer for source in self.cited] if lexicon().body.search(said.text) else []
        topic = [one.text for one in self._told_before(basis[0])] if basis else []
        return " ".join([*(source.context for source in self.cited), *self._headings, *taken, *topic, *issuers])

    def _told_before(self, head: Statement) -> list[Named]:
        """What a passage has named before a sentence that names no disease, and so goes on speaking of it."""
        if any(one.disease for one in head.named):
            return []
        origin = self._origins[head.text]
        for passage in self.sentences:
            before = list(itertools.takewhile(lambda one: one.text != origin, passage))
            if len(before) < len(passage):
                return [named for one in before for named in one.named if not named.drug]
        return []


def _told_stems(said: Statement, basis: Sequence[Statement]) -> Sequence[str]:
    """The words of a sentence, without those by which it only says as its source does that nobody knows, or that it is barred."""
    if said.stance not in {"unknown", "against"} or said.stance != basis[0].stance:
        return said.stems
    return claim_stems(lexicon().stances[said.stance].sub(" ", said.text))


def _conditions(*texts: str) -> set[str]:
    """The words with which some texts open a condition: what a sentence makes depend on something adds to its source."""
    return {word.lower() for text in texts for word in _CONDITION.findall(text)}


def _is_heading(one: Statement) -> bool:
    """Whether what opens a passage is a heading that was copied with it: "Asthma. Adults." """
    return len(one.text.split()) <= _HEADING and one.stance == "none" and not one.amounts and not one.conditions
