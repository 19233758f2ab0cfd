"""Red flags, before anything else: whichever way a finding came, by code, by name, in a note or as a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from osler.core.evidence import Source
from osler.core.language import AnalysedText
from osler.core.results import Problem
from osler.core.safety import (
    RECENT_DAYS,
    EmergencyInput,
    PatientContext,
    RedFlag,
    as_history,
    emergency_step,
    joined,
    model_flags,
    red_flags,
    urgent,
)
from osler.core.terminology import Vocabularies
from osler.diagnosis.case import CodedFinding, DiagnosisInput
from osler.diagnosis.deps import Deps
from osler.diagnosis.steps.failures import EMERGENCY, OFFLINE, add_minds, rejections, stood_in
from osler.diagnosis.steps.mapping import is_id
from osler.diagnosis.types import HPOMatch

DAYS_PER_YEAR = 365.25


@dataclass
class FlagCheck:
    """The flags of a patient, and what went wrong while a model was asked."""

    flags: list[RedFlag] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    minds: dict[str, str] = field(default_factory=dict)

    @property
    def ends(self) -> bool:
        """Whether the flags end the analysis."""
        return bool(urgent(self.flags))


async def check(
    case: DiagnosisInput, observed: Sequence[tuple[CodedFinding, HPOMatch]], texts: Sequence[AnalysedText], deps: Deps
) -> FlagCheck:
    """The rules first; where they see nothing urgent in a note of today, a model is asked too if one is configured.

    Looking a name up is part of this step: a finding given in words counts by the term it was mapped to, and its words
    are read as a note would be. A note can add flags of its own or complete a combination.
    """
    context = _context(case, deps)
    result = FlagCheck(flags=by_rules(case, observed, texts, context, deps.vocabularies))
    if result.ends:
        return result
    for text in texts:
        if context.is_old(case.note_dates.get(text.source_id)):
            continue
        outcome = await deps.ask(emergency_step(deps.vocabularies), EmergencyInput(note=text.text))
        add_minds(result.minds, {EMERGENCY: outcome.author})
        result.problems += rejections(outcome)
        if outcome.output is None:
            result.problems.append(stood_in(outcome, "the rules' red flags stand"))
        elif outcome.mind != OFFLINE:
            note = Source(id=text.source_id, kind="note", text=text.text)
            result.flags = joined(result.flags, model_flags(outcome.output, note, outcome.mind))
    return result


def by_rules(
    case: DiagnosisInput,
    observed: Sequence[tuple[CodedFinding, HPOMatch]],
    texts: Sequence[AnalysedText],
    context: PatientContext,
    vocabularies: Vocabularies,
) -> list[RedFlag]:
    """What the rules say of codes, names, values and notes; of one rule the gravest flag."""
    past = [match.hpo_id for finding, match in observed if match.hpo_id and is_history(finding, case, context)]
    coded = [match.hpo_id for finding, match in observed if match.hpo_id and match.hpo_id not in past]
    found = red_flags(coded, context=context, past=past, vocabularies=vocabularies)
    for text in texts:
        written = case.note_dates.get(text.source_id)
        at_the_time = context.model_copy(update={"reference": written or context.reference})
        flags = red_flags(coded, text, context=at_the_time, past=past, vocabularies=vocabularies)
        found += as_history(flags) if context.is_old(written) else flags
    words = [(finding, match.raw_input) for finding, match in observed if not is_id(match.raw_input)]
    words += [(finding, finding.term) for finding in case.named_conditions]
    for finding, name in words:
        if not is_history(finding, case, context):
            found += red_flags(note=name, context=context, source_id="input", vocabularies=vocabularies)
    return _gravest(found)


def is_history(finding: CodedFinding, case: DiagnosisInput, context: PatientContext) -> bool:
    """Whether a finding is over, or began so long ago that it is no event of now."""
    if finding.resolved or context.is_old(finding.happened or finding.recorded):
        return True
    if finding.onset_years is None or case.age_years is None:
        return False
    return (case.age_years - finding.onset_years) * DAYS_PER_YEAR > RECENT_DAYS


def _context(case: DiagnosisInput, deps: Deps) -> PatientContext:
    known = {
        "age_years": case.age_years,
        "sex": None if case.sex == "unknown" else case.sex,
        "reference": case.as_of or deps.today,
    }
    return case.context.model_copy(update=known)


def _gravest(flags: Iterable[RedFlag]) -> list[RedFlag]:
    kept: dict[str, RedFlag] = {}
    for flag in flags:
        if flag.rule_id not in kept or (urgent([flag]) and not urgent([kept[flag.rule_id]])):
            kept[flag.rule_id] = flag
    return joined(list(kept.values()), [])
