"""A correction that may be of several things that were told: asked back, and put where the user says."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from osler.consult.extraction import KINDS, Extraction, named
from osler.consult.extraction.amending import amended, among, gives_amount, puts_right, spoken_words
from osler.consult.extraction.placed import amount_of
from osler.consult.extraction.wrong_numbers import without_taken_back
from osler.consult.record import asks_something, measure_named
from osler.consult.steps.confirming import confirms
from osler.consult.steps.entry_lines import summary_lines
from osler.consult.types import ConsultRequest, ConsultState
from osler.consult.wording.folded import folded

WHICH = "I could not tell which of these “{said}” puts right: {lines}. Which is it? (its name or its number; “none” leaves them as they are)"
_AMOUNT = re.compile(r"\d+(?:[.,]\d+)?(?:/\d+)?(?:\s*(?:%|°?[a-zµ]+(?:/[a-z0-9.]+)?))?", re.IGNORECASE)
_NUMBER = re.compile(r"\(?(?:number |no\.? |#)?(?P<number>\d)\)?")
_LONGEST = 8
"""Words of an answer to which of several things was meant."""
_NONE = re.compile(
    r"(?:no(?:ne|thing)|neither|leave (?:it|them)|as (?:it|they) (?:was|were|is|are)|ignore (?:it|that))\b.*"
)
_FIRSTS = ("first", "second", "third", "fourth", "fifth", "sixth")


class Placed(NamedTuple):
    """A turn, and the words that the user wrote for what it puts right."""

    given: ConsultRequest
    written: str


def placed(given: ConsultRequest) -> Placed:
    """The turn; where it says of what the correction before it was, that correction with the name of the thing."""
    said = given.state.unplaced
    answer = folded(given.message).strip(" .!")
    if not said or asks_something(given.message) or len(answer.split()) > _LONGEST:
        return Placed(given, given.message)
    if _NONE.fullmatch(answer) is not None and answer != "no":
        state = given.state.updated({"unplaced": ""})
        return Placed(given.model_copy(update={"state": state}), given.message)
    told = _among(given.state, said)
    entry = _meant(answer, [entry for kind in KINDS for entry in getattr(told, kind)])
    if entry is None:
        return Placed(given, given.message)
    before = f", not {was:g}" if (was := amount_of(entry)) is not None else ""
    message = f"correction: {entry.name} {_bare(said)}{before}"
    state = given.state.updated({"unplaced": ""})
    return Placed(given.model_copy(update={"message": message, "state": state}), said)


def saved_put_right(
    given: ConsultRequest, state: ConsultState, told: Extraction
) -> tuple[Extraction, Extraction | None] | None:
    """What waits, and what was saved and is put right while other things wait; None where the message is of none of it."""
    waiting = state.pending
    if waiting is None or waiting.is_empty or confirms(given.message, waiting) is not None:
        return None
    if amended([waiting], told, given.message, given.moment, just_told=True) is not None:
        return None
    right = amended(state.saved, told, given.message, given.moment, just_told=False)
    if right is None:
        return None
    both = {kind: [*getattr(waiting, kind), *getattr(right.entries, kind)] for kind in KINDS}
    before = state.replacing or Extraction()
    gone = {kind: [*getattr(before, kind), *getattr(right.replaced, kind)] for kind in KINDS}
    return Extraction.model_validate(both), Extraction.model_validate(gone)


def not_placed(given: ConsultRequest, found: Extraction, replacing: Extraction | None) -> str:
    """The question of which thing a message puts right, where it gives an amount that may be of several; else nothing.

    `found` is what waits after the message, or what it states.
    """
    told = _last_told(given.state)
    put_right = replacing is not None and replacing != given.state.replacing
    if told is None or put_right or not (found.is_empty or found == given.state.pending):
        return ""
    message = given.message
    if asks_something(message) or not gives_amount(message):
        return ""
    return which(given.state, message) if puts_right(message, just_told=True) else ""


def still_unplaced(given: ConsultRequest, asked: str, pending: Extraction | None) -> str:
    """The correction that is still to be placed after a turn: the one that was just asked back, or the one before while things wait."""
    if asked:
        return given.message
    return given.state.unplaced if pending is not None and not pending.is_empty else ""


def which(state: ConsultState, said: str) -> str:
    """The question of which thing a correction is of."""
    shown = summary_lines(_among(state, said))
    lines = "; ".join(f"({number}) {line}" for number, line in enumerate(shown, 1))
    return WHICH.format(said=_bare(said), lines=lines) if shown else ""


def _bare(said: str) -> str:
    """The amount that a correction gives."""
    match = _AMOUNT.search(without_taken_back(said))
    return match.group().strip() if match is not None else said.strip(" .")


def _last_told(state: ConsultState) -> Extraction | None:
    """What waits, or else what was just saved."""
    if state.pending is not None and not state.pending.is_empty:
        return state.pending
    return state.saved[-1] if state.just_saved and state.saved else None


def _among(state: ConsultState, said: str) -> Extraction:
    told = _last_told(state) or (state.saved[-1] if state.saved else None)
    return among(told, said) if told is not None else Extraction()


def _meant(answer: str, entries: list[Any]) -> Any | None:
    """The one entry that an answer names, by its number or by a word of its name."""
    number = _NUMBER.fullmatch(answer)
    counted = [place for place, one in enumerate(_FIRSTS) if one in answer.split()]
    place = int(number["number"]) - 1 if number is not None else counted[0] if counted else None
    if place is not None:
        return entries[place] if 0 <= place < len(entries) else None
    measured = measure_named(answer)
    of_it = [one for one in entries if measured is not None and measure_named(one.name) == measured]
    if len(of_it) == 1:
        return of_it[0]
    spoken = spoken_words(answer)
    shares = [spoken & set(named(entry)) for entry in entries]
    best = max(map(len, shares), default=0)
    most = [entry for entry, share in zip(entries, shares, strict=True) if share and len(share) == best]
    return most[0] if len(most) == 1 else None
