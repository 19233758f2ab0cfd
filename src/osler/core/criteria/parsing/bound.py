"""Joining words that stand inside a name: "difficulty due to language", "drugs that affect clotting or bleeding".

A joining word takes a criterion apart only where the grammar surely understands it: after the patient ("women with …"),
beside a value, or between two names that the vocabularies know. Everywhere else the phrase stays whole, because half a
phrase says something that the criterion does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues, is_measurement, life_stages
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.beside import (
    MEASURED,
    TURNS,
    goes_on_with_name,
    member_after,
    member_before,
    name_words,
    of_things,
    personal,
    tells_more,
)
from osler.core.criteria.parsing.clause_ends import end_of_clause, end_of_languages, end_of_narrowing, end_of_vain
from osler.core.criteria.parsing.grouping import Group, Item, is_kind
from osler.core.criteria.parsing.known import holds_medicine, names_condition, names_something
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.words import sex_words, strip_frames
from osler.core.terminology import Vocabularies

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
_BARE_COUNT = re.compile(
    r"^[^a-z%]*(?:\d+|\b(?:one|two|three|four|five|six)\b)(?: or more)?$|^(?:at least|more than|\d+ or more|[a-z]+ or more)"
)
_STABLE = (["dose", "of"], ["doses", "of"], ["dosage", "of"], ["dosages", "of"])
_IN_WHICH = frozenset({"in", "for", "during", "by", "to", "from"})


def _with_lacks(items: Sequence[Item], vocabularies: Vocabularies) -> Sequence[Item]:
    """ "Lack of energy", "absence of menses": what is missing is a finding where the vocabularies have it as one."""
    if any(item.text in cues().abilities for item in items):
        return items  # "Unable to attend, or lack of a caregiver": what follows such a word goes on with it
    row = list(items)
    for place, item in enumerate(items):
        if not isinstance(item, Token) or item.kind is not Kind.NEGATION or item.text not in cues().negating_nouns:
            continue
        end = next((n for n in range(place + 1, len(items)) if not is_kind(items[n], Kind.WORD)), len(items))
        missing = name_words(items[place + 1 : end])
        if any(names_condition(f"{opening} {missing}", vocabularies) for opening in (item.text, "no")):
            row[place] = item._replace(kind=Kind.WORD)
    return row


def bound(items: Sequence[Item], vocabularies: Vocabularies) -> list[Item]:
    """The items with every joining word that is part of a name as a word of it."""
    items = _with_lacks(items, vocabularies)
    telling = _telling()
    if not any(isinstance(item, Token) and (item.kind is Kind.JOINING or item.text in telling) for item in items):
        return list(items)
    row: list[Item] = []
    place = 0
    while place < len(items):
        item = items[place]
        following = items[place + 1].text if place + 1 < len(items) else ""
        able = (item.text in cues().abilities and following in ("to", "of")) or item.text in cues().cannot
        might = item.text in cues().possibilities and tells_more(member_before(row))
        likens = item.text in cues().likened and following in ("to", "in")
        narrows = (likens or item.text in cues().narrowing) and is_kind(item, Kind.WORD)
        narrows = narrows and tells_more(member_before(row))
        if is_kind(item, Kind.WORD) and (able or might):
            # "Unable to sit upright and still", "diseases may limit A or B": all that follows says what.
            end = end_of_clause(items, place, vocabularies)
            row += [item, *(_plain(inner, items[n + 1 : end]) for n, inner in enumerate(items[:end]) if n > place)]
            place = end - 1
        elif is_kind(item, Kind.WORD) and item.text in cues().spoken and not tells_more(member_before(row)):
            end = end_of_languages(items, place)
            row += map(_plain, items[place:end])
            place = end - 1
        elif narrows:
            end = end_of_narrowing(items, place, vocabularies)
            row += [item, *(_plain(inner) for inner in items[place + 1 : end])]
            place = end - 1
        elif not isinstance(item, Token) or item.kind is not Kind.JOINING or item.text in personal():
            row.append(_as_value_joint(_as_taken(item, items, place, vocabularies), items, place))
        elif (said := _with_clause(row, items, place)) is not None:
            row, place = said
        elif item.text in cues().relative.things and _is_value_of(row, items, place):
            # "GFR which is < 30"
            place += 1
        elif (plain := _no_joint(item, items, place, row)) is not None:
            row.append(plain)
        elif _divides(row, item, items[place + 1 :], vocabularies):
            # "Saturation < 60 % despite optimization of A and B": what was in vain is one thing.
            end = end_of_vain(items, place) if item.text == "despite" else place + 1
            row += [item, *(_plain(inner) for inner in items[place + 1 : end])]
            place = end - 1
        else:
            row.append(item._replace(kind=Kind.WORD))
            if item.text in of_things():
                end = end_of_clause(items, place, vocabularies)
                row += [_plain(inner) for inner in items[place + 1 : end]]
                place = end - 1
        place += 1
    return row


def _no_joint(item: Token, items: Sequence[Item], place: int, row: Sequence[Item]) -> Token | None:
    """A joining word as a word, where it joins nothing: before examples, and of what is only expected; None where it may join."""
    if item.text.endswith(" with") and _announces_examples(items[place + 1 :]):
        # "Immunosuppressive therapy with, for example, methotrexate": the treatment is what the examples are of.
        noun = item.text.split()[0]
        return Token(Kind.WORD, item.start, item.start + len(noun), noun)
    if item.text == "expected to" and not tells_more(member_before(row)):
        # "Or expected to start dialysis within 6 months": what lies ahead is no more than expected.
        return Token(Kind.WORD, item.start, item.end, "expected")
    return None


def _announces_examples(after: Sequence[Item]) -> bool:
    comma = bool(after) and is_kind(after[0], Kind.COMMA)
    return len(after) > 1 + comma and is_kind(after[comma], Kind.EXAMPLES)


def _with_clause(row: list[Item], items: Sequence[Item], place: int) -> tuple[list[Item], int] | None:
    """A row with a clause that is all about the thing before it, and where the clause ends; None where none begins."""
    if items[place].text == "which" and _opens_long_clause(row, items[place:]):
        # "A study, in which somebody has been or will be given A or B": all that follows says of the study what it does.
        end = next((n for n in range(place, len(items)) if is_kind(items[n], *TURNS)), len(items))
        words = [_plain(inner) for inner in items[place:end] if isinstance(inner, Token)]
        return [*_without_commas(row), *words], end - 1
    if _is_possible_clause(before := _without_quantity(row), items, place):
        # "Visual impairment, which would preclude A or B": a thing or a list of them, and what they may do.
        return [*before[:-1], *(_plain(inner) for inner in items[place:])], len(items)
    return None


def _opens_long_clause(row: Sequence[Item], clause: Sequence[Item]) -> bool:
    """Whether "which" stands after a preposition and a thing, and goes on with words alone."""
    if len(row) < 2 or not is_kind(row[-1], Kind.WORD) or row[-1].text not in _IN_WHICH:
        return False
    return not is_kind(row[-2], Kind.OR, Kind.AND) and not any(
        is_kind(item, *MEASURED, Kind.NEGATION, Kind.DURATION) for item in clause
    )


def _without_quantity(row: list[Item]) -> list[Item]:
    """A row without "both of", "all of" or "any of" before a relative word."""
    counted = len(row) > 2 and row[-1].text == "of" and row[-2].text in _HOW_MANY
    return row[:-2] if counted and is_kind(row[-3], Kind.COMMA) else row


def _is_possible_clause(row: Sequence[Item], items: Sequence[Item], place: int) -> bool:
    """Whether after a comma a clause says what the things before it would or could do, in words alone."""
    if len(row) < 2 or not is_kind(row[-1], Kind.COMMA) or items[place].text not in cues().relative.things:
        return False
    plain = (Kind.WORD, Kind.AND, Kind.OR, Kind.COMMA, Kind.JOINING)
    row = [item for item in row if not isinstance(item, Group)]
    may = place + 1 < len(items) and items[place + 1].text in cues().possibilities
    listed = (Kind.WORD, Kind.OR, Kind.COMMA)
    persons = cues().relative.persons
    words = all(is_kind(item, *listed) or item.text in persons for item in row[:-1]) and all(
        is_kind(item, *plain) for item in items[place:]
    )
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
    if any(is_kind(item, *MEASURED) for item in member_before(before)):
        return False
    verb, value = (items[n] if n < len(items) else None for n in (place + 1, place + 2))
    return verb is not None and value is not None and verb.text in cues().verbs and is_kind(value, Kind.VALUE)


def _as_taken(item: Item, items: Sequence[Item], place: int, vocabularies: Vocabularies) -> Item:
    """ "HbA1c > 7 % on metformin": after a value, "on" joins what is taken; "on two occasions" stays what it is."""
    if not isinstance(item, Token) or item.text != "on" or item.kind is not Kind.WORD:
        return item
    before = [other for other in items[:place] if not is_kind(other, Kind.TIME)]
    behind = bool(before) and is_kind(before[-1], Kind.VALUE)
    stable = [other.text for other in items[place + 1 : place + 4]][-2:] in _STABLE
    # "Diabetes on stable doses of metformin or insulin"
    if not behind and not (stable and names_condition(name_words(member_before(items[:place])), vocabularies)):
        return item
    words = name_words(member_after(items[place + 1 :]))
    taken = stable or bool(cues().taken & set(words.split())) or holds_medicine(words, vocabularies)
    return Token(Kind.JOINING, item.start, item.end, "while") if taken else item


def _as_value_joint(item: Item, items: Sequence[Item], place: int) -> Item:
    """ "> 100 but < 2000" bounds one value twice."""
    after = items[place + 1] if place + 1 < len(items) else None
    if is_kind(item, Kind.JOINING) and item.text == "but" and after and is_kind(after, Kind.VALUE, Kind.DURATION):
        return Token(Kind.AND, item.start, item.end, "and")
    if is_kind(item, Kind.JOINING) and item.text == "while" and after and after.text in _MOVING:
        # "Claudication while walking" is one thing.
        return Token(Kind.WORD, item.start, item.end, "while")
    if is_kind(item, Kind.JOINING) and item.text == "but" and place and is_kind(items[place - 1], Kind.RESULT):
        # "HBsAg-negative but anti-HBc positive": two results of one member.
        told = member_after(items[place + 1 :])
        if any(is_kind(one, Kind.RESULT) for one in told):
            return Token(Kind.AND, item.start, item.end, "and")
    return item


def _divides(before: Sequence[Item], joint: Token, after: Sequence[Item], vocabularies: Vocabularies) -> bool:
    """Whether a joining word joins two conditions."""
    left = member_before(before)
    right = member_after(after)
    if after and is_kind(after[0], Kind.NEGATION) and joint.text in cues().narrow_joining:
        # "No activity with no relapse"
        return True
    if left and is_kind(left[0], Kind.NEGATION):
        # "Thrombosis not associated with a catheter" denies the association.
        return len(left) > 1 and not strip_frames([item for item in left[1:] if isinstance(item, Token)])
    if not tells_more(left) or _is_person(_before_verb(left)):
        return True
    if _counts_events(left) and not any(is_kind(item, *MEASURED) for item in right):
        # "Three episodes treated with pacing": which of them are counted, and nothing else of the patient.
        return False
    if not tells_more(right) and joint.text not in of_things():
        return True
    # "Angioedema to treatment with A" asks for no treatment today.
    answered = joint.text in cues().given_with and before[-1].text in cues().prepositions
    valued = any(is_kind(item, Kind.VALUE, Kind.SCALED) for item in left)
    if answered or (joint.text in cues().evidential and not valued):
        return False
    said_of_thing = joint.text in of_things()
    if joint.text in ("after", "following") and any(is_kind(item, Kind.VALUE) for item in left):
        # "Thickness = 7 mm after stimulation": when it was measured, unless something known was taken or had.
        return names_something(name_words(right), vocabularies) or holds_medicine(name_words(right), vocabularies)
    if any(is_kind(item, *MEASURED) if said_of_thing else _is_measured(item) for item in (*left, *right)):
        # "Medicines that affect the heart rate" states no rate.
        return True
    if said_of_thing or joint.text in cues().causes:
        return False
    if _is_needed(joint, after, vocabularies) or (joint.text == "with" and _is_of_medicine(left, right, vocabularies)):
        return False
    if joint.text == "requiring" and holds_medicine(name_words(left), vocabularies):
        # "Insulin requiring diabetes": a disease needs the medicine, and not the other way round.
        return not names_condition(name_words(right), vocabularies)
    return names_something(name_words(left), vocabularies) and names_something(name_words(right), vocabularies)


def _counts_events(items: Sequence[Item]) -> bool:
    """Whether items say how many of what happens now and then there were."""
    counted = any(is_kind(item, Kind.VALUE) and _BARE_COUNT.search(item.text) for item in items)
    return counted and any(is_kind(item, Kind.WORD) and item.text in cues().counted_events for item in items)


def _is_needed(joint: Token, after: Sequence[Item], vocabularies: Vocabularies) -> bool:
    """ "Pancreatitis requiring surgery": what is needed need not have been done; a list of needs is another thing."""
    if joint.text not in cues().needs:
        return False
    joints = [n for n, item in enumerate(after) if is_kind(item, *CONNECTIVES)]
    last = next((n for n in joints if n + 1 not in joints), None)  # of ", or"
    return last is None or goes_on_with_name(after, last, vocabularies)


def _is_of_medicine(left: Sequence[Item], right: Sequence[Item], vocabularies: Vocabularies) -> bool:
    """ "An antibiotic with activity against S. aureus": what a medicine is like, or does, is no condition of the patient."""
    first, second = name_words(left), name_words(right)
    given = holds_medicine(first, vocabularies) and not names_condition(first, vocabularies)
    return given and not names_condition(second, vocabularies) and not holds_medicine(second, vocabularies)


def _is_person(item: Item) -> bool:
    return is_kind(item, Kind.WORD) and (
        item.text in cues().persons or item.text in sex_words() or item.text in life_stages()
    )


def _before_verb(items: Sequence[Item]) -> Item:
    """The last item before a verb that joins nothing: "the woman is" receiving something."""
    place = len(items) - 1
    while place and is_kind(items[place], Kind.WORD) and items[place].text in cues().verbs:
        place -= 1
    return items[place]


def _is_measured(item: Item) -> bool:
    return is_kind(item, *MEASURED) or (isinstance(item, Token) and is_measurement(item.text))


@cache
def _telling() -> frozenset[str]:
    """The words besides joining ones that may change what a row is."""
    return frozenset(
        {
            "on",
            *cues().abilities,
            *cues().cannot,
            *cues().possibilities,
            *cues().narrowing,
            *cues().likened,
            *cues().spoken,
        }
    )


def _plain(item: Item, after: Sequence[Item] = ()) -> Item:
    """A connective, a joining word or a denial within a name as a word of it, and so an amount that it goes on after."""
    if is_kind(item, Kind.VALUE) and after and after[0].text == "of":
        return item._replace(kind=Kind.WORD)  # type: ignore[call-arg]  # a token
    if isinstance(item, Token) and item.kind in (*CONNECTIVES, Kind.JOINING, Kind.NEGATION, Kind.RESULT):
        return item._replace(kind=Kind.WORD)
    return item


def is_bound(item: Item) -> bool:
    return is_kind(item, Kind.WORD) and item.text in _joining() and item.text not in of_things()


@cache
def _joining() -> frozenset[str]:
    return frozenset(cues().joining)
