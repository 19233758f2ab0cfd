"""Grounded entities as the codes of a criterion's expression tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.core.criteria import (
    Age,
    Atom,
    Criterion,
    Finding,
    MeasuredValue,
    Mention,
    Pregnancy,
    SexIs,
    Unparsed,
    atoms,
    content_words,
    map_atoms,
)
from osler.core.evidence import Span
from osler.core.terminology import SemanticType
from osler.grounding.places import places_of
from osler.grounding.types import GroundedEntity
from osler.grounding.wording.terms import is_member

_KINDS: dict[type, frozenset[SemanticType]] = {
    MeasuredValue: frozenset({SemanticType.LAB_VALUE, SemanticType.BIOMARKER, SemanticType.PROCEDURE}),
    Finding: frozenset(SemanticType) - {SemanticType.DEMOGRAPHIC},
}


def code_criteria(criteria: Sequence[Criterion], entities: Iterable[GroundedEntity]) -> list[Criterion]:
    """The criteria with the codes of accepted entities at the atoms they stand for.

    An entity that is all that an atom asks gives the atom its codes; one that is a part of it is kept as a mention.
    """
    accepted: dict[str, list[GroundedEntity]] = {}
    for entity in entities:
        if entity.status == "accepted":
            accepted.setdefault(entity.criteria_id, []).append(entity)
    return [
        _coded(criterion, accepted[criterion.id]) if criterion.id in accepted else criterion for criterion in criteria
    ]


def reaches(criterion: Criterion, entity: GroundedEntity) -> bool:
    """Whether an entity's place is one that the tree reads."""
    return _home(list(atoms(criterion.tree)), entity) is not None


def _coded(criterion: Criterion, entities: Sequence[GroundedEntity]) -> Criterion:
    found = list(atoms(criterion.tree))
    whole: dict[int, GroundedEntity] = {}
    parts: dict[int, list[GroundedEntity]] = {}
    for entity in entities:
        home = _home(found, entity)
        if home is None:
            continue
        atom = found[home]
        if _is_all_of(entity, atom):
            known = whole.get(home)
            if known is None or entity.grounding_confidence > known.grounding_confidence:
                whole[home] = entity
        else:
            parts.setdefault(home, []).append(entity)
    order = iter(range(len(found)))

    def coded(atom: Atom) -> Atom:
        place = next(order)
        update: dict[str, object] = {}
        if place in whole and not isinstance(atom, Unparsed):
            update["codes"] = tuple(whole[place].codes)
        if place in parts and isinstance(atom, Finding | MeasuredValue | Unparsed):
            update["mentions"] = tuple(_mention(criterion, entity) for entity in parts[place])
        return atom.model_copy(update=update) if update else atom

    # The walk and the list of atoms go from left to right.
    return criterion.model_copy(update={"tree": map_atoms(criterion.tree, coded)})


def _mention(criterion: Criterion, entity: GroundedEntity) -> Mention:
    span = Span(
        source_id=criterion.id,
        start=entity.span_start,
        end=entity.span_end,
        quote=criterion.text[entity.span_start : entity.span_end],
    )
    return Mention(name=entity.text, codes=tuple(entity.codes), span=span)


def _home(found: Sequence[Atom], entity: GroundedEntity) -> int | None:
    """The atom that an entity belongs to: the one that it is all of, or else the one that holds most of its words."""
    shared = {place: common for place, atom in enumerate(found) if (common := _common(atom, entity)) > 0}
    if not shared:
        return None
    return max(shared, key=lambda place: (_is_all_of(entity, found[place]), shared[place]))


def _is_all_of(entity: GroundedEntity, atom: Atom) -> bool:
    """Whether an entity leaves no word of content of an atom's name unsaid."""
    if isinstance(atom, SexIs | Age):
        return entity.entity_type is SemanticType.DEMOGRAPHIC
    if isinstance(atom, Pregnancy):
        return entity.entity_type is not SemanticType.DEMOGRAPHIC
    if not isinstance(atom, Finding | MeasuredValue) or entity.entity_type not in _KINDS[type(atom)]:
        return False
    # Of a list that shares a word ("cardiac or renal disease") the term is the member, and the text the whole list.
    said = entity.search_term if is_member(entity.text, entity.search_term) else entity.text
    return content_words(atom.name) <= content_words(said)


def _common(atom: Atom, entity: GroundedEntity) -> int:
    """How many characters of an entity an atom was read from."""
    return max((min(end, entity.span_end) - max(start, entity.span_start) for start, end in places_of(atom)), default=0)
