"""Who answers, by the route of a message: advice at once, a page, a section of the interface, or one of the consultants."""

from __future__ import annotations

import re
import shlex
from functools import partial
from typing import Any, Literal

from osler.consult import callbacks
from osler.consult.advice import advice_misdosed, advice_now, advice_of_a_model, advice_today, advice_unjudged
from osler.consult.cross_asked import OFFLINE
from osler.consult.deps import Deps
from osler.consult.entailed import numbers_and_days
from osler.consult.extraction import KINDS, Extraction, denies
from osler.consult.factory import composition
from osler.consult.follow_up import value_given
from osler.consult.home import SAID_HERE
from osler.consult.record import RecordQuestion, Refused, asks_something, read_question, unanswerable
from osler.consult.record.called import words
from osler.consult.record.concepts import TypeEntry, matching
from osler.consult.record.reading.table import pattern
from osler.consult.speaker import names_another
from osler.consult.steps.ask import TopicInput, ask_step
from osler.consult.steps.consultant import ConsultantTools, ConsultInput, consultant_step
from osler.consult.steps.cypher import held_otherwise
from osler.consult.steps.data_entry import summary_lines
from osler.consult.steps.lite import ASK_BACK, LiteInput, lite_step, lite_tools, standalone
from osler.consult.steps.rejected import rejections
from osler.consult.steps.triage import TriageDecision
from osler.consult.steps.url import FALLBACK, UrlInput, about_video, page_tool, url_step
from osler.consult.topics import topic_name
from osler.consult.triage import (
    URL,
    Alarm,
    complains,
    health_evidence,
    imagined,
    in_another_language,
    is_courtesy,
    is_greeting,
    states_nothing_own,
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
from osler.core.agents import AgentDeps, StepOutcome, ToolOutcome
from osler.core.graph import PatientGraphs
from osler.core.patient import PatientRecord, Status
from osler.core.privacy import Deidentifier
from osler.core.terminology import Vocabularies
from osler.errors import ConfigError
from osler.yaml_reader import RuleTable

REFUSAL = "I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics."
ENGLISH_ONLY = (
    "I read English only and cannot tell what this says. Emergency? Notfall? ¿Emergencia? Urgence ? Emergenza? "
    "Call your emergency number now: 112, 911 or 999."
)
HELLO = "Hello. Ask me about your health, or tell me a value, a symptom or a medicine."
WELCOME = "You are welcome. Ask me about your health, or tell me a value, a symptom or a medicine."
AFTER_ALARM = "after an emergency"
STILL_URGENT = (
    "Be seen all the same, also where it has eased: I cannot tell that it is over. If nobody is on the way yet, call your "
    "local emergency number now (112, 911 or 999), tell them what you told me, and do what they say."
)
NO_PATIENT = (
    "No patient is open, so I can only speak of health in general. Open one with: osler chat --patient ID or FILE"
)
NO_SOURCE = "I have no source on what or how much may be taken. Please read the leaflet in the package, or ask a doctor or pharmacist."
SECTION = "Please use the {section} section to view your complete {section}: {command}"
CHANGE = "To {change} your health information, please use the appropriate section: {command}"
NOTHING_TO_NOTE = (
    "There is nothing in this that I would save. Tell me a value, a symptom or a medicine, or ask me something."
)
NO_VACCINES = "I cannot save a vaccine from a conversation. To have it in the record: osler patient add FILE (again, with the vaccine)"
OTHERWISE = "The record says otherwise: {names}. To put it right: {command}"
IMAGINED = "I can only answer about what is in the record, not about what might be. Please ask a health professional about this."
NOT_YET_SAVED = "You told me, and it is not saved yet: {lines}."
SAY_YES = " Say yes to save it."
DECEASED = "This patient has died, as the record says."
_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
_ANSWERED = {"refuse_non_health", "lite", "consultant"}
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
        reply.sentences = advice_now(heard.now, given.message) or advice_of_a_model()
    elif given.state.urgent and _goes_on_in_need(given, deps.vocabularies):
        reply.agent, reply.route, reply.rule = "triage", "urgent", AFTER_ALARM
        reply.sentences = [ReplySentence(text=STILL_URGENT)]
    elif route in _ANSWERED and in_another_language(given.message):
        reply.agent, reply.sentences = "triage", [ReplySentence(text=ENGLISH_ONLY)]
        reply.status = "unsupported"
    elif route in _ANSWERED and _only_states(given, reply):
        reply.agent = "data_entry"  # a statement: what it holds was noted, and it asks nothing
        reply.sentences = [] if reply.entry_question else [ReplySentence(text="Noted.")]
    elif route == "url":
        state = await _link(given, state, deps, reply)
    elif route == "refuse_non_health":
        reply.agent, reply.status, said = "triage", *_declined(given)
        reply.sentences = [ReplySentence(text=said)]
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
    elif _is_said_at_once(given, route, deps, reply):
        pass
    elif route == "lite":
        await _general(given, state, deps, reply)
    else:
        state = await _consult(given, state, deps, reply)
    return state


def _only_states(given: ConsultRequest, reply: ConsultReply) -> bool:
    """Whether a message states something, or goes on with what waits to be saved, and asks nothing."""
    waits = given.state.pending is not None and bool(reply.entry_question)
    return not asks_something(given.message) and (waits or not reply.extraction.is_empty)


def _goes_on_in_need(given: ConsultRequest, vocabularies: Vocabularies) -> bool:
    """Whether a message after an emergency goes on with it: it names nothing of its own, and no other matter."""
    evidence = health_evidence(given.message, vocabularies)
    return not (evidence.other or evidence.named or is_courtesy(given.message))


def _declined(given: ConsultRequest) -> tuple[Literal["complete", "unsupported"], str]:
    """What is said to what is no matter of health: a greeting is returned, a follow-up that names nothing asked back."""
    if is_greeting(given.message):
        return "complete", HELLO
    if is_courtesy(given.message):
        return "complete", WELCOME
    if given.history and names_another(given.message):
        return "unsupported", unanswerable("other_patient").text
    goes_on = given.history and len(given.message.split()) <= _FEW_WORDS and _TABLE.says(given.message, "goes_on")
    return ("complete", ASK_BACK) if goes_on else ("unsupported", REFUSAL)


_FEW_WORDS = 7


def _is_said_at_once(given: ConsultRequest, route: str, deps: Deps, reply: ConsultReply) -> bool:
    """Whether a message needs no consultant: a dose by mistake, a statement of somebody else or of nothing, a complaint."""
    complaint = complains(given.message)
    if _TABLE.says(given.message, "misdosed"):
        reply.agent, reply.sentences = "triage", [advice_misdosed()]
    elif route == "lite" and about_another(given, deps.vocabularies):
        lead = [advice_unjudged()] if complaint else []
        reply.agent, reply.sentences = "triage", [*lead, ReplySentence(text=unanswerable("other_patient").text)]
        reply.status = "unsupported"
    elif route == "lite" and states_nothing_own(given.message) and not asks_something(given.message):
        reply.agent, reply.sentences = "data_entry", [ReplySentence(text=NOTHING_TO_NOTE)]
    elif complaint and (route == "lite" or given.state.patient_id == NOBODY):
        reply.agent, reply.sentences = "triage", [advice_unjudged()]
    else:
        return False
    return True


def about_another(given: ConsultRequest, vocabularies: Vocabularies) -> bool:
    """Whether the values or medicines of somebody else are asked for."""
    names = [name.label for name in given.record.demographics.names]
    read = read_question(given.message, given.moment.date(), vocabularies, patient_names=names)
    refused = isinstance(read, Refused) and read.reason == "other_patient"
    return refused and _TABLE.says(given.message, "of_somebody")


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
    alone = question if question != given.message else standalone(given.message, earlier, deps.vocabularies)
    if alone is None:
        reply.sentences = [ReplySentence(text=ASK_BACK)]
        return
    # A gate of its own: even names that a user writes into a general question do not go on.
    before = len(reply.shown)
    lite_deps = AgentDeps(runner=deps.runner, recorder=deps.recorder, deidentifier=Deidentifier(), budget=deps.budget)
    outcome = await lite_deps.ask_or_stand_in(
        lite_step(deps.vocabularies),
        LiteInput(question=alone),
        tools=lite_tools(lite_deps, deps.vocabularies, deps.library, deps.web_search),
        on_item=deps.streaming(reply),
    )
    _take(outcome, reply)
    if _TABLE.says(alone, "together") and not any(sentence.sources for sentence in reply.sentences):
        reply.sentences = [ReplySentence(text=NO_SOURCE)]  # who wants to take something is told whom to ask
    deps.withdraw(reply, before)


async def _without_record(given: ConsultRequest, state: ConsultState, deps: Deps, reply: ConsultReply) -> None:
    """Where no record is open: what sources say in general, unless a record is asked for."""
    if not _TABLE.says(given.message, "of_a_record"):
        await _general(given, state, deps, reply)
    if not any(sentence.sources for sentence in reply.sentences):
        reply.agent, reply.status = "triage", "unsupported"
        medicine = _TABLE.says(given.message, "consultant", "medicine") and _TABLE.says(given.message, "may")
        first = [ReplySentence(text=NO_SOURCE)] if medicine else []
        reply.sentences = [*first, ReplySentence(text=NO_PATIENT)]


async def _consult(given: ConsultRequest, state: ConsultState, deps: Deps, reply: ConsultReply) -> ConsultState:
    """The consultant, with the patient's graph."""
    if given.state.patient_id == NOBODY:
        await _without_record(given, state, deps, reply)
        return state
    reply.agent = composition().transfer("triage", "health_consultant")
    question = await _about_topic(given, state, deps)
    if _TABLE.pattern("states").match(question) and not asks_something(question):
        reply.sentences = _on_a_statement(given)
        return state
    supposed = _supposed(question, deps.vocabularies)
    if supposed is not None:
        reply.sentences = supposed
        return state
    today = (state.current_time or given.moment).date()
    nested = ConsultantTools(deps, _graphs(deps), given.record, today, question)
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
        on_item=deps.streaming(reply, partial(_labelled, record=given.record)),
    )
    for asked in nested.asked:
        told = [*rejections(asked), *held_otherwise(asked)]
        reply.problems += [one for one in told if one not in reply.problems]
    _take(outcome, reply)
    if outcome.mind != OFFLINE:
        own = nested.own_answer()
        whole = not (nested.own_is_list and _leaves_out(reply.sentences, own))
        # What was taken out may have been the answer; the rules' own is whole.
        stands = nested.own_was_asked and whole and not (outcome.rejected and _lacks_values(reply.sentences, own))
        stands = stands or (own is not None and own.text in {sentence.text for sentence in reply.sentences})
        reply.sentences = [*([own] if own is not None and not stands else []), *reply.sentences]
    given_value = value_given(reply.sentences, given.record, question, today) or _same_measure(
        given.state.given_value, question
    )
    reply.sentences = [*lead, *(_labelled(sentence, given.record) for sentence in reply.sentences)]
    reply.sentences += _waiting(question, given, deps.vocabularies)
    deps.withdraw(reply, before)
    state = state.updated({"given_value": given_value})
    reply.understood = [found for found in nested.understood() if found]
    for record in outcome.tool_calls:
        status = outcome.tool_states[record.tool]
        state = state.updated(
            callbacks.keep_tool_result(state, ToolOutcome(record.tool, status.status, status.result, status.error))
        )
        reply.plan.append(f"health_consultant: {record.tool} {record.status}")
    return state


