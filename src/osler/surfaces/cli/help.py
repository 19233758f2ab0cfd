"""What stands under a command's help: examples, kept in one file so that a test can try them all."""

from __future__ import annotations

from functools import cache

from typer._click.core import Command
from typer.core import TyperGroup


def with_examples(command: Command, name: str) -> Command:
    """The command with its examples, and its sub-commands with theirs; a group shows the first of each."""
    subcommands = command.commands if isinstance(command, TyperGroup) else {}
    for word, one in subcommands.items():
        with_examples(one, f"{name} {word}")
    lines = examples().get(name) or [
        found[0] for word in subcommands if (found := examples().get(f"{name} {word}", []))
    ]
    if lines:
        # A bracket would be read as markup; one line of the epilog ends at a blank one.
        command.epilog = "\n\n".join(["Examples:", *(f"  {line}".replace("[", "\\[") for line in lines)])
    return command


@cache
def examples() -> dict[str, list[str]]:
    """Examples by command."""
    from osler.yaml_reader import packaged_yaml

    loaded: dict[str, list[str]] = packaged_yaml(__package__, "examples.yml")
    return loaded
