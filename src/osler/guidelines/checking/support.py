"""The check of a sentence against the passages that it cites: every difference that changes its meaning is a fault."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from osler.core.library import passage_sentences
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.abbreviations import in_full, spelled_out
from osler.guidelines.checking.arms import arms
from osler.guidelines.checking.asserted import asserted_beyond
from osler.guidelines.checking.bare_ages import with_ages_of, with_spans_of
from osler.guidelines.checking.basis import basis_of, other_bases
from osler.guidelines.checking.complements import complements_of
from osler.guidelines.checking.coverage import as_written, not_covered, uncovered
from osler.guidelines.checking.faults import Fault, FaultKind
from osler.guidelines.checking.homes import given_drugs, meant_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.own_values import with_own_values
from osler.guidelines.checking.propositions import propositions
from osler.guidelines.checking.readings import in_plain_words, readings_of
from osler.guidelines.checking.roles import Opinion, contrary_faults
from osler.guidelines.checking.rules import Rules
from osler.guidelines.checking.soft_words import weight_of
from osler.guidelines.checking.statements import Named, Statement, claim_stems, read_statement
from osler.guidelines.checking.tables import with_rows

_COVERED = 0.55
"""A sentence of whose content, by weight, less than this stands in its sources is not theirs."""
_CONDITION = re.compile(r"\b(?:when|whenever|if|until|once|while)\b", re.IGNORECASE)
_DEPTH = 3
"""How often a sentence is parted again."""
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


def check_sentence(
    sentence: str, cited: Sequence[SourceText], vocabularies: Vocabularies, *, patient: Sequence[str] | None = None
) -> list[Fault]:
    """What is wrong with a sentence, given the passages that it cites; nothing, where it says what they say.

    `patient` is what is known of the patient whom the sentence speaks of, in words: the values that it gives as theirs are
    among these. Where it is None, nobody is asked about, and any value may be somebody's.
    """
    if not cited:
        return [Fault("citation", "the sentence cites nothing that is there")]
    if _is_verbatim(sentence, cited):
        return []
    cited = [source._replace(text=with_rows(source.text)) if "|" in source.text else source for source in cited]
    sentence, texts = in_full(sentence, [source.text for source in cited])
    cited = [source._replace(text=text) for source, text in zip(cited, texts, strict=True)]
    sources = [in_plain_words(f"{one.issuer} {one.context} {one.text}") for one in cited]
    if beyond := asserted_beyond(in_plain_words(sentence), sources):
        return [Fault("unsupported", f"the cited passages do not say {beyond}")]
    evidence = _Evidence(cited, vocabularies)
    told = in_plain_words(spelled_out(sentence, [f"{source.context} {source.text}" for source in cited]))
    told = with_spans_of(told, evidence.ages)
    own = with_own_values(told, [in_plain_words(source.text) for source in cited], evidence.ages, patient)
    if own.wrong:
        return [Fault("number", own.wrong)]
    told = with_ages_of(own.text, evidence.ages, [source.text for source in cited])
    faults = _faults(told, sentence, evidence, vocabularies)
    if faults and _holds_in_parts(told, faults, sentence, evidence, vocabularies):
        faults = []
    faults = faults or list(contrary_faults(read_statement(told, vocabularies), evidence.opinion, vocabularies))
    return [Fault(kind, message) for kind, message in faults]


def _holds_in_parts(
    told: str,
    faults: Sequence[tuple[FaultKind, str]],
    sentence: str,
    evidence: _Evidence,
    vocabularies: Vocabularies,
    depth: int = _DEPTH,
) -> bool:
    """Whether what joins several propositions is as good as each of them, in one of the ways that it can be read."""
    # What a wrong "and" joins is not mended by parting it.
    if not depth or _is_joint(faults):
        return False

    def holds(text: str) -> bool:
        found = _faults(text, sentence, evidence, vocabularies)
        return not found or _holds_in_parts(text, found, sentence, evidence, vocabularies, depth - 1)

    ways = [parts for parts in (propositions(told, vocabularies), *arms(told, vocabularies)) if parts]
    return any(all(any(holds(one) for one in part) for part in parts) for parts in ways)


def _is_joint(faults: Sequence[tuple[FaultKind, str]]) -> bool:
    return any(kind == "joint" for kind, _ in faults)


def _faults(
    told: str, sentence: str, evidence: _Evidence, vocabularies: Vocabularies
) -> Sequence[tuple[FaultKind, str]]:
    """What is wrong with what is told, which is a sentence or a part of it."""
    said = read_statement(told, vocabularies)
    basis = evidence.basis(said)
    if not basis:
        return [("unsupported", "no cited passage speaks of this")]
    missing = evidence.missing(said, basis)
    if missing and not evidence.opinion.has("words", said):
        return [("unsupported", f"the cited passages do not say: {', '.join(as_written(missing[:6], sentence))}")]
    found = evidence.faults(said, basis)
    # What a wrong "and" joins is not mended by another source sentence.
    for other in evidence.other_bases(said, basis) if found and not _is_joint(found) else ():
        if not evidence.missing(said, other) and not evidence.faults(said, other, strictly=True):
            return []
    return found


class _Evidence:
    """The cited passages as statements: their sentences, and the rules that each of these holds."""

    def __init__(self, cited: Sequence[SourceText], vocabularies: Vocabularies) -> None:
        self._cited, self._vocabularies = cited, vocabularies
        written = [[in_plain_words(one.text) for one in passage_sentences(source.text)] for source in cited]
        self._sentences = [[self._read(one) for one in passage] for passage in written]
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
        self._every = [one for passage in self._passages for one in passage]
        above = " ".join(in_plain_words(source.context) for source in cited)
        self.opinion = Opinion(self._sentences, above, vocabularies)
        self._headings = [one.text for passage in self._sentences for one in itertools.takewhile(_is_heading, passage)]

    @property
    def ages(self) -> list[tuple[float | None, float | None]]:
        """The ages that the passages and their headings give."""
        above = [self._read(source.context) for source in self._cited if source.context]
        return [age for one in (*self._every, *above) for age in one.ages]

    def _read(self, text: str) -> Statement:
        return read_statement(text, self._vocabularies)

    def basis(self, said: Statement) -> list[Statement]:
        """What a sentence rests on."""
        return basis_of(said, self._passages, self._meant)

    def other_bases(self, said: Statement, basis: Sequence[Statement]) -> Iterable[list[Statement]]:
        """What a sentence may rest on as well."""
        return other_bases(said, basis, self._passages, self._meant, self._origins)

    def missing(self, said: Statement, basis: Sequence[Statement]) -> list[str]:
        """The words that no passage has, where they are too many for the sentence to be theirs."""
        missing = not_covered(_told_stems(said, basis), basis, self._context(said, basis), said, self._vocabularies)
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
        return missing if doubt / weight > 1 - _COVERED else []

    def faults(
        self, said: Statement, basis: Sequence[Statement], *, strictly: bool = False
    ) -> list[tuple[FaultKind, str]]:
        """Every difference between a sentence and what it rests on; `strictly`, without looking elsewhere for what is not there."""
        rules = Rules(
            said=said,
            basis=basis,
            written=[self._read(self._origins[one.text]) for one in basis],
            context=self._context(said, basis),
            every=self._every,
            sentences=self._sentences,
            grades=" ".join(source.grade for source in self._cited),
            vocabularies=self._vocabularies,
            opinion=None if strictly else self.opinion,
            basis_of_part=self.basis,
        )
        return rules.faults()

    def _context(self, said: Statement, basis: Sequence[Statement]) -> str:
        """The headings, also those copied with the text, the drugs that "it" means, and who issued it where the sentence names a body."""
        taken = [drug.text for one in basis for drug in self._meant[one.text]]
        issuers = [source.issuer for source in self._cited] if lexicon().body.search(said.text) else []
        topic = [one.text for one in self._told_before(basis[0])] if basis else []
        return " ".join([*(source.context for source in self._cited), *self._headings, *taken, *topic, *issuers])

    def _told_before(self, head: Statement) -> list[Named]:
        """What a passage has named before a sentence that names no disease, and so goes on speaking of it."""
        if any(one.disease for one in head.named):
            return []
        origin = self._origins[head.text]
        for passage in self._sentences:
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


def _is_verbatim(sentence: str, cited: Sequence[SourceText]) -> bool:
    """Whether a sentence is one or more whole sentences of a passage: what a source says itself needs no comparison."""
    wanted = {" ".join(one.text.split()) for one in passage_sentences(sentence)} or {" ".join(sentence.split())}
    return any(wanted <= {" ".join(one.text.split()) for one in passage_sentences(source.text)} for source in cited)


def is_on_the_same(sentence: str, passage: str, vocabularies: Vocabularies) -> bool:
    """Whether a sentence of a passage speaks of a drug of another sentence, or where that names none, of most of it."""
    said = read_statement(sentence, vocabularies)
    drugs, words = given_drugs(said), set(said.stems)
    for one in (read_statement(part.text, vocabularies) for part in passage_sentences(passage)):
        if drugs and any(same_drug(drug, other) for drug in drugs for other in given_drugs(one)):
            return True
        if not drugs and len(uncovered(words, one)) <= (1 - _COVERED) * len(words):
            return True
    return False
