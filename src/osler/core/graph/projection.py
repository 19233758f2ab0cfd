"""A patient record as a graph: every fact an instance of this patient, every kind of fact a shared type."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from typing import Any

from osler.core.graph.types import GraphData, Node, Relationship
from osler.core.patient import PatientRecord, Status
from osler.core.patient.types import (
    Allergy,
    Appointment,
    Biomarker,
    ClinicalTime,
    Coding,
    Condition,
    Encounter,
    Fact,
    Medication,
    Observation,
    Phenotype,
    Procedure,
    Quantity,
    Regimen,
    Schedule,
    TimePoint,
    earliest_day,
)

_LEFT_OUT = {Status.ENTERED_IN_ERROR, Status.CANCELLED}
"""What the record itself takes back; a missed or refused thing stays, under its status."""
_ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\ufeff\u2060"))
_SMOKING = "LOINC:72166-2"
_PICTURED = re.compile(
    r"x-?ray|radiograph|tomograph|\bct\b|\bmri\b|magnetic resonance|ultraso|sonogra|echocardio|mammogra|\bscan|imaging"
)
"""The name of a procedure that makes pictures."""


def project(record: PatientRecord) -> GraphData:
    """The graph of a record."""
    return _Projection(record).graph()


class _Projection:
    def __init__(self, record: PatientRecord) -> None:
        self._record = record
        self._birth = record.demographics.birth_date
        self._nodes: dict[tuple[str, str], Node] = {}
        self._relationships: list[Relationship] = []
        self._patient = ("Patient", record.id)
        self._written = {document.id: document.written for document in record.documents}

    def graph(self) -> GraphData:
        record = self._record
        self._add_patient()
        self._add_care()
        for condition in _kept(record.conditions):
            self._fact(
                "ConditionCase", "HAS_CONDITION", "ConditionType", condition, _of_condition(condition, self._birth)
            )
        for phenotype in _kept(record.phenotypes):
            self._fact("SymptomEpisode", "HAS_SYMPTOM", "SymptomType", phenotype, _of_phenotype(phenotype, self._birth))
        for allergy in _kept(record.allergies):
            self._fact("AllergyRecord", "HAS_ALLERGY", "AllergyType", allergy, _of_allergy(allergy))
        self._add_findings()
        for medication in _kept(record.medications):
            node = self._fact(
                "IntakeRegimen", "HAS_INTAKE", "IntakeType", medication, _of_medication(medication, self._birth)
            )
            self._by(node, "PRESCRIBED_BY", medication)
        for procedure in _once(_kept(record.procedures)):
            node = self._fact("ProcedureEvent", "HAS_PROCEDURE", "ProcedureType", procedure, _of_procedure(procedure))
            self._by(node, "PERFORMED_BY", procedure)
        for vaccine in _kept(record.immunisations):
            self._fact("Immunization", "HAS_IMMUNIZATION", "VaccineType", vaccine, {"dose_number": vaccine.dose_number})
        for relative in _kept(record.family_history):
            self._fact("FamilyRecord", "HAS_FAMILY_HISTORY", "ConditionType", relative, {"relation": relative.relation})
        for document in record.documents:
            properties = {
                "name": document.title or _display(document.codings) or "document",
                "title": document.title,
                "date": _day(document.written),
                "text": document.text,
                "encounter": document.encounter_id,
            }
            self._owned("DocumentReference", "HAS_DOCUMENT", document.id, properties)
        return GraphData(nodes=list(self._nodes.values()), relationships=self._relationships)

    def _add_findings(self) -> None:
        """What was measured, a panel by its parts, and what was found in a tumour."""
        for observation in _kept(self._record.observations):
            for part in observation.parts():
                if part is observation and observation.components and not _has_value(observation):
                    continue
                properties = (
                    self._dated(observation)
                    | _of_observation(part)
                    | {"panel": observation.id if part is not observation else None}
                )
                self._fact("Observation", "HAS_OBSERVATION", "ObservationType", part, properties)
        for marker in _kept(self._record.biomarkers):
            named = marker.model_copy(update={"text": f"{marker.name} tumour marker"})
            self._fact("Observation", "HAS_OBSERVATION", "ObservationType", named, self._of_marker(marker))

    def _add_patient(self) -> None:
        person = self._record.demographics
        smoking = self._record.latest_observation(_SMOKING)
        properties = {
            "name": person.names[0].label if person.names else None,
            "sex": person.sex.value if person.sex else None,
            "birth_date": _day(person.birth_date),
            "age_years": self._record.age_at() if person.birth_date is None else None,
            "age_on": _day(self._record.as_of) if person.birth_date is None else None,
            "death_date": person.death.earliest(person.birth_date) if person.death else None,
            "marital_status": person.marital_status.display or person.marital_status.code
            if person.marital_status
            else None,
            "language": person.languages[0] if person.languages else None,
            "smoking": _text_value(smoking) if smoking else None,
        }
        self._nodes[self._patient] = Node(*self._patient, properties)

    def _add_care(self) -> None:
        record = self._record
        for practitioner in record.practitioners:
            name = practitioner.names[0].label if practitioner.names else practitioner.id
            properties = {"name": name, "specialty": _display(practitioner.specialties)}
            self._nodes["Practitioner", practitioner.id] = Node("Practitioner", practitioner.id, properties)
        for organisation in record.organisations:
            properties = {"name": organisation.name or organisation.id, "kind": _display(organisation.types)}
            self._nodes["Organization", organisation.id] = Node("Organization", organisation.id, properties)
        meetings: list[Encounter | Appointment] = [*_kept(record.encounters), *_kept(record.appointments)]
        for meeting in meetings:
            setting = meeting.setting if isinstance(meeting, Encounter) else None
            properties = _common(meeting, self._birth) | {
                "setting": setting.code if setting else None,
                "reason": _display(meeting.reasons),
            }
            properties.pop("encounter")
            node = self._owned("Encounter", "HAS_ENCOUNTER", meeting.id, properties)
            for one in meeting.practitioner_ids:
                self._link(node, "SEEN_BY", ("Practitioner", one))
            if isinstance(meeting, Encounter) and meeting.organisation_id:
                self._link(node, "LOCATED_AT", ("Organization", meeting.organisation_id))

    def _of_marker(self, marker: Biomarker) -> dict[str, Any]:
        """A tumour marker: its number where it has one, and what was found in words."""
        found = [marker.result, marker.variant, marker.score]
        return self._dated(marker) | {
            "value": _number(marker.value),
            "unit": marker.value.unit if marker.value else None,
            "text": ", ".join(part for part in found if part) or None,
            "category": "tumour marker",
        }

    def _dated(self, observation: Observation | Biomarker) -> dict[str, Any]:
        """The day of a value that its note gives no day: the note's own."""
        if observation.time or observation.recorded:
            return {}
        days = (self._written.get(span.source_id) for span in observation.evidence if span.kind == "span")
        written = next(filter(None, days), None)
        if written is None:
            return {}
        when = ClinicalTime.on(written)
        return {"date": when.earliest(self._birth), "date_written": _in_part(when.at), "time": _moment(when)}

    def _by(self, node: tuple[str, str], relation: str, fact: Medication | Procedure) -> None:
        for one in fact.practitioner_ids:
            self._link(node, relation, ("Practitioner", one))

    def _fact(
        self, label: str, relation: str, type_label: str, fact: Fact, properties: dict[str, Any]
    ) -> tuple[str, str]:
        node = self._owned(label, relation, fact.id, _common(fact, self._birth) | properties)
        codes = [coding.id for coding in fact.codings]
        kind = (type_label, codes[0] if codes else f"text:{_clean(fact.label).casefold()}")
        if kind not in self._nodes:
            self._nodes[kind] = Node(*kind, {"name": _clean(fact.label), "codes": "|".join(codes) or None})
        self._link(node, "IS_A", kind)
        return node

    def _owned(self, label: str, relation: str, uuid: str, properties: dict[str, Any]) -> tuple[str, str]:
        node = (label, uuid)
        self._nodes[node] = Node(label, uuid, properties)
        self._link(self._patient, relation, node)
        return node

    def _link(self, start: tuple[str, str], relation: str, end: tuple[str, str]) -> None:
        if end in self._nodes:
            self._relationships.append(Relationship(start, relation, end))


