"""Joining words that stand inside a name: "difficulty due to language", "drugs that affect clotting or bleeding".

A joining word takes a criterion apart only where the grammar surely understands it: after the patient ("women with …"),
beside a value, or between two names that the vocabularies know. Everywhere else the phrase stays whole, because half a
phrase says something that the criterion does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues, is_measurement, life_stages, window_words
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.known import holds_medicine, names_condition, names_something
from osler.core.criteria.parsing.lists import CONNECTIVES, only_degrees
from osler.core.criteria.parsing.words import frame_phrases, sex_words, strip_frames
from osler.core.terminology import Vocabularies

MEASURED = (Kind.VALUE, Kind.SCALED, Kind.SCALE, Kind.GRADE, Kind.RESULT)
_MOVING = frozenset(
    {
        "walking",
        "standing",
        "sitting",
        "lying",
        "sleeping",
        "eating",
        "swallowing",
        "exercising",
        "resting",
        "driving",
        "breathing",
        "running",
    }
)
_HOW_MANY = frozenset({"both", "all", "any", "either", "each", "some"})
_IN_WHICH = frozenset({"in", "for", "during", "by", "to", "from"})
_TURNS = (Kind.NEGATION, Kind.EXCEPTION, Kind.EXAMPLES, Kind.COUNT, Kind.UNLESS, Kind.CONDITION, Kind.COLON)


def bound(items: Sequence[Item], vocabularies: Vocabularies) -> list[Item]:
    """The items with every joining word that is part of a name as a word of it."""
    telling = _telling()
    if not any(isinstance(item, Token) and (item.kind is Kind.JOINING or item.text in telling) for item in items):
        return list(items)
    row: list[Item] = []
    place = 0
    while place < len(items):
        item = items[place]
        following = _text(items[place + 1]) if place + 1 < len(items) else ""
        able = (_text(item) in cues().abilities and following in ("to", "of")) or _text(item) in cues().cannot
        might = _text(item) in cues().possibilities and _holds_name(_member_before(row))
        likens = _text(item) in cues().likened and following in ("to", "in")
        narrows = (likens or _text(item) in cues().narrowing) and is_kind(item, Kind.WORD)
        narrows = narrows and _holds_name(_member_before(row))
        if is_kind(item, Kind.WORD) and (able or might):
            # "Unable to sit upright and still", "diseases may limit A or B": all that follows says what.
            end = _end_of_clause(items, place, vocabularies)
            row += [item, *(_plain(inner, items[n + 1 : end]) for n, inner in enumerate(items[:end]) if n > place)]
            place = end - 1
        elif is_kind(item, Kind.WORD) and _text(item) in cues().spoken and not _holds_name(_member_before(row)):
            end = _end_of_languages(items, place)
            row += map(_plain, items[place:end])
            place = end - 1
        elif narrows:
            end = _end_of_narrowing(items, place, vocabularies)
            row += [item, *(_plain(inner) for inner in items[place + 1 : end])]
            place = end - 1
        elif not isinstance(item, Token) or item.kind is not Kind.JOINING or item.text in _personal():
            row.append(_as_value_joint(_as_taken(item, items, place, vocabularies), items, place))
        elif (said := _with_clause(row, items, place)) is not None:
            row, place = said
        elif item.text in cues().relative.things and _is_value_of(row, items, place):
            # "GFR which is < 30"
            place += 1
        elif item.text == "expected to" and not _holds_name(_member_before(row)):
            # "Or expected to start dialysis within 6 months": what lies ahead is no more than expected.
            row.append(Token(Kind.WORD, item.start, item.end, "expected"))
        elif _divides(row, item, items[place + 1 :], vocabularies):
            # "Saturation < 60 % despite optimization of A and B": what was in vain is one thing.
            end = _end_of_vain(items, place) if item.text == "despite" else place + 1
            row += [item, *(_plain(inner) for inner in items[place + 1 : end])]
            place = end - 1
        else:
            row.append(item._replace(kind=Kind.WORD))
            if item.text in _of_things():
                end = _end_of_clause(items, place, vocabularies)
                row += [_plain(inner) for inner in items[place + 1 : end]]
                place = end - 1
        place += 1
    return row


def _end_of_vain(items: Sequence[Item], place: int) -> int:
    ends = (n for n in range(place, len(items)) if is_kind(items[n], Kind.COMMA, Kind.OR, *_TURNS))
    return next(ends, len(items))


def _with_clause(row: list[Item], items: Sequence[Item], place: int) -> tuple[list[Item], int] | None:
    """A row with a clause that is all about the thing before it, and where the clause ends; None where none begins."""
    if _text(items[place]) == "which" and _opens_long_clause(row, items[place:]):
        # "A study, in which somebody has been or will be given A or B": all that follows says of the study what it does.
        end = next((n for n in range(place, len(items)) if is_kind(items[n], *_TURNS)), len(items))
        words = [_plain(inner) for inner in items[place:end] if isinstance(inner, Token)]
        return [*_without_commas(row), *words], end - 1
    if _is_possible_clause(before := _without_quantity(row), items, place):
        # "Visual impairment, which would preclude A or B": a thing or a list of them, and what they may do.
        return [*before[:-1], *(_plain(inner) for inner in items[place:])], len(items)
    return None


def _opens_long_clause(row: Sequence[Item], clause: Sequence[Item]) -> bool:
    """Whether "which" stands after a preposition and a thing, and goes on with words alone."""
    if len(row) < 2 or not is_kind(row[-1], Kind.WORD) or _text(row[-1]) not in _IN_WHICH:
        return False
    return not is_kind(row[-2], Kind.OR, Kind.AND) and not any(
        is_kind(item, *MEASURED, Kind.NEGATION, Kind.DURATION) for item in clause
    )


def _without_quantity(row: list[Item]) -> list[Item]:
    """A row without "both of", "all of" or "any of" before a relative word."""
    counted = len(row) > 2 and _text(row[-1]) == "of" and _text(row[-2]) in _HOW_MANY
    return row[:-2] if counted and is_kind(row[-3], Kind.COMMA) else row


def _is_possible_clause(row: Sequence[Item], items: Sequence[Item], place: int) -> bool:
    """Whether after a comma a clause says what the things before it would or could do, in words alone."""
    if len(row) < 2 or not is_kind(row[-1], Kind.COMMA) or _text(items[place]) not in cues().relative.things:
        return False
    plain = (Kind.WORD, Kind.AND, Kind.OR, Kind.COMMA, Kind.JOINING)
    may = place + 1 < len(items) and _text(items[place + 1]) in cues().possibilities
    listed = (Kind.WORD, Kind.OR, Kind.COMMA)
    words = all(is_kind(item, *listed) for item in row[:-1]) and all(is_kind(item, *plain) for item in items[place:])
    return may and words


def _without_commas(row: Sequence[Item]) -> list[Item]:
    """A row that ends in a preposition before "which", without the comma before it and that before a time."""
    *before, last = row
    if len(before) > 1 and is_kind(before[-1], Kind.COMMA):
        before.pop()
        start = max((n for n, item in enumerate(before) if is_kind(item, Kind.COMMA)), default=0)
        if start and any(is_kind(item, Kind.TIME) for item in before[start:]):
            del before[start]
    return [*before, last]


def _is_value_of(before: Sequence[Item], items: Sequence[Item], place: int) -> bool:
    """Whether a relative word only ties a value to what it is of, and that has no value or result yet."""
    if any(is_kind(item, *MEASURED) for item in _member_before(before)):
        return False
    verb, value = (items[n] if n < len(items) else None for n in (place + 1, place + 2))
    return verb is not None and value is not None and _text(verb) in cues().verbs and is_kind(value, Kind.VALUE)


def _as_taken(item: Item, items: Sequence[Item], place: int, vocabularies: Vocabularies) -> Item:
    """ "HbA1c > 7 % on metformin": after a value, "on" joins what is taken; "on two occasions" stays what it is."""
    if not isinstance(item, Token) or item.text != "on" or item.kind is not Kind.WORD:
        return item
    before = [other for other in items[:place] if not is_kind(other, Kind.TIME)]
    if not before or not is_kind(before[-1], Kind.VALUE):
        return item
    words = name_words(_member_after(items[place + 1 :]))
    taken = bool(cues().taken & set(words.split())) or holds_medicine(words, vocabularies)
    return Token(Kind.JOINING, item.start, item.end, "while") if taken else item


def _as_value_joint(item: Item, items: Sequence[Item], place: int) -> Item:
    """ "> 100 but < 2000" bounds one value twice."""
    after = items[place + 1] if place + 1 < len(items) else None
    if is_kind(item, Kind.JOINING) and _text(item) == "but" and after and is_kind(after, Kind.VALUE, Kind.DURATION):
        return Token(Kind.AND, item.start, item.end, "and")
    if is_kind(item, Kind.JOINING) and _text(item) == "while" and after and _text(after) in _MOVING:
        # "Claudication while walking" is one thing.
        return Token(Kind.WORD, item.start, item.end, "while")
    if is_kind(item, Kind.JOINING) and _text(item) == "but" and place and is_kind(items[place - 1], Kind.RESULT):
        # "HBsAg-negative but anti-HBc positive": two results of one member.
        told = _member_after(items[place + 1 :])
        if any(is_kind(one, Kind.RESULT) for one in told):
            return Token(Kind.AND, item.start, item.end, "and")
    return item


def _divides(before: Sequence[Item], joint: Token, after: Sequence[Item], vocabularies: Vocabularies) -> bool:
    """Whether a joining word joins two conditions."""
    left = _member_before(before)
    right = _member_after(after)
    if after and is_kind(after[0], Kind.NEGATION) and joint.text in cues().narrow_joining:
        # "No activity with no relapse"
        return True
    if left and is_kind(left[0], Kind.NEGATION):
        # "Thrombosis not associated with a catheter" denies the association.
        return len(left) > 1 and not strip_frames([item for item in left[1:] if isinstance(item, Token)])
    if not _holds_name(left) or _is_person(left[-1]):
        return True
    if not _holds_name(right) and joint.text not in _of_things():
        return True
    if joint.text in cues().given_with and _text(before[-1]) in cues().prepositions:
        # "Angioedema to treatment with A" asks for no treatment today.
        return False
    of_things = joint.text in _of_things()
    if joint.text in cues().evidential and not any(is_kind(item, Kind.VALUE, Kind.SCALED) for item in left):
        return False
    if joint.text in ("after", "following") and any(is_kind(item, Kind.VALUE) for item in left):
        # "Thickness = 7 mm after stimulation": when it was measured, unless something known was taken or had.
        return names_something(name_words(right), vocabularies) or holds_medicine(name_words(right), vocabularies)
    if any(is_kind(item, *MEASURED) if of_things else _is_measured(item) for item in (*left, *right)):
        # "Medicines that affect the heart rate" states no rate.
        return True
    if of_things or joint.text in cues().causes:
        return False
    if joint.text in cues().needs:
        joints = [n for n, item in enumerate(after) if is_kind(item, *CONNECTIVES)]
        last = next((n for n in joints if n + 1 not in joints), None)  # of ", or"
        if last is None or _is_named(after, last, vocabularies):
            # "Pancreatitis requiring surgery": what is needed need not have been done.
            return False
    if joint.text == "with" and _is_of_medicine(left, right, vocabularies):
        return False
    if joint.text == "requiring" and holds_medicine(name_words(left), vocabularies):
        # "Insulin requiring diabetes": a disease needs the medicine, and not the other way round.
        return not names_condition(name_words(right), vocabularies)
    return names_something(name_words(left), vocabularies) and names_something(name_words(right), vocabularies)


def _is_of_medicine(left: Sequence[Item], right: Sequence[Item], vocabularies: Vocabularies) -> bool:
    """ "An antibiotic with activity against S. aureus": what a medicine is like, or does, is no condition of the patient."""
    first, second = name_words(left), name_words(right)
    given = holds_medicine(first, vocabularies) and not names_condition(first, vocabularies)
    return given and not names_condition(second, vocabularies) and not holds_medicine(second, vocabularies)


def _is_person(item: Item) -> bool:
    return is_kind(item, Kind.WORD) and (
        _text(item) in cues().persons or _text(item) in sex_words() or _text(item) in life_stages()
    )


def _is_measured(item: Item) -> bool:
    return is_kind(item, *MEASURED) or (isinstance(item, Token) and is_measurement(item.text))


def _member_before(row: Sequence[Item]) -> list[Item]:
    """What stands before a joining word in its own member; a negation before it comes first."""
    start = len(row)
    while start and not is_kind(row[start - 1], *CONNECTIVES, *_TURNS, Kind.JOINING):
        start -= 1
    return list(row[start - 1 if start and is_kind(row[start - 1], Kind.NEGATION) else start :])


def _member_after(items: Sequence[Item]) -> list[Item]:
    end = next((n for n, item in enumerate(items) if is_kind(item, *CONNECTIVES, *_TURNS, Kind.JOINING)), len(items))
    return list(items[:end])


def _holds_name(items: Sequence[Item]) -> bool:
    """Whether items name more than who the patient is, how severe something is, or when."""
    words = strip_frames([item for item in items if isinstance(item, Token) and item.kind is Kind.WORD])
    told = [word for word in words if word.text not in sex_words() and word.text not in life_stages()]
    return bool(strip_frames(told)) and not only_degrees(told)


def name_words(items: Sequence[Item]) -> str:
    row = strip_frames([item for item in items if isinstance(item, Token) and item.kind is Kind.WORD])
    return " ".join(word.text for word in row if word.text not in cues().degrees)


def _end_of_clause(items: Sequence[Item], place: int, vocabularies: Vocabularies) -> int:
    """Where a clause about a thing ends: at a comma, a turn, or an alternative that begins anew."""
    listed = any(is_kind(item, Kind.COMMA) for item in items[:place])
    commas = [n for n in range(place, len(items)) if is_kind(items[n], Kind.COMMA)]
    closes = listed or len(commas) < 2
    ends_list = _ends_list(items, place)
    may = any(_text(item) in cues().possibilities for item in items[place : place + 2])
    for n in range(place + 1, len(items)):
        item, following = items[n], items[n + 1] if n + 1 < len(items) else None
        if is_kind(item, *CONNECTIVES) and (
            (may and _goes_on(items, n)) or (ends_list and not _is_named(items, n, vocabularies))
        ):
            continue
        personal = is_kind(item, Kind.JOINING) and _text(item) in _personal()
        denied = is_kind(item, Kind.NEGATION) and not is_kind(items[n - 1], *CONNECTIVES)
        if is_kind(item, Kind.COMMA) and (_lists_on(items, n, vocabularies) or _lists_causes(items, place, n)):
            continue
        if personal or (is_kind(item, *_TURNS) and not denied) or (closes and is_kind(item, Kind.COMMA)):
            return n - 1 if is_kind(items[n - 1], *CONNECTIVES) else n
        if is_kind(item, Kind.OR, Kind.AND) and following is not None and begins_anew(following):
            return n
    return len(items) if not is_kind(items[-1], *CONNECTIVES) else len(items) - 1


def _end_of_narrowing(items: Sequence[Item], place: int, vocabularies: Vocabularies) -> int:
    """Where what a thing limits or prevents ends: "medication limiting the validity of tests or imaging" names no imaging."""
    for n in range(place + 1, len(items)):
        if is_kind(items[n], Kind.COMMA, Kind.JOINING, *_TURNS) or (
            is_kind(items[n], Kind.OR, Kind.AND) and _is_named(items, n, vocabularies)
        ):
            return n
    return len(items)


def _end_of_languages(items: Sequence[Item], place: int) -> int:
    """Where "speak, read and understand English or Spanish" ends: before a member that is no such verb and no one word."""
    for n in range(place + 1, len(items)):
        if is_kind(items[n], *_TURNS, Kind.JOINING):
            return n
        if is_kind(items[n], *CONNECTIVES) and not is_kind(items[n - 1], *CONNECTIVES):
            after = next((m for m in range(n, len(items)) if not is_kind(items[m], *CONNECTIVES)), n)
            member = _member_after(items[after:])
            if not member or (_text(member[0]) not in cues().spoken and len(member) > 1):
                return n
    return len(items)


def _ends_list(items: Sequence[Item], place: int) -> bool:
    """Whether a clause is said of the last member of a list: after "A, B, or C that …" commas are of the clause."""
    start = max((n for n in range(place) if is_kind(items[n], *CONNECTIVES)), default=0)
    listed = any(is_kind(item, Kind.COMMA) for item in items[:start])
    return listed and is_kind(items[start], Kind.OR) and _text(items[place]) in _of_things()


def _goes_on(items: Sequence[Item], joint: int) -> bool:
    """Whether a connective in a clause goes on with a further verb of it: "that would confound results, or place …"."""
    after = next((item for item in items[joint + 1 :] if not is_kind(item, *CONNECTIVES)), None)
    return after is not None and is_kind(after, Kind.WORD) and _text(after) in cues().clause_verbs


def _is_named(items: Sequence[Item], joint: int, vocabularies: Vocabularies) -> bool:
    """Whether a connective goes on with a condition, or with one that opens anew."""
    row = _member_after(items[joint + 1 :])
    if not row:
        return False
    return begins_anew(row[0]) or names_condition(name_words(row), vocabularies)


def _lists_on(items: Sequence[Item], comma: int, vocabularies: Vocabularies) -> bool:
    """Whether a comma goes on with a list inside a clause: "that could impair absorption, metabolism or excretion"."""
    if comma + 2 >= len(items) or not is_kind(items[comma - 1], Kind.WORD):
        return False
    word, after = items[comma + 1], items[comma + 2]
    plain = is_kind(word, Kind.WORD) and not begins_anew(word) and not names_something(_text(word), vocabularies)
    return plain and is_kind(after, Kind.COMMA, Kind.OR, Kind.AND)


def _lists_causes(items: Sequence[Item], place: int, comma: int) -> bool:
    """ "Unable to walk because of coma, dementia or a stroke": the last of the list is what "or" comes before."""
    told = any(_text(item) in {*cues().causes, "because"} for item in items[place:comma])
    after = [item for item in items[comma + 1 :] if is_kind(item, *CONNECTIVES, *_TURNS)]
    return told and bool(after) and is_kind(after[-1], Kind.OR) and not begins_anew(items[comma + 1])


def begins_anew(item: Item) -> bool:
    return not isinstance(item, Token) or item.kind is not Kind.WORD or _text(item) in _anew()


@cache
def _telling() -> frozenset[str]:
    """The words besides joining ones that may change what a row is."""
    return frozenset(
        {"on", *cues().abilities, *cues().cannot, *cues().possibilities, *cues().narrowing, *cues().likened, *cues().spoken}
    )


@cache
def _anew() -> frozenset[str]:
    """The words that open a condition of the patient's own."""
    openings = {phrase[0] for phrase in frame_phrases() if phrase[-1] == "of" and len(phrase) > 1}
    return frozenset({*openings, *sex_words(), *window_words(), *cues().certainty, *cues().opens_anew})


def _plain(item: Item, after: Sequence[Item] = ()) -> Item:
    """A connective, a joining word or a denial within a name as a word of it, and so an amount that it goes on after."""
    if is_kind(item, Kind.VALUE) and after and _text(after[0]) == "of":
        return item._replace(kind=Kind.WORD)  # type: ignore[call-arg]  # a token
    if isinstance(item, Token) and item.kind in (*CONNECTIVES, Kind.JOINING, Kind.NEGATION, Kind.RESULT):
        return item._replace(kind=Kind.WORD)
    return item


def is_bound(item: Item) -> bool:
    return is_kind(item, Kind.WORD) and _text(item) in _joining() and _text(item) not in _of_things()


@cache
def _personal() -> frozenset[str]:
    """Joining words after which the patient is spoken of."""
    relative = cues().relative
    return relative.persons | relative.rest | cues().always_part


@cache
def _of_things() -> frozenset[str]:
    """Joining words after which the thing before them is spoken of."""
    return cues().relative.things | cues().said_of_things


@cache
def _joining() -> frozenset[str]:
    return frozenset(cues().joining)


def _text(item: Item) -> str:
    return item.text if isinstance(item, Token) else ""
