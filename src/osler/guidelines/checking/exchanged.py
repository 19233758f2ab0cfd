"""The parts of a sentence in each other's place: what is done and what it follows, the dose and its change, the purpose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from osler.core.library import stems
from osler.guidelines.checking.coverage import stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement, claim_stems

_FOLLOWS = re.compile(r"\b(?P<word>after|before|once|until|without)\b(?! \d)", re.IGNORECASE)
_FIRST = re.compile(r"^\W*(?:[\w ]{0,20}? )?(?:after|before|once|until|without)\b[^,]*,", re.IGNORECASE)
"""A sentence that opens with when it is done."""
_EARLIER = {"after": True, "once": True, "without": True, "before": False, "until": False}
"""Whether what a word opens comes first."""
_LEAST = 1
_CHANGED = re.compile(
    r"\b(?:reduc|lower|decreas|cut|increas|rais|rais|drop|halv)\w*(?: \w+){0,4}? (?P<how>to|by) (?P<amount>\d[\d.,]*\s?[a-zµ%]+)",
    re.IGNORECASE,
)
_ASSERTED = re.compile(
    r"\b(?:is|are) (?:\w+ly )?(?P<word>[a-z]{3,})\b[^,;.]*? and (?:so |therefore |hence )?(?:may|should|must|can)\b",
    re.IGNORECASE,
)
"""What a sentence asserts of people before it says what is done with them."""
_TIME = r"(?P<amount>(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)[ -](?P<unit>hour|day|week|month|year)s?)"
_ROLES = {
    "for": re.compile(
        rf"\b(?:for|lasting|over)(?: (?:up to|at least|at most|a further|the next))? {_TIME}\b(?! (?:after|before))",
        re.IGNORECASE,
    ),
    "after": re.compile(rf"\b(?:after|following) (?:at least )?{_TIME}\b", re.IGNORECASE),
    "within": re.compile(rf"\b(?:within|inside) (?:the first )?{_TIME}\b", re.IGNORECASE),
}
"""What a length of time is: how long something is done, what it waits for, by when it is done."""
_NOT_FOR = re.compile(r"\b(?:not|never|without|free of|since)\b[^,;.]*$", re.IGNORECASE)
_THEN = re.compile(r"[^;.]{0,20}\b(?:then|followed by|before (?:it|they|treatment|this))\b", re.IGNORECASE)
"""What comes after the time for which something is done."""
_HAS = re.compile(r"\b(?:with|who (?:has|have)|having)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
_LOOKS_FOR = re.compile(
    r"\b(?:test|screen|check|examin|look)\w*(?: \w+){0,3} for\s+(?:an? )?$|\bprevent\w*(?: of)?\s+$", re.IGNORECASE
)
"""Where a disease stands that somebody has, and where one stands that is looked for or kept away."""
_PURPOSE = re.compile(r"^\W*(?:in order )?to (?P<what>[a-z]+ [^,;.]{3,60}),", re.IGNORECASE)


class _Order(NamedTuple):
    """What a sentence has done, and what that comes before or after, each by its words."""

    main: frozenset[str]
    other: frozenset[str]
    after: bool
    """Whether what is done comes after the other."""


def exchange_faults(
    said: Statement, written: Statement, basis: Sequence[Statement], context: str
) -> Iterable[tuple[FaultKind, str]]:
    """What stands in a sentence in the place of something else of its source.

    `written` is the source sentence that the sentence mostly rests on, whole.
    """
    here, there = _order(said.text), _order(written.text)
    if here and there and here.after == there.after and _are_exchanged(here, there):
        yield "condition", "what is done and what it follows stand in each other's place"
    changes = {(one["amount"].replace(" ", ""), one["how"].lower()) for one in _CHANGED.finditer(written.text)}
    for one in _CHANGED.finditer(said.text):
        amount, how = one["amount"].replace(" ", ""), one["how"].lower()
        if (amount, "by" if how == "to" else "to") in changes and (amount, how) not in changes:
            yield "number", f"the cited passage does not change it {how} {one['amount']}"
    yield from _other_roles(said, written, basis)
    known = {stem for one in basis for stem in one.stems} | set(claim_stems(context))
    if asserted := _ASSERTED.search(said.text):
        own = claim_stems(asserted["word"])
        if own and own[0] not in lexicon().empty and not stands(own[0], known):
            yield "unsupported", f"the cited passages do not say that anybody is {asserted['word']}"
    if purpose := _PURPOSE.match(said.text):
        told = [stem for stem in claim_stems(purpose["what"]) if stem not in lexicon().empty]
        if told and not any(stands(stem, known) for stem in told):
            yield "unsupported", f"the cited passages do not say that it is to {purpose['what']}"


def _other_roles(said: Statement, written: Statement, basis: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """A length of time that is something else in the source, and a disease that is looked for in the place of one that people have."""
    here, there = _times(said.text), _times(" ".join([written.text, *(one.text for one in basis)]))
    for amount, roles in here.items():
        if amount in there and not roles & there[amount]:
            yield "number", f"the cited passage does not say it {min(roles)} {amount}"
    for named in said.named:
        if not named.disease or not _LOOKS_FOR.search(said.text[: named.at]):
            continue
        places = [other for other in written.named if other.disease and other.concepts & named.concepts]
        if places and all(_HAS.search(written.text[: other.at]) for other in places):
            yield "condition", f"the cited passage speaks of people with {named.text!r}, and does not look for it"


def _times(text: str) -> dict[str, set[str]]:
    """The lengths of time of a text, in plain numbers, each with what it is."""
    found: dict[str, set[str]] = {}
    for role, pattern in _ROLES.items():
        for match in pattern.finditer(text):
            if _NOT_FOR.search(text[: match.start()]):
                continue  # "has not smoked for 15 years" is 15 years after
            count = match["amount"].replace("-", " ").split()[0].lower()
            number = lexicon().numbers.get(count, count)
            roles = {role, "after"} if role == "for" and _THEN.match(text, match.end()) else {role}
            found.setdefault(f"{float(number):g} {match['unit'].lower()}s", set()).update(roles)
    return found


def _order(text: str) -> _Order | None:
    """The two deeds of a sentence and which comes first; None where it joins none by time."""
    found = list(_FOLLOWS.finditer(text))
    if len(found) != 1:
        return None
    word = found[0]
    end = text.find(",", word.end()) if _FIRST.match(text) else len(text)
    clause = text[word.end() : end if end > 0 else len(text)]
    rest = f"{text[: word.start()]} {text[end:] if 0 < end < len(text) else ''}"
    main, other = _content(rest), _content(clause)
    return _Order(main, other, _EARLIER[word["word"].lower()]) if main and other else None


def _content(text: str) -> frozenset[str]:
    """The words of a part that name something or say what is done; numbers and times are of neither."""
    plain = lexicon().empty
    return frozenset(stem for stem in stems(text) if stem in claim_stems(text) and stem not in plain)


def _are_exchanged(here: _Order, there: _Order) -> bool:
    """Whether what is done in the one is what it follows in the other, and the other way round."""
    ours, theirs = there.main - there.other, there.other - there.main
    moved = {one for one in here.main if one in theirs}, {one for one in here.other if one in ours}
    kept = {one for one in here.main if one in ours} | {one for one in here.other if one in theirs}
    return min(map(len, moved)) >= _LEAST and len(moved[0]) + len(moved[1]) > 2 * len(kept)
