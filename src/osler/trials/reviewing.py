"""Verdicts that a person should see, and what persons decided about them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import NamedTuple

from osler.core.patient import PatientRecord
from osler.core.review import NewItem, ReviewItem
from osler.trials.judging import is_instruction
from osler.trials.steps.aggregate import admits, excludes, judged_trial
from osler.trials.types import CriterionResult, CriterionVerdict, Reviewee, Sketch, TrialResult, TrialVerdict

REVIEW_KIND = "trial_verdict"
MET, NOT_MET = CriterionVerdict.MET, CriterionVerdict.NOT_MET
_WORDS = {verdict.value: verdict for verdict in CriterionVerdict}
_OF_PATIENT = ("sketch", "digest", "sex", "age", "birth")
"""What is kept with a question of whom it was asked."""
_OPEN = "the record does not settle it"
_NOT_USED = "not used: "
_CHANGED = "decided before the record changed"
_OVERTAKEN = ", before the record changed"
_SKETCH = 128
_SAME_PERSON = 0.5
"""The least share of words that two versions of one patient's record have in common; below it a file may have changed hands."""
_STILL_THERE = 0.9
"""The least share of its words that a record keeps when it grows; a clinic's template that was filled in anew keeps fewer."""
_YEARS = 365.25


class Standing(NamedTuple):
    """A person's decision that stands, in words, with the patient and the sketch of the record it was made on."""

    said: str
    sketch: Sketch = ()
    digest: str = ""
    sex: str = ""
    age: float | None = None
    birth: str = ""
    trial: str = ""
    criterion: str = ""
    """What was decided on, so that the decision is found for the same record under another name."""
    proposed: str = ""
    """The verdict that was computed when the person decided."""


def reviewee(record: PatientRecord, origin: str = "") -> Reviewee:
    """A patient as decisions are kept for one: by identifiers, else by where the record comes from, else by its words.

    A note names nobody, and two notes must never share a decision; a note that goes by a name may grow.
    """
    texts = [document.text for document in record.documents]
    person = [identifier.value for identifier in record.demographics.identifiers]
    known = [record.id, *(person or ([origin] if origin else texts))]
    key = hashlib.sha256("\n".join(known).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    said = "\n".join([*texts, record.model_dump_json(exclude={"id", "documents"})])
    digest = hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    sketch = [] if person else sketch_of("\n".join(texts))
    who = record.demographics
    return Reviewee(key, sketch, digest, who.sex.value if who.sex else "", record.age_at(), who.birth_date or "")


def sketch_of(text: str) -> list[int]:
    """The smallest hashes of the words of a text: two sketches tell how many words two texts share, and no word."""
    words = set(re.findall(r"\w+", text.casefold()))
    hashed = (hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=6).digest() for word in words)
    return sorted(int.from_bytes(value) for value in hashed)[:_SKETCH]


def alike(before: Sketch, now: Sketch) -> bool:
    """Whether two sketches can be of one patient's record, which may grow; without a sketch there is nothing against it."""
    if not before or not now:
        return True
    smallest = sorted({*before, *now})[: max(len(before), len(now))]
    shared = set(before) & set(now)
    if sum(value in shared for value in smallest) / len(smallest) < _SAME_PERSON:
        return False
    # A full sketch holds the smallest hashes only: beyond its last one nothing is known to be missing.
    known = [value for value in before if len(now) < _SKETCH or value <= max(now)]
    return not known or sum(value in shared for value in known) / len(known) >= _STILL_THERE


def another_person(standing: Standing, patient: Reviewee) -> str:
    """By what a record cannot be of whom a decision was made on; empty where it can."""
    if standing.digest and standing.digest == patient.digest:
        return ""
    if standing.sex and patient.sex and standing.sex != patient.sex:
        return "whose sex is another"
    if standing.birth and patient.birth and standing.birth != patient.birth:
        return "whose date of birth is another"
    if standing.age is not None and patient.age is not None:
        since = datetime.now(UTC) - datetime.fromisoformat(standing.said.rpartition(" at ")[2]).astimezone(UTC)
        if not int(standing.age) <= patient.age <= standing.age + since.days / _YEARS + 1:
            return "whose age is another"
    return "" if alike(standing.sketch, patient.sketch) else "that differs too much from this one"


