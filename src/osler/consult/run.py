"""One turn of a consultation: triage and the extractors at the same time, then the one who answers."""

from __future__ import annotations

import asyncio
import re
import shlex
from dataclasses import replace
from typing import Any

from osler.config import BudgetSettings
from osler.consult import callbacks
from osler.consult.deps import Deps
from osler.consult.extraction import Extraction, without_implausible
from osler.consult.factory import composition
from osler.consult.record import Refused, read_question
from osler.consult.record.answers import unanswerable
from osler.consult.steps.ask import TopicInput, ask_step
from osler.consult.steps.consultant import ConsultantTools, ConsultInput, consultant_step
from osler.consult.steps.data_entry import EntryDecision, EntryInput, confirms, entry_step, summary_lines
from osler.consult.steps.extractors import StatementInput, context_step, findings_step, measurements_step
from osler.consult.steps.lite import ASK_BACK, LiteInput, lite_step, lite_tools, standalone
from osler.consult.steps.triage import TriageDecision, TriageInput, triage_step
from osler.consult.steps.url import FALLBACK, UrlInput, about_video, page_tool, url_step
from osler.consult.triage import URL, triage
from osler.consult.types import ConsultReply, ConsultRequest, ConsultState, ReplySentence, SourceLine
from osler.core.agents import AgentDeps, Budget, StepOutcome, ToolOutcome
from osler.core.graph import PatientGraphs
from osler.core.privacy import Deidentifier
from osler.core.results import Level, Problem
from osler.errors import ConfigError

REFUSAL = "I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics."
SECTION = "Please use the {section} section to view your complete {section}: {command}"
CHANGE = "To {change} your health information, please use the appropriate section: {command}"
DOUBTFUL = "I did not note {lines}: no living body has such a value. Please check it."
DISCARDED = "Discarded; nothing was saved."
NOTHING_WAITS = "Nothing is waiting to be saved. What do you mean?"
_COMMANDS = {
    "share": "osler patient convert FILE --to fhir",
    "edit": "osler patient add FILE (again, with the corrected record)",
}


async def run(given: ConsultRequest, *, deps: Deps) -> ConsultReply:
    """Answer one message."""
    options = deps.options
    limits = BudgetSettings(requests=options.requests, tool_calls=options.tool_calls, seconds=options.seconds)
    # A turn's limits hold inside the budget of the run, which knows of tokens and money as well.
    whole = deps.budget or Budget(deps.runner.settings.budget)
    deps = replace(deps, budget=whole.step(limits))
    state = callbacks.before_agent(given.state, given.message, given.moment)
    decision, found, minds, problems = await _both_branches(given, state, deps)
    found, doubtful = without_implausible(found)
    reply = ConsultReply(route=decision.route, rule=decision.rule, extraction=found, minds=minds, problems=problems)
    reply.plan.append(f"triage: {decision.route} ({decision.rule})")
    entry = await _data_entry(given, state, found, deps, reply)
    if confirms(given.message) is not None:
        reply.agent = "data_entry"
        reply.sentences = [ReplySentence(text=text) for text in _on_a_word(entry, state)]
        reply.route, reply.rule = "consultant", "the user's word"
    elif entry.action == "discard":
        reply.agent, reply.sentences = "data_entry", [ReplySentence(text=DISCARDED)]
    else:
        state = await _answer(given, state, decision, deps, reply)
    if doubtful:
        lines = "; ".join(summary_lines(Extraction(measurements=doubtful)))
        reply.entry_question = " ".join(filter(None, [DOUBTFUL.format(lines=lines), reply.entry_question]))
    if reply.status == "complete" and any(problem.level is not Level.INFO for problem in reply.problems):
        reply.status = "partial"
    kept = (_still_pending(given, found, entry), entry.action == "ask")
    reply.state = state.updated(callbacks.keep_pending(state, "data_entry", kept))
    reply.usage = deps.budget.usage() if deps.budget else reply.usage
    return reply


def _on_a_word(entry: EntryDecision, state: ConsultState) -> list[str]:
    """What a yes or a no brought about, entry by entry."""
    if entry.action == "accept" and state.pending is not None:
        return [f"Saved: {'; '.join(summary_lines(state.pending))}."]
    if entry.action == "discard":
        return [DISCARDED]
    return [] if entry.action == "ask" else [NOTHING_WAITS]


