"""Who the patient is: ages, stages of life, pregnancy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from osler.core.criteria.lexing.lexicon import cues, life_stages
from osler.core.criteria.lexing.numbers import NUMBER_WORDS
from osler.core.criteria.lexing.readings import value_test
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item
from osler.core.criteria.parsing.rows import AtomSource, Parts, merged
from osler.core.criteria.parsing.words import sex_words, strip_frames
from osler.core.criteria.tree import atoms
from osler.core.criteria.types import Age, Bound, Comparator, Expression, Finding, Pregnancy, SexIs, ValueTest
from osler.core.evidence import Span

_OF_PEOPLE = (Kind.WORD, Kind.DURATION, Kind.VALUE, Kind.AND, Kind.OR, Kind.COMMA)
_NEAR = 3
_OTHERS = frozenset({"donor", "graft"})
"""Whose years are not the patient's, whatever word stands beside them."""
_NOT_BEARING = frozenset({"non-", "not", "nursing", "breast-feeding", "breast", "feeding", "pregnant", "lactating"})
_AGED = re.compile(r"\b(?:of age|old|older|younger|ages? of|(?:under|over|below|above) age)\b")


def names_people(items: Sequence[Item]) -> bool:
    """Whether a member's own words end in people: "morbidly obese patients"."""
    words = [item.text for item in items if isinstance(item, Token) and item.kind is Kind.WORD]
    return len(words) > 1 and words[-1] in cues().persons


def are_others(first: Sequence[Item], second: Sequence[Item]) -> bool:
    """Whether two members name different people: "pregnant women and children under 12"."""
    named = [
        [word for item in row if (word := item.text) in sex_words() or _are_of_age(word)] for row in (first, second)
    ]
    return all(named) and set(named[0]).isdisjoint(named[1]) and any(map(_are_of_age, (*named[0], *named[1])))


def _are_of_age(word: str) -> bool:
    return word in life_stages() and word.endswith(("s", "ren"))


def has_name(items: Sequence[Item]) -> bool:
    """Whether items name anything but who somebody is and how old."""
    known = _of_people_and_ages()
    words = [item for item in items if isinstance(item, Token) and item.kind is Kind.WORD and item.text not in known]
    others = [item for item in items if not isinstance(item, Token) or item.kind not in _OF_PEOPLE]
    return bool(strip_frames(words)) or bool(others)


@cache
def _of_people_and_ages() -> frozenset[str]:
    return frozenset({*sex_words(), *life_stages(), *cues().persons, *cues().age_words})


def without_only(words: Sequence[Token]) -> list[Token]:
    """Words that say who somebody is, without the "only" that adds nothing to them ("male patients only")."""
    others = [word for word in words if word.text != "only"]
    if len(others) == len(words) or not others:
        return list(words)
    known = {*sex_words(), *life_stages(), *cues().persons}
    return others if all(word.text in known for word in others) else list(words)


def groups_of_people(items: Sequence[Item]) -> list[list[Item]]:
    """ "Patients who are A, patients who have B, and patients whose C": the groups, of which nobody is in all; none where there are not several."""
    starts = [
        place
        for place in range(len(items) - 2)
        if (items[place].text in cues().persons or items[place].text in sex_words() or items[place].text == "those")
        and items[place + 1].text in cues().relative.persons
        and (place == 0 or _joins(items[place - 1]))
    ]
    if len(starts) < 2 or starts[0] != 0:
        return []
    if (last := _last_group(items)) > starts[-1]:
        starts.append(last)
    groups = [list(items[start:end]) for start, end in pairwise([*starts, len(items)])]
    for group in groups[:-1]:
        while _joins(group[-1]):
            group.pop()
    return groups


def men_or_some_women(items: Sequence[Item]) -> tuple[int, int] | None:
    """ "Male or non-pregnant, non-nursing female": where the "or" stands, and where the women end; None where it is not said so."""
    place = next(
        (n for n, item in enumerate(items[: _NEAR + 3]) if isinstance(item, Token) and item.kind is Kind.OR), None
    )
    if not place or sex_words().get(items[place - 1].text) != "male":
        return None
    end = place + 1
    while end < len(items) and (
        _joins(items[end]) or items[end].text in cues().of_one_sex or items[end].text in _NOT_BEARING
    ):
        end += 1
    women = end < len(items) and sex_words().get(items[end].text) == "female" and end >= place + 3
    return (place, end) if women else None


def _last_group(items: Sequence[Item]) -> int:
    """Where a group begins that closes a list of them without a clause: "…, and pregnant women"; 0 where none does."""
    start = max((n + 1 for n, item in enumerate(items[:-1]) if _joins(item)), default=0)
    pregnant = any(item.text in cues().of_one_sex for item in items[start:])
    return start if pregnant and items[-1].text in sex_words() else 0


def _joins(item: Item) -> bool:
    return isinstance(item, Token) and item.kind in (Kind.AND, Kind.OR, Kind.COMMA)