def _once(procedures: Iterable[Procedure]) -> list[Procedure]:
    """Procedures without the imaging studies that are told as procedures too: the X-ray and its pictures are one act."""
    held = list(procedures)
    told = {_act(one) for one in held if one.category != "imaging" and _PICTURED.search(one.label.lower())}
    return [one for one in held if one.category != "imaging" or _act(one) not in told]


def _act(procedure: Procedure) -> tuple[str | None, dt.date | None]:
    """By what two procedures are one act: the visit and the day."""
    return procedure.encounter_id, procedure.time.earliest(None) if procedure.time else None


def _kept(facts: Iterable[Any]) -> list[Any]:
    return [fact for fact in facts if fact.status not in _LEFT_OUT]


def _common(fact: Fact, birth: str | None) -> dict[str, Any]:
    when = fact.time or (ClinicalTime.on(fact.recorded) if fact.recorded else None)
    return {
        "name": _clean(fact.label),
        "status": fact.status.value if fact.status else None,
        "presence": fact.presence.value,
        "date": when.earliest(birth) if when else None,
        "date_written": _in_part((when.at or when.start) if when else None),
        "time": _moment(when),
        "end_date": when.end.latest(birth) if when and when.end else None,
        "end_written": _in_part(when.end if when else None),
        "recorded": _day(fact.recorded),
        "note": fact.note,
        "encounter": fact.encounter_id,
    }


