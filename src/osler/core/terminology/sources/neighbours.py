"""A concept's place in the hierarchy with the names of what stands around it, for people and models to read."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, Field

from osler.core.terminology.hierarchy import ConceptHierarchy
from osler.core.terminology.sources.port import Terminology

_MOST = 200
"""Neighbours of one kind that are named; a root has thousands below it."""


class Named(BaseModel):
    """A concept in a list."""

    id: str
    name: str = ""


class Neighbours(BaseModel):
    """What stands around a concept."""

    concept_id: str
    same: list[Named] = Field(default_factory=list)
    parents: list[Named] = Field(default_factory=list)
    children: list[Named] = Field(default_factory=list)
    members: list[Named] = Field(default_factory=list)
    """The drugs of a drug class."""
    is_a: bool | None = None
    """Whether it is a kind of the concept that was asked about; None where the hierarchy cannot tell."""


async def neighbours(
    terminology: Terminology, hierarchy: ConceptHierarchy, concept_id: str, general: str | None = None
) -> Neighbours:
    """The neighbours of a concept, and whether it is a kind of `general`."""
    same = hierarchy.same(concept_id)
    parents = {parent for one in same for parent in hierarchy.parents(one)} - same
    children = {child for one in same for child in hierarchy.children(one)} - same
    members = hierarchy.members_of(concept_id)
    return Neighbours(
        concept_id=concept_id,
        same=await _named(terminology, same - {concept_id}),
        parents=await _named(terminology, parents),
        children=await _named(terminology, children - members),
        members=await _named(terminology, members),
        is_a=_is_a(hierarchy, concept_id, general),
    )


def _is_a(hierarchy: ConceptHierarchy, concept_id: str, general: str | None) -> bool | None:
    if general is None:
        return None
    found = hierarchy.is_a(concept_id, general)
    return found if found or hierarchy.comparable(concept_id, general) else None


async def _named(terminology: Terminology, ids: Iterable[str]) -> list[Named]:
    listed = []
    for concept_id in sorted(ids)[:_MOST]:
        concept = await terminology.concept(concept_id)
        listed.append(Named(id=concept_id, name=concept.name if concept is not None else ""))
    return sorted(listed, key=lambda one: (one.name.lower(), one.id))
