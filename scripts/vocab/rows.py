"""The row that every bundled vocabulary is made of, and how it is written: sorted, compressed, the same bytes every time."""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

COLUMNS = ("id", "name", "synonyms", "semantic_type", "xrefs", "kind")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Row:
    """One concept of one vocabulary."""

    id: str
    name: str
    semantic_type: str
    synonyms: tuple[str, ...] = ()
    xrefs: tuple[str, ...] = ()
    kind: str = field(default="")
    """What the source itself calls the concept's kind, such as a SNOMED CT semantic tag."""

    def cells(self) -> tuple[str, ...]:
        """The row as text, multi-valued cells separated by `|`."""
        name = plain(self.name)
        synonyms = sorted({plain(text) for text in self.synonyms} - {name, ""}, key=lambda text: (text.lower(), text))
        return (self.id, name, "|".join(synonyms), self.semantic_type, "|".join(sorted(set(self.xrefs))), self.kind)


def plain(text: str) -> str:
    """A name on one line, without the characters that separate cells."""
    return _SPACE.sub(" ", text.replace("|", "/")).strip()


def write(path: Path, rows: Iterable[Row], provenance: Mapping[str, str]) -> int:
    """Write rows sorted by id behind one provenance line and the column names."""
    return write_table(path, COLUMNS, (row.cells() for row in rows), provenance)


def write_table(
    path: Path, columns: tuple[str, ...], cells: Iterable[tuple[str, ...]], provenance: Mapping[str, str]
) -> int:
    """Write any table in the bundle's form and say how many rows it has."""
    body = sorted(set(cells))
    head = "# " + "; ".join(f"{key}: {value}" for key, value in provenance.items())
    text = "\n".join([head, "\t".join(columns), *("\t".join(line) for line in body)]) + "\n"
    path.write_bytes(lzma.compress(text.encode("utf-8"), preset=9 | lzma.PRESET_EXTREME))
    return len(body)
