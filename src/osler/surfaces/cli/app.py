"""The root of the command line: lazy commands, one way to fail, exit codes that mean something."""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer._click.core import Command, Context
from typer._click.exceptions import ClickException, NoSuchOption, UsageError
from typer.core import TyperGroup

from osler import __version__
from osler.errors import ConfigError, OslerError, closest
from osler.errors import UsageError as WrongUsage
from osler.surfaces.cli import plain_letters
from osler.surfaces.cli.commands import BUILDING_BLOCKS, COMMANDS, OPERATION, CommandEntry
from osler.surfaces.cli.help import with_examples

EPILOG = "Decision support for professionals; not medical advice and not a medical device."


def _with_a_question(error: NoSuchOption) -> str:
    """The message of an unknown option, as one that helps."""
    close = " or ".join(sorted(error.possibilities or ()))
    return f"{error.message}. Did you mean {close}?" if close else error.message


NoSuchOption.format_message = _with_a_question  # type: ignore[method-assign, assignment]


@contextmanager
def _told_as_json() -> Iterator[None]:
    """Whoever asked for JSON gets what is wrong with the line as JSON too; Click would print it as text and end."""
    try:
        yield
    except ClickException as error:
        if not _wants_json():
            raise
        context = error.ctx if isinstance(error, UsageError) else None
        mend = f"see '{context.command_path} --help'" if context else ""
        raise WrongUsage(" ".join(error.format_message().split()), mend=mend) from None


class _LazyGroup(TyperGroup):
    """Lists commands from the table and imports a command's module when it is called."""

    def make_context(self, *args: Any, **kwargs: Any) -> Context:
        with _told_as_json():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Context) -> Any:
        with _told_as_json():
            return super().invoke(ctx)

    def list_commands(self, ctx: Context) -> list[str]:
        return [entry.name for entry in COMMANDS]

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except UsageError as error:
            # Typer compares with the commands that are loaded; here none is.
            if args and (close := closest(args[0], self.list_commands(ctx))):
                error.message = f"No such command {args[0]!r}. Did you mean {close}?"
            raise

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        entry = next((entry for entry in COMMANDS if entry.name == cmd_name), None)
        if entry is None:
            return None
        return _placeholder(entry) if _only_listing() else _load(entry)


def _only_listing() -> bool:
    """True for `osler`, `osler --help` and `osler --version`: no command is about to run."""
    return not any(not word.startswith("-") for word in sys.argv[1:])


def _placeholder(entry: CommandEntry) -> Command:
    shell = typer.Typer(add_completion=False)

    @shell.command(entry.name, help=entry.help, rich_help_panel=entry.panel)
    def _unused() -> None: ...

    return typer.main.get_command(shell)


def _load(entry: CommandEntry) -> Command:
    fault = _quiet_logs()
    if fault and entry.panel == BUILDING_BLOCKS and not {"-h", "--help"} & set(sys.argv):
        # They need no setting, so nobody else would say that what the caller set is not what holds.
        raise fault
    if entry.panel != OPERATION:
        _announce_builds()
    shell: typer.Typer = importlib.import_module(entry.module).app
    # Completion is the root's business; without this every command would offer to install it.
    shell._add_completion = False
    command = typer.main.get_command(shell)
    command.name = entry.name
    return with_examples(command, entry.name)


def _announce_builds() -> None:
    """Say why the first use takes half a minute, in a log as on a terminal."""
    from osler.core.terminology import build_listeners

    build_listeners.append(lambda name: print(f"first use: compiling {name} ...", file=sys.stderr))


def _quiet_logs() -> ConfigError | None:
    """Logs go to stderr without patient text; what is wrong with the configuration, which most commands report themselves."""
    from osler.config import load_settings
    from osler.core.privacy import configure_logging

    try:
        settings = load_settings()
    except ConfigError as error:
        configure_logging()
        return error
    configure_logging(settings.log_level, log_patient_text=settings.privacy.log_patient_text)
    return None


app = typer.Typer(
    cls=_LazyGroup,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Clinical agents whose every statement carries evidence that was checked.",
)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"osler {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show a traceback when something fails.")] = False,
) -> None:
    """Options that hold for every command."""


def main() -> None:
    """Run the command line; every deliberate error becomes a message, a code and an exit status."""
    from osler.surfaces.cli.output import Debugging

    # Vocabularies go with the process: looked through for garbage once more, they would hold up its end by half a second.
    atexit.register(gc.freeze)
    debug = Debugging.on = _take_debug(sys.argv)
    _hold_closed_streams()
    _survive_any_terminal()
    try:
        _carry_out()
    except OslerError as error:
        if debug:
            traceback.print_exc()
        _report(error.as_dict(), as_json=_wants_json())
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output went away (`osler … | head`); that is its right.
        _abandon_output()
        sys.exit(0)
    except Exception as error:  # noqa: BLE001 - the last resort: whatever it is, it is told with a code
        if debug:
            traceback.print_exc()
        from osler.surfaces.cli.output import as_bug, storage_fault

        fault = storage_fault(error)
        if isinstance(error, OSError):
            _abandon_output()
        _report(fault.as_dict() if fault else as_bug(error), as_json=_wants_json())
        sys.exit(fault.exit_code if fault else 1)


def _take_debug(argv: list[str]) -> bool:
    """Whether `--debug` stands anywhere on the line; it is taken off it, since only the root command knows it."""
    end = argv.index("--") if "--" in argv else len(argv)
    places = [place for place in range(1, end) if argv[place] == "--debug"]
    for place in reversed(places):
        del argv[place]
    return bool(places)


def _carry_out() -> None:
    """The command, with its output really out: what is left in a buffer fails later, where nobody can say why."""
    stdout = sys.stdout
    try:
        app()
    except SystemExit:
        if sys.stdout is not stdout:
            # Click met a closed pipe, put a stream without complaints in its place, and calls it a failure.
            sys.stdout = stdout
            raise BrokenPipeError from None
        stdout.flush()
        raise


def _abandon_output() -> None:
    """Let what is still in stdout's buffer go nowhere, so that the interpreter does not complain at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


_PIPE_WIDTH = 160
"""How wide help and usage errors are where there is no terminal to fit them to."""


def _hold_closed_streams() -> None:
    """Put something in the place of standard streams that are closed: a file opened later would take it, and be written over.

    What is read only fails when it is written to: a command that prints nothing needs no output.
    """
    for number, mode in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def _survive_any_terminal() -> None:
    """Characters that a terminal or a pipe cannot take are written in its own letters; they never end a command."""
    if not sys.stdout.isatty():
        # Typer reads it when it first prints help.
        os.environ.setdefault("TERMINAL_WIDTH", str(_PIPE_WIDTH))
    letters = plain_letters.register()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=letters)


def _wants_json() -> bool:
    return "--json" in sys.argv


def _report(error: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        import json

        # A script that reads the results finds none, whatever the command would have printed, and why.
        print(json.dumps({"results": [], "error": error}), file=sys.stdout)
    from osler.surfaces.cli.output import report

    report(error)
