"""How a sentence relates what it shares with its source: numbers and names are the anchors, whatever the words between them are.

Words are put otherwise by whoever repeats a rule; its numbers, drugs and diseases are not. What stands between two of them
("or", "together with"), or right before one ("before", "after"), is compared with what stands there in the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from osler.core.library import stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount, agrees_converted, converted
from osler.guidelines.checking.coverage import is_known, not_covered
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Named, Statement, claim_stems, read_statement

_LIMIT = r"(?:more|less|over|under|above|below|older|younger|higher|lower|greater|fewer|later|earlier|longer|shorter)\b"
_OR = re.compile(rf"\bor\b(?!,? {_LIMIT})", re.IGNORECASE)
_BOTH = re.compile(
    r"\b(?:together with|along(?:side| with)|combined with|in combination with|plus|as well as|and)\b|\+", re.IGNORECASE
)
_DENIED = re.compile(r"\b(?:not?|never|without|miss(?:ed|es)?|fail\w*|still|unless|until)\b", re.IGNORECASE)
_EARLY = re.compile(
    r"\b(?:before|until|prior to|up to|earlier than)(?: (?:week|day|month)| (?:she|he|they|it|the \w+) (?:is|are|reach(?:es)?|has|have|turns?)(?: reached)?)?\s*$"
    r"|\b(?:in|during|for|within) the first\s*$",
    re.IGNORECASE,
)
_LATE = re.compile(r"\b(?:after|past|beyond|later than|once past)(?: (?:week|day|month))?\s*$", re.IGNORECASE)
_OCCASIONS = re.compile(
    r"\b(?:two|three|2|3)\b(?: \w+){0,2}? (?:visits?|occasions?|readings?|measurements?|samples?|tests|results|days)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"(?<!type )\b(?:two|three|2|3|twice|both|repeat\w*|second|again|confirm\w*|different|separate)\b", re.IGNORECASE
)
_UNCHANGED = re.compile(
    r"\b(?:stay|remain|keep|kept|leave|left|is|are)\w* (?:\w+ ){0,2}?(?:the same|unchanged)\b|\bno (?:dose )?(?:change|adjustment|reduction)\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(r"\b(?:halv|doubl|reduc|lower|increas|rais|tripl|adjust)\w*", re.IGNORECASE)
_PARTS = re.compile(
    r";\s+|,\s+(?!(?:and )?(?:then|followed)\b)|,? (?:and|but|while|whereas) (?!(?:then|followed)\b)(?=\S)",
    re.IGNORECASE,
)
"""Where a part with a value of its own begins; one dose after another is one regimen, for the same people."""
_EVENT = re.compile(
    r"\b(?P<side>before|prior to|after|following) (?!\d)(?P<what>(?:(?:the|a|an|their|they|are|is|it|any) )*[a-z][\w-]+(?: [a-z][\w-]+)?)",
    re.IGNORECASE,
)
_ALL = re.compile(r"\b(?:all|any|every|each) (?:kinds? of |types? of )?(?P<what>[a-z]{5,})\b", re.IGNORECASE)
_EVERY = re.compile(r"\b(?:all|any|every|each|other)\b", re.IGNORECASE)
_NOUN = re.compile(
    r"(?P<before>(?:\b(?!(?:in|for|of|to|with|by|on|at|from|among|and|or|the)\b)[\w-]+ ){0,2})\b(?P<noun>[A-Za-z]{5,})\b(?P<after>(?: (?:with|without|who|that|whose|treated) [\w-]+(?: [\w-]+)?)?)"
)
_SUBJECT = re.compile(
    r"^\W*(?P<what>(?!(?:if|when|in|for|with|at|after|before|unless|once|not?|do|the|an?|all|every|any|people|patients|it|this|there|neither|nobody|none|whether|evidence)\b)"
    r"[A-Za-z][\w-]+(?: [\w-]+){0,2}) (?:should|must|may|can|is|are)\b",
    re.IGNORECASE,
)
"""What a sentence is about, where it says so in a word or two before its verb."""
_RELATIVE = frozenset({"who", "whom", "which", "that"})
_LIMITED = re.compile(
    r"\b(?:who (?:have|has|had|smoke|take|drink|weigh|use|are)|whose|only (?:when|if)|when|if)\b[^,;]*?\d[\d.]*(?: or (?:more|less|fewer|higher|lower))?[^,;.]{0,30}",
    re.IGNORECASE,
)
"""A clause that says of whom, or when, by a number."""
_ROOT = 5
"""Letters that two forms of a word share: treated, treatment."""
_FAR = 90
"""Characters between two anchors that are still related to each other."""


class _Anchor(NamedTuple):
    """Something that a sentence and its source both have, and where it stands in each."""

    start: int
    end: int
    there: int
    there_end: int
    limit: bool
    drug: bool


def anchored_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """What is joined, or placed in time, otherwise than in the source."""
    head = basis[0]
    yield from _joints(said, head, vocabularies)
    yield from _times(said, head)
    yield from _swapped(said, head, vocabularies)
    yield from _turned_events(said, head)
    yield from _of_all(said, head)
    yield from _unlimited(said, head)
    subject = _SUBJECT.match(said.text)
    about = not_covered(claim_stems(subject["what"]), basis, context, said, vocabularies) if subject else []
    relative = subject and subject["what"].split()[-1].casefold() in _RELATIVE
    if subject and not relative and len(about) == len(claim_stems(subject["what"])) > 0:
        yield "name", f"the cited passages do not speak of {subject['what']!r}"
    if _UNCHANGED.search(said.text) and _CHANGED.search(head.text) and not _UNCHANGED.search(head.text):
        yield "opposite", "the cited passage speaks of a change"
    found = _OCCASIONS.search(head.text)
    shared = any(one.agrees(other) for one in said.amounts for other in head.amounts if one.kind != "time")
    if found and shared and not _SEVERAL.search(said.text):
        yield "condition", f"the condition was left out: {found.group()!r}"


def _joints(said: Statement, head: Statement, vocabularies: Vocabularies) -> Iterable[tuple[FaultKind, str]]:
    """ "Or" between limits that the source asks for together; "and" between what it gives as alternatives."""
    for one, other in pairwise(_anchors(said, head, vocabularies)):
        here = said.text[one.end : other.start]
        first, last = sorted((one, other), key=lambda anchor: anchor.there)
        there = head.text[first.there_end : last.there]
        if not 0 < len(here) <= _FAR or not 0 < len(there) <= _FAR:
            continue
        apart = _OR.search(there) or there.strip() == "/" or (head.stance == "against" and _BOTH.search(there))
        if one.limit and other.limit and _OR.search(here) and not apart:
            yield "joint", f"the cited passage asks for both, not for one of them: {there.strip()[:60]!r}"
        given = (one.drug or other.drug) and head.stance == "for"
        alternatives = _OR.search(there) and not re.search(r"\band\b|;", there, re.IGNORECASE)
        if given and alternatives and _BOTH.search(here) and not _OR.search(here):
            yield "joint", "the cited passage gives alternatives, not both together"


def _anchors(said: Statement, head: Statement, vocabularies: Vocabularies) -> list[_Anchor]:
    """The limits and the names that both have, in the order of the sentence."""
    found = [
        _Anchor(one.at, one.at + len(one.text), other.at, other.at + len(other.text), limit=True, drug=False)
        for one in said.amounts
        for other in head.amounts
        if one.side and one.at >= 0 and other.at >= 0 and one.kind != "rate" and one.agrees(other)
    ]
    found += [
        _Anchor(at, at + len(one.text), there, there + len(other.text), limit=False, drug=one.drug)
        for one in said.named
        for other in head.named
        if (at := one.at) >= 0 and (there := other.at) >= 0 and _is_treatment(one, other, vocabularies)
    ]
    once = {anchor.start: anchor for anchor in sorted(found, reverse=True)}
    return [once[place] for place in sorted(once)]


def _is_treatment(one: Named, other: Named, vocabularies: Vocabularies) -> bool:
    return one.drug == other.drug and is_known(one, [other], vocabularies)


def _times(said: Statement, head: Statement) -> Iterable[tuple[FaultKind, str]]:
    """A time before which something is done, where the source says after it."""
    for one in said.amounts:
        for other in head.amounts:
            if one.kind != "time" or one.at < 0 or other.at < 0 or not one.agrees(other):
                continue
            here, there = _side(said.text, one), _side(head.text, other)
            alike = said.stance == head.stance or not (_DENIED.search(said.text) or _DENIED.search(head.text))
            if here and there and here != there and alike:
                yield "number", f"{one.text!r} is on the other side of the time in the cited passage"
                return


def _turned_events(said: Statement, head: Statement) -> Iterable[tuple[FaultKind, str]]:
    """Before what the source says after: before treatment, surgery, birth."""
    here, there = _events(said.text), _events(head.text)
    for side, words in here.items():
        other = there["after" if side == "before" else "before"]
        shared = words & other
        if shared and not shared & there[side] and not _DENIED.search(said.text) and not _DENIED.search(head.text):
            yield "opposite", f"the cited passage does not say {side!r} of it"
            return


def _events(text: str) -> dict[str, set[str]]:
    """The first words behind "before" and "after", as stems."""
    found: dict[str, set[str]] = {"before": set(), "after": set()}
    for match in _EVENT.finditer(text):
        side = "before" if match["side"].lower() in {"before", "prior to"} else "after"
        found[side] |= {stem[:_ROOT] for stem in claim_stems(match["what"])}
    return found


def _of_all(said: Statement, head: Statement) -> Iterable[tuple[FaultKind, str]]:
    """ "All vaccines", "any hysterectomy", where the source speaks of some of them only."""
    here = set(stems(said.text))
    for match in _ALL.finditer(said.text):
        wanted = stems(match["what"]) if match["what"].lower() != "other" else []
        places = [one for one in _NOUN.finditer(head.text) if wanted and stems(one["noun"]) == wanted]
        if not places or any(_EVERY.search(one["before"]) for one in places):
            continue
        narrowed = [
            next((word for word in (*one["before"].split(), *one["after"].split()) if _is_new(word, here)), "")
            for one in places
        ]
        if all(narrowed):
            yield "condition", f"the cited passage speaks of {narrowed[0]} {match['what']} only"
            return


def _is_new(word: str, here: set[str]) -> bool:
    """Whether a word that narrows something is not among the words of a sentence."""
    own = claim_stems(word.strip(".,;"))
    return bool(own) and not any(stem in here for stem in own)


def _unlimited(said: Statement, head: Statement) -> Iterable[tuple[FaultKind, str]]:
    """A number that limits the people or the condition of a source, left out: "who smoke" for "who smoke 15 or more a day"."""
    if lexicon().this_patient.search(said.text):
        return
    here = set(said.stems)
    other_units = converted(head.text)
    for clause in _LIMITED.finditer(head.text):
        limits = [one for one in head.amounts if one.side and clause.start() <= one.at < clause.end()]
        shared = {stem for stem in claim_stems(clause.group()) if stem in here}
        kinds = {one.kind for one in limits}
        alike = [one for one in head.amounts if one.side and one.kind in kinds]
        met = any(
            any(one.agrees(other) for one in alike)
            or (other.kind not in {"time", "rate", ""} and agrees_converted(other, other_units))
            for other in said.amounts
        )
        if limits and shared and not met and not _OR.search(clause.group()):
            yield "number", f"the limit of {limits[0].text!r} was left out"
            return


class _Valued(NamedTuple):
    """A part of a sentence that gives one value, and what it says beside it."""

    value: Amount
    words: frozenset[object]


def _swapped(said: Statement, head: Statement, vocabularies: Vocabularies) -> Iterable[tuple[FaultKind, str]]:
    """A value with what its source says of another: 8 % in most and 7 % in frail adults, for the reverse."""
    there = _valued(head, vocabularies)
    if len({one.value.size for one in there}) < 2:
        return
    for one in _valued(said, vocabularies):
        own = [other for other in there if one.value.agrees(other.value)]
        others = [other for other in there if other not in own and other.value.kind == one.value.kind]
        if len(own) != 1 or not others:
            continue
        elsewhere = frozenset().union(*(other.words for other in others))
        if one.words & (elsewhere - own[0].words) and not one.words & (own[0].words - elsewhere):
            yield "number", f"the cited passage says {one.value.text!r} of others"
            return


def _valued(one: Statement, vocabularies: Vocabularies) -> list[_Valued]:
    """The parts of a sentence that give one value each, with their words and ages."""
    found: list[_Valued] = []
    before: frozenset[object] = frozenset()
    for text in _PARTS.split(one.text):
        part = read_statement(text, vocabularies)
        words = before | frozenset([*part.stems, *part.ages])
        values = [amount for amount in part.amounts if amount.kind not in {"time", "rate", ""}]
        # "In women, …": what opens a part belongs to it.
        before = words if not values else frozenset()
        if len(values) == 1:
            found.append(_Valued(values[0], words))
    if found and before:
        found[-1] = found[-1]._replace(words=found[-1].words | before)
    return found


def _side(text: str, amount: Amount) -> str:
    before = text[: amount.at]
    return "early" if _EARLY.search(before) else "late" if _LATE.search(before) else ""
