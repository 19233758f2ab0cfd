"""Help that helps: -h, examples that are real, and what a mistyped word may have meant."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator

import pytest
from typer._click.core import Command as ClickCommand
from typer.core import TyperGroup

from osler.surfaces.cli.app import _load
from osler.surfaces.cli.commands import COMMANDS
from osler.surfaces.cli.help import examples
from tests.surfaces.conftest import Command


def commands() -> Iterator[tuple[str, ClickCommand]]:
    for entry in COMMANDS:
        yield from _leaves(entry.name, _load(entry))


def _leaves(name: str, command: ClickCommand) -> Iterator[tuple[str, ClickCommand]]:
    if isinstance(command, TyperGroup):
        for word, one in command.commands.items():
            yield from _leaves(f"{name} {word}", one)
    else:
        yield name, command


def test_every_command_has_examples_and_each_of_them_can_be_parsed() -> None:
    known = dict(commands())
    assert set(known) == set(examples())
    for name, lines in examples().items():
        assert known[name].epilog
        for line in lines:
            words = shlex.split(line.rpartition("|")[2].strip())
            assert words[: len(name.split()) + 1] == ["osler", *name.split()], line
            rest = words[len(name.split()) + 1 :]
            known[name].make_context(name, list(rest))


@pytest.mark.parametrize("words", [["-h"], ["diagnose", "-h"], ["patient", "-h"], ["patient", "show", "-h"]])
def test_h_is_help(osler: Command, words: list[str]) -> None:
    done = osler(*words)
    assert done.returncode == 0
    assert "Usage" in done.stdout
    assert len(words) == 1 or "Examples:" in done.stdout


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["diagonse"], "diagnose"),
        (["patient", "shw"], "show"),
        (["diagnose", "--hop", "HP:0001250"], "--hpo"),
        (["bench", "negatoin"], "negation"),
        (["bench", "negation", "--limt", "3"], "--limit"),
        (["schema", "patient-inptu"], "patient-input"),
    ],
)
def test_a_mistyped_word_is_answered_with_the_right_one(osler: Command, words: list[str], meant: str) -> None:
    done = osler(*words)
    assert done.returncode == 2
    told = " ".join(done.stderr.replace("│", " ").split())
    assert "id you mean" in told
    assert meant in told.partition("id you mean")[2]


def test_ids_are_whole_in_a_pipe(osler: Command) -> None:
    done = osler("vocab", "search", "seizure", "--max", "50")
    assert done.returncode == 0, done.stderr
    assert "…" not in done.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("diagnose --hppo HP:0001250 --json", "No such option: --hppo. Did you mean --help or --hpo?"),
        ("diagnos --json", "No such command 'diagnos'. Did you mean diagnose?"),
        ("runs list --limit 0 --json", "Invalid value for '--limit'"),
        ("runs show --json", "Missing argument"),
        ("--json", "No such option: --json"),
    ],
)
def test_what_is_wrong_with_a_line_that_asks_for_json_is_json(osler: Command, line: str, said: str) -> None:
    done = osler(*line.split())
    told = json.loads(done.stdout)
    assert (done.returncode, told["results"], told["error"]["code"]) == (2, [], "usage")
    assert told["error"]["message"].startswith(said)
