"""The two consultants at work: the general one with the question alone, the other with the patient's graph."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from osler.consult import callbacks
from osler.consult.checked.cross_asked import OFFLINE
from osler.consult.deps import Deps
from osler.consult.extraction import denies
from osler.consult.factory import composition
from osler.consult.going_on.follow_up import value_given
from osler.consult.going_on.targets import Target, held_against_target
from osler.consult.going_on.told_compared import ToldValue, against_before
from osler.consult.heard.charted import asked_last
from osler.consult.home import SAID_HERE
from osler.consult.meant import surely_tells
from osler.consult.record import asks_something
from osler.consult.record.called import words
from osler.consult.record.reading.table import pattern
from osler.consult.replying.advice import advice_unjudged
from osler.consult.replying.by_look import WHICH_ONE, by_look, told_unnamed
from osler.consult.replying.own_answer import with_own_answer
from osler.consult.replying.supposed import come_again, supposed
from osler.consult.replying.waiting import waiting
from osler.consult.steps.ask import TopicInput, ask_step
from osler.consult.steps.consultant import NOT_SEARCHED, ConsultantTools, ConsultInput, consultant_step
from osler.consult.steps.cypher import held_otherwise
from osler.consult.steps.lite import (
    ASK_BACK,
    GENERAL,
    LiteInput,
    defined,
    lite_step,
    lite_tools,
    related_terms,
    standalone,
)
from osler.consult.steps.rejected import rejections
from osler.consult.steps.search import WebAsked
from osler.consult.topics import plain_name, topic_name
from osler.consult.triage import (
    states_something,
    triage,
    troubles,
)
from osler.consult.types import (
    NOBODY,
    ConsultReply,
    ConsultRequest,
    ConsultState,
    GivenValue,
    ReplySentence,
    SourceLine,
)
from osler.consult.wording.folded import folded
from osler.core.agents import AgentDeps, StepOutcome, ToolOutcome
from osler.core.graph import PatientGraphs
from osler.core.patient import PatientRecord, Status
from osler.core.privacy import Deidentifier
from osler.core.terminology import Vocabularies
from osler.errors import ConfigError
from osler.yaml_reader import RuleTable

NO_PATIENT = (
    "No patient is open, so I can only speak of health in general. Open one with: osler chat --patient ID or FILE"
)
KEPT_IN = (
    "The web was not asked: only what the vocabularies have a name for is sent there, so that nothing of a person is."
)
NO_SOURCE = "I have no source on what or how much may be taken. Please read the leaflet in the package, or ask a doctor or pharmacist."
NOTHING_TO_NOTE = (
    "There is nothing in this that I would save. Tell me a value, a symptom or a medicine, or ask me something."
)
NO_VACCINES = "I cannot save a vaccine from a conversation. To have it in the record: osler patient add FILE (again, with the vaccine)"
OTHERWISE = "The record says otherwise: {names}. To put it right: {command}"
SPENT = "I stopped at the limit of {limit} tool calls in one turn ([consult] tool_calls), before all was looked up that this needs."
DECEASED = "This patient has died, as the record says."
CORRECTED = "osler patient add FILE (again, with the corrected record)"
_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)


async def general(given: ConsultRequest, state: ConsultState, deps: Deps, reply: ConsultReply) -> None:
    """The general consultant, who is given the question alone."""
    reply.agent = composition().transfer("triage", "health_consultant_lite")
    question = await _about_topic(given, state, deps)
    again = come_again(question, state.subject, deps.vocabularies)
    if again is not None:
        reply.sentences = again
        return
    earlier = [said.text for said in given.history if said.role == "user"]
    alone = question if question != given.message else standalone(given.message, earlier, deps.vocabularies)
    if alone is None:
        reply.sentences = [ReplySentence(text=ASK_BACK)]
        return
    # A gate of its own: even names that a user writes into a general question do not go on.
    before, web = len(reply.shown), _web(state, deps)
    lite_deps = AgentDeps(
        runner=deps.runner,
        recorder=deps.recorder,
        deidentifier=Deidentifier(),
        budget=deps.budget,
        standing_in=deps.standing_in,
    )
    outcome = await lite_deps.ask_or_stand_in(
        lite_step(deps.vocabularies, deps.says_so),
        LiteInput(question=alone),
        tools=lite_tools(lite_deps, deps.vocabularies, deps.library, web),
        # Whether things go together is answered whole or not at all.
        on_item=None if _TABLE.says(alone, "together") else deps.streaming(reply),
    )
    _take(outcome, reply)
    meaning = defined(alone, deps.vocabularies)
    if meaning is not None and related_terms(alone, deps.vocabularies) is None and not _is_sourced(reply.sentences):
        # What a model knows by itself stands beside what a source says, never in its place.
        own = [sentence for sentence in reply.sentences if sentence.text.startswith(GENERAL)]
        own = [
            sentence
            for sentence in own
            if not _defines(sentence.text.removeprefix(GENERAL), meaning, deps.vocabularies)
        ]
        reply.sentences = [meaning, *own]
    if web.is_kept_in and not _is_sourced(reply.sentences):
        reply.sentences = [*reply.sentences, ReplySentence(text=KEPT_IN)]
    if _TABLE.says(alone, "together") and not _is_sourced(reply.sentences):
        reply.sentences = [ReplySentence(text=NO_SOURCE)]  # who wants to take something is told whom to ask
    deps.withdraw(reply, before)


_IS = re.compile(r"(?:an? |the )?(?P<name>[\w' -]{3,60}?) (?:is|are|means|refers to)\b", re.IGNORECASE)


_OF_A_KIND = re.compile(
    r"\b(?:disease|disorder|condition|illness|syndrome|infection|cancer|kind|type|form)\b", re.IGNORECASE
)


def _defines(text: str, meaning: ReplySentence, vocabularies: Vocabularies) -> bool:
    """Whether a model says what the thing is that a source defines: two definitions side by side may contradict each other."""
    match = _IS.match(text.strip())
    name, _, told = meaning.text.partition(":")
    if match is None or not {*words(match["name"])} & {*words(name)}:
        return False
    # What has no word of the definition and names no other thing is another matter: sepsis is an emergency, whatever else it is.
    said = text[match.end() :]
    shared = {*words(said)} & ({*words(told)} - {*words(name)})
    return bool(shared or vocabularies.find(said) or _OF_A_KIND.search(said))


def _is_sourced(sentences: list[ReplySentence]) -> bool:
    return any(sentence.sources for sentence in sentences)


def _web(state: ConsultState, deps: Deps) -> WebAsked:
    """The search of the web for this turn: for what the user wrote, not for what the conversation or the record made of it."""
    return WebAsked(deps.web_search, state.last_user_message, deps.vocabularies, deps.deidentifier)


async def _without_record(given: ConsultRequest, state: ConsultState, deps: Deps, reply: ConsultReply) -> None:
    """Where no record is open: what sources say in general, unless a record is asked for."""
    if not _TABLE.says(given.message, "of_a_record"):
        await general(given, state, deps, reply)
    if not _is_sourced(reply.sentences):
        reply.agent, reply.status = "triage", "unsupported"
        medicine = _TABLE.says(given.message, "consultant", "medicine") and _TABLE.says(given.message, "may")
        first = [ReplySentence(text=NO_SOURCE)] if medicine else []
        reply.sentences = [*first, ReplySentence(text=NO_PATIENT)]


async def consult(given: ConsultRequest, state: ConsultState, deps: Deps, reply: ConsultReply) -> ConsultState:
    """The consultant, with the patient's graph."""
    if given.state.patient_id == NOBODY:
        await _without_record(given, state, deps, reply)
        return state
    reply.agent = composition().transfer("triage", "health_consultant")
    question = await _about_topic(given, state, deps)
    question = asked_last(question, given.moment.date(), deps.vocabularies)
    look = by_look(question, given.record, given.state.subject)
    if look is not None:
        reply.sentences = look
        return state
    states = _TABLE.pattern("states").match(question) or states_something(folded(question))
    if (states and not asks_something(question)) or surely_tells(question, given, deps.vocabularies):
        reply.sentences = _on_a_statement(given)
        return state
    fancied = come_again(given.message, state.subject, deps.vocabularies) or supposed(question, deps.vocabularies)
    if fancied is not None:
        reply.sentences = fancied
        return state
    today = (state.current_time or given.moment).date()
    nested = ConsultantTools(deps, _graphs(deps), given.record, today, question, web=_web(state, deps))
    tools = nested.tools()
    person = given.record.demographics
    dead = (person.deceased or person.death is not None) and not given.history
    reply.sentences = [ReplySentence(text=DECEASED)] if dead else []
    deps.say(reply)
    lead, before = reply.sentences, len(reply.shown)
    outcome = await deps.ask_or_stand_in(
        consultant_step(deps.vocabularies),
        ConsultInput(question=question, today=today),
        tools=tools,
        stand_in_tools=nested.for_a_stand_in(),
        on_item=deps.streaming(reply, partial(_labelled, record=given.record)),
    )
    for asked in nested.asked:
        told = [*rejections(asked), *held_otherwise(asked)]
        reply.problems += [one for one in told if one not in reply.problems]
    _take(outcome, reply)
    if outcome.stands_in_for:
        nested.asked = (
            nested.asked_instead
        )  # what the model did not come to is of no matter to who answers in its place
    if outcome.mind != OFFLINE:
        reply.sentences = with_own_answer(reply.sentences, nested, given.record, cut=bool(outcome.rejected))
    if (limit := _tool_calls_spent([outcome, *nested.asked], deps)) is not None:
        reply.status = "budget_exhausted"
        others = [sentence for sentence in reply.sentences if sentence.text != NOT_SEARCHED]
        reply.sentences = [ReplySentence(text=SPENT.format(limit=limit)), *others]
    given_value = value_given(reply.sentences, given.record, question, today) or _same_measure(
        given.state.given_value, question
    )
    reply.sentences = [*lead, *(_labelled(sentence, given.record) for sentence in reply.sentences)]
    reply.sentences += waiting(question, given, reply, deps.vocabularies)
    deps.withdraw(reply, before)
    state = state.updated({"given_value": given_value})
    reply.understood = [found for found in nested.understood() if found]
    return _with_tools_kept(state, outcome, reply)


