"""The table of commands: what each is called, where it lives, and its line in `osler --help`.

A command's module is imported only when it is used, so that `osler --version` stays quick.
Each module exposes `app`, a `typer.Typer` with one command or several sub-commands.
"""

from __future__ import annotations

from typing import NamedTuple


class CommandEntry(NamedTuple):
    """One row of the table."""

    name: str
    module: str
    panel: str
    help: str


CAPABILITIES = "Clinical agents"
BUILDING_BLOCKS = "Patients and words"
OPERATION = "Runs and set-up"

COMMANDS: tuple[CommandEntry, ...] = (
    CommandEntry("diagnose", "osler.surfaces.cli.diagnose", CAPABILITIES, "Rank rare diseases and the next best step."),
    CommandEntry("demo", "osler.surfaces.cli.demo", CAPABILITIES, "Run a synthetic patient from note to next step."),
    CommandEntry("ground", "osler.surfaces.cli.ground", CAPABILITIES, "Code the entities of criteria and notes."),
    CommandEntry(
        "match", "osler.surfaces.cli.match", CAPABILITIES, "Find trials for a patient, each criterion judged."
    ),
    CommandEntry("screen", "osler.surfaces.cli.screen", CAPABILITIES, "Screen many patients for one trial."),
    CommandEntry("trials", "osler.surfaces.cli.trials", CAPABILITIES, "Import, search, show, sync and serve trials."),
    CommandEntry("ask", "osler.surfaces.cli.ask", CAPABILITIES, "Ask guidelines; every sentence cites its passage."),
    CommandEntry("review", "osler.surfaces.cli.review", CAPABILITIES, "Decide what grounding left to an expert."),
    CommandEntry("chat", "osler.surfaces.cli.chat", CAPABILITIES, "Talk about a patient; answers cite the record."),
    CommandEntry("record", "osler.surfaces.cli.record", CAPABILITIES, "Ask a patient's record one question."),
    CommandEntry("patient", "osler.surfaces.cli.patient", BUILDING_BLOCKS, "Show, check and convert a patient."),
    CommandEntry(
        "criteria", "osler.surfaces.cli.criteria", BUILDING_BLOCKS, "Read eligibility criteria and check a patient."
    ),
    CommandEntry(
        "vocab", "osler.surfaces.cli.vocab", BUILDING_BLOCKS, "List, search, build, import and fetch vocabularies."
    ),
    CommandEntry(
        "guidelines", "osler.surfaces.cli.guidelines", BUILDING_BLOCKS, "Add, list, search and remove guidelines."
    ),
    CommandEntry("mcp", "osler.surfaces.cli.mcp", BUILDING_BLOCKS, "Serve the vocabularies to MCP clients."),
    CommandEntry("runs", "osler.surfaces.cli.runs", OPERATION, "List, show, export, compare, replay and prune runs."),
    CommandEntry("privacy", "osler.surfaces.cli.privacy", OPERATION, "See what is replaced before a text leaves."),
    CommandEntry("config", "osler.surfaces.cli.config", OPERATION, "Show the settings and where each came from."),
    CommandEntry("doctor", "osler.surfaces.cli.doctor", OPERATION, "Check models, vocabularies, stores and services."),
    CommandEntry("schema", "osler.surfaces.cli.schema", OPERATION, "Print the JSON Schema of inputs and outputs."),
    CommandEntry("bench", "osler.surfaces.cli.bench", OPERATION, "Measure accuracy on a data set."),
)
