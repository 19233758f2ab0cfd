"""The port to a hierarchy of concepts, whatever vocabularies it is made of."""

from __future__ import annotations

from typing import Protocol


class ConceptHierarchy(Protocol):
    """Questions that any hierarchy answers; ids are CURIEs, and an id it does not know gives False or nothing."""

    def __contains__(self, concept_id: str) -> bool:
        """Whether the hierarchy knows the concept; what it does not know it can say nothing about."""

    def is_a(self, concept_id: str, general: str) -> bool:
        """Whether a concept is `general` or a kind of it, in its own vocabulary or through concepts that are the same."""

    def comparable(self, one: str, other: str) -> bool:
        """Whether both stand in one hierarchy, so that "is not a kind of" means something."""

    def same(self, concept_id: str) -> frozenset[str]:
        """The ids that mean the same thing, with the id itself."""

    def parents(self, concept_id: str) -> frozenset[str]:
        """What the concept is directly a kind of, as its own vocabulary says."""

    def children(self, concept_id: str) -> frozenset[str]:
        """What is directly a kind of the concept, as its own vocabulary says."""

    def ancestors(self, concept_id: str) -> frozenset[str]:
        """All that the concept is a kind of, in every vocabulary, without what is the same as it."""

    def descendants(self, concept_id: str) -> frozenset[str]:
        """All kinds of the concept, in every vocabulary, without what is the same as it."""

    def breadth(self, concept_id: str) -> int:
        """How many kinds the concept has: its descendants, counted and not named."""

    def members_of(self, drug_class: str) -> frozenset[str]:
        """The drugs that belong to a class."""
