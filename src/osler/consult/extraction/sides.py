"""The side of what is told: beside the part of the body ("my left knee"), or later in a word of its own ("right one")."""

from __future__ import annotations

import re

from osler.consult.extraction.operated import is_of_the_body
from osler.consult.extraction.types import Extraction

_SIDE = re.compile(
    r"\W*(?:(?:no|sorry|oh|ah|actually|and|wait|i mean|i meant)[ ,]+)*(?:(?:it'?s|it is|it was|that'?s|in|on|my|the) )*"
    r"(?:(?:(?P<side>left|right)(?: (?:one|side|hand side|(?P<part>[a-z]+)))|(?P<both>both)(?: (?:sides|(?P<parts>[a-z]+))))"
    r"|(?:(?:it'?s|it is|on|in|my) )+(?:the )?(?P<bare>left|right)|(?:the )?(?P<left>left))"
    r"(?:[ ,.–-]+(?:sorry|please|actually|i mean(?:t)?|of course|my mistake|not (?:the )?(?:left|right)(?: one| side)?))*\W*",
    re.IGNORECASE,
)
"""A side and nothing else; a bare "right" is a yes."""
_TOLD = re.compile(r"\b(?:left|right|both) ?", re.IGNORECASE)
_KINDS = ("symptoms", "conditions", "operations")


_BESIDE = re.compile(r"\b(left|right|both)(?: (?:hand|side|lower|upper|big|little|front|back))? $", re.IGNORECASE)
_OWN = re.compile(r"\b(left|right|both) (?=[a-z])", re.IGNORECASE)


def sided(name: str, text: str, span: tuple[int, int]) -> str:
    """The name of what a text tells at a place, with the side that stands there and that the name lacks."""
    if _TOLD.search(name) or not _has_a_side(name, ""):
        return name
    told = _BESIDE.search(text[: span[0]]) or _OWN.search(text[slice(*span)])
    return f"{told[1].lower()} {name}" if told is not None else name


def with_side(pending: Extraction, message: str) -> Extraction | None:
    """What waits, with the side that a message tells of the one entry that has sides; None where it tells none."""
    match = _SIDE.fullmatch(message.strip())
    if match is None:
        return None
    part = (match["part"] or match["parts"] or "").lower().rstrip("s")
    side = (match["side"] or match["bare"] or match["left"] or "both").lower()
    placed = [(kind, entry) for kind in _KINDS for entry in getattr(pending, kind) if _has_a_side(entry.name, part)]
    if len(placed) != 1:
        return None
    kind, entry = placed[0]
    named = entry.model_copy(update={"name": f"{side} {_TOLD.sub('', entry.name)}"})
    entries = [named if one is entry else one for one in getattr(pending, kind)]
    return pending.model_copy(update={kind: entries})


def _has_a_side(name: str, part: str) -> bool:
    """Whether a name is of a part of the body, and of the one that is told."""
    words = name.lower().split()
    return part in {word.rstrip("s") for word in words} if part else any(is_of_the_body(word) for word in words)
