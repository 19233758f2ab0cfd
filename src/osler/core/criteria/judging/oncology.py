"""What the typed cancer facts of a record say as conditions and results: spread, stage, tumour markers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.patient import PatientRecord, Presence, Status
from osler.core.patient.types import Biomarker, Cancer, Condition, Fact, Metastasis, Observation, Quantity

_GROUP = re.compile(r"(?P<roman>IV|I{1,3}|0)(?![IVX])", re.IGNORECASE)
_NUMBERS = {"0": 0.0, "I": 1.0, "II": 2.0, "III": 3.0, "IV": 4.0}
_NUMBERED_OTHERWISE = frozenset({"ISS", "R-ISS", "Rai", "Binet", "INSS", "INRGSS"})
"""Systems whose numbers are none of the four stages that a protocol asks for."""
_CAME_BACK = re.compile(r"\b(?:relaps|recur|progress|metasta|restag|upstag|spread)", re.IGNORECASE)
_RESULT_WORDS = re.compile(
    r"\b(?:positive|negative|wild[\s-]?type|mutations?|mutated|mutant|not|no|detected|absent|present|status|gene|is|was|for|the)\b|[:,.]",
    re.IGNORECASE,
)
_CODON = re.compile(r"(?P<codon>[A-Z]\d{1,4})[A-Z*]$")
_SPREAD = "/metastasis/"
_STAGE = "/stage/"
_STATE = re.compile(
    r"\b(?:active|untreated|symptomatic|asymptomatic|progressi\w+|uncontrolled|unstable|stable|growing|new)\b",
    re.IGNORECASE,
)
_RESULTS = {"positive": "positive", "negative": "negative", "wild-type": "negative"}


def spread(record: PatientRecord) -> Iterator[Condition]:
    """The places that a cancer has spread to, and those that were found free of it."""
    for cancer in record.cancers:
        if cancer.status is Status.ENTERED_IN_ERROR or cancer.presence is not Presence.PRESENT:
            continue
        for number, place in enumerate(cancer.metastases):
            yield _metastasis(cancer, place, f"{cancer.id}{_SPREAD}{number}", Presence.PRESENT)
        for number, place in enumerate(cancer.not_spread_to):
            yield _metastasis(cancer, place, f"{cancer.id}/free/{number}", Presence.ABSENT)


def tells_of_state(fact: Fact, asked: str) -> bool:
    """Whether a fact tells what is asked: where a cancer has spread to says nothing of whether that is active or untreated."""
    return _SPREAD not in fact.id or _STATE.search(asked) is None


def changes(record: PatientRecord) -> Iterator[Condition]:
    """The changes of genes that a tumour was found to have, or not to have."""
    for marker in record.biomarkers:
        if marker.status is Status.ENTERED_IN_ERROR or marker.result not in _RESULTS or marker.gene is None:
            continue
        changed = marker.result == "positive"
        gene = marker.gene.symbol or marker.name
        names = [name for name in _names(gene, marker, _RESULTS[marker.result]) if name.endswith(" mutation")]
        told = [(name, changed) for name in names]
        if changed or not _is_one_change(marker, gene):
            told.append((f"{gene} wild-type", not changed))
        for number, (name, there) in enumerate(told):
            yield Condition(
                id=f"{marker.id}/is/{number}",
                text=name,
                presence=Presence.PRESENT if there else Presence.ABSENT,
                time=marker.time,
                evidence=marker.evidence,
            )


def _metastasis(cancer: Cancer, place: Metastasis, fact_id: str, presence: Presence) -> Condition:
    return Condition(
        id=fact_id,
        text=f"{place.site} metastasis",
        codings=[place.coding] if place.coding is not None else [],
        presence=presence,
        time=cancer.time,
        evidence=place.evidence or cancer.evidence,
    )


def oncological_results(record: PatientRecord) -> Iterator[Observation]:
    """The stage of the one cancer that a record holds, and its tumour markers under the names that protocols give them."""
    cancers = present_cancers(record)
    if len(cancers) == 1:
        yield from stages_of(cancers[0], record)
    for marker in record.biomarkers:
        if marker.status is Status.ENTERED_IN_ERROR:
            continue
        if marker.result in _RESULTS:
            yield from _marker(marker, _RESULTS[marker.result])
        elif marker.value is not None:
            yield from _expression(marker, marker.value)


def present_cancers(record: PatientRecord) -> list[Cancer]:
    """The cancers that a patient has."""
    return [cancer for cancer in record.cancers if cancer.presence is Presence.PRESENT]


def _went_on(cancer: Cancer, record: PatientRecord) -> bool:
    """Whether a cancer came back or spread, so that a stage below the last may be one of the past."""
    return bool(cancer.metastases) or any(_CAME_BACK.search(document.text) for document in record.documents)


def stages_of(cancer: Cancer, record: PatientRecord) -> Iterator[Observation]:
    """The stages of one cancer, as results."""
    went_on = _went_on(cancer, record)
    for number, stage in enumerate(cancer.stages):
        group = _GROUP.match(stage.group or "")
        if group is None or stage.system in _NUMBERED_OTHERWISE:
            continue
        if went_on and group["roman"].upper() != "IV":
            continue
        yield Observation(
            id=f"{cancer.id}{_STAGE}{number}",
            text="stage",
            quantity=Quantity(value=_NUMBERS[group["roman"].upper()]),
            time=cancer.time,
            evidence=stage.evidence or cancer.evidence,
        )


def is_stage_of_cancer(observation: Observation) -> bool:
    """Whether a result is the stage of a cancer, and of nothing else."""
    return _STAGE in observation.id


def _marker(marker: Biomarker, result: str) -> Iterator[Observation]:
    gene = marker.gene.symbol if marker.gene is not None and marker.gene.symbol else marker.name
    for number, name in enumerate(_names(gene, marker, result)):
        yield Observation(
            id=f"{marker.id}/as/{number}",
            text=name,
            value_text=result,
            time=marker.time,
            evidence=marker.evidence,
        )


def _is_one_change(marker: Biomarker, gene: str) -> bool:
    """Whether a marker is one change of a gene: who lacks FLT3-ITD may have another change of FLT3."""
    return bool(marker.variant) or _called(marker).casefold() != gene.casefold()


def _called(marker: Biomarker) -> str:
    """What the source calls a marker, without its result."""
    words = (_RESULT_WORDS.sub(" ", marker.text or "") or marker.name).split()
    return " ".join(words).strip(" :,.-") or marker.name


def _expression(marker: Biomarker, value: Quantity) -> Iterator[Observation]:
    for number, name in enumerate((marker.name, f"{marker.name} expression")):
        yield Observation(
            id=f"{marker.id}/as/{number}", text=name, quantity=value, time=marker.time, evidence=marker.evidence
        )


def _names(gene: str, marker: Biomarker, result: str) -> list[str]:
    """The names of a marker. Who has one change of a gene has a change of it; who lacks one may have another."""
    variant = marker.variant or ""
    codon = _CODON.match(variant)
    changes = [variant, codon["codon"] if codon and result == "positive" else ""]
    names = [_called(marker), *(f"{gene} {change}" for change in changes if change)]
    if result == "positive" or not _is_one_change(marker, gene):
        names.append(gene)
    mutated = [f"{name} mutation" for name in names if marker.score is None and marker.value is None]
    return list(dict.fromkeys([*names, *mutated]))
