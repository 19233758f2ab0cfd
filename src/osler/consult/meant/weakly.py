"""Whether the rules read a question at all, and whether what they read is what the examples say it asks."""

from __future__ import annotations

import datetime as dt

from osler.consult.heard.charted import labels_of
from osler.consult.record import RecordQuestion, Refused, measure_named, read_question
from osler.consult.record.periods import Period
from osler.consult.record.reading.kinds import is_clinical
from osler.consult.record.reading.predicates import predicate_of
from osler.consult.record.systems import names_an_organ
from osler.core.patient import PatientRecord
from osler.core.terminology import Vocabularies

_BY_SELECTOR = {"v_first": "first", "v_max": "maximum", "v_min": "minimum", "v_mean": "average"}
_INTENTS = {
    "v_last": {"value", "normal"},
    "v_trend": {"trend", "change", "compare"},
    "v_change": {"change", "compare", "trend"},
    "v_normal": {"normal", "value", "ever"},
    "v_when": {"when", "time_since"},
    "count": {"count", "per_period", "repeated"},
    "c_has": {"ever", "age_at", "list"},
    "c_now": {"ever", "duration", "list"},
    "c_since": {"when", "time_since", "duration", "age_at"},
    "c_end": {"when", "duration", "time_since"},
    "c_treat": {"list", "after"},
    "m_now": {"ever"},
    "m_ever": {"ever"},
    "m_since": {"when", "time_since", "duration"},
    "m_end": {"when", "time_since"},
    "m_why": {"reason"},
    "m_dose": {"dose", "list"},
    "m_who": {"who"},
    "p_ever": {"ever"},
    "p_when": {"when", "time_since", "age_at"},
    "p_result": {"value", "normal", "nth", "list"},
    "i_ever": {"ever"},
    "i_when": {"when", "time_since"},
    "a_to": {"ever", "list", "value"},
    "visit_last": {"when", "time_since", "name"},
    "visit_why": {"reason"},
    "visit_who": {"who"},
    "visit_where": {"where"},
}  # fmt: skip
"""What a question that asks for this is read as by the rules; any reading goes with what is not here."""


def is_weak(question: str, record: PatientRecord, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether the rules read nothing of a question, name something that is nowhere, or are asked more of a thing than a record tells."""
    read = read_question(
        question, today, vocabularies, patient_names=[name.label for name in record.demographics.names]
    )
    if isinstance(read, Refused):
        return read.unread
    if read.intent in {"demographic", "events"} or read.planned or read.seen_for or read.given_for:
        return False
    if not read.phrase:
        return read.kind == "any" and read.period == Period()
    if names_an_organ(read.phrase, vocabularies):
        return False
    labels = labels_of(record, read.phrase, vocabularies)
    if measure_named(read.phrase) is None and not labels and not is_clinical(read.phrase, vocabularies):
        return True
    return bool(predicate_of(read, labels, vocabularies))


def goes_with(label: str, question: str, record: PatientRecord, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether the rules read in a question what the examples say it asks, or that it is of somebody else."""
    read = read_question(
        question, today, vocabularies, patient_names=[name.label for name in record.demographics.names]
    )
    if not isinstance(read, RecordQuestion):
        return read.reason == "other_patient"
    several = read.others or read.ratio is not None or read.excluded or read.other_period is not None
    if several or read.newest is not None:
        return True  # of more than one thing or time, which a plain question would drop
    if names_an_organ(read.phrase, vocabularies):
        return True  # how an organ is
    selector = _BY_SELECTOR.get(label)
    if selector is not None:
        return selector in read.selectors or read.intent in {"compare", "range", "normal"}
    if label == "v_prev":
        return read.nth is not None or read.earlier or read.anchor is not None or read.period != Period()
    if label == "v_change" and read.period != Period():
        return read.kind == "observation"
    if label in {"v_above", "v_below"}:
        return read.threshold is not None
    return read.intent in _INTENTS.get(label, {read.intent})
