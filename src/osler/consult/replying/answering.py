"""Who answers, by the route of a message: advice at once, a page, a section of the interface, or one of the consultants."""

from __future__ import annotations

import re
import shlex
from typing import Literal

from osler.consult import callbacks
from osler.consult.deps import Deps
from osler.consult.extraction.clauses import clauses
from osler.consult.going_on.recalled import recalled
from osler.consult.going_on.targets import target_asked
from osler.consult.going_on.told_compared import held_against_before, told_held_against_before
from osler.consult.heard.beside_bid import asks_of_a_service, asks_to_act
from osler.consult.heard.of_kin import NOT_OWN, asked_of_patient, of_kin
from osler.consult.heard.speaker import names_another
from osler.consult.heard.standing import taken_by_whom, takes_back
from osler.consult.record import Refused, asks_something, read_question, unanswerable
from osler.consult.record.reading.refusing import names_somebody_else
from osler.consult.record.reading.table import stop
from osler.consult.replying.advice import (
    advice_misdosed,
    advice_now,
    advice_of_a_model,
    advice_passed,
    advice_unjudged,
    advice_usual,
)
from osler.consult.replying.consulting import (
    CORRECTED,
    NOTHING_TO_NOTE,
    compare_target,
    compare_told,
    consult,
    general,
    note_mind,
)
from osler.consult.steps.lite import ASK_BACK
from osler.consult.steps.triage import TriageDecision
from osler.consult.steps.url import FALLBACK, UrlInput, about_video, page_tool, url_step
from osler.consult.triage import (
    URL,
    Alarm,
    Route,
    complains,
    health_evidence,
    is_courtesy,
    is_greeting,
    states_nothing_own,
    tells_it_is_over,
    tells_of_the_usual,
)
from osler.consult.types import (
    NOBODY,
    ConsultReply,
    ConsultRequest,
    ConsultState,
    ReplySentence,
    SourceLine,
)
from osler.consult.wording.folded import folded
from osler.core.agents import ToolOutcome
from osler.core.language import in_another_language
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

