"""What of a page is no text of the note: page numbers, and how it is said that words were left out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from osler.core.patient.problems import Level, Problem

_NUMBER = re.compile(r"\s*(?:page|seite|p\.)\s*\d{0,4}(?:\s*(?:of|von|/)\s*\d{0,4})?\s*", re.IGNORECASE)


def is_page_number(line: str) -> bool:
    """Whether a line says on which page it stands, and nothing else."""
    return _NUMBER.fullmatch(line) is not None


def left_out(words: Mapping[str, int], *, mend: str) -> Problem:
    """That words were left out, and how many by why; what they say is not repeated."""
    told = ", ".join(f"{count} {'word' if count == 1 else 'words'} {why}" for why, count in words.items() if count)
    return Problem(code="input.not_read", level=Level.WARNING, message=f"text was left out: {told}", mend=mend)