async def compare_told(
    given: ConsultRequest, told: ToldValue, state: ConsultState, deps: Deps, reply: ConsultReply
) -> ConsultState:
    """A value that was just told, held against the record's; what else is asked beside it is answered behind it."""
    today = (state.current_time or given.moment).date()
    found = against_before(told, today, _graphs(deps), given.record.id, deps.vocabularies)
    reply.agent, reply.route = "data_entry", "consultant"
    if asks_something(told.rest):
        state = await consult(given.model_copy(update={"message": told.rest}), state, deps, reply)
    reply.sentences = [*(_labelled(sentence, given.record) for sentence in found), *reply.sentences]
    return state.updated({"given_value": told.given(today)})


def compare_target(
    given: ConsultRequest, target: Target, state: ConsultState, deps: Deps, reply: ConsultReply
) -> ConsultState:
    """The last value, of the record or of what was told in this conversation, held against a target that was just told."""
    today = (state.current_time or given.moment).date()
    batches = [*state.saved, *filter(None, [state.pending]), reply.extraction]
    told = [entry for batch in batches for entry in batch.measurements]
    found = held_against_target(target, told, today, _graphs(deps), given.record.id, deps.vocabularies)
    reply.agent, reply.route, reply.rule = "health_consultant", "consultant", "a target that was told"
    reply.sentences = [_labelled(found, given.record)]
    return state


