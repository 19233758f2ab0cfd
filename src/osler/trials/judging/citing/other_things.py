"""Sentences that name what a criterion asks and tell of another thing: a plan, an awaited result, a vaccine, another kind."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.trials.judging.rules import common_words, empty_words, pattern
from osler.trials.judging.view import NumberedSentence
from osler.trials.judging.words import content_words

_WORD = re.compile(r"[^\W_]+")
_KIND = re.compile(
    r"\b(?P<head>hepatitis|type|influenza|h(?:a)?emophilia|class|grade|stage)\s(?P<kind>[a-ek]|\d|iv|v|i{1,3})\b"
)
_BEHIND = 30
"""Characters behind a name in which it stands that a result is awaited."""


def tells_of_another_thing(asked: str, cited: Sequence[NumberedSentence]) -> str:
    """What the cited sentences tell instead of what is asked; empty where one of them may tell of it."""
    words = asked.casefold()
    reasons = [_instead(words, sentence.text.casefold()) for sentence in cited]
    return reasons[0] if reasons and all(reasons) else ""


def _instead(asked: str, sentence: str) -> str:
    if (other := _other_kind(asked, sentence)) is not None:
        return f"the sentence tells of {other}"
    telling = content_words(asked) - common_words() - empty_words()
    places = [word for word in _WORD.finditer(sentence) if len(word[0]) > 2 and content_words(word[0]) & telling]
    if not places:
        return ""
    if not pattern("yet_to_come", "asked").search(asked) and all(_is_to_come(sentence, one) for one in places):
        return "the sentence tells of what is planned or awaited"
    last = places[-1]
    if not pattern("about_it").search(asked) and pattern("about_it_behind").match(sentence[last.end() :]):
        return "the sentence tells of something about it, and not of it"
    return ""


def _is_to_come(sentence: str, word: re.Match[str]) -> bool:
    """Whether a word stands behind the words of a plan, or before those of waiting, in one clause with them."""
    before = re.split(r"[,;.]|\b(?:and|but)\b", sentence[: word.start()])[-1]
    behind = re.split(r"[,;.]|\b(?:and|but)\b", sentence[word.end() : word.end() + _BEHIND])[0]
    return bool(pattern("yet_to_come", "before").search(before) or pattern("yet_to_come", "behind").search(behind))


def _other_kind(asked: str, sentence: str) -> str | None:
    """The kind that a sentence tells of where another one is asked: hepatitis B for hepatitis C."""
    for kind in _KIND.finditer(asked):
        told = [one for one in _KIND.finditer(sentence) if one["head"] == kind["head"]]
        if told and all(one["kind"] != kind["kind"] for one in told):
            return told[0][0]
    return None
