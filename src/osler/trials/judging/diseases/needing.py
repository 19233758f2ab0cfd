"""A disease with what it needs ("asthma requiring oral corticosteroids"): both are told, and in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.criteria import AllOf, Expression, Finding, Proof, TruthValue, Window, parse_criterion, render
from osler.core.evidence import Evidence, Span
from osler.core.terminology import SemanticType, Vocabularies
from osler.trials.judging.findings import named
from osler.trials.judging.view import PatientView
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.trials.judging.diseases", "said_of_diseases.yml")
MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET
_ILLNESSES = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE})


class Needed(NamedTuple):
    """A disease, and what it needs."""

    disease: str
    need: str


def needed_in(name: str) -> Needed | None:
    """The two parts of a name that joins them."""
    place = _TABLE.pattern("needing", "joined").search(name.casefold())
    if place is None or len(name.casefold()) != len(name):
        return None
    disease, need = name[: place.start()].strip(" ,"), name[place.end() :].strip(" ,")
    return Needed(disease, need) if re.search("[a-z]{3}", disease) and re.search("[a-z]{3}", need) else None


def with_needs(tree: Expression, text: str) -> Expression:
    """A tree in which a disease and what it needs are one demand, and not two of which each may be met by another illness."""
    if not isinstance(tree, AllOf) or len(tree.children) != 2:
        return tree
    first, second = tree.children
    if not isinstance(first, Finding) or not isinstance(second, Finding) or first.windows != second.windows:
        return tree
    joined = (
        rf"{re.escape(first.name)}\s+(?P<how>{_TABLE.rules['needing']['joined']})\s+(?:an?\s)?{re.escape(second.name)}"
    )
    found = re.search(joined, " ".join(text.split()), re.IGNORECASE)
    return first.model_copy(update={"name": found[0], "codes": ()}) if found else tree


def by_need(atom: Finding, view: PatientView, prove: Callable[[Expression], Proof]) -> Proof | None:
    """The proof by both parts; what is told of them in two sentences may be of two illnesses."""
    parts = needed_in(atom.name)
    if parts is None or not named(parts.disease, view.vocabularies).kinds & _ILLNESSES:
        return None
    disease = prove(atom.model_copy(update={"name": parts.disease, "codes": ()}))
    need = prove(_need(parts, view.vocabularies))
    proofs = [disease, need]
    if disease.truth is NOT_MET or (need.truth is NOT_MET and _is_denied(need, view)):
        return Proof(truth=NOT_MET, statement=render(atom), reason="", children=proofs)
    together = _in_one_clause(_evidence(disease), _evidence(need), view)
    if disease.truth is MET and need.truth is MET and together:
        return Proof(truth=MET, statement=render(atom), reason="", children=proofs)
    return None


def _need(parts: Needed, vocabularies: Vocabularies) -> Expression:
    """What a disease needs; a treatment of the whole body that a cancer needs is one against cancers."""
    systemic = _TABLE.pattern("needing", "systemic").fullmatch(parts.need.casefold())
    if systemic and _TABLE.pattern("needing", "of_cancers").search(parts.disease.casefold()):
        return Finding(name=str(_TABLE.rules["needing"]["against_cancers"]), windows=(Window(kind="current"),))
    return _read(parts.need, vocabularies)


@lru_cache(maxsize=5000)
def _read(need: str, vocabularies: Vocabularies) -> Expression:
    return parse_criterion(need, vocabularies, kind="exclusion")


def _in_one_clause(one: Sequence[Evidence], other: Sequence[Evidence], view: PatientView) -> bool:
    """Whether two things are told in one part of a sentence; a whole sentence that proves one may hold the other anywhere."""
    numbers = [view.numbers_of(items) for items in (one, other)]
    for sentence in view.sentences:
        clauses = [part for part in re.split(r";|\bbut\b", sentence.text) if part.strip()]
        if len(clauses) == 1:
            if all(sentence.number in told for told in numbers):
                return True
            continue
        start = 0
        for clause in clauses:
            place = sentence.text.index(clause, start)
            start = place + len(clause)
            span = range(sentence.start + place, sentence.start + start)
            if all(any(_lies_in(item, span, sentence.source_id) for item in items) for items in (one, other)):
                return True
    return False


def _lies_in(item: Evidence, span: range, source_id: str) -> bool:
    return isinstance(item, Span) and item.source_id == source_id and item.start in span and item.end - 1 in span


def _is_denied(proof: Proof, view: PatientView) -> bool:
    """Whether the record itself denies something, and does not only have it in another form or at another time."""
    evidence = set(_evidence(proof))
    return not proof.assumed and any(fact.absent and evidence & set(fact.evidence) for fact in view.facts)


def _evidence(proof: Proof) -> list[Evidence]:
    return [*proof.evidence, *(item for child in proof.children for item in _evidence(child))]
