"""What a command is to work on: files, folders, globs, JSON lines, tables and standard input, as single inputs."""

from __future__ import annotations

import datetime as dt
import glob
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Generic, NamedTuple, NoReturn, TypeVar

import typer

from osler.errors import DataError, StorageError, UsageError, naming
from osler.surfaces.cli.output import err_console, one_line

if TYPE_CHECKING:
    from osler.core.patient import ReadResult

T = TypeVar("T")

STDIN = "-"
NOBODY = "patient"
"""The id of a record whose source gives none."""
_TEXTS = frozenset({".txt", ".text", ".md", ".markdown", ".json", ".ndjson", ".jsonl", ".pdf", ".docx", ".rtf", ".eml"})
_TEXT_FIELDS = ("text", "free_text", "note")
_SHOWN = 5

Patients = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Patients: FHIR, Phenopacket, PatientInput JSON, note, PDF, Word, RTF, e-mail, a table with one patient a "
        "row, or JSON lines; several files, folders and globs; - for standard input.",
    ),
]
Columns = Annotated[
    str | None,
    typer.Option(
        "--columns", help="Which column of a table is which, as note=Summary,age=Age; guessed and shown when left out."
    ),
]

AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        help="The day of judgement, YYYY-MM-DD; if left out a note's own day, and of kept records (FHIR, tables) today.",
    ),
]


class Input(NamedTuple, Generic[T]):
    """One thing to work on: the name it is reported by, and how to read it."""

    source: str
    read: Callable[[], T]
    beside: tuple[tuple[str, str], ...] = ()
    """What else the result is of, by name: with the source, what makes it the same work in a later call."""
    patient: str | None = None
    """Who it is about, where that is known before it is read."""
    called: str = ""
    """What a patient whose source gives no id goes by."""


def a_day(written: str | None) -> dt.date | None:
    """A day as `--as-of` takes it."""
    if written is None:
        return None
    try:
        return dt.date.fromisoformat(written)
    except ValueError:
        raise UsageError(f"{written!r} is no day", mend="write --as-of YYYY-MM-DD") from None


def patients(
    words: Sequence[str],
    *,
    format: str | None = None,  # noqa: A002
    columns: str | None = None,
    but: Path | None = None,
    named: bool = True,
) -> list[Input[ReadResult]]:
    """Every patient of the files that are named; a file that cannot be opened is one bad input.

    A patient whose source gives no id goes by the name of its file, unless not `named`.
    """
    from osler.core.patient import patients_in
    from osler.core.patient.readers import SUFFIXES, file_names, parse_columns

    chosen = parse_columns(columns)
    found: list[Input[ReadResult]] = []
    for name in expand(words, SUFFIXES, but=but):
        if (kept := _kept(name)) is not None:
            found.append(kept)
            continue
        try:
            sources = patients_in(
                stdin() if name == STDIN else Path(name), name=name, format=format, columns=chosen or None
            )
        except DataError as error:
            found.append(Input(name, _raising(error)))
            continue
        if sources and sources[0].remark:
            err_console().print(f"{one_line(name)}: {sources[0].remark}", markup=False, soft_wrap=True)
        found += [Input(source.name, source.read, patient=source.patient) for source in sources]
    called = {**file_names([one.source for one in found]), STDIN: ""}
    told = [one._replace(called=called[one.source]) for one in found]
    return [one._replace(read=_going_by(one)) if named and one.called else one for one in told]


def _going_by(one: Input[ReadResult]) -> Callable[[], ReadResult]:
    from osler.core.patient.readers import going_by

    return lambda: going_by(one.read(), one.called)


def about_patients(
    question: str, words: Sequence[str] | None, *, columns: str | None = None, but: Path | None = None
) -> list[Input[ReadResult | None]]:
    """A question about every patient that is named, or about nobody."""
    beside = (("question", question),)
    if not words:
        return [Input("question", lambda: None, beside)]
    return [Input(one.source, one.read, beside, one.patient) for one in patients(words, columns=columns, but=but)]


def _kept(word: str) -> Input[ReadResult] | None:
    """The patient that is kept on this machine under an id, where no file has that name."""
    if word == STDIN or Path(word).exists():
        return None
    from osler.casework import patient_home
    from osler.core.patient import ReadResult

    try:
        home = patient_home()
    except StorageError:
        return None
    return Input(word, lambda: ReadResult(home.get(word), [])) if home.has(word) else None


def one_patient(word: str) -> ReadResult:
    """The patient of a command that takes one: a file, standard input, or the id of a kept patient."""
    from osler.core.patient import read_patient

    with naming(word):
        if (kept := _kept(word)) is not None:
            return kept.read()
        return read_patient(stdin() if word == STDIN else Path(word))


