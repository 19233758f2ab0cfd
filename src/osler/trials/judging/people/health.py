"""Health and the diseases that nobody calls health: grave ones, which last. Who has one is not healthy, and who is healthy has none."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.terminology import Vocabularies
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.touching import touching
from osler.trials.judging.view import PatientView

_HEALTHY = re.compile(
    r"(?:(?:generally|otherwise|apparently|normal|clinically)\s)*healthy(?:\s(?:volunteers?|subjects?|participants?|persons?|people|individuals?|controls?|children|adults?|men|women|males?|females?))*",
    re.IGNORECASE,
)
_GRAVE = (
    "congenital heart disease", "heart failure", "coronary artery disease", "myocardial infarction", "diabetes mellitus", "epilepsy",
    "chronic obstructive pulmonary disease", "chronic kidney disease", "cirrhosis", "rheumatoid arthritis", "multiple sclerosis",
    "Parkinson disease", "HIV infection", "schizophrenia", "sickle cell disease", "cystic fibrosis", "dementia", "leukemia",
    "metastatic cancer", "lung cancer", "breast cancer", "colorectal cancer",
)  # fmt: skip
_GRAVE_TOGETHER = (
    "cancer", "cardiovascular disease", "heart disease", "kidney disease", "liver disease", "lung disease", "autoimmune disease",
    "inflammatory arthritis", "rheumatic disease", "blood coagulation disease", "bleeding disorder", "immunodeficiency disease",
    "nervous system disorder", "endocrine disease", "metabolic disease", "hematologic disease", "gastrointestinal disease",
)  # fmt: skip
"""Groups of diseases: to ask for one is to ask for a grave member of it; a mild member by its own name is no matter of health."""
_IS_HEALTHY = re.compile(r"(?:\bhealthy\b|\bhealth\b|\bfit (?:and|&) well\b)(?![^.;]{0,40}\b(?:until|before|prior)\b)")
"""Who is "otherwise well" may only feel so."""
_OF_ALL_TIME = re.compile(
    r"\bpreviously\b|\bhealthy (?:all|until|before|prior)\b|\balways been\b|\ball (?:his|her|their) life\b"
)


def denied_by_health(atom: Finding, view: PatientView) -> Proof | None:
    """The denial of a grave disease by the words that somebody is well; of the past only what was said of it."""
    if any(window.kind not in ("current", "at", "ever") for window in atom.windows):
        return None
    ever = any(window.kind == "ever" for window in atom.windows)
    said = (
        one
        for one in view.statements
        if one.kind == "health" and not one.save and _IS_HEALTHY.search(one.sentence.text.casefold())
    )
    told = next((one for one in said if not ever or _OF_ALL_TIME.search(one.sentence.text.casefold())), None)
    plain = " ".join(pattern("degree").sub(" ", atom.name.casefold()).split())
    asked = named(plain or atom.name, view.vocabularies)
    if told is None or not asked.whole or not _is_grave(asked.concepts, view) or touching(atom, view):
        # What somebody comes with may be the first of a disease.
        return None
    return proof_of(TruthValue.NOT_MET, atom, "the note says that the patient is well otherwise", [told.sentence.span])


@lru_cache(maxsize=8)
def _whole(names: tuple[str, ...], vocabularies: Vocabularies) -> frozenset[str]:
    """The concepts of the names that vocabularies have as they stand."""
    asked = (named(name, vocabularies) for name in names)
    return frozenset(code for one in asked if one.whole for code in one.concepts)


def _is_grave(asked: frozenset[str], view: PatientView) -> bool:
    """Whether a disease is a kind of a grave one that lasts, a cancer, or a whole group."""
    names = (*(name for name in _GRAVE if name != "myocardial infarction"), "cancer")
    grave = _whole(names, view.vocabularies)
    groups = _whole(_GRAVE_TOGETHER, view.vocabularies)
    return bool(asked & groups or lineage_of(asked, view.vocabularies) & grave)


def unhealthy(atom: Finding, view: PatientView) -> Proof | None:
    """The denial of health by a grave disease that the record has and does not say to be over."""
    if _HEALTHY.fullmatch(atom.name.strip()) is None:
        return None
    grave = frozenset(code for name in _GRAVE for code in named(name, view.vocabularies).concepts)
    for fact in view.facts:
        if (
            fact.kind == "condition"
            and fact.present
            and not fact.over
            and lineage_of(fact.concepts, view.vocabularies) & grave
        ):
            return proof_of(TruthValue.NOT_MET, atom, f"{fact.label}: recorded as present", fact.evidence)
    return None
