"""What a criterion's words name, and whether a patient's facts are instances of it, by concept and by words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from osler.core.criteria import Finding, is_directed_at
from osler.core.terminology import SemanticType, Vocabularies
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import KnownFact, PatientView
from osler.trials.judging.words import content_words
from osler.trials.kinship import lineage, names_in

_TREATING = re.compile(r"\b(?:treatments?|therap(?:y|ies)|medications?|drugs?|agents?)$", re.IGNORECASE)
_ILLNESSES = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE})
_BEHIND = re.compile(
    r"[,;:(]|\b(?:of|in|at|on|to|against|for|from|with|without|within|by|due|that|which|who|during|after|before|prior|since|as|and|or|than"
    r"|requiring|needing|necessitating|involving|affecting|causing|leading|resulting|associated|caused|treated|related|secondary"
    r"|is|are|was|were|has|have|had|will|would|may|might|could|must|should)\b",
    re.IGNORECASE,
)
"""Where what is said of a thing begins behind its name."""
_BOUT = re.compile(
    r"(?:episode|attack|bout|flare|exacerbation|crisis|crise|event|symptom|sign|manifestation|recurrence|relapse|lesion|finding"
    r"|problem|complication|progression|history|type|diagnose|diagnosis|stage|form|tumou?r"
    r"|mutation|rearrangement|amplification|fusion|variant|deletion|expression|positivity)s?"
)
"""What nobody has of something that is not there."""
_SHORT = 3
_SEVERAL = 2
"""Of so many words a name that another has all of is a wider one: chronic otitis, chronic suppurative otitis media."""
_CLAUSE = 9
"""Words of content, beyond which a phrase is a sentence of its own."""
_DRESS = re.compile(
    r"\b(?:a|an|any|the|of|or|and|in|with|by|to|known|documented|established|confirmed|proven|clinical(?:ly)?|(?:histo|cyto|patho)logic(?:al)?(?:ly)?|diagnos\w+|history|evidence|presence|"
    r"patients?|subjects?|participants?|individuals?|people|persons?|current(?:ly)?|active|previous(?:ly)?|prior|past|have|has|had|having|who|"
    r"treat(?:ed|ment)|therapy|use|usage|using|user|intake|ingestion|takes?|taking|receiv\w+|on|medications?|drugs?|agents?|for|is|are|was|were|been|be|"
    r"presenting|presents?|suffer\w*|found|detected|seen|identified|noted|screening|surveillance|disease|disorders?|syndrome|state|condition|forms?)\b",
    re.IGNORECASE,
)


CLINICAL_KINDS = frozenset(
    {SemanticType.CONDITION, SemanticType.PHENOTYPE, SemanticType.MEDICATION, SemanticType.PROCEDURE}
)
"""The kinds of things that a note tells of."""
_MEDICINES = frozenset({SemanticType.MEDICATION, SemanticType.LAB_VALUE})
"""Many substances are both given and measured."""
_NORMAL = re.compile(r"normal|unremarkable|intact|clear\b")


class Named(NamedTuple):
    """What a phrase names: its concepts, and whether they say all of it."""

    concepts: frozenset[str]
    kinds: frozenset[SemanticType]
    whole: bool
    """Nothing but the concept is said, so that having the concept is having what is asked."""
    words: frozenset[str]
    parts: tuple[frozenset[str], ...] = ()
    """The concepts of each thing that the phrase names."""


@lru_cache(maxsize=20_000)
def named(text: str, vocabularies: Vocabularies) -> Named:
    """The concepts of a phrase; `whole` when no word of content is left beside them."""
    terms = vocabularies.names
    matches = names_in(text, vocabularies)
    rest = list(text)
    concepts: set[str] = set()
    kinds: set[SemanticType] = set()
    for match in matches:
        concepts |= set(match.concept_ids)
        kinds |= {concept.semantic_type for code in match.concept_ids if (concept := terms.concept(code)) is not None}
        rest[match.start : match.end] = " " * (match.end - match.start)
    left = _DRESS.sub(" ", "".join(rest))
    directed = bool(matches) and is_directed_at(text, matches[-1].start)
    whole = bool(matches) and not directed and not content_words(left) and not re.search(r"\b[B-HJ-Z]\b", left)
    parts = tuple(frozenset(match.concept_ids) for match in matches)
    return Named(frozenset(concepts), frozenset(kinds), whole, content_words(_DRESS.sub(" ", text)), parts)


def names_treatment_of_illness(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a phrase asks for a treatment and names only what is treated ("pain medication")."""
    kinds = named(text, vocabularies).kinds
    return bool(kinds) and kinds <= _ILLNESSES and bool(_TREATING.search(text))