def _with_tools_kept(state: ConsultState, outcome: StepOutcome[Any], reply: ConsultReply) -> ConsultState:
    """The state with what the tools gave, and the plan with which they were."""
    for record in outcome.tool_calls:
        status = outcome.tool_states[record.tool]
        state = state.updated(
            callbacks.keep_tool_result(state, ToolOutcome(record.tool, status.status, status.result, status.error))
        )
        reply.plan.append(f"health_consultant: {record.tool} {record.status}")
    return state


def _tool_calls_spent(outcomes: list[StepOutcome[Any]], deps: Deps) -> int | None:
    """The limit of tool calls at which something was not looked up any more; None where all was."""
    states = [state for outcome in outcomes for state in outcome.tool_states.values()]
    budgets = [budget for budget in (deps.budget, deps.standing_in) if budget is not None]
    if not {state.error for state in states} & {budget.tool_budget_message for budget in budgets}:
        return None
    return deps.options.tool_calls


def _same_measure(before: GivenValue | None, question: str) -> GivenValue | None:
    """The value that was given before, where a question went on about its measure and found nothing."""
    return before if before is not None and before.name.lower() in question.lower() else None


def _on_a_statement(given: ConsultRequest) -> list[ReplySentence]:
    """What is said to a statement of which nothing is noted: where the record says otherwise, how that is put right."""
    spoken = set(words(given.message)) if denies(given.message) else set()
    facts = [
        *given.record.allergies,
        *(fact for fact in [*given.record.conditions, *given.record.medications] if fact.status is Status.ACTIVE),
    ]
    otherwise = [
        fact
        for fact in facts
        if fact.status is not Status.ENTERED_IN_ERROR and words(fact.label) and set(words(fact.label)) <= spoken
    ]
    if otherwise:
        sources = [SourceLine(kind="record", id=fact.id, label=fact.label) for fact in otherwise]
        names = "; ".join(dict.fromkeys(fact.label for fact in otherwise))
        return [ReplySentence(text=OTHERWISE.format(names=names, command=CORRECTED), sources=sources)]
    if troubles(given.message):
        return [advice_unjudged()]
    if told_unnamed(given.message):
        return [ReplySentence(text=WHICH_ONE)]
    told = pattern("kinds", "vaccine").search(given.message.lower())
    return [ReplySentence(text=NO_VACCINES if told else NOTHING_TO_NOTE)]


