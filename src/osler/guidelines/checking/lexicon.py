"""The words that change the meaning of a recommendation, ready to be looked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from osler.core.library import stems
from osler.yaml_reader import packaged_yaml


class FrequencyWords(NamedTuple):
    """Words that say how often by themselves, each with its times a day."""

    adverbs: dict[str, float]
    signs: dict[str, float]
    """Those written behind a dose: bd, tds."""


class Lexicon(NamedTuple):
    """The table `words.yml`, compiled."""

    stances: dict[str, re.Pattern[str]]
    strengths: dict[str, re.Pattern[str]]
    no_advice: re.Pattern[str]
    """Clauses whose words advise nothing: what cannot be given, what does not happen, and reasons."""
    permits: re.Pattern[str]
    """Words that leave something open."""
    duty: re.Pattern[str]
    """Words that leave no choice: a recommendation is none of these."""
    negator: re.Pattern[str]
    stop: re.Pattern[str]
    lacking: re.Pattern[str]
    """Words that deny what follows them, without advising against anything."""
    excluding: re.Pattern[str]
    """Words that take people out of a recommendation."""
    preferred: re.Pattern[str]
    """Words between a choice and what it is preferred to."""
    combined: re.Pattern[str]
    """Words between drugs that are given together."""
    deeds: frozenset[str]
    """The stems of what is done with a treatment."""
    marks: dict[str, re.Pattern[str]]
    """The marks of a recommendation: class, level, grade, certainty."""
    body: re.Pattern[str]
    """A body that issues guidelines, by its name, as the one who advises; case matters."""
    opposites: dict[str, frozenset[str]]
    barring: re.Pattern[str]
    distancing: dict[str, re.Pattern[str]]
    """Each stem with the stems that say the contrary."""
    age_groups: dict[str, re.Pattern[str]]
    condition: re.Pattern[str]
    clauses: dict[str, re.Pattern[str]]
    """Words that open a clause of time, and those that open one of circumstance."""
    turned: tuple[frozenset[str], frozenset[str]]
    """Words that open a condition, and words that open its contrary."""
    scope: dict[str, tuple[re.Pattern[str], str]]
    """Words that narrow a recommendation; the second says where leaving one out widens it: `binding`, `dosed`, `added`."""
    implied: dict[str, re.Pattern[str]]
    """What implies a name under `scope` without claiming it."""
    same: dict[str, frozenset[str]]
    """Each stem with those that mean the same."""
    routes: tuple[str, ...]
    """The names under `scope` of the ways to give a drug."""
    no_names: frozenset[str]
    """Words of which a name says nothing that is compared as a name: "dose reduced", "years of age"."""
    actions: frozenset[str]
    redundant: frozenset[str]
    """Words that narrow nothing where they stand before another."""
    empty: frozenset[str]
    units: dict[str, tuple[str, float]]
    """Each spelling of a unit with its kind and its size."""
    unit: str
    numbers: dict[str, float]
    frequency: FrequencyWords
    this_patient: re.Pattern[str]
    """What a sentence calls the person it is written for; it need not repeat whom its source is for."""


@cache
def lexicon() -> Lexicon:
    """The table, read once."""
    table = packaged_yaml("osler.guidelines.checking", "words.yml")
    units = {
        name.lower(): (kind, float(size)) for kind, sizes in table["units"].items() for name, size in sizes.items()
    }
    frequency = FrequencyWords(
        *({word: float(rate) for word, rate in table["frequency"][name].items()} for name in FrequencyWords._fields)
    )
    counted = [*units, *table["numbers"], *frequency.adverbs, *frequency.signs, "mmol mol dl kg min times night"]
    return Lexicon(
        no_advice=any_of(table["no_advice"]),
        permits=any_of(table["permits"]),
        duty=any_of(table["duty"]),
        negator=any_of(table["negators"]),
        stop=any_of(table["stops"]),
        lacking=any_of(table["lacking"]),
        excluding=any_of(table["excluding"]),
        preferred=any_of(table["preferred"]),
        combined=any_of(table["combined"]),
        barring=any_of(table["barring"]),
        condition=any_of(table["conditions"]),
        stances=_patterns(table["stance"]),
        strengths=_patterns(table["strength"]),
        marks=_patterns(table["marks"]),
        distancing=_patterns(table["distancing"]),
        clauses=_patterns(table["clauses"]),
        implied=_patterns(table["implied"]),
        no_names=_stems_of(table["no_names"]),
        actions=_stems_of(table["actions"]),
        redundant=_stems_of(table["redundant"]),
        deeds=frozenset(_stem(word) for word in table["deeds"]),
        body=re.compile(table["body"]),
        opposites=_opposites(table["opposites"]),
        age_groups={
            name: re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)
            for name, words in table["age_groups"].items()
        },
        turned=(frozenset(table["turned_conditions"][0]), frozenset(table["turned_conditions"][1])),
        scope={
            name: (any_of(patterns), binding)
            for binding, names in table["scope"].items()
            for name, patterns in names.items()
        },
        # Words for one age mean the same: teenagers and adolescents.
        same=_same(
            [*table["same"], *([one for one in words if " " not in one] for words in table["age_groups"].values())]
        ),
        routes=tuple(table["routes"]),
        empty=_stems_of([*table["empty"], *counted]),
        units=units,
        unit="|".join(re.escape(name) for name in sorted(units, key=len, reverse=True)),
        numbers={word: float(value) for word, value in table["numbers"].items()},
        frequency=frequency,
        this_patient=any_of(table["this_patient"]),
    )


def _patterns(rows: Mapping[str, list[str]]) -> dict[str, re.Pattern[str]]:
    return {name: any_of(patterns) for name, patterns in rows.items()}


def _stems_of(words: Iterable[object]) -> frozenset[str]:
    return frozenset(stem for word in words for stem in stems(str(word)))


def _opposites(pairs: Iterable[tuple[list[str], list[str]]]) -> dict[str, frozenset[str]]:
    """Each word of the pairs, by its stem, with the stems of its contraries."""
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        for here, there in ((one, other), (other, one)):
            for word in here:
                found.setdefault(_stem(word), set()).update(_stem(contrary) for contrary in there)
    return {word: frozenset(contraries) for word, contraries in found.items()}


def _same(groups: Iterable[list[str]]) -> dict[str, frozenset[str]]:
    """Each stem of the groups with those that stand in a group with it."""
    found: dict[str, set[str]] = {}
    for group in groups:
        members = {stem for word in group for stem in stems(word)}
        for member in members:
            found.setdefault(member, set()).update(members)
    return {word: frozenset(others) for word, others in found.items()}


def any_of(patterns: list[str]) -> re.Pattern[str]:
    """One pattern for any of several."""
    return re.compile("|".join(patterns), re.IGNORECASE)


def _stem(word: str) -> str:
    found = stems(str(word))
    return found[0] if found else str(word)
