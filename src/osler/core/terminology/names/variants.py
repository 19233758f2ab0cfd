"""The forms of a concept's names that clinicians write but vocabularies do not list."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from osler.core.terminology.names.bundle import BundledConcept, Scope
from osler.core.terminology.names.keys import data_lines
from osler.core.terminology.names.tokens import WORD, is_stop_word, root

_PARENTHESIS = re.compile(r"\s*\((?:disease|disorder|finding|clinical|physical finding)\)$")
_PLACE = re.compile(r" (?:of|in) (?:the )?([\w ]+)$")
_PART = re.compile(r"^(?:Abnormality of (?:the )?([\w ]+)|Abnormal ([\w ]+) morphology)$")
# Names of abnormalities contain these as well.
_NO_PARTS = (
    "tumor", "growth", "pain", "mass", "reflex", "large", "small", "long", "round", "red", "white", "sharp", "smooth",
    "soft", "hard", "development", "multiple", "necrosis", "pigment", "color", "shape", "size", "level", "function",
    "activity", "eruption", "mineral", "movement", "mobility", "pressure", "rate", "weight", "height", "temperature",
)  # fmt: skip
# Words that a name may have but a text often leaves out.
_MODIFIERS = (
    "congenital", "recurrent", "generalized", "progressive", "isolated", "conspicuously", "mild", "severe", "moderate",
    "chronic", "multiple", "global", "primary", "idiopathic", "spontaneous", "paroxysmal", "persistent", "bilateral",
    "unilateral", "partial", "complete", "familial", "hereditary", "neonatal", "infantile", "juvenile", "childhood",
    "adult", "early", "late", "onset", "focal", "localized", "widespread", "extensive", "variable", "intermittent",
    "transient", "fluctuating", "episodic", "nonprogressive", "nonspecific", "marked", "slight", "symmetric",
    "type", "muscle",
)  # fmt: skip
_SYSTEMATIC = re.compile(r"^(Abnormal.*) morphology( .*|)$")


def variants(entry: BundledConcept) -> Iterator[tuple[str, Scope]]:
    """Every name with its scope, then what can be derived from it."""
    names = [named for named in entry.names() if not _is_disease_of_a_phenotype(entry, *named)]
    yield from names
    for name in clinical_names().get(entry.id, ()):
        yield name, Scope.RELATED
    for name, scope in names:
        if systematic := _SYSTEMATIC.match(name):
            yield systematic[1] + systematic[2], scope
        if (bare := _PARENTHESIS.sub("", name)) != name:
            yield bare, scope


def _is_disease_of_a_phenotype(entry: BundledConcept, name: str, scope: Scope) -> bool:
    """Whether a phenotype lists a whole syndrome as a synonym: in a text that names the disease, not the finding."""
    return entry.vocabulary == "HPO" and scope is not Scope.PREFERRED and "syndrome" in name.lower()


def replaced_words(roots: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The same words with one of them replaced by another that means the same in a phenotype's name."""
    for position, word in enumerate(roots):
        for other in word_pairs().get(word, ()):
            if other not in roots:
                yield (*roots[:position], *other.split(" "), *roots[position + 1 :])


def anatomy(entries: Iterable[BundledConcept]) -> frozenset[str]:
    """The words for parts of the body, as the names of their abnormalities tell."""
    parts = (part for entry in entries if (part := _PART.match(entry.name)))
    return frozenset(root(word) for part in parts for word in WORD.findall(part[1] or part[2])) - set(
        map(root, _NO_PARTS)
    )


def without_place(name: str, body: frozenset[str]) -> tuple[str, ...]:
    """The words before a part of the body that a name ends with: "odontogenic keratocysts (of the jaw)"; or none."""
    place = _PLACE.search(name)
    if place is None or not {root(word) for word in WORD.findall(place[1])} <= body:
        return ()
    kept = tuple(root(word) for word in WORD.findall(name[: place.start()]) if not is_stop_word(word))
    return kept if len(kept) > 1 and not body.issuperset(kept) and root("abnormal") not in kept else ()


def without_modifier(roots: tuple[str, ...], body: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """The words that are left when a modifier is dropped, if they are more than a part of the body."""
    for position, word in enumerate(roots):
        rest = (*roots[:position], *roots[position + 1 :])
        if word in _modifiers() and len(rest) > 1 and not body.issuperset(rest):
            yield rest


@cache
def clinical_names() -> dict[str, list[str]]:
    """By HPO id the names that clinicians write and HPO does not list."""
    rows = (line.split("\t") for line in data_lines("clinical_names.tsv"))
    return {hpo_id: names.split(", ") for hpo_id, _, names in rows}


@cache
def _modifiers() -> frozenset[str]:
    return frozenset(map(root, _MODIFIERS))


@cache
def word_pairs() -> dict[str, set[str]]:
    """By the root of a word the roots of those that may take its place in the name of a phenotype; of several words, with spaces."""
    pairs: dict[str, set[str]] = defaultdict(set)
    for line in data_lines("word_pairs.tsv"):
        word, others = line.split("\t")
        for other in others.split(","):
            lay = " ".join(root(one) for one in WORD.findall(other) if not is_stop_word(one))
            if root(word) != lay:
                pairs[root(word)].add(lay)
                if " " not in lay:
                    pairs[lay].add(root(word))
    return pairs
