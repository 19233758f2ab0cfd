"""HealthConsultant (agent): answers about this patient; numbers come from tools and every sentence names its entries."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Generator, Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, Field

from osler.consult.deps import Deps
from osler.consult.record.answers import RecordAnswer
from osler.consult.record.overview import Overview, overview
from osler.consult.steps.cypher import ask_record
from osler.consult.steps.search import SearchInput, search_step, search_tools
from osler.consult.systems import system_analytes, system_asked, systems_of
from osler.consult.types import ReplySentence, SourceLine
from osler.core.agents import AgentStep, Call, Checked, Rejection, Tool, ToolOutcome, ToolResults, load_agent
from osler.core.graph import PatientGraphs
from osler.core.patient import PatientRecord

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)?")
_CHECK = re.compile(
    r"\b(how (is|are|'s|does)|doing|check|overview|review|summar\w+|state of|condition of|look(s|ing)?|health of|worried|function\w*|shape)\b",
    re.IGNORECASE,
)
NOT_IN_RECORD = "The record holds nothing about this."


class ConsultInput(BaseModel):
    """A question about the patient."""

    question: str
    today: dt.date


class ConsultAnswer(BaseModel):
    """The answer, sentence by sentence."""

    sentences: list[ReplySentence] = Field(default_factory=list)


@cache
def consultant_step() -> AgentStep[ConsultInput, ConsultAnswer]:
    """The step."""
    return AgentStep(
        agent=load_agent("osler.consult", "health_consultant"),
        input_type=ConsultInput,
        output_type=ConsultAnswer,
        policy=_offline,
        tools=("ask_patient_graph", "body_system_overview", "ask_guidelines", "search_passages"),
        checks=[_numbers_were_returned],
    )


def _offline(given: ConsultInput) -> Generator[Call, ToolOutcome, ConsultAnswer]:
    system = system_asked(given.question)
    if system is not None and _CHECK.search(given.question):
        outcome = yield Call("body_system_overview", {"system": system})
        if outcome.status == "success":
            return ConsultAnswer(sentences=_in_words(Overview.model_validate(outcome.result)))
    outcome = yield Call("ask_patient_graph", {"question": given.question})
    answer = RecordAnswer.model_validate(outcome.result) if outcome.status == "success" else None
    if answer is not None and answer.type != "unanswerable":
        return ConsultAnswer(sentences=[ReplySentence(text=answer.text, sources=_entries(answer))])
    outcome = yield Call("ask_guidelines", {"question": given.question})
    if outcome.status == "success":
        cited = [SourceLine(kind="guideline", id=one) for one in outcome.result["citations"]]
        return ConsultAnswer(
            sentences=[ReplySentence(text=text, sources=cited) for text in outcome.result["sentences"]]
        )
    if answer is not None and answer.reason == "other_patient":
        return ConsultAnswer(sentences=[ReplySentence(text=answer.text)])
    said = answer.text if answer is not None and answer.text else NOT_IN_RECORD
    return ConsultAnswer(
        sentences=[
            ReplySentence(text=said),
            ReplySentence(text="Please ask a health professional for advice on your own case."),
        ]
    )


def _entries(answer: RecordAnswer) -> list[SourceLine]:
    return [SourceLine(kind="record", id=entry) for entry in answer.entries]


def _in_words(found: Overview) -> list[ReplySentence]:
    active = [row for row in found.conditions if row["active"] == "yes"]
    past = [row for row in found.conditions if row["active"] == "no"]
    made = []
    for label, rows in (("Active", active), ("Earlier", past)):
        if rows:
            names = "; ".join(f"{row['name']} (since {row['since']})" if row["since"] else row["name"] for row in rows)
            sources = [SourceLine(kind="record", id=row["id"], label=row["name"]) for row in rows]
            made.append(ReplySentence(text=f"{label} {found.system} conditions: {names}.", sources=sources))
    for line in found.values:
        sources = [SourceLine(kind="record", id=entry, label=line.name) for entry in line.entries]
        made.append(ReplySentence(text=line.sentence(), sources=sources))
    return made or [ReplySentence(text=f"The record holds no conditions or values of the {found.system} system.")]


def _numbers_were_returned(answer: ConsultAnswer, given: ConsultInput, tools: ToolResults) -> Checked[ConsultAnswer]:
    """Sentence by sentence: a number that no tool returned, or a source that none named, takes the sentence out."""
    said = " ".join(str(outcome.result) for outcome in tools.outcomes if outcome.status == "success")
    known = {_plain_number(n) for n in _NUMBER.findall(said)} | {
        _plain_number(n) for n in _NUMBER.findall(given.question)
    }
    kept, rejected = [], []
    for index, sentence in enumerate(answer.sentences):
        strange = [n for n in _NUMBER.findall(sentence.text) if not _is_known(n, known, said)]
        unnamed = [source.id for source in sentence.sources if not tools.returned(source.id)]
        if strange or unnamed:
            reason = "a number that no tool returned" if strange else "a source that no tool returned"
            rejected.append(Rejection(path=f"sentences.{index}", reason=reason))
        else:
            kept.append(sentence)
    return Checked(ConsultAnswer(sentences=kept) if kept else None, rejected)


def _plain_number(written: str) -> float:
    return float(written.replace(",", ""))


def _is_known(written: str, known: set[float], said: str) -> bool:
    """Whether a number was returned, as it is or rounded to the digits that are shown."""
    value = _plain_number(written)
    digits = len(written.partition(".")[2])
    return value in known or any(round(number, digits) == value or f"{number:.4g}" == written for number in known)


class ConsultantTools:
    """The consultant's tools: nested agents and computations, each safe by itself."""

    def __init__(self, deps: Deps, graphs: PatientGraphs, record: PatientRecord, today: dt.date) -> None:
        self._deps, self._graphs, self._record, self._today = deps, graphs, record, today

    def tools(self) -> list[Tool]:
        """All of them; guidelines answer nothing where none are installed."""
        return [
            Tool(self.ask_patient_graph, fallback=None),
            Tool(self.body_system_overview, fallback=None),
            Tool(self.ask_guidelines, fallback=None),
            Tool(self.search_passages, fallback=[]),
        ]

    async def ask_patient_graph(self, question: str) -> dict[str, Any] | None:
        """Answer one plain question from the patient's own graph."""
        outcome = await ask_record(
            question, graphs=self._graphs, patient_id=self._record.id, today=self._today, deps=self._deps
        )
        return outcome.output.model_dump(mode="json") if outcome.output is not None else None

    async def body_system_overview(self, system: str) -> Mapping[str, Any]:
        """Conditions, and values with reference range and trend, of one body system of this patient."""
        from osler.consult.graph_tools import drive

        made = drive(overview(system, system_analytes(system), systems_of, self._today), self._graphs, self._record.id)
        return made.model_dump(mode="json")

    async def ask_guidelines(self, question: str) -> dict[str, Any] | None:
        """Ask the installed guidelines about this patient's question."""
        if self._deps.guidelines is None:
            return None
        answer = await self._deps.guidelines(question, self._record)
        return answer.model_dump() if answer is not None and answer.sentences else None

    async def search_passages(self, query: str) -> list[dict[str, Any]]:
        """Search passages of general interest; the query must carry no patient data."""
        tools = search_tools(self._deps.library, self._deps.web_search)
        gate = self._deps.deidentifier
        outcome = await self._deps.ask(
            search_step(), SearchInput(query=gate.scrub(query) if gate else query), tools=tools
        )
        return [passage.model_dump() for passage in outcome.output.passages] if outcome.output else []
