"""Qualifiers of a condition: mild or severe, acute or chronic, its stage; advice for one is not advice for another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from osler.core.library import stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement
from osler.guidelines.checking.lexicon import any_of
from osler.yaml_reader import packaged_yaml

_AROUND = 24
_SEVERITY = "severity"
_APART = re.compile(r"[,;.]|\b(?:or|and)\b")
_WEEKS = {"first": (0.0, 13.0), "second": (13.0, 27.0), "third": (27.0, 45.0), "at term": (36.0, 45.0)}
"""Weeks of gestation of each trimester (ACOG: to 13 6/7, 14 0/7 to 27 6/7, 28 0/7 on), and of term (from 37 0/7, and near it)."""
_TRIMESTER = re.compile(
    r"\b(?:(first|second|third|1st|2nd|3rd)[- ]trimester|(?:at|near|close to) (?=term\b))", re.IGNORECASE
)
_IN_WEEKS = re.compile(
    r"\b(?:(?:between|from|at)\s+)?(?P<low>\d{1,2})\s*(?:and|to|-|–|until)\s*(?P<high>\d{1,2})(?:\+\d)?[\s-]*weeks?\b"
    r"|\b(?:after|from|beyond|past)\s+(?P<after>\d{1,2})(?:\+\d)?[\s-]*weeks?\b"
    r"|\b(?:before|until|up to|by)\s+(?P<before>\d{1,2})(?:\+\d)?[\s-]*weeks?\b",
    re.IGNORECASE,
)
_GESTATION = re.compile(r"\s*(?:of|in(?:to)?)?\s*(?:the |her |a )?(?:gestation|pregnan)", re.IGNORECASE)
_BIRTH = 45.0
_UPWARDS = re.compile(
    r"\b(?P<kind>stage|grade|class)s? (?P<low>[1-5])[ab]?,?"
    r"(?:\s*(?:-|–|to|through)\s*(?P<high>[1-5])|\s*\+|,? (?:or|and) (?:worse|higher|above|more|greater|over|later|beyond|up(?:wards)?)\b)",
    re.IGNORECASE,
)
_HIGHEST = 5
_ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third"}


def qualified(text: str, label: str, vocabularies: Vocabularies) -> dict[str, str]:
    """The qualifiers that stand beside a condition in a text, by group: severity, course, stage."""
    found: dict[str, str] = {}
    for start, end in _places(text, label, vocabularies):
        before = _APART.split(text[max(0, start - _AROUND) : start])[-1]
        after = _APART.split(text[end : end + _AROUND])[0]
        for group, names in _groups().items():
            for name, pattern in names.items():
                # What is part of the name of a condition (chronic kidney disease) does not qualify it.
                if pattern.search(before) or pattern.search(after):
                    found.setdefault(group, name)
    return found


def at_odds(text: str, label: str, told: Iterable[str], vocabularies: Vocabularies) -> tuple[str, bool] | None:
    """The qualifier that a text asks of a condition and the patient's is not known to have, and whether it is known not to.

    `told` are the words in which the patient's condition is named.
    """
    wanted = qualified(text, label, vocabularies)
    if not wanted:
        return None
    own: dict[str, str] = {}
    for words in told:
        own |= qualified(words, label, vocabularies)
    for group, name in wanted.items():
        if own.get(group) != name and own.get(group) not in _reached(text, name):
            return name, group in own
    return None


def otherwise(text: str, told: str, vocabularies: Vocabularies) -> list[str]:
    """The conditions of a text that were told of the patient with another severity: "it is for mild …; the patient's is severe"."""
    found = []
    for named in read_statement(text, vocabularies).named:
        if named.drug:
            continue
        wanted, own = (qualified(words, named.text, vocabularies).get(_SEVERITY) for words in (text, told))
        # "Moderate or severe" is for either.
        if wanted and own and not _groups()[_SEVERITY][own].search(text):
            meant = " or ".join(name for name, said in _groups()[_SEVERITY].items() if said.search(text))
            found.append(f"it is for {meant} {bare(named.text)}; the patient's is {own}")
    return found


def _reached(text: str, name: str) -> frozenset[str]:
    """The qualifiers that a text means beside the one that it names: "stage 3 or worse", "stages 3 to 5"."""
    kind, _, lowest = name.rpartition(" ")
    if not lowest.isdigit():
        return frozenset()
    for found in _UPWARDS.finditer(text):
        if found["kind"].lower() == kind and found["low"] == lowest:
            highest = int(found["high"] or _HIGHEST)
            return frozenset(f"{kind} {number}" for number in range(int(lowest), highest + 1))
    return frozenset()


def is_narrowed(text: str, label: str) -> bool:
    """Whether a text names a kind by words that narrow it and that are not those of a condition: no fulminant infection is a cough."""
    words = frozenset(stems(text))
    own = frozenset(stems(label))
    return bool(words & _kinds() - own) and not own <= words


def of_some_trimester(text: str) -> bool:
    """Whether a text speaks of a part of pregnancy."""
    return bool(_parts_of_pregnancy(text))


def other_trimester(text: str, weeks: float | None) -> bool:
    """Whether a text speaks of a part of pregnancy that this one has left behind or not reached."""
    parts = _parts_of_pregnancy(text)
    return bool(parts) and weeks is not None and not any(low <= weeks < high for low, high in parts)


def _parts_of_pregnancy(text: str) -> list[tuple[float, float]]:
    """The parts of pregnancy that a text names, as weeks: by trimester, or in numbers ("between 27 and 36 weeks of gestation")."""
    named = [_ORDINALS.get(one.lower(), one.lower()) or "at term" for one in _TRIMESTER.findall(text)]
    found = [(_WEEKS[one][0], _WEEKS[one][1] + 1) for one in named]
    for one in _IN_WEEKS.finditer(text):
        if _GESTATION.match(text, one.end()):
            low = float(one["low"] or one["after"] or 0)
            found.append((low, float(one["high"]) + 1 if one["high"] else float(one["before"] or _BIRTH)))
    return found


def _places(text: str, label: str, vocabularies: Vocabularies) -> list[tuple[int, int]]:
    """Where a text names a condition: by its words, or by another name of it."""
    short = bare(label)
    places = [match.span() for match in re.finditer(re.escape(short), text, re.IGNORECASE)] if short else []
    if places:
        return places
    known = vocabularies.names
    ids = {one for match in known.find(short or label) for one in match.concept_ids}
    return [(match.start, match.end) for match in known.find(text) if ids & set(match.concept_ids)]


def bare(label: str) -> str:
    """A label without its qualifiers."""
    for names in _groups().values():
        for pattern in names.values():
            label = pattern.sub(" ", label)
    return " ".join(label.split())


@cache
def _kinds() -> frozenset[str]:
    words = packaged_yaml("osler.guidelines", "sections.yml")["kinds"]
    return frozenset(stem for word in words for stem in stems(str(word)))


@cache
def _groups() -> dict[str, dict[str, re.Pattern[str]]]:
    table = packaged_yaml("osler.guidelines", "qualifiers.yml")
    return {group: {name: any_of(patterns) for name, patterns in names.items()} for group, names in table.items()}
