"""A text and everything that was found in it; each part is computed when it is first asked for."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, wraps
from operator import attrgetter
from typing import Any, TypeVar

from osler.core.language.concepts import concepts_in
from osler.core.language.context import TextContext
from osler.core.language.decimals import with_decimal_points
from osler.core.language.document import AboutNote, about_note, opens_with_a_child
from osler.core.language.episodes import accounts_that_are_over
from osler.core.language.impossible import impossible_values, is_below_zero
from osler.core.language.listed_doses import with_doses_before, with_listed_doses
from osler.core.language.medication_parts import medication_parts
from osler.core.language.medications import regimens
from osler.core.language.medicine_names import distinct_medicines, drugs_in_diseases, without_parts_of_signs
from osler.core.language.medicine_states import medicine_state
from osler.core.language.mention_times import MentionTimes
from osler.core.language.mentions import MentionReader
from osler.core.language.normality import normal_findings
from osler.core.language.note_age import Found, age_in
from osler.core.language.past_mornings import is_told_as_past
from osler.core.language.people import names_in
from osler.core.language.quantities import quantities
from osler.core.language.services import names_a_service
from osler.core.language.shorthand import Shorthand, definitions_in, read_shorthand
from osler.core.language.thresholds import as_reached
from osler.core.language.times import time_expressions
from osler.core.language.types import (
    Assertion,
    Matcher,
    Mention,
    NormalFinding,
    Quantity,
    Regimen,
    RegimenPart,
    Section,
    SectionKind,
    Sentence,
    TextMatch,
    TimeExpression,
    Timing,
)
from osler.core.language.yearless import with_yearless
from osler.core.terminology import Match, SemanticType, Vocabularies, bundled_vocabularies
from osler.errors import UsageError
from osler.needed_words import searchable

_T = TypeVar("_T")
_YOUNGEST_MOTHER = 12.0
"""Years below which a pregnancy in a note is the mother's."""


