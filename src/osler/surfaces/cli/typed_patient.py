"""A patient who is typed in as options: what is wrong there is a usage error, in a file it is a problem."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from osler.errors import UsageError
from osler.surfaces.cli.output import naming

if TYPE_CHECKING:
    from osler.core.patient import ReadResult

_OPTIONS = {"age": "--age", "sex": "--sex", "hpo_terms": "--hpo, --exclude or --onset"}
"""By the field of the form that a problem names, the options that fill it."""


@dataclass(frozen=True)
class Typed:
    """The options that describe a patient, as they were typed."""

    hpo: str | None = None
    exclude: str | None = None
    onset: list[str] = field(default_factory=list)
    age: str | None = None
    sex: str | None = None
    note: Path | None = None

    def __bool__(self) -> bool:
        return bool(self.onset) or any(
            value is not None for value in (self.hpo, self.exclude, self.age, self.sex, self.note)
        )


def read_files(files: list[Path], typed: Typed) -> list[ReadResult]:
    """The patients of the files, or the one whom the options describe."""
    if typed and files:
        raise UsageError(
            "a patient file and options that describe a patient were both given",
            mend="put everything into the file, or leave the file out",
        )
    return [_read(path) for path in files] if files else [_typed_patient(typed)]


def _read(path: Path) -> ReadResult:
    from osler.core.patient import read_patient

    with naming(path):
        return read_patient(path)


def words(text: str | None) -> list[str]:
    """The words of an option that takes several, separated by commas."""
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def _typed_patient(typed: Typed) -> ReadResult:
    from osler.core.patient import Level, read_patient

    form = {"free_text": _note(typed.note), "hpo_terms": _findings(typed), "age": typed.age, "sex": typed.sex}
    patient = read_patient(json.dumps({key: value for key, value in form.items() if value not in (None, [])}), "input")
    for problem in patient.problems:
        option = _OPTIONS.get((problem.path or "").partition("[")[0])
        if option and problem.level is Level.ERROR:
            raise UsageError(f"{option}: {problem.message}", mend=problem.mend)
    return patient


def _findings(typed: Typed) -> list[dict[str, Any]]:
    onsets = dict(_onset(text) for text in typed.onset)
    observed = list(dict.fromkeys([*words(typed.hpo), *onsets]))
    findings: list[dict[str, Any]] = [{"term": term, "onset": onsets.get(term)} for term in observed]
    return findings + [{"term": term, "excluded": True} for term in words(typed.exclude)]


def _onset(text: str) -> tuple[str, str]:
    term, sign, age = (part.strip() for part in text.partition("="))
    if not (term and sign and age):
        raise UsageError("--onset needs a finding and an age", mend="write --onset HP:0001250=3y")
    return term, age


def _note(path: Path | None) -> str | None:
    if path is None:
        return None
    if str(path) == "-":
        return sys.stdin.read()
    from osler.core.patient import read_patient

    with naming(path):
        documents = read_patient(path, "pdf" if path.suffix.lower() == ".pdf" else "note").record.documents
    return "\n\n".join(document.text for document in documents)
