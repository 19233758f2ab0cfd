"""VALIDATE: every criterion of a trial judged, by computation always and by a model where one is configured."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import AgentStep, Checked, Rejection, StepOutcome, load_agent
from osler.core.criteria import Criterion, Proof, proof_text
from osler.core.results import Level, Problem, unsupported_part
from osler.core.terminology import Vocabularies
from osler.trials.deps import Deps
from osler.trials.judging import (
    NO_TOPIC,
    NumberedSentence,
    PatientView,
    Topic,
    against_itself,
    as_asked,
    breaks_limit,
    clock_against,
    in_asked_words,
    inferred,
    is_settled,
    judge_criterion,
    names_its_medicine,
    of_somebody_else,
    read_otherwise,
    reading_of_criterion,
    says_opposite,
    tells_of_fewer,
    unfounded_exemption,
    unfounded_numbers,
    unsupported,
    untold_time,
    within_limit,
)
from osler.trials.steps.relevant_sentences import speaks_of
from osler.trials.types import CriterionResult, CriterionVerdict, ModelResponse, PolicyName

_MODEL_CONFIDENCE = 0.75
_INFERRED_CONFIDENCE = 0.5
_SHOWN = 60
_ABOUT_THE_TRIAL = re.compile(
    r"[^\n]*(?:is the disease in question|the event that the trial is about|what the trial is about is not)[^\n]*"
)
_DECIDED = (CriterionVerdict.MET, CriterionVerdict.NOT_MET)


class CriterionLabel(BaseModel):
    """What a mind says of one criterion."""

    model_config = ConfigDict(extra="ignore")

    number: int
    reasoning: str = ""
    sentences: list[int] = Field(default_factory=list)
    verdict: CriterionVerdict


class CriterionThought(BaseModel):
    """What a mind thinks of one criterion, before a label."""

    model_config = ConfigDict(extra="ignore")

    number: int
    reasoning: str = ""


class CriteriaInput(BaseModel):
    """A trial's criteria and a patient's sentences, numbered, with what computation found."""

    sentences: list[str] = Field(repr=False)
    numbers: list[int]
    criteria: list[Criterion]
    computed: list[CriterionResult] = Field(repr=False)
    policy: PolicyName
    reasoning: str = Field(default="", repr=False)


@cache
def criteria_step(vocabularies: Vocabularies) -> AgentStep[CriteriaInput, list[CriterionLabel]]:
    """One request a trial: all criteria, all sentences."""
    return AgentStep(
        agent=load_agent("osler.trials", "criteria"),
        input_type=CriteriaInput,
        output_type=list[CriterionLabel],
        policy=_computed_labels,
        checks=[lambda labels, given, _tools: _supported(labels, given, vocabularies)],
        variables=_variables,
    )


@cache
def thought_step() -> AgentStep[CriteriaInput, list[CriterionThought]]:
    """The first of two stages: reasoning by the medical role."""
    return AgentStep(
        agent=load_agent("osler.trials", "criteria_reasoning"),
        input_type=CriteriaInput,
        output_type=list[CriterionThought],
        policy=lambda given: [
            CriterionThought(number=number, reasoning=result.reasoning) for number, result in enumerate(given.computed)
        ],
        variables=_variables,
    )


async def validate(
    criteria: Sequence[Criterion], view: PatientView, deps: Deps, topic: Topic = NO_TOPIC
) -> tuple[list[CriterionResult], list[Problem]]:
    """The criteria judged, and what was wrong with a model's answer."""
    policy = deps.policy
    computed = [judge_criterion(criterion, view, policy, topic) for criterion in criteria]
    if not criteria or deps.runner.mind_of("fast") == "offline":
        return computed, []
    given = CriteriaInput(
        sentences=[sentence.text for sentence in view.sentences],
        numbers=[sentence.number for sentence in view.sentences],
        criteria=list(criteria),
        computed=computed,
        policy=policy,
    )
    if deps.settings.two_stage and deps.runner.mind_of("medical") != "offline":
        thoughts = await deps.ask(thought_step(), given)
        lines = [f"{thought.number}. {thought.reasoning}" for thought in thoughts.output or []]
        given = given.model_copy(update={"reasoning": "\n".join(lines)})
    outcome = await deps.ask(criteria_step(deps.vocabularies), given)
    return combine(criteria, computed, outcome, view, policy)


