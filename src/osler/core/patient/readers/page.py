"""What of a page is no text of the note: page numbers, letterheads, and how it is said that words were left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from osler.core.patient.problems import Level, Problem
from osler.yaml_reader import packaged_yaml

_NUMBER = re.compile(r"\s*(?:page|seite|p\.)\s*\d{0,4}(?:\s*(?:of|von|/)\s*\d{0,4})?\s*", re.IGNORECASE)


def is_page_number(line: str) -> bool:
    """Whether a line says on which page it stands, and nothing else."""
    return _NUMBER.fullmatch(line) is not None


@cache
def _of_patient() -> re.Pattern[str]:
    words = packaged_yaml(__package__, "page.yml")["of_patient"]
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)


def margin_lines(lines: Iterable[str]) -> tuple[list[str], int]:
    """The lines of headers and footers that speak of the patient, each once, and how many words the others have."""
    each = dict.fromkeys(line.strip() for line in lines)
    printed = [line for line in each if line and not is_page_number(line) and not line.isdigit()]
    kept = [line for line in printed if _of_patient().search(line)]
    return kept, sum(len(line.split()) for line in printed if line not in kept)


def letterhead(words: int) -> list[Problem]:
    """That lines of headers and footers were not read, which name the clinic and not the patient."""
    if not words:
        return []
    return [
        Problem(
            code="input.not_read",
            level=Level.INFO,
            message=f"{words} {'word' if words == 1 else 'words'} of header and footer were not read",
            mend="put into the text what is said of the patient there",
        )
    ]


def left_out(words: Mapping[str, int], *, mend: str) -> Problem:
    """That words were left out, and how many by why; what they say is not repeated."""
    told = ", ".join(f"{count} {'word' if count == 1 else 'words'} {why}" for why, count in words.items() if count)
    return Problem(code="input.not_read", level=Level.WARNING, message=f"text was left out: {told}", mend=mend)
