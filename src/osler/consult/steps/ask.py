"""Ask (agent): a question about the open topic, made to stand by itself by naming the topic."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent

_POINTING = re.compile(r"\b(this|that|it|these|those|them)\b", re.IGNORECASE)


class TopicInput(BaseModel):
    """The message and the name of what is open."""

    message: str
    topic_name: str
    topic_type: str


class TopicQuestion(BaseModel):
    """The question as it reads without the topic beside it."""

    question: str


@cache
def ask_step() -> AgentStep[TopicInput, TopicQuestion]:
    """The step."""
    return AgentStep(
        agent=load_agent("osler.consult", "ask"),
        input_type=TopicInput,
        output_type=TopicQuestion,
        policy=_offline,
        checks=[_names_the_topic],
    )


_HAD = ("ConditionCase", "SymptomEpisode", "AllergyRecord")
_TAKEN = re.compile(r"\b(?:take|takes|taken|taking|took|use|using|on)\b", re.IGNORECASE)


def _offline(given: TopicInput) -> TopicQuestion:
    # Of an entry of the patient's it is asked how it is with the patient, and not in general.
    own = f"my {given.topic_name}" if given.topic_type.startswith(_HAD) else given.topic_name
    named, count = _POINTING.subn(own, given.message, count=1)
    if count:
        return TopicQuestion(question=named)
    asked = given.message.rstrip(" ?.!")
    if given.topic_type.startswith("IntakeRegimen") and not _TAKEN.search(asked):
        asked += " do I take"  # "how often?" is asked of a medicine that is taken
    return TopicQuestion(question=f"{asked} {given.topic_name}?")


def _names_the_topic(output: TopicQuestion, given: TopicInput, tools: ToolResults) -> Checked[TopicQuestion]:
    if given.topic_name.lower() in output.question.lower():
        return Checked(output)
    return Checked(None, [Rejection(path="question", reason="the question does not name the open topic")])
