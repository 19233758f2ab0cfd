"""What a command is to work on: files, folders, globs, JSON lines, tables and standard input, as single inputs."""

from __future__ import annotations

import datetime as dt
import glob
import hashlib
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Generic, NamedTuple, NoReturn, TypeVar

import typer

from osler.errors import DataError, StorageError, UsageError, naming
from osler.surfaces.cli.output import err_console, one_line
from osler.surfaces.cli.standard_input import STDIN, keep_stdin, stdin

if TYPE_CHECKING:
    from osler.core.patient import PatientRecord, ReadResult
    from osler.core.patient.readers import People

T = TypeVar("T")

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
    digest: str | Callable[[], str] = ""
    """What tells this state of its content from another."""

    def state(self) -> str:
        """The digest, worked out where it has to be."""
        return self.digest if isinstance(self.digest, str) else self.digest()


class Inputs(list[Input[T]]):
    """What a command is to work on, in order, and the files of folders that are no part of it."""

    def __init__(self, given: Iterable[Input[T]] = (), left_out: Iterable[str] = ()) -> None:
        super().__init__(given)
        self.left_out = list(left_out)


class Files(NamedTuple):
    """The files that words name, and those of their folders that were left out."""

    names: list[str]
    left_out: list[str]


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
) -> Inputs[ReadResult]:
    """Every patient of the files that are named; a file that cannot be opened is one bad input.

    A patient whose source gives no id goes by the name of its file, unless not `named`.
    """
    from osler.core.patient import patients_in
    from osler.core.patient.readers import SUFFIXES, People, file_names, parse_columns

    chosen = parse_columns(columns)
    files = expand(words, SUFFIXES, but=but)
    found: list[Input[ReadResult]] = []
    for name in files.names:
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
        found += [Input(source.name, source.read, patient=source.patient, digest=source.digest) for source in sources]
    called = {**file_names([one.source for one in found]), STDIN: ""}
    people = People()
    told = [one._replace(called=called[one.source]) for one in found]
    return Inputs((one._replace(read=_known_as(one, people, named=named)) for one in told), files.left_out)


def _known_as(one: Input[ReadResult], people: People, *, named: bool) -> Callable[[], ReadResult]:
    """Reads a patient, who goes by the file's name where the source gives no id, and says who else has that id."""
    from osler.core.patient.readers import going_by

    def read() -> ReadResult:
        result = people.met(one.read(), one.source)
        return going_by(result, one.called) if named and one.called else result

    return read


def about_patients(
    question: str, words: Sequence[str] | None, *, columns: str | None = None, but: Path | None = None
) -> Inputs[ReadResult | None]:
    """A question about every patient that is named, or about nobody."""
    beside = (("question", question),)
    if not words:
        return Inputs([Input("question", lambda: None, beside)])
    people = patients(words, columns=columns, but=but)
    about: Inputs[ReadResult | None] = Inputs(left_out=people.left_out)
    for one in people:
        about.append(Input(one.source, one.read, beside, one.patient, digest=one.digest))
    return about


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
    if not home.has(word):
        return None
    return Input(word, lambda: ReadResult(home.get(word), []), digest=lambda: _digest_of(home.get(word)))


def _digest_of(record: PatientRecord) -> str:
    return hashlib.sha256(record.model_dump_json().encode("utf-8", "surrogatepass")).hexdigest()


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
    with tempfile.TemporaryDirectory(prefix="osler-stdin-") as folder:
        path = Path(folder) / "stdin"
        keep_stdin(path)
        yield path.rename(path.with_name(f"stdin{_suffix(path)}"))


def _suffix(path: Path) -> str:
    """How the name of a file with this content ends, for readers that go by it."""
    with path.open("rb") as file:
        start = file.read(1024)
        file.seek(max(0, path.stat().st_size - 65536))
        end = file.read()
    head = start.lstrip(b"\xef\xbb\xbf \r\n\t")
    if start.startswith(b"PK\x03\x04"):
        return ".xlsx" if b"xl/" in end else ".zip"
    if head.startswith(b"%PDF-"):
        return ".pdf"
    if head.startswith(b"format-version:"):
        return ".obo"
    if head[:1] in (b"{", b"["):
        return ".ndjson" if head[:1] == b"{" and _holds_several(path) else ".json"
    return ""


