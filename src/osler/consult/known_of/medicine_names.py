"""Whether two names are of one medicine, and by which names one goes: brands, generics, what it is called elsewhere."""

from __future__ import annotations

import re

from osler.consult.known_of.definitions import as_spoken, told
from osler.consult.record.called import words
from osler.core.terminology import Concept, SemanticType, Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
_PLAIN = re.compile(r"[a-z][a-z-]{3,14}")
_SHOWN = 8
_SAME = "the same medicine as {other}: both are names of {name}. What is taken of the one counts with the other."
_APART = "not the same medicine as {other}."
_KIND = "a kind of {kind}."


def medicine_names(question: str, vocabularies: Vocabularies) -> dict[str, str] | None:
    """Whether two medicines that a question names are one, or what else the one is called; None to any other question."""
    held_together = _TABLE.says(question, "lite", "same_medicine")
    if not held_together and not _TABLE.says(question, "lite", "medicine_called"):
        return None
    found = _medicines(question, vocabularies)
    if held_together and len(found) == 2:
        return _compared(found[0], found[1], vocabularies)
    if len(found) == 1 and _TABLE.says(question, "lite", "medicine_called"):
        return _called(*found[0])
    return None


def _medicines(question: str, vocabularies: Vocabularies) -> list[tuple[str, Concept]]:
    """The medicines that a question names, each as it is written there; a word that only asks names none."""
    found: dict[str, Concept] = {}
    asked = _TABLE.pattern("lite", "medicine_called").sub(lambda match: " " * len(match.group()), question)
    for match in vocabularies.find(asked):
        concepts = [concept for one in match.concept_ids if (concept := vocabularies.concept(one)) is not None]
        medicines = [one for one in concepts if one.semantic_type is SemanticType.MEDICATION]
        substances = [one for one in medicines if one.id.startswith("DRUGBANK:")]
        if medicines:
            found.setdefault(question[match.start : match.end], (substances or medicines)[0])
    return list(found.items())


def _compared(one: tuple[str, Concept], other: tuple[str, Concept], vocabularies: Vocabularies) -> dict[str, str]:
    """What two names have to do with each other: one medicine, one a kind of the other, or two."""
    (said, concept), (against, second) = one, other
    if concept.id == second.id:
        return told(said, concept, _SAME.format(other=against, name=concept.name), defined=True)
    for low, high, name in ((concept, second, said), (second, concept, against)):
        if vocabularies.hierarchy.is_a(low.id, high.id):
            return told(name, low, _KIND.format(kind=as_spoken(high.name)))
    against = against if words(against) == words(second.name) else f"{against} ({second.name})"
    return told(said, concept, _APART.format(other=against))


def _called(said: str, concept: Concept) -> dict[str, str] | None:
    names = [name for name in concept.synonyms if _PLAIN.fullmatch(name) and name != said.lower()]
    names = [name for name in names if not any(name != other and name.startswith(other) for other in names)]
    return told(said, concept, f"also called {', '.join(names[:_SHOWN])}.") if names else None
