"""A sentence of general knowledge in the words of a statement, where it says the same in others: high for elevated, the gut for the intestine."""

from __future__ import annotations

import re
from functools import cache

from osler.core.library import stems
from osler.core.terminology import plain_meanings
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.checked", "same_words.yml", flags=re.IGNORECASE)
_NUMBER = r"\d+(?:[.,]\d+)?"
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]{2,}")


def in_one_wording(text: str) -> str:
    """A text with its other wordings put into the plain ones."""
    for said, plain in _rewordings():
        text = said.sub(plain, text)
    return re.sub(r"\s+", " ", text).strip()


def in_words_of(statement: str, claim: str) -> str:
    """A claim with each word that is another form of a word of a statement, or means just what it does, put as the statement has it."""
    own = dict.fromkeys(word.group() for word in _WORD.finditer(statement))
    lower = {word.lower() for word in own}

    def as_told(match: re.Match[str]) -> str:
        word = match.group()
        if word.lower() in lower:
            return word
        return next((one for one in own if _is_the_same(word.lower(), one.lower())), word)

    return _WORD.sub(as_told, claim)


@cache
def _is_the_same(word: str, other: str) -> bool:
    """Whether a word has the stem of another, or is the plain one for it: the retina is in the eye, and the eye is no retina."""
    return stems(word) == stems(other) != [] or plain_meanings(other) == {word}


def turns_it(claim: str, statement: str) -> bool:
    """Whether a claim repeats what a statement puts behind a turning word and leaves that out, or names a part where the statement names the whole."""
    said = set(stems(claim))
    for match in _TABLE.pattern("turns").finditer(statement):
        follows = stems(re.split(r"[,;:.]", statement[match.end() :], maxsplit=1)[0])[:_GOVERNED]
        if said.intersection(follows) and not said.issuperset(stems(match.group())):
            return True
    own = {word.lower() for word in _WORD.findall(statement)}
    meant = frozenset().union(*map(plain_meanings, own))
    others = {word.lower() for word in _WORD.findall(claim)} - own
    return any(
        plain_meanings(word) & meant
        and word not in plain_meanings(word)
        and not set(stems(word)) & set(stems(statement))
        for word in others
    )


_GOVERNED = 4
"""Words with content that a turning word bears on."""


@cache
def _rewordings() -> list[tuple[re.Pattern[str], str]]:
    return [
        (re.compile(said.replace("<number>", _NUMBER), re.IGNORECASE), plain) for said, plain in _TABLE.rules["plain"]
    ]
