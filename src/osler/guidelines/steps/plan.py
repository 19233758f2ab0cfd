"""The plan: at most six sub-tasks, each with a query of its own; a planner that fails is replaced by two plain ones."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.guidelines.everyday import with_clinical_names
from osler.guidelines.steps.parts import parts_of
from osler.guidelines.steps.safety import classes_in
from osler.guidelines.steps.topic import without_person
from osler.guidelines.types import QueryContext, SubTaskPlan

_PARTS = 4
"""Parts of a question that are looked for one by one; the cap of sub-tasks leaves room for the patient."""
_ORDER = {"high": 0, "medium": 1, "low": 2}
_TREATS = re.compile(
    r"\b(?:treat|manag|therap|drug|medic|dose|dosage|prescri|start|give|first[- ]line|take|use|stop|add)\w*",
    re.IGNORECASE,
)
_LOOKS = re.compile(r"\b(?:screen|diagnos|test|check|detect|confirm|criteri|measure|scan|assess)\w*", re.IGNORECASE)


class PlannerInput(BaseModel):
    """What the planner is told."""

    question: str
    patient_summary: str = ""
    context: QueryContext = Field(repr=False)
    limit: int = 6


class Plan(BaseModel):
    """The planner's answer, as strict JSON."""

    model_config = ConfigDict(extra="forbid")

    subtasks: list[SubTaskPlan] = Field(min_length=1)


@cache
def planner_step() -> AgentStep[PlannerInput, Plan]:
    """The agent step."""
    return AgentStep(
        agent=load_agent("osler.guidelines", "planner"),
        input_type=PlannerInput,
        output_type=Plan,
        policy=lambda given: plan_by_rule(given.context),
        checks=[_usable],
        variables=lambda given: {
            "question": given.question,
            "patient_summary": given.patient_summary,
            "limit": given.limit,
        },
    )


def plan_by_rule(context: QueryContext) -> Plan:
    """The offline planner: from the kind of question, and from what the patient brings along."""
    question, patient = context.question_text, context.patient
    wanted = without_person(question)
    treats, looks = bool(_TREATS.search(question)), bool(_LOOKS.search(question))
    plan = _answering(context)
    if patient.problems:
        plan.append(
            SubTaskPlan(
                name="patient_problems",
                description="Find what the guidelines say of the question for someone with these problems.",
                retrieval_query=f"{wanted} {' '.join(patient.problems[:6])}",
                priority="medium",
                kind="patient_summary",
            )
        )
    brought = [
        *patient.allergies,
        *patient.medications,
        *patient.problems,
        *(["pregnancy"] if patient.pregnant else []),
        *(["breastfeeding"] if patient.breastfeeding else []),
    ]
    if treats or brought:
        plan.append(
            SubTaskPlan(
                name="contraindications",
                description="Find contraindications and precautions, first of all those that concern this patient.",
                retrieval_query=" ".join([wanted, "contraindicated avoid", *brought[:8], *classes_in(question)]),
                priority="medium",
                kind="contraindications",
            )
        )
    if treats and looks:
        plan.append(
            SubTaskPlan(
                name="diagnosis",
                description="Find how the condition is recognised.",
                retrieval_query=f"{wanted} diagnosis screening criteria",
                priority="low",
                kind="screening_and_diagnosis",
            )
        )
    return Plan(subtasks=plan)


def _answering(context: QueryContext) -> list[SubTaskPlan]:
    """One sub-task for the question, or one for each thing that it asks."""
    parts = parts_of(context.question_text)[:_PARTS]
    return [
        SubTaskPlan(
            name="answer_question" if len(parts) == 1 else f"answer_part_{number}",
            description="Find the recommendations that answer the question."
            if len(parts) == 1
            else f"Find the recommendations that answer: {part.asked}",
            retrieval_query=with_clinical_names(
                without_person(context.question_text if len(parts) == 1 else part.about)
            ),
            priority="high",
            kind="screening_and_diagnosis"
            if _LOOKS.search(part.asked) and not _TREATS.search(part.asked)
            else "management",
        )
        for number, part in enumerate(parts, start=1)
    ]


def default_plan(context: QueryContext) -> list[SubTaskPlan]:
    """The two sub-tasks that stand in for a planner that failed."""
    question = context.question_text
    return [
        SubTaskPlan(
            name="answer_question",
            description="Find the recommendations that answer the question.",
            retrieval_query=question,
            priority="high",
        ),
        SubTaskPlan(
            name="contraindications",
            description="Find contraindications and precautions.",
            retrieval_query=f"{question} contraindicated avoid",
            priority="medium",
            kind="contraindications",
        ),
    ]


def ordered(plan: list[SubTaskPlan], limit: int) -> list[SubTaskPlan]:
    """The sub-tasks by priority, each name once, no more than the limit."""
    named = {task.name: task for task in reversed(plan)}
    kept = [named[name] for name in dict.fromkeys(task.name for task in plan)]
    return sorted(kept, key=lambda task: _ORDER[task.priority])[:limit]


def _usable(plan: Plan, given: PlannerInput, _tools: ToolResults) -> Checked[Plan]:
    kept, rejected = [], []
    for number, task in enumerate(plan.subtasks):
        if task.retrieval_query.strip() and task.name.strip():
            kept.append(task)
        else:
            rejected.append(Rejection(path=f"subtasks[{number}]", reason="a sub-task needs a name and a query"))
    return Checked(Plan(subtasks=kept) if kept else None, rejected)
