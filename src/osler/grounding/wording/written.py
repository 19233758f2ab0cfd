"""What the shorthand of a criterion stands for: abbreviations, brands and ward words, written out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from osler.core.language import written_out
from osler.core.terminology import Candidate, Match, Vocabularies
from osler.grounding.wording.lexicon import lexicon

_WORD = re.compile(r"(?<![\w-])[A-Za-z][\w&+-]*")
_NAMES = frozenset({"exact", "synonym", "abbreviation", "stemmed"})
_TO = re.compile(r"^(?:to|in|of)\s+(?:the\s+)?", re.IGNORECASE)


class Piece(NamedTuple):
    """A word of a text and what it stands for."""

    start: int
    end: int
    meaning: str


class Written:
    """A text with its shorthand written out, and the way back to its own places."""

    def __init__(self, text: str, vocabularies: Vocabularies) -> None:
        self._vocabularies = vocabularies
        self._text = text
        self.matches = vocabularies.find(text)
        self.pieces = list(_pieces(text, self.matches, vocabularies))
        parts: list[str] = []
        self._moved: list[tuple[int, int, int]] = []
        done = length = 0
        for start, end, meaning in self.pieces:
            parts += [text[done:start], meaning]
            length += start - done
            # Where the piece stands in the text written out, and how far what follows is moved.
            self._moved.append((length, length + len(meaning), end - length - len(meaning)))
            length += len(meaning)
            done = end
        self.text = "".join([*parts, text[done:]])

    def names(self) -> list[Match]:
        """What the vocabularies know of the text, its shorthand included."""
        if not self.pieces:
            return self.matches
        told = [self._back(match) for match in self._vocabularies.find(self.text) if self._pieces_in(match) == 1]
        told += [
            Match(piece.start, piece.end, (named.concept_id,))
            for piece in self.pieces
            if (named := is_name(piece.meaning, self._vocabularies)) is not None
        ]
        written = _Stretches((piece.start, piece.end) for piece in self.pieces)
        own = (match for match in self.matches if not written.hold(match.start, match.end))
        return sorted(
            {*own, *(match for match in told if match is not None)}, key=lambda match: (match.start, match.end)
        )

    def _pieces_in(self, match: Match) -> int:
        """How many pieces a name has words of; one of two ("HBV or HCV") is none, for it was found across a list."""
        return sum(start < match.end and match.start < end for start, end, _ in self._moved)

    def _back(self, match: Match) -> Match | None:
        """A name in the places of the text as it stands; None where it begins or ends within what a word stands for."""
        places = []
        for at in (match.start, match.end):
            if any(start < at < end for start, end, _ in self._moved):
                return None
            before = [shift for start, end, shift in self._moved if end <= at]
            places.append(at + (before[-1] if before else 0))
        return match._replace(start=places[0], end=places[1])


class _Stretches:
    """Stretches of a text, asked whether one of them holds a place."""

    def __init__(self, stretches: Iterable[tuple[int, int]]) -> None:
        ordered = sorted(stretches)
        self._starts = [start for start, _ in ordered]
        self._farthest = list(accumulate((end for _, end in ordered), max))

    def hold(self, start: int, end: int) -> bool:
        before = bisect_right(self._starts, start)
        return before > 0 and self._farthest[before - 1] >= end


def _pieces(text: str, matches: list[Match], vocabularies: Vocabularies) -> Iterator[Piece]:
    words = lexicon().written
    known = _Stretches((match.start, match.end) for match in matches)
    for word in _WORD.finditer(text):
        meaning = words.get(word.group().lower(), "")
        if not meaning and not known.hold(word.start(), word.end()):
            # What the vocabularies know as it is written needs nobody's table.
            meaning = written_out(word.group())
            if ":" in meaning:
                concept = vocabularies.concept(meaning)
                meaning = concept.name if concept else ""
        if meaning:
            yield Piece(word.start(), word.end(), meaning)


@lru_cache(maxsize=20_000)
def standard_term(term: str, vocabularies: Vocabularies) -> str:
    """The term to search for some words: written out, and as the vocabularies say it."""
    known = lexicon().aliases.get(term.lower())
    if known is not None:
        return known
    said = Written(term, vocabularies).text
    return _as_named(said, vocabularies) or said


@lru_cache(maxsize=20_000)
def is_name(term: str, vocabularies: Vocabularies) -> Candidate | None:
    """The concept that has a term as one of its names, in these words or in their other forms."""
    found = vocabularies.search(term, 1)
    return found[0] if found and found[0].match_kind in _NAMES else None


def _as_named(term: str, vocabularies: Vocabularies) -> str:
    """A name in the vocabularies' words where they have the thing by no other: "brain metastases"."""
    heads = lexicon().named
    head = re.search(rf"\b(?:{'|'.join(heads)})\b", term, re.IGNORECASE)
    rest = " ".join(f"{term[: head.start()]} {_TO.sub('', term[head.end() :].strip())}".split()) if head else ""
    if head is None or not rest or is_name(term, vocabularies):
        return ""
    named = f"{heads[head.group().lower()]} of {rest}"
    return named if is_name(named, vocabularies) else ""