class AnalysedText:
    """What a note says, with the place of every statement."""

    def __init__(
        self, text: str, vocabularies: Vocabularies, *, source_id: str = "note", matcher: Matcher | None = None
    ) -> None:
        self.text = text
        self.vocabularies = vocabularies
        self.source_id = source_id
        self._matcher = matcher
        self._context = TextContext(text)
        self.readings: dict[object, Any] = {}
        """What else was read from the text, by what read it."""

    @property
    def sentences(self) -> list[Sentence]:
        """Sentences, headings and list items, in order."""
        return self._context.sentences

    @property
    def sections(self) -> list[Section]:
        """Sections, in order and without gaps."""
        return self._context.sections

    @cached_property
    def searchable(self) -> str:
        """The text as words that patterns need are looked for in it."""
        return searchable(self.text)

    @cached_property
    def mentions(self) -> list[Mention]:
        """Every concept that the text names, with what the text says about it, in order.

        What follows from statements about normal functions is among them: "hearing intact" holds a negated mention of
        hearing impairment.
        """
        if not self.sentences:
            return []
        if self._matcher is not None:
            return self.mentions_at(self._matcher.find(self.text))
        matches = concepts_in(self.text, self.sentences, self._shorthand, self.definitions, self.vocabularies)
        return self.mentions_at(matches, specific=True)

    def mentions_at(self, matches: Sequence[TextMatch], *, specific: bool = False) -> list[Mention]:
        """What the text says of names that were found in it, and of its normal functions, in order."""
        reader = MentionReader(
            self._context,
            self.vocabularies,
            source_id=self.source_id,
            of_child=self.speaks_of_a_child,
            of_grown=self.speaks_of_a_grown_patient,
        )
        return reader.read(matches, self.normal_findings, specific=specific)

    @cached_property
    def normal_findings(self) -> list[NormalFinding]:
        """Statements that a function is normal, absent or changed, in order."""
        return [finding for line in self._context.lines for finding in normal_findings(line)]

    @cached_property
    def times(self) -> list[TimeExpression]:
        """Time expressions, in order; days and months without a year are dated by the day on which the text was written."""
        written = self.about.written
        return with_yearless(self._plain_times, self.text, written.value.date if written else None)

    @cached_property
    def _plain_times(self) -> list[TimeExpression]:
        """The time expressions that need no day of the text."""
        return time_expressions(self.text)

    def is_inside_a_time(self, start: int, end: int) -> bool:
        """Whether the words at a place are part of a time expression."""
        place = bisect_right(self._time_starts, start) - 1
        return place >= 0 and end <= self.times[place].end

    def times_between(self, start: int, end: int) -> list[TimeExpression]:
        """The time expressions that begin within a stretch, in order."""
        return self.times[bisect_left(self._time_starts, start) : bisect_left(self._time_starts, end)]

    @cached_property
    def _time_starts(self) -> list[int]:
        return [time.start for time in self.times]

    @cached_property
    def over(self) -> tuple[tuple[int, int], ...]:
        """The places that tell of an illness which is over, in order."""
        return accounts_that_are_over(
            self.text, tuple((one.start, one.end) for one in self.sentences), tuple(self.times)
        )

    def is_over(self, start: int, end: int) -> bool:
        """Whether a place lies in the account of an illness that is over."""
        return any(first <= start and end <= last for first, last in self.over)

    @cached_property
    def quantities(self) -> list[Quantity]:
        """Values with their units and measures, in order, without those below zero of what is counted or weighed."""
        impossible = {(one.start, one.end) for one in self.impossible_values if is_below_zero(self._pointed, one)}
        return [one for one in self._written_values if (one.start, one.end) not in impossible]

    @cached_property
    def impossible_values(self) -> list[Quantity]:
        """Values of a measure that nobody can have ("eGFR -5"), in order."""
        return impossible_values(self._pointed, self._written_values)

    @cached_property
    def _written_values(self) -> list[Quantity]:
        return as_reached(self._pointed, quantities(self._pointed))

    @cached_property
    def _pointed(self) -> str:
        """The text with points for decimal commas, every character at its place."""
        return with_decimal_points(self.text)

    @cached_property
    def medications(self) -> list[Regimen]:
        """The medications that the text names, with dose, route and frequency where written, in order."""
        named = [mention for mention in self.mentions if mention.semantic_type is SemanticType.MEDICATION]
        named = distinct_medicines(self.text, without_parts_of_signs(named, self.mentions))
        found = with_listed_doses(
            self._pointed,
            with_doses_before(self._pointed, regimens(self._pointed, named)),
            self._lists_medicines,
            self._plans,
        )
        said = {mention.start: mention.assertion for mention in named}
        return [
            replace(
                regimen,
                assertion=said.get(regimen.start) or self.assertion_at(regimen.start, regimen.end),
                state=medicine_state(self._context, regimen, found),
            )
            for regimen in found
        ]

    def medications_between(self, start: int, end: int) -> list[Regimen]:
        """The medications whose words begin within a stretch, in order."""
        starts = self._medication_starts
        return self.medications[bisect_left(starts, start) : bisect_left(starts, end)]

    @cached_property
    def _medication_starts(self) -> list[int]:
        return [regimen.start for regimen in self.medications]

    def _lists_medicines(self, offset: int) -> bool:
        return self.section_at(offset).kind is SectionKind.MEDICATIONS

    def _plans(self, offset: int) -> bool:
        return self.section_at(offset).kind is SectionKind.PLAN

    @cached_property
    def medication_parts(self) -> list[RegimenPart]:
        """The drugs, and every dose, route, frequency and duration of the sentences that name one, in order."""
        causes = drugs_in_diseases(self.text, self.mentions)
        parts = [RegimenPart("drug", *place) for place in dict.fromkeys(causes)]
        parts += medication_parts(self.text, self.sentences, self.medications)
        return sorted(parts, key=attrgetter("start"))

    @cached_property
    def patient_age(self) -> float | None:
        """The patient's age in decimal years, where the text says it ("a 5-year-old boy")."""
        return self._age.value if self._age else None

    @cached_property
    def _age(self) -> Found | None:
        return age_in(self.text, self._plain_times)

    @cached_property
    def about(self) -> AboutNote:
        """What the note says of itself and its patient: date, birth date, age, sex, author."""
        return about_note(self.text, self._plain_times, self._age)

    @cached_property
    def speaks_of_a_child(self) -> bool:
        """Whether the patient is too young to be pregnant, so that a pregnancy is the mother's."""
        return self.patient_age is not None and self.patient_age < _YOUNGEST_MOTHER

    @property
    def speaks_of_a_grown_patient(self) -> bool:
        """Whether the patient is known to be old enough to carry a child, so that what is said of an unborn one is not theirs."""
        return self.patient_age is not None and self.patient_age >= _YOUNGEST_MOTHER

    @cached_property
    def is_young_of_unknown_age(self) -> bool:
        """Whether the text calls its patient a baby or a child without an age, so that limits of adults do not hold."""
        return self.patient_age is None and opens_with_a_child(self.text)

    def timing_of(self, mention: Mention) -> Timing:
        """When the mentioned finding began and ended, and how it goes, as far as its sentence says."""
        return self._mention_times.of(mention, self.sentence_of(mention))

    @cached_property
    def _mention_times(self) -> MentionTimes:
        written = self.about.written
        times = [time for time in self.times if written is None or not written.start <= time.start < written.end]
        return MentionTimes(self.text, times, self.mentions, age=self.patient_age, of_child=self.speaks_of_a_child)

    def is_planned(self, start: int, end: int) -> bool:
        """Whether the text says that the procedure or treatment at a place is still to come."""
        place = self._context.sentence_at(start)
        return any(
            reach.covers(start, end) and not is_told_as_past(self.text, self.sentences, place, reach)
            for reach in self._context.reaches(place, "plans.tsv")
        )

    def is_refused(self, start: int, end: int) -> bool:
        """Whether the text says that the procedure or treatment at a place was refused."""
        return self._is_under("refusals.tsv", start, end)

    def _is_under(self, table: str, start: int, end: int) -> bool:
        return any(reach.covers(start, end) for reach in self._context.reaches(self._context.sentence_at(start), table))

    def sentence_at(self, offset: int) -> Sentence:
        """The sentence that holds a character, or the last before it."""
        return self.sentences[self._context.sentence_at(offset)]

    def sentence_holding(self, offset: int) -> Sentence | None:
        """The sentence that holds a character, if one does: between sentences none does."""
        nearest = self.sentence_at(offset) if self.sentences else None
        return nearest if nearest is not None and nearest.start <= offset < nearest.end else None

    def sentence_of(self, mention: Mention) -> Sentence:
        """The sentence that holds the mention."""
        return self.sentences[mention.sentence_index]

    def section_at(self, offset: int) -> Section:
        """The section that holds a character."""
        return self._context.section_at(offset)

    def assertion_at(self, start: int, end: int) -> Assertion:
        """What the text says about the words at a place."""
        index = self._context.sentence_at(start)
        found = self._context.reaches(index)
        return self._context.assertions(
            index,
            [(start, end)],
            found,
            of_child=self.speaks_of_a_child,
            of_grown=self.speaks_of_a_grown_patient,
        )[0]

    @cached_property
    def definitions(self) -> dict[str, str]:
        """The abbreviations that the text defines for itself, with their long forms."""
        return definitions_in(self.text)

    def names_no_finding(self, start: int, end: int) -> bool:
        """Whether the words at a place are the name of a service or a file, or shorthand that means no finding there."""
        if (start, end) in self._shorthand.other or names_a_service(self.text, start, end):
            return True
        place = bisect_right(self._names, (start, len(self.text))) - 1
        return place >= 0 and end <= self._names[place][1]

    @cached_property
    def _names(self) -> list[tuple[int, int]]:
        return names_in(self.text)

    @cached_property
    def _shorthand(self) -> Shorthand:
        kinds = [self.section_at(sentence.start).kind for sentence in self.sentences]
        return read_shorthand(self.text, self.sentences, kinds, self.definitions, self.vocabularies)


