"""A text and everything that was found in it; each part is computed when it is first asked for."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import cast

from osler.core.language.assertion import assert_places
from osler.core.language.concepts import concepts_in
from osler.core.language.document import AboutNote, about_note
from osler.core.language.medication_parts import medication_parts
from osler.core.language.medications import regimens
from osler.core.language.medicine_names import distinct_medicines, drugs_in_diseases
from osler.core.language.medicine_states import is_of_another_medicine
from osler.core.language.normality import normal_findings
from osler.core.language.quantities import quantities
from osler.core.language.scope import Line, Reach, lines, reaches
from osler.core.language.sections import sections
from osler.core.language.sentences import sentences
from osler.core.language.shorthand import Shorthand, definitions_in, read_shorthand
from osler.core.language.specific import more_specific
from osler.core.language.times import time_expressions
from osler.core.language.timing import timing_at, year_after
from osler.core.language.types import (
    Assertion,
    Matcher,
    MedicationState,
    Mention,
    MentionOrigin,
    NormalFinding,
    Polarity,
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
from osler.core.terminology import Match, SemanticType
from osler.errors import UsageError

_VERBS = frozenset({"is", "are", "was", "were", "remained", "appeared"})
_RULED_OUT = re.compile(
    r"(?:however,?\s|but\s)?(?:this|it|that|which)\s(?:possibility\s|diagnosis\s)?(?:was|has been|had been|is)\s"
    r"(?:\w+ly\s|later\s|then\s|now\s|since\s)*(?:ruled out|excluded|refuted|not confirmed|disproved)\b"
)
_WEEKS = re.compile(r"\bw(?:ee)?ks?\b", re.IGNORECASE)
_PREGNANCY = re.compile(r"\bG\d{1,2}\s?P\d|\b(?:is|now|currently|weeks) pregnant\b|\bantenatal\b|\bEDD\b|\d/40\b")
_FURTHEST_TIME = 400
"""Characters before and after a finding in which its time is looked for."""
_NO = re.compile(r"(?:no|nil|never)\s*(?:[-–—.,;:]|$)", re.IGNORECASE)
_YOUNGEST_MOTHER = 12.0
"""Years below which a pregnancy in a note is the mother's."""


