"""The extractors (agents): measurements, medical context, findings; each reads the message by itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any, TypeVar

from pydantic import BaseModel, Field

from osler.consult.extraction import (
    KINDS,
    DataExtraction,
    MedicalContextExtraction,
    MedicalMeasurementsExtraction,
    extract_context,
    extract_findings,
    extract_measurements,
    named,
    read_otherwise,
    unsupported,
)
from osler.consult.wording.folded import folded
from osler.consult.wording.typed import as_typed
from osler.core.agents import AgentStep, Check, Checked, Rejection, ToolResults, load_agent
from osler.core.terminology import Vocabularies

T = TypeVar("T", bound=BaseModel)


class StatementInput(BaseModel):
    """A message and the moment it was sent, in the user's time."""

    message: str
    current_time: dt.datetime
    own_medicines: list[str] = Field(default_factory=list)
    """What the medicines of this record are called: a brand that no vocabulary knows is still a medicine of the user."""


@cache
def measurements_step(vocabularies: Vocabularies) -> AgentStep[StatementInput, MedicalMeasurementsExtraction]:
    """MedicalMeasurements."""
    return _step("medical_measurements", MedicalMeasurementsExtraction, _read_measurements, vocabularies)


@cache
def context_step(vocabularies: Vocabularies) -> AgentStep[StatementInput, MedicalContextExtraction]:
    """MedicalContext."""
    read = partial(_read_context, vocabularies=vocabularies)
    return _step("medical_context", MedicalContextExtraction, read, vocabularies)


@cache
def findings_step(vocabularies: Vocabularies) -> AgentStep[StatementInput, DataExtraction]:
    """DataExtractor."""
    read = partial(_read_findings, vocabularies=vocabularies)
    return _step("data_extractor", DataExtraction, read, vocabularies)


def _read_measurements(given: StatementInput) -> MedicalMeasurementsExtraction:
    return _quoting(given.message, extract_measurements(as_typed(given.message), given.current_time))


def _read_context(given: StatementInput, vocabularies: Vocabularies) -> MedicalContextExtraction:
    found = extract_context(as_typed(given.message), given.current_time, vocabularies, own=given.own_medicines)
    return _quoting(given.message, found)


def _read_findings(given: StatementInput, vocabularies: Vocabularies) -> DataExtraction:
    return _quoting(given.message, extract_findings(as_typed(given.message), given.current_time, vocabularies))


def _quoting(message: str, found: T) -> T:
    """What was found, with quotes that the message holds: what is typed in haste is read in usual spelling."""
    said = folded(message)
    kept = {
        kind: [
            entry if folded(entry.quote) in said else entry.model_copy(update={"quote": message.strip()})
            for entry in getattr(found, kind)
        ]
        for kind in _kinds(found)
    }
    return found.model_copy(update=kept)


def _step(
    name: str, output: type[T], read: Callable[[StatementInput], T], vocabularies: Vocabularies
) -> AgentStep[StatementInput, T]:
    return AgentStep(
        agent=load_agent("osler.consult", name),
        input_type=StatementInput,
        output_type=output,
        policy=read,
        checks=[_is_said(read, vocabularies)],
    )


def _is_said(read: Callable[[StatementInput], Any], vocabularies: Vocabularies) -> Check[Any, StatementInput]:
    """Every entry is one that the message states; where one is not, or none is found, what the rules read stands in."""

    def check(output: Any, given: StatementInput, tools: ToolResults) -> Checked[Any]:
        rejected: list[Rejection] = []
        kept: dict[str, list[Any]] = {}
        by_rule = read(given)
        for kind in _kinds(output):
            known = getattr(by_rule, kind)
            kept[kind] = []
            for index, entry in enumerate(getattr(output, kind)):
                reason = None
                if entry not in known:
                    reason = unsupported(entry, given.message, vocabularies, now=given.current_time)
                    reason = reason or read_otherwise(entry, known)
                if reason is None:
                    kept[kind].append(entry)
                else:
                    rejected.append(Rejection(path=f"{kind}.{index}", reason=reason))
            if len(kept[kind]) < len(getattr(output, kind)) or not kept[kind]:
                kept[kind] += [entry for entry in known if not any(_same(entry, other) for other in kept[kind])]
        return Checked(output.model_copy(update=kept), rejected)

    return check


def _same(one: Any, other: Any) -> bool:
    """Whether two entries are of the same thing; of a measure, the same value."""
    return named(one) == named(other) and getattr(one, "value", None) == getattr(other, "value", None)


def _kinds(output: BaseModel) -> Iterable[str]:
    return [kind for kind in KINDS if kind in type(output).model_fields]
