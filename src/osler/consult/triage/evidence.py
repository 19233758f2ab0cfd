"""What in a message speaks of health, and what of other matters: everyday words, names of the vocabularies, slips of the pen."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from osler.consult.record.called import lay_names, measure_named, words
from osler.consult.record.reading.initials import with_initials
from osler.consult.record.reading.normal import written_out
from osler.consult.triage.alarm import without_things
from osler.consult.wording.everyday import everyday
from osler.core.safety import known_words
from osler.core.terminology import SemanticType, Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.triage", "lexicon.yml")
CLINICAL = {
    SemanticType.CONDITION,
    SemanticType.MEDICATION,
    SemanticType.PROCEDURE,
    SemanticType.PHENOTYPE,
    SemanticType.LAB_VALUE,
}
_SURE = 0.9
_SHORTEST_NAME = {SemanticType.MEDICATION: 1, SemanticType.CONDITION: 4, SemanticType.PHENOTYPE: 4}
_SHORTEST_OTHER = 5
_EVERYDAY_MEASURES = frozenset({"weight", "height", "pressure", "temperature"})


class Evidence(NamedTuple):
    """What in a message speaks of health, and what of other matters."""

    health: bool
    other: int
    named: bool
    """Whether it names a concept itself."""


@cache
def words_of(group: str) -> re.Pattern[str]:
    """The everyday words of a group, any of them."""
    return re.compile(rf"\b(?:{'|'.join(_TABLE.rules[group])})\b")


@cache
def _in_plain_words() -> re.Pattern[str]:
    """What people call matters of health where no vocabulary has the word, in the singular or the plural."""
    text = files("osler.consult.triage").joinpath("everyday_health.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    said = {phrase.strip() for line in lines for phrase in line.split(",") if phrase.strip()}
    return re.compile(
        rf"(?<![\w'-])(?:{'|'.join(map(re.escape, sorted(said, key=len, reverse=True)))})(?:e?s)?(?![\w'-])"
    )


_PARTS = re.compile(
    r"[.?!;]\s+|,? (?:and|but|or|also|plus|then|btw|by the way),? (?:also |then |please |tell me |oh )*(?=(?:what|when|how|is|was|did|do|am|are|have|has|which|who|my|i)\b)"
)


@lru_cache(maxsize=1024)
def health_evidence(text: str, vocabularies: Vocabularies) -> Evidence:
    """What speaks of health in a message; where another matter stands beside it, part by part."""
    whole = _weighed(text, vocabularies)
    parts = [part for part in _PARTS.split(text) if part and part.strip()]
    if whole.health or len(parts) < 2:
        return whole
    return whole._replace(
        health=any(_weighed(part, vocabularies).health and _weighed(part, vocabularies).named for part in parts)
    )


def _weighed(text: str, vocabularies: Vocabularies) -> Evidence:
    """Weigh the words of health against those of other matters; names of the vocabularies weigh most."""
    told = without_things(text)
    other = {match.group() for match in words_of("other").finditer(text.lower())}
    if told != text:
        text, other = told, other | {"a thing"}
    lower = text.lower()
    health = {match.group() for match in words_of("health").finditer(lower)}
    health |= {match.group() for match in _in_plain_words().finditer(lower)}
    stems = {match.group() for match in words_of("stems").finditer(lower)}
    names = names_in(text, vocabularies) | names_in(with_initials(written_out(lower), vocabularies), vocabularies)
    named = bool(health or names or stems)
    weight = len(health) + 2 * len(names) + len(stems)
    if not weight and not other:
        names = _misspelt(lower, vocabularies) or _unknown_term(lower) or set(_OWN_VALUE.findall(lower))
        weight = len(names)
    # A word that is said of many things against one of another matter: it is of health only where somebody speaks of himself or gives a value.
    even = (
        weight == len(other) == 1
        and all(words_of("said_of_much").fullmatch(word) for word in health)
        and not names
        and not stems
        and not _PERSONAL.search(_HOW_TO.sub(" ", lower))
        and not _A_NUMBER.search(lower)
    )
    return Evidence(weight > 0 and weight >= len(other) and not even, len(other), named)


def names_in(text: str, vocabularies: Vocabularies) -> set[str]:
    """What the vocabularies name in a message, everyday words left out."""
    found = set()
    for match in vocabularies.find(text):
        name = text[match.start : match.end]
        concept = vocabularies.concept(match.concept_ids[0])
        if concept is None or concept.semantic_type not in CLINICAL or name.lower() in everyday():
            continue
        abbreviated = name.isupper() and not text.isupper() and _WHAT_IS.match(text.lower()) is not None
        if abbreviated or len(name) >= _SHORTEST_NAME.get(concept.semantic_type, _SHORTEST_OTHER):
            found.add(name.lower())
    found |= _lay_words(text)
    measured = measure_named(text)
    asks = re.search(r"\b(levels?|normal|high|low|tests?|range|count|means?|is|are|was|were)\b", text.lower())
    asks = (
        asks
        or _TABLE.pattern("terse", "measured").search(text.lower())
        or _TABLE.pattern("terse", "told").search(text.lower())
    )
    if measured is not None and not found and asks and not _EVERYDAY_MEASURES.intersection(text.lower().split()):
        found.add(measured.name)
    return found


def _lay_words(text: str) -> set[str]:
    """What people call tests, diseases and vaccines, where it is said of oneself and is no word of every day."""
    if not _PERSONAL.search(text.lower()):
        return set()
    spoken = words(text)
    return {
        " ".join(name)
        for name in lay_names()
        if any(spoken[i : i + len(name)] == name for i in range(len(spoken)))
        and any(word not in everyday() and word not in _DONE for word in name)
    }


_DONE = frozenset({"torn", "cut", "sew", "sewed", "sewn", "stitched"})
"""What lay names tell as something done, which is done to many things."""


_HOW_TO = re.compile(r"\b(?:how|what|where|when|why|which)\b[^.?!]{0,12}\b(?:do|does|can|could|should|would) i\b")
"""Who asks how something is done tells nothing of himself."""
_PERSONAL = re.compile(r"\b(?:i|i've|my|me|he|she|his|her|the patient)\b")
_A_NUMBER = re.compile(r"\b\d+\.\d\b|\b\d{2,3}/\d{2,3}\b")
_OWN_VALUE = re.compile(r"^(?:so |and |today )?my (\w+(?: \w+){0,2}) (?:was|is|were|came back at|reads?) \d")
"""A value that somebody tells of himself: what is measured of a person, even where no list knows it."""


def _misspelt(lower: str, vocabularies: Vocabularies) -> set[str]:
    """A drug or disease that is written with a slip of the pen."""
    for word in re.findall(r"[a-z]{7,}", lower):
        if word in everyday() or word in known_words():
            continue  # a word as it is
        best = next(iter(vocabularies.search(word, 1)), None)
        if best is not None and best.confidence >= _SURE - 0.15 and best.semantic_type in CLINICAL:
            return {word}
    return set()


_WHAT_IS = re.compile(
    r"^(?:so |and |also |but |please |hi |hello |ok |just )*(?:what(?:'s|s)? (?:is |are |does |do |about |exactly is )?|define |tell me about |explain |is |are |does |can (?!you\b)|should )"
)
LONGEST_LOOKUP = 9
_SHORTEST_TERM = 3


def _unknown_term(lower: str) -> set[str]:
    """A word that is no word of the language, in a short question what it is; it is looked up, and said if nothing is found."""
    spoken = re.findall(r"[a-z0-9][a-z0-9'-]*", lower)
    if len(spoken) > LONGEST_LOOKUP or not _WHAT_IS.match(lower) or re.search(r"\b(my|we|us)\b", lower):
        return set()
    ordinary = everyday() | known_words()
    return {word for word in spoken if len(word) > _SHORTEST_TERM and word.isascii() and word.isalpha()} - ordinary