def item_id(patient: str, trial: str, criterion_text: str) -> str:
    """The question itself: this criterion of this trial for this patient."""
    words = " ".join(criterion_text.split())
    return "v-" + hashlib.sha256(f"{patient}|{trial}|{words}".encode("utf-8", "surrogatepass")).hexdigest()[:20]


class Decisions:
    """What persons decided about verdicts, and which of it was used."""

    def __init__(self, known: Mapping[str, Standing]) -> None:
        self._known = known
        self.used: dict[str, Standing] = {}

    @classmethod
    def of(cls, items: Iterable[ReviewItem]) -> Decisions:
        """The decisions that stand; where reviewers differ none is used."""
        said = ((item, _said(item)) for item in items)
        return cls(
            {
                item.id: Standing(
                    words,
                    **{name: item.body[name] for name in _OF_PATIENT if name in item.body},
                    trial=str(item.body.get("trial", "")),
                    criterion=" ".join(item.subject.split()),
                    proposed=item.proposal,
                )
                for item, words in said
                if words
            }
        )

    def applied(self, trial: TrialResult, patient: Reviewee) -> TrialResult:
        """The trial with persons' verdicts in place of the computed ones, added up anew."""
        criteria = [self._reviewed(item, trial.nct_id, patient) for item in trial.criteria]
        if criteria == trial.criteria:
            return trial
        anew = judged_trial(trial.nct_id, trial.brief_title, criteria, trial.url)
        kept = {"about": trial.about, "about_place": trial.about_place, "as_of": trial.as_of}
        return anew.model_copy(update={**kept, "candidate": trial.candidate})

    def _reviewed(self, item: CriterionResult, trial: str, patient: Reviewee) -> CriterionResult:
        name = item_id(patient.key, trial, item.criterion_text)
        found = self._newest(name, patient.digest) or self._same_record(trial, item.criterion_text, patient.digest)
        if found is None:
            return item
        asked, standing = found
        self.used[asked] = standing
        if why := another_person(standing, patient):
            return item.model_copy(update={"review": f"{_NOT_USED}{standing.said}, on a record {why}"})
        verdict, _, person = standing.said.partition(" by ")
        changed = bool(standing.digest and patient.digest) and standing.digest != patient.digest
        if changed and _says_otherwise(item, standing, verdict):
            said = f"{standing.said}{_OVERTAKEN}"
            return item.model_copy(
                update={
                    "review": f"{_NOT_USED}{said}",
                    "disagreement": f"a person had decided {said}; now it states otherwise",
                }
            )
        changes = {
            "verdict": CriterionVerdict(verdict),
            "review": f"{standing.said}; {_CHANGED}" if changed else standing.said,
            "decided_by": person.rpartition(" at ")[0],
            "reasoning": f"decided by {person}; computed: {item.verdict.value}\n{item.reasoning}",
            "confidence": 1.0,
            "missing": [],
        }
        return item.model_copy(update=changes)

    def _newest(self, name: str, digest: str) -> tuple[str, Standing] | None:
        """The decision on a question: on the record as it is now, else the last that was made on an earlier one."""
        if (again := _again(name, digest)) in self._known:
            return again, self._known[again]
        found = [(key, self._known[key]) for key in self._asked.get(name, ())]
        return max(found, key=lambda one: one[1].said.rpartition(" at ")[2], default=None)

    def _same_record(self, trial: str, criterion: str, digest: str) -> tuple[str, Standing] | None:
        """The decision on the very same record, whatever its file was called when it was made."""
        return self._by_content.get((trial, " ".join(criterion.split()), digest)) if digest else None

    @cached_property
    def _by_content(self) -> dict[tuple[str, str, str], tuple[str, Standing]]:
        kept = sorted(self._known.items(), key=lambda one: one[1].said.rpartition(" at ")[2])
        return {(one.trial, one.criterion, one.digest): (key, one) for key, one in kept if one.digest and one.trial}

    @cached_property
    def _asked(self) -> dict[str, list[str]]:
        """Under which ids a question was asked: first, and again after each change of the record."""
        asked: dict[str, list[str]] = {}
        for key in self._known:
            asked.setdefault(key.partition(".")[0], []).append(key)
        return asked


