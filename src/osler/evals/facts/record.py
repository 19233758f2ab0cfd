"""A patient record as comparable facts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from osler.core.patient import PatientRecord, Presence, Status
from osler.core.patient.types import Allergy, Cancer, Medication, Observation, Procedure, Regimen, TherapyLine
from osler.core.patient.types import Fact as RecordFact
from osler.evals.facts.types import Fact

_PERFORMANCE = {"LAB:ecog": "ECOG", "LAB:karnofsky": "Karnofsky"}
_NOT_GIVEN = (Status.STOPPED, Status.ON_HOLD, Status.PLANNED, Status.COMPLETED)


def facts_of(record: PatientRecord) -> list[Fact]:
    """Every fact of the record."""
    return list(_facts(record))


def _facts(record: PatientRecord) -> Iterator[Fact]:
    yield from _person(record)
    for fact in chain(record.conditions, record.phenotypes):
        over = fact.status in (Status.RESOLVED, Status.REMISSION, Status.INACTIVE)
        state = "resolved" if over and fact.presence is Presence.PRESENT else fact.presence.value
        # What only a value beyond its range says is scored as a measurement; as a finding it counts where gold lists it.
        yield Fact("conditions", _names(fact), (state,), _codes(fact), optional=bool(fact.note))
    for medication in record.medications:
        yield from _medication(medication)
    yield from map(_allergy, record.allergies)
    for observation in record.observations:
        yield from _measurement(observation)
    for procedure in record.procedures:
        if procedure.presence is Presence.PRESENT:
            yield _procedure(procedure)
    for relative in record.family_history:
        yield Fact("family_history", _names(relative), (relative.presence.value,), _codes(relative), relative.relation)
    yield from _cancer(record)
    for denial in record.denials:
        yield Fact("denials", (denial.of,))


def _person(record: PatientRecord) -> Iterator[Fact]:
    person = record.demographics
    age = record.age_at()
    if age is not None:
        yield Fact("person", ("age_years",), value=age)
    if person.sex:
        yield Fact("person", ("sex",), value=person.sex.value)
    if person.birth_date:
        yield Fact("person", ("birth_date",), value=person.birth_date)
    for document in record.documents:
        if document.written:
            yield Fact("note_date", ("note date",), value=document.written[:10])


def _medication(medication: Medication) -> Iterator[Fact]:
    state = "active"
    if medication.presence is Presence.ABSENT:
        state = "not-taken"
    elif medication.status in _NOT_GIVEN and medication.status is not None:
        state = medication.status.value
    names, codes = _names(medication), _codes(medication)
    if not medication.regimens:
        yield Fact("medications", names, (state,), codes)
    for regimen in medication.regimens:
        yield Fact("medications", names, (state,), codes, sig=_sig(regimen))


def _sig(regimen: Regimen) -> dict[str, object]:
    schedule, dose = regimen.schedule, regimen.dose
    amount = f"{dose.value:g} {dose.unit or ''}" if dose and dose.value is not None else None
    often = schedule.frequency / schedule.period if schedule and schedule.frequency and schedule.period else None
    return {
        "dose": regimen.strength or amount,
        "route": regimen.route_text,
        "frequency": often,
        "as_needed": bool(schedule and schedule.as_needed),
    }


def _allergy(allergy: Allergy) -> Fact:
    if allergy.presence is Presence.ABSENT:
        # What one substance does not do ("tolerates cephalosporins") says nothing of the others, and is no allergy.
        return Fact("allergies", ("no known allergies",), optional=bool(allergy.codings))
    return Fact("allergies", _names(allergy), codes=_codes(allergy))


def _measurement(observation: Observation) -> Iterator[Fact]:
    codes = _codes(observation)
    if not codes.isdisjoint(_PERFORMANCE) and observation.quantity:
        scale = next(_PERFORMANCE[code] for code in codes if code in _PERFORMANCE)
        yield Fact("cancer", (f"performance status {scale}",), value=observation.quantity.value, optional=True)
    date = observation.time.at.date if observation.time and observation.time.at else None
    sig = {"date": date}
    if observation.components:
        values = [part.quantity.value for part in observation.components if part.quantity]
        high = values[1] if len(values) > 1 else None
        yield Fact(
            "measurements", _names(observation), codes=codes, value=values[0] if values else None, high=high, sig=sig
        )
    elif observation.quantity:
        yield Fact("measurements", _names(observation), codes=codes, value=observation.quantity.value, sig=sig)
    elif observation.value_range and observation.value_range.low:
        yield Fact("measurements", _names(observation), codes=codes, value=observation.value_range.low.value, sig=sig)
    elif observation.value_text:
        yield Fact("measurements", _names(observation), codes=codes, value=observation.value_text, sig=sig)


def _procedure(procedure: Procedure) -> Fact:
    state = "planned" if procedure.status is Status.PLANNED else "done"
    date = procedure.time.at.date if procedure.time and procedure.time.at else None
    return Fact("procedures", _names(procedure), (state,), _codes(procedure), sig={"date": date})


def _cancer(record: PatientRecord) -> Iterator[Fact]:
    for cancer in record.cancers:
        yield from _tumour(cancer)
    for marker in record.biomarkers:
        number = marker.value.value if marker.value else None
        stated: list[float | str | None] = [marker.result, number]
        for value in stated:
            if value is not None:
                yield Fact("cancer", ("biomarker " + marker.name,), value=value)
        if marker.variant:
            yield Fact("cancer", ("variant of " + marker.name,), value=marker.variant)
    for line in record.therapy_lines:
        yield from _line(line)
    for course in record.radiotherapies:
        dose = f"{course.dose.value:g} {course.dose.unit}" if course.dose and course.dose.value is not None else None
        for part in [one for one in (dose, course.site) if one] or ["given"]:
            yield Fact("cancer", ("radiotherapy",), value=part, optional=True)
    for procedure in record.procedures:
        if procedure.category == "surgery" and record.cancers:
            yield Fact("cancer", ("surgery",), value=procedure.label, optional=True)


def _tumour(cancer: Cancer) -> Iterator[Fact]:
    for name, value in (("histology", cancer.histology), ("grade", cancer.grade)):
        if value:
            yield Fact("cancer", (name,), value=value)
    for stage in cancer.stages:
        for name, value in (("stage", stage.group), ("tnm", stage.tnm)):
            if value:
                yield Fact("cancer", (name,), value=value)
        if stage.system:
            yield Fact("cancer", ("stage_system",), value=stage.system, optional=True)
    for spread in cancer.metastases:
        yield Fact("cancer", ("metastasis",), value=spread.site)


def _line(line: TherapyLine) -> Iterator[Fact]:
    place = f"line {line.line or ''}".strip()
    for drug in line.drugs:
        yield Fact("cancer", (f"{place} drug",), value=drug)
    for key, said in (("response", line.response), ("stopped", line.stop_reason)):
        if said:
            yield Fact("cancer", (f"{place} {key}",), value=said)


def _names(fact: RecordFact) -> tuple[str, ...]:
    displays = (coding.display for coding in fact.codings if coding.display)
    return tuple(dict.fromkeys(filter(None, (fact.text, *displays)))) or ("(unnamed)",)


def _codes(fact: RecordFact) -> frozenset[str]:
    return frozenset(coding.id for coding in fact.codings)
