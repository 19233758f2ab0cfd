"""The patient's own dose held against the highest that a guideline allows."""

from __future__ import annotations

import re
from collections.abc import Iterable

from osler.core.library import Chunk, passage_sentences
from osler.core.patient.types import Medication
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount, amounts
from osler.guidelines.steps.limits import held
from osler.guidelines.steps.naming import drugs_in
from osler.guidelines.steps.safety import Caution
from osler.guidelines.steps.whose import TAKES
from osler.guidelines.types import PatientFacts

_CEILING = re.compile(
    r"\b(?:(?:should|must|may|can|do) ?not exceed|not exceeding|no more than|at most|up to a maximum of|max(?:imum|\.)?(?: (?:total|daily|single))*(?: dose)?(?: of \w+)?(?: is|:| of)?|capped at|limited to)\s*$",
    re.IGNORECASE,
)
_DAILY = re.compile(
    r"^\W*(?:(?:once )?daily|once a day|(?:a|per|each|every) day|in 24 hours|per 24 hours|/day)\b", re.IGNORECASE
)
_MASS = {"mg": 1.0, "g": 1000.0, "mcg": 0.001, "ug": 0.001, "µg": 0.001, "microgram": 0.001, "micrograms": 0.001}
_DAYS = {"d": 1.0, "wk": 7.0, "h": 1 / 24}


def daily_doses(medications: Iterable[Medication]) -> dict[str, float]:
    """The milligrams that are taken in a day of each medicine whose dose and rate are both recorded."""
    found: dict[str, float] = {}
    for one in medications:
        for regimen in one.taken_together():
            dose, schedule = regimen.dose, regimen.schedule
            if dose is None or schedule is None:
                continue
            size, days = _MASS.get((dose.unit or "").lower()), _DAYS.get(schedule.period_unit or "")
            if size and days and dose.value and schedule.frequency and schedule.period:
                daily = dose.value * size * schedule.frequency / (schedule.period * days)
                found[one.label] = found.get(one.label, 0.0) + daily
    return found


def above_ceiling(chunks: Iterable[Chunk], patient: PatientFacts, vocabularies: Vocabularies) -> list[Caution]:
    """The sentences that limit the daily dose of a medicine to less than the patient takes."""
    taken = {name: (drugs_in(name, vocabularies), dose) for name, dose in patient.daily_doses.items()}
    found: dict[str, Caution] = {}
    for chunk in chunks if taken else ():
        speaking: frozenset[str] = frozenset()
        for sentence in passage_sentences(chunk.text):
            speaking = drugs_in(sentence.text, vocabularies) or speaking
            most = _most_daily(sentence.text)
            # A limit for others ("in people with eGFR below 30") is none for this patient.
            if most is None or held(sentence.text, patient).unmet:
                continue
            for name, (drugs, dose) in taken.items():
                if drugs & speaking and dose > most.size * 1.001:
                    because = f"{TAKES}{name} {dose:g} mg a day"
                    found.setdefault(
                        sentence.text,
                        Caution(sentence.text, chunk.id, drugs, because, chunk.document_id, most=most.size),
                    )
    return list(found.values())


def _most_daily(text: str) -> Amount | None:
    """The highest daily dose that a sentence allows."""
    for one in amounts(text):
        if one.kind == "mass" and _CEILING.search(text[: one.at]) and _DAILY.match(text[one.at + len(one.text) :]):
            return one
    return None
