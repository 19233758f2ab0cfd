"""HealthConsultant (agent): answers about this patient; numbers come from tools and every sentence names its entries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from copy import copy
from functools import cache, partial
from typing import Any

from osler.consult.checked.claims import uncovered
from osler.consult.checked.cross_asked import is_same_question
from osler.consult.deps import Deps
from osler.consult.graph_tools import drive
from osler.consult.known_of.aspects import says_nothing_on
from osler.consult.known_of.told_systems import in_words
from osler.consult.known_of.usual_ranges import person_of, usual_range
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.record.overview import Overview, overview, with_usual
from osler.consult.record.reading.several import questions_in
from osler.consult.record.systems import organs_apart, system_analytes, systems_of
from osler.consult.steps.computed import as_computed
from osler.consult.steps.consultant_policy import (
    NOT_IN_RECORD,
    NOT_SEARCHED,
    SEE_SOMEBODY,
    ConsultAnswer,
    ConsultInput,
    answer_offline,
    without_range,
)
from osler.consult.steps.cypher import ask_record
from osler.consult.steps.lite import WEB
from osler.consult.steps.search import SearchInput, WebAsked, search_step, search_tools
from osler.consult.steps.summary import IN_SHORT, NOTHING_MORE
from osler.consult.steps.taking import (
    IN_THE_RECORD,
    NO_ALLERGIES,
    NO_EFFECTS,
    NO_INTERACTIONS,
    NO_SOURCE_OF_DOING,
    NO_SOURCE_OF_NEED,
    TAKEN,
    entries_of,
)
from osler.consult.types import ReplySentence
from osler.core.agents import AgentStep, Checked, Rejection, StepOutcome, Tool, ToolResults, load_agent
from osler.core.graph import PatientGraphs
from osler.core.patient import PatientRecord
from osler.core.terminology import Vocabularies

__all__ = ["NOT_SEARCHED", "ConsultAnswer", "ConsultInput", "ConsultantTools", "consultant_step"]


_TO_GO_ON = 3
"""Requests of a turn that are kept where a model asks the record: for two more questions and the answer."""


@cache
def consultant_step(vocabularies: Vocabularies) -> AgentStep[ConsultInput, ConsultAnswer]:
    """The step."""
    return AgentStep(
        agent=load_agent("osler.consult", "health_consultant"),
        input_type=ConsultInput,
        output_type=ConsultAnswer,
        policy=partial(answer_offline, vocabularies=vocabularies),
        tools=("ask_patient_graph", "body_system_overview", "usual_range", "ask_guidelines", "search_passages"),
        checks=[partial(_is_covered, vocabularies=vocabularies)],
        items="sentences",
    )


def _is_covered(
    answer: ConsultAnswer, given: ConsultInput, tools: ToolResults, vocabularies: Vocabularies
) -> Checked[ConsultAnswer]:
    """Sentence by sentence: what a tool worded stands; any other sentence only where its cited entries say all of it."""
    worded = _worded_by_tools(tools)
    kept, rejected = [], []
    for index, sentence in enumerate(answer.sentences):
        unnamed = [source.id for source in sentence.sources if not tools.returned(source.id)]
        reason = "a source that no tool returned" if unnamed else None
        stands = sentence.text in worded or says_nothing_on(sentence.text, given.question)
        if reason is None and not stands and not _is_quoted(sentence.text, tools):
            reason = uncovered(sentence.text, _support(sentence, tools), vocabularies)
        if reason is not None:
            rejected.append(Rejection(path=f"sentences.{index}", reason=reason))
        else:
            kept.append(_headed(_vetted_by_nobody(sentence, tools), tools))
    return Checked(ConsultAnswer(sentences=kept) if kept else None, rejected)


def _headed(sentence: ReplySentence, tools: ToolResults) -> ReplySentence:
    """A sentence that rests only on answers to other questions than the user's, headed by the one that was asked."""
    cited = {source.id for source in sentence.sources}
    overviews = [Overview.model_validate(found) for found in tools.of("body_system_overview")]
    says_itself = any(sentence.text.startswith(lead) for lead in (TAKEN, *(lead for lead, _ in IN_SHORT)))
    if says_itself or any(_overview_lines(found, cited) for found in overviews):
        return sentence
    rests_on = [
        found.get("heading", "")
        for found in tools.of("ask_patient_graph")
        if found["text"] == sentence.text or cited.intersection(found.get("entries", ()))
    ]
    if not rests_on or "" in rests_on or sentence.text.startswith(rests_on[0]):
        return sentence
    return sentence.model_copy(update={"text": f"{rests_on[0]} {sentence.text}"})


