"""What becomes of what a message states: offered, confirmed, discarded, or kept waiting."""

from __future__ import annotations

from osler.consult.deps import Deps
from osler.consult.extraction import Extraction
from osler.consult.heard.unplaced import which
from osler.consult.record import asks_something
from osler.consult.record.concepts import TypeEntry, medicines_meant
from osler.consult.replying.answering import NOTHING_WAITS
from osler.consult.replying.consulting import note_mind
from osler.consult.steps.confirming import chosen, replaced_by, speaks_of_saving
from osler.consult.steps.data_entry import EntryDecision, EntryInput, asking, ends_current, entry_step
from osler.consult.steps.entry_lines import summary_lines
from osler.consult.triage import health_evidence, is_courtesy
from osler.consult.types import ConsultReply, ConsultRequest, ConsultState
from osler.core.patient import Status
from osler.core.terminology import Vocabularies

DISCARDED = "Discarded; nothing was saved."
KEPT = "It stays as it was saved."


def on_a_word(message: str, entry: EntryDecision, state: ConsultState) -> list[str]:
    """What a yes or a no brought about, entry by entry."""
    if entry.action == "accept" and state.pending is not None:
        if state.replacing is not None and _only_takes_back(state):
            return [f"Taken back: {'; '.join(summary_lines(state.replacing))}."]
        taken, left = chosen(message, state.pending)
        saved = f"Saved: {'; '.join(summary_lines(taken))}." if not taken.is_empty else "Nothing was saved."
        return [saved] if left.is_empty else [saved, f"Not saved: {'; '.join(summary_lines(left))}."]
    if entry.action == "discard":
        return [KEPT if _only_takes_back(state) else DISCARDED]
    return [] if entry.action == "ask" else [NOTHING_WAITS]


def _only_takes_back(state: ConsultState) -> bool:
    """Whether nothing new waits for a word, but the taking back of what was saved."""
    return state.pending is not None and state.pending.is_empty


async def enter(
    given: ConsultRequest,
    state: ConsultState,
    found: Extraction,
    replacing: Extraction | None,
    deps: Deps,
    reply: ConsultReply,
) -> EntryDecision:
    """What becomes of what was extracted; the one callback through which all extractors' results go."""
    if found.is_empty and state.pending is None and replacing is None:
        return EntryDecision()
    outcome = await deps.ask_or_stand_in(
        entry_step(),
        _entry_input(given, state, found, replacing, deps.vocabularies),
    )
    entry = outcome.output or EntryDecision()
    if entry.action == "accept" and state.unplaced:  # what is put right must be settled before anything is saved
        entry = EntryDecision(action="ask", question=which(state, state.unplaced))
    note_mind(outcome, reply)
    reply.plan.append(f"data_entry: {entry.action}")
    if entry.action == "accept" and state.pending is not None:
        taken, _ = chosen(given.message, state.pending)
        reply.accepted = None if taken.is_empty and replacing is None else taken
        reply.replaced = replaced_by(taken, state.pending, replacing)
    elif given.auto_accept and not found.is_empty and not _must_be_asked(given, found, deps.vocabularies):
        reply.accepted, reply.replaced = found, replacing
        reply.entry_question = f"Saved: {'; '.join(summary_lines(found))}."
    else:
        reply.entry_question = entry.question
    return entry


def _current(given: ConsultRequest) -> list[str]:
    """The medicines that the record calls current, as it names them."""
    return [fact.label for fact in given.record.medications if fact.status is Status.ACTIVE]


def _entry_input(
    given: ConsultRequest,
    state: ConsultState,
    found: Extraction | None,
    replacing: Extraction | None,
    vocabularies: Vocabularies,
) -> EntryInput:
    """A message and what waits, beside what the record holds of the medicines that are told."""
    ended = {
        fact.label: fact.time.end.date or "" if fact.time and fact.time.end else ""
        for fact in given.record.medications
        if fact.status in {Status.STOPPED, Status.COMPLETED}
    }
    told = {entry.name for one in (state.pending, found) if one is not None for entry in one.medications}
    return EntryInput(
        message=given.message,
        pending=state.pending,
        shown=state.pending_shown,
        found=found,
        replacing=replacing,
        current=_current(given),
        ended=ended,
        meant={name: _meant(name, given, vocabularies) for name in sorted(told)},
    )


def _meant(name: str, given: ConsultRequest, vocabularies: Vocabularies) -> list[str]:
    """The medicines of the record that a told name means."""
    types = [TypeEntry(fact.id, fact.label) for fact in given.record.medications]
    return list(dict.fromkeys(entry.name for entry in medicines_meant(name, types, vocabularies)))


def _must_be_asked(given: ConsultRequest, found: Extraction, vocabularies: Vocabularies) -> bool:
    """Whether something is saved on the user's own word alone: what was misspelt, and the end of a current medicine."""
    meant = {entry.name: _meant(entry.name, given, vocabularies) for entry in found.medications}
    return bool(found.read_as_meant or ends_current(found, _current(given), meant))


def asked_which(state: ConsultState, question: str, entry: EntryDecision, reply: ConsultReply) -> EntryDecision:
    """What becomes of the entries, where it was asked of which of them a correction is."""
    if not question:
        return entry
    reply.entry_question = question
    return EntryDecision(action="ask", question=question)


NOT_PART = "I could not read this as a part of what waits."


def shown_again(
    given: ConsultRequest, state: ConsultState, entry: EntryDecision, reply: ConsultReply, vocabularies: Vocabularies
) -> EntryDecision:
    """What waits for a word, once more, where a message is no other matter and nothing of it was understood."""
    unread = reply.route == "refuse_non_health" and entry.action == "none" and state.pending is not None
    if not unread or state.pending is None or is_courtesy(given.message) or asks_something(given.message):
        return entry
    if health_evidence(given.message, vocabularies).other and not speaks_of_saving(given.message):
        return entry
    again = asking(state.pending, _entry_input(given, state, None, None, vocabularies))
    reply.entry_question = f"{NOT_PART} {again.question}"
    return again


def still_pending(
    given: ConsultRequest,
    found: Extraction,
    entry: EntryDecision,
    replacing: Extraction | None,
    vocabularies: Vocabularies,
) -> Extraction | None:
    """What waits for a word after this turn."""
    saved = given.auto_accept and not _must_be_asked(given, found, vocabularies)
    if entry.action in {"accept", "discard"} or saved:
        return None
    waiting = given.state.pending
    if found.is_empty and entry.action == "ask" and (replacing is None or (waiting and not waiting.is_empty)):
        return waiting
    if found.is_empty and replacing is not None:
        return Extraction()  # nothing new waits, but a word on what is to be taken back
    return found if not found.is_empty else waiting
