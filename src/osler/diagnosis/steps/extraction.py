"""Exclusions and timing of a note, both at once: by the rules always, by a model too where one is configured."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from osler.core.agents import StepOutcome
from osler.core.evidence import Source
from osler.core.language import AnalysedText
from osler.core.results import Problem
from osler.core.terminology import Vocabularies
from osler.diagnosis.deps import Deps
from osler.diagnosis.steps import excluded, timing
from osler.diagnosis.steps.failures import OFFLINE, author_of, rejections, unanswered
from osler.diagnosis.types import Disagreement, ExcludedFinding, TimingProfile


@dataclass
class Extracted:
    """What one note said, and what went wrong while reading it."""

    excluded: list[ExcludedFinding] = field(default_factory=list)
    timing: list[TimingProfile] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    minds: dict[str, str] = field(default_factory=dict)


async def extract(
    text: AnalysedText, note: Source, labels: Sequence[str], deps: Deps, *, age_years: float | None = None
) -> Extracted:
    """Both extractors, concurrently."""
    exclusions, timings = await asyncio.gather(
        deps.ask(excluded.excluded_step(deps.vocabularies), excluded.NoteInput(note=text.text)),
        deps.ask(
            timing.timing_step(deps.vocabularies),
            timing.TimingInput(note=text.text, phenotypes=list(labels), age_years=age_years),
        ),
    )
    result = Extracted()
    result.problems += [*rejections(exclusions), *rejections(timings)]
    _join_exclusions(result, exclusions, text, note, deps.vocabularies)
    _join_timings(result, timings, text, note, labels, deps.vocabularies)
    return result


def _attribute(result: Extracted, part: str, outcome: StepOutcome[Any], by_rules: Sequence[object]) -> None:
    """Say whose reading a part is, and why it is not the model's where that was asked and had none."""
    result.minds[part] = author_of(outcome, by_rules)
    result.problems += unanswered(outcome, by_rules)


def _join_exclusions(
    result: Extracted,
    outcome: StepOutcome[list[excluded.RawExclusion]],
    text: AnalysedText,
    note: Source,
    vocabularies: Vocabularies,
) -> None:
    rules = outcome.unwrap() if outcome.mind == OFFLINE else excluded.rule_exclusions(text, vocabularies)
    by_rules = excluded.to_findings(rules, note, vocabularies, found_by=excluded.RULES)
    _attribute(result, "excluded", outcome, by_rules)
    if outcome.mind == OFFLINE or outcome.output is None:
        result.excluded = excluded.union(by_rules, [])
        return
    by_model = excluded.to_findings(outcome.output, note, vocabularies, found_by=outcome.mind)
    result.excluded = excluded.union(by_rules, by_model)
    result.disagreements.extend(excluded.disagreements(result.excluded, outcome.mind))


def _join_timings(
    result: Extracted,
    outcome: StepOutcome[list[timing.RawTiming]],
    text: AnalysedText,
    note: Source,
    labels: Sequence[str],
    vocabularies: Vocabularies,
) -> None:
    rules = outcome.unwrap() if outcome.mind == OFFLINE else timing.rule_timings(text, labels, vocabularies)
    by_rules = timing.to_profiles(rules, note, found_by=excluded.RULES)
    _attribute(result, "timing", outcome, by_rules)
    if outcome.mind == OFFLINE or outcome.output is None:
        result.timing = by_rules
        return
    by_model = timing.to_profiles(outcome.output, note, found_by=outcome.mind)
    result.timing, differing = timing.union(by_rules, by_model)
    result.disagreements.extend(differing)