def _worded_by_tools(tools: ToolResults) -> set[str]:
    said = {
        NOT_IN_RECORD,
        NOT_SEARCHED,
        SEE_SOMEBODY,
        NO_INTERACTIONS,
        NO_EFFECTS,
        NO_ALLERGIES,
        NOTHING_MORE,
        NO_SOURCE_OF_DOING,
        NO_SOURCE_OF_NEED,
    }
    asked = {str(found["text"]) for found in tools.of("ask_patient_graph")}
    leads = [TAKEN, IN_THE_RECORD, *(lead for lead, _ in IN_SHORT)]
    said |= asked | {without_range(text) for text in asked} | {f"{lead} {text}" for lead in leads for text in asked}
    for found in tools.of("body_system_overview"):
        held = Overview.model_validate(found)
        said |= {one.text for organ in ("", *organs_apart(held.system)) for one in in_words(held, organ)}
    said |= {str(found["text"]) for found in tools.of("usual_range")}
    return said | {str(text) for found in tools.of("ask_guidelines") for text in found["sentences"]}


def _is_quoted(text: str, tools: ToolResults) -> bool:
    """Whether a sentence is the words of a passage that was found."""
    return bool(_quoted_from(text, tools))


def _quoted_from(text: str, tools: ToolResults) -> set[str]:
    """Where the passages come from whose words a sentence is."""
    plain = text.removeprefix(WEB).strip(' “”"')
    passages = [passage for found in tools.of("search_passages") for passage in found]
    return {str(passage["source"]) for passage in passages if plain and plain in passage["text"]}


def _vetted_by_nobody(sentence: ReplySentence, tools: ToolResults) -> ReplySentence:
    """A sentence; where it is the words of a page of the web, that is said."""
    if _quoted_from(sentence.text, tools) != {"web"}:
        return sentence
    return sentence.model_copy(update={"text": WEB + sentence.text.removeprefix(WEB)})


def _support(sentence: ReplySentence, tools: ToolResults) -> list[str]:
    """What the entries that a sentence cites say, an entry a line."""
    cited = {source.id for source in sentence.sources}
    lines: list[str] = []
    for found in tools.of("ask_patient_graph"):
        lines += _answer_lines(RecordAnswer.model_validate(found), cited)
    for found in tools.of("body_system_overview"):
        lines += _overview_lines(Overview.model_validate(found), cited)
    return lines


def _answer_lines(found: RecordAnswer, cited: set[str]) -> list[str]:
    """The lines of the entries that are cited; what an answer says as a whole only to who cites all of it."""
    if not cited.intersection(found.entries):
        return []
    if cited.issuperset(found.entries) or len(found.support) != len(found.entries):
        whole = found.whole if cited.issuperset(found.entries) else []
        return [*found.text.split("; "), *whole, *found.support]
    return [line for entry, line in zip(found.entries, found.support, strict=True) if entry in cited]


def _overview_lines(found: Overview, cited: set[str]) -> list[str]:
    """The cited entries of an overview: a condition a line; of a measure the newest value with its day, and the trend."""
    lines = []
    for row in found.conditions:
        if row["id"] in cited:
            standing = "active" if row["active"] == "yes" else "resolved earlier"
            lines.append(f"{found.system} condition {row['name']} {standing} {row['since']}".rstrip())
    for line in found.values:
        if cited.intersection(line.entries):
            line = line.model_copy(update={"usual": ""})  # a limit is no value of the patient
            newest, _, trend = (
                line.sentence().partition(f", {line.trend} over") if line.trend else (line.sentence(), "", "")
            )
            lines.append(f"latest {newest}")
            lines += [f"{line.name} {line.unit} {line.trend} over{trend}"] if trend else []
    return lines


OTHER_QUESTION = "Asked of the record was “{question}”:"


