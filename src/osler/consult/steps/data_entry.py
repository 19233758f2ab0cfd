"""DataEntry (agent): what is missing to make an entry complete, and the question that confirms it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from pydantic import BaseModel

from osler.consult.extraction import Extraction, IntakeStatus, is_not_own, roughly
from osler.consult.record.called import words
from osler.consult.record.computing.rows import with_unit
from osler.consult.record.concepts import is_slip_of
from osler.consult.steps.confirming import confirms, names_saving
from osler.consult.steps.entry_lines import missing_parts, summary_lines
from osler.core.agents import AgentStep, Checked, ToolResults, load_agent

_MOST_ASKED = 2
STAYS = "{name} stays among the current medicines; please ask who prescribes it, or a pharmacy, for more."
ENDS = "Have you stopped taking {name}? The record calls it current, and this would end it."
WHICH = "yes/no, or the numbers to save, as 1 and 3"


class EntryInput(BaseModel):
    """The message, what waits for a word, and what is new."""

    message: str
    pending: Extraction | None = None
    shown: bool = True
    """Whether the reply before this message showed what is pending."""
    found: Extraction | None = None
    replacing: Extraction | None = None
    """The saved entries that are corrected."""
    current: list[str] = []
    """The medicines that the record calls current."""
    ended: dict[str, str] = {}
    """Those that it calls stopped, with the day."""
    meant: dict[str, list[str]] = {}
    """The medicines of the record that a told name means though it shares no word with them: a brand, a class."""


class EntryDecision(BaseModel):
    """What becomes of the entries: accepted, discarded, or asked about."""

    action: Literal["accept", "discard", "ask", "none"] = "none"
    question: str = ""
    missing: list[str] = []


@cache
def entry_step() -> AgentStep[EntryInput, EntryDecision]:
    """The step; only the user's own word accepts."""
    return AgentStep(
        agent=load_agent("osler.consult", "data_entry"),
        input_type=EntryInput,
        output_type=EntryDecision,
        policy=_offline,
        checks=[_worded_by_code],
        variables=lambda given: {
            "message": given.message,
            "pending": given.pending.model_dump_json() if given.pending else "",
            "found": given.found.model_dump_json() if given.found else "",
        },
    )


def _offline(given: EntryInput) -> EntryDecision:
    said = confirms(given.message, given.pending) if given.pending else None
    nothing_new = given.found is None or given.found.is_empty or given.found == given.pending
    if said is False or (given.pending is not None and nothing_new and is_not_own(given.message)):
        return EntryDecision(action="discard")
    if said and given.pending is not None:
        # An old list is shown again: a yes is a word on what stands before the user's eyes.
        return (
            EntryDecision(action="accept")
            if given.shown or names_saving(given.message)
            else asking(given.pending, given)
        )
    if given.found is None or given.found.is_empty:
        return EntryDecision() if given.replacing is None else _taking_back(given.replacing)
    return asking(given.found, given)


def asking(entries: Extraction, given: EntryInput) -> EntryDecision:
    """The question that shows entries, says what they lack and asks for the user's word."""
    missing = missing_parts(entries)
    lines = summary_lines(entries)
    several = len(lines) > 1
    summary = "; ".join(f"({n}) {line}" for n, line in enumerate(lines, 1)) if several else "".join(lines)
    wanting = f" To complete it, please tell me {' and '.join(missing[:_MOST_ASKED])}." if missing else ""
    strange = [f" {name} is not among the current medicines of the record." for name in _not_current(entries, given)]
    strange += [f" {ENDS.format(name=name)}" for name in ends_current(entries, given.current, given.meant)]
    strange += [f" {STAYS.format(name=name)}" for name in _ran_out(entries, given)]
    strange += [f" The record calls {name} stopped{day}." for name, day in _ended(entries, given)]
    strange += [
        f" I read “{written}” as {name}; is that what you mean?" for written, name in entries.read_as_meant.items()
    ]
    strange += [
        f" You said “{said}”; it is saved as about {with_unit(entry.value, entry.unit)}, marked as approximate."
        for entry in entries.measurements
        if (said := roughly(entry)) is not None
    ]
    old = summary_lines(given.replacing) if given.replacing is not None else []
    instead = f", in place of what I saved: {'; '.join(old)}" if old else ""
    question = (
        f"I noted: {summary}{instead}.{''.join(strange)}{wanting} Shall I save this? ({WHICH if several else 'yes/no'})"
    )
    return EntryDecision(action="ask", missing=missing, question=question)


def _taking_back(saved: Extraction) -> EntryDecision:
    lines = "; ".join(summary_lines(saved))
    return EntryDecision(action="ask", question=f"Shall I take back what I saved: {lines}? (yes/no)")


def _not_current(entries: Extraction, given: EntryInput) -> list[str]:
    """What is said to have been stopped or changed, and was not known to be taken."""
    known = {word for name in given.current for word in words(name)}
    ended = [entry.name for entry in entries.medications if entry.status in {"stopped", "changed"}]
    ended = [name for name in ended if not set(given.meant.get(name, ())) & set(given.current)]
    return [name for name in ended if not any(is_slip_of(word, other) for word in words(name) for other in known)]


def ends_current(entries: Extraction, current: Sequence[str], meant: Mapping[str, Sequence[str]]) -> list[str]:
    """The current medicines of the record, by their labels, that entries would end."""
    return _of_status("stopped", entries, current, meant)


def _ran_out(entries: Extraction, given: EntryInput) -> list[str]:
    """The current medicines of the record of which nothing is left."""
    return _of_status("ran out", entries, given.current, given.meant)


def _of_status(
    status: IntakeStatus, entries: Extraction, labels: Sequence[str], meant: Mapping[str, Sequence[str]]
) -> list[str]:
    """The medicines, by their labels, that entries of a status mean."""
    told = [entry.name for entry in entries.medications if entry.status == status]
    return [
        label
        for label in dict.fromkeys(labels)
        if any(set(words(name)) & set(words(label)) or label in meant.get(name, ()) for name in told)
    ]


def _ended(entries: Extraction, given: EntryInput) -> list[tuple[str, str]]:
    """What is said to be taken and is recorded as stopped."""
    current = {word for name in given.current for word in words(name)}
    taken = [entry.name for entry in entries.medications if entry.status in {None, "taking"}]
    return [
        (name, f" on {day}" if day else "")
        for name in taken
        for label, day in given.ended.items()
        if set(words(name)) & set(words(label)) and not current & set(words(name))
    ][:1]


def _worded_by_code(output: EntryDecision, given: EntryInput, tools: ToolResults) -> Checked[EntryDecision]:
    """What will be saved is always shown, and in these words; a model may only tell that the user discards it."""
    by_rule = _offline(given)
    if output.action == "discard" and given.pending is not None and by_rule.action == "none":
        return Checked(EntryDecision(action="discard"))
    return Checked(by_rule)
