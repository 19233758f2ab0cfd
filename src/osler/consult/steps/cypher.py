"""Cypher (agent): a question about the patient, answered from the patient's own graph."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import cache, partial

from pydantic import BaseModel

from osler.config import BudgetSettings
from osler.consult.checked.claims import uncovered
from osler.consult.checked.cross_asked import OFFLINE, answers_alike
from osler.consult.deps import Deps
from osler.consult.graph_tools import REJECTIONS, GraphTools, QueryRefused, drive
from osler.consult.record import RecordAnswer, answer_question
from osler.consult.record.answers import entry_line, nothing, unanswerable
from osler.consult.record.policy import Answering
from osler.core.agents import AgentStep, Checked, Rejection, StepOutcome, ToolResults, load_agent
from osler.core.graph import PatientGraphs, graph_schema
from osler.core.results import Problem
from osler.core.terminology import Vocabularies

_MOST_LINES = 50
_FEWEST_REQUESTS = 2
OTHERWISE = "the rules read the record otherwise than the model's query, which gave"


class RecordTask(BaseModel):
    """A question and the day it is asked."""

    question: str
    today: dt.date


@cache
def cypher_step(vocabularies: Vocabularies) -> AgentStep[RecordTask, RecordAnswer]:
    """The step: its prompts, its tools, its offline policy and its checks."""
    return AgentStep(
        agent=load_agent("osler.consult", "cypher"),
        input_type=RecordTask,
        output_type=RecordAnswer,
        policy=partial(_offline, vocabularies=vocabularies),
        tools=("get_graph_schema", "query_graph"),
        checks=[partial(_rests_on_entries, vocabularies=vocabularies)],
        # The schema is told, not asked for: a turn's few requests are for the query and the answer.
        variables=lambda task: {
            "question": task.question,
            "today": task.today,
            "graph": graph_schema().describe(),
        },
    )


def _offline(task: RecordTask, vocabularies: Vocabularies) -> Answering:
    return (yield from answer_question(task.question, task.today, vocabularies)).computed()


def _rests_on_entries(
    answer: RecordAnswer, task: RecordTask, tools: ToolResults, vocabularies: Vocabularies
) -> Checked[RecordAnswer]:
    """Every entry was returned by a query, and an answer that states something names one."""
    known = [entry for entry in answer.entries if tools.returned(entry)]
    rejected = [
        Rejection(path=f"entries.{index}", reason="no query returned this entry")
        for index, entry in enumerate(answer.entries)
        if entry not in known
    ]
    if answer.entries and not known:
        return Checked(None, rejected)
    states = answer.type in {"number", "string", "date", "list"} and answer.value not in (0, 0.0)
    if states and not known:
        return Checked(None, [*rejected, Rejection(path="entries", reason="the answer names no entry of the record")])
    made = answer.model_copy(update={"entries": known})
    if answer.is_computed:
        return Checked(made, rejected)
    # A model's wording stands only where the rows of the entries that it cites say all of it.
    rows = [row for result in tools.of("query_graph") for row in result if isinstance(row, dict)]
    lines = [entry_line(row) for row in rows if set(known) & {str(value) for value in row.values()}]
    claimed = [answer.text, *(str(one) for one in (answer.value if isinstance(answer.value, list) else [answer.value]))]
    strange = next(filter(None, (uncovered(one, [*lines, str(len(known))], vocabularies) for one in claimed)), None)
    if strange is not None and answer.type not in {"none", "unanswerable"}:
        return Checked(None, [*rejected, Rejection(path="text", reason=strange)])
    if answer.type in {"none", "unanswerable"}:
        said = unanswerable(answer.reason or "not_in_record") if answer.type == "unanswerable" else nothing()
        return Checked(said, rejected)
    return Checked(made.model_copy(update={"support": lines[-_MOST_LINES:]}), rejected)


def held_otherwise(outcome: StepOutcome[RecordAnswer]) -> list[Problem]:
    """What a reader is told where the rules' answer stands in place of a model's."""
    problem = outcome.problem() if outcome.reason.startswith(OTHERWISE) else None
    return [problem] if problem is not None else []


async def ask_record(
    question: str,
    *,
    graphs: PatientGraphs,
    patient_id: str,
    today: dt.date,
    deps: Deps,
    reserved: int = 0,
    by_rules: bool = False,
) -> StepOutcome[RecordAnswer]:
    """Ask a patient's graph one question; so many model requests of the turn are kept for whoever words the answer."""
    task = RecordTask(question=question, today=today)
    whole = deps.for_run().budget
    if whole is None or by_rules:
        return await deps.ask_offline(
            cypher_step(deps.vocabularies), task, tools=GraphTools(graphs, patient_id).tools()
        )
    if reserved:  # one call of a model's tool: how many queries the rules take for it uses nothing of the turn up
        deps = replace(deps, standing_in=None)
    left = whole.limits.requests - whole.requests - reserved
    if left < _FEWEST_REQUESTS and reserved:
        # A query and an answer need two; with fewer left, the offline mind asks the graph at once.
        return await deps.ask_offline(
            cypher_step(deps.vocabularies), task, tools=GraphTools(graphs, patient_id).tools()
        )
    part = whole.step(BudgetSettings(requests=max(1, left)))
    graph = GraphTools(graphs, patient_id, part)
    outcome = await deps.ask_or_stand_in(cypher_step(deps.vocabularies), task, tools=graph.tools(), budget=part)
    if graph.gave_up and outcome.error is not None:
        refused = QueryRefused(f"{REJECTIONS + 1} queries were rejected, the last is not given back")
        outcome = replace(outcome, error=refused)
    return _held_against_the_rules(outcome, task, graphs, patient_id, deps.vocabularies)


def _held_against_the_rules(
    outcome: StepOutcome[RecordAnswer],
    task: RecordTask,
    graphs: PatientGraphs,
    patient_id: str,
    vocabularies: Vocabularies,
) -> StepOutcome[RecordAnswer]:
    """A model's answer where the rules find the same or cannot read the question; else theirs, with the model's told.

    An entry proves a value, but nothing proves that a query which found none asked for the right thing.
    """
    if outcome.output is None or outcome.output.is_computed:
        return outcome
    by_rules = drive(_offline(task, vocabularies), graphs, patient_id)
    if answers_alike(outcome.output, by_rules):
        # How the question was read is what code read, never what a model says of itself.
        return replace(outcome, output=outcome.output.model_copy(update={"understood": by_rules.understood}))
    said = outcome.output.text or str(outcome.output.value)
    return replace(outcome, output=by_rules, mind=OFFLINE, stands_in_for=outcome.mind, reason=f"{OTHERWISE} “{said}”")
