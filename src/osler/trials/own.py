"""The diseases that a patient has, each once: what only repeats a longer or narrower name of the same record is no other one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from osler.core.evidence import Span
from osler.core.terminology import Vocabularies
from osler.trials.kinship import conditions_in, is_in_mondo, is_kind_of
from osler.trials.naming import is_of_a_cause, unstaged
from osler.trials.types import KeyFact


@dataclass(frozen=True)
class Own:
    """A disease of the patient."""

    fact: KeyFact
    concepts: tuple[str, ...]
    genus: tuple[KeyFact, ...] = ()
    """What its name ends in, where the vocabularies do not tell of what it is a kind."""
    above: tuple[str, ...] = ()
    """The concepts of which it is some kind that has no name of its own: diabetes of a steroid-induced one."""


def own_diseases(facts: Sequence[KeyFact], vocabularies: Vocabularies) -> list[Own]:
    """The diseases of some facts, in their order.

    A fact of which another is a kind says nothing more ("carcinoma" beside a ductal carcinoma of the breast). One that stands inside a
    longer name is the genus of that disease, where the vocabularies do not know themselves of what it is a kind.
    """
    concepts = [_concepts(fact, vocabularies) for fact in facts]
    own = []
    for place, fact in enumerate(facts):
        others = [other for other in range(len(facts)) if other != place]
        if any(is_part_of(fact, facts[other]) for other in others) or any(
            _is_wider(concepts[place], concepts[other], vocabularies) for other in others
        ):
            continue
        if is_of_a_cause(fact.name):
            own.append(Own(fact, (), (), concepts[place]))
            continue
        unplaced = not any(is_in_mondo(code, vocabularies) for code in concepts[place])
        genus = tuple(other for other in facts if unplaced and _ends(other, fact))
        above = tuple(code for one in genus for code in _concepts(one, vocabularies))
        own.append(Own(fact, concepts[place], genus, above))
    return own


def is_part_of(fact: KeyFact, other: KeyFact) -> bool:
    """Whether a fact stands nowhere but inside the longer words of another."""
    spans, longer = _spans(fact), _spans(other)
    return bool(spans) and all(any(_inside(item, one) for one in longer) for item in spans)


def _ends(fact: KeyFact, other: KeyFact) -> bool:
    return any(_inside(item, one) and item.end == one.end for item in _spans(fact) for one in _spans(other))


def _inside(item: Span, longer: Span) -> bool:
    return (
        longer.source_id == item.source_id
        and longer.start <= item.start
        and item.end <= longer.end
        and longer.end - longer.start > item.end - item.start
    )


def _spans(fact: KeyFact) -> list[Span]:
    return [item for item in fact.evidence if isinstance(item, Span)]


def _is_wider(concepts: Sequence[str], others: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether another disease is a kind of this one, and not the same under another name."""
    return any(
        is_kind_of(other, one, vocabularies) and not is_kind_of(one, other, vocabularies)
        for one in concepts
        for other in others
    ) and not any(is_kind_of(one, other, vocabularies) for one in concepts for other in others)


def _concepts(fact: KeyFact, vocabularies: Vocabularies) -> tuple[str, ...]:
    named = [*fact.codes, *conditions_in(fact.name, vocabularies)]
    return tuple(dict.fromkeys([*named, *(wider for code in named for wider in unstaged(code, vocabularies))]))