def analyse(
    text: str,
    vocabularies: Vocabularies | None = None,
    *,
    source_id: str = "note",
    matcher: Matcher | None = None,
) -> AnalysedText:
    """What a note says, in the concepts of the vocabularies, by default the bundled ones; `matcher` finds others."""
    return AnalysedText(text, vocabularies or bundled_vocabularies(), source_id=source_id, matcher=matcher)


@lru_cache(maxsize=256)
def _read_alone(text: str, vocabularies: Vocabularies) -> AnalysedText:
    """A sentence of which something is asked; whoever asks for one of its places asks for others."""
    return AnalysedText(text, vocabularies)


def read_once(reading: Callable[[AnalysedText], _T]) -> Callable[[AnalysedText], _T]:
    """A reading of a text that is made once and kept beside it; who asks for it does not change it."""

    @wraps(reading)
    def kept(analysed: AnalysedText) -> _T:
        if reading not in analysed.readings:
            analysed.readings[reading] = reading(analysed)
        made: _T = analysed.readings[reading]
        return made

    return kept


def assert_mention(text: str, start: int, end: int) -> Assertion:
    """What a sentence, or a longer text, says about the words at `start:end`."""
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        raise UsageError(
            f"there is no mention at {start}:{end} of a text of {len(text)} characters",
            mend="give the offsets of words inside the text",
        )
    mentions = _read_alone(text, bundled_vocabularies()).mentions_at([Match(start, end, ("given",))])
    return next(mention.assertion for mention in mentions if mention.origin == "vocabulary")