def combine(
    criteria: Sequence[Criterion],
    computed: Sequence[CriterionResult],
    outcome: StepOutcome[list[CriterionLabel]],
    view: PatientView,
    policy: PolicyName,
) -> tuple[list[CriterionResult], list[Problem]]:
    """A model's labels over the computed ones: where computation has proof, it stands and the difference is shown."""
    problems = [unsupported_part(f"{outcome.step}: rejected {item.path}: {item.reason}") for item in outcome.rejected]
    if outcome.output is None:
        message = f"{outcome.step}: no usable answer ({outcome.status}); the computed verdicts are used"
        problems.append(Problem(code=outcome.problem_code, level=Level.WARNING, message=message))
        return list(computed), problems
    labels = {label.number: label for label in outcome.output}
    share = max(1, len(labels))
    results = []
    for number, (criterion, result) in enumerate(zip(criteria, computed, strict=True)):
        label = labels.get(number)
        if label is None:
            refused = [item.reason for item in outcome.rejected if item.reason.startswith(_short(criterion.text))]
            said = f"{outcome.mind}'s answer was rejected: {refused[-1]}" if refused else result.disagreement
            results.append(result.model_copy(update={"disagreement": said}))
            continue
        response = ModelResponse(
            text=label.reasoning,
            verdict=label.verdict,
            mind=outcome.mind,
            tokens=(outcome.usage.input_tokens + outcome.usage.output_tokens) // share,
            cost_usd=None if outcome.usage.cost_usd is None else outcome.usage.cost_usd / share,
            latency_ms=outcome.usage.seconds * 1000 / share,
        )
        joined, rejected = _joined(criterion, result, label, response, view)
        if policy == "strict" and joined.decided_by == response.mind and joined.assumptions:
            joined = _left_open(result, response, f"infers {label.verdict.value} from what does not name it")
        results.append(joined)
        if rejected:
            said = f"{outcome.step}: rejected {label.verdict.value} for {_short(criterion.text)}: {rejected}"
            problems.append(unsupported_part(said))
    return results, problems


def _weighed(label: CriterionLabel, result: CriterionResult) -> str:
    """Why sentences do not show what is excluded: the computation read the same ones, and they tell of what the trial is about."""
    if label.verdict is not CriterionVerdict.MET or result.proof is None or result.criterion_type != "exclusion":
        return ""
    if not label.sentences or not set(label.sentences) <= set(result.evidence_sentences):
        return ""
    found = _ABOUT_THE_TRIAL.search(proof_text(result.proof))
    return found[0].strip().removeprefix("because ") if found else ""


def _unsupported(
    criterion: Criterion,
    result: CriterionResult,
    label: CriterionLabel,
    cited: Sequence[NumberedSentence],
    view: PatientView,
) -> str:
    """Why sentences do not bear a verdict out; a number that breaks the criterion's own limit denies it without a word of denial."""
    if label.verdict is CriterionVerdict.NOT_MET and within_limit(criterion, cited) is False:
        return ""
    return unsupported(label.verdict, criterion.tree, cited, view, result.proof)


def _joined(
    criterion: Criterion, result: CriterionResult, label: CriterionLabel, response: ModelResponse, view: PatientView
) -> tuple[CriterionResult, str]:
    """The verdict that stands, and why the model's was rejected where it was."""
    criterion = as_asked(criterion, view.vocabularies)
    told = [sentence for sentence in view.sentences if sentence.number in label.sentences]
    cited = [one._replace(text=in_asked_words(one.text, criterion.text, view.vocabularies)) for one in told]
    numbers = _numbers_said(criterion, label, cited, response, view)
    if label.verdict is result.verdict:
        return result.model_copy(update={"model_response": response, "disagreement": numbers}), ""
    if is_settled(result, view):
        if read_otherwise(label.verdict, criterion.tree, cited, view):
            said = f"reads {label.verdict.value}, the computation {result.verdict.value}, each with a sentence"
            return _left_open(result, response, said), ""
        said = f"{response.mind} says {label.verdict.value}; the computation says {result.verdict.value} and has proof"
        return result.model_copy(update={"model_response": response, "disagreement": said}), ""
    rejected = (
        against_itself(label.verdict, label.reasoning)
        or says_opposite(label.verdict, criterion.text, cited)
        or unfounded_exemption(label.verdict, criterion, cited, view)
        or _unsupported(criterion, result, label, cited, view)
        or (of_somebody_else(criterion, cited, view) if label.verdict in _DECIDED else "")
        or breaks_limit(label.verdict, criterion, cited)
        or tells_of_fewer(label.verdict, criterion, cited)
        or clock_against(label.verdict, criterion, cited)
        or _weighed(label, result)
    )
    if rejected:
        said = f"{response.mind} says {label.verdict.value}; rejected, because {rejected}"
        return result.model_copy(update={"model_response": response, "disagreement": said}), rejected
    spans = [sentence.span for sentence in told]
    taken = result.model_copy(
        update={
            "verdict": label.verdict,
            "evidence_sentences": label.sentences,
            "evidence": list(spans),
            "reasoning": label.reasoning,
            "confidence": _INFERRED_CONFIDENCE
            if numbers or _assumed(criterion, label, cited, view, result.proof)
            else _MODEL_CONFIDENCE,
            "assumptions": _assumed(criterion, label, cited, view, result.proof),
            "disagreement": numbers,
            "missing": result.missing if label.verdict is CriterionVerdict.UNKNOWN else [],
            "decided_by": response.mind,
            "model_response": response,
            "proof": None,
        }
    )
    return taken, ""


