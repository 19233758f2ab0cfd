"""One turn of a consultation: triage and the extractors at the same time, then the one who answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from osler.config import OFFLINE, ROLES, BudgetSettings
from osler.consult import callbacks
from osler.consult.acts import answer_each
from osler.consult.deps import Deps
from osler.consult.entering import DISCARDED, asked_which, enter, on_a_word, shown_again, still_pending
from osler.consult.extraction import (
    KINDS,
    Extraction,
    amended,
    joined,
    withdrawn,
    without_implausible,
)
from osler.consult.going_on.alone import alone
from osler.consult.going_on.asked_again import question_kept
from osler.consult.going_on.subject import subject_of
from osler.consult.going_on.targets import target_asked
from osler.consult.going_on.told_compared import tells_and_compares, told_held_against_before
from osler.consult.heard.beside_bid import asks_of_a_service, asks_to_act, beside_bid
from osler.consult.heard.doubted import asked_back, exactly_asked, insisted, said_before
from osler.consult.heard.first_reading import FirstReading, first_reading, read_of, what_is_stated
from osler.consult.heard.known import without_known
from osler.consult.heard.measured_again import measured_again
from osler.consult.heard.need import red_flags_of
from osler.consult.heard.none_known import none_known
from osler.consult.heard.of_kin import of_kin
from osler.consult.heard.speaker import Spoken, spoken_of
from osler.consult.heard.standing import taken_by_whom, takes_back, whom
from osler.consult.heard.unplaced import not_placed, placed, saved_put_right, still_unplaced
from osler.consult.heard.where_to import of_the_chart, routed
from osler.consult.heard.word_first import after_the_word, in_one, word_first
from osler.consult.meant import as_a_word, in_plain_words
from osler.consult.record import asks_something
from osler.consult.record.reading.beside_another import own_beside_another
from osler.consult.record.reading.lead_in import LeadIn, lead_in
from osler.consult.replying.advice import advice_now, advice_today
from osler.consult.replying.answering import AFTER_ALARM, ASKS_A_SERVICE, ASKS_TO_ACT, STILL_URGENT
from osler.consult.replying.waiting import SAY_YES, reminded
from osler.consult.steps.confirming import confirms
from osler.consult.steps.data_entry import EntryDecision
from osler.consult.steps.triage import TriageDecision
from osler.consult.triage import Alarm, alarm, tells_of_once
from osler.consult.types import NOBODY, ConsultReply, ConsultRequest, ConsultState, ReplySentence
from osler.consult.wording.folded import folded
from osler.consult.wording.typed import as_typed
from osler.core.agents import Budget
from osler.core.results import Level
from osler.core.safety import PatientContext
from osler.core.terminology import Vocabularies

TOO_LONG = "Your message has {length:,} characters; I read at most {limit:,} at a time. Please send the part that matters, or add a long document to the record: osler patient add FILE"
_HEARD = 1000
"""Characters at either end of a message too long to read, in which emergencies are still heard."""
NOT_OPEN = "No patient is open, so this is not saved. Open one with: osler chat --patient ID or FILE"


async def run(given: ConsultRequest, *, deps: Deps) -> ConsultReply:
    """Answer one message; a word on what waits and a question after it one after the other."""
    both = word_first(given) if _is_offline(deps) else None
    if both is None:
        return await _turn(given, deps=deps)
    first = await _turn(given.model_copy(update={"message": both.word}), deps=deps)
    then, deps = after_the_word(given.model_copy(update={"message": both.question}), first, deps)
    return in_one(first, await _turn(then, deps=deps))


def _is_offline(deps: Deps) -> bool:
    """Whether no model takes part: one reads a message better than examples do."""
    return all(deps.runner.mind_of(role) == OFFLINE for role in ROLES)


async def _turn(given: ConsultRequest, *, deps: Deps) -> ConsultReply:
    """One turn."""
    options = deps.options
    limits = BudgetSettings(requests=options.requests, tool_calls=options.tool_calls, seconds=options.seconds)
    # A turn's limits hold inside the budget of the run, which knows of tokens and money as well.
    turn = (deps.budget or Budget(_of_a_turn(deps.runner.settings.budget, limits))).step(limits)
    deps = replace(deps, budget=_for_models(turn, deps), standing_in=turn)
    if len(given.message) > options.message_characters:
        return _too_long(given, options.message_characters, deps.vocabularies)
    said = _said(given, deps.vocabularies, offline=_is_offline(deps))
    given, state, heard = said.given, said.state, said.heard
    taken = taken_by_whom(given)
    early = ConsultReply(
        sentences=advice_now(heard.now, given.message, taken) if heard.now else advice_today(heard.today)
    )
    deps.say(early)  # no model and no extractor is waited for
    apart = beside_bid(given.message, deps.vocabularies)  # a bid states nothing, and what stands beside it may
    named = given.message != said.spoken.text and tells_and_compares(given.message, given.moment)
    whole = given.message if named else what_is_stated(said.spoken.text, given.message)
    stated = apart.rest if apart is not None else whole
    stated = stated if said.lead is None else read_of(said.lead.told, given.message)
    stated = "" if tells_of_once(said.spoken.text) else stated
    read = await first_reading(said.asked, state, said.about, deps, stated)
    noted = _noted(said, read, deps.vocabularies)
    reply = ConsultReply(
        route=noted.decision.route,
        rule=noted.decision.rule,
        extraction=noted.found,
        minds=read.minds,
        problems=read.problems,
    )
    reply.differences = read.differences
    reply.shown = early.shown
    reply.plan.append(f"triage: {noted.decision.route} ({noted.decision.rule})")
    entry = await enter(given, state, noted.found, noted.replacing, deps, reply)
    entry = asked_which(state, noted.unplaced, entry, reply)
    entry = shown_again(given, state, entry, reply, deps.vocabularies)
    state = await _answered(said, noted, entry, early, deps, reply)
    if reply.route in {"consultant", "lite"} and entry.action == "none" and noted.replacing is None:
        reply.sentences = [*reply.sentences, *reminded(given, reply)]
    deps.say(reply)
    none = none_known(said.spoken.text, given.record)
    questions = none, said_before(noted.known), asked_back(noted.doubtful), noted.inexact, reply.entry_question
    reply.entry_question = " ".join(filter(None, questions))
    if reply.status == "complete" and any(problem.level is not Level.INFO for problem in reply.problems):
        reply.status = "partial"
    if heard.now:
        reply.entry_question = ""  # whoever needs help now is not asked about entries
    reply.state = _kept(said, state, noted, entry, reply, deps.vocabularies)
    reply.usage = turn.usage()
    return reply


class _Said(NamedTuple):
    """A message as it is understood: of whom it speaks, what stands by itself, and what in it is urgent."""

    given: ConsultRequest
    """With the message made to stand by itself."""
    written: str
    state: ConsultState
    spoken: Spoken
    about: PatientContext
    heard: Alarm
    lead: LeadIn | None
    """What is told before a question of something else."""

    @property
    def asked(self) -> ConsultRequest:
        """The turn's input with the question alone, where something else is told before it."""
        return self.given if self.lead is None else self.given.model_copy(update={"message": self.lead.asked})


