"""The allergies of a patient as drugs: the substance itself, and the class within which allergies are carried over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from osler.yaml_reader import packaged_yaml

_WORDS = re.compile(r"\b(?:allerg\w+|to|hypersensitivity|intolerance|anaphylaxis|anaphylactic)\b", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:allerg(?:ic|y|ies)|hypersensitiv\w+|anaphyla\w+)\s+(?:to|with|from|after)\s+(?P<after>[\w-]+(?:(?:\s*,\s*|\s+(?:and|or)\s+|\s+)[\w-]+){0,3})"
    r"|\b(?P<before>(?!(?:is|are|was|am|be|who|with|an|the|has|been|severe)\b)[\w-]+)[\s-]+(?:allerg(?:y|ic)|anaphylaxis)\b(?!\s+to\b)",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\b(?:no|not|non|without|denies|never)\b[^.;,]{0,25}$", re.IGNORECASE)


class Allergy(NamedTuple):
    """What a patient is allergic to, in words, and every name under which it may be advised."""

    substance: str
    drugs: frozenset[str]
    named: str


def allergies_of(
    allergies: Iterable[str], drugs_in: Callable[[str], frozenset[str]], belongs: Callable[[str, str], bool]
) -> list[Allergy]:
    """The allergies that are to drugs, each with the class within which it is carried over."""
    found: list[Allergy] = []
    for written in allergies:
        substance = " ".join(_WORDS.sub(" ", written).split())
        drugs = drugs_in(substance)
        classes = [general for general in _classes() if any(belongs(drug, general) for drug in drugs)]
        # One allergy may be written twice: in the record, and in the question.
        if drugs and not any(drugs <= one.drugs for one in found):
            every = drugs.union(*(drugs_in(general) for general in classes))
            found.append(Allergy(substance, every, " or another of the ".join([substance, *classes][:2])))
    return found


def asked_allergies(question: str, drugs_in: Callable[[str], frozenset[str]]) -> list[str]:
    """The drugs that a question says somebody is allergic to."""
    found = []
    for match in _ASKED.finditer(question):
        if not _NEGATED.search(question[: match.start()]) and not _NEGATED.search(f"{match['before'] or ''} "):
            found += sorted(drugs_in(match["after"] or match["before"]))
    return list(dict.fromkeys(found))


@cache
def _classes() -> tuple[str, ...]:
    return tuple(packaged_yaml("osler.guidelines", "cross_reactive.yml")["classes"])