def names_medicine(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a phrase names a medicine or a class of them and says nothing else ("insulin", not "glucose tolerance")."""
    asked = named(text, vocabularies)
    return asked.whole and SemanticType.MEDICATION in asked.kinds and asked.kinds <= _MEDICINES


_OPERATIONS = frozenset({"SCTID:387713003", "MESH:D013514"})


def is_operation(name: str, view: PatientView) -> bool:
    """Whether a procedure is an operation; who had none may have had radiotherapy, dialysis or physiotherapy."""
    if pattern("operated").search(name.casefold()):
        return True
    return bool(lineage_of(named(name, view.vocabularies).concepts, view.vocabularies) & _OPERATIONS)


class Found(NamedTuple):
    """What the facts say of something asked."""

    present: list[KnownFact]
    absent: list[KnownFact]
    near: list[KnownFact]
    """Facts that are just wider than what is asked, or that only share its words."""


def facts_about(atom: Finding, view: PatientView) -> Found:
    """The facts that decide a finding, and those that only touch it."""
    # "Adenoma found on colonoscopy" is had by who has had both.
    ever = any(window.kind == "ever" for window in atom.windows)
    found: Found | None = view.asked_before.get((atom.name, ever))
    if found is None:
        view.asked_before[atom.name, ever] = found = _facts_about(atom.name, view, ever=ever)
    return found


def _facts_about(name: str, view: PatientView, *, ever: bool) -> Found:
    asked = named(name, view.vocabularies)
    about_allergy = bool(re.search(r"allerg|hypersensitiv|intoleran", name.casefold()))
    complete = asked.whole and all(
        any(fact.present and (ever or not fact.over) and fact.lineage & part for fact in view.facts)
        for part in asked.parts
    )
    present, absent, near = [], [], []
    of_kinds = len(asked.words) >= _SEVERAL and not pattern("of_the_body").search(name.casefold())
    asked_lineage = lineage_of(asked.concepts, view.vocabularies)
    close = _next_of_kin(asked.concepts, view.vocabularies)
    for fact in view.facts:
        if (fact.kind == "allergy") != about_allergy:
            continue
        instance = bool(fact.lineage & asked.concepts)
        by_name = instance and of_kinds and fact.kind == "condition" and asked.words <= fact.words
        if fact.absent and _NORMAL.match(fact.label.casefold()):
            # A normal examination rules out what it looked for on that day, not a diagnosis.
            continue
        if fact.absent:
            # What is absent in general is absent in particular; a clause of many words is about more than its parts.
            if len(asked.words) > _CLAUSE and not asked.whole:
                continue
            if fact.is_marker and pattern("no_marker").search(name.casefold()):
                # A gene without a change denies no medicine against it, and is what "wild-type" asks for.
                continue
            by_words = bool(asked.words and fact.words and fact.words <= asked.words)
            if (fact.concepts & asked_lineage or by_words) and not _only_before_head(name, fact, view):
                absent.append(fact)
        elif fact.present:
            if (instance and complete) or by_name:
                present.append(fact)
            elif instance or fact.concepts & close or _shares_words(asked.words, fact.words):
                near.append(fact)
    return Found(present, absent, near)


def front_of(name: str) -> str:
    """A name without what is said of it behind: "cerclage in situ" is a cerclage."""
    return _BEHIND.split(name, maxsplit=1)[0].strip()


def _only_before_head(name: str, fact: KnownFact, view: PatientView) -> bool:
    """Whether a fact speaks of a word that only goes before what is asked for: who has no wounds may heal badly."""
    front = front_of(name)
    matches = names_in(front, view.vocabularies)
    last = max((match.end for match in matches), default=0)
    head = [word for word in re.findall(r"[^\W\d_]+", _DRESS.sub(" ", front[last:])) if len(word) > _SHORT]
    if not matches or not head or _BOUT.fullmatch(head[-1].casefold()) or pattern("adjectives").search(head[-1]):
        return False
    return not content_words(head[-1]) <= fact.words


@lru_cache(maxsize=20_000)
def lineage_of(concepts: frozenset[str], vocabularies: Vocabularies) -> frozenset[str]:
    """Concepts with everything that they are kinds of."""
    return frozenset(kind for concept in concepts for kind in lineage(concept, vocabularies))


@lru_cache(maxsize=20_000)
def _next_of_kin(concepts: frozenset[str], vocabularies: Vocabularies) -> frozenset[str]:
    """Concepts, what is the same, and what they are directly a kind of."""
    tree = vocabularies.hierarchy
    return concepts | frozenset(
        other for concept in concepts for other in (*tree.same(concept), *tree.parents(concept))
    )


def denied_by_name(text: str, view: PatientView) -> bool:
    """Whether a fact denies just what a phrase names, and not something wider."""
    concepts = named(text, view.vocabularies).concepts
    same = concepts | frozenset(other for concept in concepts for other in view.vocabularies.hierarchy.same(concept))
    return any(fact.absent and fact.concepts & same for fact in view.facts)


def _shares_words(asked: frozenset[str], words: frozenset[str]) -> bool:
    return bool(words) and words <= asked
