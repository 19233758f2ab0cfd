"""Verdicts that a person should see, and what persons decided about them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from osler.core.patient import PatientRecord
from osler.core.review import NewItem, ReviewItem
from osler.trials.deps import Decided
from osler.trials.judging import is_instruction
from osler.trials.steps.aggregate import admits, excludes
from osler.trials.types import CriterionResult, CriterionVerdict, MatchResult, TrialResult, TrialVerdict

KIND = "trial_verdict"
_WORDS = {verdict.value: verdict for verdict in CriterionVerdict}


def patient_key(record: PatientRecord) -> str:
    """What tells one patient from another: the identifiers of the record, and without any the words of its notes.

    A note names nobody, and two notes must never share a decision.
    """
    person = record.demographics
    known = [identifier.value for identifier in person.identifiers] or [document.text for document in record.documents]
    return hashlib.sha256("\n".join([record.id, *known]).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def item_id(patient: str, trial: str, criterion_text: str) -> str:
    """The question itself: this criterion of this trial for this patient."""
    words = " ".join(criterion_text.split())
    return "v-" + hashlib.sha256(f"{patient}|{trial}|{words}".encode("utf-8", "surrogatepass")).hexdigest()[:20]


def review_items(result: MatchResult, patient: str) -> Iterator[NewItem]:
    """What of a match needs a human: verdicts that were assumed, that a model gave or contradicts, and what stays open."""
    for trial in result.trials:
        for criterion in trial.criteria:
            reasons = list(_reasons(trial, criterion))
            if reasons and not criterion.review:
                key = item_id(patient, trial.nct_id, criterion.criterion_text)
                yield NewItem(
                    id=key,
                    identity=key,
                    source=f"{trial.nct_id} for patient {result.patient_id or patient}",
                    subject=criterion.criterion_text,
                    context=criterion.reasoning,
                    proposal=criterion.verdict.value,
                    reasons=reasons,
                    body={"trial": trial.nct_id, "patient": patient, "type": criterion.criterion_type},
                )


def decided(items: Iterable[ReviewItem]) -> Decided:
    """The decisions that stand, ready to be asked; where reviewers differ none is used."""
    known = {item.id: said for item in items if (said := _said(item)) is not None}

    def ask(patient: str, trial: str, criterion_text: str) -> str | None:
        return known.get(item_id(patient, trial, criterion_text))

    return ask


def _said(item: ReviewItem) -> str | None:
    if item.status in ("pending", "conflict"):
        return None
    decision = item.standing[-1]
    value = str(decision.outcome.get("value", "")).strip().upper().replace(" ", "_")
    if decision.verdict == "accepted":
        value = item.proposal
    elif decision.verdict == "rejected":
        value = CriterionVerdict.UNKNOWN.value
    if value not in _WORDS:
        return None
    return f"{value} by {decision.by} at {decision.at.isoformat(timespec='minutes')}"


def _reasons(trial: TrialResult, criterion: CriterionResult) -> Iterator[str]:
    if trial.verdict is TrialVerdict.NOT_RELEVANT or is_instruction(criterion.criterion_text):
        return
    if criterion.disagreement:
        yield "a model and the computation disagree"
    if criterion.assumptions and (excludes(criterion) or trial.verdict is TrialVerdict.ELIGIBLE):
        yield "the verdict rests on an assumption"
    if criterion.decided_by != "offline" and not admits(criterion):
        yield "a model decided it"
    if criterion.verdict is CriterionVerdict.UNKNOWN and trial.verdict is TrialVerdict.UNCERTAIN:
        yield "the record does not settle it"
