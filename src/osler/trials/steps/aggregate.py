"""Aggregation: what a trial's criteria add up to, how sure that is, and which missing data would settle it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from osler.trials.judging import is_reading, kind_of_datum, strictness, without_prefix
from osler.trials.types import CriterionResult, CriterionVerdict, MissingDatum, TrialResult, TrialVerdict

MET, NOT_MET = CriterionVerdict.MET, CriterionVerdict.NOT_MET
_NO_CRITERIA = 1000
"""A trial that could not be judged stands after those that could."""
_ORDER = {
    TrialVerdict.ELIGIBLE: 0,
    TrialVerdict.UNCERTAIN: 1,
    TrialVerdict.EXCLUDED: 2,
    TrialVerdict.NOT_RELEVANT: 3,
}


def excludes(result: CriterionResult) -> bool:
    """Whether one verdict is enough to keep the patient out."""
    return result.verdict is (MET if result.criterion_type == "exclusion" else NOT_MET)


def admits(result: CriterionResult) -> bool:
    """Whether a criterion is known to be no obstacle."""
    good = NOT_MET if result.criterion_type == "exclusion" else MET
    return result.verdict in (good, CriterionVerdict.NOT_APPLICABLE)


def aggregate_to_trial_verdict(results: Sequence[CriterionResult]) -> TrialVerdict:
    """The rule in which only known facts make a patient eligible; where no criterion applied, nothing is known."""
    if any(excludes(result) for result in results):
        return TrialVerdict.EXCLUDED
    if any(result.verdict in (MET, NOT_MET) for result in results) and all(admits(result) for result in results):
        return TrialVerdict.ELIGIBLE
    return TrialVerdict.UNCERTAIN


def verdict_if_unknown_passes(results: Sequence[CriterionResult]) -> TrialVerdict:
    """The document's rule: every inclusion holds and no exclusion is known to."""
    if any(excludes(result) for result in results):
        return TrialVerdict.EXCLUDED
    inclusions = [result for result in results if result.criterion_type == "inclusion"]
    if results and all(admits(result) for result in inclusions):
        return TrialVerdict.ELIGIBLE
    return TrialVerdict.UNCERTAIN


def judged_trial(nct_id: str, title: str, results: Sequence[CriterionResult], url: str = "") -> TrialResult:
    """A trial with the verdict that its criteria add up to."""
    verdict = aggregate_to_trial_verdict(results)
    lenient = verdict_if_unknown_passes(results)
    return TrialResult(
        nct_id=nct_id,
        brief_title=title,
        verdict=verdict,
        reason=_reason(verdict, results),
        confidence=confidence_of(verdict, results),
        no_exclusion_found=verdict is TrialVerdict.UNCERTAIN and lenient is TrialVerdict.ELIGIBLE,
        verdict_if_unknown_passes=lenient,
        criteria=list(results),
        missing=missing_data([results]) if verdict is TrialVerdict.UNCERTAIN else [],
        url=url,
    )


def undecided_trial(nct_id: str, title: str, verdict: TrialVerdict, reason: str, url: str = "") -> TrialResult:
    """A trial whose verdict does not come from its criteria."""
    return TrialResult(
        nct_id=nct_id,
        brief_title=title,
        verdict=verdict,
        reason=reason,
        verdict_if_unknown_passes=verdict,
        url=url,
    )


def confidence_of(verdict: TrialVerdict, results: Sequence[CriterionResult]) -> float:
    """That of the weakest criterion the verdict rests on; an exclusion rests on the surest one that excludes."""
    if verdict is TrialVerdict.EXCLUDED:
        return max(result.confidence for result in results if excludes(result))
    return min((result.confidence for result in results), default=0.0)


def ranked(trials: Iterable[TrialResult]) -> list[TrialResult]:
    """ELIGIBLE, UNCERTAIN (first those without a known exclusion), EXCLUDED, NOT_RELEVANT.

    In each, first those about what the patient is being seen for, then the surest.
    """

    def key(trial: TrialResult) -> tuple[int, bool, bool, int, float, int, str]:
        open_criteria = sum(1 for result in trial.criteria if not admits(result)) if trial.criteria else _NO_CRITERIA
        score = trial.candidate.score if trial.candidate else 0
        return (
            _ORDER[trial.verdict],
            not trial.no_exclusion_found,
            trial.about_place > 0,
            open_criteria,
            -trial.confidence,
            -score,
            trial.nct_id,
        )

    return sorted(trials, key=key)


def missing_data(trials: Iterable[Sequence[CriterionResult]]) -> list[MissingDatum]:
    """What the record lacks, by how many open criteria each datum would settle on its own; then what a person has to read.

    A result that is asked for once of the last days and once of any time is one datum: the newer one settles both.
    Of data that settle equally many, those of the trials that stand first come first.
    """
    settles: dict[str, list[str]] = defaultdict(list)
    may_settle: dict[str, list[str]] = defaultdict(list)
    names: dict[str, str] = {}
    for result in (one for results in trials for one in results if one.verdict is CriterionVerdict.UNKNOWN):
        kinds = {kind_of_datum(datum): datum for datum in sorted(result.missing, key=strictness, reverse=True)}
        for kind, datum in kinds.items():
            names[kind] = min(names.get(kind, datum), datum, key=strictness)
            settles[kind] += [result.criterion_id] if len(kinds) == 1 else []
            may_settle[kind] += [result.criterion_id] if len(kinds) > 1 and _has_alternatives(result) else []
    found = [
        MissingDatum(
            name=without_prefix(names[kind]),
            settles=len(ids),
            criteria=ids,
            may_settle=may_settle[kind],
            trials=list(dict.fromkeys(place.partition("/")[0] for place in ids)),
            reading=is_reading(names[kind]),
        )
        for kind, ids in settles.items()
    ]
    return sorted(found, key=lambda datum: (datum.reading, -datum.settles, -len(datum.may_settle)))


def _has_alternatives(result: CriterionResult) -> bool:
    """Whether one of several single data is enough for a criterion."""
    proof = result.proof
    return proof is not None and proof.statement == "any of" and not any(child.children for child in proof.children)


def _reason(verdict: TrialVerdict, results: Sequence[CriterionResult]) -> str:
    if verdict is TrialVerdict.EXCLUDED:
        first = next(result for result in results if excludes(result))
        what = "an exclusion is met" if first.criterion_type == "exclusion" else "an inclusion is not met"
        return f"{what}: {' '.join(first.criterion_text.split())[:160]}"
    if verdict is TrialVerdict.ELIGIBLE:
        return "every inclusion holds or does not apply, and no exclusion does"
    still = sum(1 for result in results if not admits(result))
    return f"{still} of {len(results)} criteria are open" if results else "there are no criteria to judge"
