"""Food supplements and herbs: by their names, by their class in the vocabularies, or by the form in which they are taken."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from osler.consult.record.reading.table import stop
from osler.core.safety import known_words
from osler.core.terminology import Concept, Vocabularies, medicines_in_use
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "supplements.yml", flags=re.IGNORECASE)
_says = _TABLE.says


@cache
def _names() -> re.Pattern[str]:
    """The listed names as whole words, the longest first."""
    return re.compile(rf"(?<![\w-])(?:{'|'.join(_longest_first())})(?![\w-])", re.IGNORECASE)


def _longest_first() -> list[str]:
    names = [name for row in _TABLE.rules["names"] for name in _alternatives(row)]
    return sorted(names, key=len, reverse=True)


def _alternatives(row: str) -> list[str]:
    """The alternatives of a pattern, outside its brackets."""
    found, depth = [""], 0
    for letter in row:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return found


@cache
def _of_a_form() -> re.Pattern[str]:
    return re.compile(rf"\b{_TABLE.rules['before_form']}(?:{_TABLE.rules['forms']})\b", re.IGNORECASE)


def supplements_in(text: str, vocabularies: Vocabularies) -> list[tuple[int, int]]:
    """Where a text names a supplement: a listed one, or one that is known only by the form in which it is taken."""
    found = [match.span() for match in _names().finditer(text.replace("’", "'"))]
    for match in _of_a_form().finditer(text):
        start, end = match.span("name")
        first, _, last = match["name"].lower().rpartition(" ")
        start = start if first and not _tells_nothing(first) else end - len(last)
        known = any(a < end and start < b for a, b in found) or vocabularies.find(text[start:end])
        if not known and not _tells_nothing(last):
            found.append((start, end))
    return sorted(found)


def _tells_nothing(word: str) -> bool:
    return word in stop() or word in _TABLE.rules["no_name"] or word in known_words()


def is_supplement(name: str, vocabularies: Vocabularies) -> bool:
    """Whether something that is taken is a supplement: by its own name, or by what the vocabularies make of it."""
    if _says(name, "medicines"):
        return False
    if _names().search(name) is not None or _of_a_form().fullmatch(f"{name} capsules") and not vocabularies.find(name):
        return True
    return name.lower() not in medicines_in_use() and _is_of_the_class(name.lower(), vocabularies)


def is_food(name: str, told: str, vocabularies: Vocabularies) -> bool:
    """Whether what a clause names is eaten, though a vocabulary knows it: a banana a day is no medicine."""
    if not _says(told, "eaten") or _of_a_form().search(told) or _says(told, "forms") or _names().search(name):
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
    return concept.vocabulary != "DrugBank" and "DRUGBANK" not in concept.xrefs or " oil" in concept.name.lower()


def _concepts(name: str, vocabularies: Vocabularies) -> list[Concept]:
    """What the vocabularies know by a whole name."""
    codes = [
        code
        for match in vocabularies.find(name)
        if (match.start, match.end) == (0, len(name))
        for code in match.concept_ids
    ]
    return [concept for code in codes if (concept := vocabularies.concept(code)) is not None]
