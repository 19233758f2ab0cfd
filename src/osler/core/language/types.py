"""What clinical text is made of: sentences, sections, mentions, assertions, times, quantities, regimens.

These are tuples and plain slotted classes, not validated models: hundreds of them are made for every note.
All offsets are character offsets into the analysed text, so `text[x.start:x.end] == x.text`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple, Protocol

from osler.core.evidence import Span
from osler.core.terminology import SemanticType, Vocabularies


class Polarity(StrEnum):
    """Whether the text says that a thing is there."""

    PRESENT = "present"
    NEGATED = "negated"
    POSSIBLE = "possible"
    HYPOTHETICAL = "hypothetical"


class Experiencer(StrEnum):
    """Whom a statement is about."""

    PATIENT = "patient"
    FAMILY = "family"
    OTHER = "other"


class SectionKind(StrEnum):
    """The parts of a clinical note that change how a statement in them is read."""

    NARRATIVE = "narrative"
    CHIEF_COMPLAINT = "chief_complaint"
    HISTORY_OF_PRESENT_ILLNESS = "history_of_present_illness"
    PAST_MEDICAL_HISTORY = "past_medical_history"
    PAST_SURGICAL_HISTORY = "past_surgical_history"
    BIRTH_HISTORY = "birth_history"
    DEVELOPMENT = "development"
    FAMILY_HISTORY = "family_history"
    SOCIAL_HISTORY = "social_history"
    MEDICATIONS = "medications"
    ALLERGIES = "allergies"
    IMMUNISATIONS = "immunisations"
    REVIEW_OF_SYSTEMS = "review_of_systems"
    VITALS = "vitals"
    EXAMINATION = "examination"
    LABS = "labs"
    IMAGING = "imaging"
    GENETICS = "genetics"
    PROCEDURES = "procedures"
    HOSPITAL_COURSE = "hospital_course"
    ASSESSMENT = "assessment"
    DIAGNOSES = "diagnoses"
    PLAN = "plan"
    INSTRUCTIONS = "instructions"
    OTHER = "other"


SentenceKind = Literal["prose", "heading", "bullet"]


class Sentence(NamedTuple):
    """One sentence, heading or list item."""

    start: int
    end: int
    text: str
    kind: SentenceKind = "prose"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text under it; the text before the first heading has an empty title."""

    start: int
    end: int
    title: str
    kind: SectionKind
    body_start: int
    """Where the text under the heading begins."""


class CueSpan(NamedTuple):
    """The words that decided an assertion, and what they said."""

    start: int
    end: int
    category: str


@dataclass(frozen=True, slots=True)
class Assertion:
    """What the text says about a mention."""

    polarity: Polarity = Polarity.PRESENT
    historical: bool = False
    experiencer: Experiencer = Experiencer.PATIENT
    resolved: bool = False
    cues: tuple[CueSpan, ...] = ()
    """The deciding words, in the offsets of the text that was given."""

    @property
    def negated(self) -> bool:
        """Whether the text says that the thing is not there, for whomever it speaks of."""
        return self.polarity is Polarity.NEGATED

    @property
    def affirmed_of_patient(self) -> bool:
        """Whether the text says that the patient has, or had, the thing."""
        return self.polarity is Polarity.PRESENT and self.experiencer is Experiencer.PATIENT

    @property
    def excluded_for_patient(self) -> bool:
        """Whether the text says that the patient does not have the thing."""
        return self.polarity is Polarity.NEGATED and self.experiencer is Experiencer.PATIENT


PLAIN = Assertion()
"""Present, now, in the patient: what a bare statement says."""

MentionOrigin = Literal["vocabulary", "normality"]


class Mention(NamedTuple):
    """A stretch of the text that names one or more concepts, best first."""

    source_id: str
    start: int
    end: int
    text: str
    concept_ids: tuple[str, ...]
    assertion: Assertion
    sentence_index: int
    vocabularies: Vocabularies
    """Those whose concepts it names."""
    section: SectionKind = SectionKind.NARRATIVE
    origin: MentionOrigin = "vocabulary"
    """`normality` when the concept follows from a statement about a normal function ("hearing intact")."""

    @property
    def span(self) -> Span:
        """The mention as checkable evidence."""
        return Span(source_id=self.source_id, start=self.start, end=self.end, quote=self.text)

    @property
    def concept_id(self) -> str:
        """The best concept."""
        return self.concept_ids[0]

    @property
    def semantic_type(self) -> SemanticType | None:
        """The kind of the best concept, or None when the vocabulary does not hold it."""
        from osler.core.language.shorthand import note_kind

        kind = note_kind(self.concept_ids[0])
        if kind is not None:
            return kind
        concept = self.vocabularies.concept(self.concept_ids[0])
        return concept.semantic_type if concept else None


