"""What is said of the taking of a medicine: that it is taken, was begun, changed, ended, or took another's place."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from osler.consult.extraction.clauses import Clause, pattern, says
from osler.consult.extraction.times import when
from osler.consult.extraction.types import IntakeStatus

SWAPS = re.compile(
    r"\b(?:swapp(?:ed|ing)|switch(?:ed|ing)?|exchang(?:ed|ing)|replac(?:ed|ing)|trad(?:ed|ing)|chang(?:ed|ing)|mov(?:ed|ing))\b"
)
_INSTEAD = re.compile(r"(?: [\d.,]+ ?[a-z]+)? instead\b", re.IGNORECASE)
_FOR_ANOTHER = re.compile(r"\b(?:for|to|onto|with|by|over to)\b")


def swapped(text: str, named: Sequence[tuple[int, int, str]], index: int) -> IntakeStatus | None:
    """What becomes of one of two medicines where one takes the other's place; None where none does."""
    if len(named) != 2:
        return None
    before, between = text[: named[0][0]].lower(), text[named[0][1] : named[1][0]].lower()
    if re.search(r"\boff (?:the |my )?$", before) and re.search(r"\b(?:onto|on to|on|started)\b", between):
        return "stopped" if index == 0 else "started"
    ended = pattern("intake", "stopped").search(f"{before} {between}") and not re.search(r"\bon\b", between)
    if ended and _INSTEAD.match(text[named[1][1] :]):
        return "stopped" if index == 0 else "started"  # "naproxen stopped, paracetamol instead"
    if not SWAPS.search(before):
        return None
    if re.search(r"\bfrom\b", between):  # "switched to the new one from the old one"
        return "started" if index == 0 else "stopped"
    if not _FOR_ANOTHER.search(between):
        return None
    return "stopped" if index == 0 else "started"


_BEHIND = re.compile(
    r"^\s*(?:[\d.,]+ ?(?:m?c?g|mcg|ml|iu|units?)?\s*)?(?:tablets? |capsules? )?(?:was |were |is |are |has been |have been |been |got |now |also |then )*(?P<verb>stopped|discontinued|withdrawn|held|paused|ceased|started|begun|restarted|introduced|commenced|increased|decreased|reduced|doubled|halved|raised|lowered|upped|begins|starts|stops|ends)\b",
    re.IGNORECASE,
)
"""A verb right behind the name of a medicine says what became of it."""


def status_behind(after: str) -> IntakeStatus | None:
    """What the verb behind the name says: "fish oil stopped, turmeric started"."""
    match = _BEHIND.match(after)
    if match and match["verb"].lower() in {"begins", "starts", "stops", "ends"}:
        return "planned" if match["verb"].lower() in {"begins", "starts"} else None
    found: tuple[IntakeStatus, ...] = ("stopped", "changed", "started")
    return next((one for one in found if match and pattern("intake", one).search(match["verb"])), None)


_NO_MORE = re.compile(r"\bno more (?:of )?(?:the |my |those |these )?(?P<what>[a-z-]+)", re.IGNORECASE)


def without_other_ends(name: str, clause: Clause) -> Clause:
    """A clause without a "no more" that is said of something else than the medicine."""
    return clause._replace(lower=without_others(name, clause.lower))


def without_others(name: str, text: str) -> str:
    """A text without a "no more" that is said of something else than the medicine."""
    return _NO_MORE.sub(lambda m: m.group() if name.lower().startswith(m["what"].lower()) else m["what"], text)


_MY = re.compile(r"\bmy (?:\w+ )?$")
_NOW_ON = re.compile(r"\bnow on(?:to)?\b")
"""What is taken now, begun nobody says when."""


_DENIED = re.compile(r"\bnot\b|n['’]t\b")


def status_of(clause: Clause, before: str, own: str) -> IntakeStatus | None:
    """What is said of the taking; the words of its own part decide, then those before the name, then the clause."""
    for text in (_MY.sub("", own.lower()), before.lower(), clause.lower):
        for status in ("stopped", "ran out", "changed", "started", "taking"):
            if pattern("intake", status).search(text):
                if status == "taking" and _DENIED.search(text) and says(clause.lower, "intakes", "ends"):
                    return "stopped"  # "not on it any more"
                over = says(text, "intakes", "over") and not says(clause.lower, "intakes", "lately")
                if status == "taking" and over:
                    return "past"
                if status == "taking" and pattern("intake", "changed").search(clause.lower):
                    return "changed"  # "my dose went up": that it is taken is known
                if status == "started" and clause.planned:
                    return "planned"
                if status in {"started", "taking", "changed"} and was_once(clause.lower):
                    return "past"
                if status == "started" and _is_given_there(clause.lower):
                    return "past"
                if status == "started" and not pattern("intake", "started").search(_NOW_ON.sub(" ", text)):
                    return "taking"
                found: IntakeStatus = status
                return found
    return None