def _said(given: ConsultRequest, vocabularies: Vocabularies, *, offline: bool) -> _Said:
    given, written = placed(as_a_word(insisted(given), vocabularies))
    state = callbacks.before_agent(given.state, given.message, given.moment)
    spoken = spoken_of(
        as_typed(given.message), given.record, given.moment.date(), cared_for=state.speaker == "caregiver"
    )
    told = measured_again(spoken.text, state)
    made = alone(told, given, vocabularies)
    whole = not offline or target_asked(made) is not None or told_held_against_before(made, given.state) is not None
    asked = made if whole else in_plain_words(told, made, given, vocabularies)
    given = given.model_copy(update={"message": asked})
    about = whom(given)
    return _Said(
        given, written, state, spoken, about, red_flags_of(given, about, vocabularies), _lead(given, vocabularies)
    )


def _lead(given: ConsultRequest, vocabularies: Vocabularies) -> LeadIn | None:
    """What a message tells before it asks something else; a bid, a value to be held against another and kin belong to what is asked."""
    message = given.message
    if beside_bid(message, vocabularies) is not None or tells_and_compares(message, given.moment):
        return None
    if target_asked(message) is not None:
        return None
    of_both = of_kin(message, vocabularies) is not None or own_beside_another(message) is not None
    return None if of_both else lead_in(message, vocabularies)


def _still_urgent(said: _Said) -> list[ReplySentence]:
    """What is said to whoever tells how it goes right after an emergency and asks something else: that help is needed all the same."""
    if said.lead is None or not said.lead.told or not said.given.state.urgent or said.heard.now:
        return []
    return [] if takes_back(said.lead.told) else [ReplySentence(text=STILL_URGENT)]


