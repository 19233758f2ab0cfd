"""Scores and classes of ordinal scales: "NYHA class II-IV", "an EDSS change of at least 1 point"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues, scales
from osler.core.criteria.lexing.tokens import Token
from osler.core.criteria.parsing.rows import AtomSource, Parts, merged
from osler.core.criteria.parsing.words import name_of, strip_frames
from osler.core.criteria.tree import all_of
from osler.core.criteria.types import Expression, Finding, MeasuredValue, ValueTest, Window

Named = Callable[[Sequence[Token], Parts, AtomSource], list[Expression]]

OF_SCALES = frozenset(
    {
        "performance",
        "status",
        "score",
        "functional",
        "class",
        "scale",
        "classification",
        "system",
        "grade",
        "physical",
        "physical-health",
        "total",
        "rating",
        "symptom",
        "symptoms",
        "exam",
        "examination",
        "test",
        "questionnaire",
        "sum",
        "instrument",
        "tool",
    }
)
_WHEN_SCORED = frozenset({"baseline", "screening", "current"})
_CLASSED = (["heart", "function"], ["cardiac", "function"], ["capacity"], ["function"], ["symptomatology"])
"""What a class or a score is of by its own rules, and so no condition beside it."""
_CHANGES = frozenset({"change", "increase", "decrease", "worsening", "improvement", "reduction", "deterioration"})


def scale_atom(parts: Parts, words: Sequence[Token], source: AtomSource, named: Named) -> Expression:
    """The class or score that a row asks for, with what else it names."""
    assert parts.scale is not None  # noqa: S101 - the caller has looked
    scale_id, token = parts.scale
    span = source.span(token.start, token.end)
    test = merged(parts.tests)
    if test is None:
        return Finding(name=span.quote, windows=tuple(parts.windows), span=span)
    scale_id, test = _fitting(scale_id, test), _in_points(test)
    if (change := next((word.text for word in words if word.text in _CHANGES), None)) is not None:
        # "An EDSS change of at least 1 point" is no score of 1.
        name = f"{scales()[scale_id].title} {change}"
        return MeasuredValue(name=name, test=test, windows=tuple(parts.windows), span=span)
    measure = MeasuredValue(
        name=scales()[scale_id].title, scale=scale_id, test=test, windows=tuple(parts.windows), span=span
    )
    rest = [word for word in words if word.text not in OF_SCALES and not _edition().fullmatch(word.text)]
    if any(word.text.startswith("/") for word in rest):
        # "Karnofsky/Lansky score": the other name of a scale, and what its own name begins with.
        place = next(n for n, word in enumerate(rest) if word.text.startswith("/"))
        rest = [word for word in rest[:place] if word.text not in _WHEN_SCORED]
    rest = [] if [word.text for word in rest] in _CLASSED else rest
    if (event := _event_of(rest, source)) is not None:
        return measure.model_copy(update={"windows": (*measure.windows, event)})
    others = named(rest, parts._replace(tests=[], durations=[], windows=[]), source) if strip_frames(rest) else []
    return all_of([measure, *others])


def _event_of(words: Sequence[Token], source: AtomSource) -> Window | None:
    """ "mRS before the encephalitis > 3": the event that a score was taken before or after."""
    if len(words) < 2 or words[0].text not in ("before", "after"):
        return None
    span = source.span(words[0].start, words[-1].end)
    anchor = name_of(strip_frames(words[1:]), source).lower()
    return Window(kind="ever", anchor=anchor, after=words[0].text == "after", span=span)


def _in_points(test: ValueTest) -> ValueTest:
    """ "80 % on the Karnofsky scale": the points of a scale, whatever they are called."""
    bounds = tuple(one.model_copy(update={"unit": ""}) if one.unit in ("%", "points") else one for one in test.bounds)
    return test.model_copy(update={"bounds": bounds})


@cache
def _edition() -> re.Pattern[str]:
    return re.compile("|".join(cues().editions))


def _fitting(scale_id: str, test: ValueTest) -> str:
    """The scale that a value can be one of: no ECOG status is 70."""
    scale = scales()[scale_id]
    values = [*test.values, *(bound.value for bound in test.bounds)]
    return scale.beyond if scale.beyond and values and min(values) > scale.range[1] else scale_id
