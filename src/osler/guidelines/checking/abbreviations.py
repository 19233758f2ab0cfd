"""Initials spelled out by the texts that they stand beside: LDCT is the "low-dose computed tomography" of the source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_INITIALS = re.compile(r"\b(?=\w*[A-Z]\w*[A-Z])(?P<letters>[A-Za-z]{2,6}?)(?P<plural>(?<=[A-Z])s)?\b")
_LEAST = 3
"""Letters of initials that stand for one thing only."""
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9']*")
_APART = re.compile(r"[;:.()]")
"""What no name goes across."""
_LITTLE = frozenset({"a", "an", "and", "the", "of", "for", "in", "or", "to", "with", "by", "on", "at"})


def spelled_out(sentence: str, sources: Iterable[str]) -> str:
    """A sentence with the words of its sources in the place of their initials."""
    texts = list(sources)

    def put(match: re.Match[str]) -> str:
        letters = match["letters"]
        if any(re.search(rf"\b{letters}s?\b", text) for text in texts):
            return match.group()
        return next((found for text in texts if (found := _phrase(letters.casefold(), text))), match.group())

    return _INITIALS.sub(put, sentence)


def in_full(sentence: str, texts: Sequence[str]) -> tuple[str, list[str]]:
    """A sentence and its sources with one name for what the sources call by its initials in one place and in words in another."""
    told = " ".join(texts)
    phrases = {
        letters: phrase
        for letters in {match["letters"] for match in _INITIALS.finditer(told)}
        # What a bracket defines is known beside its name.
        if len(letters) >= _LEAST and f"({letters})" not in told and (phrase := _phrase(letters.casefold(), told))
    }
    if not phrases:
        return sentence, list(texts)
    known = re.compile(rf"\b(?:{'|'.join(map(re.escape, phrases))})\b")
    sentence, *told_in_full = (known.sub(lambda match: phrases[match.group()], text) for text in (sentence, *texts))
    return sentence, told_in_full


def _phrase(letters: str, text: str) -> str:
    """The words of a text that follow each other with these initials; little words between them are passed over."""
    words = list(_WORD.finditer(text))
    for first, one in enumerate(words):
        rest, last = letters, one
        for word in words[first:]:
            if _APART.search(text, last.end(), word.start()):
                break
            if word.group().casefold() in _LITTLE and rest != letters:
                continue
            if not rest or word.group()[0].casefold() != rest[0]:
                break
            rest, last = rest[1:], word
        if not rest:
            return text[one.start() : last.end()]
    return ""
