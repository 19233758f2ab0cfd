"""Cancers that are asked for as spread, early or invasive, by metastases, stage and the words of their names."""

from __future__ import annotations

import re

from osler.core.criteria import Finding, MeasuredValue, Proof, TruthValue, ValueTest, evaluate
from osler.core.evidence import Span
from osler.trials.judging.cancers.oncology import by_cancer, by_marker, without_marker
from osler.trials.judging.findings import named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.view import KnownFact, PatientView

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET
_TUMOUR_WORDS = re.compile(
    r"(?:(?:(?:histologically|pathologically|cytologically)\s(?:confirmed|proven)|early(?:[- ]stage)?|invasive)\s)+(?=\S)",
    re.IGNORECASE,
)
"""Early is what has not spread beyond the region (NCI Dictionary of Cancer Terms: early-stage breast cancer, stages I to IIIA)."""


_EXTENT = re.compile(
    r"^(?:(?:histo|cyto|patho)logic(?:al)?(?:ly)?(?:\s(?:or|and|and/or)\s(?:histo|cyto|patho)logic(?:al)?(?:ly)?)?\s(?:confirmed|proven|documented|diagnosed)\s)?"
    r"(?P<extent>locally[- ]advanced|metastatic|advanced)\s(?P<tumour>\S.*)$",
    re.IGNORECASE,
)
_LOCAL_FOUR = re.compile(
    r"head|neck|oral|mouth|tongue|laryn|pharyn|sinus|saliva|thyroid|cervix|cervical|uter|endometri|vulv|bladder|urothel|lymphom|leuk|myelom|hodgkin",
    re.IGNORECASE,
)
"""Tumours of which stage IV may be local, or is counted otherwise (AJCC Cancer Staging Manual, 8th edition)."""
_BY_STAGE = {
    "metastatic": ({"IV"}, {"I", "II", "III"}),
    "advanced": ({"III", "IV"}, {"I"}),
    "locally advanced": ({"III"}, {"I", "IV"}),
}
"""The stages at which a cancer is what it is asked for as, and those at which it is not (NCI Dictionary of Cancer Terms: metastatic, advanced,
locally advanced); stage II may be either."""


def extended(atom: Finding, view: PatientView) -> Proof | None:
    """A cancer that is asked for as spread or advanced: by recorded metastases, by the word before its name, or by its stage."""
    found = _EXTENT.match(" ".join(atom.name.split()))
    if found is None or atom.windows:
        return None
    extent = found["extent"].casefold().replace("-", " ")
    # In its own letters: "NSCLC" is a name, "nsclc" is none.
    tumour, marker = without_marker(found["tumour"])
    asked = named(tumour, view.vocabularies).concepts
    has_marker = by_marker(marker, view.record) if marker else None
    if marker and has_marker is None:
        return None
    for fact in view.facts:
        if not fact.present or fact.over or fact.kind != "condition" or not fact.lineage & asked:
            continue
        told = _extent_told(extent, atom, fact, view)
        if told is None:
            continue
        if told.truth is MET and has_marker is not None and has_marker.truth is NOT_MET:
            return proof_of(NOT_MET, atom, f"{has_marker.reason}, and {marker} is asked", has_marker.evidence)
        shown = [*told.evidence, *(has_marker.evidence if has_marker and told.truth is MET else ())]
        return proof_of(told.truth, atom, told.reason, shown)
    return None


def _extent_told(extent: str, atom: Finding, fact: KnownFact, view: PatientView) -> Proof | None:
    texts = {document.id: document.text for document in view.record.documents}
    spans = [item for item in fact.evidence if isinstance(item, Span) and item.source_id in texts]
    called = any(texts[item.source_id][: item.start].casefold().rstrip().endswith(extent) for item in spans)
    spread = [item for cancer in view.record.cancers for place in cancer.metastases for item in place.evidence]
    if called or (spread and extent == "metastatic"):
        return proof_of(MET, atom, f"{fact.label}: recorded with metastases", [*fact.evidence, *spread])
    if _LOCAL_FOUR.search(f"{fact.label} {atom.name}"):
        return None
    held, not_held = _BY_STAGE[extent]
    for stages, truth in ((held, MET), (not_held, NOT_MET)):
        proofs = [by_cancer(Finding(name=f"stage {stage}"), view.record) for stage in sorted(stages)]
        told = next((proof for proof in proofs if proof is not None and proof.truth is MET), None)
        if told is not None and not (truth is NOT_MET and spread):
            return proof_of(truth, atom, f"{fact.label}: {told.reason}", [*fact.evidence, *told.evidence])
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
        proofs = [_of_stage(number, view) for number in (1, 2, 3, 4)]
        held = next((proof for proof in proofs if proof is not None and proof.truth is MET), None)
        # Stage 0 is in situ, and every later one invasive.
        if "invasive" in words and held is None and not _is_invasive(fact, atom.name[found.end() :], view):
            continue
        if "early" not in words:
            return proof_of(MET, atom, f"{fact.label}: recorded", fact.evidence)
        if held is not None:
            truth = NOT_MET if held is proofs[-1] else MET
            return proof_of(truth, atom, f"{fact.label}: {held.reason}", [*fact.evidence, *held.evidence])
    return None


def _of_stage(number: int, view: PatientView) -> Proof | None:
    """The proof of a stage, by the cancers of the record or by the stage that it has as a value."""
    told = by_cancer(Finding(name=f"stage {('I', 'II', 'III', 'IV')[number - 1]}"), view.record)
    if told is not None and told.truth is MET:
        return told
    asked = MeasuredValue(name="stage", test=ValueTest(values=(float(number),)))
    return evaluate(asked, view.indexed, on=view.on)


def _is_invasive(fact: KnownFact, tumour: str, view: PatientView) -> bool:
    """Whether a tumour is called invasive, or is of a kind that is."""
    invasive = named(f"invasive {tumour}", view.vocabularies)
    kind = invasive.whole and bool(fact.lineage & invasive.concepts)
    return kind or re.search(r"(?<!non-)(?<!non)\binvasive\b", fact.label.casefold()) is not None
