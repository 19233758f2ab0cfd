"""What a term means in the words of the vocabularies."""

from __future__ import annotations

import re

from osler.consult.known_of.told_by_findings import told_by_its_finding
from osler.consult.record.called import measure_names, words
from osler.consult.record.reading.initials import with_initials
from osler.consult.record.reading.normal import written_out
from osler.core.terminology import Concept, SemanticType, Vocabularies

_SURE = 0.8


def definition(term: str, vocabularies: Vocabularies) -> dict[str, str] | None:
    """A term in the words of the vocabularies: its definition, or what it is called and what it is a kind of."""
    ratio = _ratio(term)
    if ratio is not None:
        return ratio
    whole = len(term.strip())
    ids = [one for match in vocabularies.find(term) if match.end - match.start >= whole for one in match.concept_ids]
    ids = _of_one_thing(term, ids, vocabularies)
    ids += [
        found.concept_id
        for found in vocabularies.search(term, 2)
        # A name that lacks a word of the term is that of something else: fasciitis is not plantar fasciitis.
        if found.confidence >= _SURE and len(words(found.matched_name)) >= len(words(term))
    ]
    found = [concept for one in dict.fromkeys(ids) if (concept := vocabularies.concept(one)) is not None]
    for concept in found:
        text = concept.definition
        if not text and concept.id in vocabularies.hpo:
            text = vocabularies.hpo.definition(concept.id) or ""
        if text and not _is_one_course(term, concept):
            return told(term, concept, text, defined=True)
    for concept in found:
        if concept.semantic_type is SemanticType.LAB_VALUE and (of_it := told_by_its_finding(concept, vocabularies)):
            return told(term, concept, of_it["text"], defined=True) | {"id": of_it["id"], "name": of_it["name"]}
    # What the body holds and a laboratory measures is told as that, and not as the drug that it may be too.
    measured = any(concept.semantic_type is SemanticType.LAB_VALUE for concept in found)
    for concept in [] if measured else found:
        actions = pharmacological_actions(concept.id, vocabularies)
        if actions:
            return told(term, concept, f"{_WHAT_IT_DOES}, by MeSH: {'; '.join(actions)}.")
    for concept in sorted(found, key=_told_by):
        more = _placed(term, concept, vocabularies)
        if more:
            return told(term, concept, f"{more}.")
    full = with_initials(written_out(term.lower()), vocabularies)
    return definition(full, vocabularies) if full != term.lower() else None


def _ratio(term: str) -> dict[str, str] | None:
    """A measure that is named by two others with a stroke between them: what is held against what."""
    parts = [measure_names().get(words(part)) for part in term.split("/")]
    whole = measure_names().get(words(term))
    if (
        whole is None
        or len(parts) != 2
        or parts[0] is None
        or parts[1] is None
        or len({one.id for one in (whole, *parts) if one}) < 3
    ):
        return None
    short = [part.strip() for part in term.split("/")]
    named = [f"{one.name[:1].lower()}{one.name[1:]} ({said})" for one, said in zip(parts, short, strict=True) if one]
    return {
        "id": whole.id,
        "name": whole.name,
        "text": f"{term.strip()}: the ratio of {' to '.join(named)}.",
        "defined": "yes",
    }


def _is_one_course(term: str, concept: Concept) -> bool:
    """Whether a concept is what a term means in one of its courses only: recurrent infections are not the infection."""
    return bool((set(words(concept.name)) - set(words(term))) & _COURSES)


_COURSES = frozenset(
    ["recurrent", "chronic", "acute", "severe", "mild", "neonatal", "congenital", "juvenile", "childhood"]
)


def _told_by(concept: Concept) -> tuple[bool, bool]:
    """The order in which concepts tell what a thing is: a disease before a finding, which is an abnormality; MONDO before chapters of a classification."""
    rank = concept.semantic_type is SemanticType.PHENOTYPE or concept.semantic_type is SemanticType.MEDICATION
    return rank, concept.id.startswith("ICD10CM:")


def says_what(found: dict[str, str], question: str) -> bool:
    """Whether a definition says what is asked: what something is, or of which kind; of a name what it is in full; of what it does that.

    That a thing is measured or done, or how else it is called, says nothing of it.
    """
    if found["defined"] == "yes" or _ASKS_ITS_NAME.search(question):
        return True
    return _WHAT_IT_DOES in found["text"] or (_OF_A_KIND in found["text"] and not _ASKS_ITS_DEEDS.search(question))


