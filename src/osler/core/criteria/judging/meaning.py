"""What a phrase means as a whole: the concepts it names, and its content words."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.terminology import Match, SemanticType, Vocabularies, singular
from osler.yaml_reader import packaged_yaml

_WORD = re.compile(r"[^\W_]+")
_MOST_CHARACTERS = 300
_LISTED = frozenset({"exact", "synonym", "abbreviation"})
_SURE = 0.8
_PREFERRED = ("MONDO", "SCTID", "HP", "ICD10CM")


_GREEK = re.compile(r"\w{2}(?:stases|gnoses|tenoses|mboses|lyses|theses)$")


class Meaning(NamedTuple):
    """The concepts of a phrase, none where words are left beside them, and its content words in the singular."""

    concepts: frozenset[str]
    words: frozenset[str]


@lru_cache(maxsize=50_000)
def meaning_of(phrase: str, vocabularies: Vocabularies, *, graded: bool = True) -> Meaning:
    """The meaning of a name as a criterion or a record writes it; `graded` keeps words for a degree or a course.

    Only a concept that covers the phrase counts: "portal hypertension" is no hypertension, and "at risk of stroke" no
    stroke.
    """
    text = phrase[:_MOST_CHARACTERS]
    bare = _undressed(text, graded)
    directed = _is_directed(text) or _is_for_disease(text, vocabularies)
    forms = dict.fromkeys([text] if directed else [text, bare])
    found = frozenset(concept for form in forms for concept in _covering(form, graded, vocabularies))
    found = found or next(filter(None, (_searched(form, vocabularies) for form in forms)), frozenset())
    words = (not directed and _content(text, graded)) or frozenset(
        _single(word) for word in _WORD.findall(text.casefold())
    )
    return Meaning(found, words)


def _covering(text: str, graded: bool, vocabularies: Vocabularies) -> frozenset[str]:
    """The concepts of every name in a text that leaves no word of content beside it."""
    return frozenset(
        concept_id
        for match in vocabularies.find(text)
        if not is_directed_at(text, match.start)
        and not _is_treated(text, match, vocabularies)
        and not _content(f"{text[: match.start]} {text[match.end :]}", graded)
        for concept_id in match.concept_ids
    )


def _is_for_disease(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a phrase names what is taken or done for a disease: who has asthma has no "asthma therapy" by that."""
    return bool(_treating().search(text)) and any(
        _is_treated(text, one, vocabularies) for one in vocabularies.find(text)
    )


def _is_treated(text: str, match: Match, vocabularies: Vocabularies) -> bool:
    """Whether a name in a phrase is that of a disease, and the word after it a treatment."""
    if not _treating().match(text, match.end):
        return False
    kinds = {kind_of(concept_id, vocabularies) for concept_id in match.concept_ids}
    return bool(kinds) and kinds <= {SemanticType.CONDITION, SemanticType.PHENOTYPE}


@cache
def _treating() -> re.Pattern[str]:
    return re.compile(packaged_yaml(__package__, "words.yml")["treating"], re.IGNORECASE)


def is_directed_at(text: str, place: int) -> bool:
    """Whether what stands at a place of a phrase is only what something is done for: AUD in "medication for AUD"."""
    return _directed().search(text[:place]) is not None


def _is_directed(text: str) -> bool:
    return _directed().search(text) is not None


@cache
def _directed() -> re.Pattern[str]:
    return re.compile(packaged_yaml(__package__, "words.yml")["directed"], re.IGNORECASE)


def _searched(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The concept that a whole text is a listed name of; the matcher passes over some, such as short ones."""
    *before, last = text.split() or [""]
    for name in dict.fromkeys((text, " ".join([*before, singular(last)]))):
        found = vocabularies.search(name, 1, near=False)
        if found and found[0].match_kind in _LISTED and found[0].confidence >= _SURE:
            return frozenset([found[0].concept_id])
    return frozenset()


def _undressed(text: str, graded: bool) -> str:
    dropped = _dropped(graded)
    return " ".join(word for word in text.split() if word.casefold() not in dropped)


@lru_cache(maxsize=50_000)
def ingredients_of(label: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The medicines in the name of a product, whatever strength and form stand beside them."""
    matches = vocabularies.find(label[:_MOST_CHARACTERS])
    found = {concept_id for match in matches for concept_id in match.concept_ids}
    return frozenset(concept_id for concept_id in found if kind_of(concept_id, vocabularies) is SemanticType.MEDICATION)


def kind_of(concept_id: str, vocabularies: Vocabularies) -> SemanticType | None:
    """What a concept of the vocabularies is."""
    concept = vocabularies.concept(concept_id)
    return concept.semantic_type if concept is not None else None


def best_sense(concepts: frozenset[str]) -> frozenset[str]:
    """Of concepts that one name has in several vocabularies, those of the vocabulary that means diseases most exactly.

    "Malignancy" is a name of HPO's neoplasm, which may be benign, and of MONDO's cancer, which may not.
    """
    for system in _PREFERRED:
        chosen = frozenset(concept for concept in concepts if concept.partition(":")[0] == system)
        if chosen:
            return chosen
    return concepts


def content_words(text: str) -> frozenset[str]:
    """The words of a name that say what it is, in the singular; none where it says nothing ("other disease")."""
    return _content(text, True)


def _content(text: str, graded: bool) -> frozenset[str]:
    dropped = _dropped(graded)
    words = _WORD.findall(text.casefold())
    return frozenset(single for word in words if word not in dropped and (single := _single(word)) not in dropped)


def _single(word: str) -> str:
    """A word in the singular, also of Greek nouns: "metastases" are each a metastasis."""
    return f"{word[:-2]}is" if _GREEK.search(word) else singular(word)


@cache
def _dropped(graded: bool) -> frozenset[str]:
    """The words that say nothing of what a finding is; a grade counts among them unless it is asked for."""
    lists = packaged_yaml(__package__, "words.yml")
    return frozenset(lists["dress"].split() if graded else [*lists["dress"].split(), *lists["grade"].split()])


@cache
def grades() -> frozenset[str]:
    """The words for a degree or a course."""
    return _dropped(False) - _dropped(True)
