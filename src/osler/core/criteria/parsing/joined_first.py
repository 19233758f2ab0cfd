"""What is joined or left out before a list is cut: two limits of one value, two times of one name, what is said not to matter."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues, window_words
from osler.core.criteria.lexing.numbers import COMPARATOR, comparator
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item, is_kind
from osler.core.criteria.parsing.lists import CONNECTIVES, only_degrees
from osler.core.criteria.parsing.qualifiers import only_adjectives
from osler.core.criteria.parsing.words import strip_frames

_LIMIT = re.compile(COMPARATOR)
_DAY = re.compile(r"d(?:ay)?[\s-]*\d{1,3}|-?\d{1,3}")
"""A day of a study by its number: "D-1", "day 1"."""
_TURNS = (Kind.COMMA, Kind.COLON, Kind.STOP, Kind.CONDITION, Kind.EXCEPTION, Kind.UNLESS, Kind.EXAMPLES, Kind.TIME)
"""What an aside ends at: "diabetes, with or without neuropathy, for 2 years"."""
_RELATIVE = frozenset({"who", "whom", "whose", "which", "that", "but", "and who", "and must"})
_DONE = frozenset({"completion", "initiation", "start", "commencement"})
_LONGEST_EVENT = 5
_OF_LIFE = frozenset({"expectancy", "survival", "lifespan", "life-span", "life-expectancy"})
_FEW_SAID = 4
"""Words of an aside that ends in "or not", at most."""
_WIDTH = ("current", "recent", "ever")
"""Words about time, each of which holds the one before it."""
_EMPHASIS = frozenset({"especially", "particularly", "in particular"})
_CIRCUMSTANCES = frozenset({"if", "when", "in", "with", "during", "after", "where", "for", "while"})
_HISTORIES = frozenset({"history", "medical history"})


def without_asides(items: Sequence[Item]) -> list[Item]:
    """The items without what is said not to matter ("with or without B", "regardless of C")."""
    kept: list[Item] = []
    aside = False
    items = _without_manner(_without_one_of_them(_without_cause_of_death(items)))
    for item in _without_emphasis(_without_opposites(_without_or_not(_without_whether(items)))):
        if is_kind(item, Kind.REGARDLESS):
            aside = True
        elif aside and (is_kind(item, *_TURNS) or (isinstance(item, Token) and item.text in _RELATIVE)):
            aside = False
        if not aside:
            kept.append(item)
    return kept


def _without_cause_of_death(items: Sequence[Item]) -> Sequence[Item]:
    """The items without what shortens a life: "life expectancy < 1 year due to comorbidity" asks for the years."""
    place = next((n for n, item in enumerate(items) if n and _is_cause(items, n)), 0)
    told = place - 1 if place and is_kind(items[place - 1], Kind.COMMA) else place
    start = max((n + 1 for n in range(told) if is_kind(items[n], *CONNECTIVES)), default=0)
    before = items[start:told]
    valued = any(is_kind(item, Kind.VALUE, Kind.DURATION, Kind.TIME) for item in before)
    lives = any(item.text in _OF_LIFE for item in before)
    stated = any(is_kind(item, Kind.VALUE, Kind.DURATION, Kind.TIME, Kind.SCALED) for item in items[place:])
    if not valued or not lives or stated:
        return items
    return items[:told]


def _without_one_of_them(items: Sequence[Item]) -> Sequence[Item]:
    """The items without "…, at least one of which was symptomatic", which is said of one among several and of no patient."""
    place = next(
        (
            n
            for n, item in enumerate(items)
            if n and is_kind(item, Kind.COUNT) and n + 1 < len(items) and items[n + 1].text in ("which", "whom")
        ),
        0,
    )
    stated = any(is_kind(item, Kind.VALUE, Kind.DURATION, Kind.TIME, *CONNECTIVES) for item in items[place:])
    if not place or stated:
        return items
    return items[: place - 1] if is_kind(items[place - 1], Kind.COMMA) else items[:place]


_MANNERS = frozenset(
    {"together", "separately", "sequentially", "simultaneously", "concurrently", "concomitantly", "consecutively"}
)


def _without_manner(items: Sequence[Item]) -> Sequence[Item]:
    """The items without "…, together or sequentially" at their end, which leaves it open how."""
    if len(items) < _FEW_SAID or not is_kind(items[-2], Kind.OR):
        return items
    if items[-1].text not in _MANNERS or items[-3].text not in _MANNERS:
        return items
    return items[:-4] if is_kind(items[-4], Kind.COMMA) else items[:-3]


def _is_cause(items: Sequence[Item], place: int) -> bool:
    if items[place].text == "because":
        return place + 1 < len(items) and items[place + 1].text == "of"
    return is_kind(items[place], Kind.JOINING) and items[place].text in cues().causes


def _without_emphasis(items: Sequence[Item]) -> Sequence[Item]:
    """The items without "…, especially if A" and "…, particularly in the presence of B": what holds anyway adds nothing."""
    start = next(
        (n for n, item in enumerate(items) if n and is_kind(item, Kind.EXAMPLES) and item.text in _EMPHASIS), 0
    )
    rest = items[start + 1 :]
    if not start or not rest or rest[0].text.split()[0] not in _CIRCUMSTANCES:
        return items
    comma = next((n for n, item in enumerate(rest) if n and is_kind(item, Kind.COMMA)), None)
    goes_on = comma is not None and comma + 1 < len(rest) and is_kind(rest[comma + 1], Kind.OR, Kind.AND)
    before = items[: start - 1] if is_kind(items[start - 1], Kind.COMMA) else items[:start]
    return [*before, *rest[comma:]] if comma is not None and goes_on else before


def _without_whether(items: Sequence[Item]) -> Sequence[Item]:
    """The items without "…, whether treated or not", which asks for neither."""
    start = next((n for n, item in enumerate(items) if item.text == "whether" and is_kind(item, Kind.WORD)), None)
    if start is None:
        return items
    end = next((n for n in range(start + 2, len(items)) if is_kind(items[n], *CONNECTIVES)), len(items))
    if end + 1 >= len(items) or not is_kind(items[end], Kind.OR) or items[end + 1].text != "not":
        return items
    start -= 1 if start and is_kind(items[start - 1], Kind.COMMA) else 0
    return [*items[:start], *_without_whether(items[end + 2 :])]


def _without_or_not(items: Sequence[Item]) -> Sequence[Item]:
    """The items without "…, concurrent or not, …", which asks for neither."""
    if not any(item.text == "not" for item in items[2:]):
        return items
    row: list[Item] = []
    comma, skips = 0, False
    for place, item in enumerate(items):
        if skips and is_kind(item, Kind.COMMA):
            skips = False
            continue
        skips = False
        said = row[comma + 1 : -1]
        denied = item.text == "not" and bool(row) and is_kind(row[-1], Kind.OR) and comma > 0
        ends = place + 1 == len(items) or is_kind(items[place + 1], Kind.COMMA, Kind.STOP, Kind.COLON)
        if denied and ends and 0 < len(said) <= _FEW_SAID and all(is_kind(one, Kind.WORD, Kind.TIME) for one in said):
            del row[comma:]
            comma, skips = 0, True
            continue
        comma = len(row) if is_kind(item, Kind.COMMA) else comma
        row.append(item)
    return row


def _without_opposites(items: Sequence[Item]) -> Sequence[Item]:
    """The items without a word and its contrary, which say that it does not matter: "cancer, treated or untreated, within 5 years"."""
    for place in range(len(items) - 2):
        if items[place + 1].kind is not Kind.OR:
            continue
        first, second = items[place], items[place + 2]
        if is_kind(first, Kind.WORD) and is_kind(second, Kind.WORD) and _deny(first, second):
            before = place - 1 if place and is_kind(items[place - 1], Kind.COMMA) else place
            after = place + 3
            if before < place and after < len(items) and is_kind(items[after], Kind.COMMA):
                after += 1
            if before == 0 and after == len(items):
                return items
            return [*items[:before], *_without_opposites(items[after:])]
    return items


def _deny(first: Item, second: Item) -> bool:
    words = [item.text for item in (first, second) if isinstance(item, Token)]
    return len(words) == 2 and any(
        one in (f"un{other}", f"in{other}") and other.endswith(("ed", "ive")) for one, other in (words, words[::-1])
    )


def merged_bounds(items: Sequence[Item]) -> list[Item]:
    """ "At least 2 and no more than 10 attacks": two limits before one noun are both of it."""
    row = _counted_again(_with_signs(_in_one_unit(items)))
    for place in range(len(row) - 4, -1, -1):
        if row[place + 1].text not in ("and", "but"):
            continue
        first, _, second, noun = row[place : place + 4]
        opened = place == 0 or not is_kind(row[place - 1], Kind.WORD) or not strip_frames([row[place - 1]])  # type: ignore[list-item]  # a word is a token
        if opened and is_kind(noun, Kind.WORD) and _are_ends(first, second):
            del row[place + 1]
    return row


_OF_AGE = re.compile(r"(?P<unit>years|months|weeks|days|yrs)\b.*\b(?:old|of age)$")
_BARE_LIMIT = re.compile(rf"(?:{COMPARATOR})\s*\d[\d.]*")


def _in_one_unit(items: Sequence[Item]) -> list[Item]:
    """ "Male or female > 40 and < 70 years old": a limit that stands before an age without a unit is one of the age."""
    row = list(items)
    for place in range(len(row) - 2):
        first, joint, second = row[place : place + 3]
        aged = _OF_AGE.search(second.text) if is_kind(second, Kind.DURATION) else None
        bare = is_kind(first, Kind.VALUE) and _BARE_LIMIT.fullmatch(first.text)
        if aged and bare and isinstance(first, Token) and is_kind(joint, Kind.AND, Kind.OR, Kind.COMMA):
            row[place] = first._replace(kind=Kind.DURATION, text=f"{first.text} {aged['unit']} old")
    return row


_AMOUNT = re.compile(r"\d[\d.,]*\s*(?P<unit>[a-z%/][\w%/.]*)")
_OF_WHOM = frozenset({"in", "for", "among"})


def _with_signs(items: Sequence[Item]) -> list[Item]:
    """ "Greater than 4500 g in diabetic and 5000 g in other mothers": two amounts, each of some, have one sign."""
    row = list(items)
    valued = [n for n, item in enumerate(row[:-1]) if is_kind(item, Kind.VALUE) and row[n + 1].text in _OF_WHOM]
    for before, place in itertools.pairwise(valued):
        first, second = row[before], row[place]
        sign, amount = _LIMIT.match(first.text), _AMOUNT.fullmatch(second.text)
        alike = sign and amount and first.text.endswith(amount["unit"])
        if sign and alike and isinstance(second, Token) and is_kind(row[place - 1], Kind.AND, Kind.OR, Kind.COMMA):
            row[place] = second._replace(text=f"{sign.group()} {second.text}")
    return row


def _counted_again(items: Sequence[Item]) -> list[Item]:
    """ "At least 6 swollen and 6 tender joints": the second number has the sign of the first."""
    row = list(items)
    for place in range(len(row) - 4):
        first, kind, joint, second, other = row[place : place + 5]
        sign = _LIMIT.match(first.text) if is_kind(first, Kind.VALUE) else None
        words = is_kind(kind, Kind.WORD) and is_kind(second, Kind.WORD) and is_kind(other, Kind.WORD)
        if sign and words and is_kind(joint, Kind.AND, Kind.OR) and isinstance(second, Token) and second.text.isdigit():
            row[place + 3] = second._replace(kind=Kind.VALUE, text=f"{sign.group().strip()} {second.text}")
    return row


def _are_ends(first: Item, second: Item) -> bool:
    signs = [
        _LIMIT.match(item.text) if is_kind(item, Kind.VALUE) and isinstance(item, Token) else None
        for item in (first, second)
    ]
    ends = {comparator(sign.group())[0] for sign in signs if sign}
    return len(ends) == 2 and "=" not in ends


def merged_times(items: Sequence[Item]) -> list[Item]:
    """ "Current or past history of X": two words about time before one name; the wider of the two is meant."""
    row = _between(items)
    if not any(item.kind is Kind.TIME for item in row):
        return row
    row = _times_unwrapped(_own_histories(row))
    place = 0
    while place + 2 < len(row):
        first, joint, second = row[place : place + 3]
        if first.kind is not Kind.TIME:
            place += 1
            continue
        kinds = [
            window_words().get(item.text) if isinstance(item, Token) and item.kind is Kind.TIME else None
            for item in (first, second)
        ]
        after_name = (
            place > 0 and is_kind(row[place - 1], Kind.WORD) and (is_kind(joint, Kind.COMMA) or _parts(row, place))
        )
        if all(kinds) and is_kind(joint, Kind.OR, Kind.AND, Kind.COMMA) and not after_name:
            narrower = min(kinds, key=_WIDTH.index) if set(kinds) <= set(_WIDTH) else kinds[0]
            wider = second if kinds[0] == narrower else first
            both = wider._replace(start=first.start, end=second.end)
            row[place : place + 3] = [both]
        elif is_kind(first, Kind.TIME) and is_kind(joint, Kind.OR, Kind.AND) and (end := _thereafter(row, place)):
            # "During the study or within 6 months thereafter": the second only reaches further ahead.
            row[place:end] = [first._replace(end=row[end - 1].end)]
        elif is_kind(first, Kind.TIME) and is_kind(joint, Kind.OR, Kind.AND) and (end := _events(row, place + 2)):
            # "At screening or baseline visit" names two days of the study.
            row[place:end] = [_with_event(first, joint, row[place + 2 : end])]
        else:
            place += 1
    return row


def _with_event(time: Item, joint: Item, event: Sequence[Item]) -> Item:
    """A time at an event of the study with a further event; one that is counted from both keeps the first alone."""
    if not isinstance(time, Token) or not time.text.startswith(("at ", "on ")):
        return time
    words = " ".join(item.text for item in event)
    return time._replace(end=event[-1].end, text=f"{time.text} {joint.text} {words}")


def _parts(row: Sequence[Item], place: int) -> bool:
    """ "Planned surgery during the study or prior procedures": one time ends a name, the other opens the next."""
    named, following = row[place - 1], row[place + 3] if place + 3 < len(row) else None
    ends = isinstance(named, Token) and bool(strip_frames([named])) and not only_degrees([named])
    return (
        ends
        and window_words().get(row[place].text) == "planned"
        and following is not None
        and is_kind(following, Kind.WORD)
    )


def _own_histories(items: Sequence[Item]) -> list[Item]:
    """ "Neurological history or surgery": with an adjective before it and no word after it, a history is a name."""
    row = list(items)
    for place, item in enumerate(row):
        if not isinstance(item, Token) or item.kind is not Kind.TIME or not place or item.text not in _HISTORIES:
            continue
        before, ends = row[place - 1], place + 1 == len(row) or is_kind(row[place + 1], *CONNECTIVES)
        if ends and isinstance(before, Token) and before.kind is Kind.WORD and only_adjectives([before.text]):
            row[place] = item._replace(kind=Kind.WORD)
    return row


def _times_unwrapped(items: Sequence[Item]) -> list[Item]:
    """ "Recent (within 3 months) or planned surgery": what the bracket counts is said of the word before it."""
    row: list[Item] = []
    for place, item in enumerate(items):
        before, after = row[-1] if row else None, items[place + 1] if place + 1 < len(items) else None
        told = item.items if isinstance(item, Group) else []
        timed = bool(told) and all(is_kind(one, Kind.TIME) for one in told)
        if (
            timed
            and before is not None
            and is_kind(before, Kind.TIME)
            and after is not None
            and is_kind(after, Kind.OR)
        ):
            row.extend(told)
        else:
            row.append(item)
    return row


def _thereafter(row: Sequence[Item], place: int) -> int | None:
    """Where a time ends that is counted on from the time before it; None where it is another one."""
    first, second = row[place], row[place + 2]
    if not isinstance(first, Token) or not isinstance(second, Token) or second.kind not in (Kind.TIME, Kind.DURATION):
        return None
    if window_words().get(first.text) != "planned" and not first.text.startswith("during"):
        return None
    after = row[place + 3] if place + 3 < len(row) else None
    if isinstance(after, Token) and after.text in ("thereafter", "afterwards", "afterward", "after"):
        return place + 4
    return place + 3 if second.text.split()[-1] in ("after", "following") else None


def _between(items: Sequence[Item]) -> list[Item]:
    """ "Between closure and randomization": the "and" after "between" joins two ends, not two conditions."""
    row = list(items)
    for place, item in enumerate(row):
        if item.text == "between" and isinstance(item, Token) and item.kind is Kind.WORD:
            if place + 1 < len(row) and is_kind(row[place + 1], Kind.VALUE):
                # "Between > 17 and <= 28": each end has a sign of its own.
                return [*row[:place], *_between(row[place + 1 :])]
            joint = next((n for n in range(place + 1, len(row)) if is_kind(row[n], *CONNECTIVES)), None)
            if joint is not None and isinstance(end := row[joint], Token) and end.kind is Kind.AND:
                row[joint] = end._replace(kind=Kind.WORD)
    return row


def _events(row: Sequence[Item], start: int) -> int | None:
    """Where a member ends that holds only words for events of the study; None where it holds more."""
    end = next((n for n in range(start, len(row)) if not is_kind(row[n], Kind.WORD)), len(row))
    words = [item.text for item in row[start:end] if isinstance(item, Token)]
    bare = [word for word in words if word != "the"]
    only = 0 < len(bare) <= 2 and all(word.removesuffix("s") in cues().anchors or _DAY.fullmatch(word) for word in bare)
    # "Prior to enrollment and completion of baseline tests"
    done = len(bare) > 2 and bare[0] in _DONE and bare[1] == "of" and len(bare) <= _LONGEST_EVENT
    if done and end == len(row) and cues().clinical_anchors.isdisjoint(bare[2:]):
        return end
    return end if only and not set(bare) & set(cues().clinical_anchors) else None
