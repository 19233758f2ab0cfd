"""What a conversation itself holds: what the user wrote about something, and what became of it."""

from __future__ import annotations

import re

from osler.consult.extraction import KINDS, Extraction
from osler.consult.record.called import words
from osler.consult.record.reading.table import stop
from osler.consult.steps.entry_lines import summary_lines
from osler.consult.types import ConsultRequest, ConsultState, ReplySentence
from osler.consult.wording.folded import folded

_RECALLS = re.compile(
    r"(?:(?:so|and|ok|okay|but|remind me|tell me|wait)[ ,]+)*(?:what (?:exactly |else )?(?:did|have|had) i (?:just |already )?(?:say|said|tell|told|mention(?:ed)?|write|written|wrote|report(?:ed)?)|(?:did|have) i (?:already |ever )?(?:say|said|tell|told|mention(?:ed)?)|what (?:was it|was that) i (?:said|told you|mentioned))"
    r"(?: (?:to )?you)?(?: (?:before|earlier|just now|today|here|so far|until now|up to now))?(?: (?:about|of|on|regarding|re|that) (?P<what>.+?))?(?: (?:before|earlier|just now|today|here|in this (?:chat|conversation)))?"
)
WROTE = "In this conversation you wrote: {said}."
NOTHING_SAID = "In this conversation you wrote nothing about “{what}”."
NOTHING_YET = "You wrote nothing before this in this conversation."
SAVED = "Saved from it: {lines}."
WAITS = "It waits for your word to be saved: {lines}."
NOT_KEPT = "Nothing of it is saved."
_MOST = 3


def recalled(given: ConsultRequest) -> list[ReplySentence] | None:
    """What the user wrote before about what is asked for, in the own words; None for any other message."""
    match = _RECALLS.fullmatch(folded(given.message).rstrip(" ?!."))
    if match is None:
        return None
    wrote = [
        said.text
        for said in given.history
        if said.role == "user" and not _RECALLS.fullmatch(folded(said.text).rstrip(" ?!."))
    ]
    what = re.sub(r"^(?:my|the|his|her|the patient's|a|an|any) ", "", match["what"] or "")
    about = [text for text in wrote if not what or _speaks_of(text, what)][-_MOST:]
    if not about:
        return [ReplySentence(text=NOTHING_SAID.format(what=what) if what else NOTHING_YET)]
    said = "; ".join(f"“{text.strip()}”" for text in about)
    return [ReplySentence(text=WROTE.format(said=said)), *_standing(given.state, what)]


def _standing(state: ConsultState, what: str) -> list[ReplySentence]:
    """What of it was saved, or waits to be."""
    saved = [line for kept in state.saved for line in _lines(kept, what)]
    waits = _lines(state.pending, what) if state.pending is not None else []
    told = [SAVED.format(lines="; ".join(dict.fromkeys(saved)))] if saved else []
    told += [WAITS.format(lines="; ".join(waits))] if waits else []
    return [ReplySentence(text=text) for text in told or [NOT_KEPT]]


def _lines(kept: Extraction, what: str) -> list[str]:
    """What of an extraction is about something, by its own words or by the words that it quotes."""
    lines = []
    for kind in KINDS:
        for entry in getattr(kept, kind):
            if not what or _speaks_of(entry.quote, what) or _speaks_of(_name(entry), what):
                lines += summary_lines(Extraction.model_validate({kind: [entry.model_dump()]}))
    return lines


def _name(entry: object) -> str:
    return str(getattr(entry, "name", "") or getattr(entry, "substance", ""))


_STEM = 4


def _speaks_of(text: str, what: str) -> bool:
    """Whether a text has a word of what is asked for, in any of its forms: the wheeze, wheezy, wheezing."""
    said = [word for word in words(text) if len(word) >= _STEM or word.isdigit()]
    asked = [word for word in words(what) if word not in stop()] or list(words(what))
    return any(_alike(one, other) for one in asked for other in (*said, *words(text)))


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    shared = max(_STEM, min(len(one), len(other)) - 2)
    return len(one) >= _STEM and len(other) >= _STEM and one[:shared] == other[:shared]
