"""What in the evidence speaks against something for this patient: allergy, pregnancy, renal function, a drug taken."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from osler.core.language import quantities, sentences
from osler.core.library import Chunk, stems
from osler.core.terminology import SemanticType, hierarchy, vocabulary
from osler.guidelines.checking import read_statement
from osler.guidelines.types import PatientFacts

_ALLERGY = re.compile(r"allerg|hypersensitiv|anaphyla", re.IGNORECASE)
_ALLERGY_TO = re.compile(
    r"\b[\w-]+[ -](?=allerg|hypersensitiv)|\b(?:allerg\w+|hypersensitivity) to [\w-]+", re.IGNORECASE
)
_TOGETHER = re.compile(r"\b(?:combin\w+|together|concomitant\w*|with|interact\w*)\b", re.IGNORECASE)
_PREGNANCY = re.compile(r"\bpregnan|\btrimester\b", re.IGNORECASE)
_AGE = re.compile(r"\bchildren younger than (\d+) (years|months)", re.IGNORECASE)


@dataclass(frozen=True)
class Caution:
    """A sentence of the evidence that speaks against drugs for this patient, and why it concerns them."""

    sentence: str
    chunk_id: str
    drugs: frozenset[str]
    """The names of what it speaks against, folded."""
    because: str


def cautions(chunks: Iterable[Chunk], patient: PatientFacts) -> list[Caution]:
    """Every sentence of the evidence that speaks against something for this patient."""
    found: dict[str, Caution] = {}
    for chunk in chunks:
        for sentence in sentences(chunk.text):
            if read_statement(sentence.text).stance != "against":
                continue
            drugs = drugs_in(sentence.text)
            because = _because(sentence.text, patient, drugs)
            against = frozenset(drug for drug in drugs if because is None or drug not in because.casefold()) or drugs
            if because and drugs:
                found.setdefault(sentence.text, Caution(sentence.text, chunk.id, against, because))
    return list(found.values())


def drugs_in(text: str) -> frozenset[str]:
    """The drugs that a text names, folded, each under its preferred name; not what somebody is allergic to."""
    known = vocabulary()
    found = set()
    for match in known.find(_ALLERGY_TO.sub(" ", text)):
        for one in match.concept_ids:
            concept = known.concept(one)
            if concept is not None and concept.semantic_type is SemanticType.MEDICATION:
                found.add(_one_name(one))
                break
    return frozenset(found)


@lru_cache(maxsize=4096)
def _one_name(concept_id: str) -> str:
    """The name of a drug that the vocabularies know under several ids and spellings (cefalexin, cephalexin): always the same."""
    known = vocabulary()
    named = (known.concept(one) for one in sorted({concept_id, *hierarchy().same(concept_id)}))
    return next((concept.name.casefold() for concept in named if concept is not None), concept_id)


def speaks_of(text: str, wanted: str) -> bool:
    """Whether a text names something, by any of its names, or the kind of thing that it is."""
    wanted_stems = frozenset(stems(wanted))
    there = frozenset(stems(text))
    if wanted_stems and wanted_stems <= there:
        return True
    known = vocabulary()
    names = {one for match in known.find(wanted) for one in match.concept_ids}
    above = hierarchy()
    return any(
        one == other or above.is_a(one, other)
        for match in known.find(text)
        for other in match.concept_ids
        for one in names
    )


def _because(text: str, patient: PatientFacts, drugs: frozenset[str]) -> str | None:
    if patient.pregnant and _PREGNANCY.search(text):
        return "the patient is pregnant"
    for allergy in patient.allergies:
        substance = re.sub(
            r"\b(?:allerg\w+|to|hypersensitivity|intolerance)\b", " ", allergy, flags=re.IGNORECASE
        ).strip()
        if substance and _ALLERGY.search(text) and speaks_of(text, substance):
            return f"the patient is allergic to {substance}"
    for lab in patient.labs:
        for limit in quantities(text):
            if (
                limit.measure_id == lab.measure_id
                and limit.canonical_value is not None
                and _beyond(lab.value, limit.comparator, limit.canonical_value)
            ):
                return f"the patient's {lab.name} is {lab.value:g} {lab.unit}".strip()
    for problem in patient.problems:
        if speaks_of(text, problem):
            return f"the patient has {problem}"
    taken = {name for medication in patient.medications for name in drugs_in(medication) or {medication.casefold()}}
    both = sorted(taken & drugs)
    if both and len(drugs) > 1 and _TOGETHER.search(text):
        return f"the patient takes {both[0]}"
    young = _AGE.search(text)
    if young and patient.age_to is not None:
        limit_years = int(young[1]) / (12 if young[2].lower() == "months" else 1)
        if patient.age_to < limit_years:
            return f"the patient is younger than {young[1]} {young[2].lower()}"
    return None


def _beyond(value: float, comparator: str, limit: float) -> bool:
    return {"<": value < limit, "<=": value <= limit, ">": value > limit, ">=": value >= limit}.get(comparator, False)
