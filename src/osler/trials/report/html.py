"""The report of a match as a self-contained page: styles inside, no script, no outside request.

A click on an evidence number leads to the sentence in the note; the style of a link's target highlights it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from osler.core.language import sentences
from osler.trials.judging import is_reading
from osler.trials.types import MatchResult


class Piece(NamedTuple):
    """A stretch of a note: a numbered sentence, or what stands between two."""

    text: str
    number: int | None


def render_html(result: MatchResult) -> str:
    """The whole report."""
    return _template().render(result=result, notes=_notes(result))


def _notes(result: MatchResult) -> list[tuple[str, list[Piece]]]:
    """The notes in pieces; sentences have the numbers that the verdicts name."""
    notes, number = [], 0
    for source in result.sources:
        text, position, pieces = source.text or "", 0, []
        for sentence in sentences(text):
            if sentence.start > position:
                pieces.append(Piece(text[position : sentence.start], None))
            pieces.append(Piece(text[sentence.start : sentence.end], number))
            position, number = sentence.end, number + 1
        pieces.append(Piece(text[position:], None))
        notes.append((source.title or source.id, pieces))
    return notes


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("osler.trials", "report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.tests["reading"] = is_reading
    return environment.get_template("report.html.j2")
