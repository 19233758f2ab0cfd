"""A text and everything that was found in it; each part is computed when it is first asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from osler.core.language.assertion import assert_places
from osler.core.language.scope import Reach, reaches
from osler.core.language.sections import sections
from osler.core.language.sentences import sentences
from osler.core.language.types import Assertion, Matcher, Mention, Section, Sentence, TextMatch
from osler.core.terminology.types import Match
from osler.errors import UsageError


class AnalysedText:
    """What a note says, with the place of every statement."""

    def __init__(self, text: str, *, source_id: str = "note", matcher: Matcher | None = None) -> None:
        self.text = text
        self.source_id = source_id
        self._matcher = matcher
        self._leads: dict[int, list[Reach]] = {}

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
        """Every concept that the text names, with what the text says about it, in order."""
        found: list[Mention] = []
        for index, matches in self._matches_by_sentence():
            sentence = self.sentences[index]
            section = self.section_at(sentence.start).kind
            places = [(match.start, match.end) for match in matches]
            assertions = assert_places(sentence, places, section, self._inherited(index))
            found += [
                Mention(
                    self.source_id,
                    match.start,
                    match.end,
                    self.text[match.start : match.end],
                    match.concept_ids,
                    assertion,
                    index,
                    section,
                )
                for match, assertion in zip(matches, assertions, strict=True)
            ]
        return found

    def sentence_of(self, mention: Mention) -> Sentence:
        """The sentence that holds the mention."""
        return self.sentences[mention.sentence_index]

    def section_at(self, offset: int) -> Section:
        """The section that holds a character."""
        return self.sections[bisect_right(self._section_starts, offset) - 1]

    @cached_property
    def _section_starts(self) -> list[int]:
        return [section.start for section in self.sections]

    @cached_property
    def _sentence_starts(self) -> list[int]:
        return [sentence.start for sentence in self.sentences]

    def _find(self) -> Sequence[TextMatch]:
        if self._matcher is not None:
            return self._matcher.find(self.text)
        from osler.core.terminology import vocabulary

        return vocabulary().find(self.text)

    def _matches_by_sentence(self) -> Iterator[tuple[int, Sequence[TextMatch]]]:
        """Each sentence that holds matches, with them."""
        starts = self._sentence_starts
        matches = self._find() if starts else []
        first = 0
        while first < len(matches):
            index = max(bisect_right(starts, matches[first].start) - 1, 0)
            stop = starts[index + 1] if index + 1 < len(starts) else len(self.text)
            last = first + 1
            while last < len(matches) and matches[last].start < stop:
                last += 1
            yield index, matches[first:last]
            first = last

    def _inherited(self, index: int) -> list[Reach]:
        """The cues of the line that introduces a list ("She denies:"), for the items of that list."""
        if self.sentences[index].kind != "bullet":
            return []
        lead = self._lead_of_item[index]
        if lead not in self._leads:
            line = self.sentences[lead]
            opens = line.text.endswith(":") and line.kind != "bullet"
            self._leads[lead] = [reach for reach in reaches(line) if reach.end == line.end] if opens else []
        return self._leads[lead]

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
    return mentions[0].assertion
