"""What a term means in the words of the vocabularies."""

from __future__ import annotations

from osler.consult.record.called import words
from osler.core.terminology import Concept, SemanticType, Vocabularies

_SURE = 0.8


def definition(term: str, vocabularies: Vocabularies) -> dict[str, str] | None:
    """A term in the words of the vocabularies: its definition, or what it is called and what it is a kind of."""
    whole = len(term.strip())
    ids = [one for match in vocabularies.find(term) if match.end - match.start >= whole for one in match.concept_ids]
    ids = _of_one_thing(term, ids, vocabularies)
    ids += [
        found.concept_id
        for found in vocabularies.search(term, 2)
        # A name that lacks a word of the term is that of something else: fasciitis is not plantar fasciitis.
        if found.confidence >= _SURE and len(words(found.matched_name)) >= len(words(term))
    ]
    for concept_id in dict.fromkeys(ids):
        concept = vocabularies.concept(concept_id)
        text = concept.definition if concept else ""
        if not text and concept_id in vocabularies.hpo:
            text = vocabularies.hpo.definition(concept_id) or ""
        if concept is not None and text:
            return {"id": concept_id, "name": concept.name, "text": f"{concept.name}: {text}", "defined": "yes"}
    for concept_id in dict.fromkeys(ids):
        concept = vocabularies.concept(concept_id)
        actions = pharmacological_actions(concept_id, vocabularies)
        if concept is not None and actions:
            told = f"{concept.name}: what it does, by MeSH: {'; '.join(actions)}."
            return {"id": concept_id, "name": concept.name, "text": told, "defined": "no"}
    for concept_id in dict.fromkeys(ids):
        concept = vocabularies.concept(concept_id)
        more = _named_otherwise(concept, vocabularies) if concept is not None else ""
        if concept is not None and more:
            kind = concept.semantic_type.value.lower().replace("_", " ")
            name = f"{concept.name[:1].upper()}{concept.name[1:]}"
            return {"id": concept_id, "name": concept.name, "text": f"{name} is a {kind}; {more}.", "defined": "no"}
    return None


def _named_otherwise(concept: Concept, vocabularies: Vocabularies) -> str:
    """What a concept is called beside its name, or what it is a kind of; nothing where no vocabulary says either."""
    also = ", ".join(dict.fromkeys(one for one in concept.synonyms if one.lower() != concept.name.lower()))
    if also:
        return f"also called {also[:200]}"
    above = [vocabularies.concept(one) for one in sorted(vocabularies.hierarchy.parents(concept.id))]
    kinds = [one.name for one in above if one is not None and one.vocabulary == concept.vocabulary]
    return f"a kind of {kinds[0]}" if kinds else ""


def _of_one_thing(term: str, ids: list[str], vocabularies: Vocabularies) -> list[str]:
    """What a term means for sure: what is called just so, else what is one thing or a kind of it with all that the term means."""
    found = {one: vocabularies.concept(one) for one in dict.fromkeys(ids)}
    called = [one for one, concept in found.items() if concept and words(concept.name) == words(term)]
    graph = vocabularies.hierarchy

    def is_one(one: str, other: str) -> bool:
        placed = graph.parents(other) or graph.children(other) or len(graph.same(other)) > 1
        return one == other or not placed or graph.is_a(one, other) or graph.is_a(other, one)

    against = called or list(found)
    return [one for one in found if one in called or all(is_one(one, other) for other in against)]


def pharmacological_actions(drug: str, vocabularies: Vocabularies) -> list[str]:
    """What MeSH says that a drug does: "Anticoagulants"; nothing of what is no drug."""
    concept = vocabularies.concept(drug)
    if concept is None or concept.semantic_type is not SemanticType.MEDICATION:
        return []
    above = [vocabularies.concept(one) for one in vocabularies.hierarchy.parents(drug) if one.startswith("MESH:")]
    return sorted(one.name for one in above if one is not None)
