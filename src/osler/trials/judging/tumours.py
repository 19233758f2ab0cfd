"""Cancers that are asked for as spread, early or invasive, by metastases, stage and the words of their names."""

from __future__ import annotations

import re

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.evidence import Span
from osler.trials.judging.findings import named
from osler.trials.judging.oncology import by_cancer, by_marker, without_marker
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.view import PatientView

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET
_TUMOUR_WORDS = re.compile(
    r"(?:(?:(?:histologically|pathologically|cytologically)\s(?:confirmed|proven)|early(?:[- ]stage)?|invasive)\s)+(?=\S)",
    re.IGNORECASE,
)
"""Early is what has not spread beyond the region (NCI Dictionary of Cancer Terms: early-stage breast cancer, stages I to IIIA)."""


def metastatic(atom: Finding, view: PatientView) -> Proof | None:
    """A cancer that has spread: by recorded metastases, by stage IV, or by the word before its name."""
    words = " ".join(atom.name.casefold().split())
    if not words.startswith("metastatic ") or atom.windows:
        return None
    # In its own letters: "NSCLC" is a name, "nsclc" is none.
    tumour, marker = without_marker(" ".join(atom.name.split())[len("metastatic ") :])
    asked = named(tumour, view.vocabularies).concepts
    has_marker = by_marker(marker, view.record) if marker else None
    if marker and has_marker is None:
        return None
    texts = {document.id: document.text for document in view.record.documents}
    for fact in view.facts:
        if not fact.present or fact.over or fact.kind != "condition" or not fact.lineage & asked:
            continue
        spans = [item for item in fact.evidence if isinstance(item, Span) and item.source_id in texts]
        called = any(texts[item.source_id][: item.start].casefold().rstrip().endswith("metastatic") for item in spans)
        spread = [item for cancer in view.record.cancers for place in cancer.metastases for item in place.evidence]
        if (called or spread) and has_marker is not None and has_marker.truth is NOT_MET:
            return proof_of(NOT_MET, atom, f"{has_marker.reason}, and {marker} is asked", has_marker.evidence)
        if called or spread:
            shown = [*fact.evidence, *spread, *(has_marker.evidence if has_marker else ())]
            return proof_of(MET, atom, f"{fact.label}: recorded with metastases", shown)
    return None


def early(atom: Finding, view: PatientView) -> Proof | None:
    """A cancer that is asked for as early or invasive: by its stage, and by the word in its name."""
    found = _TUMOUR_WORDS.match(atom.name)
    if found is None or atom.windows:
        return None
    asked = named(atom.name[found.end() :], view.vocabularies)
    words = found[0].casefold()
    if not asked.whole:
        return None
    for fact in view.facts:
        if not fact.present or fact.over or fact.kind != "condition" or not fact.lineage & asked.concepts:
            continue
        if "invasive" in words and not re.search(r"(?<!non-)(?<!non)\binvasive\b", fact.label.casefold()):
            continue
        if "early" not in words:
            return proof_of(MET, atom, f"{fact.label}: recorded", fact.evidence)
        proofs = [by_cancer(Finding(name=f"stage {stage}"), view.record) for stage in ("I", "II", "III", "IV")]
        held = next((proof for proof in proofs if proof is not None and proof.truth is MET), None)
        if held is not None:
            truth = NOT_MET if held is proofs[-1] else MET
            return proof_of(truth, atom, f"{fact.label}: {held.reason}", [*fact.evidence, *held.evidence])
    return None
