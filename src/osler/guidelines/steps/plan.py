"""The plan: at most six sub-tasks, each with a query of its own; a planner that fails is replaced by two plain ones."""

from __future__ import annotations

from functools import cache

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.core.terminology import Vocabularies
from osler.guidelines.exchanges import Plan, PlannerInput
from osler.guidelines.offline import plan_by_rule
from osler.guidelines.types import QueryContext, SubTaskPlan

_ORDER = {"high": 0, "medium": 1, "low": 2}


@cache
def planner_step(vocabularies: Vocabularies) -> AgentStep[PlannerInput, Plan]:
    """The agent step."""
    return AgentStep(
        agent=load_agent("osler.guidelines", "planner"),
        input_type=PlannerInput,
        output_type=Plan,
        policy=lambda given: plan_by_rule(given.context, vocabularies),
        checks=[_usable],
        variables=lambda given: {
            "question": given.question,
            "patient_summary": given.patient_summary,
            "limit": given.limit,
        },
    )


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
