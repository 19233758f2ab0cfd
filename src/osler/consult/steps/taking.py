"""What may be taken together, or what a medicine does: no source says it, so whom to ask, and what of the record to show them."""

from __future__ import annotations

import re
from collections.abc import Generator

from osler.consult.record import RecordAnswer
from osler.consult.types import ReplySentence, SourceLine
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import SemanticType, Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
NO_INTERACTIONS = "I have no source on what may be taken together or with an illness. Please ask a doctor or pharmacist before you take, change or stop anything, and show them what follows."
NO_EFFECTS = "I have no source on what a medicine may raise, lower or cause. Please ask a doctor or pharmacist before you change or stop anything, and show them what follows."
TO_SHOW = (
    ("Current medicines in the record:", "What medicines am I on now?"),
    ("Allergies in the record:", "What allergies do I have?"),
    ("Active conditions in the record:", "What are my active conditions?"),
)


def asks_of_taking(question: str, vocabularies: Vocabularies) -> bool:
    """Whether a question that no record answers is what may be taken or given: by its words, or by the drug that it names."""
    if _TABLE.says(question, "consultant", "medicine"):
        return True
    found = (vocabularies.concept(match.concept_ids[0]) for match in vocabularies.find(question))
    return any(concept is not None and concept.semantic_type is SemanticType.MEDICATION for concept in found)


def before_taking(lead_in: str = NO_INTERACTIONS) -> Generator[Call, ToolOutcome, list[ReplySentence]]:
    """No source says what may be taken together, or what it does: whom to ask first, and what to show them."""
    made = [ReplySentence(text=lead_in)]
    for lead, question in TO_SHOW:
        outcome = yield Call("ask_patient_graph", {"question": question})
        found = RecordAnswer.model_validate(outcome.result) if outcome.status == "success" else None
        if found is not None and found.type == "list":
            made.append(ReplySentence(text=f"{lead} {found.text}", sources=entries_of(found)))
    return made


def entries_of(answer: RecordAnswer) -> list[SourceLine]:
    """The entries of the record that an answer rests on."""
    return [SourceLine(kind="record", id=entry) for entry in answer.entries]
