"""What may be taken together, or what a medicine does: no source says it, so whom to ask, and what of the record to show them."""

from __future__ import annotations

import datetime as dt
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
NO_ALLERGIES = "No allergy is recorded; that does not say that there is none."
TO_SHOW = (
    ("Current medicines in the record:", "What medicines am I on now?"),
    ("Allergies in the record:", "What allergies do I have?"),
    ("Active conditions in the record:", "What are my active conditions?"),
)


def asks_of_taking(question: str, vocabularies: Vocabularies) -> bool:
    """Whether a question that no record answers is what may be taken or given: by its words, or by the drug that it names."""
    if _named(question, SemanticType.MEDICATION, vocabularies):
        return True
    return _TABLE.says(question, "consultant", "medicine") and procedure_in(question, vocabularies) is None


def procedure_in(question: str, vocabularies: Vocabularies) -> str | None:
    """The test or operation that a question names; None where it names none."""
    return next(iter(_named(question, SemanticType.PROCEDURE, vocabularies)), None)


def _named(question: str, kind: SemanticType, vocabularies: Vocabularies) -> list[str]:
    """What a question names of a kind, in its own words and its order."""
    found = [
        question[match.start : match.end]
        for match in sorted(vocabularies.find(question), key=lambda match: match.start)
        if (concept := vocabularies.concept(match.concept_ids[0])) is not None and concept.semantic_type is kind
    ]
    return list(dict.fromkeys(found))


def asked_of_the_record(question: str) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """What the patient's graph answers; None where it could not be asked."""
    outcome = yield Call("ask_patient_graph", {"question": question})
    return RecordAnswer.model_validate(outcome.result) if outcome.status == "success" else None


def whether_to_do(name: str) -> Generator[Call, ToolOutcome, list[ReplySentence]]:
    """That no source says whether something is to be done, and when the record has it last."""
    found = yield from asked_of_the_record(f"When was my last {name}?")
    last = [ReplySentence(text=found.text, sources=entries_of(found))] if found is not None and found.entries else []
    return [ReplySentence(text=NO_SOURCE_OF_DOING), *last]


def asks_whether_needed(question: str) -> bool:
    """Whether it is asked if something is needed, or due: what was had before is no yes to it."""
    return _TABLE.says(question, "consultant", "needed")


def whether_needed(held: RecordAnswer, today: dt.date) -> list[ReplySentence]:
    """What the record holds of what may be needed; a yes only where it has it planned, for no source says whether it is needed."""
    if held.value is not True or any(day >= today.isoformat() for day in _DAY.findall(held.text)):
        return [ReplySentence(text=held.text, sources=entries_of(held))]
    text = f"{IN_THE_RECORD} {_YES.sub('', held.text)}"
    return [ReplySentence(text=NO_SOURCE_OF_NEED), ReplySentence(text=text, sources=entries_of(held))]


def asks_whether_to_take(question: str, vocabularies: Vocabularies) -> bool:
    """Whether it is asked if something speaks against a medicine, or what it does to another: "any reason I shouldn't take it"."""
    return _TABLE.says(question, "consultant", "against") and bool(
        _named(question, SemanticType.MEDICATION, vocabularies)
    )


def whether_to_take(question: str, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, list[ReplySentence]]:
    """What guidelines say where they say something; else that no source does, and all of the record that bears on it."""
    outcome = yield Call("ask_guidelines", {"question": question})
    if outcome.status == "success":
        cited = [SourceLine(kind="guideline", id=one) for one in outcome.result["citations"]]
        return [ReplySentence(text=text, sources=cited) for text in outcome.result["sentences"]]
    told = []
    for name in _named(question, SemanticType.MEDICATION, vocabularies)[:_MOST]:
        found = yield from asked_of_the_record(f"Have I ever taken {name}?")
        if found is not None and found.entries and found.value is not False:
            told.append(ReplySentence(text=f"{TAKEN} {found.text}", sources=entries_of(found)))
    return [*told, *(yield from before_taking())]


NO_SOURCE_OF_DOING = "I have no source on whether this is to be done; please ask who treats you."
NO_SOURCE_OF_NEED = "I have no source on whether this is needed or due; please ask who treats you before you take, change or stop anything."
IN_THE_RECORD = "In the record:"
_YES = re.compile(r"^yes\W+", re.IGNORECASE)
_DAY = re.compile(r"\b(?:19|20)\d\d-\d\d-\d\d\b")
_MOST = 1
"""Medicines of one question of which the record is asked."""
TAKEN = "Whether it was ever taken, by the record:"


def before_taking(lead_in: str = NO_INTERACTIONS) -> Generator[Call, ToolOutcome, list[ReplySentence]]:
    """No source says what may be taken together, or what it does: whom to ask first, and what to show them."""
    made = [ReplySentence(text=lead_in)]
    for lead, question in TO_SHOW:
        found = yield from asked_of_the_record(question)
        if found is not None and found.type == "list":
            made.append(ReplySentence(text=f"{lead} {found.text}", sources=entries_of(found)))
        elif found is not None and "Allergies" in lead:
            made.append(ReplySentence(text=NO_ALLERGIES))
    return made


def entries_of(answer: RecordAnswer) -> list[SourceLine]:
    """The entries of the record that an answer rests on."""
    return [SourceLine(kind="record", id=entry) for entry in answer.entries]
