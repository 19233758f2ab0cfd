"""Coordinated lists: "A, B or C", with the words that members share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.criteria.lexing.lexicon import cues, window_words
from osler.core.criteria.lexing.numbers import COMPARATOR, comparator
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.qualifiers import is_kind_word, only_adjectives
from osler.core.criteria.parsing.words import strip_frames
from osler.core.criteria.tree import all_of, any_of
from osler.core.criteria.types import Expression

CONNECTIVES = (Kind.AND, Kind.OR, Kind.COMMA)


_LIMIT = re.compile(COMPARATOR)
_DAY = re.compile(r"d(?:ay)?[\s-]*\d{1,3}|-?\d{1,3}")
"""A day of a study by its number: "D-1", "day 1"."""
_ADVERB = re.compile(r"[a-z-]{3,}(?:[ae]nt|al|ous|ive|ed|ate|ute|ere|ear|ar)ly")


class Member(NamedTuple):
    """One member of a list, and the connective before it."""

    items: list[Item]
    joint: Kind | None


def members(items: Sequence[Item]) -> list[Member]:
    """The members of a list with their connectives; a comma before "and" or "or" is part of it."""
    found: list[Member] = []
    current: list[Item] = []
    joint: Kind | None = None
    for item in items:
        if isinstance(item, Token) and is_kind(item, *CONNECTIVES):
            if current:
                found.append(Member(current, joint))
                current, joint = [], item.kind
            elif joint in (None, Kind.COMMA):
                joint = item.kind
        else:
            current.append(item)
    if current:
        found.append(Member(current, joint))
    return _with_degrees(_without_both(found))


_TOGETHER = frozenset(
    {"both", "either", "combination", "combinations", "thereof", "these", "those", "them", "two", "all"}
)


def _without_both(found: Sequence[Member]) -> list[Member]:
    """ "COPD, asthma, or both": who may have both may have one; the "or" is what joins the members before it."""
    last = found[-1] if len(found) > 2 else None
    together = last is not None and all(item.text in _TOGETHER or _is_small(item) for item in last.items)
    if last is None or not together or last.joint is not Kind.OR or found[-2].joint is not Kind.COMMA:
        return list(found)
    return [*found[:-2], found[-2]._replace(joint=Kind.OR)]


def _is_small(item: Item) -> bool:
    return is_kind(item, Kind.WORD) and item.text in {*cues().articles, *cues().prepositions, "any"}


def with_numbers(found: Sequence[Member]) -> list[Member]:
    """ "Genotype 2, 3, 5 or 6": a member that is a number alone takes the words before the number of the one before it."""
    result: list[Member] = []
    for member in found:
        before = result[-1].items if result else []
        alone = len(member.items) == 1 and is_kind(member.items[0], Kind.WORD) and _is_number(member.items[0])
        counted = len(before) > 1 and _is_number(before[-1]) and is_kind_word(before[-2].text)
        result.append(member._replace(items=[*before[:-1], *member.items]) if alone and counted else member)
    return result


def _is_number(item: Item) -> bool:
    return item.text.isdigit()


_SHORT = 6
_SURE = frozenset({"proven", "confirmed", "documented", "verified"})


def one_list(items: Sequence[Item]) -> list[Item]:
    """ "A; B; C; or D within 7 days": names between semicolons that end in "or" are one list, not sentences."""
    stops = [place for place, item in enumerate(items) if is_kind(item, Kind.STOP) and place + 1 < len(items)]
    if len(stops) < 2 or any(isinstance(item := items[place], Token) and item.text != ";" for place in stops):
        return list(items)
    starts = [0, *(place + 1 for place in stops)]
    names = [items[start:stop] for start, stop in zip(starts, stops, strict=False)]
    plain = all(len(name) <= _SHORT and all(is_kind(item, Kind.WORD) for item in name) for name in names)
    if not plain or not is_kind(items[starts[-1]], Kind.OR, Kind.AND):
        return list(items)
    return [
        item._replace(kind=Kind.COMMA) if n in stops and isinstance(item, Token) else item
        for n, item in enumerate(items)
    ]


def _with_degrees(found: Sequence[Member]) -> list[Member]:
    """ "Severe, uncontrolled asthma": words of degree before a comma belong to the member after it."""
    result: list[Member] = []
    for place, member in enumerate(found):
        before = result[-1] if result else None
        following = found[place + 1] if place + 1 < len(found) else None
        if before and member.joint is Kind.COMMA and _is_course(before.items) and _is_mixed(found[place:]):
            result[-1] = Member([*before.items, *member.items], before.joint)
            continue
        if (
            before
            and member.joint is Kind.COMMA
            and only_degrees(_own(before.items))
            and (_goes_on(before, member) or _stack(before, member, following))
        ):
            result[-1] = Member([*before.items, *member.items], before.joint)
        else:
            result.append(member)
    return result


def stacked(found: Sequence[Member]) -> list[Member]:
    """ "Elective, ambulatory, arthroscopic repair": adjectives between commas alone, of which each is asked for, are one name."""
    *before, last = found
    if not all(member.joint in (None, Kind.COMMA) for member in found) or len(last.items) < 2:
        return list(found)
    start = len(before)
    while start and _is_adjective(_own(before[start - 1].items)):
        start -= 1
        if len(before[start].items) > 1:
            break
    if start == len(before) or not is_kind(last.items[0], Kind.WORD):
        return list(found)
    return [*before[:start], Member([item for one in found[start:] for item in one.items], found[start].joint)]


def _own(items: Sequence[Item]) -> Sequence[Item]:
    """The words of a member after its last joining word."""
    place = max((n for n, item in enumerate(items) if is_kind(item, Kind.JOINING)), default=-1)
    return items[place + 1 :]


def _is_adjective(items: Sequence[Item]) -> bool:
    words = [item for item in items if isinstance(item, Token) and item.kind is Kind.WORD]
    items = strip_frames(words) if len(words) == len(items) else items
    word = items[0] if items else None
    return len(items) == 1 and isinstance(word, Token) and word.kind is Kind.WORD and only_adjectives([word.text])


def _goes_on(before: Member, member: Member) -> bool:
    """Whether degrees are of the next member: "mild, moderate" are two of a kind, "confirmed, advanced" are not."""
    last = before.items[-1]
    return not only_degrees(member.items) or (isinstance(last, Token) and last.text in cues().certainty)


def _is_course(items: Sequence[Item]) -> bool:
    """Whether items say what became of a disease, and name none: "adequately treated", "non-metastatic"."""
    words = [item.text for item in items if is_kind(item, Kind.WORD)]
    if len(words) != len(items) or not words:
        return False
    treated = (
        len(words) >= 2 and words[0].endswith("ly") and all(word.endswith("ed") or "-" in word for word in words[1:])
    )
    return treated or (len(words) == 1 and words[0].startswith("non-"))


def _is_mixed(found: Sequence[Member]) -> bool:
    """Whether a noun follows what became of it, after one comma or more: "treated, non-invasive carcinoma"."""
    return not only_degrees(found[0].items) and (len(found[0].items) > 1 or _is_course(found[0].items))


def _stack(before: Member, member: Member, following: Member | None) -> bool:
    """ "Untreated, severe, valvular disease": degrees between commas alone, of which none is the other's contrary, are of one noun."""
    if following is None or following.joint is not Kind.COMMA or only_degrees(following.items):
        return False
    told = {item.text for item in (*_own(before.items), *member.items)}
    return not any(set(pair) <= told for pair in cues().contraries)


