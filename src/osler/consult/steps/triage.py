"""Triage (agent): where a message goes, by the rules of the document."""

from __future__ import annotations

from functools import cache, partial
from typing import Literal

from pydantic import BaseModel

from osler.consult.triage import Route, Section, health_evidence, tells, triage
from osler.core.agents import AgentStep, Checked, ToolResults, load_agent
from osler.core.safety import PatientContext
from osler.core.terminology import Vocabularies

_REDIRECTS = frozenset({"redirect_list", "redirect_share_edit"})
_CERTAIN = frozenset({"urgent", "url"}) | _REDIRECTS


class TriageInput(BaseModel):
    """A message and the type of the node that is open."""

    message: str
    topic: str | None = None
    context: PatientContext | None = None
    """Age and sex of whom the message is about; red flags depend on them."""


class TriageDecision(BaseModel):
    """Where the message goes, and by which rule."""

    route: Route
    rule: str = ""
    section: Section | None = None
    change: Literal["share", "edit"] | None = None


@cache
def triage_step(vocabularies: Vocabularies) -> AgentStep[TriageInput, TriageDecision]:
    """The step: a model may route, but what the rules decide for certain is never overruled."""
    return AgentStep(
        agent=load_agent("osler.consult", "triage"),
        input_type=TriageInput,
        output_type=TriageDecision,
        policy=partial(_offline, vocabularies=vocabularies),
        checks=[partial(_rules_hold, vocabularies=vocabularies)],
        variables=lambda given: {"message": given.message, "topic": given.topic},
    )


def _offline(given: TriageInput, vocabularies: Vocabularies) -> TriageDecision:
    found = triage(given.message, vocabularies, given.topic, given.context)
    return TriageDecision(route=found.route, rule=found.rule, section=found.section, change=found.change)


def _rules_hold(
    decision: TriageDecision, given: TriageInput, tools: ToolResults, vocabularies: Vocabularies
) -> Checked[TriageDecision]:
    """What code decides for certain stands, whatever a mind says: red flags, links, other matters, lists, changes."""
    found = _offline(given, vocabularies)
    if found.route in _CERTAIN and decision.route != found.route:
        return Checked(found)
    if found.route == "refuse_non_health" and health_evidence(given.message, vocabularies).other:
        return Checked(
            found
        )  # it speaks of another matter and of nothing else; where it speaks of neither, a mind may know
    if decision.route == "urgent" and found.route != "urgent" and not tells(given.message):
        return Checked(found)  # who asks for a value tells of no emergency
    if decision.route == "refuse_non_health" and found.route not in {"refuse_non_health", "urgent"}:
        return Checked(found)  # a message that names a matter of health is not sent away
    if decision.route in _REDIRECTS:
        return Checked(
            found
        )  # only the whole of a section and a bare command are shown the way, and which is told by rule
    return Checked(decision)