def of_partner(words: Sequence[Token]) -> int:
    """Where the words begin that are of a patient's partner, whose sex and pregnancy are not the patient's; else their end."""
    place = next((n for n, word in enumerate(words) if word.text in cues().partners), len(words))
    near = range(max(place - _NEAR, 0), place) if place < len(words) else ()
    return next((n for n in near if words[n].text in sex_words() or words[n].text == "pregnant"), place)


def of_several_people(items: Sequence[Item]) -> bool:
    """Whether each of the last two members of a list names people of its own: "pregnant women, or women"."""
    told: list[list[str]] = [[]]
    for item in items:
        if isinstance(item, Token) and item.kind in (Kind.AND, Kind.OR, Kind.COMMA):
            told.append([])
        elif isinstance(item, Token) and item.kind is Kind.WORD:
            told[-1].append(item.text)
    named = [any(word in cues().persons or word in sex_words() for word in words) for words in told if words]
    return len(named) > 1 and named[-1] and any(named[:-1])


def of_both_sexes(items: Sequence[Item], said: Expression) -> bool:
    """ "Men and women who are at least 18": without a comma, and with nothing else named, what follows is said of both, where it can be."""
    words = [item.text for item in items if isinstance(item, Token)]
    sexes = {sex_words()[word] for word in words if word in sex_words()}
    if len(sexes) < 2 or "," in words or has_name(items):
        return False
    told = [atom for atom in atoms(said) if isinstance(atom, Pregnancy | SexIs)]
    named = {word for atom in atoms(said) if isinstance(atom, Finding) for word in atom.name.lower().split()}
    return not told and named.isdisjoint(cues().of_one_sex)


def is_life_stage(words: Sequence[Token], place: int) -> bool:
    """Whether a word says how old the patients are, and not whose children or what kind of disease."""
    if words[place].text not in life_stages():
        return False
    others = [word for word in words if word.text not in sex_words()]
    at = others.index(words[place])
    before, after = others[:at], others[at + 1 :]
    if before and before[-1].text == "the" and not words[place].text.endswith(("s", "ren", "elderly")):
        # "Danger to the mother or the child" is somebody's in particular.
        return False
    while before and before[-1].text in ("the", "a", "an"):
        before = before[:-1]
    if before and before[-1].text in cues().of_somebody_else:
        return False
    if after and after[0].text in ("a", "b", "c"):
        # "Child A" is a grade of cirrhosis.
        return False
    if before and (before[-1].text in NUMBER_WORDS or before[-1].text.isdigit()):
        # "At least one child" is the patient's.
        return False
    noun = words[place].text.endswith(("s", "ren", "elderly"))
    return not after or not strip_frames(after[:1]) or (noun and not before)


def stage_of_life(token: Token, source: AtomSource) -> Age:
    stage = life_stages()[token.text]
    limits = ((Comparator.GE, stage.at_least), (Comparator.LT, stage.below))
    bounds = tuple(Bound(comparator=sign, value=value, unit=stage.unit) for sign, value in limits if value is not None)
    return Age(test=ValueTest(bounds=bounds), span=source.span(token.start, token.end))


def age_of(parts: Parts, words: Sequence[Token], source: AtomSource) -> Age | None:
    if not parts.durations and not parts.tests:
        return None
    # "Two standard deviations below the mean for age" asks for no age.
    says_age = any(
        word.text in cues().age_words and not (word.text == "age" and n and parts.words[n - 1].text == "for")
        for n, word in enumerate(parts.words)
    )
    others = {word.text for word in parts.words} & set(cues().other_ages)
    if (others and (says_age or others & _OTHERS)) or _is_earlier(parts):
        return None
    nameless = not [word for word in words if word.text not in sex_words()]
    for token in parts.durations:
        if _is_of_event(parts, token):
            continue
        if says_age or (nameless and "year" in token.text) or _AGED.search(token.text) or _follows_person(parts, token):
            test = _from(value_test(token), parts, token)
            if test is not None and test.bounds[0].unit:
                ends = (*_other_end(parts, test), *test.bounds)
                stated = test.model_copy(update={"bounds": ends, "span": source.span(token.start, token.end)})
                return Age(test=stated, span=_age_place(parts, token, source))
    if nameless and (years := next((test for test in parts.tests if _is_range_of_years(test)), None)) is not None:
        # "Between 18 and 65 years"
        return Age(test=years, span=years.span)
    if (bare := _bare_range(parts)) is not None:
        return Age(test=bare, span=bare.span)
    says_age = says_age or any(test.span and _AGED.search(test.span.quote.lower()) for test in parts.tests)
    if says_age and (test := merged([test for test in parts.tests if test.bounds])) is not None:
        return Age(test=test, span=_age_place(parts, None, source))
    return None


def _is_earlier(parts: Parts) -> bool:
    """ "Age at onset of gout > 40 years": how old somebody was, not how old he is."""
    words = [word.text for word in parts.words]
    place = next((n for n, word in enumerate(words) if word in ("age", "ages")), None)
    if place is None:
        return False
    end = parts.words[place].end
    told = [one.anchor for one in parts.windows if one.kind == "at" and one.span and 0 <= one.span.start - end <= 1]
    then = words[place + 2 : place + 3] if words[place + 1 : place + 2] in (["at"], ["of"]) else []
    return not cues().earlier_ages.isdisjoint([*then, *told])


