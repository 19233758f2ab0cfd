"""How the offline mind prescreens: it plans queries from the key facts and stops when new ones add nothing."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies
from osler.trials.kinship import class_of_drug, is_spoken_of, wider
from osler.trials.own import Own, own_diseases
from osler.trials.types import KeyFact, KeyFacts

if TYPE_CHECKING:
    from osler.trials.steps.reasoning import Guidance

Summary = TypeVar("Summary")

_CONDITIONS, _LIKELY, _FINDINGS, _DETAILED, _WIDENED, _WIDER, _TREATMENTS, _KEYWORDS = 8, 4, 3, 6, 3, 3, 3, 3
_PLENTY = 10
"""After so many trials of the diseases themselves nobody has to look for those of wider ones."""
_ENOUGH_EMPTY = 3
"""After so many wider queries in a row that brought nothing new, more of them are not worth their cost."""


class Planned(NamedTuple):
    """A query, and whether it is asked whatever the ones before it brought."""

    arguments: dict[str, Any]
    always: bool = False
    widens: bool = False
    """Whether a wider disease is asked for than the patient has."""

    @property
    def narrows(self) -> bool:
        """Whether more than a disease is asked for."""
        return "intervention" in self.arguments or "eligibility_keywords" in self.arguments


def prescreen_policy(
    facts: KeyFacts,
    guidance: Guidance | None,
    summary: Callable[..., Summary],
    vocabularies: Vocabularies,
    max_calls: int = 20,
) -> Generator[Call, ToolOutcome, Summary]:
    """Search by what is planned, then look at the trials that most queries found; part of the calls is kept for that.

    Of trials that equally many queries found, those that a marker or a treatment found come first: in a large registry
    the disease alone finds hundreds.
    """
    found: dict[str, int] = {}
    narrowed: set[str] = set()
    asked, in_vain = 0, 0
    searches = max_calls - min(_DETAILED, max_calls // 3)
    for planned in planned_queries(facts, guidance, vocabularies):
        if asked >= searches or (in_vain >= _ENOUGH_EMPTY and not planned.always):
            continue
        if planned.widens and len(found) >= _PLENTY:
            continue
        outcome = yield Call("search_trials", planned.arguments)
        if not outcome.ok:
            break
        asked += 1
        fresh = 0
        for trial in outcome.result.get("trials", []):
            fresh += trial["nct_id"] not in found
            found[trial["nct_id"]] = found.get(trial["nct_id"], 0) + 1
            if planned.narrows:
                narrowed.add(trial["nct_id"])
        in_vain = 0 if fresh or planned.always else in_vain + 1
    places = {nct_id: place for place, nct_id in enumerate(found)}
    order = sorted(found, key=lambda nct_id: (nct_id not in narrowed, -found[nct_id], places[nct_id]))
    promising = order[:_DETAILED]
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
    diseases = _sought(facts.conditions, vocabularies)[:_CONDITIONS]
    names = [own.fact.name for own in diseases]
    yield from (Planned({"condition": name}, always=True) for name in names)
    if facts.healthy:
        yield Planned({"condition": "healthy"}, always=True)
    for own in diseases[:1]:
        yield from _other_names(own, vocabularies)
    for name in names[:1]:
        yield from (Planned({"condition": name, "eligibility_keywords": word}) for word in _keywords(facts, guidance))
        yield from (Planned({"condition": name, "intervention": drug}) for drug in _classes(facts, vocabularies))
    yield from (Planned({"condition": term}) for term in (guidance.condition_terms if guidance else []))
    yield from (Planned({"condition": fact.name}, always=True) for fact in facts.likely[:_LIKELY])
    for own in diseases[1:_WIDENED]:
        yield from _other_names(own, vocabularies)
    for name in names[:1]:
        yield from (Planned({"condition": name, "intervention": drug}) for drug in _treatments(facts)[:2])
    if not diseases:
        yield from (Planned({"condition": fact.name}, always=True) for fact in facts.findings[:_FINDINGS])


def _sought(conditions: list[KeyFact], vocabularies: Vocabularies) -> list[Own]:
    """The diseases to search for, each once: what is over stands back where there is anything else."""
    whole = own_diseases(conditions, vocabularies)
    return [own for own in whole if own.fact.value != "resolved"] or whole


def _keywords(facts: KeyFacts, guidance: Guidance | None) -> list[str]:
    """Words that the eligibility text of a trial for this patient would hold: markers, treatments, and what a mind proposes."""
    markers = [marker.name for marker in facts.biomarkers if not _is_negative(marker)]
    proposed = [*guidance.molecular_drivers, *guidance.eligibility_keywords][:_KEYWORDS] if guidance else []
    return list(dict.fromkeys([*markers, *_treatments(facts), *proposed]))


def _treatments(facts: KeyFacts) -> list[str]:
    """The medicines of the patient, each by itself."""
    return list(dict.fromkeys(name for fact in facts.therapies for name in fact.name.split(", ")))[:_TREATMENTS]


def _classes(facts: KeyFacts, vocabularies: Vocabularies) -> list[str]:
    """The classes of the first treatments."""
    named = (class_of_drug(name, vocabularies) for name in _treatments(facts)[:2])
    return list(dict.fromkeys(filter(None, named)))


def _is_negative(marker: KeyFact) -> bool:
    """Whether a marker was looked for and not found: trials of it are not for this patient."""
    return any(word in marker.value.casefold() for word in ("negative", "wild-type", "wild type", "absent"))


def _other_names(own: Own, vocabularies: Vocabularies) -> Iterator[Planned]:
    """The preferred name of each code, what the name ends in, and the wider diseases that are spoken of."""
    names = [vocabularies.names.concept(code) for code in own.fact.codes[:2]]
    told = [concept.name for concept in names if concept is not None]
    yield from (Planned({"condition": name}) for name in told if name.casefold() != own.fact.name.casefold())
    wider_names = (*(genus.name for genus in own.genus), *_wider_names(own, vocabularies))
    yield from (Planned({"condition": name}, widens=True) for name in wider_names)


def _wider_names(own: Own, vocabularies: Vocabularies) -> list[str]:
    """The names of diseases of which it is a kind: first those that its own name ends in ("epilepsy"), then the nearest.

    A registry that knows words alone finds its trials by them.
    """
    codes = (*own.concepts, *own.above)
    above = dict.fromkeys(
        kind for code in codes[:2] for kind in wider(code, vocabularies) if is_spoken_of(kind, vocabularies)
    )
    names = [concept.name for kind in above if (concept := vocabularies.concept(kind)) is not None]
    return sorted(names, key=lambda name: not own.fact.name.casefold().endswith(name.casefold()))[:_WIDER]


def _person(facts: KeyFacts) -> dict[str, Any]:
    person: dict[str, Any] = {}
    if facts.age_years is not None:
        person |= {"min_age": facts.age_years, "max_age": facts.age_years}
    if facts.sex in ("male", "female"):
        person["sex"] = facts.sex.upper()
    return person
