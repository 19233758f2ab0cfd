"""The demonstration library, made once for all tests, and people to ask about."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from osler.core.agents import Runner
from osler.core.library import Library
from osler.core.patient import PatientRecord, read_patient
from osler.guidelines import Deps, PatientFacts
from osler.guidelines.demo_library import add_demo_guidelines
from tests.core.agents.scripted import Move, Reaction, Script


@cache
def demo() -> Library:
    """The demonstration guidelines in a folder that goes with the process."""
    folder = tempfile.mkdtemp(prefix="osler-demo-")
    library = Library(Path(folder) / "demo")
    add_demo_guidelines(library)
    return library


def offline() -> Deps:
    return Deps(libraries=[demo()])


def chunk_id(text: str) -> str:
    """The id of the passage that begins with these words."""
    return next(chunk.id for chunk in demo().chunks() if chunk.text.startswith(text))


def person(age: float | None = None, sex: str | None = None, **more: Any) -> PatientFacts:
    return PatientFacts.model_validate({"age_from": age, "age_to": age, "sex": sex, **more})


def scripted(**replies: Move | Reaction | dict[str, Any]) -> tuple[Deps, Script]:
    """Deps whose minds answer each step by its name; a step that is not named plans nothing and finds nothing wrong."""
    plain: dict[str, Any] = {
        "planner": {
            "subtasks": [
                {
                    "name": "answer",
                    "description": "d",
                    "retrieval_query": "pneumonia amoxicillin",
                    "priority": "high",
                    "kind": "management",
                }
            ]
        },
        "verifier": {"status": "OK", "issues": []},
    }
    marks = {
        "planner": "You plan how a clinical question",
        "summariser": "Shorten the evidence",
        "verifier": "You are a strict checker",
        "refine": "Correct the draft",
        "reasoning": "You draft an answer",
    }

    def react(told: str) -> Move:
        step = next(name for name, mark in marks.items() if mark in told)
        reply: Move | Reaction | dict[str, Any] = replies.get(step, plain.get(step, {"sentences": []}))
        if callable(reply):
            return reply(told)
        return json.dumps(reply) if isinstance(reply, dict) else reply

    script = Script(react)
    handle = script.handle(structure="prompted")
    return Deps(runner=Runner(models={"fast": handle, "reasoning": handle}), libraries=[demo()]), script


def note(text: str, folder: Path) -> PatientRecord:
    """What is read from a note of these words."""
    path = folder / "note.txt"
    path.write_text(text)
    record = read_patient(path).record
    assert record is not None
    return record
