"""What people call groups of medicines and what they take them for, with the members of each group."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.terminology.drug_classes import drug_classes
from osler.yaml_reader import packaged_yaml


class _Group(NamedTuple):
    called: re.Pattern[str] | None
    taken_for: re.Pattern[str] | None
    drugs: tuple[str, ...]
    only: bool
    """Whether nothing else is meant by what it is called."""


@cache
def _groups() -> tuple[_Group, ...]:
    rows = packaged_yaml("osler.core.terminology", "data/medicine_purposes.yml")
    return tuple(
        _Group(_read(row.get("called")), _read(row.get("taken_for")), tuple(row["drugs"]), row.get("only", False))
        for row in rows
    )


def _read(said: str | None) -> re.Pattern[str] | None:
    return re.compile(said) if said else None


@lru_cache(maxsize=1024)
def medicines_called(phrase: str) -> tuple[str, ...]:
    """The members of the groups that a whole phrase is a name of: "blood thinner", "antibiotics"."""
    return tuple(dict.fromkeys(drug for g in _groups() if g.called and g.called.fullmatch(phrase) for drug in g.drugs))


@lru_cache(maxsize=1024)
def medicines_of_class(phrase: str) -> tuple[str, ...]:
    """All that clinicians mean by the name of a class, where a vocabulary's class of that name holds others too or there is none."""
    named = _IN_GENERAL.sub("", phrase.lower())
    found = [drug for g in _groups() if g.only and g.called and g.called.fullmatch(named) for drug in g.drugs]
    if not found:
        found = [drug for one in drug_classes() if _says_all(one.says, named) for drug in one.drugs]
    return tuple(dict.fromkeys(found))


_IN_GENERAL = re.compile(r" (?:drug|medicine|medication|med|tablet|pill)s?$")
"""What may stand behind the name of a class and says no more."""


def _says_all(says: re.Pattern[str], phrase: str) -> bool:
    """Whether a pattern finds a whole phrase, or all of it but the end of its last word."""
    match = says.search(phrase)
    return match is not None and match.start() == 0 and re.fullmatch(r"[a-z]*", phrase[match.end() :]) is not None


@lru_cache(maxsize=1024)
def medicines_taken_for(complaint: str) -> tuple[str, ...]:
    """The medicines that are taken for a complaint or an organ, or called by it: "thyroid", "sleep"."""
    found = [
        drug for g in _groups() if g.taken_for and g.taken_for.fullmatch(complaint) for drug in g.drugs
    ]  # what a group is called by is also what it is for: "the water pill"
    return tuple(dict.fromkeys([*found, *medicines_called(complaint)]))


@cache
def medicines_in_use() -> frozenset[str]:
    """The medicines of all groups and classes, each by a name of one word: what people take, out of all that was ever named."""
    named = [drug for group in _groups() for drug in group.drugs]
    named += [drug for one in drug_classes() for drug in one.drugs]
    return frozenset(drug.lower() for drug in named if drug.isalpha())
