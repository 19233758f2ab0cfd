"""What waits for a word to be saved, told behind the answer to a question in between."""

from __future__ import annotations

from typing import Any

from osler.consult.extraction import KINDS, Extraction
from osler.consult.record import RecordQuestion, asks_something, read_question
from osler.consult.record.concepts import TypeEntry, matching
from osler.consult.steps.entry_lines import summary_lines
from osler.consult.types import ConsultReply, ConsultRequest, ReplySentence
from osler.core.terminology import Vocabularies

NOT_YET_SAVED = "You told me, and it is not saved yet: {lines}."
ALSO_NOT_YET = "Nor is this: {lines}."
SAY_YES = " Say yes to save it."


def waiting(
    question: str, given: ConsultRequest, reply: ConsultReply, vocabularies: Vocabularies
) -> list[ReplySentence]:
    """What is asked about and waits for a word to be saved: the record, from which the answer comes, does not hold it yet."""
    pending = given.state.pending
    if pending is not None and not reply.extraction.is_empty:
        pending = reply.extraction  # as this message put it right
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
    if not lines:
        return []
    rest = [line for line in summary_lines(pending) if line not in lines]
    also = f" {ALSO_NOT_YET.format(lines='; '.join(rest))}" if rest else ""
    return [ReplySentence(text=NOT_YET_SAVED.format(lines="; ".join(lines)) + also + SAY_YES)]


def reminded(given: ConsultRequest, reply: ConsultReply) -> list[ReplySentence]:
    """What waits for a word, once more behind the answer to a question in between; said once, for who asks on has other matters."""
    pending = given.state.pending
    if pending is None or pending.is_empty or not given.state.pending_shown or reply.entry_question:
        return []
    before = next((said.text for said in reversed(given.history) if said.role == "assistant"), "")
    told = any(sentence.text.endswith(SAY_YES) for sentence in reply.sentences)
    if told or SAY_YES in before or not reply.sentences or not asks_something(given.message):
        return []
    return [ReplySentence(text=NOT_YET_SAVED.format(lines="; ".join(summary_lines(pending))) + SAY_YES)]
