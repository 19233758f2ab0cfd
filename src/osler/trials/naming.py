"""How the names of diseases are put together: what a trial's condition names, and what it only says of which kind it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from osler.core.evidence import Span
from osler.core.terminology import Vocabularies
from osler.trials.kinship import conditions_called, is_kind_of, names_in, natural_order
from osler.trials.types import KeyFact

CAUSED = r"[\w'’]+[- ](?:related|associated|induced)[- ]"
"""What stands before the name of a disease and makes it one of a cause: "steroid-induced diabetes"."""
_OF_A_CAUSE = re.compile(rf"\s*{CAUSED}", re.IGNORECASE)
_STAGE = re.compile(r"(?:metastatic|recurrent|refractory|relapsed|advanced|stage \w+)\s+(?=\w)", re.IGNORECASE)
_CAUSED_BEFORE = re.compile(rf"\b{CAUSED}\s*$", re.IGNORECASE)
_LONGEST_CAUSE = 40
_BETWEEN = re.compile(r"[-\s]*(?:related|associated|induced)[-\s]+", re.IGNORECASE)


class Named(NamedTuple):
    """A concept that a condition names; `is_above` where the condition is only some kind of it ("cystic fibrosis related diabetes")."""

    concept: str
    is_above: bool = False


def is_of_a_cause(name: str) -> bool:
    """Whether a name is that of a disease by its cause: no other kind of the disease is meant by it."""
    return _OF_A_CAUSE.match(name) is not None


def in_full(fact: KeyFact, texts: Mapping[str, str]) -> str:
    """What a fact is called with the cause that stands before it in every place of the note: "steroid-induced diabetes"."""
    causes = []
    for item in fact.evidence:
        if not isinstance(item, Span) or item.source_id not in texts:
            return fact.name
        before = texts[item.source_id][max(0, item.start - _LONGEST_CAUSE) : item.start]
        causes.append(_CAUSED_BEFORE.search(before))
    told = [cause[0] for cause in causes if cause is not None]
    return f"{told[0]}{fact.name}" if told and len(told) == len(causes) else fact.name


@lru_cache(maxsize=20_000)
def named_by(condition: str, vocabularies: Vocabularies) -> tuple[Named, ...]:
    """The diseases that a trial's condition names.

    Of a disease by another one ("HIV-associated lymphoma") the other is named as well, and the disease itself is only the genus.
    """
    text = natural_order(condition, vocabularies)
    called = conditions_called(text, vocabularies)
    above: set[str] = set()
    before: int | None = None
    for match in names_in(text, vocabularies):
        kinds = [code for code in match.concept_ids if code in called]
        if before is not None and _BETWEEN.fullmatch(text[before : match.start]):
            above.update(kinds)
        before = match.end if kinds else None
    whole = (*called, *(wider for code in called for wider in unstaged(code, vocabularies)))
    return tuple(Named(code, code in above) for code in dict.fromkeys(whole))


@lru_cache(maxsize=20_000)
def unstaged(concept_id: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The disease of which a concept is only a stage: a metastatic melanoma, and one of the skin, may be one and the same."""
    concept = vocabularies.concept(concept_id)
    staged = _STAGE.match(concept.name) if concept is not None else None
    if concept is None or staged is None:
        return ()
    plain = conditions_called(concept.name[staged.end() :], vocabularies)
    return tuple(code for code in plain if is_kind_of(concept_id, code, vocabularies))
