"""Are the HPO terms real, current and free of contradiction?"""

from __future__ import annotations

from collections.abc import Iterator

from osler.core.patient.problems import Level, Problem
from osler.core.patient.types import Coding, Fact, PatientRecord, Presence, Status
from osler.core.terminology import HpoGraph, SemanticType, Vocabularies


def phenotype_problems(record: PatientRecord, vocabularies: Vocabularies) -> Iterator[Problem]:
    """Unknown names and ids, obsolete ones, and terms whose observation contradicts an exclusion."""
    yield from _unknown_names(record, vocabularies)
    coded = [
        (f"{field}[{index}]", fact, coding)
        for field in ("phenotypes", "conditions", "family_history")
        for index, fact in enumerate(getattr(record, field))
        for coding in fact.codings
        if coding.system == "HP"
    ]
    if not coded:
        return
    for path, _, coding in coded:
        yield from _id_problems(path, coding, vocabularies)
    mine = [(fact, coding) for path, fact, coding in coded if not path.startswith("family")]
    yield from _contradictions(mine, vocabularies.hpo)


_SURE = 0.5


def _unknown_names(record: PatientRecord, vocabularies: Vocabularies) -> Iterator[Problem]:
    """Findings that were given by a name which no vocabulary has."""
    for index, fact in enumerate(record.phenotypes):
        if fact.codings or not fact.text or any(one.kind != "pointer" for one in fact.evidence):
            continue
        found = vocabularies.search(fact.text, max_results=1, semantic_types=[SemanticType.PHENOTYPE])
        if not found or found[0].confidence_in_type < _SURE:
            yield Problem(
                code="input.unknown_code",
                level=Level.WARNING,
                message="no vocabulary has this name of a finding, and it is not reasoned from",
                mend="look the term up with `osler vocab search`, or give its id",
                path=f"phenotypes[{index}]",
            )


def _id_problems(path: str, coding: Coding, vocabularies: Vocabularies) -> Iterator[Problem]:
    graph = vocabularies.hpo
    current = graph.resolve(coding.id)
    if current is None:
        mend = _suggestion(coding, vocabularies) or "look the term up with `osler vocab search`"
        message = f"{_safe(coding)} is not in HPO {graph.version}"
        yield Problem(code="input.unknown_code", level=Level.ERROR, message=message, mend=mend, path=path)
    elif current != coding.id:
        message = f"{coding.id} is obsolete or an alternative id"
        mend = f"use {current} ({graph.label(current)})"
        yield Problem(code="input.unknown_code", level=Level.WARNING, message=message, mend=mend, path=path)
    else:
        yield from _label_problems(path, coding, vocabularies)


def _label_problems(path: str, coding: Coding, vocabularies: Vocabularies) -> Iterator[Problem]:
    """A label that is the name of another term than its id: one of the two is wrong, and nothing tells which."""
    graph = vocabularies.hpo
    label = graph.label(coding.id) or ""
    if not coding.display or coding.display.casefold() == label.casefold():
        return
    found = vocabularies.search(coding.display, max_results=5, semantic_types=[SemanticType.PHENOTYPE])
    named = {
        one.concept_id for one in found if one.match_kind in ("exact", "synonym") and one.concept_id.startswith("HP:")
    }
    if named and not any(graph.is_a(coding.id, one) or graph.is_a(one, coding.id) for one in named):
        yield Problem(
            code="input.contradictory",
            level=Level.WARNING,
            message=f"the label of {coding.id} ({label}) is the name of {min(named)} ({graph.label(min(named))})",
            mend="see which of the two was meant; the id is what is reasoned from",
            path=path,
        )


def _suggestion(coding: Coding, vocabularies: Vocabularies) -> str:
    """The term whose name is nearest to the label that stands beside an unknown id."""
    if not coding.display:
        return ""
    found = vocabularies.search(coding.display, max_results=5, semantic_types=[SemanticType.PHENOTYPE])
    nearest = next((one for one in found if one.concept_id.startswith("HP:")), None)
    return f"did you mean {nearest.concept_id} ({nearest.display})?" if nearest else ""


def _safe(coding: Coding) -> str:
    """The id, unless what stands in its place is not even shaped like one."""
    return coding.id if coding.code.isascii() and coding.code.isdigit() and len(coding.code) <= 10 else "a code"


def _contradictions(coded: list[tuple[Fact, Coding]], graph: HpoGraph) -> Iterator[Problem]:
    held = [(fact, graph.resolve(coding.id)) for fact, coding in coded if fact.status is not Status.ENTERED_IN_ERROR]
    observed = {term for fact, term in held if term and fact.presence is Presence.PRESENT}
    excluded = {term for fact, term in held if term and fact.presence is Presence.ABSENT}
    for term in sorted(observed & excluded):
        yield Problem(
            code="input.contradictory",
            level=Level.ERROR,
            message=f"{term} ({graph.label(term)}) is both observed and excluded",
            mend="keep the one that holds; for a feature that went away, record it as observed with its resolution",
        )
    for term in sorted(observed):
        for general in sorted((graph.ancestors(term) & excluded) - observed):
            yield Problem(
                code="input.contradictory",
                level=Level.ERROR,
                message=f"{term} ({graph.label(term)}) is observed, yet {general} ({graph.label(general)}), "
                "of which it is a kind, is excluded",
                mend="exclude a more specific term, or correct the observation",
            )