def only_degrees(items: Sequence[Item]) -> bool:
    """Whether items only say how severe, how long or how sure something is, and when."""
    told = [item for item in items if not is_kind(item, Kind.TIME)]
    if len(told) == 2 and is_kind(told[0], Kind.WORD) and isinstance(sure := told[1], Token) and sure.text in _SURE:
        return True  # "biopsy proven"
    return bool(told) and all(is_kind(item, Kind.WORD) and _is_degree(item) for item in told)


def _is_degree(item: Item) -> bool:
    return isinstance(item, Token) and _names_degree(item.text)


@lru_cache(maxsize=20_000)
def _names_degree(word: str) -> bool:
    return word in cues().degrees or bool(_ADVERB.fullmatch(word))


# What an aside ends at: "diabetes, with or without neuropathy, for 2 years".
_TURNS = (Kind.COMMA, Kind.COLON, Kind.STOP, Kind.CONDITION, Kind.EXCEPTION, Kind.UNLESS, Kind.EXAMPLES, Kind.TIME)


def without_asides(items: Sequence[Item]) -> list[Item]:
    """The items without what is said not to matter ("with or without B", "regardless of C")."""
    kept: list[Item] = []
    aside = False
    for item in _without_opposites(_without_whether(items)):
        if is_kind(item, Kind.REGARDLESS):
            aside = True
        elif aside and (is_kind(item, *_TURNS) or (isinstance(item, Token) and item.text in _RELATIVE)):
            aside = False
        if not aside:
            kept.append(item)
    return kept


