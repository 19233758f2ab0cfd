"""What a user states of the patient, extracted: measurements, care, intakes, findings; deterministic."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from osler.consult.extraction.after_that import in_days_of_their_own
from osler.consult.extraction.ages import is_a_day, years_of
from osler.consult.extraction.agreeing import read_otherwise
from osler.consult.extraction.allergies import allergies
from osler.consult.extraction.allergy_days import dated_allergies
from osler.consult.extraction.amending import amended
from osler.consult.extraction.amounts import excess, swallowed_at_once
from osler.consult.extraction.at_a_visit import dated_by_visit
from osler.consult.extraction.context import encounters, operations, organizations, practitioners
from osler.consult.extraction.diary import by_days
from osler.consult.extraction.everyday_measures import as_measured
from osler.consult.extraction.findings import findings
from osler.consult.extraction.inexact import inexact, roughly
from osler.consult.extraction.intakes import intakes
from osler.consult.extraction.joining import joined
from osler.consult.extraction.lone import SHORT_UNITS
from osler.consult.extraction.measurements import measurements
from osler.consult.extraction.operated import without_operated
from osler.consult.extraction.plausible import is_plausible, without_implausible, without_impossible
from osler.consult.extraction.same_day import needs_day
from osler.consult.extraction.stated import without_quoted_names
from osler.consult.extraction.support import named, unsupported
from osler.consult.extraction.told import plainly
from osler.consult.extraction.types import (
    KINDS,
    AllergyEntry,
    ConditionEntry,
    DataExtraction,
    EncounterEntry,
    Extraction,
    IntakeStatus,
    MeasurementEntry,
    MedicalContextExtraction,
    MedicalMeasurementsExtraction,
    MedicationEntry,
    OperationEntry,
    OrganizationEntry,
    PractitionerEntry,
    SupplementEntry,
    SymptomEntry,
)
from osler.consult.extraction.withdrawing import denies, is_not_own, withdrawn
from osler.consult.wording.figures import without_figures
from osler.core.terminology import Vocabularies

__all__ = [
    "KINDS",
    "SHORT_UNITS",
    "AllergyEntry",
    "ConditionEntry",
    "DataExtraction",
    "EncounterEntry",
    "Extraction",
    "IntakeStatus",
    "MeasurementEntry",
    "MedicalContextExtraction",
    "MedicalMeasurementsExtraction",
    "MedicationEntry",
    "OperationEntry",
    "OrganizationEntry",
    "PractitionerEntry",
    "SupplementEntry",
    "SymptomEntry",
    "amended",
    "as_measured",
    "denies",
    "excess",
    "extract_context",
    "extract_findings",
    "extract_measurements",
    "inexact",
    "is_a_day",
    "is_not_own",
    "is_plausible",
    "joined",
    "named",
    "needs_day",
    "read_otherwise",
    "roughly",
    "swallowed_at_once",
    "unsupported",
    "withdrawn",
    "without_implausible",
    "without_impossible",
    "years_of",
]


_COMMAND = re.compile(
    r"\W*(?:(?:please|can you|could you|would you|kindly|i want you to) )*"
    r"(?:(?:change|update|edit|correct|modify) (?:my|the|his|her)|delete|remove|erase|remind|book|schedule|arrange|order|cancel|call|ring|share|send|forward|e-?mail|export|print|show|list|compare|summari[sz]e|explain|act as|pretend"
    r"|role-?play|say|repeat|answer|reply)\b|\W*(?:please )?stop (?:the |my )?[\w-]+(?: [\w-]+)? (?:on|in) (?:my|the) (?:list|record|chart|file|profile|medication list)\b|.*\byou (?:must|should|have to|need to|shall|will|are to) (?:say|answer|tell|reply|state|respond|claim)\b",
    re.IGNORECASE | re.DOTALL,
)
_TELLS = re.compile(
    r"(?<!did )(?<!do )(?<!does )\b(?:i have|i've|i am|i'm|i feel|i keep|i get|my \w+(?: \w+)? (?:is|are|hurts?|aches?|has been|have been))\b",
    re.IGNORECASE,
)
"""What a question tells beside what it asks: how it is now."""
_ASKS = re.compile(
    r"\W*(?:(?:and |so |ok )*(?:since when|for how long|until when|from when|by whom|(?:when|what|which|who|whom|where|how|why)(?:'?s|'re)?)\b[^.!?]*\??"
    r"|(?:the )?(?:best |usual |first-line )?(?:treatments?|therapy|causes?|symptoms|signs|side effects?|risks?|prognosis|definition|meaning|dos(?:e|age)|complications) (?:of|for) [^.!?]*"
    r"|(?:all |any )?(?:my|his|her|the) (?:[\w-]+ )?[\w-]+s (?:since|from|in|between|during|before|after) (?:the )?(?:\w+ )?(?:19|20)\d\d\b[^.!?]*"
    r"|(?:did|do|does|is|are|was|were)\b[^.!?]*\?"
    r"|(?:did|do|does|is|are|was|were) (?:i|my|he|she|his|her|the|there|it|you|we|they)\b[^.!?]*"
    r"|(?:is|are|does|can|could|should|would|may|will) (?:an?|any|\d[\w.,/%]*|i|you|we|people|having|taking)\b[^.!?]*)\W*",
    re.IGNORECASE,
)


_NAMED_FIRST = re.compile(
    r"\W*(?:(?:and|so|ok|okay|hi|hello|but|right|well)[ ,]+)*(?:about )?(?:the|my|that|this|his|her) [\w-]+(?: [\w-]+)?\s*[,:–-] (?=(?:when|what|which|who|where|how|why|is|was|are|were|do|did|does|am|have|has)\b)",
    re.IGNORECASE,
)
"""What a question is about, named before it."""


def _commands(message: str) -> bool:
    """Whether a message tells what to do with the record: it states nothing."""
    return _COMMAND.match(message) is not None


_THING_FIRST = re.compile(
    r"\W*(?:(?:and|so|ok|okay|but)[ ,]+)*[\w-]{4,}\s*[,:–-] (?=(?:when|what|which|how|since when)\b)", re.IGNORECASE
)
"""A thing alone before the question about it."""


def _only_asks(message: str, *, of_things: bool = False) -> bool:
    """Whether a message is one question and no more; `of_things`: also where it begins with a bare name ("digoxin, what dose")."""
    named = _NAMED_FIRST.match(message)  # "the methotrexate, how long have I been on that"
    named = named or (_THING_FIRST.match(message) if of_things else None)
    return _ASKS.fullmatch(message[named.end() :] if named is not None else message) is not None


def extract_measurements(message: str, now: dt.datetime) -> MedicalMeasurementsExtraction:
    """What MedicalMeasurements reads."""
    if _commands(message):
        return MedicalMeasurementsExtraction()
    return by_days(in_days_of_their_own(plainly(message), now), now, lambda text: measurements(text, now))


def extract_context(
    message: str, now: dt.datetime, vocabularies: Vocabularies, *, own: Sequence[str] = ()
) -> MedicalContextExtraction:
    """What MedicalContext reads; `own` are the medicines of the record as it names them."""
    if _commands(message) or _only_asks(message, of_things=True):
        return MedicalContextExtraction()

    def read(text: str) -> MedicalContextExtraction:
        visits = encounters(text, now)
        return MedicalContextExtraction(
            practitioners=practitioners(text),
            organizations=organizations(text),
            encounters=visits,
            medications=dated_by_visit(intakes(text, now, vocabularies, own=own)[0], visits, text),
            operations=operations(text, now, vocabularies),
        )

    return by_days(in_days_of_their_own(plainly(message), now), now, read)


def extract_findings(message: str, now: dt.datetime, vocabularies: Vocabularies) -> DataExtraction:
    """What DataExtractor reads."""
    if _commands(message) or (_only_asks(message) and not _TELLS.search(message.replace("’", "'"))):
        return DataExtraction()

    def read(text: str) -> DataExtraction:
        conditions, symptoms = findings(text, now, vocabularies)
        conditions = without_operated(conditions, operations(text, now, vocabularies) if conditions else [])
        supplements = dated_by_visit(intakes(text, now, vocabularies)[1], encounters(text, now), text)
        harmful = dated_allergies(allergies(text, vocabularies), text, now)
        return DataExtraction(conditions=conditions, symptoms=symptoms, allergies=harmful, supplements=supplements)

    told = plainly(without_quoted_names(without_figures(message)))
    return by_days(in_days_of_their_own(told, now), now, read)