FunctionState = Literal["normal", "absent", "reduced", "increased"]


@dataclass(frozen=True, slots=True)
class NormalFinding:
    """A statement about a normal function: that it is as it should be, missing, or changed."""

    start: int
    end: int
    text: str
    function: str
    state: FunctionState
    excludes: tuple[str, ...] = ()
    """The HPO abnormalities that a normal function rules out."""
    implies: tuple[str, ...] = ()
    """The HPO abnormalities that a missing or changed function is."""


TimeKind = Literal["age", "current_age", "date", "duration", "ago", "gestation"]


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """A stretch of text that says when, or for how long."""

    start: int
    end: int
    text: str
    kind: TimeKind
    years: float | None = None
    """Decimal years: an age, the length of a duration or of an "ago"; None for dates and gestation."""
    date: dt.date | None = None
    """The first day that the expression can mean."""
    date_precision: Literal["day", "month", "year"] | None = None
    weeks: float | None = None
    """Completed weeks of gestation."""
    since: bool = False
    """Whether it names a beginning ("since 2019", "for two years") and not only a moment."""


Progression = Literal["stable", "progressive", "improving", "episodic"]


@dataclass(frozen=True, slots=True)
class Timing:
    """When a mentioned finding began and ended, and how it goes, as far as the text says."""

    onset: TimeExpression | None = None
    onset_years: float | None = None
    """Age at onset in decimal years; for "ago" and durations, only when the patient's age is known."""
    resolution: TimeExpression | None = None
    ongoing: bool = True
    progression: Progression | None = None


Comparator = Literal["=", "<", "<=", ">", ">=", "~"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value with its comparator, unit and, where the text names it, what was measured."""

    start: int
    end: int
    text: str
    value: float
    comparator: Comparator = "="
    high: float | None = None
    """The upper end of a range, or the diastolic pressure."""
    unit: str = ""
    """The unit as written."""
    analyte: str = ""
    """What was measured, as written."""
    measure_id: str | None = None
    """The curated measure (`LAB:hba1c`) that the analyte names."""
    canonical_value: float | None = None
    """The value in the measure's own unit; None when there is no measure or its unit is missing or foreign to it."""
    canonical_high: float | None = None
    canonical_unit: str = ""
    """The measure's own unit (UCUM), empty when there is no canonical value."""
    grade: str = ""
    """The class as written where the value is its rank: II of "NYHA class II", B of "Child-Pugh B"."""
    superseded: bool = False
    """Whether the text gives a later value of the same measure beside it."""
    meant_unit: str = ""
    """The unit as written, or the one that is meant where none is written."""
    threshold: bool = False
    """Whether it is a value at which something is to be done, or that is aimed at, and no result."""


RegimenPartKind = Literal["drug", "dosage", "route", "freq", "duration"]


class RegimenPart(NamedTuple):
    """A stretch of text that is one part of a regimen."""

    kind: RegimenPartKind
    start: int
    end: int


MedicationState = Literal["active", "planned", "on-hold", "stopped", "completed", "not-taken"]


@dataclass(frozen=True, slots=True)
class Regimen:
    """A medication as written: strength, dose, route, frequency, duration, and whether it is taken."""

    start: int
    end: int
    text: str
    name: str
    concept_ids: tuple[str, ...] = ()
    strength: str = ""
    """The strengths of a combination as written ("24/26 mg")."""
    dose: float | None = None
    dose_high: float | None = None
    dose_unit: str = ""
    route: str = ""
    frequency: str = ""
    """The frequency as written."""
    times_per_day: float | None = None
    as_needed: bool = False
    reason: str = ""
    """What it is taken for as needed."""
    duration: str = ""
    once: bool = False
    steps: tuple[Regimen, ...] = ()
    """What follows the first dose of a taper or a titration, in order ("then 20 mg daily for 5 days")."""
    parts: tuple[RegimenPart, ...] = ()
    state: MedicationState | None = None
    """What the words nearest to it say is done with it; None where they say nothing."""
    assertion: Assertion = PLAIN


class TextMatch(Protocol):
    """What a matcher reports: where, and which concepts, best first."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def concept_ids(self) -> tuple[str, ...]: ...


class Matcher(Protocol):
    """Whatever finds concepts in text; `Vocabularies` are one."""

    def find(self, text: str) -> Sequence[TextMatch]:
        """All concepts named in the text, in order."""
