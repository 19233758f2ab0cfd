"""Who is asked to be healthy and has a disease that nobody calls health: a grave one, which lasts."""

from __future__ import annotations

import re

from osler.core.criteria import Finding, Proof, TruthValue
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.proofs import proof_of
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
