"""How far each cue of a sentence reaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from osler.core.language.cues import FoundCue, Token, find_cues, has_trigger, tokens_of
from osler.core.language.types import Sentence


class Reach(NamedTuple):
    """The stretch of the text in which a cue holds."""

    category: str
    start: int
    end: int
    cue_start: int
    cue_end: int

    def covers(self, start: int, end: int) -> bool:
        """Whether a mention at these offsets is under the cue; a cue inside a mention says nothing about it."""
        if self.start >= self.cue_end:
            return self.start <= start < self.end
        return self.start < end <= self.end


def lowered(text: str) -> str:
    """The text in lower case with plain apostrophes, every character at its place."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    return low.replace("’", "'")


def reaches(sentence: Sentence, names: Sequence[tuple[int, int]] = ()) -> list[Reach]:
    """The reach of every cue in a sentence.

    A cue that is part of a longer name ("absent speech") belongs to that name and has no reach.
    """
    low = lowered(sentence.text)
    if not has_trigger(low):
        return []
    offset = sentence.start
    tokens = tokens_of(low)
    here = [(start - offset, end - offset) for start, end in names]
    cues = [cue for cue in find_cues(tokens, here) if not _inside_a_name(cue, here)]
    ends = [cue for cue in cues if cue.cue.category == "end"]
    commas = [token.start for token in tokens if token.word == ","]
    result = []
    for cue in cues:
        category, direction = cue.cue.category, cue.cue.direction
        if category in {"end", "pseudo"}:
            continue
        place = (cue.start + offset, cue.end + offset)
        if direction != "backward":
            limit = _forward_limit(cue, tokens, ends, commas, len(low))
            result.append(Reach(category, cue.end + offset, limit + offset, *place))
        if direction != "forward":
            limit = _backward_limit(cue, tokens, ends, commas)
            result.append(Reach(category, limit + offset, cue.start + offset, *place))
    return result


def _inside_a_name(cue: FoundCue, names: Sequence[tuple[int, int]]) -> bool:
    return any(start <= cue.start and cue.end <= end and end - start > cue.end - cue.start for start, end in names)


def _ends_here(end: FoundCue, category: str) -> bool:
    return not end.cue.ends or category in end.cue.ends


def _forward_limit(cue: FoundCue, tokens: list[Token], ends: list[FoundCue], commas: list[int], length: int) -> int:
    category, reach = cue.cue.category, cue.cue.reach
    limits = [length]
    limits += [end.start for end in ends if end.start >= cue.end and _ends_here(end, category)][:1]
    if reach == "phrase":
        limits += [comma for comma in commas if comma >= cue.end][:1]
    elif reach.isdigit():
        last = min(cue.next_token + int(reach), len(tokens)) - 1
        limits.append(tokens[last].end)
    return min(limits)


def _backward_limit(cue: FoundCue, tokens: list[Token], ends: list[FoundCue], commas: list[int]) -> int:
    category, reach = cue.cue.category, cue.cue.reach
    limits = [0]
    limits += [end.end for end in ends if end.end <= cue.start and _ends_here(end, category)][-1:]
    if reach == "phrase":
        limits += [comma for comma in commas if comma < cue.start][-1:]
    elif reach.isdigit():
        limits.append(tokens[max(cue.first_token - int(reach), 0)].start)
    return max(limits)