def _from(test: ValueTest | None, parts: Parts, token: Token) -> ValueTest | None:
    """ "Patients from 18 years": an age that people are asked to have reached."""
    bound = test.bounds[0] if test is not None and len(test.bounds) == 1 else None
    near = any(word.text == "from" and 0 <= token.start - word.end <= 2 for word in parts.words)
    if (
        test is not None
        and bound is not None
        and any(word.text == "birth" for word in parts.words)
        and bound.comparator is Comparator.EQ
    ):
        # "From birth to 21 years"
        return test.model_copy(update={"bounds": (bound.model_copy(update={"comparator": Comparator.LE}),)})
    if test is None or bound is None or not near or bound.comparator is not Comparator.EQ:
        return test
    return test.model_copy(update={"bounds": (bound.model_copy(update={"comparator": Comparator.GE}),)})


def _is_range_of_years(test: ValueTest) -> bool:
    return len(test.bounds) > 1 and all(bound.unit == "years" for bound in test.bounds)


def _bare_range(parts: Parts) -> ValueTest | None:
    """ "Children 7-17 with asthma": two numbers right after who they are of are years of age."""
    for test in parts.tests:
        before = [word for word in parts.words if test.span is not None and word.end <= test.span.start]
        if test.span is None or len(test.bounds) < 2 or not before or test.span.start - before[-1].end > 2:
            continue
        word, stage = before[-1].text, life_stages().get(before[-1].text)
        grown = stage is not None and stage.unit == "years"
        if any(bound.unit or bound.times for bound in test.bounds) or not (grown or word in sex_words()):
            continue
        years = tuple(bound.model_copy(update={"unit": "years"}) for bound in test.bounds)
        return test.model_copy(update={"bounds": years})
    return None


def _other_end(parts: Parts, test: ValueTest) -> tuple[Bound, ...]:
    """The lower limit of an age whose unit stands after the upper one: "aged >= 21 to <= 70 years"."""
    unit = test.bounds[0].unit
    bare = [bound for other in parts.tests for bound in other.bounds if not bound.unit and not bound.times]
    return tuple(bound.model_copy(update={"unit": unit}) for bound in bare) if len(bare) == 1 else ()


def _follows_person(parts: Parts, token: Token) -> bool:
    """Whether a number of years stands right after who it is of: "women 45-68 years", "patients < 18 years"."""
    before = [word for word in parts.words if word.end <= token.start]
    if not before or token.start - before[-1].end > 2 or "year" not in token.text:
        return False
    word = before[-1].text
    return word in sex_words() or word in life_stages() or word in cues().persons


def _is_of_event(parts: Parts, token: Token) -> bool:
    """Whether days, weeks or months are those since something: "surgery no older than 30 days", but not "infants older than 6 months"."""
    before = [word for word in parts.words if word.end <= token.start]
    if "older than" not in token.text or "year" in token.text or not strip_frames(before):
        return False
    people = _of_people_and_ages()
    return token.start - before[-1].end <= 2 and people.isdisjoint(word.text for word in parts.words)


def _age_place(parts: Parts, duration: Token | None, source: AtomSource) -> Span:
    """The word that says that an age is meant, or the age itself where no word says so."""
    word = next((word for word in parts.words if word.text in cues().age_words), None)
    if word is not None:
        return source.span(word.start, word.end)
    stated = next((test.span for test in parts.tests if test.span is not None), None)
    if duration is None and stated is not None:
        return stated
    assert duration is not None  # noqa: S101 - an age is stated by a word or a duration
    found = _AGED.search(duration.text)
    if found:
        return source.span(duration.start + found.start(), duration.start + found.end())
    return source.span(duration.start, duration.end)


@lru_cache(maxsize=20_000)
def pregnancy_state(name: str) -> Literal["pregnant", "breastfeeding", "childbearing_potential"] | None:
    plain = re.sub(r"\s+", " ", name.lower())
    words = plain.split()
    sure = next((n for n, word in enumerate(words) if word not in cues().certainty and word not in ("or", "and")), 0)
    plain, words = " ".join(words[sure:]), words[sure:]
    if "test" in plain or "prevent" in plain or not cues().partners.isdisjoint(words):
        return None
    if len(words) > 1 and (words[-1] in cues().persons or words[-1] in ("mother", "mothers")):
        # "Nursing patients"
        plain = " ".join(words[:-1])
    if plain in cues().pregnancy["pregnant"]:
        return "pregnant"
    if plain in cues().pregnancy["breastfeeding"]:
        return "breastfeeding"
    if plain.endswith(cues().pregnancy["childbearing_potential"]):
        return "childbearing_potential"
    return None


def is_of_others(items: Sequence[Item]) -> bool:
    """Whether a list ends in people beside those whom it names: "gout and any other patients"."""
    words = [item.text for item in items[-2:]]
    return len(items) > 2 and words[0].split()[-1] == "other" and words[-1] in cues().persons
