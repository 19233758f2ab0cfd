"""Compiles what the tests share, once, before they start: no test then waits for it near its time limit."""

from __future__ import annotations

from hypothesis.strategies import text

import tests.conftest  # noqa: F401 - says where the cache of the tests is
from osler.core.terminology import bundled_vocabularies


def main() -> None:
    """Compile the vocabularies, the annotations, the search index, the hierarchy and the ranking."""
    from osler.core.terminology import concept_search, disease_annotations, hierarchy, hpo, vocabulary
    from osler.diagnosis.ranking import default_model

    vocabulary().find("warm")
    concept_search("warm")
    hpo()
    disease_annotations()
    hierarchy()
    default_model(bundled_vocabularies())


if __name__ == "__main__":
    main()
    text().validate()  # Hypothesis works out its table of all letters once and keeps it
