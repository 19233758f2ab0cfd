"""Members of a list that wait for what their neighbour has: "suspicion of or confirmed X", "previous or planned surgery"."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.lists import Member
from osler.core.criteria.parsing.neighbours import (
    PREPOSITIONS,
    announces_only,
    foreseen,
    frames,
    is_spelled,
    said_again,
    taken_from_next,
    words_of,
)
from osler.core.criteria.parsing.qualifiers import qualifies
from osler.core.criteria.parsing.words import strip_frames
from osler.core.terminology import Vocabularies

_BEFORE_KIND = frozenset({"a", "an", "the", "any", "other", "either", "multiple", "another"})
_STUDIES = frozenset({"trial", "trials", "study", "studies"})
_OF_STUDIES = frozenset({"investigational", "experimental", "interventional", "clinical", "medical", "new"})
_WAITING = PREPOSITIONS | {"in", "by", "under", "into"}
"""What a noun must follow; of some, what follows them may only say where."""
_EACH = frozenset(
    {
        "other",
        "steroid",
        "corticosteroid",
        "its",
        "their",
        "the",
        "per",
        "day",
        "daily",
        "dose",
        "doses",
        "of",
        "thereof",
    }
)
"""What may stand beside "equivalent" without naming another thing: "or its equivalent per day"."""
_MOTHER = frozenset({"mother", "mothers", "woman", "patient"})
_CHILD = frozenset(
    {
        "representative",
        "guardian",
        "caregiver",
        "relative",
        "relatives",
        "family",
        "child",
        "fetus",
        "foetus",
        "baby",
        "infant",
        "newborn",
        "neonate",
        "embryo",
    }
)


def completed(found: Sequence[Member], vocabularies: Vocabularies) -> list[Member]:
    """The members with the noun that their preposition waits for: "suspicion of or confirmed X", "history of, or risk for, X"."""
    members = _with_objects(found)
    place = 0
    while place + 1 < len(members):
        member, following = members[place], members[place + 1]
        if following.joint is Kind.OR and (more := _no_other(member, following, last=place + 2 == len(members))):
            members[place : place + 2] = [more]
            continue
        if is_spelled(following) and (shown := _announced(member.items, following.items)) is not None:
            members[place : place + 2] = [
                member._replace(items=row) if n == 0 else following for n, row in enumerate(shown)
            ]
            place += 1
            continue
        if is_spelled(following) and (taken := taken_from_next(member.items, following.items)):
            members[place] = member._replace(items=[*member.items, *taken])
            place += 1
            continue
        if is_spelled(following) and (both := _of_one_noun(member.items, following.items, vocabularies)) is not None:
            members[place], members[place + 1] = member._replace(items=both[0]), following._replace(items=both[1])
            place += 1
            continue
        if (again := said_again(member, following)) is not None:
            members[place + 1] = following._replace(items=again)
            place += 1
            continue
        if is_spelled(following) and (noun := foreseen(member.items, following.items)):
            members[place] = member._replace(items=[*member.items, *noun])
            place += 1
            continue
        if not is_spelled(following) or not _waits(member.items):
            place += 1
            continue
        if announces_only(member.items) and not _waits(following.items):
            # "Signs or symptoms of X" is X.
            times = [item for item in member.items if is_kind(item, Kind.TIME)]
            members[place : place + 2] = [following._replace(items=[*times, *following.items], joint=member.joint)]
            continue
        if _waits(following.items) and place + 2 < len(members) and members[place + 2].joint is Kind.COMMA:
            noun = members[place + 2].items
            members[place : place + 3] = [
                member._replace(items=[*member.items, *noun]),
                following._replace(items=[*following.items, *noun]),
            ]
        elif _ends_in_preposition(member.items) and (noun := _noun_after(following.items)):
            members[place] = member._replace(items=[*member.items, *noun])
        place += 1
    return members


def _with_objects(found: Sequence[Member]) -> list[Member]:
    """ "No response to, a contraindication to, or intolerance to two of them": before a comma a preposition waits for what the last one is of."""
    members = list(found)
    for place in range(len(members) - 2, -1, -1):
        member, following = members[place], members[place + 1]
        if following.joint is Kind.COMMA and place + 2 == len(members):
            continue  # "Enrolled in, or withdrawn from, a trial of a drug": the trial is what both are of
        hangs = len(members) > 2 and _ends_in_preposition(member.items)
        governed = any(item.text in PREPOSITIONS for item in following.items[1:-1])
        if hangs and governed and not any(is_kind(item, Kind.TIME) for item in following.items):
            noun = _noun_after(following.items)
            members[place] = member._replace(items=[*member.items, *noun])
    return members


def _no_other(member: Member, following: Member, *, last: bool) -> Member | None:
    """A member with the next one where that names nothing else: "high school or above", "prednisone or equivalent"."""
    if _only_degree(following.items):
        more = following.items[0]
        words = Token(Kind.WORD, member.items[-1].end + 1, more.end, f"or {more.text}")
        return member._replace(items=[*member.items, words])
    if member.items[-1].text in _MOTHER and (whom := _only_child(following.items)) is not None:
        # "A danger to the mother or the child": neither is a condition of its own.
        words = Token(Kind.WORD, member.items[-1].end + 1, whom.end, f"or the {whom.text}")
        return member._replace(items=[*member.items, words])
    if not last or (times := _equivalent(following.items)) is None:
        return None
    like = next(item for item in following.items if item.text in cues().equivalents)
    dosed = any(is_kind(item, Kind.VALUE) for item in member.items)
    # Of a dose it is said how it is counted; a medicine has others like it.
    named = Token(Kind.WORD, member.items[-1].end + 1, like.end, f"or {like.text}")
    return member._replace(items=[*member.items, *([] if dosed else [named]), *times])


def _only_child(items: Sequence[Item]) -> Token | None:
    """The word for a child that is all that a member holds; None where it holds more."""
    words = [item for item in items if isinstance(item, Token) and item.kind is Kind.WORD]
    named = strip_frames(words)
    only = len(words) == len(items) and len(named) == 1 and named[0].text in _CHILD
    return named[0] if only else None


def _announced(before: Sequence[Item], items: Sequence[Item]) -> list[list[Item]] | None:
    """ "Danger signs or symptoms of malaria" are signs of malaria too; "biliary symptoms or signs" are one name."""
    last, first = before[-1], items[0]
    if not any(isinstance(item, Token) and item.kind is Kind.WORD and not frames(item) for item in before[:-1]):
        return None
    if not {last.text, first.text} <= cues().manifestations:
        return None
    if len(items) == 1:
        return [[*before, Token(Kind.WORD, last.end, first.start, "or"), first]]
    return [[*before, *items[1:]], list(items)] if items[1].text == "of" else None


def _only_degree(items: Sequence[Item]) -> bool:
    return len(items) == 1 and items[0].text in cues().comparisons


def _of_one_noun(
    before: Sequence[Item], items: Sequence[Item], vocabularies: Vocabularies
) -> tuple[list[Item], list[Item]] | None:
    """ "Admission for diagnostic or surgical procedures": after a preposition both kinds take the noun and what stands before."""
    if len(items) < 2 or not all(is_kind(item, Kind.WORD) for item in (before[-1], *items[:2])):
        return None
    kind, first = before[-1].text, items[0].text
    studies = _last_word(items).text in _STUDIES and kind in cues().given_in_trials
    between = _BEFORE_KIND | (_OF_STUDIES if studies else frozenset())
    place = next((n for n in range(len(before) - 2, 0, -1) if before[n].text not in between), 0)
    opening = [item for item in before[:place] if isinstance(item, Token) and item.kind is Kind.WORD]
    if before[place].text not in cues().prepositions or not strip_frames(opening):
        return None
    attributive = studies or kind in cues().kinds_of_things
    # Of two adjectives the members share their noun later, when it is known which noun makes a name.
    adjective = qualifies(kind, vocabularies) and kind not in cues().attributive and not qualifies(first, vocabularies)
    # "Impairment of liver or pancreatic function": an organ without an article, beside an adjective of what is no disease.
    organ = (
        place == len(before) - 2 and kind in cues().attributive - cues().taken_things and qualifies(first, vocabularies)
    )
    adjective = adjective or (organ and not names_condition(words_of(items), vocabularies))
    if (
        not (attributive or adjective)
        or names_condition(kind, vocabularies)
        or first in {*cues().prepositions, *_BEFORE_KIND}
    ):
        return None
    end = next((n for n, item in enumerate(items) if n and not _is_name_word(item)), len(items))
    if end < 2:
        return None
    noun = items[end - 1 : end] if attributive else items[1:end]
    return [*before, *noun, *items[end:]], [*before[: -1 if studies else place + 1], *items]


def _last_word(items: Sequence[Item]) -> Item:
    """The last word of a member's name, whatever time, bracket or clause follows it."""
    end = next((n for n, item in enumerate(items) if n and item.text in cues().relative.things), len(items))
    return next((item for item in reversed(items[:end]) if is_kind(item, Kind.WORD)), items[-1])


