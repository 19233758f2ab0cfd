"""Synthetic trials and patients with known answers: what is true of a patient is drawn first, the note is written from it.

Every answer follows from the drawn truth by the statement of the criterion, never from reading the note, so that errors of
reading, searching and judging can be told apart. Nothing here is about a real person or a real trial; ids begin with
OSLER-T and OSLER-P.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from osler.core.criteria import CriterionKind
from osler.trials import CriterionVerdict

SEED = 20240229
TRIALS, PATIENTS = 44, 28
MET, NOT_MET = CriterionVerdict.MET, CriterionVerdict.NOT_MET
UNKNOWN, NOT_APPLICABLE = CriterionVerdict.UNKNOWN, CriterionVerdict.NOT_APPLICABLE

_DISEASES = (
    ("asthma", "budesonide", (6, 70)),
    ("chronic obstructive pulmonary disease", "tiotropium", (45, 85)),
    ("type 2 diabetes mellitus", "metformin", (35, 80)),
    ("hypertension", "amlodipine", (35, 85)),
    ("breast cancer", "tamoxifen", (35, 80)),
    ("rheumatoid arthritis", "methotrexate", (25, 75)),
    ("migraine", "sumatriptan", (18, 60)),
    ("psoriasis", "ustekinumab", (20, 70)),
    ("heart failure", "bisoprolol", (50, 88)),
    ("Crohn disease", "infliximab", (18, 60)),
    ("epilepsy", "levetiracetam", (12, 65)),
)
_OTHERS = ("atrial fibrillation", "chronic kidney disease", "stroke", "tuberculosis", "glaucoma", "hepatitis B", "gout")
_MEDICINES = ("warfarin", "prednisone", "omeprazole", "lithium", "atorvastatin")
_LABS = {
    "creatinine": ("serum creatinine", "mg/dL", (0.6, 2.6), 1.5),
    "hemoglobin": ("hemoglobin", "g/dL", (8.0, 16.0), 10.0),
    "alt": ("ALT", "U/L", (10.0, 180.0), 90.0),
    "hba1c": ("HbA1c", "%", (5.0, 11.0), 8.0),
}


@dataclass(frozen=True)
class Truth:
    """What is true of a synthetic patient, and what the note tells of it."""

    id: str
    age: int
    sex: str
    disease: str
    conditions: tuple[str, ...]
    denied: tuple[str, ...]
    medicines: tuple[str, ...]
    no_medicines: bool
    labs: dict[str, float]
    consent: bool


Rule = Callable[[Truth], CriterionVerdict]


@dataclass(frozen=True)
class Asked:
    """A criterion with the rule that answers it."""

    kind: CriterionKind
    text: str
    rule: Rule


@dataclass
class SyntheticTrial:
    """A trial with its criteria."""

    id: str
    disease: str
    drug: str
    minimum: int
    maximum: int
    criteria: list[Asked] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        """The trial as an API v2 record that says what it is."""
        parts = {
            kind: "\n".join(f"* {item.text}" for item in self.criteria if item.kind == kind)
            for kind in ("inclusion", "exclusion")
        }
        text = f"Inclusion Criteria:\n\n{parts['inclusion']}\n\nExclusion Criteria:\n\n{parts['exclusion']}"
        title = f"Synthetic trial of {self.drug} in {self.disease}"
        return {
            "protocolSection": {
                "identificationModule": {"nctId": self.id, "briefTitle": title},
                "statusModule": {"overallStatus": "RECRUITING", "lastUpdatePostDateStruct": {"date": "2024-02-29"}},
                "sponsorCollaboratorsModule": {"leadSponsor": {"name": "Osler synthetic data, no real sponsor"}},
                "descriptionModule": {"briefSummary": f"{title}. This trial is invented; it does not exist."},
                "conditionsModule": {"conditions": [self.disease], "keywords": ["synthetic"]},
                "designModule": {"studyType": "INTERVENTIONAL", "phases": ["PHASE2"], "enrollmentInfo": {"count": 100}},
                "armsInterventionsModule": {"interventions": [{"type": "DRUG", "name": self.drug}]},
                "eligibilityModule": {
                    "eligibilityCriteria": text,
                    "sex": "ALL",
                    "minimumAge": f"{self.minimum} Years",
                    "maximumAge": f"{self.maximum} Years",
                },
            }
        }


def build(seed: int = SEED) -> dict[str, Any]:
    """Trials, patients and answers, always the same for the same seed."""
    draw = random.Random(seed)  # noqa: S311 - synthetic data, not a secret
    trials = [_trial(number, draw) for number in range(TRIALS)]
    patients = [_patient(number, draw) for number in range(PATIENTS)]
    return {
        "about": "Invented for tests and demonstration; no real patient, no real trial.",
        "trials": [trial.record() for trial in trials],
        "patients": [{"id": truth.id, "note": note_of(truth, draw), "facts": _facts(truth)} for truth in patients],
        "answers": [_answer(truth, trial) for truth in patients for trial in trials if trial.disease == truth.disease],
    }


def _trial(number: int, draw: random.Random) -> SyntheticTrial:
    disease, drug, (low, high) = _DISEASES[number % len(_DISEASES)]
    minimum = draw.choice([low, 18, 18, max(18, low + 5)])
    maximum = draw.choice([high, 75, 65, high + 5])
    trial = SyntheticTrial(f"OSLER-T-{number + 1:04d}", disease, drug, minimum, max(maximum, minimum + 15))
    trial.criteria.append(Asked("inclusion", f"Diagnosis of {disease}", _has(disease)))
    if draw.random() < 0.7:
        trial.criteria.append(Asked("inclusion", "Able to provide written informed consent", _consents))
    for name in draw.sample(sorted(_LABS), draw.choice([0, 1, 1, 2])):
        trial.criteria.append(_lab(name))
    for other in draw.sample(_OTHERS, draw.choice([1, 2, 2])):
        trial.criteria.append(Asked("exclusion", f"History of {other}", _has(other)))
    if draw.random() < 0.6:
        medicine = draw.choice(_MEDICINES)
        trial.criteria.append(Asked("exclusion", f"Current treatment with {medicine}", _takes(medicine)))
    if draw.random() < 0.5:
        trial.criteria.append(Asked("exclusion", "Pregnant or breast-feeding women", _pregnancy))
    return trial


def _patient(number: int, draw: random.Random) -> Truth:
    disease, drug, (low, high) = _DISEASES[number % len(_DISEASES)]
    no_medicines = draw.random() < 0.25
    others = draw.sample(_OTHERS, 4)
    return Truth(
        id=f"OSLER-P-{number + 1:03d}",
        age=draw.randint(low, high),
        sex="female" if disease == "breast cancer" else draw.choice(["female", "male"]),
        disease=disease,
        conditions=(disease, *others[: draw.choice([0, 0, 1])]),
        denied=tuple(others[1 : 1 + draw.choice([1, 2, 3])]),
        medicines=() if no_medicines else (drug, *draw.sample(_MEDICINES, draw.choice([0, 1]))),
        no_medicines=no_medicines,
        labs={
            name: round(draw.uniform(*_LABS[name][2]), 1) for name in draw.sample(sorted(_LABS), draw.choice([1, 2, 3]))
        },
        consent=draw.random() < 0.8,
    )


def note_of(truth: Truth, draw: random.Random) -> str:
    """The note that tells of a patient."""
    noun = {"female": "woman" if truth.age >= 18 else "girl", "male": "man" if truth.age >= 18 else "boy"}[truth.sex]
    they = {"female": "She", "male": "He"}[truth.sex]
    opening = draw.choice(
        [
            f"A {truth.age}-year-old {noun} with {truth.disease} is seen in clinic.",
            f"A {truth.age} year old {noun} presents with {truth.disease}.",
        ]
    )
    lines = ["Synthetic note; no real patient.", opening]
    lines += [f"{they} has a history of {name}." for name in truth.conditions[1:]]
    if truth.denied:
        lines.append(
            f"{they} denies {', '.join(truth.denied[:-1])}{' or ' if len(truth.denied) > 1 else ''}{truth.denied[-1]}."
        )
    if truth.no_medicines:
        lines.append(f"{they} takes no medications.")
    elif truth.medicines:
        lines.append(f"Current medications: {', '.join(truth.medicines)}.")
    lines += [
        f"{_LABS[name][0].capitalize() if name != 'hba1c' else 'HbA1c'} {value:g} {_LABS[name][1]}."
        for name, value in truth.labs.items()
    ]
    if truth.consent:
        lines.append("The patient will provide informed consent.")
    return "\n".join(lines)


def _facts(truth: Truth) -> dict[str, Any]:
    return {
        "age": truth.age,
        "sex": truth.sex,
        "conditions": list(truth.conditions),
        "denied": list(truth.denied),
        "medications": list(truth.medicines),
        "no_medications": truth.no_medicines,
        "labs": [
            {"name": _LABS[name][0], "value": value, "unit": _LABS[name][1]} for name, value in truth.labs.items()
        ],
        "consent": truth.consent,
    }


def _answer(truth: Truth, trial: SyntheticTrial) -> dict[str, Any]:
    """The verdicts that follow from the truth, those of the registry's own fields first."""
    ages = [
        {
            "text": f"minimumAge: {trial.minimum} Years",
            "type": "inclusion",
            "verdict": (MET if truth.age >= trial.minimum else NOT_MET).value,
        },
        {
            "text": f"maximumAge: {trial.maximum} Years",
            "type": "inclusion",
            "verdict": (MET if truth.age <= trial.maximum else NOT_MET).value,
        },
    ]
    asked = [{"text": item.text, "type": item.kind, "verdict": item.rule(truth).value} for item in trial.criteria]
    return {"patient": truth.id, "trial": trial.id, "criteria": [*ages, *asked]}


def _has(name: str) -> Rule:
    def rule(truth: Truth) -> CriterionVerdict:
        return MET if name in truth.conditions else NOT_MET if name in truth.denied else UNKNOWN

    return rule


def _takes(name: str) -> Rule:
    def rule(truth: Truth) -> CriterionVerdict:
        # Who is said to take nothing takes none; a list of what is taken leaves open what it does not name.
        return MET if name in truth.medicines else NOT_MET if truth.no_medicines else UNKNOWN

    return rule


def _lab(name: str) -> Asked:
    title, unit, _, limit = _LABS[name]
    low = name == "hemoglobin"

    def rule(truth: Truth) -> CriterionVerdict:
        if name not in truth.labs:
            return UNKNOWN
        return MET if (truth.labs[name] >= limit if low else truth.labs[name] <= limit) else NOT_MET

    return Asked("inclusion", f"{title[0].upper()}{title[1:]} {'>=' if low else '<='} {limit:g} {unit}", rule)


def _consents(truth: Truth) -> CriterionVerdict:
    return MET if truth.consent else UNKNOWN


def _pregnancy(truth: Truth) -> CriterionVerdict:
    return NOT_APPLICABLE if truth.sex == "male" or truth.age >= 60 else UNKNOWN