_WHAT_IT_DOES, _OF_A_KIND = "what it does", "a kind of"
_ASKS_ITS_DEEDS = re.compile(r"\bwhat (?:do|does|did|will|would)\b[^?.]*\bdo\b", re.IGNORECASE)
_ASKS_ITS_NAME = re.compile(
    r"\b(?:mean(?:s|ing)?|stands? for|abbreviat\w+|short for|acronym|in full|called)\b", re.IGNORECASE
)


def told(term: str, concept: Concept, text: str, *, defined: bool = False) -> dict[str, str]:
    """What is said of a concept, under the name that was asked for and its own."""
    asked = term.strip()
    own = f"{concept.name[:1].upper()}{concept.name[1:]}"
    same = words(asked) == words(own) or (defined and asked.lower() in text.lower())
    short = len(asked) <= _SHORT and " " not in asked  # initials are written out first
    both = f"{own} ({asked})" if short else f"{asked[:1].upper()}{asked[1:]} ({concept.name})"
    name = own if same or not words(asked) else both
    return {
        "id": concept.id,
        "name": concept.name,
        "text": f"{name}: {text}",
        "defined": "yes" if defined else "no",
    }


def _placed(term: str, concept: Concept, vocabularies: Vocabularies) -> str:
    """What a concept is a kind of, and what else it is called; nothing where no vocabulary says either."""
    above = [vocabularies.concept(one) for one in sorted(vocabularies.hierarchy.parents(concept.id))]
    kinds = [as_spoken(one.name) for one in above if one is not None and one.vocabulary == concept.vocabulary]
    also = names_of(concept, term)
    told = [f"{_OF_A_KIND} {' and of '.join(kinds[:2])}"] if kinds else [_KINDS.get(concept.semantic_type, "")]
    told += [f"also called {', '.join(also)}"] if also else []
    return "; ".join(filter(None, told)) if kinds or also else ""


def names_of(concept: Concept, term: str) -> list[str]:
    """What else a concept is called than it was; each name once, whatever its capitals."""
    said = {words(term), words(concept.name)}
    others = {words(one): one for one in reversed(concept.synonyms) if words(one) not in said and _is_a_name(one)}
    return list(reversed(others.values()))[:_NAMES]


def as_spoken(name: str) -> str:
    """A name of a vocabulary in the order of speech: "Endoscopy, Gastrointestinal" is gastrointestinal endoscopy."""
    head, comma, rest = name.partition(", ")
    spoken = f"{rest} {head}" if comma and "," not in rest else name
    return " ".join(word if word[1:] != word[1:].lower() else word.lower() for word in spoken.split())


def _is_a_name(synonym: str) -> bool:
    """Whether people could call something so: a few words, none of which only files it."""
    said = synonym.lower().split()
    return len(said) <= _LONGEST_NAME and _FILING.isdisjoint(said) and "," not in synonym


_FILING = frozenset(["with", "other", "nos", "unspecified", "caused", "disorder", "without", "due", "or", "of"])
_KINDS = {SemanticType.LAB_VALUE: "something that is measured", SemanticType.PROCEDURE: "something that is done"}
_NAMES = 3
_SHORT = 5
_LONGEST_NAME = 4


def _of_one_thing(term: str, ids: list[str], vocabularies: Vocabularies) -> list[str]:
    """What a term means for sure: what is called just so, else what is one thing or a kind of it with all that the term means."""
    found = {one: vocabularies.concept(one) for one in dict.fromkeys(ids)}
    called = [one for one, concept in found.items() if concept and words(concept.name) == words(term)]
    graph = vocabularies.hierarchy

    def is_one(one: str, other: str) -> bool:
        placed = graph.parents(other) or graph.children(other) or len(graph.same(other)) > 1
        return one == other or not placed or graph.is_a(one, other) or graph.is_a(other, one)

    against = called or list(found)
    return [one for one in found if one in called or all(is_one(one, other) for other in against)]


def pharmacological_actions(drug: str, vocabularies: Vocabularies) -> list[str]:
    """What MeSH says that a drug does: "Anticoagulants"; nothing of what is no drug."""
    concept = vocabularies.concept(drug)
    if concept is None or concept.semantic_type is not SemanticType.MEDICATION:
        return []
    above = [vocabularies.concept(one) for one in vocabularies.hierarchy.parents(drug) if one.startswith("MESH:")]
    # Actions have names in the plural, "Anticoagulants"; a complex of vitamins does nothing.
    return sorted(one.name for one in above if one is not None and one.name.partition(",")[0].endswith("s"))