def _is_name_word(item: Item) -> bool:
    return is_kind(item, Kind.WORD) and item.text not in cues().prepositions and item.text not in cues().joining


def _equivalent(items: Sequence[Item]) -> list[Item] | None:
    """The times of a member that only says "or equivalent"; None where it names something."""
    words = [item for item in items if isinstance(item, Token) and item.kind is Kind.WORD]
    times = [item for item in items if is_kind(item, Kind.TIME)]
    named = [word for word in strip_frames(words) if word.text not in _EACH]
    only = len(words) + len(times) == len(items) and len(named) == 1 and named[0].text in cues().equivalents
    return times if only else None


def _waits(items: Sequence[Item]) -> bool:
    return _ends_in_preposition(items) or announces_only(items)


def _ends_in_preposition(items: Sequence[Item]) -> bool:
    last = items[-1]
    if not isinstance(last, Token) or (len(items) < 2 and last.kind is not Kind.TIME):
        return False
    if last.kind is Kind.TIME:
        return last.text.endswith((" of", " from"))
    return last.kind in (Kind.WORD, Kind.JOINING) and last.text in _WAITING


def _noun_after(items: Sequence[Item]) -> list[Item]:
    """What a neighbour's preposition governs; where it has none, its words without their modifiers."""
    tokens = [item for item in items if not is_kind(item, Kind.TIME)]
    for place, item in enumerate(tokens[:-1]):
        if place and is_kind(item, Kind.WORD, Kind.JOINING) and item.text in PREPOSITIONS:
            return list(tokens[place + 1 :])
    while tokens and isinstance(first := tokens[0], Token) and frames(first):
        tokens = tokens[1:]
    return list(tokens)
