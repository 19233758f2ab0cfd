"""The steps of a consultation, one file each."""

from osler.consult.steps.cypher import ask_record
from osler.consult.steps.extractors import StatementInput, context_step, findings_step, measurements_step
from osler.consult.steps.lite import terms_of
from osler.consult.steps.rejected import rejections
from osler.consult.steps.triage import TriageInput, triage_step

__all__ = [
    "StatementInput",
    "TriageInput",
    "ask_record",
    "context_step",
    "findings_step",
    "measurements_step",
    "rejections",
    "terms_of",
    "triage_step",
]
