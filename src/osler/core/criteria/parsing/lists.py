"""Coordinated lists: "A, B or C", with the words that members share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.qualifiers import is_kind_word, only_adjectives
from osler.core.criteria.parsing.words import strip_frames
from osler.core.criteria.tree import all_of, any_of
from osler.core.criteria.types import Expression

CONNECTIVES = (Kind.AND, Kind.OR, Kind.COMMA)
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
    return is_kind(item, Kind.WORD) and (
        item.text in cues().articles or item.text in cues().prepositions or item.text == "any"
    )


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


def with_values_joined(items: Sequence[Item]) -> list[Item]:
    """ "Haemoglobin < 12 g/dL for women; < 13 g/dL for men": a value without a name goes on with what is measured before it."""
    valued = [is_kind(item, Kind.VALUE) for item in items]
    shown = [is_kind(item, Kind.EXAMPLES) for item in items]  # "High risk; such as A or B"
    return [
        item._replace(kind=Kind.COMMA)
        if isinstance(item, Token)
        and item.text == ";"
        and ((any(valued[:place]) and any(valued[place + 1 : place + 2])) or any(shown[place + 1 : place + 2]))
        else item
        for place, item in enumerate(items)
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
            and not _only_kinds(found[place:])
        ):
            result[-1] = Member([*before.items, *member.items], before.joint)
        else:
            result.append(member)
    return result


def _only_kinds(found: Sequence[Member]) -> bool:
    """ "(Chronic, accelerated or blastic)": single adjectives to the end, with no noun that they could be of."""
    words = [member.items[0].text for member in found if len(member.items) == 1 and is_kind(member.items[0], Kind.WORD)]
    plain = all(only_adjectives([word]) or word.endswith("ed") for word in words)
    return len(words) == len(found) > 1 and found[-1].joint is not Kind.COMMA and plain


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
