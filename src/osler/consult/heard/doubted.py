"""What is not noted as it was told: what is known already, values that no body has, amounts that nobody is given, and those that are a poisoning."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.extraction import Extraction, excess, extract_context, inexact, swallowed_at_once
from osler.consult.replying.advice import advice_misdosed
from osler.consult.steps.entry_lines import summary_lines
from osler.consult.triage import Alarm, alarm
from osler.consult.types import ConsultRequest
from osler.consult.wording.folded import folded
from osler.core.safety import PatientContext
from osler.core.terminology import Vocabularies

DOUBTFUL = "I did not note {lines}: no living body has such a value. Please check it."
TOO_MUCH = "I did not note {lines}: that is {daily} a day, and the most is {most} a day ({source}). Please check it; if it is so, say “save it anyway”."
INEXACT = "I did not note “{said}”: it tells no exact value. What did it read? Say it with what was measured, such as “temperature 38.4”."
MARK = "above the most a day, confirmed by the user"
_AMOUNT = re.compile(r"\d\s*-?\s*(?:mg|g|grams?|mcg|milligrams?|micrograms?)s?\b", re.IGNORECASE)
_GRAM = 1000


def said_before(known: Extraction) -> str:
    """What is said of entries that the record holds just so; nothing where there are none."""
    return "" if known.is_empty else f"The record has this already: {'; '.join(summary_lines(known))}."


def asked_back(doubtful: Extraction) -> str:
    """What is said of entries that cannot be right, and whom to ask where they are."""
    measured = "; ".join(summary_lines(Extraction(measurements=doubtful.measurements)))
    said = [DOUBTFUL.format(lines=measured)] if measured else []
    for entry in doubtful.medications:
        found = excess(entry)
        if found is not None:
            lines = "; ".join(summary_lines(Extraction(medications=[entry])))
            said.append(
                TOO_MUCH.format(
                    lines=lines, daily=_written(found.daily), most=_written(found.most), source=found.source
                )
            )
    return " ".join([*said, *([advice_misdosed().text] if doubtful.medications else [])])


def exactly_asked(message: str) -> str:
    """What is said of the amounts of a message that are no number; nothing where there are none."""
    said = inexact(message)
    return INEXACT.format(said="”, “".join(said)) if said else ""


def insisted(given: ConsultRequest) -> ConsultRequest:
    """The turn; where the user insists on an amount that was asked back, as the word that saves it, marked."""
    doubted = given.state.doubted
    if doubted is None or _INSISTS.fullmatch(folded(given.message).strip(" .!")) is None:
        return given
    marked = [
        entry.model_copy(update={"frequency": "; ".join(filter(None, [entry.frequency, MARK]))})
        for entry in doubted.medications
    ]
    waits = {"pending": Extraction(medications=marked).model_dump(), "pending_shown": True, "doubted": None}
    return given.model_copy(update={"message": "yes", "state": given.state.updated(waits)})


_INSISTS = re.compile(
    r"(?:(?:yes|no|but|please|ok|okay|well)[ ,]+)*(?:(?:just )?(?:save|note|record|keep|write) (?:it|that|this)(?: down)? (?:anyway|all the same|regardless|as it is|even so)"
    r"|(?:it|that|this)(?:'s| is| was) (?:right|correct|true|so|really so|what i (?:really )?take|how (?:much )?i take(?: it)?)(?:[, ]+(?:please )?(?:save|note|record) (?:it|that))?"
    r"|i(?:'m| am) (?:quite |absolutely |very )?sure(?:[, ]+(?:please )?(?:save|note|record) (?:it|that))?)"
)


def poisoned(message: str, now: dt.datetime, vocabularies: Vocabularies, about: PatientContext) -> Alarm:
    """The red flags of a medicine that is taken in an amount that harms, told by its figures and not by a word."""
    swallowed = swallowed_at_once(message)
    if swallowed is not None:
        return alarm(f"I have taken an overdose of {swallowed}", vocabularies, about)
    if _AMOUNT.search(message) is None:
        return Alarm()
    told = extract_context(message, now, vocabularies).medications
    names = [found.name for entry in told if (found := excess(entry)) is not None and found.is_poisoning]
    return alarm(f"I have taken an overdose of {names[0]}", vocabularies, about) if names else Alarm()


def _written(milligrams: float) -> str:
    return f"{milligrams / _GRAM:g} g" if milligrams >= _GRAM else f"{milligrams:g} mg"
