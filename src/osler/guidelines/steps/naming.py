"""The drugs that a text names, each under one name, and the classes that they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from osler.core.library import stems
from osler.core.terminology import Match, SemanticType, Vocabularies, drug_classes
from osler.guidelines.everyday import everyday_words

_ALLERGY_TO = re.compile(
    r"\b[\w-]+[ -](?=allerg|hypersensitiv|anaphyla)|\b(?:allerg\w+|hypersensitivity|anaphyla\w+(?: reaction)?) (?:to|with|after) (?:an? )?[\w-]+"
    r"|\b\w+-(?:induced|exacerbated|associated|related|sensitive|intolerant)\b",
    re.IGNORECASE,
)
_CLASSES = 6


@lru_cache(maxsize=4096)  # a passage is asked about by many steps, and by every question
def drugs_in(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The drugs that a text names, folded, each under its preferred name; not what somebody is allergic to."""
    known = vocabularies.names
    found = set()
    for match in known.find(_ALLERGY_TO.sub(" ", text)):
        for one in match.concept_ids:
            concept = known.concept(one)
            if concept is not None and concept.semantic_type is SemanticType.MEDICATION:
                found.add(_one_name(one, vocabularies))
                break
    return frozenset(found)


def members_in(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The drugs of the classes that a text names and that no vocabulary has as one."""
    named = [drug for one in drug_classes() if one.says.search(text) for drug in one.drugs]
    return drugs_in("; ".join(named), vocabularies) if named else frozenset()


@lru_cache(maxsize=4096)
def _one_name(concept_id: str, vocabularies: Vocabularies) -> str:
    """The name of a drug that the vocabularies know under several ids and spellings (cefalexin, cephalexin): always the same."""
    known = vocabularies.names
    group = sorted({concept_id, *vocabularies.hierarchy.same(concept_id)})
    names = [concept.name.casefold() for one in group if (concept := known.concept(one))]
    # A name that the vocabularies find in a text leads back to the drug; a long official one may not.
    return next(
        (name for name in names if set(_ids(name, vocabularies)) & set(group)), names[0] if names else concept_id
    )


def named_by(classes: Iterable[str], drugs: Iterable[str], vocabularies: Vocabularies) -> frozenset[str]:
    """Those of some drugs that are among others, or belong to a class that is: what is said of a class is said of them."""
    above = vocabularies.hierarchy
    ids = [one for name in classes for one in _ids(name, vocabularies)]
    return frozenset(
        drug
        for drug in drugs
        if drug in classes or any(above.is_a(one, other) for one in _ids(drug, vocabularies) for other in ids)
    )


@lru_cache(maxsize=4096)
def _ids(name: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    return tuple(one for match in vocabularies.find(name) for one in match.concept_ids)


def classes_in(text: str, vocabularies: Vocabularies) -> list[str]:
    """The names of the classes of the drugs that a text names, as guidelines write them."""
    known = vocabularies.names
    classes = {
        general
        for name in drugs_in(text, vocabularies)
        for one in _ids(name, vocabularies)[:3]
        for general in vocabularies.hierarchy.parents(one)
    }
    return sorted(concept.name for one in classes if (concept := known.concept(one)))[:_CLASSES]


def is_class(concept_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept is a class of drugs: it has members, and is none of the drugs that DrugBank lists one by one."""
    above = vocabularies.hierarchy
    own = any(one.startswith("DRUGBANK:") for one in above.same(concept_id))
    return not own and bool(above.members_of(concept_id))


def says(text: str, phrase: str) -> bool:
    """Whether a text has all words of a phrase, in whatever form."""
    wanted = frozenset(stems(phrase))
    return bool(wanted) and wanted <= frozenset(stems(text))


def speaks_of(text: str, wanted: str, vocabularies: Vocabularies, codes: Sequence[str] = ()) -> bool:
    """Whether a text names something, by any of its names or codes, or the kind of thing that it is."""
    wanted_stems = frozenset(stems(wanted))
    there = frozenset(stems(text))
    if wanted_stems and wanted_stems <= there:
        return True
    known = vocabularies.names
    others = [name for one in everyday_words(wanted) for name in one.names]
    names = {one for name in (wanted, *others) for match in known.find(name) for one in match.concept_ids} | set(codes)
    above = vocabularies.hierarchy
    return any(
        one == other or above.is_a(one, other)
        for match in outermost(known.find(text))
        for other in match.concept_ids
        for one in names
    )


def outermost(found: Iterable[Match]) -> list[Match]:
    """Names that are no part of a longer one: cervical cancer is no cancer at large."""
    every = list(found)
    return [
        match
        for match in every
        if not any(
            one.start <= match.start and match.end <= one.end and one.end - one.start > match.end - match.start
            for one in every
        )
    ]
