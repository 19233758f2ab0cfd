"""The file of `--out`: one line for each input, and what makes a line the result of this work and no other."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from osler.errors import StorageError, UsageError
from osler.surfaces.cli.output import plain_json

if TYPE_CHECKING:
    from osler.config import Settings
    from osler.surfaces.cli.inputs import Input

WORK = "work"
"""The field of a line that says what the result is of."""
_IDENTITY = ("source", "patient_source", "question")
_INPUTS = ("files", "patient", "question", "hpo", "exclude", "onset", "age", "sex", "note")
"""Options that are the input itself: they are told by its content."""
_VIEWS = ("out", "fresh", "as_json", "html", "csv", "xlsx", "fhir", "details", "record", "as_csv", "as_fhir", "mind")
"""Options that say where a result goes and not what it is; minds are told as the settings have them."""


@dataclass(frozen=True)
class Job:
    """What a command does with every input: the same job on the same input gives the same line."""

    command: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """What was asked for beside the input, minds and settings among it: a file with others is another's."""
    data: str = ""
    """What tells this state of the vocabularies, the library or the index from another."""

    def of(self, one: Input[Any]) -> dict[str, Any]:
        """The mark of a line: the job, and what tells this state of its input from another."""
        return {"command": self.command, "options": dict(self.options), "data": self.data, "input": one.state()}


def job(settings: Settings | None = None, data: Callable[[], str] | None = None) -> Job:
    """The job of the command that is running; `data` tells what it looks things up in, beside the vocabularies."""
    from typer._click.globals import get_current_context

    from osler import __version__
    from osler.core.terminology import bundled_vocabularies

    here = get_current_context()
    words: list[str] = []
    place: Any = here
    while place.parent is not None:
        words.insert(0, place.info_name)
        place = place.parent
    asked = {name: value for name, value in here.params.items() if name not in (*_INPUTS, *_VIEWS) and value}
    told = json.loads(json.dumps({**asked, **(_chosen(settings) if settings else {})}, default=_plain))
    parts = [__version__, bundled_vocabularies().names.version, data() if data else ""]
    return Job(" ".join(words), told, digest(parts))


def _plain(value: object) -> Any:
    return str(value) if isinstance(value, Path) else plain_json(value)


def _chosen(settings: Settings) -> dict[str, Any]:
    """The settings that a result depends on: who is asked, and how the capabilities work."""
    from osler.config import cast_of, registered_sections

    minds = {role: item.mind.model for role, item in cast_of(settings.models, settings.privacy).items()}
    sections = {name: settings.of(kind).model_dump(mode="json") for name, kind in registered_sections().items()}
    return {"minds": minds, "settings": digest(sections)}


def digest(value: Any) -> str:
    """What tells a value from another, in few letters."""
    text = json.dumps(value, sort_keys=True, default=_plain)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Ledger:
    """The file of results: whole lines only, whatever happens to the process, and readable by its owner alone."""

    def __init__(self, path: Path, job: Job, known: set[str]) -> None:
        self._path = path
        self._job = job
        self._known = known

    @classmethod
    def opened(cls, path: Path, job: Job, inputs: Iterable[Input[Any]], *, fresh: bool) -> Ledger:
        """The file with what it holds of other inputs and of these as they are now.

        A line that was cut off or failed, and one whose input or data changed since, is dropped and done again; lines
        of another command, or of other options, are not touched: UsageError.
        """
        wanted = {_identity({"source": one.source, **dict(one.beside)}): job.of(one) for one in inputs}
        if path.exists() and not path.is_file():
            return cls(path, job, set())
        found = [] if fresh or not path.is_file() else _read(path)
        for _, line in found:
            _refuse_other(job, line, path)
        kept = {text: line for text, line in found if not line.get("error") and _stands(line, wanted)}
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            from osler.config import write_private

            write_private(beside, "".join(f"{text}\n" for text in kept))
            beside.replace(path)
        except OSError as error:
            raise StorageError(
                f"the file cannot be written: {error.strerror}", mend="choose another place for --out", path=path
            ) from None
        return cls(path, job, {_identity(line) for line in kept.values()})

    def has(self, one: Input[Any]) -> bool:
        """Whether the result of an input is there."""
        return _identity({"source": one.source, **dict(one.beside)}) in self._known

    def add(self, line: dict[str, Any], one: Input[Any]) -> None:
        """Append a result in one write, so that a process that is killed leaves no half of it."""
        marked = {**line, WORK: self._job.of(one)}
        data = (json.dumps(marked, default=plain_json, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND)
            try:
                before = os.fstat(descriptor).st_size
                if os.write(descriptor, data) != len(data):
                    os.truncate(descriptor, before)
                    raise OSError(28, "No space left on device")
            finally:
                os.close(descriptor)
        except OSError as error:
            raise StorageError(
                f"the file cannot be written: {error.strerror}",
                mend="free some space; the same command then goes on from here",
                path=self._path,
            ) from None


def _read(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """The whole lines of a file; UsageError where it holds something else than results."""
    texts = path.read_text(encoding="utf-8", errors="replace").split("\n")
    found = [(text, _line(text)) for text in texts if text.strip()]
    whole = [(text, line) for text, line in found if line is not None]
    if found and not whole:
        raise UsageError(
            "the file holds something else than results of Osler", mend="choose another file for --out", path=path
        )
    return whole


def _refuse_other(job: Job, line: Mapping[str, Any], path: Path) -> None:
    """UsageError where a line is of other work: to go on from there would mix the two."""
    work = line.get(WORK)
    mend = "choose another file for --out, or start this one over with --fresh"
    if not isinstance(work, dict):
        raise UsageError("the file does not say what its results are of", mend=mend, path=path)
    if work.get("command") != job.command:
        raise UsageError(f"the file holds results of 'osler {work.get('command')}'", mend=mend, path=path)
    then, now = work.get("options") or {}, job.options
    differing = sorted(name for name in {*then, *now} if then.get(name) != now.get(name))
    if differing:
        names = ", ".join(name.replace("_", "-") for name in differing)
        raise UsageError(f"the file holds results that were made with other {names}", mend=mend, path=path)


def _stands(line: Mapping[str, Any], wanted: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether a line is of an input that is not asked for now, or of one that is as it was."""
    now = wanted.get(_identity(line))
    return now is None or all(line[WORK].get(name) == now[name] for name in ("data", "input"))


def _identity(line: Mapping[str, Any]) -> str:
    return json.dumps([line.get(name) for name in _IDENTITY])


def _line(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) and "source" in found else None
