"""The check of a sentence against the passages that it cites: every difference that changes its meaning is a fault."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from osler.core.library import passage_sentences
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.abbreviations import in_full, spelled_out
from osler.guidelines.checking.added import added_faults
from osler.guidelines.checking.advice import aged_faults, negation_faults, strength_faults, turned_doubts
from osler.guidelines.checking.anchored import anchored_faults
from osler.guidelines.checking.arms import arms
from osler.guidelines.checking.asserted import asserted_beyond, stated_faults
from osler.guidelines.checking.bare_ages import with_ages_of, with_spans_of
from osler.guidelines.checking.basis import basis_of, other_bases
from osler.guidelines.checking.bonds import beside_faults, bond_doubts, bond_faults, reason_faults
from osler.guidelines.checking.branches import own_branches
from osler.guidelines.checking.columns import column_faults
from osler.guidelines.checking.complements import complements_of
from osler.guidelines.checking.conditions import condition_faults, needless_conditions, turned_conditions
from osler.guidelines.checking.conjuncts import conjunct_faults
from osler.guidelines.checking.counts import count_faults
from osler.guidelines.checking.coverage import as_written, not_covered, uncovered
from osler.guidelines.checking.distance import distance_faults
from osler.guidelines.checking.doses import missing_numbers, number_faults
from osler.guidelines.checking.exchanged import exchange_faults
from osler.guidelines.checking.faults import Check, Fault, FaultKind
from osler.guidelines.checking.going_on import going_on_faults, own_dose_faults
from osler.guidelines.checking.homes import given_drugs, meant_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.marks import body_faults, mark_faults
from osler.guidelines.checking.modifiers import modifier_faults
from osler.guidelines.checking.names import kin_doubts, missing_names, name_faults, swap_faults
from osler.guidelines.checking.nearly import nearly_faults
from osler.guidelines.checking.otherwise import is_said_otherwise
from osler.guidelines.checking.own_values import with_own_values
from osler.guidelines.checking.people import dosed_people_faults, people_doubts, people_faults, whose_drug_faults
from osler.guidelines.checking.polarity import polarity_faults
from osler.guidelines.checking.propositions import propositions
from osler.guidelines.checking.readings import in_plain_words, readings_of
from osler.guidelines.checking.rivals import deed_doubts, rival_doubts, rival_faults
from osler.guidelines.checking.roles import Opinion, Role, contrary_faults
from osler.guidelines.checking.scope import edge_doubts, order_faults, scope_faults
from osler.guidelines.checking.soft_words import weight_of
from osler.guidelines.checking.statements import Named, Statement, claim_stems, read_statement
from osler.guidelines.checking.tables import with_rows
from osler.guidelines.checking.together import together_doubts, together_faults
from osler.guidelines.checking.widening import joint_faults, narrowed_faults

Faults = list[tuple[FaultKind, str]]

_COVERED = 0.55
"""A sentence of whose content, by weight, less than this stands in its sources is not theirs."""
_CONDITION = re.compile(r"\b(?:when|whenever|if|until|once|while)\b", re.IGNORECASE)
_CHECKS: tuple[tuple[Check, Role], ...] = (
    (name_faults, "contraries"),
    (number_faults, ""),
    (count_faults, ""),
    (people_faults, "people"),
    (condition_faults, "conditions"),
    (scope_faults, ""),
    (modifier_faults, ""),
    (anchored_faults, ""),
    (distance_faults, ""),
    (stated_faults, "words"),
    (added_faults, ""),
)
_OF: dict[Role, frozenset[FaultKind]] = {
    "amounts": frozenset({"number"}),
    "names": frozenset({"name"}),
    "words": frozenset({"unsupported"}),
    "sides": frozenset({"negation", "name"}),
    "denials": frozenset({"negation"}),
    "contraries": frozenset({"opposite"}),
    "strengths": frozenset({"strength"}),
    "people": frozenset({"population"}),
    "conditions": frozenset({"condition"}),
}
"""The kinds of fault that are about each role."""
"""The rules, each with the role in which what it finds must differ from everything that is cited."""


_DEPTH = 3
"""How often a sentence is parted again."""
_HEADING = 5
"""Words that a heading has at most."""
_OWN_WORDS = 0.85
"""From this share on a sentence repeats the words of its source; below it, where they stand tells little."""
_PARTS = re.compile(
    r";\s+|,? (?:and|but) (?=(?:never|not)\b)|, (?:and|but|while|whereas) (?=(?:[\w-]+ ){1,3}(?:should|must|may|is|are)\b)",
    re.IGNORECASE,
)
"""Where a sentence goes on to advise something else: each part is held against the source sentence that it rests on."""


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
        opinion = None if strictly else self.opinion
        context, vocabularies, every = self._context(said, basis), self._vocabularies, self._every
        written = [self._read(self._origins[one.text]) for one in basis]
        repeats = _repeats(said, basis)

        def sifted(role: Role, faults: Iterable[tuple[FaultKind, str]], part: Statement = said) -> Faults:
            # In a source's own words a rule sees what was changed; in others only what is so in all that is cited counts.
            kept = list(faults)
            settled = kept and opinion and not repeats and opinion.has(role, part)
            return [fault for fault in kept if fault[0] not in _OF[role]] if settled else kept

        found = [fault for check, role in _CHECKS for fault in sifted(role, check(said, basis, context, vocabularies))]
        found += self._missing(said, basis, context, opinion)
        doubts = [
            list(swap_faults(said, basis, context, vocabularies)),
            list(nearly_faults(said, basis, every, context, vocabularies)),
            sifted("amounts", sifted("sides", bond_faults(said, basis, every, context, vocabularies))),
            sifted("sides", bond_doubts(said, basis, context, vocabularies)),
            list(edge_doubts(said, basis, context, vocabularies)),
            sifted("amounts", together_doubts(said, every, vocabularies)),
            list(joint_faults(said, basis, context, vocabularies)),
            list(narrowed_faults(said, basis, context, vocabularies)),
            sifted("conditions", turned_conditions(said, basis, vocabularies)),
            list(reason_faults(said, basis, vocabularies)),
            sifted("names", kin_doubts(said, basis, context, vocabularies)),
            [
                *sifted("sides", deed_doubts(said, written[0], basis, context, vocabularies)),
                *rival_doubts(said, written[0], basis, context, vocabularies),
            ],
            sifted("people", people_doubts(said, basis, context, vocabularies)),
            sifted("conditions", conjunct_faults(said, basis[0], vocabularies)),
            list(going_on_faults(said, written[0], self._sentences, context, vocabularies)),
        ]
        for part in [self._read(text) for text in _PARTS.split(said.text) if text.strip()]:
            own = (self.basis(part) if part.text != said.text else []) or basis
            found += self._advice(part, own, context, opinion)
            turned_round = list(turned_doubts(part, own, vocabularies))
            doubts.append([] if turned_round and opinion and opinion.has("sides", part) else turned_round)
            turned = sifted("denials", polarity_faults(part, own, every, context, vocabularies), part)
            # Advice for what is denied is sure; of two that advise against, the places of their words tell little.
            doubts.append([] if part.stance == "for" else turned)
            found += turned if part.stance == "for" else []
        found += [
            *sifted(
                "people",
                dosed_people_faults(
                    said, own_branches(said, basis[0], vocabularies), written[0], every, context, vocabularies
                ),
            ),
            *whose_drug_faults(said, every, vocabularies),
            *order_faults(said, written[0]),
            *exchange_faults(said, written[0], basis, context),
            *rival_faults(said, written[0], basis, context, vocabularies),
            *own_dose_faults(said, every, vocabularies),
            *aged_faults(said, every, vocabularies),
            *sifted("contraries", together_faults(said, every, vocabularies)),
            *needless_conditions(said, basis, vocabularies),
            *column_faults(said, basis[0], vocabularies),
            *mark_faults(said, written, self._sentences, " ".join(source.grade for source in self._cited)),
            *body_faults(said, basis, context),
            *beside_faults(said, every, context, vocabularies),
        ]
        every_fault = [*found, *(fault for one in doubts for fault in one)]
        if any(kind == "condition" for kind, _ in every_fault) and is_said_otherwise(
            said, basis, context, vocabularies
        ):
            found = _without_conditions(found)
            doubts = [_without_conditions(one) for one in doubts]
        # What rests on the places of words is sure where they are the source's own, or where two rules agree.
        doubts = [one for one in doubts if one]
        sure = found or len(doubts) > 1 or repeats
        return [*found, *(fault for one in doubts for fault in one if sure)]

    def _missing(
        self, said: Statement, basis: Sequence[Statement], context: str, opinion: Opinion | None
    ) -> list[tuple[FaultKind, str]]:
        """Numbers and names that neither what a sentence rests on has nor anything else that is cited."""
        numbers = list(missing_numbers(said, basis, context, self._vocabularies))
        names = list(missing_names(said, basis, context, self._vocabularies))
        return [
            *(numbers if numbers and not (opinion and opinion.has("amounts", said)) else ()),
            *(names if names and not (opinion and opinion.has("names", said)) else ()),
        ]

    def _advice(
        self, part: Statement, own: Sequence[Statement], context: str, opinion: Opinion | None
    ) -> list[tuple[FaultKind, str]]:
        """What a part advises otherwise than what it rests on, and than all that it repeats."""
        sides = list(negation_faults(part, own, context, self._vocabularies))
        strengths = list(strength_faults(part, own, context, self._vocabularies))
        return [
            *(sides if sides and not (opinion and opinion.has("sides", part)) else ()),
            *(strengths if strengths and not (opinion and opinion.has("strengths", part)) else ()),
        ]

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


def _without_conditions(found: Sequence[tuple[FaultKind, str]]) -> list[tuple[FaultKind, str]]:
    return [fault for fault in found if fault[0] != "condition"]


def _repeats(said: Statement, basis: Sequence[Statement]) -> bool:
    """Whether a sentence is made of its source's own words, so that their places can be compared."""
    there = {stem for one in basis for stem in one.stems}
    # "Above" and "below" belong to the numbers.
    words = [stem for stem in said.stems if stem not in lexicon().opposites]
    return sum(stem in there for stem in words) >= _OWN_WORDS * len(words)


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
