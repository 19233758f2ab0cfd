"""Where a clause ends that is said of one thing: at a comma, a turn, or an alternative that begins anew."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues, window_words
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.beside import (
    TURNS,
    begins_anew,
    goes_on_with_name,
    member_after,
    of_things,
    personal,
)
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.known import names_something
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.qualifiers import only_adjectives
from osler.core.criteria.parsing.words import frame_phrases
from osler.core.terminology import Vocabularies


def end_of_vain(items: Sequence[Item], place: int) -> int:
    ends = (n for n in range(place, len(items)) if is_kind(items[n], Kind.COMMA, Kind.OR, *TURNS))
    return next(ends, len(items))


def end_of_clause(items: Sequence[Item], place: int, vocabularies: Vocabularies) -> int:
    """Where a clause about a thing ends: at a comma, a turn, or an alternative that begins anew."""
    listed = any(is_kind(item, Kind.COMMA) for item in items[:place])
    commas = [n for n in range(place, len(items)) if is_kind(items[n], Kind.COMMA)]
    closes = listed or len(commas) < 2
    ends_list = _ends_list(items, place)
    may = any(item.text in cues().possibilities for item in items[place : place + 2])
    for n in range(place + 1, len(items)):
        item, following = items[n], items[n + 1] if n + 1 < len(items) else None
        if is_kind(item, *CONNECTIVES) and (
            (may and _goes_on(items, n)) or (ends_list and not goes_on_with_name(items, n, vocabularies))
        ):
            continue
        spoken_of = is_kind(item, Kind.JOINING) and item.text in personal()
        denied = is_kind(item, Kind.NEGATION) and not is_kind(items[n - 1], *CONNECTIVES)
        if is_kind(item, *CONNECTIVES) and _tells_on(items, place, n):
            continue
        if is_kind(item, Kind.COMMA) and (_lists_on(items, n, vocabularies) or _lists_causes(items, place, n)):
            continue
        if spoken_of or (is_kind(item, *TURNS) and not denied) or (closes and is_kind(item, Kind.COMMA)):
            return n - 1 if is_kind(items[n - 1], *CONNECTIVES) else n
        if is_kind(item, Kind.OR, Kind.AND) and following is not None and begins_anew(following):
            return n
    return len(items) if not is_kind(items[-1], *CONNECTIVES) else len(items) - 1


def end_of_narrowing(items: Sequence[Item], place: int, vocabularies: Vocabularies) -> int:
    """Where what a thing limits or prevents ends: "medication limiting the validity of tests or imaging" names no imaging."""
    for n in range(place + 1, len(items)):
        if is_kind(items[n], Kind.COMMA, Kind.JOINING, *TURNS) or (
            is_kind(items[n], Kind.OR, Kind.AND) and goes_on_with_name(items, n, vocabularies)
        ):
            return n
    return len(items)


def end_of_languages(items: Sequence[Item], place: int) -> int:
    """Where "speak, read and understand English or Spanish" ends: before a member that is no such verb and no one word."""
    for n in range(place + 1, len(items)):
        if is_kind(items[n], *TURNS, Kind.JOINING):
            return n
        if is_kind(items[n], *CONNECTIVES) and not is_kind(items[n - 1], *CONNECTIVES):
            after = next((m for m in range(n, len(items)) if not is_kind(items[m], *CONNECTIVES)), n)
            member = member_after(items[after:])
            if not member or (member[0].text not in cues().spoken and len(member) > 1):
                return n
    return len(items)


def _ends_list(items: Sequence[Item], place: int) -> bool:
    """Whether a clause is said of the last member of a list: after "A, B, or C that …" commas are of the clause."""
    start = max((n for n in range(place) if is_kind(items[n], *CONNECTIVES)), default=0)
    listed = any(is_kind(item, Kind.COMMA) for item in items[:start])
    return listed and is_kind(items[start], Kind.OR) and items[place].text in of_things()


def _goes_on(items: Sequence[Item], joint: int) -> bool:
    """Whether a connective in a clause goes on with a further verb of it: "that would confound results, or place …"."""
    after = next((item for item in items[joint + 1 :] if not is_kind(item, *CONNECTIVES)), None)
    return after is not None and is_kind(after, Kind.WORD) and after.text in cues().clause_verbs


def _tells_on(items: Sequence[Item], place: int, joint: int) -> bool:
    """Whether a connective goes on with what a clause says of one thing: "that are untreated, symptomatic, or require therapy"."""
    verb = items[place + 1].text if place + 1 < len(items) else ""
    after = next((n for n in range(joint + 1, len(items)) if not is_kind(items[n], *CONNECTIVES)), None)
    if items[place].text not in cues().relative.things or verb not in cues().verbs or after is None:
        return False
    needs = is_kind(items[after], Kind.JOINING) and items[after].text in ("require", "requires")
    ends = after + 1 == len(items) or is_kind(items[after + 1], *CONNECTIVES)
    state = is_kind(items[after], Kind.WORD) and only_adjectives([items[after].text]) and ends
    stated = any(is_kind(item, Kind.VALUE, Kind.DURATION) for item in items[after:])
    return (needs or state) and not stated


def _lists_on(items: Sequence[Item], comma: int, vocabularies: Vocabularies) -> bool:
    """Whether a comma goes on with a list inside a clause: "that could impair absorption, metabolism or excretion"."""
    if comma + 2 >= len(items) or not is_kind(items[comma - 1], Kind.WORD):
        return False
    word, after = items[comma + 1], items[comma + 2]
    plain = is_kind(word, Kind.WORD) and not begins_anew(word) and not names_something(word.text, vocabularies)
    return plain and is_kind(after, Kind.COMMA, Kind.OR, Kind.AND)


def _lists_causes(items: Sequence[Item], place: int, comma: int) -> bool:
    """ "Unable to walk because of coma, dementia or a stroke": the last of the list is what "or" comes before."""
    told = any(item.text in {*cues().causes, "because"} for item in items[place:comma])
    after = [item for item in items[comma + 1 :] if is_kind(item, *CONNECTIVES, *TURNS)]
    return told and bool(after) and is_kind(after[-1], Kind.OR) and not begins_anew(items[comma + 1])


def end_of_examples(items: Sequence[Item]) -> int | None:
    """Where "or" ends a list of examples: what follows it opens a condition of its own ("…, or use of X", "…, or history of Y")."""
    for place in range(1, len(items) - 1):
        if not is_kind(items[place], Kind.OR):
            continue
        before, following = items[place - 1], items[place + 1 :]
        if isinstance(before, Token) and (before.text, "of") in frame_phrases():
            continue  # "signs or symptoms of X"
        if is_kind(before, Kind.COMMA) and _is_limit(following) and not any(map(_is_stated, items[:place])):
            return place  # "Liver disease, including cirrhosis, or ALT > 3 x ULN"
        words = [item.text for item in following[:3] if isinstance(item, Token)]
        if words and words[0] in window_words():
            # "or history of X", "or current use of X"
            if words[0].endswith(" of"):
                return place
            words = words[1:]
        if words[1:2] == ["of"] and tuple(words[:2]) in frame_phrases():
            return place
    return None


def _is_stated(item: Item) -> bool:
    return is_kind(item, Kind.VALUE, Kind.SCALED, Kind.SCALE, Kind.GRADE, Kind.RESULT)


def _is_limit(items: Sequence[Item]) -> bool:
    """Whether a member is a measure with its limit."""
    end = next((n for n, item in enumerate(items) if is_kind(item, *CONNECTIVES)), len(items))
    return any(is_kind(item, Kind.VALUE) for item in items[1:end])
