"""A message that asks several things of several: each goes to who answers it, and what nobody answers is named."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from osler.config import OFFLINE
from osler.consult.deps import Deps
from osler.consult.heard.beside_bid import asks_to_act, beside_bid
from osler.consult.heard.charted import asks_the_chart
from osler.consult.known_of.aspects import asks_what_it_is, aspects_of
from osler.consult.record import asks_something
from osler.consult.record.reading.several import questions_in
from osler.consult.replying.answering import ASKS_TO_ACT, answer
from osler.consult.steps.triage import TriageDecision
from osler.consult.triage import Alarm, health_evidence, triage
from osler.consult.types import NOBODY, ConsultReply, ConsultRequest, ConsultState, ReplySentence
from osler.core.terminology import Vocabularies

_DIVIDED = frozenset({"refuse_non_health", "redirect_list", "redirect_share_edit", "consultant", "lite"})
_SENT_AWAY = frozenset({"refuse_non_health", "redirect_share_edit"})


class Act(NamedTuple):
    """One of the things that a message asks, and where it goes."""

    text: str
    decision: TriageDecision


def acts_of(given: ConsultRequest, decision: TriageDecision, vocabularies: Vocabularies) -> list[Act]:
    """What a message asks, where that is several things that do not go to the same; empty for any other message."""
    if decision.route not in _DIVIDED or given.state.patient_id == NOBODY:
        return []
    apart = beside_bid(given.message, vocabularies)
    rest = apart.rest if apart is not None else given.message
    if apart is None and not asks_something(rest):
        return []
    parts = questions_in(rest, vocabularies) if asks_something(rest) else [rest]
    routed = [Act(part, _route_of(part, given, vocabularies)) for part in parts]
    if apart is not None:
        return [*(Act(bid, _not_done(bid)) for bid in apart.bids), *_run_together(routed)]
    return _run_together(routed) if len({act.decision.route for act in routed}) > 1 else []


def _not_done(bid: str) -> TriageDecision:
    """Where what is bidden goes: to who says that it is not done here."""
    if asks_to_act(bid):
        return TriageDecision(route="consultant", rule=ASKS_TO_ACT)
    return TriageDecision(route="refuse_non_health", rule="rule 1: not about health")


def _run_together(routed: list[Act]) -> list[Act]:
    """The acts, neighbours that go to the same asked together: the later may only point at the earlier."""
    runs = [list(run) for _, run in groupby(routed, key=lambda act: act.decision.route)]
    return [Act(" ".join(_as_question(act.text) for act in run), run[0].decision) for run in runs]


def _as_question(text: str) -> str:
    return text if text.rstrip().endswith(("?", ".", "!")) else f"{text}?"


def _route_of(part: str, given: ConsultRequest, vocabularies: Vocabularies) -> TriageDecision:
    """Where one thing goes: away only what is surely of another matter, to the general one only what surely asks in general."""
    found = triage(part, vocabularies)
    decision = TriageDecision(route=found.route, rule=found.rule, section=found.section, change=found.change)
    general = found.route == "lite" and (aspects_of(part) or asks_what_it_is(part))
    if general and not asks_the_chart(part, given.record, given.moment.date(), vocabularies):
        return decision
    away = found.route == "refuse_non_health" and health_evidence(part, vocabularies).other
    if away or found.route in {"redirect_list", "redirect_share_edit"}:
        return decision
    return TriageDecision(route="consultant", rule="rule 4a: about this patient")


async def answer_each(
    given: ConsultRequest,
    state: ConsultState,
    decision: TriageDecision,
    heard: Alarm,
    deps: Deps,
    reply: ConsultReply,
) -> ConsultState:
    """Let each who is asked something answer it, in the order of the message; the state as it is afterwards."""
    # A model that answers is given the whole message: its requests are few, and it can tell the parts apart.
    offline = deps.runner.mind_of("reasoning") == OFFLINE
    acts = acts_of(given, decision, deps.vocabularies) if offline else []
    if not acts:
        return await answer(given, state, decision, heard, deps, reply)
    reply.plan.append(f"acts: {', '.join(act.decision.route for act in acts)}")
    for act in acts:
        away = act.decision.route in _SENT_AWAY or act.decision.rule == ASKS_TO_ACT
        part = ConsultReply(route=act.decision.route, rule=act.decision.rule)
        part.shown = reply.shown  # the same list: what one part has shown is not shown again
        part.extraction, part.entry_question = (
            (part.extraction, "") if away else (reply.extraction, reply.entry_question)
        )
        state = await answer(given.model_copy(update={"message": act.text}), state, act.decision, heard, deps, part)
        if away:
            part.sentences = [_about(act.text, sentence) for sentence in part.sentences]
            deps.say(part)
        _join(reply, part, answered=not away)
    return state


def _about(text: str, sentence: ReplySentence) -> ReplySentence:
    return sentence.model_copy(update={"text": f"“{text.strip(' ?.!')}”: {sentence.text}"})


def _join(reply: ConsultReply, part: ConsultReply, *, answered: bool) -> None:
    """Put what one part was answered to what the others were; the turn is of who answered the last that was answered."""
    known = {sentence.text for sentence in reply.sentences}
    reply.sentences = [*reply.sentences, *(one for one in part.sentences if one.text not in known)]
    reply.understood += part.understood
    reply.plan += part.plan
    reply.problems += part.problems
    reply.minds |= part.minds
    reply.withdrawn += part.withdrawn
    if answered or not reply.agent:
        reply.agent, reply.route, reply.rule, reply.status = part.agent, part.route, part.rule, part.status
