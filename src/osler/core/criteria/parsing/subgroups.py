"""Requirements on some patients only: "women of childbearing potential must …", "… in men"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues, life_stages
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item
from osler.core.criteria.parsing.words import sex_words, strip_frames
from osler.core.criteria.tree import atoms, requirement
from osler.core.criteria.types import Age, Expression, Finding, Pregnancy, SexIs

_LONGEST_GROUP = 16
_TAKING = frozenset({"on", "taking", "receiving", "using", "treated with", "undergoing"})

Read = Callable[[Sequence[Item]], Expression | None]


def required_of_some(items: Sequence[Item], group: Read, body: Read) -> Expression | None:
    """The requirement on a group of patients that a sentence states; None where it speaks of all of them."""
    place = next((n for n, item in enumerate(items) if _is_modal(item)), None)
    if place is not None and 0 < place <= _LONGEST_GROUP:
        described = _describes(items[:place])
        asked = _joined(group(items[:place]), items[place:], body, described=described)
        plain = [item for item in items[:place] if not isinstance(item, Group)]
        if asked is None and 0 < len(plain) < place:
            # "Women of reproductive potential (who have not been sterilised, …) must …": the bracket says who they are.
            return _joined(group(plain), items[place:], body, described=described)
        return asked
    for place in range(len(items) - 2, 0, -1):
        item = items[place]
        if len(items) - place > _LONGEST_GROUP:
            break
        if (
            isinstance(item, Token)
            and item.kind is Kind.WORD
            and item.text in cues().for_whom
            and _may_bear(items[place:])
        ):
            whom = group(items[place + 1 :])
            # "Surgery in women" asks for women, "negative test in women of childbearing potential" for the test.
            told = whom is not None and any(isinstance(atom, Pregnancy) for atom in atoms(whom))
            if told and (found := _joined(whom, items[:place], body)) is not None:
                return found
    return None


def _may_bear(items: Sequence[Item]) -> bool:
    """Whether any word is one by which pregnancy is spoken of."""
    return any(
        (isinstance(item, Token) and not _bearing().isdisjoint(item.text.split())) or isinstance(item, Group)
        for item in items
    )


@cache
def _bearing() -> frozenset[str]:
    phrases = [phrase for state in cues().pregnancy.values() for phrase in state]
    return frozenset(word for phrase in (*phrases, "breast-feeding") for word in phrase.split())


def end_of_group(items: Sequence[Item]) -> int | None:
    """The comma after people whom a sentence opens with: "For women with asthma, …"; None where it opens with none."""
    first = items[0]
    if not isinstance(first, Token) or first.text.split()[0] not in cues().for_whom:
        return None
    commas = [n for n, item in enumerate(items[:_LONGEST_GROUP]) if isinstance(item, Token) and item.kind is Kind.COMMA]
    if not commas or commas[0] + 1 == len(items):
        return None
    listed = len(commas) > 1 and any(
        isinstance(item, Token) and item.kind in (Kind.OR, Kind.AND) for item in items[commas[-2] : commas[-1]]
    )
    end = commas[-1] if listed else commas[0]
    words = [word for item in items[:end] if isinstance(item, Token) for word in item.text.split()]
    # "Over 18 years of age" is an age, though "over" opens many a time.
    plain = not any(
        isinstance(item, Token) and item.kind in (Kind.NEGATION, Kind.TIME) and not _is_age(items, place)
        for place, item in enumerate(items[:end])
    )
    return end if plain and not _people().isdisjoint(words) and end + 1 < len(items) else None


def _is_age(items: Sequence[Item], place: int) -> bool:
    """Whether a time is the age of those who are spoken of: "over 18 years of age", "over 60 years old"."""
    behind = [item.text for item in items[place + 1 : place + 3] if isinstance(item, Token)]
    return behind[:2] == ["of", "age"] or behind[:1] == ["old"]


@cache
def _people() -> frozenset[str]:
    return frozenset({*cues().persons, *sex_words(), *life_stages()})


def _describes(items: Sequence[Item]) -> bool:
    """Whether patients are told apart by a clause: "women who are premenopausal must …"."""
    told = [item.text for item in items if isinstance(item, Token)]
    if len(told) > 2:
        first, second = told[:2]
        if first in cues().persons and second in _TAKING:
            return True  # "patients on antihypertensive therapy must have …"
    place = next((n for n, item in enumerate(items) if _is_relative(item)), None)
    return place is not None and not strip_frames(
        [item for item in items[:place] if isinstance(item, Token) and item.text not in sex_words()]
    )


def _is_relative(item: Item) -> bool:
    return isinstance(item, Token) and item.kind is Kind.JOINING and item.text in cues().relative.persons


def _joined(whom: Expression | None, rest: Sequence[Item], body: Read, *, described: bool = False) -> Expression | None:
    if whom is None or not (described or names_only_patients(whom)):
        return None
    asked = body(rest)
    return requirement(whom, asked) if asked is not None else None


def names_only_patients(tree: Expression) -> bool:
    """Whether a tree says who is meant, by sex or by ability to become pregnant, and nothing else."""
    found = list(atoms(tree))
    if any(window.kind == "ever" for atom in found if isinstance(atom, Pregnancy) for window in atom.windows):
        # A pregnancy of the past says nothing of who is asked: "miscarriage in a previous pregnancy".
        return False
    return all(isinstance(atom, SexIs | Pregnancy | Age) or _is_partner(atom) for atom in found) and any(
        isinstance(atom, SexIs | Pregnancy) for atom in found
    )


_FERTILE = frozenset({"sexually active", "heterosexually active", "fertile", "premenopausal", "pre-menopausal"})


def _is_partner(atom: Expression) -> bool:
    """ "Men with female partners of childbearing potential": whom somebody lives with says who is asked too."""
    if isinstance(atom, Finding) and atom.name.lower() in _FERTILE:
        return True  # "Sexually active women must …"
    return isinstance(atom, Finding) and not cues().partners.isdisjoint(atom.name.lower().split())


def _is_modal(item: Item) -> bool:
    return (
        isinstance(item, Token)
        and item.kind in (Kind.WORD, Kind.NEGATION, Kind.JOINING)
        and item.text.split()[0] in cues().modals
    )
