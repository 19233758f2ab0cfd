"""How the offline mind prescreens: it plans queries from the key facts and stops when new ones add nothing."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies
from osler.trials.kinship import wider
from osler.trials.types import KeyFact, KeyFacts

if TYPE_CHECKING:
    from osler.trials.steps.reasoning import Guidance

Summary = TypeVar("Summary")

_CONDITIONS, _LIKELY, _FINDINGS, _DETAILED, _WIDENED = 8, 4, 3, 6, 3
_ENOUGH_EMPTY = 3
"""After so many wider queries in a row that brought nothing new, more of them are not worth their cost."""


class Planned(NamedTuple):
    """A query, and whether it is asked whatever the ones before it brought."""

    arguments: dict[str, Any]
    always: bool = False


def prescreen_policy(
    facts: KeyFacts, guidance: Guidance | None, summary: Callable[..., Summary], vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, Summary]:
    """Search by what is planned, then look at the trials that most queries found."""
    found: dict[str, int] = {}
    asked, in_vain = 0, 0
    for planned in planned_queries(facts, guidance, vocabularies):
        if in_vain >= _ENOUGH_EMPTY and not planned.always:
            continue
        outcome = yield Call("search_trials", planned.arguments)
        if not outcome.ok:
            break
        asked += 1
        fresh = 0
        for trial in outcome.result.get("trials", []):
            fresh += trial["nct_id"] not in found
            found[trial["nct_id"]] = found.get(trial["nct_id"], 0) + 1
        in_vain = 0 if fresh or planned.always else in_vain + 1
    places = {nct_id: place for place, nct_id in enumerate(found)}
    promising = sorted(found, key=lambda nct_id: (-found[nct_id], places[nct_id]))[:_DETAILED]
    for nct_id in promising:
        outcome = yield Call("get_trial_details", {"nct_id": nct_id})
        if not outcome.ok:
            break
    reasoning = f"{asked} queries from the key facts found {len(found)} trials."
    return summary(reasoning=reasoning, promising=promising)


def planned_queries(facts: KeyFacts, guidance: Guidance | None, vocabularies: Vocabularies) -> Iterator[Planned]:
    """Queries in the order of their promise; each diagnosis that the record names is searched in any case."""
    seen: set[tuple[tuple[str, str], ...]] = set()
    for planned in _queries(facts, guidance, vocabularies):
        key = tuple(sorted((name, str(value).casefold()) for name, value in planned.arguments.items()))
        if key not in seen:
            seen.add(key)
            yield planned._replace(arguments={**planned.arguments, **_person(facts)})


def _queries(facts: KeyFacts, guidance: Guidance | None, vocabularies: Vocabularies) -> Iterator[Planned]:
    """Diagnoses first; then the first of them, which the patient is being seen for, in every other way; then the rest."""
    conditions = facts.conditions[:_CONDITIONS]
    yield from (Planned({"condition": fact.name}, always=True) for fact in conditions)
    if facts.healthy:
        yield Planned({"condition": "healthy"}, always=True)
    for fact in conditions[:1]:
        yield from (Planned({"condition": name}) for name in _other_names(fact, vocabularies))
        markers = [marker.name for marker in facts.biomarkers if not _is_negative(marker)]
        yield from (Planned({"condition": fact.name, "eligibility_keywords": name}) for name in markers)
    yield from (Planned({"condition": term}) for term in (guidance.condition_terms if guidance else []))
    yield from (Planned({"condition": fact.name}, always=not conditions) for fact in facts.likely[:_LIKELY])
    for fact in conditions[1:_WIDENED]:
        yield from (Planned({"condition": name}) for name in _other_names(fact, vocabularies))
    for fact in conditions[:1]:
        treatments = [therapy.name for therapy in facts.therapies[:2]]
        yield from (Planned({"condition": fact.name, "intervention": name}) for name in treatments)
    if not conditions:
        yield from (Planned({"condition": fact.name}, always=True) for fact in facts.findings[:_FINDINGS])


def _is_negative(marker: KeyFact) -> bool:
    """Whether a marker was looked for and not found: trials of it are not for this patient."""
    return any(word in marker.value.casefold() for word in ("negative", "wild-type", "wild type", "absent"))


def _other_names(fact: KeyFact, vocabularies: Vocabularies) -> Iterator[str]:
    """The preferred name of each code, and the nearest wider disease."""
    terms = vocabularies.names
    for code in fact.codes[:2]:
        concept = terms.concept(code)
        if concept is not None and concept.name.casefold() != fact.name.casefold():
            yield concept.name
    above = (
        terms.concept(code) for own in fact.codes[:1] for code in wider(own, vocabularies) if code.startswith("MONDO:")
    )
    yield from (concept.name for concept in list(filter(None, above))[:1])


def _person(facts: KeyFacts) -> dict[str, Any]:
    person: dict[str, Any] = {}
    if facts.age_years is not None:
        person |= {"min_age": facts.age_years, "max_age": facts.age_years}
    if facts.sex in ("male", "female"):
        person["sex"] = facts.sex.upper()
    return person
