"""The patients of a screening: every patient of files and folders, in any format that is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from osler.core.patient import PatientSource, patients_in
from osler.core.patient.readers import SUFFIXES, tells_of_folder
from osler.core.terminology import Vocabularies
from osler.errors import DataError
from osler.trials.screening.types import UnreadPatient


def patients_of(
    paths: Sequence[Path],
    columns: Mapping[str, str] | None,
    vocabularies: Vocabularies,
    names: Mapping[str, str] | None = None,
) -> Iterator[PatientSource | UnreadPatient]:
    """Every patient of files (one, JSON lines, a table) and of the files in folders; what cannot be opened, as such.

    `names` has what a path goes by where that is not itself.
    """
    # To another process only the bundled ones go, by not being named.
    given = None if vocabularies.bundled else vocabularies
    for path in paths:
        for file, own in _files(path):
            name = (names or {}).get(own, own)
            try:
                yield from patients_in(file, name=name, columns=columns, vocabularies=given)
            except DataError as error:
                yield UnreadPatient.of(name, error)


def _files(path: Path) -> Iterator[tuple[Path, str]]:
    """The files, each with the name it goes by: what was given, and below it its place in the folder."""
    if not path.is_dir():
        yield path, str(path)
        return
    every = (file for file in sorted(path.rglob("*")) if file.is_file() and file.suffix.lower() in SUFFIXES)
    files = [file for file in every if not tells_of_folder(file)]
    if not files:
        raise DataError(
            f"{path} holds no patient files", mend=f"files of patients end in {', '.join(sorted(SUFFIXES))}"
        )
    yield from ((file, str(file)) for file in files)