class _Noted(NamedTuple):
    """What is to be noted of a message, what is not, and where the message goes."""

    decision: TriageDecision
    found: Extraction
    doubtful: Extraction
    """Amounts that are asked back."""
    inexact: str
    """The question for the amounts that are no number."""
    known: Extraction
    """What the record has already."""
    replacing: Extraction | None
    """What was saved before and is taken back."""
    unplaced: str
    """The question of which of several things a correction is of."""
    unsaved: list[ReplySentence] | None
    """What is said to a statement of which nothing can be noted; None for any other."""


def _noted(said: _Said, read: FirstReading, vocabularies: Vocabularies) -> _Noted:
    given, state, heard = said.given, said.state, said.heard
    found, doubtful = without_implausible(_in_own_words(said.spoken.quoted(read.found), said.written), given.message)
    found, known = without_known(found, given.record)
    told = found
    if confirms(given.message, state.pending) is None:  # a yes fills nothing in
        found = joined(state.pending, told, given.message, given.moment)
    found, replacing = _put_right(given, state, found, told)
    found = _in_own_words(found, said.written, only=given.message.strip())
    unplaced = not_placed(given, found, replacing)
    nobody = state.patient_id == NOBODY
    roughly = "" if nobody else exactly_asked(given.message)
    aside = not (doubtful.is_empty and known.is_empty) or bool(roughly)
    bids = asks_to_act(said.asked.message) or asks_of_a_service(said.asked.message)
    unsaved = None
    if not (heard.now or bids):
        unsaved = _why_not_noted(said.asked.message, found, aside=aside, nobody=nobody)
    if nobody:
        found = doubtful = Extraction()  # there is no record that it could go into
    decision = of_the_chart(routed(read.decision, heard, found, replacing), said.asked, vocabularies)
    if decision.route == "redirect_share_edit" or decision.rule in {ASKS_TO_ACT, ASKS_A_SERVICE}:
        found = Extraction()  # a command states nothing
    return _Noted(decision, found, doubtful, roughly, known, replacing, unplaced, unsaved)


async def _answered(
    said: _Said, noted: _Noted, entry: EntryDecision, early: ConsultReply, deps: Deps, reply: ConsultReply
) -> ConsultState:
    """Say what came of the user's word on what waits, or let those answer who are asked; the state as it is afterwards."""
    given, state, heard = said.given, said.state, said.heard
    if confirms(given.message, state.pending) is not None:
        reply.agent = "data_entry"
        reply.sentences = [ReplySentence(text=text) for text in on_a_word(given.message, entry, state)]
        reply.route, reply.rule = "consultant", "the user's word"
    elif noted.unplaced:
        reply.agent, reply.route, reply.rule = "data_entry", "consultant", "a correction that may be of several things"
    elif noted.replacing is not None and noted.found.is_empty:
        reply.agent, reply.route = "data_entry", "consultant"  # what was saved is asked to be taken back
    elif entry.action == "discard":
        reply.agent, reply.sentences = "data_entry", [ReplySentence(text=DISCARDED)]
    elif noted.unsaved is not None:
        reply.agent, reply.sentences = "data_entry", noted.unsaved
    else:
        still = _still_urgent(said)
        reply.sentences = still
        deps.say(reply)
        state = await answer_each(said.asked, state, noted.decision, heard, deps, reply)
        if still and reply.rule != AFTER_ALARM:
            reply.rule, reply.sentences = AFTER_ALARM, [*still, *reply.sentences]
        if heard.today and not heard.now:
            reply.sentences = [*early.sentences, *_besides(reply)]
    return state


def _kept(
    said: _Said,
    state: ConsultState,
    noted: _Noted,
    entry: EntryDecision,
    reply: ConsultReply,
    vocabularies: Vocabularies,
) -> ConsultState:
    """The state after a turn: what was saved, what was asked and of what, and what waits for a word."""
    given, urgent, replacing = said.given, bool(said.heard.now), noted.replacing
    # What was told in need is no list to be saved later.
    found = Extraction(measurements=noted.found.measurements) if urgent else noted.found
    asked = entry.action == "ask" or any(sentence.text.endswith(SAY_YES) for sentence in reply.sentences)
    pending = still_pending(given, found, entry, replacing, vocabularies)
    waits_on = pending is not None and pending is given.state.pending and replacing is None
    waiting = (pending, asked and not urgent, given.state.replacing if waits_on else replacing)
    state = state.updated(callbacks.keep_saved(state, "data_entry", (reply.accepted, reply.replaced)))
    kept = question_kept(said.asked, reply, vocabularies), urgent or reply.rule == AFTER_ALARM
    state = state.updated(callbacks.keep_asked(state, reply.agent, kept))
    state = state.updated(callbacks.keep_subject(state, reply.agent, subject_of(said.asked, reply, vocabularies)))
    state = state.updated(callbacks.keep_doubted(state, "data_entry", Extraction() if urgent else noted.doubtful))
    state = state.updated(callbacks.keep_pending(state, "data_entry", waiting))
    return state.updated(callbacks.keep_unplaced(state, "data_entry", still_unplaced(given, noted.unplaced, pending)))


