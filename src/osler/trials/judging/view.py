"""A patient as criteria look at one: facts by concept, numbered sentences, and what the notes state about everything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import chain
from typing import Any, Literal, NamedTuple

from osler.core.criteria import PatientFacts, rests
from osler.core.evidence import Evidence, Span
from osler.core.language import Assertion, Mention, TimeExpression, assert_mention, time_expressions
from osler.core.patient import PatientRecord, Presence, Status, general_denials, reading_of
from osler.core.patient.types import Allergy, Biomarker, Fact, Medication, Procedure, Sex, latest_day
from osler.core.terminology import Vocabularies
from osler.needed_words import may_match, searchable
from osler.trials.judging.cancers.sited_tumours import with_sited_tumours
from osler.trials.judging.denied.closed_lists import closed_lists
from osler.trials.judging.denied.denied_classes import DeniedClass, denied_classes
from osler.trials.judging.denied.denied_lists import DeniedPhrase, denied_phrases
from osler.trials.judging.denied.denied_systems import denied_systems
from osler.trials.judging.denied.not_had import with_treatments_as_told
from osler.trials.judging.denied.restated import with_restated
from osler.trials.judging.medicines.medicine_times import with_medicine_times
from osler.trials.judging.orders import without_orders
from osler.trials.judging.own_times import with_own_times
from osler.trials.judging.people.attitudes import attitudes
from osler.trials.judging.rules import pattern, rules, told_together
from osler.trials.judging.told_spans import with_told_spans
from osler.trials.judging.words import content_words
from osler.trials.kinship import concepts_in, lineage

_NOT_DONE = frozenset({Status.NOT_DONE, Status.CANCELLED, Status.MISSED})
_OVER = frozenset({Status.RESOLVED, Status.INACTIVE, Status.REMISSION, Status.STOPPED})

_DENIED = {"past_medical_history": "conditions", "medications": "medications", "allergies": "allergies",
           "surgical_history": "surgery"}  # fmt: skip
"""What a general denial of a note says that there is none of; who is "otherwise well" is not said to have no disease, but none that nobody calls health."""

FactKind = Literal["condition", "medication", "procedure", "allergy"]


class NumberedSentence(NamedTuple):
    """A sentence of the notes, as models and people are shown it."""

    number: int
    source_id: str
    start: int
    end: int
    text: str

    @property
    def span(self) -> Span:
        """The sentence as evidence."""
        return Span(source_id=self.source_id, start=self.start, end=self.end, quote=self.text)


@dataclass(frozen=True)
class KnownFact:
    """A fact with the concepts that it is and those that it is a kind of."""

    label: str
    kind: FactKind
    present: bool
    absent: bool
    over: bool
    concepts: frozenset[str]
    lineage: frozenset[str]
    words: frozenset[str]
    evidence: tuple[Evidence, ...]
    is_marker: bool = False
    """Whether it is the result of a test for a marker of a tumour, which is neither a disease nor a treatment."""


@dataclass(frozen=True)
class Statement:
    """That a note says something of a whole kind: consent given, no medications."""

    kind: str
    holds: bool
    sentence: NumberedSentence
    save: str = ""
    """What it leaves out: "no operations apart from a hysterectomy"."""


@dataclass
class PatientView:
    """Everything a judgement asks of a patient, worked out once."""

    record: PatientRecord
    vocabularies: Vocabularies
    on: date | None = None
    given_sentences: list[NumberedSentence] = field(default_factory=list)
    """The numbering to use where the caller has one of its own."""
    asked_before: dict[tuple[str, bool], Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The facts that were found for a name, with or without those that are over; one criterion asks for them many times."""

    def __post_init__(self) -> None:
        kept = with_restated(without_orders(self.record, self.vocabularies), self.vocabularies)
        told = with_medicine_times(with_treatments_as_told(kept, self.vocabularies), self.vocabularies)
        told = with_told_spans(told, self.vocabularies)
        self.record = with_own_times(with_sited_tumours(told, self.vocabularies), self.vocabularies)

    @cached_property
    def sentences(self) -> list[NumberedSentence]:
        """The sentences of all notes, numbered through."""
        if self.given_sentences:
            return self.given_sentences
        found: list[NumberedSentence] = []
        for document in self.record.documents:
            for sentence in reading_of(document, self.vocabularies).sentences:
                text = document.text[sentence.start : sentence.end]
                found.append(NumberedSentence(len(found), document.id, sentence.start, sentence.end, text))
        return found

    @cached_property
    def mentions(self) -> list[Mention]:
        """Every concept that the notes name, with what they say of it."""
        return [
            mention
            for document in self.record.documents
            for mention in reading_of(document, self.vocabularies).mentions
        ]

    @cached_property
    def facts(self) -> list[KnownFact]:
        """Conditions, findings, medicines, procedures and allergies of the patient, and the kinds of disease that are denied as a whole."""
        own = [
            _known(fact, self.vocabularies) for fact in _own_facts(self.record) if not self.indexed.narrow_denial(fact)
        ]
        return [*own, *self._of_denied_systems(own)]

    def _of_denied_systems(self, own: Sequence[KnownFact]) -> Iterator[KnownFact]:
        """The diseases of a part of the body with which nothing is said to be the matter, unless the record has one of them."""
        for denied in denied_systems(self.record.documents, self.denied_phrases, self.vocabularies):
            for name in denied.kinds:
                kinds = frozenset(concepts_in(name, self.vocabularies))
                if kinds and not any(fact.present and fact.lineage & kinds for fact in own):
                    yield KnownFact(
                        label=denied.evidence.quote, kind="condition", present=False, absent=True, over=False,
                        concepts=kinds, lineage=kinds, words=content_words(name),
                        evidence=(denied.evidence,),
                    )  # fmt: skip

    @cached_property
    def other_denials(self) -> list[KnownFact]:
        """What the record denies of other diseases than those that it has: "no other malignancy"."""
        return [_known(fact, self.vocabularies) for fact in _own_facts(self.record) if self.indexed.denies_others(fact)]

    def facts_told_in(self, evidence: Iterable[Evidence]) -> list[KnownFact]:
        """The facts that rest on one of some places."""
        places = {place for item in set(evidence) for place in self._facts_by_evidence.get(item, ())}
        return [self.facts[place] for place in sorted(places)]

    @cached_property
    def _facts_by_evidence(self) -> dict[Evidence, list[int]]:
        index: dict[Evidence, list[int]] = {}
        for place, fact in enumerate(self.facts):
            for item in fact.evidence:
                index.setdefault(item, []).append(place)
        return index

    @cached_property
    def measured(self) -> frozenset[Evidence]:
        """Where the record tells what was measured."""
        return frozenset(item for one in self.record.observations for item in one.evidence)

    @cached_property
    def denied_classes(self) -> list[DeniedClass]:
        """The classes of medicines that the notes deny as a whole."""
        return list(denied_classes(self.record.documents, self.vocabularies))

    @cached_property
    def denied_phrases(self) -> list[DeniedPhrase]:
        """The things that the notes deny in phrases of their own."""
        return list(denied_phrases(self.record.documents, self.vocabularies))

    @cached_property
    def indexed(self) -> PatientFacts:
        """The facts as evaluation asks for them."""
        return PatientFacts(self.record, self.vocabularies)

    @cached_property
    def statements(self) -> list[Statement]:
        """What the notes say about agreement, and what they deny as a whole."""
        return list(self._statements())

    def stated(self, kind: str) -> Statement | None:
        """The last statement of a kind: a note comes to its point at the end."""
        return next((statement for statement in reversed(self.statements) if statement.kind == kind), None)

    def _statements(self) -> Iterator[Statement]:
        for sentence in self.sentences:
            words = sentence.text.casefold()
            # To want no biopsy is not to want no study.
            of_study = pattern("agreement", "elsewhere").sub(" ", words)
            low = searchable(of_study)
            for kind in ("capacity", "consent", "compliance", "practical"):
                if _says(low, of_study, "agreement", kind, "denied"):
                    yield Statement(kind, False, sentence)
                elif _says(low, of_study, "agreement", kind, "stated") or _told_together(kind, of_study):
                    yield Statement(kind, True, sentence)
            yield from self._attitudes(sentence, of_study)
            # What stands in the sentence is all there is: nothing else of the kind.
            yield from (Statement(f"no {kind}", True, sentence, sentence.text) for kind in closed_lists(sentence.text))
            if pattern("listed", "medications").search(words):
                yield Statement("list of medicines", True, sentence)
            for denial in general_denials(sentence.text):
                said = words[denial.start : denial.end]
                saved = pattern("denied_save").match(words[denial.end :])
                save = sentence.text[denial.end + saved.end() :] if saved and len(words) == len(sentence.text) else ""
                if denial.of == "medications" and not pattern("all_medicines").fullmatch(said):
                    # Who takes no immunosuppressive drugs takes others.
                    continue
                if denial.of == "past_medical_history" and pattern("of_today_only").match(said):
                    continue
                if denial.of == "allergies" and (kinds := _kinds_of_allergy(said)):
                    yield from (Statement(f"no {kind} allergies", True, sentence, save) for kind in kinds)
                elif denial.of == "otherwise_healthy":
                    yield Statement("health", True, sentence, save)
                elif denial.of in _DENIED:
                    yield Statement(f"no {_DENIED[denial.of]}", True, sentence, save)

    def _attitudes(self, sentence: NumberedSentence, of_study: str) -> Iterator[Statement]:
        """What the patient, or who decides for them, wants of the study; whose visits are refused need not refuse the study."""
        for one in attitudes(of_study, self.sex):
            if one.thing == "visits":
                if one.own:
                    yield Statement("compliance", one.wants, sentence)
            elif one.wants and not one.done:
                yield Statement(f"{'' if one.own else 'others '}willing for {one.thing}", True, sentence)
            else:
                yield Statement(
                    f"{'' if one.own else 'others '}{'signed' if one.wants else 'refused'}", one.wants, sentence
                )

    @property
    def day(self) -> date | None:
        """The day of judgement: the one that was given, or the day that the record describes."""
        return self.on or (latest_day(self.record.as_of) if self.record.as_of else None)

    @property
    def age(self) -> float | None:
        """The age in years on the day of judgement."""
        return self.record.age_at(self.on)

    @property
    def sex(self) -> Sex | None:
        """The sex that the record states."""
        return self.record.demographics.sex

    def times_in(self, sentence: NumberedSentence) -> list[TimeExpression]:
        """The times of a sentence with their places in it; days and months without a year are dated by the day of the note."""
        document = next((one for one in self.record.documents if one.id == sentence.source_id), None)
        if document is None:
            return time_expressions(sentence.text)
        return [
            replace(time, start=time.start - sentence.start, end=time.end - sentence.start)
            for time in reading_of(document, self.vocabularies).times_between(sentence.start, sentence.end)
        ]

    def assertion_in(self, sentence: NumberedSentence, start: int, end: int) -> Assertion:
        """What is said of a place of a sentence, in the light of the whole note where the sentence stands in one."""
        document = next((one for one in self.record.documents if one.id == sentence.source_id), None)
        if document is None or document.text[sentence.start : sentence.end] != sentence.text:
            return assert_mention(sentence.text, start, end)
        return reading_of(document, self.vocabularies).assertion_at(sentence.start + start, sentence.start + end)

    def numbers_of(self, evidence: Iterable[Evidence]) -> list[int]:
        """The numbers of the sentences that hold the spans of an evidence."""
        return [sentence.number for sentence in self.sentences_of(evidence)]

    def sentences_of(self, evidence: Iterable[Evidence]) -> list[NumberedSentence]:
        """The sentences that hold the spans of an evidence."""
        spans = [item for item in evidence if isinstance(item, Span)]
        if not spans:
            return []
        return [
            sentence
            for sentence in self.sentences
            if any(
                span.source_id == sentence.source_id and span.start < sentence.end and sentence.start < span.end
                for span in spans
            )
        ]