def _left_open(result: CriterionResult, response: ModelResponse, why: str) -> CriterionResult:
    """A criterion on which two readings of the same note differ, or that a model only infers: a person decides."""
    said = f"{response.mind} {why}; a person decides"
    return result.model_copy(
        update={
            "verdict": CriterionVerdict.UNKNOWN,
            "confidence": _INFERRED_CONFIDENCE,
            "model_response": response,
            "disagreement": said,
            "missing": [reading_of_criterion(result.criterion_text)],
        }
    )


def _assumed(
    criterion: Criterion,
    label: CriterionLabel,
    cited: Sequence[NumberedSentence],
    view: PatientView,
    proof: Proof | None,
) -> list[str]:
    """What a model's verdict takes for granted: that silence is absence, or that a sentence which does not name it means it."""
    if label.verdict not in _DECIDED:
        return []
    if not cited:
        return ["not mentioned, taken as absent by the model"]
    if inferred(criterion.tree, cited, view, proof):
        return ["the cited sentence does not name it: the model infers it"]
    if label.verdict is CriterionVerdict.MET and untold_time(criterion.tree, cited, view):
        return ["the cited sentence does not say when: the model infers it"]
    return []


def _numbers_said(
    criterion: Criterion,
    label: CriterionLabel,
    cited: Sequence[NumberedSentence],
    response: ModelResponse,
    view: PatientView,
) -> str:
    """What is wrong with the numbers of a model's reasoning; empty where they all have a source."""
    unfounded = unfounded_numbers(label.reasoning, criterion.text, cited, view)
    if not unfounded:
        return ""
    return f"{response.mind}'s reasoning gives {', '.join(unfounded)}, which neither the criterion nor the cited sentence has"


def _short(text: str) -> str:
    return repr(" ".join(text.split())[:_SHOWN])


def _supported(
    labels: list[CriterionLabel], given: CriteriaInput, vocabularies: Vocabularies
) -> Checked[list[CriterionLabel]]:
    """A decided verdict needs sentences that exist and speak of the criterion; silence decides only by policy."""
    texts = dict(zip(given.numbers, given.sentences, strict=True))
    kept: dict[int, CriterionLabel] = {}
    rejected: list[Rejection] = []
    for index, label in enumerate(labels):
        path = f"[{index}]"
        if not 0 <= label.number < len(given.criteria) or label.number in kept:
            rejected.append(Rejection(path=path, reason="there is no such criterion, or it was judged already"))
            continue
        criterion = given.criteria[label.number]
        read = given.computed[label.number].evidence_sentences
        sound = [
            number
            for number in label.sentences
            if number in texts
            and (
                number in read
                or speaks_of(in_asked_words(texts[number], criterion.text, vocabularies), criterion.text, vocabularies)
                or names_its_medicine(texts[number], criterion.tree, vocabularies)
            )
        ]
        if label.sentences and len(sound) < len(label.sentences):
            rejected.append(
                Rejection(
                    path=f"{path}.sentences",
                    reason=f"{_short(criterion.text)}: a sentence does not exist or speaks of something else",
                )
            )
        by_silence = given.policy == "clinical" and label.verdict is CriterionVerdict.NOT_MET and not label.sentences
        if label.verdict in _DECIDED and not sound and not by_silence:
            reason = f"{_short(criterion.text)}: no sentence supports {label.verdict.value}"
            rejected.append(Rejection(path=path, reason=reason))
            continue
        kept[label.number] = label.model_copy(update={"sentences": sound})
    return Checked(list(kept.values()), rejected)


def _computed_labels(given: CriteriaInput) -> list[CriterionLabel]:
    return [
        CriterionLabel(
            number=number, reasoning=result.reasoning, sentences=result.evidence_sentences, verdict=result.verdict
        )
        for number, result in enumerate(given.computed)
    ]


def _variables(given: CriteriaInput) -> dict[str, object]:
    sentences = zip(given.numbers, given.sentences, strict=True)
    return {
        "sentences": "\n".join(f"{number}. {' '.join(text.split())}" for number, text in sentences),
        "criteria": "\n".join(
            f"{number}. [{criterion.kind}] {' '.join(criterion.text.split())}"
            for number, criterion in enumerate(given.criteria)
        ),
        "policy": given.policy,
        "reasoning": given.reasoning,
    }
