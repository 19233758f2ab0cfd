"""From what the searchers found to one list of answers: the same meaning once, with all its codes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from osler.core.terminology.search.confidence import confidences
from osler.core.terminology.search.match import MatchGround
from osler.core.terminology.search.normal import bag_key, normalise, stems
from osler.core.terminology.search.types import KIND_OF_GROUND, SearchHit
from osler.core.terminology.types import Candidate, Concept, SemanticType

# Where scores are equal: vocabularies made for coding patients before those made for statistics.
_ORDER = (
    "SNOMEDCT",
    "MONDO",
    "HPO",
    "COMBINATION",
    "DrugBank",
    "LAB",
    "UMLS",
    "RXNORM",
    "MESH",
    "HGNC",
    "ICD10CM",
    "CHEBI",
)
_MEASURES = "LAB"
_ACRONYM = re.compile(r"[\w-]{0,3}[A-Z][\w-]?[A-Z][\w-]{0,3}")
_SAME_SCORE = 3
# Vocabularies that come without CUIs and have them only through other vocabularies.
_WITHOUT_CUIS = frozenset({"SNOMEDCT", "ICD10CM"})


def merge(found: Iterable[SearchHit]) -> list[list[SearchHit]]:
    """Answers grouped by meaning, the best group first and the best answer of a group first."""
    groups: list[list[SearchHit]] = []
    for answer in sorted(found, key=_rank):
        group = next((group for group in groups if _same_meaning(group, answer)), None)
        if group is None:
            groups.append([answer])
        else:
            group.append(answer)
    return groups


def candidates(groups: Sequence[list[SearchHit]], max_results: int) -> list[Candidate]:
    """The answers with their confidence; a code that the best lacks is taken from another of the same meaning."""
    sure = _apart_from_senses(groups)
    in_type = _in_type(groups)
    chosen = zip(groups[:max_results], sure, in_type, strict=False)
    return [_candidate(group, value, max(value, typed)) for group, value, typed in chosen]


def _apart_from_senses(groups: Sequence[list[SearchHit]]) -> list[float]:
    """The confidence of each answer; a measure and the substance or the test of the same name are senses of one analyte,
    so that they make nobody unsure of the measure."""
    told = [(group[0].ground, group[0].score) for group in groups]
    sure = confidences(told)
    senses = {n for n, group in enumerate(groups) if n and _is_sense(groups[0][0], group[0])}
    if senses:
        sure[0] = confidences([one for n, one in enumerate(told) if n not in senses])[0]
    return sure


def _is_sense(measure: SearchHit, other: SearchHit) -> bool:
    names_measure = measure.concept.vocabulary == _MEASURES and measure.ground == "exact"
    return (
        names_measure and other.ground == "exact" and _name_key(measure.matched_name) == _name_key(other.matched_name)
    )


def _in_type(groups: Sequence[list[SearchHit]]) -> list[float]:
    """The confidence of each answer if only answers of its semantic type had been asked for."""
    by_type: dict[SemanticType, list[tuple[MatchGround, float]]] = {}
    places = []
    for group in groups:
        listed = by_type.setdefault(group[0].concept.semantic_type, [])
        places.append((group[0].concept.semantic_type, len(listed)))
        listed.append((group[0].ground, group[0].score))
    sure = {semantic_type: confidences(listed) for semantic_type, listed in by_type.items()}
    return [sure[semantic_type][place] for semantic_type, place in places]


def _candidate(group: list[SearchHit], confidence: float, confidence_in_type: float) -> Candidate:
    best = group[0]
    return Candidate(
        concept_id=best.concept.id,
        cui=_cui(group),
        snomed_code=next((found.concept.snomed_code for found in group if found.concept.snomed_code), None),
        display=best.concept.name,
        ontology=best.concept.vocabulary,
        semantic_type=best.concept.semantic_type,
        confidence=confidence,
        confidence_in_type=confidence_in_type,
        matched_name=best.matched_name,
        match_kind=KIND_OF_GROUND[best.ground],
    )


def _cui(group: list[SearchHit]) -> str | None:
    """The CUI of the first that was given one by its makers; where all were joined to it, of the first."""
    own_first = sorted(group, key=lambda found: found.concept.vocabulary in _WITHOUT_CUIS)
    return next((found.concept.cui for found in own_first if found.concept.cui), None)


def _rank(answer: SearchHit) -> tuple[float, int, str]:
    vocabulary = answer.concept.vocabulary
    named = answer.ground == "exact" or (answer.ground == "synonym" and _ACRONYM.fullmatch(answer.matched_name))
    if vocabulary == _MEASURES and named:
        # The abbreviations of measures are chosen by hand; a disease with the same letters (ALT) is the rarer meaning. Who
        # names an analyte and says no more means the measure; who gives it says so by the kind that is asked for.
        return (-round(answer.score, _SAME_SCORE), -1, answer.concept.id)
    place = _ORDER.index(vocabulary) if vocabulary in _ORDER else len(_ORDER)
    return (-round(answer.score, _SAME_SCORE), place, answer.concept.id)


def _same_meaning(group: list[SearchHit], answer: SearchHit) -> bool:
    return any(same_meaning(member.concept, answer.concept) for member in group[:1])


def same_meaning(one: Concept, other: Concept) -> bool:
    """Whether two concepts are the same thing: a shared identity, or the same name for the same kind of thing."""
    if one.id == other.id or _is_code(one.id, other) or _is_code(other.id, one):
        return True
    if one.snomed_code and one.snomed_code == other.snomed_code:
        return True
    if one.cui and one.cui == other.cui:
        return True
    return (
        one.vocabulary != other.vocabulary
        and one.semantic_type == other.semantic_type
        and _name_key(one.name) == _name_key(other.name)
    )


def _is_code(concept_id: str, concept: Concept) -> bool:
    """Whether an id is one of a concept's identities in other vocabularies."""
    system, _, code = concept_id.partition(":")
    return code in concept.xrefs.get(system, ())


@lru_cache(maxsize=4096)
def _name_key(name: str) -> str:
    return bag_key(stems(normalise(name)))
