"""What is a kind of what, over all vocabularies: one graph in which joined concepts are one thing."""

from osler.core.terminology.hierarchy.graph import Hierarchy, hierarchy, local_hierarchy
from osler.core.terminology.hierarchy.port import ConceptHierarchy

__all__ = ["ConceptHierarchy", "Hierarchy", "hierarchy", "local_hierarchy"]
