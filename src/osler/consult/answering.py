"""Who answers, by the route of a message: advice at once, a page, a section of the interface, or one of the consultants."""

from __future__ import annotations

import re
import shlex
from typing import Any

from osler.consult import callbacks
from osler.consult.advice import advice_now
from osler.consult.deps import Deps
from osler.consult.factory import composition
from osler.consult.record import Refused, read_question, unanswerable
from osler.consult.steps.ask import TopicInput, ask_step
from osler.consult.steps.consultant import ConsultantTools, ConsultInput, consultant_step
from osler.consult.steps.lite import ASK_BACK, LiteInput, lite_step, lite_tools, standalone
from osler.consult.steps.triage import TriageDecision
from osler.consult.steps.url import FALLBACK, UrlInput, about_video, page_tool, url_step
from osler.consult.triage import URL, Alarm, triage
from osler.consult.types import ConsultReply, ConsultRequest, ConsultState, ReplySentence, SourceLine
from osler.core.agents import AgentDeps, StepOutcome, ToolOutcome
from osler.core.graph import PatientGraphs
from osler.core.privacy import Deidentifier
from osler.errors import ConfigError

REFUSAL = "I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics."
SECTION = "Please use the {section} section to view your complete {section}: {command}"
CHANGE = "To {change} your health information, please use the appropriate section: {command}"
_COMMANDS = {
    "share": "osler patient convert FILE --to fhir",
    "edit": "osler patient add FILE (again, with the corrected record)",
}


async def answer(
    given: ConsultRequest,
    state: ConsultState,
    decision: TriageDecision,
    heard: Alarm,
    deps: Deps,
    reply: ConsultReply,
) -> ConsultState:
    """Let the one answer to whom the message goes; the state as it is afterwards."""
    route = decision.route
    if route == "urgent":
        reply.agent, reply.status = "triage", "urgent"
        reply.sentences = advice_now(heard.now)
    elif route == "url":
        state = await _link(given, state, deps, reply)
    elif route == "refuse_non_health":
        reply.agent, reply.sentences = "triage", [ReplySentence(text=REFUSAL)]
        reply.status = "unsupported"
    elif route == "redirect_list":
        section = decision.section or "record"
        text = SECTION.format(
            section=section, command=f"osler patient show {shlex.quote(given.opened_as or given.record.id)}"
        )
        reply.agent, reply.sentences = "triage", [ReplySentence(text=text)]
    elif route == "redirect_share_edit":
        change = decision.change or "edit"
        text = CHANGE.format(change=change, command=_COMMANDS[change])
        reply.agent, reply.sentences = "triage", [ReplySentence(text=text)]
    elif route == "lite" and about_another(given):
        reply.agent, reply.sentences = "triage", [ReplySentence(text=unanswerable("other_patient").text)]
        reply.status = "unsupported"
    elif route == "lite":
        await _general(given, state, deps, reply)
    else:
        state = await _consult(given, state, deps, reply)
    return state


_OF_SOMEBODY = re.compile(r"['’]s\b|\bwho else\b", re.IGNORECASE)


def about_another(given: ConsultRequest) -> bool:
    """Whether the values or medicines of somebody else are asked for."""
    names = [name.label for name in given.record.demographics.names]
    read = read_question(given.message, given.moment.date(), patient_names=names)
    refused = isinstance(read, Refused) and read.reason == "other_patient"
    return refused and _OF_SOMEBODY.search(given.message) is not None


async def _link(given: ConsultRequest, state: ConsultState, deps: Deps, reply: ConsultReply) -> ConsultState:
    """The linked page; any failure gives the fallback."""
    reply.agent = "url_handler"
    match = URL.search(given.message)
    url = match.group().rstrip(".,;!?)") if match else ""
    said = await about_video(url, given.message, deps.video)
    if said is not None:
        reply.sentences = [ReplySentence(text=said)]
        return state
    outcome = await deps.ask_or_stand_in(
        url_step(), UrlInput(url=url, message=given.message), tools=[page_tool(deps.fetch)]
    )
    note_mind(outcome, reply)
    fetched = outcome.tool_states.get("fetch_page")
    quotes = outcome.output.quotes if outcome.output else []
    failed = fetched is None or fetched.status == "error"
    kept = ToolOutcome(
        "url_handler", "error" if failed else "success" if quotes else "empty", quotes, fetched.error if fetched else ""
    )
    state = state.updated(callbacks.keep_tool_result(state, kept))
    source = SourceLine(kind="page", id=url, label=outcome.output.title if outcome.output else "")
    reply.sentences = [ReplySentence(text=f"“{quote}”", sources=[source]) for quote in quotes]
    if not quotes:
        reply.status = "unavailable" if failed else "no_evidence"
        reply.sentences = [ReplySentence(text=FALLBACK if failed else "The page holds nothing that answers this.")]
    return state


