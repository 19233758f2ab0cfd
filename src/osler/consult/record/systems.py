"""Which body system a question, a condition or an analyte belongs to, by the hierarchies of the vocabularies."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from pydantic import BaseModel, ConfigDict

from osler.consult.record.called import measure_named, words
from osler.consult.record.reading.kinds import is_condition
from osler.core.terminology import Vocabularies, measures
from osler.yaml_reader import packaged_yaml

_FILLER = frozenset(
    [
        "abnormality",
        "abnormal",
        "abnormalitie",
        "disease",
        "disorder",
        "system",
        "tract",
        "issue",
        "anomaly",
        "anomalie",
        "malformation",
        "dysfunction",
        "process",
        "zone",
        "subdivision",
        "organ",
        "tissue",
        "forming",
        "spinal",
        "cord",
        "proper",
        "camera",
        "type",
        "blood-forming",
        "hemolymphoid",
        "intrahepatic",
        "bile",
        "duct",
        "manifestation",
        "subcutaneous",
        "laboratory",
        "problem",
        "symptom",
        "change",
        "disturbance",
        "atypical",
        "defect",
        "calcareous",
        "other",
        "non",
        "rare",
    ]
)


class BodySystem(BaseModel):
    """A system: its branches in the ontologies, and its analytes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    hpo: str
    mondo: str
    also: tuple[str, ...] = ()
    injuries: tuple[str, ...] = ()
    """Branches of injuries, which the ontologies know by their cause and not by the system."""
    but: tuple[str, ...] = ()
    """Branches that an ontology hangs under the system though nobody means them by its name."""
    analytes: tuple[str, ...] = ()


@cache
def body_systems() -> dict[str, BodySystem]:
    """The systems by name."""
    return {
        name: BodySystem.model_validate(given)
        for name, given in packaged_yaml("osler.consult.record", "systems.yml").items()
    }


@cache
def _names(vocabularies: Vocabularies) -> dict[str, frozenset[str]]:
    """The words for each system, from the names of its branches."""
    found = {}
    for name, system in body_systems().items():
        own = {
            word
            for term in (system.hpo, system.mondo)
            for label in vocabularies.names.names(term)
            for word in words(label)
        }
        also = {word for phrase in system.also for word in words(phrase)}
        found[name] = frozenset((own - _FILLER) | also | {name})
    return found


def system_asked(question: str, vocabularies: Vocabularies) -> str | None:
    """The system that a question is about, such as "How is my liver doing?"; the one with most words of its own."""
    spoken = set(words(re.sub(r"blood (pressure|sugar|test|tests|type)", " ", question.lower())))
    scored = {name: len(spoken & own) for name, own in _names(vocabularies).items()}
    best = max(scored, key=lambda name: (scored[name], name in spoken))  # the thyroid before all that has hormones
    return best if scored[best] else None


def systems_asked(question: str, vocabularies: Vocabularies) -> list[str]:
    """All systems that a question names one beside the other: "my kidneys, bones and heart"."""
    parts = re.split(r",\s*(?:and\s+)?|\s+(?:and|or|plus|&)\s+", question)
    return list(dict.fromkeys(filter(None, (system_asked(part, vocabularies) for part in parts))))


def organ_apart(question: str, system: str) -> str:
    """The organ that a question names, where it is only one of those of its system: the pancreas; empty for any other."""
    spoken = set(words(question))
    return next((organ for organ in organs_apart(system) if organ in spoken), "")


def organs_apart(system: str) -> tuple[str, ...]:
    """The organs of a system that are asked about by themselves."""
    return _APART.get(system, ())


_APART = {"endocrine": ("pancreas",), "urogenital": ("bladder",)}


def organ_named(phrase: str, vocabularies: Vocabularies) -> str | None:
    """The system that a phrase is the plain name of: "heart", "my lungs"; that of a disease is no system's."""
    spoken = set(words(phrase))
    if is_condition(phrase, vocabularies):
        return None
    return next((name for name, own in _names(vocabularies).items() if spoken and spoken <= own), None)


def names_an_organ(phrase: str, vocabularies: Vocabularies) -> bool:
    """Whether a phrase is the plain name of a system and of no value: how that is no single value tells."""
    return measure_named(phrase) is None and organ_named(phrase, vocabularies) is not None


@lru_cache(maxsize=4096)
def systems_of(name: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The systems that a condition or symptom belongs to."""
    known = {concept for match in vocabularies.find(name) for concept in match.concept_ids}
    above = vocabularies.hierarchy

    def lies_in(concept: str, branches: tuple[str, ...]) -> bool:
        return any(concept == branch or above.is_a(concept, branch) for branch in branches)

    return frozenset(
        label
        for label, system in body_systems().items()
        if any(lies_in(concept, (system.hpo, system.mondo, *system.injuries)) for concept in known)
        and not any(lies_in(concept, system.but) for concept in known)
    )


@lru_cache(maxsize=4096)
def system_analytes(system: str) -> frozenset[str]:
    """The LOINC codes and the measure ids of a system's analytes."""
    ids = {f"LAB:{name}" for name in body_systems()[system].analytes}
    return frozenset(ids | {f"LOINC:{code}" for row in measures() if row.id in ids for code in row.loinc})
