"""The warnings of a finished answer, gravest first."""

from __future__ import annotations

from osler.core.library import Document
from osler.core.terminology import Vocabularies
from osler.guidelines.deps import Deps
from osler.guidelines.steps.ages import doses_of_no_age
from osler.guidelines.steps.candidates import Evidence
from osler.guidelines.steps.naming import drugs_in
from osler.guidelines.steps.warn import versions_at_odds, warnings_for
from osler.guidelines.types import AgenticResult, AskOptions, PatientFacts


def add_warnings(
    result: AgenticResult,
    patient: PatientFacts,
    evidence: Evidence,
    later: dict[str, Document],
    options: AskOptions,
    deps: Deps,
) -> None:
    """Values that the record does not settle, doses without an age, what concerns the patient, contradictions, versions."""
    result.warnings[:0] = warnings_for(
        evidence.candidates[: options.sentences],
        evidence.cautions,
        evidence.chunks,
        deps.vocabularies,
        given=evidence.patient_given,
    )
    result.warnings[:0] = doses_of_no_age(result.sentences, evidence.chunks, patient, deps.libraries, deps.vocabularies)
    result.warnings[:0] = [f"The record does not settle a value: {one}." for one in patient.unsettled]
    result.warnings += _versions_at_odds(result, evidence, later, deps.vocabularies)


def _versions_at_odds(
    result: AgenticResult, evidence: Evidence, later: dict[str, Document], vocabularies: Vocabularies
) -> list[str]:
    """Warnings about versions, from what the answer cites, whichever mind wrote it."""
    found = evidence.chunks
    cited = [found[one] for one in result.used_chunks if one in found]
    said = [one.text for one in result.sentences if one.about == "evidence"]
    spoken = drugs_in(" ".join([result.question, *said]), vocabularies)
    return versions_at_odds(cited, list(found.values()), later, spoken, vocabularies)