def _labelled(sentence: ReplySentence, record: PatientRecord) -> ReplySentence:
    """The sentence with its entries named as a reader knows them: what, when, and where it comes from."""
    cited = {source.id.partition("#")[0] for source in sentence.sources}
    facts = {fact.id: fact for fact in record.facts() if fact.id in cited}
    sources: dict[str, SourceLine] = {}
    for source in sentence.sources:
        key = source.id.partition("#")[0]
        fact = facts.get(key) if source.kind == "record" else None
        point = (fact.time.at or fact.time.start) if fact is not None and fact.time else None
        day = point.date[:10] if point and point.date else fact.recorded if fact is not None else ""
        said = "you said it" if key.startswith(SAID_HERE) else ""
        label = ", ".join(filter(None, [fact.label, day, said])) if fact is not None else source.label
        sources.setdefault(key, source.model_copy(update={"label": label}))
    return sentence.model_copy(update={"sources": list(sources.values())})


def note_mind(outcome: StepOutcome[Any], reply: ConsultReply) -> None:
    """Which mind answered, and where it stands in for one that did not."""
    reply.minds[outcome.step] = outcome.author
    reply.problems += rejections(outcome)
    if (problem := outcome.problem()) is not None:
        reply.plan.append(problem.message)
        # Whoever talks with us does not know our steps by name.
        message = problem.message.removeprefix(f"{outcome.step}: ")
        reply.problems.append(problem.model_copy(update={"message": message}))


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
    if uuid is None or kind is None or triage(given.message, deps.vocabularies, kind).rule != "the open topic":
        return given.message
    label = topic_name(_graphs(deps), given.record.id, uuid, kind)
    if label is None:
        return given.message
    name = plain_name(label, kind, deps.vocabularies)
    outcome = await deps.ask_or_stand_in(
        ask_step(), TopicInput(message=given.message, topic_name=name, topic_type=kind)
    )
    return outcome.output.question if outcome.output else given.message


def _graphs(deps: Deps) -> PatientGraphs:
    if deps.graphs is None:
        raise ConfigError("a consultation needs the patient's graph", mend="open it through osler.casework")
    return deps.graphs
