"""What is settled about the patient, what was never looked at, and what could be read either way."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.terminology import Vocabularies
from osler.diagnosis.case import DiagnosisInput
from osler.diagnosis.steps.differential import percent
from osler.diagnosis.steps.questions import Question
from osler.diagnosis.steps.ranking import family_of
from osler.diagnosis.told import tells_of
from osler.diagnosis.types import (
    DifferentialEntry,
    Disagreement,
    ExcludedFinding,
    HPOMatch,
    TimingProfile,
    Uncertainty,
)

SHOWN_QUESTIONS = 5
CLOSE_RATIO = 2.0
"""Two entries of the differential whose probabilities differ by less than this factor are told apart by little."""
SURE_MATCH = 0.8
GROWN_OUT_OF_MONTHS = 2.0
"""The age in years from which on it is told in years."""
_LENGTH = re.compile(
    r"(?!(?:at|since|from|age|aged|by|before|after|in)\b)(?:[\w.,/-]+\s+){1,2}(?:days?|weeks?|months?|years?)",
    re.IGNORECASE,
)
"""A length of time alone: "three years" of chorea in a woman of 46 is no onset at three."""


def uncertainty(
    case: DiagnosisInput,
    vocabularies: Vocabularies,
    *,
    matches: Sequence[HPOMatch],
    excluded: Sequence[ExcludedFinding],
    timing: Sequence[TimingProfile],
    entries: Sequence[DifferentialEntry],
    asked: Sequence[Question],
    suspected: Sequence[str],
    disagreements: Sequence[Disagreement],
) -> Uncertainty:
    """The three lists of the report."""
    return Uncertainty(
        known=_known(case, matches, excluded, timing) + _genetics(case) + _family(case, matches, vocabularies),
        missing=_missing(
            case,
            timing,
            [item for item in asked if not _is_spoken_of(item, matches, excluded, suspected, vocabularies)],
        ),
        ambiguous=_ambiguous(matches, entries, suspected, disagreements, excluded),
    )


def _known(
    case: DiagnosisInput,
    matches: Sequence[HPOMatch],
    excluded: Sequence[ExcludedFinding],
    timing: Sequence[TimingProfile],
) -> list[str]:
    given = {item.term: item.onset_years for item in case.findings if item.onset_years is not None}
    onset = {match.label: f"at {_age(given[match.raw_input])}" for match in matches if match.raw_input in given}
    onset |= {profile.phenotype_ref: _began(profile) for profile in timing}
    lines = [
        f"{match.label} {_standing(match)}"
        + (f" ({match.rule})" if match.rule else "")
        + (f" (onset {onset[match.label]})" if match.label in onset else "")
        for match in matches
        if match.hpo_id and match.confidence >= SURE_MATCH
    ]
    lines += [
        f"{item.mapped_hpo_label or item.finding} explicitly excluded"
        for item in excluded
        if item.exclusion_type == "explicit" and item.observed_instead is None
    ]
    return lines


def _standing(match: HPOMatch) -> str:
    if match.past:
        return "in an illness that is over: history, not ranked"
    return "observed, resolved" if match.resolved else "observed"


def _began(profile: TimingProfile) -> str:
    """The words of an onset; where they are only a length of time, with the age that it means."""
    if not _LENGTH.fullmatch(profile.onset.strip()):
        return profile.onset
    length = profile.onset.strip()
    return f"{'' if length.lower().startswith('for ') else 'for '}{length}, at {_age(profile.onset_normalized)}"


def _age(years: float) -> str:
    """An age as it is told: in years, or in months of who is not yet two."""
    if years <= 0:
        return "birth or before"
    return f"{years:.0f} years" if years >= GROWN_OUT_OF_MONTHS else f"{12 * years:.0f} months"


def _genetics(case: DiagnosisInput) -> list[str]:
    """What genetic tests have found, and where they found nothing."""
    lines = [f"{gene}: a causative variant is known" for gene in case.causative_genes]
    lines += [f"{gene}: tested, no causative variant found" for gene in case.negative_genes]
    return lines + ([f"Karyotype {case.karyotype}"] if case.karyotype else [])


def _family(case: DiagnosisInput, matches: Sequence[HPOMatch], vocabularies: Vocabularies) -> list[str]:
    """What the family history was taken to say, also where it weighs nothing."""
    found = family_of(case, [match.hpo_id for match in matches if match.hpo_id], vocabularies)
    told = [f"{relative.relation} with {relative.finding}" for relative in case.relatives]
    return [f"Family: {reason}" for reason in dict.fromkeys([*found.reasons, *told])]


def _is_spoken_of(
    question: Question,
    matches: Sequence[HPOMatch],
    excluded: Sequence[ExcludedFinding],
    suspected: Sequence[str],
    vocabularies: Vocabularies,
) -> bool:
    """Whether the input says something of a finding: suspected, excluded with what is above it, seen in a special form."""
    graph = vocabularies.hpo
    above = {question.hpo_id, *graph.ancestors(question.hpo_id)}
    return (
        question.label in suspected
        or any(item.mapped_hpo_term in above for item in excluded if item.mapped_hpo_term)
        or any(question.hpo_id in {match.hpo_id, *graph.ancestors(match.hpo_id)} for match in matches if match.hpo_id)
    )


def _missing(case: DiagnosisInput, timing: Sequence[TimingProfile], asked: Sequence[Question]) -> list[str]:
    lines = [f"{question.label} not assessed" for question in asked[:SHOWN_QUESTIONS]]
    if not timing and not any(finding.onset_years is not None for finding in case.findings):
        lines.append("Onset of the findings not given")
    notes = [note.text for note in case.notes if note.text]
    if not case.tells_of_family:
        lines.append("Family history not given")
    if not (case.prior_tests or case.causative_genes) and not tells_of("genetic_tests", notes):
        lines.append("Prior genetic tests not given")
    if case.age_years is None:
        lines.append("Age not given")
    if case.sex == "unknown":
        lines.append("Sex not given")
    return lines


def _ambiguous(
    matches: Sequence[HPOMatch],
    entries: Sequence[DifferentialEntry],
    suspected: Sequence[str],
    disagreements: Sequence[Disagreement],
    excluded: Sequence[ExcludedFinding],
) -> list[str]:
    lines = [f"'{match.raw_input}' could not be mapped to a phenotype" for match in matches if not match.hpo_id]
    lines += [
        f"'{match.raw_input}' was read as {match.label} with confidence {match.confidence:.2f}"
        for match in matches
        if match.hpo_id and match.confidence < SURE_MATCH
    ]
    lines += [f"{label} is only suspected" for label in suspected]
    lines += [f"{item.finding}: the exclusion is uncertain" for item in excluded if item.exclusion_type == "soft"]
    lines += [f"{item.about}: rules say {item.rules}, the model says {item.model}" for item in disagreements]
    if len(entries) >= 2 and entries[0].probability < CLOSE_RATIO * entries[1].probability:
        first, second = (f"{item.family or item.disease} ({percent(item.probability)})" for item in entries[:2])
        lines.append(f"{first} and {second} are close")
    return lines
