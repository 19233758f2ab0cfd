"""How the offline mind answers about a patient: overviews, ranges, the record, guidelines, and what to show whom."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Generator

from pydantic import BaseModel, Field

from osler.consult.known_of.aspects import aspects_of, nothing_on, speaks_of
from osler.consult.known_of.told_systems import in_words
from osler.consult.known_of.usual_ranges import asks_what_is_usual, judges_a_value
from osler.consult.record import RecordAnswer, Refused, measure_named, read_question
from osler.consult.record.answers import names_unread, unanswerable
from osler.consult.record.computing.values import NO_RANGE
from osler.consult.record.overview import Overview
from osler.consult.record.periods import Period, read_periods
from osler.consult.record.reading.beside_another import own_beside_another
from osler.consult.record.reading.several import questions_in
from osler.consult.record.systems import organ_apart, system_asked, systems_asked
from osler.consult.steps.lite import quoted, sourced
from osler.consult.steps.summary import asks_for_summary, summary_of
from osler.consult.steps.supposed_value import asked_of_the_value
from osler.consult.steps.taking import (
    NO_EFFECTS,
    asked_of_the_record,
    asks_of_taking,
    asks_whether_needed,
    asks_whether_to_take,
    before_taking,
    entries_of,
    procedure_in,
    whether_needed,
    whether_to_do,
    whether_to_take,
)
from osler.consult.types import ReplySentence, SourceLine
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
SEE_SOMEBODY = "Please ask a health professional for advice on your own case."
NOT_IN_RECORD = "The record holds nothing about this."
NOT_SEARCHED = "The record could not be searched just now, so I cannot say what it holds. Please ask again."


class ConsultInput(BaseModel):
    """A question about the patient."""

    question: str
    today: dt.date


class ConsultAnswer(BaseModel):
    """The answer, sentence by sentence."""

    sentences: list[ReplySentence] = Field(default_factory=list)


def answer_offline(given: ConsultInput, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, ConsultAnswer]:
    """The answer to a message; where it asks for an overview among other things, the answer to each."""
    parts = questions_in(given.question, vocabularies)
    if len(parts) < 2 or not any(_is_beside_the_graph(part, given.today, vocabularies) for part in parts):
        return (yield from _answer_one(given, vocabularies))
    told: list[ReplySentence] = []
    for part in parts:
        said = yield from _answer_one(given.model_copy(update={"question": part}), vocabularies)
        told += [sentence for sentence in said.sentences if sentence not in told]
    return ConsultAnswer(sentences=told)


def _is_beside_the_graph(part: str, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether a part is answered by something else than what the record's graph says: then each is answered by itself."""
    if _asks_overview(part, vocabularies) or _TABLE.says(part, "consultant", "effects"):
        return True
    if asks_whether_to_take(part, vocabularies) or judges_a_value(part) or asks_for_summary(part, vocabularies):
        return True
    read = read_question(part, today, vocabularies)
    return read.reason == "out_of_scope" if isinstance(read, Refused) else read.intent == "normal"


def _asks_overview(question: str, vocabularies: Vocabularies) -> bool:
    return system_asked(question, vocabularies) is not None and _TABLE.says(question, "consultant", "overview")