def _says_otherwise(item: CriterionResult, standing: Standing, verdict: str) -> bool:
    """Whether a changed record now proves the opposite of what a person decided, and did not when the person decided."""
    opposite = {"MET": NOT_MET, "NOT_MET": MET}.get(verdict)
    proved = item.verdict is opposite and bool(item.evidence) and not item.assumptions
    return proved and item.verdict.value != standing.proposed


def _again(name: str, digest: str) -> str:
    """The id of a question that is asked once more, on a changed record."""
    return f"{name}.{digest}"


def review_items(trials: Iterable[TrialResult], patient: Reviewee, called: str = "") -> Iterator[NewItem]:
    """What needs a human: verdicts that were assumed, that a model gave or contradicts, and what stays open."""
    for trial in trials:
        for criterion in trial.criteria:
            reasons = list(_reasons(trial, criterion))
            earlier = criterion.review.endswith(_CHANGED)
            if earlier:
                reasons = [f"the record changed after a person decided: {criterion.review.partition(';')[0]}"]
            foreign = criterion.review.startswith(_NOT_USED)
            if reasons and (earlier or foreign or not criterion.review):
                key = item_id(patient.key, trial.nct_id, criterion.criterion_text)
                key = _again(key, patient.digest) if earlier or foreign else key
                yield NewItem(
                    id=key,
                    identity=key,
                    source=f"{trial.nct_id} for patient {called or patient.key}",
                    subject=criterion.criterion_text,
                    context=criterion.reasoning,
                    proposal=criterion.verdict.value,
                    reasons=reasons,
                    body={
                        "trial": trial.nct_id,
                        "patient": patient.key,
                        "type": criterion.criterion_type,
                        **{name: value for name, value in patient._asdict().items() if name in _OF_PATIENT},
                    },
                )


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


def only_open(item: ReviewItem) -> bool:
    """Whether nothing but silence of the record brought an item into the queue: nobody is kept out by it, and nothing assumed."""
    return list(item.reasons) == [_OPEN]


def outdated(trial: TrialResult) -> list[CriterionResult]:
    """The criteria of a trial on which a person decided before the record changed, whether the decision still stands or not."""
    return [one for one in trial.criteria if one.review.endswith((_CHANGED, _OVERTAKEN))]


def _reasons(trial: TrialResult, criterion: CriterionResult) -> Iterator[str]:
    if trial.verdict is TrialVerdict.NOT_RELEVANT or is_instruction(criterion.criterion_text):
        return
    if criterion.review.endswith(_OVERTAKEN):
        yield "the record changed after a person decided, and now states otherwise"
    elif criterion.disagreement:
        yield "a model and the computation disagree"
    if criterion.assumptions and (excludes(criterion) or trial.verdict is TrialVerdict.ELIGIBLE):
        yield "the verdict rests on an assumption"
    if criterion.decided_by != "offline" and not admits(criterion):
        yield "a model decided it"
    if trial.verdict is TrialVerdict.EXCLUDED and criterion is next(filter(excludes, trial.criteria), None):
        yield "it keeps the patient out"
    if criterion.verdict is CriterionVerdict.UNKNOWN and trial.verdict is TrialVerdict.UNCERTAIN:
        yield _OPEN
