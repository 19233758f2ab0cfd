"""The report of a match as a self-contained page: styles inside, no script, no outside request.

A click on an evidence number leads to the sentence in the note; the style of a link's target highlights it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from osler.core.language import sentences
from osler.trials.judging import is_reading
from osler.trials.types import CriterionResult, CriterionVerdict, MatchResult, TrialResult

_MARKS = {"MET": "✓", "NOT_MET": "✗", "UNKNOWN": "?", "NOT_APPLICABLE": "–"}
_OF_TRIAL = {"ELIGIBLE": "good", "UNCERTAIN": "open", "EXCLUDED": "bad", "NOT_RELEVANT": "none"}
_WAYS_BACK = 6
"""So many of the criteria that cite a sentence are linked from it."""


class Piece(NamedTuple):
    """A stretch of a note: a numbered sentence, or what stands between two."""

    text: str
    number: int | None


def render_html(result: MatchResult) -> str:
    """The whole report."""
    return _template().render(
        result=result, notes=_notes(result), cited=_cited(result), marks=_MARKS, of_trial=_OF_TRIAL
    )


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


def _cited(result: MatchResult) -> dict[int, list[tuple[str, str]]]:
    """The criteria that cite each sentence: where they stand in the page, and their words."""
    cited: dict[int, list[tuple[str, str]]] = {}
    for trial in result.trials:
        for item in trial.criteria:
            for number in dict.fromkeys(item.evidence_sentences):
                cited.setdefault(number, []).append((_anchor(trial, item), f"{trial.nct_id}: {item.criterion_text}"))
    return {number: ways[:_WAYS_BACK] for number, ways in cited.items()}


def _anchor(trial: TrialResult, item: CriterionResult) -> str:
    return f"{trial.nct_id}-{trial.criteria.index(item) + 1}"


def _tone(item: CriterionResult) -> str:
    """Which way a verdict speaks: an exclusion that is not met is good."""
    if item.verdict is CriterionVerdict.UNKNOWN:
        return "open"
    if item.verdict is CriterionVerdict.NOT_APPLICABLE:
        return "none"
    return "good" if (item.verdict is CriterionVerdict.MET) == (item.criterion_type == "inclusion") else "bad"


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("osler.trials", "report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.tests["reading"] = is_reading
    environment.globals |= {"tone": _tone, "anchor": _anchor}
    return environment.get_template("report.html.j2")
