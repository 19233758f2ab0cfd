"""Quantities with a name → observations."""

from __future__ import annotations

import re
from dataclasses import replace

from osler.core.language import AnalysedText, Assertion, Experiencer, SectionKind, flag_after
from osler.core.language import Quantity as WrittenQuantity
from osler.core.patient.extract.reference_ranges import reference_bounds
from osler.core.patient.extract.result_dates import result_dates
from osler.core.patient.extract.result_rows import named_quantities
from osler.core.patient.extract.times import iso_date
from osler.core.patient.types import (
    ClinicalTime,
    Coding,
    Component,
    Observation,
    PatientRecord,
    Quantity,
    ReferenceRange,
    TimePoint,
)
from osler.core.terminology import measure

_PRESSURE = "LAB:bp"
_DOSE_UNITS = frozenset({"%", "mg", "mcg", "g", "ml", "units", "unit", "iu", "u"})
_PER_CENT_OF_PREDICTED = frozenset({"LAB:fev1", "LAB:fvc", "LAB:dlco", "LAB:pef"})
"""Measures of breathing that notes give in per cent of the predicted value (ATS/ERS 2019)."""
_UPPER_LIMIT = re.compile(
    r"[\s,;]{0,2}(?:[(\[]?(?:ULN|upper limit(?: of normal)?)\s?(?:of|is|[:=])?"
    r"|[(\[](?:normal(?: range)?|reference(?: range)?|ref(?:\.| range)?|NR|RR|nl|N)\s?[:=]?\s?(?:<=?|≤|up to|below|less than|0(?:\.0)?\s?[-–])"
    r"|[(\[](?:<=?|≤|up to\s)(?=\s?[\d.]+\s?[^\s\d()\[\]]{0,12}[)\]])"
    r")\s?(\d{1,6}(?:\.\d{1,3})?)(?![\d.x×]|\s?[-–]\s?\d)",
    re.IGNORECASE,
)
"""The limit that the laboratory's own report gives beside a value: "0.6 mg/dL (ULN 1.2)", "25 U/L (ref <45)"."""
INTERPRETATIONS = "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation"
_EARLIER = ClinicalTime(text="earlier")
"""The time of a value of which the text says only that another is newer."""
_OF_A_VIRUS = "LAB:hiv_rna"
_BARE_LOAD = re.compile(r"viral load|vl", re.IGNORECASE)
_HIV = re.compile(r"\bHIV\b|\bantiretroviral", re.IGNORECASE)
_OTHER_VIRUS = re.compile(r"\b(?:HCV|HBV|CMV|EBV|BKV?|hepatitis|cytomegalovirus|adenovirus)\b", re.IGNORECASE)
_OF_THE_BODY = frozenset({"LAB:weight", "LAB:height", "LAB:length", "LAB:head_circumference", "LAB:birth_weight"})
_OF_PREGNANCY = frozenset({"LAB:fetal_heart_rate", "LAB:efw", "LAB:afi"})
"""What is measured of a child that the patient carries, and stands in her record."""
_UNBORN = re.compile(r"\b(?:scan|ultrasound|uss|echo\w*|mri|survey)$|\bf(?:o)?et(?:al|us)", re.IGNORECASE)
_BABY = re.compile(r"\b(?:baby|infant|newborn|neonate|boy|girl|daughter|son)\b[^.;\n\d]{0,20}$", re.IGNORECASE)
_NEAR = 30
_BEFORE = re.compile(
    r"[(\[]\s?(?:was|from|prev\.?|previously|previous|prior|baseline|b/l|bl|down\sfrom|up\sfrom|last)?:?\s*$",
    re.IGNORECASE,
)
_DISCHARGED = re.compile(r"\bdischarge(?:d|\ssummary|\sdate)?\b|\bd/c\b", re.IGNORECASE)
_FURTHEST_ADMISSION = 300
"""Characters of a paragraph in which what was found on admission is told."""
_CAME = re.compile(
    r"\b(?:in\s(?:the\s)?(?:ED|A&E|ER|emergency\s(?:department|room))|on\s(?:admission|arrival|presentation)|at\s(?:admission|presentation|triage)|admission\s(?:labs?|bloods?)|initial(?:ly)?)\b"
    r"(?:(?!\b(?:peak\w*|discharge\w*|d/c|subsequently|now|today|then)\b)[^;\n])*$",
    re.IGNORECASE,
)
_CAME_AFTER = re.compile(r"\s?\(?\s?(?:on|at)\s(?:admission|arrival|presentation)\b", re.IGNORECASE)
_LEFT_AFTER = re.compile(r"\s?\(?\s?(?:at|on|by|before)\s(?:d/c|dc|discharge)\b", re.IGNORECASE)
_OF_PREDICTED = re.compile(
    r"\s?[(\[,]\s?(?P<share>\d{1,3}(?:\.\d)?)\s?%\s?(?:of\s)?(?:the\s)?pred(?:icted)?\b", re.IGNORECASE
)
_ADMITTED = re.compile(
    r"\b(?:admi(?:tted|ssion|t)(?:\sdate)?|date\sof\sadmission|DOA)\b[\s:]{0,3}(?:on\s)?$", re.IGNORECASE
)
_BIRTH = re.compile(
    r"\b(?:born|delivered|birth\s?(?:weight|wt|length)|BW|at\sbirth|birth:)(?:(?!\b(?:now|today|current\w*|examination|O/E|discharge\w*|at\s\d|aged?)\b)[^.\n]|\.\d)*$",
    re.IGNORECASE,
)
_FURTHEST_BIRTH = 120
_BIRTH_SIZES = {"LAB:height": re.compile(r"length", re.IGNORECASE), "LAB:head_circumference": re.compile(r".")}
"""Sizes that are told beside the birth weight, by the names with which they are those at birth: "BW 2.9 kg, length 45 cm"."""
_SYSTOLIC = Coding(system="LOINC", code="8480-6", display="Systolic blood pressure")
_DIASTOLIC = Coding(system="LOINC", code="8462-4", display="Diastolic blood pressure")


