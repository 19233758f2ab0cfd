"""How commands speak: results to stdout, everything else to stderr, progress only to a terminal."""

from __future__ import annotations

import errno
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from osler.config import OFFLINE
from osler.errors import StorageError

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    from osler.core.results import Envelope, Problem

T = TypeVar("T")

_PIPE_WIDTH = 1000
_FULL = ("File too large", "No space left", "Disk quota")
_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)


_COMMANDS = {code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}


def visible(text: str) -> str:
    """A text that a terminal shows and never obeys: a file or its name may hold what clears a screen or recolours it."""
    return text.translate(_COMMANDS)


class Debugging:
    """Whether `--debug` stands on the line: then an error of one input ends the command, with its traceback."""

    on = False


def emit_json(value: Any, *, lines: bool = False) -> None:
    """Print one JSON document, and nothing else, to stdout; with `lines`, on one line."""
    whole = "utf" in (sys.stdout.encoding or "utf").lower()
    print(json.dumps(value, default=plain_json, ensure_ascii=not whole, indent=None if lines else 2))


def console() -> Console:
    """Where results for people go."""
    # A pipe has no width: whoever reads it wants whole ids and whole lines.
    return _console(soft_wrap=False, width=None if sys.stdout.isatty() else _PIPE_WIDTH)


def err_console() -> Console:
    """Where progress and remarks go."""
    return _console(stderr=True, width=None if sys.stderr.isatty() else _PIPE_WIDTH)


def _console(**settings: Any) -> Console:
    from rich.console import Console

    class Plain(Console):
        """A console that leaves a reader who went away to the one place that deals with it, and obeys no file."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for one in super().render(renderable, options):
                yield one if one.control else one._replace(text=visible(one.text))

    # A name such as openai-chat:m: holds what Rich would turn into a picture.
    return Plain(highlight=False, emoji=False, **settings)


@contextmanager
def waiting(label: str) -> Iterator[None]:
    """Show that work goes on whose length is not known; silent when stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    with err_console().status(f"{label} ..."):
        yield


def progress(items: Iterable[T], label: str, total: int | None = None) -> Iterator[T]:
    """Iterate with a bar on stderr; silent when stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.progress import track

    yield from track(items, description=label, total=total, console=err_console(), transient=True)


def one_line(name: str) -> str:
    """A file's name as it is shown: what would break the line or steer the terminal, as an escape."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in name)


def report(error: Mapping[str, Any]) -> None:
    """Say on stderr what is wrong, where, and how to mend it."""
    path = error.get("path", "")
    where = f"{path}: " if path and path not in error["message"] else ""
    told = f"{where}{error['message']}".replace(path, one_line(path)) if path else error["message"]
    print(visible(f"error[{error['code']}]: {told}"), file=sys.stderr)
    if error["mend"]:
        print(visible(f"  mend: {error['mend']}"), file=sys.stderr)


def storage_fault(error: Exception) -> StorageError | None:
    """The fault of a disk or a database behind an error that nobody caught on the way; None where it is another."""
    from osler.core.database import fault_of

    if isinstance(error, OSError) and error.errno == errno.EBADF and error.filename is None and _output_is_stuck():
        return StorageError(
            "standard output is closed", mend="send it to a file or a pipe, or use --out", path="standard output"
        )
    if isinstance(error, OSError) and error.errno not in _DISK:
        return StorageError(
            f"the operating system refused: {error.strerror or type(error).__name__}",
            mend="check that the file or folder exists, can be written and has space",
            path=str(error.filename or ""),
        )
    database = type(error).__module__.partition(".")[0] in ("sqlite3", "psycopg")
    # The text index is written by a library whose errors have no class of their own.
    full = isinstance(error, ValueError) and any(words in str(error) for words in _FULL)
    if full:
        error = OSError(errno.ENOSPC, "")
    if not (database or full or isinstance(error, OSError)):
        return None
    fault = fault_of(error)
    if isinstance(error, OSError) and error.filename is None and _output_is_stuck():
        mend = "write it to a place with space: redirect it elsewhere, or use --out"
        return StorageError(fault.what, mend=mend, path="standard output")
    return StorageError(fault.what, mend=fault.mend, path=str(getattr(error, "filename", None) or ""))


def _output_is_stuck() -> bool:
    """Whether it is this command's own output that cannot be written: not one more letter of it can."""
    try:
        # Without a buffer nothing is left of what failed; only the next letter tells.
        sys.stdout.write("\n")
        sys.stdout.flush()
    except OSError:
        return True
    return False


def as_bug(error: Exception) -> dict[str, str]:
    """What is said of an error that nobody foresaw; its message may hold patient text, so only its kind is shown."""
    return {
        "code": "bug",
        "message": f"unexpected {type(error).__name__}; this is a fault in Osler",
        "mend": "run again with --debug and report the traceback, without patient data",
    }


_NO_FILE_NAME = re.compile(r"[^\w.-]+")
_LONGEST_NAME = 60


def own_file(path: Path, run_id: str | None, *, several: bool, called: str | None = None) -> Path:
    """Where the file of one result goes: what was asked for, with patient and run in its name where there are several."""
    if not several:
        return path
    named = _NO_FILE_NAME.sub("_", called or "")[:_LONGEST_NAME].strip("._")
    return path.with_name("-".join(filter(None, (path.stem, named, run_id))) + path.suffix)


def minds_in_words(output: Envelope) -> str:
    """Which mind really made each part, where a model was to make any; offline alone, there is nothing to tell.

    Nor is there where no mind was asked for anything, as when a red flag ends the analysis.
    """
    if not output.minds or (
        all(mind == OFFLINE for mind in output.minds.values())
        and all(played.startswith(OFFLINE) for played in output.roles.values())
    ):
        return ""
    parts: dict[str, list[str]] = {}
    for part, mind in output.minds.items():
        parts.setdefault(mind, []).append(part.replace("_", " "))
    return "made by " + "; ".join(f"{mind}: {', '.join(made)}" for mind, made in parts.items())


def show_first(output: Envelope, out: Console) -> list[Problem]:
    """The first line of every result where a model never answered, with the cause; the problems that are left to tell.

    What is said of one item after another is said once, with how many it is said of.
    """
    from osler.core.agents import UNANSWERED

    for problem in output.problems:
        if problem.path == UNANSWERED:
            mend = f" ({problem.mend})" if problem.mend else ""
            out.print(f"{problem.message}{mend}", style="bold yellow", markup=False, soft_wrap=True)
    told: dict[str, list[Problem]] = {}
    for problem in output.problems:
        if problem.path != UNANSWERED:
            told.setdefault(problem.message, []).append(problem)
    return [_once(same) for same in told.values()]


def _once(same: list[Problem]) -> Problem:
    first = same[0]
    if len(same) == 1:
        return first
    return first.model_copy(update={"message": f"{first.message} ({len(same)} times)", "path": ""})


def show_run(output: Envelope, out: Console) -> None:
    """The last lines of every result: who made which part, and the run it is kept under or why it is not kept."""
    if told := minds_in_words(output):
        out.print(f"\n{told}", style="dim", markup=False, soft_wrap=True)
    if output.stored:
        out.print(f"\nrun {output.run_id}", style="dim")
    elif output.not_stored:
        out.print(f"\nthis run is not recorded: {output.not_stored}", style="yellow", markup=False)


def plain_json(value: Any) -> Any:
    """What JSON has no form for, as values that it has."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, set | frozenset | tuple):
        return list(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")
