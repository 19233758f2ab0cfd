"""A question as it is understood: shortened words and initials in the words that the libraries themselves use."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple

from osler.core.library import Library, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.everyday import everyday_words
from osler.guidelines.steps.parts import asking_stems
from osler.yaml_reader import packaged_yaml

_INITIALS = re.compile(r"\b[A-Z]{3,6}s?\b")
_STAGED = re.compile(r"\b(?P<name>[A-Z]{2,5})(?P<stage>[1-5][ab]?)\b")
_GENUS = re.compile(r"\b(?![AI]\s)[A-Z]\.?\s(?P<species>[a-z]{4,})\b")
_NUMBERED = re.compile(r"\b(?P<name>[A-Za-z]{3,})(?P<number>\d{1,3})\b")
_SHORT = re.compile(r"\b[a-z]{4,9}\b", re.IGNORECASE)
_UNCAPPED = re.compile(r"\b(?!\d+\b)[b-df-hj-np-tv-xz0-9]{3,5}\b")
"""Letters that make no word, in small: "htn", "t2dm"."""


_WORD = re.compile(r"\b[a-z]{5,}\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?P<verb>[a-z]{2,6})n['’`]t\b", re.IGNORECASE)
_VERBS = {"ca": "can", "wo": "will", "sha": "shall"}
"""Verbs that lose letters before a shortened "not"."""
_SPELLINGS = [
    ("sulph", "sulf"),
    ("ae", "e"),
    ("oe", "e"),
    ("our", "or"),
    ("ise", "ize"),
    ("isa", "iza"),
    ("yse", "yze"),
]
"""What British and American English write differently."""


class Understood(NamedTuple):
    """A question in the libraries' words, and what was read as what."""

    text: str
    read: tuple[tuple[str, str], ...] = ()


def understood(question: str, libraries: Sequence[Library], vocabularies: Vocabularies) -> Understood:
    """The question with stages apart from their names, and with what no vocabulary knows in the libraries' words."""
    written = _UNCAPPED.sub(partial(_in_capitals, vocabularies=vocabularies), _negations_written_out(question))
    staged = _STAGED.sub(partial(_apart, vocabularies=vocabularies), written)
    known = [(one.start, one.end) for one in vocabularies.find(staged)]
    known += [(one.start, one.end) for one in everyday_words(staged)]
    read: dict[str, str] = {}
    lexes = [library.lexis(staged) for library in libraries]
    for found in _INITIALS.finditer(staged):
        if not _within(found, known) and not _is_there(found.group(), libraries):
            phrase = next(filter(None, (lexis.spelled(found.group()) for lexis in lexes)), "")
            if phrase:
                # The letters stay: they say that the phrase is one name.
                read[found.group()] = f"{phrase} ({found.group()})"
    for found in _GENUS.finditer(staged):
        # The species alone finds it, whichever name its genus has just now.
        apart = all(end <= found.start() or found.end() <= start for start, end in known)
        if apart and _is_there(found["species"], libraries):
            read[found.group()] = found["species"]
    for found in _SHORT.finditer(staged):
        word = found.group()
        if word not in read and not _within(found, known) and _may_be_short(word) and not _is_there(word, libraries):
            longer = [one for lexis in lexes for one in lexis.completions(word) if _is_name(one, vocabularies)]
            if longer:
                read[word] = longer[0]
    for found in _NUMBERED.finditer(staged):
        # "CURB65" for CURB-65, as the library writes it.
        written = f"{found['name']}-{found['number']}"
        if not _within(found, known) and not _is_there(found.group(), libraries) and _is_there(written, libraries):
            read[found.group()] = written
    read |= _spelled_otherwise(staged, known, read, libraries)
    text = staged
    for short, long in read.items():
        text = re.sub(rf"(?<!\w){re.escape(short)}(?!\w)", long, text)
    return Understood(text, tuple(read.items()))


def _negations_written_out(text: str) -> str:
    """A text with "is not" for "isn't": every later step reads a negation as a word of its own."""
    return _NOT.sub(lambda found: f"{_VERBS.get(found['verb'].lower(), found['verb'])} not", text)


def _spelled_otherwise(
    text: str, known: Sequence[tuple[int, int]], read: Container[str], libraries: Sequence[Library]
) -> dict[str, str]:
    """The words that no library has, each as one of them spells it."""
    found: dict[str, str] = {}
    for match in _WORD.finditer(text):
        word = match.group()
        if word not in read and not _within(match, known) and not _is_there(word, libraries):
            spelled = next((one for one in _spellings(word) if _is_there(one, libraries)), "")
            found |= {word: spelled} if spelled else {}
    return found


def _spellings(word: str) -> Iterable[str]:
    """A word as the other side of the Atlantic writes it, one place at a time."""
    for british, american in _SPELLINGS:
        for one, other in ((british, american), (american, british)):
            for place in re.finditer(one, word.lower()):
                yield word[: place.start()] + other + word[place.end() :]


def _in_capitals(match: re.Match[str], vocabularies: Vocabularies) -> str:
    """Initials as they are written, where the letters in small are no name and in capitals are one."""
    small, known = match.group(), vocabularies.names
    if asking_stems().issuperset(stems(small)) or known.find(small) or not known.find(small.upper()):
        return small
    return small.upper()


def _apart(match: re.Match[str], vocabularies: Vocabularies) -> str:
    """ "CKD3" as "CKD stage 3", where the letters are a name and the whole is none."""
    known = vocabularies.names
    if known.find(match.group()) or not known.find(match["name"]):
        return match.group()
    return f"{match['name']} stage {match['stage']}"


def _within(found: re.Match[str], spans: Iterable[tuple[int, int]]) -> bool:
    return any(start <= found.start() and found.end() <= end for start, end in spans)


def _is_there(word: str, libraries: Sequence[Library]) -> bool:
    """Whether any library uses a word itself."""
    wanted = stems(word)
    return not wanted or any(library.knows(wanted) for library in libraries)


def _may_be_short(word: str) -> bool:
    """Whether a word may be a shortened name: one that only asks or joins is none ("over 80" is not overweight)."""
    return word.casefold() not in _joining() and not asking_stems().issuperset(stems(word))


@cache
def _joining() -> frozenset[str]:
    return frozenset(packaged_yaml("osler.guidelines", "asking.yml")["joining"])


def _is_name(word: str, vocabularies: Vocabularies) -> bool:
    """Whether a word is a clinical name by itself; what merely begins alike is another word."""
    return any(one.start == 0 and one.end == len(word) for one in vocabularies.find(word))
