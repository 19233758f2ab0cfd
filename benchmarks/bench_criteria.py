"""Criteria held against a patient of 200 facts: by the index of facts, and by asking every fact in turn."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

from benchmarks.figure import Figure
from osler.core.criteria import Finding, PatientFacts, atoms, content_words, evaluate, parse_criterion
from osler.core.patient import PatientRecord, Status
from osler.core.patient.types import Condition, Fact, Medication
from osler.core.terminology import Vocabularies, bundled_vocabularies

_FACTS, _ROUNDS, _BAR = 200, 15, 10.0
_FIRST_VERSION = 3.6
"""Milliseconds a criterion of the version that compared words with every fact, on such a patient."""
_CRITERIA = (
    "Hypertension", "Diabetes mellitus or chronic kidney disease", "History of stroke within 6 months", "Treatment with a statin",
    "Active infection requiring systemic therapy", "Any malignancy except basal cell carcinoma", "Heart failure NYHA class III or IV",
    "Chronic kidney disease stage IV or V", "Myocardial infarction, stroke or unstable angina within 3 months", "Dementia",
    "Use of anticoagulants or antiplatelet agents", "Autoimmune disease such as lupus or rheumatoid arthritis", "Asthma or COPD",
    "Serum creatinine <= 1.5 mg/dL", "Known hypersensitivity to penicillin", "No history of seizures", "Age 18 to 75 years",
)  # fmt: skip


def patient(vocabularies: Vocabularies) -> PatientRecord:
    """A record of diseases and medicines, taken evenly from the vocabularies."""
    ids = sorted(one for one in vocabularies.hierarchy.descendants("MONDO:0700096") if one.startswith("MONDO:"))
    conditions = []
    for number, concept_id in enumerate(ids[:: max(1, len(ids) // (_FACTS // 2))][: _FACTS // 2]):
        concept = vocabularies.concept(concept_id)
        name = concept.name if concept is not None else concept_id
        conditions.append(Condition(id=f"c{number}", text=name, status=Status.ACTIVE))
    drugs = ("simvastatin", "warfarin", "metformin", "lisinopril", "amoxicillin", "omeprazole", "prednisone", "insulin")
    medications = [
        Medication(id=f"m{number}", text=f"{drugs[number % len(drugs)]} {number} mg", status=Status.ACTIVE)
        for number in range(_FACTS - len(conditions))
    ]
    return PatientRecord(id="p", as_of="2024-06-01", conditions=conditions, medications=medications)


def in_turn(asked: Sequence[Finding], facts: Sequence[Fact], vocabularies: Vocabularies) -> int:
    """How many facts answer, each compared by its words and by all that its names are kinds of."""
    answers = 0
    for atom in asked:
        wanted = [concept for match in vocabularies.find(atom.name) for concept in match.concept_ids]
        words = content_words(atom.name)
        for fact in facts:
            own = [concept for match in vocabularies.find(fact.label) for concept in match.concept_ids]
            kinds = any(vocabularies.hierarchy.is_a(one, other) for one in own for other in wanted)
            answers += kinds or content_words(fact.label) == words
    return answers


def measure() -> list[Figure]:
    """Processor time at the median, once the index stands."""
    vocabularies = bundled_vocabularies()
    record = patient(vocabularies)
    trees = [parse_criterion(text) for text in _CRITERIA]
    facts = PatientFacts(record)
    indexing = _seconds(lambda: PatientFacts(record))
    ours = statistics.median(_seconds(lambda: [evaluate(tree, facts) for tree in trees]) for _ in range(_ROUNDS))
    asked = [atom for tree in trees for atom in atoms(tree) if isinstance(atom, Finding)]
    every = [*record.conditions, *record.medications]
    theirs = _seconds(lambda: in_turn(asked, every, vocabularies))
    mine = 1000 * ours / len(trees)
    return [
        Figure("criteria: 200 facts indexed", 1000 * indexing, "ms"),
        Figure(
            "criteria: one held against 200 facts", mine, "ms", "every fact in turn", theirs / ours,
            f"at least {_BAR:g}x as fast", theirs >= _BAR * ours,
        ),
        Figure(
            "criteria: the same", mine, "ms", f"the first version's {_FIRST_VERSION} ms", _FIRST_VERSION / mine,
            f"at least {_BAR:g}x as fast", _BAR * mine <= _FIRST_VERSION,
        ),
    ]  # fmt: skip


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
