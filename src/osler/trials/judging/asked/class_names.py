"""A class of medicines under the other nouns for what is given: "anticancer treatment" is what "anticancer drugs" names."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.terminology import SemanticType, Vocabularies
from osler.trials.judging.findings import named

_NOUN = re.compile(
    r"\b(?:treatments?|therap(?:y|ies)|medications?|medicines?|drugs?|agents?|products?|pharmacotherap(?:y|ies))\b",
    re.IGNORECASE,
)
_BY_EFFECT = re.compile(r"\b[a-z-]{3,}(?:ic|ive|ant)s?$", re.IGNORECASE)
"""A class by its effect alone."""
_SAME = {
    "glucose-lowering": "hypoglycemic", "glucose lowering": "hypoglycemic", "blood sugar lowering": "hypoglycemic",
    "lipid-lowering": "hypolipidemic", "lipid lowering": "hypolipidemic", "cholesterol-lowering": "hypolipidemic",
    "lipid-modifying": "hypolipidemic", "blood pressure-lowering": "antihypertensive", "blood pressure lowering": "antihypertensive",
    "blood-pressure-lowering": "antihypertensive", "anti-cancer": "antineoplastic", "anticancer": "antineoplastic",
    "anti-tumor": "antineoplastic", "antitumor": "antineoplastic", "anti-tumour": "antineoplastic", "blood-thinning": "anticoagulant",
}  # fmt: skip
"""What a class does, and the word by which vocabularies call it."""
_DONE = re.compile("|".join(sorted(_SAME, key=len, reverse=True)), re.IGNORECASE)
_NOUNS = ("therapy", "treatment", "drugs", "agents", "medication")
_GIVEN = frozenset({SemanticType.MEDICATION, SemanticType.LAB_VALUE, SemanticType.PROCEDURE})


@lru_cache(maxsize=20_000)
def class_forms(words: str) -> tuple[str, ...]:
    """A phrase, and the same with each other noun in the place of the one for what is given."""
    places = list(_NOUN.finditer(words))
    if not places:
        # "Psychotropics" are psychotropic drugs.
        return (words, *(f"{words.removesuffix('s')} {noun}" for noun in _NOUNS if _BY_EFFECT.search(words)))
    last = places[-1]
    return (
        words,
        *(f"{words[: last.start()]}{noun}{words[last.end() :]}" for noun in _NOUNS if noun != last[0].lower()),
    )


@lru_cache(maxsize=20_000)
def known_class(name: str, vocabularies: Vocabularies) -> str | None:
    """The form of a class under which vocabularies have it; None where they have it as it stands, or under none."""
    asked = named(name, vocabularies)
    if (
        not (_NOUN.search(name) or _BY_EFFECT.search(name))
        or asked.whole
        or (asked.concepts and not _DONE.search(name))
    ):
        return None
    names = dict.fromkeys((name, _DONE.sub(lambda found: _SAME[found[0].lower()], name)))
    forms = ((form, named(form, vocabularies)) for one in names for form in class_forms(one))
    return next(
        (
            form
            for form, asked in forms
            if asked.whole and asked.kinds <= _GIVEN and SemanticType.MEDICATION in asked.kinds
        ),
        None,
    )