REFUSAL = "I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics."
ENGLISH_ONLY = (
    "I read English only and cannot tell what this says. Emergency? Notfall? ¿Emergencia? Urgence ? Emergenza? "
    "Call your emergency number now: 112, 911 or 999."
)
HELLO = "Hello. Ask me about your health, or tell me a value, a symptom or a medicine."
WELCOME = "You are welcome. Ask me about your health, or tell me a value, a symptom or a medicine."
NOTHING_WAITS = "Nothing is waiting to be saved. What do you mean?"
AFTER_ALARM = "after an emergency"
STILL_URGENT = (
    "Be seen all the same, also where it has eased: I cannot tell that it is over. If nobody is on the way yet, call your "
    "local emergency number now (112, 911 or 999), tell them what you told me, and do what they say."
)
HELP_COMES = "Good. Do what I said above until they are there, do not be alone if you can help it, and call again at once if it gets worse."
GETS_WORSE = (
    "That it gets worse is a reason to call again: your local emergency number (112, 911 or 999), now, also where "
    "somebody is on the way. Tell them what has changed, and do what they say."
)
TAKEN_BACK = "Good. Should anybody need help after all: call your local emergency number (112, 911 or 999)."
SECTION = "Please use the {section} section to view your complete {section}: {command}"
CHANGE = "To {change} your health information, please use the appropriate section: {command}"
OF_A_SERVICE = (
    "I do not know this: opening hours, appointments, parking and forms are no part of what I hold. Please ask the practice, "
    "the clinic or the pharmacy, by telephone or on its own pages. What cannot wait until it opens belongs to a medical "
    "advice line, or in danger to your local emergency number (112, 911 or 999)."
)
ASKS_A_SERVICE = "asks of a surgery's service"
CANNOT_ACT = (
    "I cannot do this: I book, cancel, order, prescribe and send nothing, and I contact nobody. I answer from the record "
    "and note what you tell me. Please ask the practice, the clinic or the pharmacy."
)
ASKS_TO_ACT = "asks to have something done"
_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
_ANSWERED = {"refuse_non_health", "lite", "consultant"}
_COMMANDS = {
    "share": "osler patient convert FILE --to fhir",
    "edit": CORRECTED,
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
    aside = await _of_conversation(given, state, deps, reply) if route in _ANSWERED else None
    if aside is not None:
        return aside
    if route == "urgent":
        reply.agent, reply.status = "triage", "urgent"
        reply.sentences = advice_now(heard.now, given.message, taken_by_whom(given)) or advice_of_a_model()
    elif given.state.urgent and _after_an_emergency(given, route, deps, reply):
        pass
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
    elif (not heard.today and _has_passed(given.message, reply)) or _is_said_at_once(given, route, deps, reply):
        pass
    elif route == "lite":
        await general(given, state, deps, reply)
    else:
        state = await consult(given, state, deps, reply)
    return state


async def _of_conversation(
    given: ConsultRequest, state: ConsultState, deps: Deps, reply: ConsultReply
) -> ConsultState | None:
    """What the conversation holds itself: what was written before, a value just told, and what is told of kin; None where neither is asked."""
    told = held_against_before(given.message, reply.extraction.measurements) if given.state.patient_id else None
    if told is None and given.state.patient_id and not reply.extraction.measurements:
        told = told_held_against_before(given.message, given.state)
    if told is not None and not names_another(given.message):
        return await compare_told(given, told, state, deps, reply)
    if given.state.urgent:
        return None
    target = target_asked(given.message) if given.state.patient_id else None
    if target is not None:
        return compare_target(given, target, state, deps, reply)
    said = recalled(given)
    if said is not None:
        reply.agent, reply.sentences, reply.route = "data_entry", said, "consultant"
        return state
    kin = of_kin(given.message, deps.vocabularies) if given.state.patient_id != NOBODY else None
    if kin is None:
        return None
    own = given.model_copy(update={"message": asked_of_patient(kin, given.message)})
    lead = ReplySentence(text=NOT_OWN.format(who=kin.who, what=kin.what))
    reply.sentences = [lead]
    deps.say(reply)  # before what the record holds, which is no answer to it
    state = await consult(own, state, deps, reply)
    reply.sentences = [lead, *reply.sentences]
    return state


def _only_states(given: ConsultRequest, reply: ConsultReply) -> bool:
    """Whether a message states something, or goes on with what waits to be saved, and asks nothing."""
    waits = given.state.pending is not None and bool(reply.entry_question)
    return not asks_something(given.message) and (waits or not reply.extraction.is_empty)


def _after_an_emergency(given: ConsultRequest, route: Route, deps: Deps, reply: ConsultReply) -> bool:
    """Whether a message goes on with the emergency before it, or only takes it back; it is answered then."""
    says_no_more = route == "refuse_non_health" or not asks_something(given.message)
    if takes_back(given.message) and says_no_more:
        reply.agent, reply.sentences = "triage", [ReplySentence(text=TAKEN_BACK)]
    elif _goes_on_in_need(given, deps.vocabularies):
        reply.agent, reply.route, reply.rule = "triage", "urgent", AFTER_ALARM
        reply.sentences = [ReplySentence(text=_in_need(given.message))]
    else:
        return False
    return True


def _in_need(message: str) -> str:
    """What is said to a message that goes on with an emergency."""
    if _TABLE.says(message, "gets_worse"):
        return GETS_WORSE
    return HELP_COMES if _TABLE.says(message, "help_comes") else STILL_URGENT


def _goes_on_in_need(given: ConsultRequest, vocabularies: Vocabularies) -> bool:
    """Whether a message after an emergency goes on with it: that it eased, whether to go, or nothing of its own."""
    if takes_back(given.message):
        return False
    evidence = health_evidence(given.message, vocabularies)
    told = ("still_in_need", "help_comes", "gets_worse")
    if len(given.message.split()) <= _A_FEW and any(_TABLE.says(given.message, one) for one in told):
        return True
    return not (evidence.other or evidence.named or is_courtesy(given.message))


def _declined(given: ConsultRequest) -> tuple[Literal["complete", "unsupported"], str]:
    """What is said to what is no matter of health: a greeting is returned, a follow-up that names nothing asked back."""
    if is_greeting(given.message):
        return "complete", HELLO
    if is_courtesy(given.message):
        return "complete", WELCOME
    if _TABLE.says(given.message, "of_saving"):
        return "complete", NOTHING_WAITS
    if given.history and names_another(given.message):
        return "unsupported", unanswerable("other_patient").text
    goes_on = given.history and len(given.message.split()) <= _FEW_WORDS and _TABLE.says(given.message, "goes_on")
    return ("complete", ASK_BACK) if goes_on or names_nothing(given.message) else ("unsupported", REFUSAL)


def names_nothing(message: str) -> bool:
    """Whether a message names nothing at all, of health or of anything else, and points at something."""
    spoken = re.findall(r"[a-z]+(?:'[a-z]+)?", folded(message))
    known = stop().union(_TABLE.rules["points"].split())
    return len(spoken) <= _A_FEW and known.issuperset(spoken) and _TABLE.says(folded(message), "pointed")


_FEW_WORDS = 7
_A_FEW = 14
"""Words of a message that says no more than how it is by now."""


def _is_said_at_once(given: ConsultRequest, route: str, deps: Deps, reply: ConsultReply) -> bool:
    """Whether a message needs no consultant: a dose by mistake, a statement of somebody else or of nothing, a complaint."""
    complaint = complains(given.message)
    if asks_to_act(given.message):
        reply.agent, reply.status, reply.sentences = "triage", "unsupported", [ReplySentence(text=CANNOT_ACT)]
    elif asks_of_a_service(given.message):
        reply.agent, reply.status, reply.sentences = "triage", "unsupported", [ReplySentence(text=OF_A_SERVICE)]
    elif _TABLE.says(given.message, "misdosed"):
        reply.agent, reply.sentences = "triage", [advice_misdosed()]
    elif route == "lite" and about_another(given, deps.vocabularies):
        lead = [advice_unjudged()] if complaint else []
        reply.agent, reply.sentences = "triage", [*lead, ReplySentence(text=unanswerable("other_patient").text)]
        reply.status = "unsupported"
    elif route == "lite" and _states_nothing(given.message) and not asks_something(given.message):
        reply.agent, reply.sentences = "data_entry", [ReplySentence(text=NOTHING_TO_NOTE)]
    elif complaint and (route == "lite" or given.state.patient_id == NOBODY):
        told = advice_usual() if tells_of_the_usual(given.message) else advice_unjudged()
        reply.agent, reply.sentences = "triage", [told]
    else:
        return False
    return True


def _states_nothing(message: str) -> bool:
    """Whether a message states nothing of the patient: at most what somebody wants a value to be."""
    return states_nothing_own(message) or all(clause.aimed_at for clause in clauses(message))


def _has_passed(message: str, reply: ConsultReply) -> bool:
    """Whether a message tells of a complaint that it is over; it asks nothing, and nobody must call."""
    if asks_something(message) or not tells_it_is_over(message):
        return False
    reply.agent, reply.sentences = "triage", [advice_passed()]
    return True


def about_another(given: ConsultRequest, vocabularies: Vocabularies) -> bool:
    """Whether the values or medicines of somebody else are asked for."""
    names = [name.label for name in given.record.demographics.names]
    read = read_question(given.message, given.moment.date(), vocabularies, patient_names=names)
    refused = isinstance(read, Refused) and read.reason == "other_patient"
    named = _TABLE.says(given.message, "of_somebody") or names_somebody_else(given.message, names, vocabularies)
    return refused and named


async def _link(given: ConsultRequest, state: ConsultState, deps: Deps, reply: ConsultReply) -> ConsultState:
    """The linked page; any failure gives the fallback."""
    reply.agent = "url_handler"
    match = URL.search(given.message)
    url = match.group().rstrip(".,;!?)") if match else ""
    url = url if not url or "://" in url else f"https://{url}"  # written without its scheme
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