@contextmanager
def a_file(word: str | Path) -> Iterator[Path]:
    """The file that a word names; standard input is a private file for as long as it is read."""
    if str(word) != STDIN:
        yield Path(word)
        return
    data = stdin()
    with tempfile.TemporaryDirectory(prefix="osler-stdin-") as folder:
        path = Path(folder) / f"stdin{_suffix(data)}"
        path.write_bytes(data)
        yield path


def _suffix(data: bytes) -> str:
    """How the name of a file with this content ends, for readers that go by it."""
    from osler.core.patient.readers import json_documents

    head = data[:1024].lstrip(b"\xef\xbb\xbf \r\n\t")
    if data.startswith(b"PK\x03\x04"):
        return ".xlsx" if b"xl/" in data[-65536:] else ".zip"
    if head.startswith(b"%PDF-"):
        return ".pdf"
    if head.startswith(b"format-version:"):
        return ".obo"
    if head[:1] in (b"{", b"["):
        return ".ndjson" if head[:1] == b"{" and len(json_documents(data)) > 1 else ".json"
    return ""


def texts(words: Sequence[str], *, but: Path | None = None) -> list[Input[bytes]]:
    """Every text of the files that are named: a whole file, or one object of JSON lines."""
    found: list[Input[bytes]] = []
    for name in expand(words, _TEXTS, but=but):
        try:
            found += _texts_in(name, stdin() if name == STDIN else _load(Path(name)))
        except DataError as error:
            found.append(Input(name, _raising(error)))
    return found


def _load(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}", mend="give a file, or - for stdin") from None


def _texts_in(name: str, data: bytes) -> list[Input[bytes]]:
    from osler.core.patient.readers import json_documents

    documents = json_documents(data)
    if len(documents) < 2:
        # A file is read again when its turn comes: a folder of them need not fit into memory.
        return [Input(name, (lambda: data) if name == STDIN else lambda: _load(Path(name)))]
    return [Input(f"{name}:{number}", _text_of(document)) for number, document in documents]


def _text_of(document: object) -> Callable[[], bytes]:
    import json

    def read() -> bytes:
        if not isinstance(document, dict):
            raise DataError("the line is not one JSON object", mend="export it again; one document a line")
        text = next((document[name] for name in _TEXT_FIELDS if isinstance(document.get(name), str)), None)
        return (text if text is not None else json.dumps(document)).encode()

    return read


def expand(words: Sequence[str], suffixes: Collection[str] | None, *, but: Path | None = None) -> list[str]:
    """The files that words name: themselves, what a folder holds, what a glob matches; each once, in order.

    Without `suffixes` a folder stays one, for a command that reads folders itself.
    """
    found: dict[str, None] = {}
    for word in words:
        path = Path(word)
        if word == STDIN:
            found[word] = None
        elif path.is_dir() and suffixes is not None:
            found |= dict.fromkeys(_in_folder(path, suffixes, but))
        elif any(mark in word for mark in "*?[") and not path.exists():
            matched = sorted(name for name in glob.glob(word, recursive=True) if Path(name).is_file())  # noqa: PTH207 - a pattern may be absolute
            if not matched:
                raise UsageError(f"no file matches {word!r}", mend="check the pattern")
            found |= dict.fromkeys(name for name in matched if not _same(Path(name), but))
        else:
            found[word] = None
    return list(found)


def _in_folder(folder: Path, suffixes: Collection[str], but: Path | None) -> list[str]:
    every = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    every = [path for path in every if not _same(path, but)]
    taken = [str(path) for path in every if path.suffix.lower() in suffixes]
    left = [one_line(path.name) for path in every if path.suffix.lower() not in suffixes]
    if left:
        more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        err_console().print(f"{folder}: left out {', '.join(left[:_SHOWN])}{more}", markup=False, soft_wrap=True)
    if not taken:
        raise UsageError(
            f"the folder {folder} holds no file that is read", mend=f"files end in {', '.join(sorted(suffixes))}"
        )
    return taken


def _same(path: Path, other: Path | None) -> bool:
    return other is not None and path.resolve() == other.resolve()


class _Stdin:
    """Standard input can be read once; whoever asks again is told so."""

    used: object = None


def stdin() -> bytes:
    """All of standard input; UsageError where two options both ask for it."""
    if _Stdin.used is sys.stdin:
        raise UsageError("standard input was asked for twice", mend="give '-' once, and a file for the other")
    _Stdin.used = sys.stdin
    return sys.stdin.buffer.read()


def _raising(error: DataError) -> Callable[[], NoReturn]:
    def read() -> NoReturn:
        raise error

    return read