class ConsultantTools:
    """The consultant's tools: nested agents and computations, each safe by itself."""

    def __init__(
        self,
        deps: Deps,
        graphs: PatientGraphs,
        record: PatientRecord,
        today: dt.date,
        own_question: str,
        *,
        web: WebAsked,
    ) -> None:
        self._deps, self._graphs, self._record, self._today = deps, graphs, record, today
        self._own = own_question
        self._web = web
        self.own_was_asked = False
        """Whether the question that was put to the record is the one that the user asked."""
        self._own_reading = ""
        self.own_is_list = False
        """Whether what the rules find to it is a list, of which nothing may be left out."""
        self.asked: list[StepOutcome[RecordAnswer]] = []
        """How the graph's own agent ended, question by question."""
        self.asked_instead: list[StepOutcome[RecordAnswer]] = []
        """The same of what the offline mind asked in a model's place."""
        self._by_rules = False
        """Whether the rules alone ask the graph: what stands in for a model is not to wait for one again."""

    def for_a_stand_in(self) -> list[Tool]:
        """The tools of the offline mind where it answers in a model's place, with what was kept of the turn for it."""
        own = copy(self)
        own._by_rules, own.asked = True, self.asked_instead
        return own.tools()

    def tools(self) -> list[Tool]:
        """All of them; guidelines answer nothing where none are installed."""
        return [
            Tool(self.ask_patient_graph, fallback=None),
            Tool(self.body_system_overview, fallback=None),
            Tool(self.usual_range, fallback=None),
            Tool(self.ask_guidelines, fallback=None),
            Tool(self.search_passages, fallback=[]),
        ]

    async def ask_patient_graph(self, question: str) -> dict[str, Any] | None:
        """Answer one plain question from the patient's own graph."""
        outcome = await ask_record(
            question,
            graphs=self._graphs,
            patient_id=self._record.id,
            today=self._today,
            deps=self._deps,
            reserved=_TO_GO_ON,
            by_rules=self._by_rules,
        )
        self.asked.append(outcome)
        if outcome.output is None:
            return None
        same = is_same_question(question, self._own, self._today, self._deps.vocabularies)
        same = same or question in questions_in(self._own, self._deps.vocabularies)  # one of several in a message
        self.own_was_asked |= same
        heading = "" if same else OTHER_QUESTION.format(question=question)
        return as_computed(outcome.output, question).model_dump(mode="json") | {"heading": heading}

    def understood(self) -> list[str]:
        """How each question that was put to the record was read, the user's own first."""
        return [self._own_reading] * bool(self._own_reading) + [
            outcome.output.understood for outcome in self.asked if outcome.output is not None
        ]

    def own_answer(self) -> ReplySentence | None:
        """What the rules find in the record to the user's own question; None where they cannot answer it."""
        work = answer_question(self._own, self._today, self._deps.vocabularies)
        found = drive(work, self._graphs, self._record.id)
        self._own_reading = found.understood
        self.own_is_list = found.type == "list" or (
            found.type == "bool" and found.value is True and len(found.entries) > 1
        )
        return None if found.type == "unanswerable" else ReplySentence(text=found.text, sources=entries_of(found))

    async def body_system_overview(self, system: str) -> Mapping[str, Any]:
        """Conditions, and values with reference range and trend, of one body system of this patient."""
        made = drive(
            overview(
                system, system_analytes(system), partial(systems_of, vocabularies=self._deps.vocabularies), self._today
            ),
            self._graphs,
            self._record.id,
        )
        return with_usual(made, person_of(self._record, self._today)).model_dump(mode="json")

    async def usual_range(self, question: str) -> dict[str, str] | None:
        """What is usual for a value that a question names, with its source, and where a value lies that it gives."""
        return usual_range(question, person_of(self._record, self._today))

    async def ask_guidelines(self, question: str) -> dict[str, Any] | None:
        """Ask the installed guidelines about this patient's question."""
        if self._deps.guidelines is None:
            return None
        answer = await self._deps.guidelines(question, self._as_of_today())
        return answer.model_dump() if answer is not None and answer.sentences else None

    def _as_of_today(self) -> PatientRecord:
        """The record of a patient whose age is that of today, and not of the last entry."""
        if self._record.demographics.birth_date is None:
            return self._record
        return self._record.model_copy(update={"as_of": self._today.isoformat()})

    async def search_passages(self, query: str) -> list[dict[str, Any]]:
        """Search passages of general interest; the query must carry no patient data."""
        tools = search_tools(self._deps.library, self._web)
        gate = self._deps.deidentifier
        outcome = await self._deps.ask(
            search_step(), SearchInput(query=gate.scrub(query) if gate else query), tools=tools
        )
        return [passage.model_dump() for passage in outcome.output.passages] if outcome.output else []