async def _general(given: ConsultRequest, state: ConsultState, deps: Deps, reply: ConsultReply) -> None:
    """The general consultant, who is given the question alone."""
    reply.agent = composition().transfer("triage", "health_consultant_lite")
    question = await _about_topic(given, state, deps)
    earlier = [said.text for said in given.history if said.role == "user"]
    alone = question if question != given.message else standalone(given.message, earlier)
    if alone is None:
        reply.sentences = [ReplySentence(text=ASK_BACK)]
        return
    # A gate of its own: even names that a user writes into a general question do not go on.
    lite_deps = AgentDeps(runner=deps.runner, recorder=deps.recorder, deidentifier=Deidentifier(), budget=deps.budget)
    outcome = await lite_deps.ask_or_stand_in(
        lite_step(), LiteInput(question=alone), tools=lite_tools(lite_deps, deps.library, deps.web_search)
    )
    _take(outcome, reply)


async def _consult(given: ConsultRequest, state: ConsultState, deps: Deps, reply: ConsultReply) -> ConsultState:
    """The consultant, with the patient's graph."""
    reply.agent = composition().transfer("triage", "health_consultant")
    question = await _about_topic(given, state, deps)
    if not reply.extraction.is_empty and not question.rstrip().endswith("?"):
        reply.sentences = [] if reply.entry_question else [ReplySentence(text="Noted.")]
        return state
    today = (state.current_time or given.moment).date()
    tools = ConsultantTools(deps, _graphs(deps), given.record, today).tools()
    outcome = await deps.ask_or_stand_in(consultant_step(), ConsultInput(question=question, today=today), tools=tools)
    _take(outcome, reply)
    for record in outcome.tool_calls:
        status = outcome.tool_states[record.tool]
        state = state.updated(
            callbacks.keep_tool_result(state, ToolOutcome(record.tool, status.status, status.result, status.error))
        )
        reply.plan.append(f"health_consultant: {record.tool} {record.status}")
    return state


def note_mind(outcome: StepOutcome[Any], reply: ConsultReply) -> None:
    """Which mind answered, and where it stands in for one that did not."""
    reply.minds[outcome.step] = outcome.mind
    if (problem := outcome.problem()) is not None:
        reply.problems.append(problem)


def _take(outcome: StepOutcome[Any], reply: ConsultReply) -> None:
    note_mind(outcome, reply)
    if outcome.output is not None:
        reply.sentences = list(outcome.output.sentences)
        return
    reply.status = "budget_exhausted" if outcome.status == "budget_exhausted" else "unsupported"
    reply.sentences = [ReplySentence(text="I could not answer this with support from the record.")]


async def _about_topic(given: ConsultRequest, state: ConsultState, deps: Deps) -> str:
    """The question, with the open topic named where it points at it."""
    uuid, kind = state.session_topic_node_uuid, state.session_topic_node_type
    if uuid is None or kind is None or triage(given.message, kind).rule != "the open topic":
        return given.message
    name = topic_name(_graphs(deps), given.record.id, uuid, kind)
    if name is None:
        return given.message
    outcome = await deps.ask_or_stand_in(
        ask_step(), TopicInput(message=given.message, topic_name=name, topic_type=kind)
    )
    return outcome.output.question if outcome.output else given.message


def topic_name(graphs: PatientGraphs, patient_id: str, uuid: str, kind: str) -> str | None:
    """What the open node is called, found from the patient."""
    label = kind.removesuffix("Node")
    if label.endswith("Type"):
        cypher = f"MATCH (p:Patient {{uuid: $patient_uuid}})--(x) MATCH (x)-[:IS_A]->(t:{label}) WHERE t.uuid = $topic RETURN DISTINCT t.name AS name"
    else:
        cypher = f"MATCH (p:Patient {{uuid: $patient_uuid}})-->(x:{label}) WHERE x.uuid = $topic RETURN x.name AS name"
    result = graphs.query(patient_id, cypher, {"topic": uuid})
    return str(result.rows[0][0]) if result.rows else None


def _graphs(deps: Deps) -> PatientGraphs:
    if deps.graphs is None:
        raise ConfigError("a consultation needs the patient's graph", mend="open it through osler.casework")
    return deps.graphs
