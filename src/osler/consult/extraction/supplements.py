"""Food supplements and herbs: by their names, by their class in the vocabularies, or by the form in which they are taken."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from osler.consult.record.reading.table import stop
from osler.consult.wording.supplement_names import supplement_names
from osler.core.safety import known_words
from osler.core.terminology import Concept, Vocabularies, medicines_in_use
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "supplements.yml", flags=re.IGNORECASE)
_says = _TABLE.says


@cache
def _of_a_form() -> re.Pattern[str]:
    return re.compile(rf"\b{_TABLE.rules['before_form']}(?:{_TABLE.rules['forms']})\b", re.IGNORECASE)


def supplements_in(text: str, vocabularies: Vocabularies) -> list[tuple[int, int]]:
    """Where a text names a supplement: a listed one, or one that is known only by the form in which it is taken."""
    listed = [match.span() for match in supplement_names().finditer(text.replace("’", "'"))]
    formed = known_by_form(text, vocabularies)
    return sorted(listed + [(a, b) for a, b in formed if not any(start < b and a < end for start, end in listed)])


def known_by_form(text: str, vocabularies: Vocabularies) -> list[tuple[int, int]]:
    """Where something that nobody lists stands before the form of a supplement: "two sea buckthorn capsules"."""
    found = []
    for match in _of_a_form().finditer(text):
        start, end = match.span("name")
        first, _, last = match["name"].lower().rpartition(" ")
        start = start if first and not _tells_nothing(first) else end - len(last)
        if not _tells_nothing(last) and not vocabularies.find(text[start:end]):
            found.append((start, end))
    return found


def _tells_nothing(word: str) -> bool:
    return word in stop() or word in _TABLE.rules["no_name"] or word in known_words()


def is_supplement(name: str, vocabularies: Vocabularies) -> bool:
    """Whether something that is taken is a supplement: by its own name, or by what the vocabularies make of it."""
    if _says(name, "medicines"):
        return False
    if supplement_names().search(name) is not None:
        return True
    return name.lower() not in medicines_in_use() and _is_of_the_class(name.lower(), vocabularies)


def is_food(name: str, told: str, vocabularies: Vocabularies) -> bool:
    """Whether what a clause names is eaten, though a vocabulary knows it: a banana a day is no medicine."""
    if _says(told, "told_of_food") and is_supplement(name, vocabularies):
        return True
    if not _says(told, "eaten") or _of_a_form().search(told) or _says(told, "forms") or supplement_names().search(name):
        return False
    return any(_is_grown(concept) for concept in _concepts(name.lower(), vocabularies))


@lru_cache(maxsize=2048)
def _is_of_the_class(name: str, vocabularies: Vocabularies) -> bool:
    rules, graph = _TABLE.rules, vocabularies.hierarchy
    concepts = _concepts(name, vocabularies)
    if any(concept.name.lower() in medicines_in_use() or _says(concept.name, "medicines") for concept in concepts):
        return False
    for concept in concepts:
        named = not graph.parents(concept.id).isdisjoint(rules["roles"])
        if named or any(graph.is_a(concept.id, root) for root in rules["classes"]):
            return True
    return any(_says(" | ".join((concept.name, *concept.synonyms)), "of_a_plant") for concept in concepts)


def _is_grown(concept: Concept) -> bool:
    """Whether a concept is something that grows, or that is bought as food: no vocabulary has it among the drugs."""
    made = _says(" | ".join((concept.name, *concept.synonyms)), "of_a_plant")
    return concept.name.lower() not in medicines_in_use() and (made or _is_bought(concept))


def _is_bought(concept: Concept) -> bool:
    return (concept.vocabulary != "DrugBank" and "DRUGBANK" not in concept.xrefs) or " oil" in concept.name.lower()


def _concepts(name: str, vocabularies: Vocabularies) -> list[Concept]:
    """What the vocabularies know by a whole name."""
    codes = [
        code
        for match in vocabularies.find(name)
        if (match.start, match.end) == (0, len(name))
        for code in match.concept_ids
    ]
    return [concept for code in codes if (concept := vocabularies.concept(code)) is not None]
