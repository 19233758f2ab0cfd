"""What a text lays upon the words at a place: its sentence, its section, and the cues that reach it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from osler.core.language.assertion import assert_places
from osler.core.language.scope import Line, Reach, lines, reaches
from osler.core.language.sections import sections
from osler.core.language.sentences import sentences
from osler.core.language.types import Assertion, Section, SectionKind, Sentence

_CUES = "cues.tsv"
_NO = re.compile(r"(?:[-–—]\s{0,2})?(?:no|nil|none|never|denied|denies)\s*(?:[-–—.,;:]|$)", re.IGNORECASE)

_LABEL = re.compile(r"[A-Z][A-Za-z /]{1,30}:")
_EMPTY_LINE = re.compile(r"\n[ \t]*\r?\n")
_REMARK = re.compile(r"\s[-–—]\s|\s\(")
_WORDS_OF_A_HEADING = 4
_YES = re.compile(r"(?:yes|yep|confirmed|positive)\b", re.IGNORECASE)


def _heads_a_list(written: str) -> bool:
    """Whether a line without a colon is the heading of the list below it: "DISCONTINUED", "ON HOLD - ask your doctor"."""
    head = _heading_of(written)
    return head.isupper() and head.replace(" ", "").isalpha() and len(head.split()) <= _WORDS_OF_A_HEADING


def _heading_of(written: str) -> str:
    """The words of a heading without the remark that a dash or a bracket parts from them."""
    return _REMARK.split(written, maxsplit=1)[0].rstrip()


class TextContext:
    """The sentences and sections of a text with their cues, each worked out once whatever is asked about it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._leads: dict[tuple[int, str], list[Reach]] = {}
        self._reaches: dict[tuple[int, str], list[Reach]] = {}

    @cached_property
    def sentences(self) -> list[Sentence]:
        """Sentences, headings and list items, in order."""
        return sentences(self.text)

    @cached_property
    def sections(self) -> list[Section]:
        """Sections, in order and without gaps."""
        return sections(self.text)

    @cached_property
    def lines(self) -> list[Line]:
        """The sentences made ready for the rules."""
        return lines(self.text, self.sentences)

    @cached_property
    def sentence_starts(self) -> list[int]:
        """Where each sentence begins."""
        return [sentence.start for sentence in self.sentences]

    @cached_property
    def _section_starts(self) -> list[int]:
        return [section.start for section in self.sections]

    def sentence_at(self, offset: int) -> int:
        """The number of the sentence that holds a character."""
        return max(bisect_right(self.sentence_starts, offset) - 1, 0)

    def section_at(self, offset: int) -> Section:
        """The section that holds a character."""
        return self.sections[bisect_right(self._section_starts, offset) - 1]

    def section_kind(self, index: int) -> SectionKind:
        """The kind of the section that a sentence stands in."""
        return self.section_at(self.sentences[index].start).kind if self.sentences else SectionKind.NARRATIVE

    def reaches(self, index: int, table: str = _CUES) -> list[Reach]:
        """The reach of every cue of a sentence."""
        key = (index, table)
        if key not in self._reaches:
            self._reaches[key] = reaches(self.lines[index], (), table)
        return self._reaches[key]

    def assertions(
        self, index: int, places: Sequence[tuple[int, int]], found: list[Reach], *, of_child: bool, of_grown: bool
    ) -> list[Assertion]:
        """What a sentence says about each of the places in it, by the reaches that were found for them."""
        return assert_places(
            self.lines[index],
            places,
            self.section_kind(index),
            self.inherited(index),
            of_child=of_child,
            of_grown=of_grown,
            found=found,
        )

    def reaches_around(self, index: int, places: Sequence[tuple[int, int]]) -> list[Reach]:
        """The reach of every cue of a sentence that is no part of a name at one of the places."""
        found = reaches(self.lines[index], places)
        if self.answers(index):
            # The "No" that answers the question before says nothing of what follows it.
            found = [reach for reach in found if reach.cue_start != self.sentences[index].start]
        if index + 1 < len(self.sentences) and _YES.match(self.sentences[index + 1].text):
            # "Asthma? Yes, since childhood." asks and answers.
            found = [reach for reach in found if self.text[reach.cue_start : reach.cue_end] != "?"]
        return found

    def inherited(self, index: int, table: str = _CUES) -> list[Reach]:
        """The cues of the line that introduces a list ("She denies:"), for the items of that list."""
        if table == _CUES and index + 1 < len(self.sentences) and self.answers(index + 1):
            start = self.sentences[index + 1].start
            return [Reach("negated", self.sentences[index].start, start, start, start + len("no"))]
        lead = self._lead_of_item[index] if self.sentences else index
        if lead == index:
            return []
        if (lead, table) not in self._leads:
            line = self.sentences[lead]
            opens = line.kind != "bullet" and (line.text.endswith(":") or _heads_a_list(line.text))
            found = reaches(self.lines[lead], (), table) if opens else []
            # What a remark behind the heading says ("do not take these") is said to the reader.
            last = line.start + len(_heading_of(line.text)) if _heads_a_list(line.text) else line.end
            self._leads[lead, table] = [
                reach
                for reach in found
                if reach.cue_end <= last
                and (reach.end >= last or (reach.cue_start, reach.cue_end) == (line.start, last))
            ]
        return self._leads[lead, table]

    def answers(self, index: int) -> bool:
        """Whether a sentence says no to the question before it: "Angioedema? No."."""
        asked = index and self.sentences[index - 1].text.rstrip().endswith("?")
        return bool(asked and _NO.match(self.sentences[index].text))

    def _stands_under(self, heading: Sentence, sentence: Sentence) -> bool:
        """Whether a line is one of a list whose heading has no colon, with no empty line between them."""
        listed = _heads_a_list(heading.text) and heading is not sentence and not _heads_a_list(sentence.text)
        listed = listed and _LABEL.match(sentence.text) is None
        return listed and _EMPTY_LINE.search(self.text, heading.end, sentence.start) is None

    @cached_property
    def _lead_of_item(self) -> list[int]:
        leads, lead = [], 0
        for index, sentence in enumerate(self.sentences):
            headed = sentence.kind == "prose" and self._stands_under(self.sentences[lead], sentence)
            if sentence.kind != "bullet" and not headed:
                lead = index
            leads.append(lead)
        return leads
