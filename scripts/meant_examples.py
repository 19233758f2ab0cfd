"""The sentences that people might say to a chat about a record, with what each asks (`meant_examples.tsv`)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

EXAMPLES = Path(__file__).parent / "meant_examples.tsv"


class Example(NamedTuple):
    """A sentence, the voice that says it, and what it asks."""

    voice: str
    label: str
    said: str


def read_examples() -> list[Example]:
    """Every example."""
    lines = EXAMPLES.read_text(encoding="utf-8").splitlines()
    return [Example(*line.split("\t")) for line in lines if line and not line.startswith("#")]