def _for_models(turn: Budget, deps: Deps) -> Budget:
    """What models may use of a turn: so many calls of tools are kept that the offline mind can still answer in their place."""
    if all(deps.runner.mind_of(role) == OFFLINE for role in ROLES):
        return turn
    calls = turn.limits.tool_calls
    return turn.step(BudgetSettings(tool_calls=calls - min(_FOR_A_STAND_IN, calls // 2)))


_FOR_A_STAND_IN = 6
"""Calls of tools that an answer of the offline mind takes, but for rare ones."""


def _in_own_words(found: Extraction, written: str, *, only: str | None = None) -> Extraction:
    """What was found, with quotes that the user wrote: what was named for a word that only points was never said."""
    said = folded(written)
    kinds: dict[str, Any] = {
        kind: [
            entry
            if folded(entry.quote) in said or only not in {None, entry.quote}
            else entry.model_copy(update={"quote": written.strip()})
            for entry in getattr(found, kind)
        ]
        for kind in KINDS
    }
    return found.model_copy(update=kinds)


def _why_not_noted(message: str, found: Extraction, *, aside: bool, nobody: bool) -> list[ReplySentence] | None:
    """What is said to a statement of which nothing can be noted, before anything is looked up; None for any other."""
    if asks_something(message):
        return None
    if nobody and not found.is_empty and not (found.symptoms or found.conditions):  # a complaint is told whom to call
        return [ReplySentence(text=NOT_OPEN)]
    return [] if aside and found.is_empty else None


def _put_right(
    given: ConsultRequest, state: ConsultState, found: Extraction, told: Extraction
) -> tuple[Extraction, Extraction | None]:
    """What is to be noted, and what was saved before and was wrong: the correction of a saved entry takes its place.

    `told` is what the message states, `found` that and what waits.
    """
    if state.pending is not None and (not state.pending.is_empty or confirms(given.message) is not None):
        earlier = saved_put_right(given, state, told)
        if earlier is not None:
            return earlier
        said_otherwise = found.is_empty and confirms(given.message, state.pending) is None
        return found, None if said_otherwise else state.replacing  # a question in between takes nothing back
    right = amended(state.saved, found, given.message, given.moment, just_told=state.just_saved)
    if right is not None:
        return right
    return found, withdrawn(state.saved, given.message, just_told=state.just_saved) if found.is_empty else None


def _too_long(given: ConsultRequest, limit: int, vocabularies: Vocabularies) -> ConsultReply:
    """What is said to a message that is too long to be read; whoever needs help now is told so all the same."""
    ends = [given.message[:_HEARD], given.message[-_HEARD:]]
    # A run of letters without a space is no word, and costs as much as a page.
    told = "\n".join(" ".join(word for word in end.split() if len(word) < _LONGEST_WORD) for end in ends)
    heard = alarm(told, vocabularies, whom(given.model_copy(update={"message": told})))
    said = advice_now(heard.now, told) or advice_today(heard.today)
    text = TOO_LONG.format(length=len(given.message), limit=limit)
    return ConsultReply(
        route="urgent" if heard.now else "refuse_non_health",
        rule="red flags" if heard.now else "too long to be read",
        agent="triage",
        status="urgent" if heard.now else "unsupported",
        sentences=[*said, ReplySentence(text=text)],
        state=given.state,
    )


_LONGEST_WORD = 60


def _besides(reply: ConsultReply) -> list[ReplySentence]:
    """What is said beside advice to see a doctor today: an answer, but no refusal."""
    return [] if reply.route == "refuse_non_health" else reply.sentences


def _of_a_turn(run: BudgetSettings, turn: BudgetSettings) -> BudgetSettings:
    """The limits of the run that a turn is: what [budget] leaves unset is not narrower than what [consult] says of a turn."""
    limits = {name: getattr(turn, name) for name in ("requests", "tool_calls", "seconds") if getattr(run, name) is None}
    return run.model_copy(update={name: max(value, run.unset[name]) for name, value in limits.items()})
