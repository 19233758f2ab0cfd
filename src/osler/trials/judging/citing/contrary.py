"""Cited sentences that say nothing of the patient, or a number that breaks the limit a criterion has in its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from osler.core.criteria import Criterion, MeasuredValue, Not, atoms
from osler.core.language import Experiencer, assert_mention
from osler.trials.judging.citing.cited import mentioned_in
from osler.trials.judging.citing.unit_scales import unit_scale
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.words import content_words
from osler.trials.types import CriterionVerdict

_WORD = re.compile(r"[^\W\d_]{4,}")
_AMOUNT = re.compile(r"(?<![\w.])(?P<number>\d+(?:\.\d+)?)[\s-]*(?P<unit>[^\W\d_]+)")


def of_somebody_else(criterion: Criterion, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """Why sentences that tell only of a relative support no verdict; empty where the criterion asks for relatives."""
    if not cited or pattern("cited_relatives", "asked").search(criterion.text.casefold()):
        return ""
    if all(_of_a_relative(sentence, view) for sentence in cited):
        return "the sentence speaks of somebody else"
    return ""


def _of_a_relative(sentence: NumberedSentence, view: PatientView) -> bool:
    """Whether all that a sentence names is a relative's; where it names nothing, whether all its words are."""
    named = [mention.assertion.experiencer for mention in mentioned_in([sentence], view)]
    words = [
        assert_mention(sentence.text, word.start(), word.end()).experiencer
        for word in _WORD.finditer(sentence.text)
        if content_words(word[0]) and not pattern("cited_relatives", "kin").fullmatch(word[0].casefold())
    ]
    told = named or words
    return bool(told) and all(one is not Experiencer.PATIENT for one in told)


def breaks_limit(verdict: CriterionVerdict, criterion: Criterion, cited: Sequence[NumberedSentence]) -> str:
    """Why the numbers of sentences are against a verdict: each that is in the unit of the criterion's limit breaks it, or none does."""
    within = within_limit(criterion, cited)
    if within is None or verdict not in (CriterionVerdict.MET, CriterionVerdict.NOT_MET):
        return ""
    if verdict is CriterionVerdict.MET and not within:
        return "the number of the sentence is not within what the criterion asks for"
    parts = [*atoms(criterion.tree)]
    windows = getattr(parts[0], "windows", ()) if len(parts) == 1 else ()
    alone = len(parts) == 1 and all(window.unit in ("hours", "minutes") for window in windows)
    if verdict is CriterionVerdict.NOT_MET and within and alone:
        return "the number of the sentence is within what the criterion asks for"
    return ""


def within_limit(criterion: Criterion, cited: Sequence[NumberedSentence]) -> bool | None:
    """Whether the numbers of sentences are within the one limit that a criterion has in its own words; None where that is not told.

    Measured values are compared by what is known of them, days and longer by their dates.
    """
    tree = criterion.tree
    if isinstance(tree, Not) or any(isinstance(atom, MeasuredValue) for atom in atoms(tree)):
        return None
    limits = [*_limits(criterion.text.casefold())]
    if len(limits) != 1:
        return None
    ((least, limit, kind),) = limits
    told = [number for sentence in cited for number, unit in _amounts(sentence.text.casefold()) if unit == kind]
    held = {number >= limit if least else number <= limit for number in told}
    return held.pop() if len(held) == 1 else None


def _limits(text: str) -> Iterator[tuple[bool, float, str]]:
    """Each limit of a text: whether it is the least, its number, and the kind of unit."""
    for side in ("least", "most"):
        for place in pattern("own_limits", side).finditer(text):
            found = _AMOUNT.match(text, place.end())
            if found and not pattern("own_limits", "dated").match(found["unit"]):
                yield (side == "least", *_in_unit(found))


def _amounts(text: str) -> Iterator[tuple[float, str]]:
    for found in _AMOUNT.finditer(text):
        yield _in_unit(found)


def _in_unit(found: re.Match[str]) -> tuple[float, str]:
    """A number in the smallest unit of its kind, and that kind; a word that is no unit is counted itself."""
    scale = unit_scale(found["unit"])
    if scale is not None:
        return float(found["number"]) * scale.factor, scale.kind
    return float(found["number"]), found["unit"].removesuffix("s")