_GIVEN = re.compile(r"\b(?:gave|given|got given|injected)\b")
_BEGUN = re.compile(
    r"\b(?:start\w*|begun|began|prescri\w*|since|still|now|daily|every|each|a course|to take|(?:once|twice|times) (?:a|per|daily)|for (?:a|an|one|two|three|four|five|six|seven|ten|\d+) (?:days?|weeks?|months?))\b"
)
_THERE = re.compile(
    r"\b(?:paramedics?|ambulance|a&e|(?:in|at) (?:the )?(?:er|ed|emergency (?:room|department)|casualty|hospital|theatre|resus|recovery|dentist's?)|on the (?:way|ward|spot|table)|at the scene|during|a (?:shot|jab|injection|dose) of|just the once|only once|once(?! (?:a|an|per|every|each|daily|i|he|she)\b))\b"
)


def _is_given_there(lower: str) -> bool:
    """Whether something was given once, where it was needed, and not to be taken from then on."""
    there = _THERE.search(lower) is not None or says(lower, "intakes", "given_once")
    return _GIVEN.search(lower) is not None and there and _BEGUN.search(lower) is None


def was_once(lower: str) -> bool:
    """Whether something was taken by mistake or once only, so that it is over and nothing that is taken from then on."""
    return says(lower, "intakes", "once") and not says(lower, "intakes", "goes_on")


_OWN = re.compile(r"(?:^|\b)(?:i|i'm|i've|my|me|we)\b")


_COUNTED = re.compile(
    r"^\W*(?:(?:an?|one|two|three|four|half|\d+|my|some|just|only|also|and|plus|still|the|of|daily|spoonfuls?|scoops?|sachets?|capsules?|tablets?|suppositor(?:y|ies)|drops?|puffs?|sprays?|squirts?|patch(?:es)?|lozenges?|cream|gel|ointment|syrup|dose|bit|thin layer|nasal spray) )*$"
)
"""What stands before the name of something that is taken, where no verb does."""
_SO_TAKEN = re.compile(
    r"^(?: (?P<form>tablets?|pills?|capsules?|lozenges?|sachets?|drops|cream|gel|ointment|spray|patch(?:es)?|inhaler|gumm(?:y|ies)|powder|tea|oil|extract|syrup))?"
    r" (?:for (?P<whose>my|the|our)\b|(?P<why>for)\b|since\b|whenever i\b|when i\b|with (?:my |each |every )?(?:breakfast|lunch|dinner|supper|tea|meals?|food|water|milk|coffee)\b|before bed\b)"
)
"""What is said behind it: what it is for, since when or with what it is taken."""


_AFTER = re.compile(r"\bafter (?:taking )?(?:an?|some|one|two|three|\d+|the|my) $")
"""What something else was told to come after: "37.6 after a paracetamol"."""


def _is_noted(before: str, after: str) -> bool:
    """Whether something is noted as taken without a verb: "two garlic tablets with dinner", "kelp for my thyroid"."""
    told = _SO_TAKEN.match(after) if _COUNTED.match(before) else None
    return told is not None and (told["why"] is None or told["form"] is not None)


def taken_by_default(clause: Clause, before: str, now: dt.datetime, *, after: str = "") -> IntakeStatus | None:
    """Taken is what somebody names of himself, or first of all with a day, with no word that speaks of it otherwise."""
    if was_once(clause.lower) or _GIVEN_TO.search(before.lower()):
        return "past"
    if says(clause.lower, "intakes", "not_taken"):
        return None
    fragment = len(before.split()) <= _FEW or _COUNTED.match(before.lower()) is not None
    dated = fragment and when(clause.text, now) is not None
    noted = dated or _AFTER.search(before.lower()) is not None or _is_noted(before.lower(), after.lower())
    return "taking" if noted or _OWN.search(clause.lower) else None


_GIVEN_TO = re.compile(
    r"\b(?:gave|given) (?:him|her|them|the patient) (?:(?:an?|some|his|her|the|one|two|\d+|half|more|another|dose|spoonfuls?|of|tablets?|puffs?|ml|mg) )*$"
)
"""Before what somebody who cares for the patient gave."""
_FEW = 1
"""Words before a drug that a fragment begins with."""
