"""What a patient goes by whose source gives no id: the name of the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from osler.core.patient.problems import ReadResult

NOBODY = "patient"
"""The id of a record whose source gives none."""


def file_names(sources: Sequence[str]) -> dict[str, str]:
    """What patients without an id go by: the file's name, with its folders where two files have the same name.

    With its suffix and row, so that it is no word of a note, which the gate would take for an identifier.
    """
    known = Counter(Path(source).name for source in dict.fromkeys(sources))
    return {source: Path(source).name if known[Path(source).name] == 1 else source for source in sources}


def going_by(result: ReadResult, name: str) -> ReadResult:
    """The same patient, who goes by this name unless the source gives another."""
    if name and result.record.id == NOBODY:
        result.record.id = name
    return result
