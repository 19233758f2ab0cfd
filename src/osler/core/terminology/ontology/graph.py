"""The Human Phenotype Ontology as a graph: closure, information content, similarity, replaced ids."""

from __future__ import annotations

import math
from functools import cache, cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology.compiling import Arrays, Strings, compiled
from osler.core.terminology.ontology import files as hpo_files
from osler.core.terminology.ontology.compile import FORMAT_VERSION, compile_graph

PHENOTYPIC_ABNORMALITY = "HP:0000118"
ROOT = "HP:0000001"

SimilarityMeasure = Literal["resnik", "lin", "jc"]


@cache
def hpo() -> HpoGraph:
    """The process-wide graph, from the compiled cache (built on first use)."""
    key = hpo_files.fingerprint(hpo_files.TERMS, hpo_files.ANNOTATIONS, format_version=FORMAT_VERSION)
    return HpoGraph(compiled("hpo", key, compile_graph))


class HpoGraph:
    """All current HPO terms, each known by its id and by a stable integer index.

    Methods accept alternative and obsolete ids and answer for the term that stands for them; an id that is not in
    the ontology gives None, an empty set or False. `ancestors` and `descendants` leave the term itself out, `is_a`
    is true of a term and itself.
    """

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays
        self._labels = Strings(arrays["label_text"], arrays["label_ends"])
        self._definitions = Strings(arrays["definition_text"], arrays["definition_ends"])
        self.information_content: NDArray[np.float64] = arrays["ic"]
        self.version: str = Strings(arrays["version_text"], arrays["version_ends"])[0]

    def __len__(self) -> int:
        return len(self._arrays["numbers"])

    def __contains__(self, hpo_id: str) -> bool:
        return self.index(hpo_id) is not None

    @cached_property
    def ids(self) -> list[str]:
        """Every current id, in index order."""
        return [f"HP:{value:07d}" for value in self._arrays["numbers"].tolist()]

    @property
    def labels(self) -> list[str]:
        """The name of every current term, in index order."""
        return self._labels.all()

    @cached_property
    def _index(self) -> dict[str, int]:
        current = {hpo_id: position for position, hpo_id in enumerate(self.ids)}
        replaced = zip(self._arrays["replaced"].tolist(), self._arrays["replacement"].tolist(), strict=True)
        return {f"HP:{value:07d}": position for value, position in replaced} | current

    def index(self, hpo_id: str) -> int | None:
        """The integer index of a term, also by an alternative or obsolete id."""
        return self._index.get(hpo_id)

    def resolve(self, hpo_id: str) -> str | None:
        """The current id that this id means today."""
        index = self.index(hpo_id)
        return None if index is None else self.id_of(index)

    def id_of(self, index: int) -> str:
        """The id of the term at an index."""
        return f"HP:{int(self._arrays['numbers'][index]):07d}"

    def label(self, hpo_id: str) -> str | None:
        """The term's name."""
        index = self.index(hpo_id)
        return None if index is None else self._labels[index]

    def definition(self, hpo_id: str) -> str | None:
        """The term's definition, empty where the ontology has none."""
        index = self.index(hpo_id)
        return None if index is None else self._definitions[index]

    def parents(self, hpo_id: str) -> frozenset[str]:
        """The direct, more general terms."""
        return self._related("parents", hpo_id)

    def children(self, hpo_id: str) -> frozenset[str]:
        """The direct, more specific terms."""
        return self._related("children", hpo_id)

    def ancestors(self, hpo_id: str) -> frozenset[str]:
        """All more general terms, up to the root."""
        return self._related("ancestors", hpo_id)

    def descendants(self, hpo_id: str) -> frozenset[str]:
        """All more specific terms."""
        return self._related("descendants", hpo_id)

    def is_a(self, hpo_id: str, ancestor: str) -> bool:
        """Whether a term is `ancestor` or more specific than it."""
        term, general = self.index(hpo_id), self.index(ancestor)
        if term is None or general is None:
            return False
        return bool((self.lineage(term) == general).any())

    def ic(self, hpo_id: str) -> float | None:
        """-ln of the share of annotated diseases that show the term; 0 for the root."""
        index = self.index(hpo_id)
        return None if index is None else float(self.information_content[index])

    def similarity(self, first: str, second: str, measure: SimilarityMeasure = "lin") -> float:
        """How alike two terms are, by their most informative common ancestor: Resnik, Lin, or Jiang-Conrath."""
        a, b = self.index(first), self.index(second)
        if a is None or b is None:
            return 0.0
        common = np.intersect1d(self.lineage(a), self.lineage(b), assume_unique=True)
        shared = float(self.information_content[common].max(initial=0.0))
        if measure == "resnik":
            return shared
        total = float(self.information_content[a] + self.information_content[b])
        if measure == "jc":
            return 1.0 / (1.0 + max(total - 2.0 * shared, 0.0))
        return 1.0 if a == b else (2.0 * shared / total if not math.isclose(total, 0.0) else 0.0)

    def lineage(self, index: int) -> NDArray[np.int32]:
        """The indices of a term and all its ancestors, sorted."""
        return self._row("ancestors", index)

    def offspring(self, index: int) -> NDArray[np.int32]:
        """The indices of a term and all its descendants, sorted."""
        return self._row("descendants", index)

    def closure(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Row starts and columns of the term × ancestor-or-self matrix."""
        return self._arrays["ancestors_starts"], self._arrays["ancestors_terms"]

    def links(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Row starts and columns of the term × parent matrix."""
        return self._arrays["parents_starts"], self._arrays["parents_terms"]

    def _related(self, name: str, hpo_id: str) -> frozenset[str]:
        index = self.index(hpo_id)
        if index is None:
            return frozenset()
        return frozenset(self.id_of(other) for other in self._row(name, index).tolist() if other != index)

    def _row(self, name: str, index: int) -> NDArray[Any]:
        starts = self._arrays[f"{name}_starts"]
        return self._arrays[f"{name}_terms"][starts[index] : starts[index + 1]]