def _of_condition(fact: Condition, birth: str | None) -> dict[str, Any]:
    return {
        "category": fact.category,
        "severity": _display([fact.severity]) if fact.severity else None,
        **_ended(fact.abatement, birth),
    }


def _of_phenotype(fact: Phenotype, birth: str | None) -> dict[str, Any]:
    return {
        "severity": _display([fact.severity]) if fact.severity else None,
        **_ended(fact.resolution, birth),
    }


def _ended(when: ClinicalTime | None, birth: str | None) -> dict[str, Any]:
    if when is None:
        return {"end_date": None, "end_written": None}
    return {"end_date": when.earliest(birth), "end_written": _in_part(when.at or when.start)}


def _in_part(point: TimePoint | None) -> str | None:
    """A date that is known only to the month or the year, as it is known."""
    written = point.date if point else None
    return written if written and len(written) < len("YYYY-MM-DD") else None


def _of_allergy(fact: Allergy) -> dict[str, Any]:
    reactions = [reaction.text or _display(reaction.manifestations) or "" for reaction in fact.reactions]
    return {"kind": fact.kind, "criticality": fact.criticality, "reaction": "; ".join(filter(None, reactions)) or None}


def _of_procedure(fact: Procedure) -> dict[str, Any]:
    return {"category": fact.category, "reason": _displays(fact.reasons), "outcome": fact.outcome}


def _of_observation(fact: Observation) -> dict[str, Any]:
    quantity = fact.quantity
    usual = next(iter(fact.reference_ranges), None)
    return {
        "value": quantity.value if quantity else None,
        "unit": (quantity.ucum or quantity.unit) if quantity else None,
        "comparator": quantity.comparator if quantity else None,
        "text": _text_value(fact),
        "category": fact.category,
        "low": _number(usual.low) if usual else None,
        "high": _number(usual.high) if usual else None,
        "interpretation": _display(fact.interpretations),
    }


def _of_medication(fact: Medication, birth: str | None) -> dict[str, Any]:
    regimen = fact.regimens[-1] if fact.regimens else Regimen()
    ended = fact.time.end if fact.time else None
    started = fact.time.earliest(birth) if fact.time else None
    # An order is dated by the day it was written, which is when the medicine was prescribed.
    # Of one that somebody says to take, the day of saying so is no day of beginning.
    ordered = bool(fact.intent and fact.intent != "statement")
    by_record = ordered or (started is None and fact.time is None)
    return {
        "kind": fact.kind,
        "intent": fact.intent,
        "date": _day(fact.recorded) if by_record else started,
        **({"date_written": _in_part(TimePoint(date=fact.recorded))} if by_record else {}),
        "end_date": ended.latest(birth) if ended else None,
        "dose": _number(regimen.dose),
        "dose_unit": regimen.dose.unit if regimen.dose else None,
        "route": regimen.route_text or (_display([regimen.route]) if regimen.route else None),
        "frequency": _frequency(regimen.schedule),
        "instruction": regimen.text,
        "reason": (fact.reason_text if len(fact.reasons) <= 1 else None) or _displays(fact.reasons),
    }


def _frequency(schedule: Schedule | None) -> str | None:
    if schedule is None:
        return None
    if schedule.text:
        return schedule.text
    if schedule.frequency and schedule.period and schedule.period_unit:
        every = f"{schedule.period:g} {schedule.period_unit}" if schedule.period != 1 else schedule.period_unit
        return f"{schedule.frequency} per {every}"
    return "as needed" if schedule.as_needed else None


def _has_value(observation: Observation) -> bool:
    return observation.quantity is not None or _text_value(observation) is not None


def _text_value(observation: Observation) -> str | None:
    if observation.value_text:
        return _clean(observation.value_text)
    if observation.value_boolean is not None:
        return "yes" if observation.value_boolean else "no"
    return _display(observation.value_codings)


def _number(quantity: Quantity | None) -> float | None:
    return quantity.value if quantity else None


def _display(codings: Iterable[Coding]) -> str | None:
    return next((_clean(coding.display or coding.code) for coding in codings), None)


def _displays(codings: Iterable[Coding]) -> str | None:
    """All that codes say, without repetitions."""
    said = dict.fromkeys(_clean(coding.display or coding.code) for coding in codings)
    return "; ".join(said) or None


def _clean(text: str) -> str:
    return " ".join(text.translate(_ZERO_WIDTH).split())


def _day(value: str | None) -> dt.date | None:
    return earliest_day(value) if value else None


def _moment(when: ClinicalTime | None) -> dt.datetime | None:
    """The moment in UTC; a day without an hour is its beginning."""
    point = (when.at or when.start) if when else None
    if point is None or point.date is None:
        return None
    if "T" not in point.date:
        return dt.datetime.combine(earliest_day(point.date), dt.time())
    moment = dt.datetime.fromisoformat(point.date)
    return moment.astimezone(dt.UTC).replace(tzinfo=None) if moment.tzinfo else moment
