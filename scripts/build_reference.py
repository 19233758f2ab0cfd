"""Writes docs/reference.md from the code: exit codes, error codes, formats, environment variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import osler.casework
import osler.consult.factory
import osler.consult.graph_tools
import osler.consult.outside.web
import osler.core.agents.minds.failures  # noqa: F401 - these have settings and errors of their own
from osler.config import OTHER_VARIABLES, provenance
from osler.config.environment import PREFIX, SECRETS, variable_of
from osler.core.patient import Format
from osler.core.results import PROBLEM_CODES
from osler.errors import OslerError

TARGET = Path(__file__).resolve().parents[1] / "docs" / "reference.md"

STATUSES = {
    0: "done",
    1: "a fault of Osler's own; `--debug` shows the traceback",
    2: "the input, the options or the configuration cannot be used",
    3: "a service, a model or a store is unavailable",
    4: "the budget was spent before there was a usable result",
    130: "interrupted (Ctrl-C)",
}
FORMATS = {
    Format.FHIR: "FHIR R4 Bundle, resource, or NDJSON of one patient's resources; JSON lines of Bundles: a patient each",
    Format.PHENOPACKET: "GA4GH Phenopacket v2, JSON or protobuf",
    Format.INPUT: "PatientInput JSON; JSON lines and lists of it, with an `id`: a patient each; a field under the name "
    "of a column (`phenotypes`, `notes`) is read as what it means, and said",
    Format.NOTE: "plain text or Markdown in UTF-8, UTF-16 or Windows-1252; messages quoted below mail programs' lines "
    "are left out",
    Format.PDF: "PDF with text",
    Format.DOCX: "Word documents: body, tables, header and footer as far as they speak of the patient, footnotes, text boxes, tracked insertions; what is "
    "deleted, struck through or hidden, and comments, are left out",
    Format.RTF: "rich text: body, header, footer, footnotes; what is deleted, struck through or hidden, comments and "
    "text boxes are left out",
    Format.EMAIL: ".eml, or text under pasted headers: subject and own words, without the envelope; what it quotes or "
    "forwards is left out, unless the e-mail itself says nothing of a patient",
    Format.CSV: "one patient a row; columns are guessed and shown, `--columns note=Summary,id=MRN` says them; columns "
    "such as Medications are sections of the note",
    Format.XLSX: "the same as a spreadsheet: its first sheet that is not empty",
}
"""What is read of each; of whatever is left out, the problems say how much."""

INTRODUCTION = """# Reference

What scripts rely on. `scripts/build_reference.py` writes this page from the code.

## Results

Every command that reads patients or criteria prints with `--json` one document, `{"results": […]}`. Each result has its
`source` (the file; `file:7` for row or line 7 of a table or of JSON lines; `-` for standard input; `options` for a
patient who was typed in), the `patient` id, a `status`, its `problems` and the fields of the command; one that failed has
the status `failed` and an `error` with `code`, `message`, `mend` and `path`. Files of folders and globs that were not read
are listed beside the results, as `left_out`: other formats, and files about the folder itself (README, LICENSE).
A command that ends before its first input (a wrong option or configuration) prints `{"results": [], "error": {…}}`.

With `--out FILE` the same results are written as JSON lines as they come; the same command again goes on where it ended.
Each line has a `work`: the command, the options and minds it was made with, and digests of its input and of what it was
looked up in (vocabularies, the library, the index of trials). An input that failed or has changed since, and all of them where
the library or the index has changed, are done again in place of their old lines; a registry that is asked over the network
is not known to have changed. A file with results of another command, or of other options or minds, is refused and left as it
is. `--fresh` starts over. `osler schema list` names the JSON Schema of every input, every output and of the configuration.

Under an event loop the Python functions read their input in a thread: what is wrong with it is raised where the answer is
awaited or used. `osler.read` and `osler.read_all` read where they are called (`await asyncio.to_thread(osler.read, path)`).
"""


def page() -> str:
    """The whole page."""
    secret = {".".join(path) for path in SECRETS}
    settings = [name for name, _, _ in provenance(env={}) if name not in secret]
    others = [*OTHER_VARIABLES.items(), *((name, f"the secret setting `{'.'.join(p)}`") for p, name in SECRETS.items())]
    return "\n".join(
        [
            INTRODUCTION,
            "## Exit codes\n\nThe exit status of a command over several inputs is the highest of theirs.\n",
            *_table(("status", "meaning"), STATUSES.items()),
            "\n## Error codes\n",
            *_table(("code", "status", "meaning"), sorted(_errors())),
            "\n## Problems of a result\n\nA problem has a `code`: one of these, or that of the error which is its cause.\n",
            *_table(("code", "meaning"), ((f"`{code}`", meaning) for code, meaning in PROBLEM_CODES.items())),
            "\n## Formats of patients\n",
            *_table(("`--format`", "files"), ((f"`{name}`", FORMATS[name]) for name in Format)),
            "",
            "Whatever is left out is a problem of the result, `input.not_read`, with how much it was.",
            "\n## Environment variables\n",
            *_table(("variable", "meaning"), ((f"`{name}`", meaning) for name, meaning in others)),
            (
                f"\nEvery setting has a variable of its own: `{PREFIX}` and its name in capitals, with `__` for the dot. Lists and\n"
                "tables are written as JSON. `osler config show` prints each setting with its value and where it came from.\n"
            ),
            *_table(("variable", "setting"), ((f"`{variable_of(name)}`", f"`{name}`") for name in settings)),
            "",
        ]
    )


def _table(heading: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heading)} |"
    yield f"| {' | '.join('---' for _ in heading)} |"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def _errors(kind: type[OslerError] = OslerError) -> Iterator[tuple[str, int, str]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith("osler."):
            yield f"`{one.code}`", one.exit_code, (one.__doc__ or "").splitlines()[0]
            yield from _errors(one)
    if kind is OslerError:
        yield "`bug`", 1, "A fault in Osler, and nothing that the caller did."


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(page(), encoding="utf-8")