def _says(low: str, words: str, *path: str) -> bool:
    said = pattern(*path)
    return may_match(said, low) and said.search(words) is not None


def _told_together(kind: str, words: str) -> bool:
    """Whether one clause says it by two words in either order: "the form was signed", "signed the form"."""
    return "together" in rules()["agreement"][kind] and bool(told_together("agreement", kind, "together").search(words))


def _kinds_of_allergy(denial: str) -> list[str]:
    """The kinds of allergies that a denial speaks of; none where it speaks of all."""
    return [kind for kind in rules()["allergy_kinds"] if pattern("allergy_kinds", kind, "denied").search(denial)]


def _own_facts(record: PatientRecord) -> Iterator[Fact]:
    every: Iterator[Fact] = chain(
        record.conditions,
        record.cancers,
        record.phenotypes,
        record.biomarkers,
        record.medications,
        record.procedures,
        record.allergies,
    )
    return (fact for fact in every if fact.status is not Status.ENTERED_IN_ERROR and not _missed_variant(fact))


def _missed_variant(fact: Fact) -> bool:
    """Whether a fact says that one variant of a gene was not found, which denies neither the gene nor its other variants."""
    return isinstance(fact, Biomarker) and bool(fact.variant) and fact.result in ("negative", "wild-type")


def _known(fact: Fact, vocabularies: Vocabularies) -> KnownFact:
    kind: FactKind = "condition"
    if isinstance(fact, Medication):
        kind = "medication"
    elif isinstance(fact, Procedure):
        kind = "procedure"
    elif isinstance(fact, Allergy):
        kind = "allergy"
    absent = fact.presence is Presence.ABSENT or fact.status in _NOT_DONE
    if isinstance(fact, Biomarker):
        absent = absent or fact.result in ("negative", "wild-type")
    concepts = frozenset(coding.id for coding in fact.codings)
    if not (absent and concepts):
        # A denial denies what it is coded as, and nothing wider that its name contains ("hepatitis C": hepatitis).
        concepts |= frozenset(concepts_in(fact.label, vocabularies))
    if isinstance(fact, Medication) and not absent:
        # Who had a regimen had each medicine in it; who did not have the whole may have had any of them.
        concepts |= frozenset(part.id for part in fact.ingredients)
    return KnownFact(
        label=fact.label,
        kind=kind,
        # What is only planned has not been, and may never be.
        present=fact.presence is Presence.PRESENT and not absent and fact.status is not Status.PLANNED,
        absent=absent,
        over=fact.status in _OVER and not rests(fact, concepts, vocabularies),
        concepts=concepts,
        lineage=frozenset(chain.from_iterable(lineage(concept, vocabularies) for concept in concepts)),
        words=content_words(fact.label),
        evidence=tuple(fact.evidence),
        is_marker=isinstance(fact, Biomarker),
    )