async def _both_branches(
    given: ConsultRequest, state: ConsultState, deps: Deps
) -> tuple[TriageDecision, Extraction, dict[str, str], list[Problem]]:
    """Triage and the three readers at the same time; what one fails at does not stop the others."""
    statement = StatementInput(message=given.message, current_time=state.current_time or given.moment)
    routed, measured, context, findings = await asyncio.gather(
        deps.ask_or_stand_in(triage_step(), TriageInput(message=given.message, topic=state.session_topic_node_type)),
        deps.ask_or_stand_in(measurements_step(), statement),
        deps.ask_or_stand_in(context_step(), statement),
        deps.ask_or_stand_in(findings_step(), statement),
    )
    read: list[StepOutcome[Any]] = [measured, context, findings]
    outcomes: list[StepOutcome[Any]] = [routed, *read]
    problems = [problem for outcome in outcomes if (problem := outcome.problem()) is not None]
    merged: dict[str, Any] = {}
    for outcome in read:
        if outcome.output is not None:
            merged |= outcome.output.model_dump()
    if confirms(given.message) is not None:
        merged = {}  # a yes or a no states nothing
    decision = routed.output or TriageDecision(route=triage(given.message).route)
    return decision, Extraction.model_validate(merged), {outcome.step: outcome.mind for outcome in outcomes}, problems


async def _data_entry(
    given: ConsultRequest, state: ConsultState, found: Extraction, deps: Deps, reply: ConsultReply
) -> EntryDecision:
    """What becomes of what was extracted; the one callback through which all extractors' results go."""
    if found.is_empty and state.pending is None:
        return EntryDecision()
    outcome = await deps.ask_or_stand_in(
        entry_step(),
        EntryInput(message=given.message, pending=state.pending, shown=state.pending_shown, found=found),
    )
    entry = outcome.output or EntryDecision()
    _note(outcome, reply)
    reply.plan.append(f"data_entry: {entry.action}")
    if entry.action == "accept":
        reply.accepted = state.pending
    elif given.auto_accept and not found.is_empty:
        reply.accepted = found
        reply.entry_question = ""
    else:
        reply.entry_question = entry.question
    return entry


def _still_pending(given: ConsultRequest, found: Extraction, entry: EntryDecision) -> Extraction | None:
    if entry.action in {"accept", "discard"} or given.auto_accept:
        return None
    return found if not found.is_empty else given.state.pending


async def _answer(
    given: ConsultRequest, state: ConsultState, decision: TriageDecision, deps: Deps, reply: ConsultReply
) -> ConsultState:
    route = decision.route
    if route == "urgent":
        _urgent(given.message, reply)
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
    elif route == "lite" and _is_about_another(given):
        reply.agent, reply.sentences = "triage", [ReplySentence(text=unanswerable("other_patient").text)]
        reply.status = "unsupported"
    elif route == "lite":
        await _general(given, state, deps, reply)
    else:
        state = await _consult(given, state, deps, reply)
    return state


_OF_SOMEBODY = re.compile(r"['’]s\b|\bwho else\b", re.IGNORECASE)


def _is_about_another(given: ConsultRequest) -> bool:
    """Whether the values or medicines of somebody else are asked for."""
    names = [name.label for name in given.record.demographics.names]
    read = read_question(given.message, given.moment.date(), patient_names=names)
    refused = isinstance(read, Refused) and read.reason == "other_patient"
    return refused and _OF_SOMEBODY.search(given.message) is not None


def _urgent(message: str, reply: ConsultReply) -> None:
    """Advice at once, in the words of the rule that fired."""
    reply.agent, reply.status = "triage", "urgent"
    flags = triage(message).flags
    for flag in flags:
        source = SourceLine(kind="rule", id=flag.rule_id, label=flag.source)
        reply.sentences.append(ReplySentence(text=f"{flag.title}: {flag.recommended_action}", sources=[source]))
    reply.sentences.append(ReplySentence(text="If this is happening now, call your local emergency number at once."))


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
    _note(outcome, reply)
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


def _note(outcome: StepOutcome[Any], reply: ConsultReply) -> None:
    """Which mind answered, and where it stands in for one that did not."""
    reply.minds[outcome.step] = outcome.mind
    if (problem := outcome.problem()) is not None:
        reply.problems.append(problem)


def _take(outcome: StepOutcome[Any], reply: ConsultReply) -> None:
    _note(outcome, reply)
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