def _lacks_values(sentences: list[ReplySentence], own: ReplySentence | None) -> bool:
    """Whether a number that the rules' answer gives is in none of the sentences."""
    said = {number for sentence in sentences for number in numbers_and_days(sentence.text)[0]}
    return own is not None and not said.issuperset(numbers_and_days(own.text.partition(" (")[0])[0])


def _leaves_out(sentences: list[ReplySentence], own: ReplySentence | None) -> bool:
    """Whether an answer names only some of the entries that the rules list."""
    cited = {source.id for sentence in sentences for source in sentence.sources}
    return own is not None and any(source.id not in cited for source in own.sources)


def _waiting(question: str, given: ConsultRequest, vocabularies: Vocabularies) -> list[ReplySentence]:
    """What is asked about and waits for a word to be saved: the record, from which the answer comes, does not hold it yet."""
    pending = given.state.pending
    read = read_question(question, given.moment.date(), vocabularies) if pending is not None else None
    if pending is None or not isinstance(read, RecordQuestion) or not read.phrase:
        return []
    asked: dict[str, list[Any]] = {}
    for kind in KINDS:
        for entry in getattr(pending, kind):
            told = TypeEntry("", str(getattr(entry, "name", "") or getattr(entry, "substance", "")))
            if told.name and matching(read.phrase, [told], vocabularies, measured=kind == "measurements"):
                asked.setdefault(kind, []).append(entry)
    lines = summary_lines(
        Extraction.model_validate({kind: [e.model_dump() for e in got] for kind, got in asked.items()})
    )
    whole = SAY_YES if lines == summary_lines(pending) else ""  # a yes is a word on all that waits
    return [ReplySentence(text=NOT_YET_SAVED.format(lines="; ".join(lines)) + whole)] if lines else []


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
        return [ReplySentence(text=OTHERWISE.format(names=names, command=_COMMANDS["edit"]), sources=sources)]
    if troubles(given.message):
        return [advice_unjudged()]
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


