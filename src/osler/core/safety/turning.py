"""Where a sentence turns: from others to the patient, and from what was to what began today."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText, Mention, TimeExpression
from osler.core.safety.ages import BEGUN_TODAY

_JOINT = r"(?:[;,–-]|\b(?:and|but|so|because))\s*(?:(?:and|but|so|now|today|tonight)\s)*"
_TO_ONESELF = re.compile(rf"{_JOINT}(?:I|I['’]m|I['’]ve|im|ive|my)\b", re.IGNORECASE)
_TO_SOMEBODY = re.compile(rf"{_JOINT}(?:s?he|they|I|I['’]m|I['’]ve|im|ive|my)\b", re.IGNORECASE)
_NOW = re.compile(r"\b(?:right now|now|at the moment|currently|minutes?)\b", re.IGNORECASE)


_AND_NOW = re.compile(
    r"(?:\b(?:and|but|then)\s+|[,;:–-]\s*)(?:since\s+)?(?:now|today|tonight|this (?:morning|afternoon|evening)|right now|just now)\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\b(?:and|but)\s+(?:now\s|today\s|tonight\s)?(?:has|have|is|are|took|swallowed)\b", re.IGNORECASE
)
_OTHERS = frozenset({"family", "other"})


def is_back_to_the_patient(text: AnalysedText, mention: Mention) -> bool:
    """Whether a sentence about somebody else has come to the speaker, or to what the patient does today.

    "Dad died of a heart attack, I have crushing chest pain"; "her sister died and she took it all tonight".
    """
    others = [cue for cue in mention.assertion.cues if cue.category in _OTHERS and cue.end <= mention.start]
    if not others:
        return False
    last = max(cue.end for cue in others)
    return _TO_ONESELF.search(text.text, last, mention.start) is not None or _turns_to_now(text, last, mention)


def has_come_to_now(text: AnalysedText, mention: Mention) -> bool:
    """Whether the sentence comes to speak of now before it comes to the mention: "had my spleen out … and now"."""
    return bool(_AND_NOW.search(text.text[text.sentence_of(mention).start : mention.start]))


def history_is_before(text: AnalysedText, mention: Mention) -> bool:
    """Whether all that makes a mention history belongs to a clause before its own, which tells of now."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "historical"]
    return bool(cues) and all(cue.end <= mention.start and _turns_to_now(text, cue.end, mention) for cue in cues)


def dates_what_was_before(text: AnalysedText, time: TimeExpression, mention: Mention) -> bool:
    """Whether a time belongs to a clause before that of a mention, which tells of now: "in 2022 and has taken it this evening"."""
    return time.end <= mention.start and (
        _turns_to_now(text, time.end, mention) or _goes_on_now(text, time.end, mention)
    )


def is_behind_a_turn(text: AnalysedText, mention: Mention) -> bool:
    """Whether the sentence has turned to what is now before it comes to the mention."""
    return _turns_to_now(text, text.sentence_of(mention).start, mention)


def _turns_to_now(text: AnalysedText, start: int, mention: Mention) -> bool:
    turn = _TO_SOMEBODY.search(text.text, start, mention.start)
    return turn is not None and _is_of_now(text, turn.end(), mention)


def _goes_on_now(text: AnalysedText, start: int, mention: Mention) -> bool:
    """The same subject with a verb of its own: "he lost his job and has taken an overdose this evening"."""
    turn = _GOES_ON.search(text.text, start, mention.end)
    return turn is not None and _is_of_now(text, turn.end(), mention)


def _is_of_now(text: AnalysedText, start: int, mention: Mention) -> bool:
    end = text.sentence_of(mention).end
    return any(of_now.search(text.text, start, end) is not None for of_now in (BEGUN_TODAY, _NOW))