def _without_whether(items: Sequence[Item]) -> Sequence[Item]:
    """The items without "…, whether treated or not", which asks for neither."""
    start = next((n for n, item in enumerate(items) if is_kind(item, Kind.WORD) and item.text == "whether"), None)
    if start is None:
        return items
    end = next((n for n in range(start + 2, len(items)) if is_kind(items[n], *CONNECTIVES)), len(items))
    if end + 1 >= len(items) or not is_kind(items[end], Kind.OR) or items[end + 1].text != "not":
        return items
    start -= 1 if start and is_kind(items[start - 1], Kind.COMMA) else 0
    return [*items[:start], *_without_whether(items[end + 2 :])]


def _without_opposites(items: Sequence[Item]) -> Sequence[Item]:
    """The items without a word and its contrary, which say that it does not matter: "cancer, treated or untreated, within 5 years"."""
    for place in range(len(items) - 2):
        first, joint, second = items[place : place + 3]
        if (
            is_kind(joint, Kind.OR)
            and is_kind(first, Kind.WORD)
            and is_kind(second, Kind.WORD)
            and _deny(first, second)
        ):
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


_RELATIVE = frozenset({"who", "whom", "whose", "which", "that", "but", "and who", "and must"})


def merged_bounds(items: Sequence[Item]) -> list[Item]:
    """ "At least 2 and no more than 10 attacks": two limits before one noun are both of it."""
    row = list(items)
    for place in range(len(row) - 4, -1, -1):
        first, joint, second, noun = row[place : place + 4]
        opened = place == 0 or not is_kind(row[place - 1], Kind.WORD) or not strip_frames([row[place - 1]])  # type: ignore[list-item]  # a word is a token
        joins = isinstance(joint, Token) and joint.text in ("and", "but")
        if joins and opened and is_kind(noun, Kind.WORD) and _are_ends(first, second):
            del row[place + 1]
    return row


def _are_ends(first: Item, second: Item) -> bool:
    signs = [
        _LIMIT.match(item.text) if is_kind(item, Kind.VALUE) and isinstance(item, Token) else None
        for item in (first, second)
    ]
    ends = {comparator(sign.group())[0] for sign in signs if sign}
    return len(ends) == 2 and "=" not in ends


_WIDTH = ("current", "recent", "ever")
"""Words about time, each of which holds the one before it."""


def merged_times(items: Sequence[Item]) -> list[Item]:
    """ "Current or past history of X": two words about time before one name; the wider of the two is meant."""
    row = _own_histories(_between(items))
    place = 0
    while place + 2 < len(row):
        first, joint, second = row[place : place + 3]
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
            row[place : place + 3] = [wider]
        elif is_kind(first, Kind.TIME) and is_kind(joint, Kind.OR, Kind.AND) and (end := _thereafter(row, place)):
            # "During the study or within 6 months thereafter": the second only reaches further ahead.
            row[place:end] = [first._replace(end=row[end - 1].end)]
        elif is_kind(first, Kind.TIME) and is_kind(joint, Kind.OR, Kind.AND) and (end := _events(row, place + 2)):
            # "At screening or baseline visit" names two days of the study.
            row[place + 1 : end] = []
        else:
            place += 1
    return row


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


_HISTORIES = frozenset({"history", "medical history"})


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
        if is_kind(item, Kind.WORD) and isinstance(item, Token) and item.text == "between":
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
    return end if only and not set(bare) & set(cues().clinical_anchors) else None


def resolve_commas(joints: Sequence[Kind | None], default: Kind) -> list[Kind]:
    """What each comma stands for: the next spelled-out connective, or the default where there is none."""
    resolved: list[Kind] = []
    following = default
    for joint in reversed(joints):
        if joint in (Kind.AND, Kind.OR):
            following = joint
        resolved.append(following if joint is Kind.COMMA or joint is None else joint)
    return resolved[::-1]


def after_alternatives(joints: Sequence[Kind | None]) -> int:
    """Where a comma goes on after "A or B": no list is written so, and what follows is asked of either; 0 where it does not."""
    last = max((n for n, joint in enumerate(joints) if joint in (Kind.OR, Kind.AND)), default=0)
    return last + 1 if last and joints[last] is Kind.OR and last + 1 < len(joints) else 0


def joined(parts: Sequence[tuple[Expression, Kind]]) -> Expression:
    """The list as a tree: "and" binds more tightly than "or"; each part comes with the connective before it."""
    alternatives: list[list[Expression]] = [[parts[0][0]]]
    for part, joint in parts[1:]:
        if joint is Kind.OR:
            alternatives.append([part])
        else:
            alternatives[-1].append(part)
    return any_of([all_of(group) for group in alternatives])
