"""Names of phenotypes to HPO terms, as the source document maps them: exactly, then nearly."""

from __future__ import annotations

from functools import lru_cache

from osler.core.language import Mention
from osler.core.terminology import SemanticType, Vocabularies
from osler.core.terminology.ontology import PHENOTYPIC_ABNORMALITY

FUZZY_CUTOFF = 80.0
_EXACT = frozenset({"exact", "synonym"})


def phenotype_of(mention: Mention, vocabularies: Vocabularies) -> str | None:
    """The phenotypic abnormality that a mention names; family history, onset and course terms are not findings."""
    return _first_phenotype(mention.concept_ids, vocabularies)


@lru_cache(maxsize=4096)
def _first_phenotype(concept_ids: tuple[str, ...], vocabularies: Vocabularies) -> str | None:
    terms = (item for item in concept_ids if item.startswith("HP:"))
    return next((item for item in terms if vocabularies.hpo.is_a(item, PHENOTYPIC_ABNORMALITY)), None)


@lru_cache(maxsize=4096)
def phenotype_named(name: str, vocabularies: Vocabularies) -> str | None:
    """The HPO term of a name: an exact name or synonym, else the nearest at 80 of 100 or better, else None."""
    from rapidfuzz import fuzz, utils

    candidates = [
        item
        for item in vocabularies.search(name, max_results=8, semantic_types=[SemanticType.PHENOTYPE])
        if item.concept_id.startswith("HP:")
    ]
    exact = next((item for item in candidates if item.match_kind in _EXACT), None)
    if exact is not None:
        return exact.concept_id
    scored = [
        (fuzz.token_sort_ratio(name, item.matched_name, processor=utils.default_process), item) for item in candidates
    ]
    score, best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return best.concept_id if best is not None and score >= FUZZY_CUTOFF else None