def _supposed(question: str, vocabularies: Vocabularies) -> list[ReplySentence] | None:
    """What to do if something were so, where red flags say it; None for a question about what is."""
    match = _TABLE.pattern("imagines").search(question)
    if match is None:
        return None
    happening = f"{match[1]} {_TABLE.rules['as_now'].get(match[2].lower(), match[2])} {match[3]}".rstrip("?")
    verb = "the patient is having" if match[1].lower() == "the patient" else "I am having"
    heard = imagined(happening, verb, match[3].rstrip("?"), vocabularies)
    if not heard.now and not heard.today:
        return [ReplySentence(text=IMAGINED)]
    advice = advice_now(heard.now) if heard.now else advice_today(heard.today)
    return [ReplySentence(text="If that happens:"), *advice]


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
    name = topic_name(_graphs(deps), given.record.id, uuid, kind)
    if name is None:
        return given.message
    outcome = await deps.ask_or_stand_in(
        ask_step(), TopicInput(message=given.message, topic_name=name, topic_type=kind)
    )
    return outcome.output.question if outcome.output else given.message


def _graphs(deps: Deps) -> PatientGraphs:
    if deps.graphs is None:
        raise ConfigError("a consultation needs the patient's graph", mend="open it through osler.casework")
    return deps.graphs
