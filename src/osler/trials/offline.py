"""How the offline mind prescreens: it plans queries from the key facts and stops when new ones add nothing."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import hpo, vocabulary
from osler.trials.types import KeyFact, KeyFacts

if TYPE_CHECKING:
    from osler.trials.steps.reasoning import Guidance

Summary = TypeVar("Summary")

_CONDITIONS, _LIKELY, _FINDINGS, _DETAILED = 6, 4, 3, 6
_ENOUGH_EMPTY = 3
"""After so many queries in a row that brought nothing new, more of them are not worth their cost."""


def prescreen_policy(
    facts: KeyFacts, guidance: Guidance | None, summary: Callable[..., Summary]
) -> Generator[Call, ToolOutcome, Summary]:
    """Search by what is planned, then look at the trials that most queries found."""
    found: dict[str, int] = {}
    asked, in_vain = 0, 0
    for arguments in planned_queries(facts, guidance):
        outcome = yield Call("search_trials", arguments)
        if not outcome.ok:
            break
        asked += 1
        fresh = 0
        for trial in outcome.result.get("trials", []):
            fresh += trial["nct_id"] not in found
            found[trial["nct_id"]] = found.get(trial["nct_id"], 0) + 1
        in_vain = 0 if fresh else in_vain + 1
        if in_vain >= _ENOUGH_EMPTY:
            break
    promising = sorted(found, key=lambda nct_id: (-found[nct_id], nct_id))[:_DETAILED]
    for nct_id in promising:
        outcome = yield Call("get_trial_details", {"nct_id": nct_id})
        if not outcome.ok:
            break
    reasoning = f"{asked} queries from the key facts found {len(found)} trials."
    return summary(reasoning=reasoning, promising=promising)


def planned_queries(facts: KeyFacts, guidance: Guidance | None) -> Iterator[dict[str, Any]]:
    """Queries in the order of their promise: conditions, synonyms and parents, markers, treatments, findings."""
    seen: set[tuple[tuple[str, str], ...]] = set()
    for query in _queries(facts, guidance):
        key = tuple(sorted((name, str(value).casefold()) for name, value in query.items()))
        if key not in seen:
            seen.add(key)
            yield {**query, **_person(facts)}


def _queries(facts: KeyFacts, guidance: Guidance | None) -> Iterator[dict[str, Any]]:
    conditions = facts.conditions[:_CONDITIONS]
    for fact in conditions:
        yield {"condition": fact.name}
    for marker in facts.biomarkers:
        for fact in conditions[:1]:
            yield {"condition": fact.name, "eligibility_keywords": marker.name}
    for term in guidance.condition_terms if guidance else []:
        yield {"condition": term}
    for fact in facts.likely[:_LIKELY]:
        yield {"condition": fact.name}
    for fact in conditions:
        for name in _other_names(fact):
            yield {"condition": name}
    for fact in conditions[:1]:
        for therapy in facts.therapies[:2]:
            yield {"condition": fact.name, "intervention": therapy.name}
    if not conditions or not facts.likely:
        for fact in facts.findings[:_FINDINGS]:
            yield {"condition": fact.name}


def _other_names(fact: KeyFact) -> Iterator[str]:
    """The preferred name of each code, and the next wider term where the ontology has one."""
    terms = vocabulary()
    for code in fact.codes[:2]:
        concept = terms.concept(code)
        if concept is not None and concept.name.casefold() != fact.name.casefold():
            yield concept.name
    for code in fact.codes[:1]:
        if code.startswith("HP:"):
            yield from (label for parent in list(hpo().parents(code))[:1] if (label := hpo().label(parent)))


def _person(facts: KeyFacts) -> dict[str, Any]:
    person: dict[str, Any] = {}
    if facts.age_years is not None:
        person |= {"min_age": facts.age_years, "max_age": facts.age_years}
    if facts.sex in ("male", "female"):
        person["sex"] = facts.sex.upper()
    return person