def _holds_several(path: Path) -> bool:
    """Whether JSON stands in it more than once; of what is too large to be read at once, the first line tells."""
    from osler.core.files import MAX_INPUT_BYTES
    from osler.core.patient.readers import json_documents

    with path.open("rb") as file:
        if path.stat().st_size <= MAX_INPUT_BYTES:
            return len(json_documents(file.read())) > 1
        return len(json_documents(file.readline(MAX_INPUT_BYTES))) == 1


def texts(words: Sequence[str], *, but: Path | None = None) -> Inputs[bytes]:
    """Every text of the files that are named: a whole file, or one object of JSON lines."""
    files = expand(words, _TEXTS, but=but)
    found: Inputs[bytes] = Inputs(left_out=files.left_out)
    for name in files.names:
        try:
            found += _texts_in(name, stdin() if name == STDIN else _load(Path(name)))
        except DataError as error:
            found.append(Input(name, _raising(error)))
    return found


def _load(path: Path) -> bytes:
    from osler.core.files import bytes_of

    try:
        return bytes_of(path)
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}", mend="give a file, or - for stdin") from None


def _texts_in(name: str, data: bytes) -> list[Input[bytes]]:
    from osler.core.patient.readers import json_documents

    documents = json_documents(data)
    if len(documents) < 2:
        # A file is read again when its turn comes: a folder of them need not fit into memory. A pipe is read once.
        state = hashlib.sha256(data).hexdigest()
        once = name == STDIN or Path(name).is_fifo()
        return [Input(name, (lambda: data) if once else lambda: _load(Path(name)), digest=state)]
    return [Input(f"{name}:{number}", _text_of(document), digest=_state_of(document)) for number, document in documents]


def _state_of(document: object) -> str:
    import json

    return hashlib.sha256(json.dumps(document, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()


def _text_of(document: object) -> Callable[[], bytes]:
    import json

    def read() -> bytes:
        if not isinstance(document, dict):
            raise DataError("the line is not one JSON object", mend="export it again; one document a line")
        text = next((document[name] for name in _TEXT_FIELDS if isinstance(document.get(name), str)), None)
        return (text if text is not None else json.dumps(document)).encode()

    return read


def expand(words: Sequence[str], suffixes: Collection[str] | None, *, but: Path | None = None) -> Files:
    """The files that words name: themselves, what a folder holds, what a glob matches; each once, in order.

    Without `suffixes` a folder stays one, for a command that reads folders itself.
    """
    found: dict[str, None] = {}
    left: list[str] = []
    for word in words:
        path = Path(word)
        if word == STDIN:
            found[word] = None
        elif path.is_dir() and suffixes is not None:
            inside = _in_folder(path, suffixes, but)
            found |= dict.fromkeys(inside.names)
            left += inside.left_out
        elif any(mark in word for mark in "*?[") and not path.exists():
            matched = sorted(name for name in glob.glob(word, recursive=True) if Path(name).is_file())  # noqa: PTH207 - a pattern may be absolute
            inside = _sorted_out([Path(name) for name in matched], None, but)
            if not inside.names:
                raise UsageError(f"no file matches {word!r}", mend="check the pattern")
            found |= dict.fromkeys(inside.names)
            left += inside.left_out
        else:
            found[word] = None
    _tell_left(left)
    return Files(list(found), left)


def _in_folder(folder: Path, suffixes: Collection[str], but: Path | None) -> Files:
    every = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    found = _sorted_out(every, suffixes, but)
    if not found.names:
        _tell_left(found.left_out)
        raise UsageError(
            f"the folder {folder} holds no file that is read", mend=f"files end in {', '.join(sorted(suffixes))}"
        )
    return found


def _sorted_out(every: Sequence[Path], suffixes: Collection[str] | None, but: Path | None) -> Files:
    """Which of the files that nobody named by name are read, and which are not."""
    from osler.core.patient.readers import tells_of_folder

    files = [path for path in every if not _same(path, but)]
    taken = [
        path for path in files if (suffixes is None or path.suffix.lower() in suffixes) and not tells_of_folder(path)
    ]
    kept = set(taken)
    return Files([str(path) for path in taken], [str(path) for path in files if path not in kept])


def _tell_left(left: Sequence[str]) -> None:
    if not left:
        return
    names = ", ".join(one_line(Path(name).name) for name in left[:_SHOWN])
    more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
    err_console().print(f"left out {names}{more}", markup=False, soft_wrap=True)


def _same(path: Path, other: Path | None) -> bool:
    return other is not None and path.resolve() == other.resolve()


def _raising(error: DataError) -> Callable[[], NoReturn]:
    def read() -> NoReturn:
        raise error

    return read
