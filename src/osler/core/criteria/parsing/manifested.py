"""What a list of "examples" says that are none: the symptoms, phases, tests or drugs of a disease are a remark on it."""

from __future__ import annotations

from functools import lru_cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.known import is_kind_of, kinds_of, names_condition
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.tree import atoms
from osler.core.criteria.types import Expression, Finding, MeasuredValue
from osler.core.terminology import SemanticType, Vocabularies, singular

_SYMPTOMS = ("ICD10CM:R00-R09", "ICD10CM:R10-R19", "ICD10CM:R25-R29", "ICD10CM:R40-R46", "ICD10CM:R47-R49")
_GENERAL_SYMPTOMS = "ICD10CM:R50-R69"
_SYMPTOM = "HP:0025142"
"""Constitutional symptoms of the HPO; with the chapter of symptoms and signs of ICD-10-CM."""
_NAMED_WHOLE = frozenset({"infection", "failure"})
"""What is general alone, and one disease with its organ: "urinary tract infection"."""
_OPENING = 5
"""Words before a disease that may say what of it is meant."""
_FOUND_BY = {SemanticType.LAB_VALUE, SemanticType.PROCEDURE, SemanticType.MEDICATION}
_DISEASE = {SemanticType.CONDITION, SemanticType.PHENOTYPE}


def only_remarks(part: Expression, shown: Expression, source: AtomSource) -> bool:
    """Whether what is shown of a disease are no kinds of it: "migraine (e.g. nausea, photophobia)".

    A disease in general ("serious conditions, e.g. fever") has anything as its example, and so has what is no disease.
    """
    told, vocabularies = list(atoms(shown)), source.vocabularies
    named = [atom for atom in told if isinstance(atom, Finding)]
    if len(named) < len(told) or not named or not isinstance(part, Finding | MeasuredValue):
        return False
    if isinstance(part, MeasuredValue):
        return _is_tested(part) and all(_is_way(atom.name) for atom in named)
    if all(_is_part_of_course(atom.name) for atom in named):
        return not _is_part_of_course(part.name)
    if not _is_specific(part.name, vocabularies) or _is_of_signs(part, source.text):
        return _is_tested(part) and all(_is_way(atom.name) for atom in named)
    if any(is_kind_of(atom.name, part.name, vocabularies) for atom in named):
        return False
    if any(_is_symptom(atom.name, vocabularies) for atom in named):
        return True
    diseases = any(names_condition(atom.name, vocabularies) for atom in named)
    found = any(_is_way(atom.name) for atom in named)
    found = found or all(_found_or_treated(atom.name, vocabularies) for atom in named)
    return found and not diseases and names_condition(part.name, vocabularies)


def _is_part_of_course(name: str) -> bool:
    """ "Latent phase": of what begins and ends, a part."""
    return singular(name.split()[-1].lower()) in ("phase", "stage")


def _is_tested(part: Finding | MeasuredValue) -> bool:
    return part.name.lower().split()[-1] in ("test", "tests", "testing")


def _is_way(name: str) -> bool:
    """Whether a name is of a way in which something is found out: "liver biopsy"."""
    return singular(name.split()[-1].lower()) in cues().ways | {"serology"}


def _found_or_treated(name: str, vocabularies: Vocabularies) -> bool:
    kinds = kinds_of(name, vocabularies)
    return bool(kinds) and kinds <= _FOUND_BY


def _is_of_signs(part: Finding, text: str) -> bool:
    """ "Signs of sepsis (e.g. fever)": what stands before the disease asks for its signs."""
    before = text[: part.span.start].lower().split()[-_OPENING:] if part.span is not None else []
    return any(singular(word) in ("sign", "symptom", "feature", "manifestation") for word in before)


@lru_cache(maxsize=20_000)
def _is_specific(name: str, vocabularies: Vocabularies) -> bool:
    """Whether a name is of one disease, and not of diseases, symptoms or dangers in general."""
    words = [singular(word) for word in name.lower().split() if word not in cues().degrees]
    whole = len(words) > 1 and words[-1] in _NAMED_WHOLE and names_condition(" ".join(words), vocabularies)
    if not whole and not cues().general_heads.isdisjoint(words):
        return False
    return any(names_condition(" ".join(name.split()[n:]), vocabularies) for n in range(len(words)))


@lru_cache(maxsize=20_000)
def _is_symptom(name: str, vocabularies: Vocabularies) -> bool:
    """Whether a name is of a symptom, or ends in one: "lumbosacral pain"."""
    words = name.split()
    for start in range(len(words)):
        rest = " ".join(words[start:])
        if not kinds_of(rest, vocabularies) & _DISEASE:
            continue
        whole = (match for match in vocabularies.find(rest) if (match.start, match.end) == (0, len(rest)))
        ids = {id_ for match in whole for id_ in match.concept_ids}
        wider = ids | {above for id_ in ids for above in vocabularies.hierarchy.ancestors(id_)}
        return not wider.isdisjoint((*_SYMPTOMS, _GENERAL_SYMPTOMS, _SYMPTOM))
    return False