def _of_one_measure(question: str, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether the course of one measure is asked for, and not how a body system is."""
    read = read_question(question, today, vocabularies)
    return not isinstance(read, Refused) and read.intent == "trend" and measure_named(read.phrase) is not None


def _without_a_value(question: str, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, list[ReplySentence]]:
    """What is shown where no single entry is asked for: before something is taken, or of the record in short; else nothing."""
    if _TABLE.says(question, "consultant", "effects"):
        return (yield from before_taking(NO_EFFECTS))
    both = own_beside_another(question)  # "my neighbour takes it, should I?"
    asked = question if both is None else both[1]
    if asks_whether_to_take(asked, vocabularies):
        return (yield from whether_to_take(asked, vocabularies))
    if asks_for_summary(question, vocabularies):
        return (yield from summary_of())
    return []


def _answer_one(given: ConsultInput, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, ConsultAnswer]:
    given = given.model_copy(update={"question": asked_of_the_value(given.question)})
    told = yield from _without_a_value(given.question, vocabularies)
    if told:
        return ConsultAnswer(sentences=told)
    system = system_asked(given.question, vocabularies)
    of_a_time = read_periods(given.question.lower(), given.today)  # an overview tells what is so now
    now = of_a_time.period == Period() or of_a_time.vague
    overview = system is not None and _TABLE.says(given.question, "consultant", "overview")
    if system is not None and overview and not _of_one_measure(given.question, given.today, vocabularies):
        told = yield from _overviews(given.question, system, vocabularies, now=now)
        if told:
            return ConsultAnswer(sentences=told)
    judged = judges_a_value(given.question) and own_beside_another(given.question) is None
    if judged or asks_what_is_usual(given.question):
        outcome = yield Call("usual_range", {"question": given.question})
        if outcome.status == "success":
            return ConsultAnswer(sentences=[sourced(outcome.result)])
    answer = yield from asked_of_the_record(given.question)
    if answer is not None and answer.type != "unanswerable" and asks_whether_needed(given.question):
        return ConsultAnswer(sentences=whether_needed(answer, given.today))
    if answer is not None and answer.type != "unanswerable":
        return ConsultAnswer(sentences=(yield from _with_what_is_usual(answer)))
    outcome = yield Call("ask_guidelines", {"question": given.question})
    if outcome.status == "success":
        cited = [SourceLine(kind="guideline", id=one) for one in outcome.result["citations"]]
        return ConsultAnswer(
            sentences=[ReplySentence(text=text, sources=cited) for text in outcome.result["sentences"]]
        )
    return ConsultAnswer(sentences=(yield from _of_no_record(given.question, answer, vocabularies)))


def _of_no_record(
    question: str, answer: RecordAnswer | None, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, list[ReplySentence]]:
    """What is said to a question that neither the record nor a guideline answers."""
    if answer is None:  # a failure is no empty record
        return [ReplySentence(text=NOT_SEARCHED), ReplySentence(text=SEE_SOMEBODY)]
    if answer.reason == "other_patient":
        return [ReplySentence(text=answer.text)]
    advice = answer.reason == "out_of_scope" or _TABLE.says(question, "consultant", "how_to_take")
    if advice and asks_of_taking(question, vocabularies):
        return (yield from before_taking())
    done = procedure_in(question, vocabularies) if answer.reason == "out_of_scope" else None
    if done is not None:
        return (yield from whether_to_do(done))
    if aspects_of(question):
        return (yield from _in_general(question, answer))
    if answer.text == unanswerable("not_in_record").text:
        return [ReplySentence(text=answer.text)]  # of which nobody asks for advice
    return [ReplySentence(text=answer.text or NOT_IN_RECORD), ReplySentence(text=SEE_SOMEBODY)]


def _with_what_is_usual(answer: RecordAnswer) -> Generator[Call, ToolOutcome, list[ReplySentence]]:
    """What the record answers; a value that it has no range of is held against what is usual, where a table says it."""
    held = ReplySentence(text=answer.text, sources=entries_of(answer))
    if NO_RANGE not in answer.text:
        return [held]
    outcome = yield Call("usual_range", {"question": without_range(answer.text)})
    if outcome.status != "success":
        return [held]
    return [held.model_copy(update={"text": without_range(answer.text)}), sourced(outcome.result)]


def without_range(text: str) -> str:
    """A value of the record without that it has no range there."""
    return text.replace(NO_RANGE, "").strip()


def _in_general(question: str, answer: RecordAnswer) -> Generator[Call, ToolOutcome, list[ReplySentence]]:
    """What a record cannot hold, the causes or the treatment of a thing: what the library says, or that it says nothing.

    That the record holds nothing is no answer: it may well hold the thing. A word that was not read is named.
    """
    aspects = aspects_of(question)
    outcome = yield Call("search_passages", {"query": question})
    passages = [one for one in outcome.result or [] if speaks_of(one["text"], aspects)][:_MOST_PASSAGES]
    unread = [ReplySentence(text=answer.text)] if names_unread(answer) else []
    nothing = [] if passages or unread else [ReplySentence(text=nothing_on(aspects))]
    return [*unread, *nothing, *map(quoted, passages), ReplySentence(text=SEE_SOMEBODY)]


_MOST_PASSAGES = 2


def _overviews(
    question: str, system: str, vocabularies: Vocabularies, *, now: bool
) -> Generator[Call, ToolOutcome, list[ReplySentence]]:
    """The system that a question asks about, or each of several; of another time than now only where there are several."""
    several = systems_asked(question, vocabularies)
    told: list[ReplySentence] = []
    for one in several if len(several) > 1 else [system] * now:
        outcome = yield Call("body_system_overview", {"system": one})
        if outcome.status == "success":
            told += in_words(Overview.model_validate(outcome.result), organ_apart(question, one))
    return told