def add_observations(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add every quantity whose measure the text names; a number without a name is no observation."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    days = result_dates(analysed)
    named = list(named_quantities(analysed))
    outdated = {one.measure_id for one in named if one.superseded}
    today = _day_of_note(analysed)
    # Of values without a day the first counts as the newest, so that one which the text itself calls earlier comes last.
    for written in sorted(named, key=lambda one: one.superseded):
        section = analysed.section_at(written.start).kind
        # An age is not a measurement, and a plan holds targets and doses.
        if not written.analyte or written.measure_id == "LAB:age" or section is SectionKind.PLAN or _is_dose(written):
            continue
        if (
            not _is_of_patient(analysed, written)
            or _is_of_her_baby(analysed, written)
            or _is_of_no_named_virus(analysed, written)
        ):
            continue
        observation = _observation(written, len(record.observations) + 1, section)
        observation.evidence = [document.span(written.start, written.end)]
        # The day at the head of a line is not that of an earlier value in brackets: "13 Jan: Hb 9.6 (prev 10.8)".
        before = written.superseded and _BEFORE.search(analysed.text, max(0, written.start - _NEAR), written.start)
        observation.time = days.of(written.start, written.end, beside=bool(before)) or (
            _EARLIER if written.superseded else None
        )
        if _is_of_birth(analysed.text, written):
            _give_to_birth(observation)
        if observation.time is None and _is_of_admission(analysed, written):
            observation.time = _day_of_admission(analysed)
        if observation.time is None and _LEFT_AFTER.match(analysed.text, written.end):
            observation.time = today
        if observation.time is None and written.measure_id in outdated:
            observation.time = today  # else one of before that has a date would count as newer
        limit = _UPPER_LIMIT.match(analysed.text, written.end)
        if limit is not None:
            observation.reference_ranges = [ReferenceRange(high=_limit(written, float(limit[1])))]
        elif (bounds := reference_bounds(analysed.text, written)) is not None:
            low, high = (_limit(written, bound) for bound in bounds)
            observation.reference_ranges = [ReferenceRange(low=low, high=high)]
        flag = flag_after(analysed.text, written.end)
        if flag is not None and written.measure_id:
            observation.interpretations = [Coding(system=INTERPRETATIONS, code=flag.code)]
        record.observations.append(observation)
        if (share := _share_of_predicted(written, analysed.text)) is not None:
            share.id, share.time = f"observation-{len(record.observations) + 1}", observation.time
            share.evidence = list(observation.evidence)
            record.observations.append(share)


def _share_of_predicted(written: WrittenQuantity, text: str) -> Observation | None:
    """The second result that stands in the bracket behind a volume of breath: "FEV1 1.72 L (61% pred)"."""
    told = _OF_PREDICTED.match(text, written.end)
    row = measure(f"{written.measure_id}_percent") if told and written.unit != "%" else None
    if told is None or row is None:
        return None
    share = Quantity(value=float(told["share"]), unit="%")
    return Observation(id="", codings=codings_of_measure(row.id), text=row.name, quantity=share)


def _day_of_note(analysed: AnalysedText) -> ClinicalTime | None:
    written = analysed.about.written
    day = iso_date(written.value) if written is not None else None
    return ClinicalTime(at=TimePoint(date=day), text=written.value.text) if written is not None and day else None


def _is_of_patient(analysed: AnalysedText, written: WrittenQuantity) -> bool:
    """Whether a value was measured of the patient: not of a relative, nor one at which something is to be done ("hold if K > 5.5")."""
    said = analysed.assertion_at(written.start, written.end)
    awaited = written.comparator != "=" and any(cue.category == "conditional" for cue in said.cues)
    carried = written.measure_id in _OF_PREGNANCY and is_of_unborn(analysed, said)
    return (said.experiencer is Experiencer.PATIENT or carried) and not written.threshold and not awaited


def is_of_unborn(analysed: AnalysedText, said: Assertion) -> bool:
    """Whether a statement is another's because it is of the child that the patient carries."""
    return any(_UNBORN.search(analysed.text, cue.start, cue.end) for cue in said.cues)


def _is_of_her_baby(analysed: AnalysedText, written: WrittenQuantity) -> bool:
    """Whether a grown patient's letter gives the weight or length of a child: "2018 SVD, baby boy 4.2 kg"."""
    if not analysed.speaks_of_a_grown_patient or written.measure_id not in _OF_THE_BODY:
        return False
    baby = _BABY.search(analysed.text, max(0, written.start - _NEAR), written.start)
    own = analysed.about.sex  # the boy of "a 15-year-old boy, height 194 cm" is the patient
    return baby is not None and not (own is not None and own.start <= baby.start() < own.end)


def _is_of_admission(analysed: AnalysedText, written: WrittenQuantity) -> bool:
    """Whether the note of a stay that is over tells a value as the one with which the patient came: "in ED Cr 2.1"."""
    if _DISCHARGED.search(analysed.text) is None or _LEFT_AFTER.match(analysed.text, written.end):
        return False
    start = max(analysed.text.rfind("\n", 0, written.start) + 1, written.start - _FURTHEST_ADMISSION)
    told = _CAME.search(analysed.text, start, written.start)
    return told is not None or _CAME_AFTER.match(analysed.text, written.end) is not None


def _day_of_admission(analysed: AnalysedText) -> ClinicalTime:
    """The day on which the patient came in, where the note has it."""
    for time in analysed.times:
        before = analysed.text[max(0, time.start - _NEAR) : time.start]
        if time.kind == "date" and (day := iso_date(time)) and _ADMITTED.search(before):
            return ClinicalTime(at=TimePoint(date=day), text=time.text)
    return ClinicalTime(text="on admission")


def _is_of_birth(text: str, written: WrittenQuantity) -> bool:
    """Whether a length or a head circumference is the one at birth, which is told beside the birth weight."""
    named = _BIRTH_SIZES.get(written.measure_id or "")
    if named is None or not named.search(written.analyte):
        return False
    return _BIRTH.search(text, max(0, written.start - _FURTHEST_BIRTH), written.start) is not None


def _give_to_birth(observation: Observation) -> None:
    """Make a size that of birth: it is no height of today, nor one that a newer value replaces."""
    observation.time = ClinicalTime(at=TimePoint(age="P0D"), text="at birth")
    if observation.has_code("LAB:height"):
        observation.codings, observation.text = [], "length at birth"


def _is_of_no_named_virus(analysed: AnalysedText, written: WrittenQuantity) -> bool:
    """Whether a bare viral load may be that of any virus: it is HIV's where the text speaks of no other."""
    if written.measure_id != _OF_A_VIRUS or not _BARE_LOAD.fullmatch(written.analyte):
        return False
    return _HIV.search(analysed.text) is None or _OTHER_VIRUS.search(analysed.text) is not None


def _is_dose(written: WrittenQuantity) -> bool:
    """Whether a value has a unit of doses and none of its measure: "albumin 25 %" is given, not found."""
    if written.unit == "%" and written.measure_id in _PER_CENT_OF_PREDICTED:
        return False
    return written.unit.lower() in _DOSE_UNITS and not written.canonical_unit


def _observation(written: WrittenQuantity, number: int, section: SectionKind) -> Observation:
    observation = Observation(
        id=f"observation-{number}",
        codings=codings_of_measure(written.measure_id),
        text=written.analyte,
        category="vital-signs" if section is SectionKind.VITALS else None,
    )
    first = _quantity(written, written.value)
    if written.grade:
        observation.value_text = written.grade
    if written.grade in {"A", "B", "C"}:
        return observation
    if written.high is None:
        observation.quantity = first
    elif written.measure_id == _PRESSURE:
        diastolic = Component(codings=[_DIASTOLIC], quantity=_quantity(written, written.high))
        observation.components = [Component(codings=[_SYSTOLIC], quantity=first), diastolic]
    else:
        observation.value_range = ReferenceRange(low=first, high=_quantity(written, written.high))
    return observation


def codings_of_measure(measure_id: str | None) -> list[Coding]:
    """The codes of a measure: our own, and its LOINC codes."""
    if measure_id is None:
        return []
    row = measure(measure_id)
    own = Coding.of(measure_id, row.name if row else None)
    return [own, *(Coding(system="LOINC", code=code) for code in row.loinc)] if row else [own]


def _limit(written: WrittenQuantity, value: float) -> Quantity:
    """A limit of normal in the unit of the value, whatever sign the value has: of "> 200 (45-84)" it is 84."""
    return _quantity(replace(written, comparator="="), value)


def _quantity(written: WrittenQuantity, value: float) -> Quantity:
    comparator = written.comparator if written.comparator in ("<", "<=", ">", ">=") else None
    # A pressure without a unit is one in mmHg, a pulse one in beats a minute: what everybody means is in the record as UCUM.
    as_is = written.canonical_value == written.value
    meant = "" if written.unit else written.canonical_unit if as_is else written.meant_unit
    return Quantity(value=value, comparator=comparator, unit=written.unit or None, ucum=meant or None)