class AnalysedText:
    """What a note says, with the place of every statement."""

    def __init__(self, text: str, *, source_id: str = "note", matcher: Matcher | None = None) -> None:
        self.text = text
        self.source_id = source_id
        self._matcher = matcher
        self._leads: dict[tuple[int, str], list[Reach]] = {}
        self._known_reaches: dict[tuple[int, str], list[Reach]] = {}

    @cached_property
    def sentences(self) -> list[Sentence]:
        """Sentences, headings and list items, in order."""
        return sentences(self.text)

    @cached_property
    def sections(self) -> list[Section]:
        """Sections, in order and without gaps."""
        return sections(self.text)

    @cached_property
    def mentions(self) -> list[Mention]:
        """Every concept that the text names, with what the text says about it, in order.

        What follows from statements about normal functions is among them: "hearing intact" holds a negated mention of
        hearing impairment.
        """
        found: list[Mention] = []
        for index, matches in self._matches_by_sentence():
            places = [(match.start, match.end) for match in matches]
            names = [match.concept_ids for match in matches]
            if self._matcher is None:
                names = self._made_specific(index, places, names)
            found += self._mentions_in(index, places, names)
        found = self._answered(found)
        if self.normal_findings:
            # "Deep tendon reflexes are absent" is a statement about a function, also where its words are a name.
            said = {(one.start, one.end, concept) for one in self.normal_findings for concept in one.implies}
            found = [
                one
                for one in found
                if (one.start, one.end, one.concept_id) not in said or _VERBS.isdisjoint(one.text.split())
            ]
            found += self._implied(found)
            found.sort(key=itemgetter(1, 2))
        return found

    def _answered(self, found: list[Mention]) -> list[Mention]:
        """The mentions, those denied that one sentence suspects and the next rules out ("This was excluded by MRI")."""
        last = {mention.sentence_index: place for place, mention in enumerate(found)}
        for index, place in last.items():
            mention = found[place]
            doubtful = mention.assertion.polarity is Polarity.POSSIBLE and index + 1 < len(self.sentences)
            if doubtful and _RULED_OUT.match(self._lines[index + 1].low):
                found[place] = mention._replace(assertion=replace(mention.assertion, polarity=Polarity.NEGATED))
        return found

    @cached_property
    def normal_findings(self) -> list[NormalFinding]:
        """Statements that a function is normal, absent or changed, in order."""
        return [finding for line in self._lines for finding in normal_findings(line)]

    @cached_property
    def times(self) -> list[TimeExpression]:
        """Time expressions, in order."""
        return time_expressions(self.text)

    @cached_property
    def quantities(self) -> list[Quantity]:
        """Values with their units and measures, in order."""
        return quantities(self.text)

    @cached_property
    def medications(self) -> list[Regimen]:
        """The medications that the text names, with dose, route and frequency where written, in order."""
        named = [mention for mention in self.mentions if mention.semantic_type is SemanticType.MEDICATION]
        named = distinct_medicines(self.text, named)
        found = regimens(self.text, named)
        said = {mention.start: mention.assertion for mention in named}
        return [
            replace(
                regimen,
                assertion=said.get(regimen.start) or self.assertion_at(regimen.start, regimen.end),
                state=self._medication_state(regimen, found),
            )
            for regimen in found
        ]

    @cached_property
    def medication_parts(self) -> list[RegimenPart]:
        """The drugs, and every dose, route, frequency and duration of the sentences that name one, in order."""
        causes = drugs_in_diseases(self.text, self.mentions)
        parts = [RegimenPart("drug", *place) for place in dict.fromkeys(causes)]
        parts += medication_parts(self.text, self.sentences, self.medications)
        return sorted(parts, key=attrgetter("start"))

    def _medication_state(self, regimen: Regimen, others: Sequence[Regimen]) -> MedicationState | None:
        """What the nearest words say is done with a medicine: stopped, held, continued, started."""
        index = self._sentence_at(regimen.start)
        place = (regimen.start, regimen.start + len(regimen.name))
        reached = [
            one
            for one in self._reaches(index, "medication_states.tsv")
            if one.covers(*place) and not is_of_another_medicine(self.text, one, regimen, others)
        ]
        reached += self._inherited(index, "medication_states.tsv")
        if not reached:
            return None
        # Of two as near as each other, what was done outweighs what was planned.
        nearest = min(
            reached,
            key=lambda one: (max(place[0] - one.cue_end, one.cue_start - regimen.end, 0), one.category == "planned"),
        )
        return cast("MedicationState", nearest.category)

    @cached_property
    def patient_age(self) -> float | None:
        """The patient's age in decimal years, where the text says it ("a 5-year-old boy")."""
        return self.about.age_years.value if self.about.age_years else None

    @cached_property
    def about(self) -> AboutNote:
        """What the note says of itself and its patient: date, birth date, age, sex, author."""
        return about_note(self.text, self.times)

    def timing_of(self, mention: Mention) -> Timing:
        """When the mentioned finding began and ended, and how it goes, as far as its sentence says."""
        sentence = self._around(self.sentence_of(mention), mention)
        first = bisect_left(self.times, sentence.start, key=attrgetter("start"))
        last = bisect_left(self.times, sentence.end, key=attrgetter("start"))
        timing = timing_at(
            mention.start,
            mention.end,
            sentence,
            times=[time for time in self.times[first:last] if self._may_date(time, mention)],
            resolved=mention.assertion.resolved,
            age_years=self.patient_age,
        )
        year = year_after(self.text, mention.end)
        return replace(timing, onset=year, onset_years=None) if year else timing

    def _may_date(self, time: TimeExpression, mention: Mention) -> bool:
        """Whether a time is none that belongs to the name of another finding ("infantile spasms"), or to a pregnancy."""
        held = self._names_with_times.get(time.start)
        return (held is None or held == (mention.start, mention.end)) and not self._dates_a_pregnancy(time)

    @cached_property
    def _names_with_times(self) -> dict[int, tuple[int, int]]:
        """The times that stand inside the name of a finding, by their start, with the place of the name."""
        starts = [mention.start for mention in self.mentions]
        found = {}
        for time in self.times:
            index = bisect_right(starts, time.start) - 1
            if index >= 0 and self.mentions[index].end >= time.end and self.mentions[index].text != time.text:
                found[time.start] = (self.mentions[index].start, self.mentions[index].end)
        return found

    def _dates_a_pregnancy(self, time: TimeExpression) -> bool:
        """Whether weeks are those of a pregnancy and no age: "aspirin since 12 weeks" of a G2P1."""
        weeks = time.kind == "age" and _WEEKS.search(time.text) is not None
        return weeks and not self.speaks_of_a_child and _PREGNANCY.search(self.text) is not None

    def _around(self, sentence: Sentence, mention: Mention) -> Sentence:
        """The part of a sentence that can speak of a mention: all of it, unless it has no end."""
        if sentence.end - sentence.start <= 2 * _FURTHEST_TIME:
            return sentence
        start = max(sentence.start, mention.start - _FURTHEST_TIME)
        end = min(sentence.end, mention.end + _FURTHEST_TIME)
        return Sentence(start, end, self.text[start:end], sentence.kind)

    def is_planned(self, start: int, end: int) -> bool:
        """Whether the text says that the procedure or treatment at a place is still to come."""
        return any(reach.covers(start, end) for reach in self._reaches(self._sentence_at(start), "plans.tsv"))

    def sentence_of(self, mention: Mention) -> Sentence:
        """The sentence that holds the mention."""
        return self.sentences[mention.sentence_index]

    def section_at(self, offset: int) -> Section:
        """The section that holds a character."""
        return self.sections[bisect_right(self._section_starts, offset) - 1]

    def _made_specific(
        self, index: int, places: list[tuple[int, int]], concepts: list[tuple[str, ...]]
    ) -> list[tuple[str, ...]]:
        """The concepts of a sentence's findings, led by a more specific one where the words around name it."""
        sentence = self.sentences[index]
        findings = sorted(place for place, ids in zip(places, concepts, strict=True) if ids[0].startswith("HP:"))
        made = []
        for place, ids in zip(places, concepts, strict=True):
            kind = None
            if ids[0].startswith("HP:"):
                kind = more_specific(self.text, place, ids[0], (sentence.start, sentence.end), findings)
            made.append((kind, *ids) if kind else ids)
        return made

    def _mentions_in(
        self,
        index: int,
        places: list[tuple[int, int]],
        concepts: list[tuple[str, ...]],
        origin: MentionOrigin = "vocabulary",
    ) -> list[Mention]:
        section = self.section_at(self.sentences[index].start).kind
        found = reaches(self._lines[index], places)
        if self._answers(index):
            # The "No" that answers the question before says nothing of what follows it.
            found = [reach for reach in found if reach.cue_start != self.sentences[index].start]
        assertions = assert_places(
            self._lines[index], places, section, self._inherited(index), of_child=self.speaks_of_a_child, found=found
        )
        source, text = self.source_id, self.text
        return [
            Mention(source, start, end, text[start:end], ids, assertion, index, section, origin)
            for (start, end), ids, assertion in zip(places, concepts, assertions, strict=True)
        ]

    def assertion_at(self, start: int, end: int) -> Assertion:
        """What the text says about the words at a place."""
        index = self._sentence_at(start)
        section = self.section_at(self.sentences[index].start).kind if self.sentences else SectionKind.NARRATIVE
        return assert_places(
            self._lines[index],
            [(start, end)],
            section,
            self._inherited(index),
            of_child=self.speaks_of_a_child,
            found=self._reaches(index, "cues.tsv"),
        )[0]

    def _reaches(self, index: int, table: str) -> list[Reach]:
        """The reach of every cue of a sentence, worked out once whatever is asked about it."""
        key = (index, table)
        if key not in self._known_reaches:
            self._known_reaches[key] = reaches(self._lines[index], (), table)
        return self._known_reaches[key]

    def _implied(self, named: list[Mention]) -> Iterator[Mention]:
        """The abnormalities that statements about normal functions exclude or assert, unless the sentence names them."""
        already = {(mention.sentence_index, concept) for mention in named for concept in mention.concept_ids}
        for finding in self.normal_findings:
            index = self._sentence_at(finding.start)
            ids = finding.excludes or finding.implies
            for mention in self._mentions_in(
                index, [(finding.start, finding.end)] * len(ids), [(concept,) for concept in ids], "normality"
            ):
                if mention.assertion.polarity is not Polarity.PRESENT or (index, mention.concept_id) in already:
                    continue
                polarity = Polarity.NEGATED if finding.excludes else Polarity.PRESENT
                yield mention._replace(assertion=replace(mention.assertion, polarity=polarity))

    @cached_property
    def speaks_of_a_child(self) -> bool:
        """Whether the patient is too young to be pregnant, so that a pregnancy is the mother's."""
        return self.patient_age is not None and self.patient_age < _YOUNGEST_MOTHER

    @cached_property
    def _lines(self) -> list[Line]:
        return lines(self.text, self.sentences)

    def _sentence_at(self, offset: int) -> int:
        return max(bisect_right(self._sentence_starts, offset) - 1, 0)

    @cached_property
    def _section_starts(self) -> list[int]:
        return [section.start for section in self.sections]

    @cached_property
    def _sentence_starts(self) -> list[int]:
        return [sentence.start for sentence in self.sentences]

    def _find(self) -> Sequence[TextMatch]:
        if self._matcher is not None:
            return self._matcher.find(self.text)
        return concepts_in(self.text, self.sentences, self._shorthand, self.definitions)

    @cached_property
    def definitions(self) -> dict[str, str]:
        """The abbreviations that the text defines for itself, with their long forms."""
        return definitions_in(self.text)

    @cached_property
    def open_abbreviations(self) -> list[str]:
        """Abbreviations with several meanings of which neither section nor neighbours chose one; nothing is made of them."""
        return [self.text[start:end] for start, end in self._shorthand.open]

    def names_no_finding(self, start: int, end: int) -> bool:
        """Whether the words at a place are shorthand that its neighbours give a meaning which is no finding."""
        return (start, end) in self._shorthand.other

    @cached_property
    def _shorthand(self) -> Shorthand:
        kinds = [self.section_at(sentence.start).kind for sentence in self.sentences]
        return read_shorthand(self.text, self.sentences, kinds, self.definitions)

    def _matches_by_sentence(self) -> Iterator[tuple[int, Sequence[TextMatch]]]:
        """Each sentence that holds matches, with them."""
        starts = self._sentence_starts
        matches = self._find() if starts else []
        first = 0
        while first < len(matches):
            index = self._sentence_at(matches[first].start)
            stop = starts[index + 1] if index + 1 < len(starts) else len(self.text)
            last = first + 1
            while last < len(matches) and matches[last].start < stop:
                last += 1
            yield index, matches[first:last]
            first = last

    def _inherited(self, index: int, table: str = "cues.tsv") -> list[Reach]:
        """The cues of the line that introduces a list ("She denies:"), for the items of that list."""
        if table == "cues.tsv" and index + 1 < len(self.sentences) and self._answers(index + 1):
            start = self.sentences[index + 1].start
            return [Reach("negated", self.sentences[index].start, start, start, start + len("no"))]
        if self.sentences[index].kind != "bullet":
            return []
        lead = self._lead_of_item[index]
        if (lead, table) not in self._leads:
            line = self.sentences[lead]
            opens = line.text.endswith(":") and line.kind != "bullet"
            found = reaches(self._lines[lead], (), table) if opens else []
            self._leads[lead, table] = [reach for reach in found if reach.end == line.end]
        return self._leads[lead, table]

    def _answers(self, index: int) -> bool:
        """Whether a sentence says no to the question before it: "Angioedema? No."."""
        asked = index and self.sentences[index - 1].text.rstrip().endswith("?")
        return bool(asked and _NO.match(self.sentences[index].text))

    @cached_property
    def _lead_of_item(self) -> list[int]:
        leads, lead = [], 0
        for index, sentence in enumerate(self.sentences):
            if sentence.kind != "bullet":
                lead = index
            leads.append(lead)
        return leads


def analyse(text: str, *, source_id: str = "note", matcher: Matcher | None = None) -> AnalysedText:
    """What a note says; `matcher` finds the concepts, the bundled vocabularies if none is given."""
    return AnalysedText(text, source_id=source_id, matcher=matcher)


class _OnePlace:
    """A matcher that knows one place already."""

    def __init__(self, start: int, end: int) -> None:
        self._match = Match(start, end, ("given",))

    def find(self, text: str) -> list[Match]:
        return [self._match]


def assert_mention(text: str, start: int, end: int) -> Assertion:
    """What a sentence, or a longer text, says about the words at `start:end`."""
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        raise UsageError(
            f"there is no mention at {start}:{end} of a text of {len(text)} characters",
            mend="give the offsets of words inside the text",
        )
    mentions = AnalysedText(text, matcher=_OnePlace(start, end)).mentions
    return next(mention.assertion for mention in mentions if mention.origin == "vocabulary")
