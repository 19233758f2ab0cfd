"""Whether cited sentences tell of as many as a criterion asks for, and whether their clock times lie within its hours."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria import Criterion, Finding, atoms
from osler.core.language import NUMBER_OF_WORD, time_expressions
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import NumberedSentence
from osler.trials.types import CriterionVerdict

_NUMBER = re.compile(rf"(?<![\w.,:/])(?:\d{{1,2}}|{'|'.join(NUMBER_OF_WORD)})(?![\w:/]|[.,]\d)")
_CLOCK = re.compile(r"(?<![\d:.])(?P<hour>[01]?\d|2[0-3])[:h](?P<minute>[0-5]\d)(?![\d:])")
_DAY = 24 * 60


def tells_of_fewer(verdict: CriterionVerdict, criterion: Criterion, cited: Sequence[NumberedSentence]) -> str:
    """Why sentences do not show several of something: they tell of it once, with no number and no word for more."""
    asked = pattern("several", "asked").search(criterion.text.casefold())
    if verdict is not CriterionVerdict.MET or asked is None or not cited:
        return ""
    number = asked["over"] or asked["least"]
    least = (NUMBER_OF_WORD.get(number) or int(number)) + (1 if asked["over"] else 0)
    told = dated = 0
    for sentence in cited:
        words = sentence.text.casefold()
        if pattern("several", "told").search(words):
            return ""
        times = time_expressions(sentence.text)
        for time in times:
            words = f"{words[: time.start]}{' ' * (time.end - time.start)}{words[time.end :]}"
        told = max([told, *(NUMBER_OF_WORD.get(one) or int(one) for one in _NUMBER.findall(words))])
        dated += sum(1 for time in times if time.date)
    if least < 2 or max(told, dated, len(cited)) >= least:
        return ""
    return f"the sentence tells of it once, and {least} are asked for"


def clock_against(verdict: CriterionVerdict, criterion: Criterion, cited: Sequence[NumberedSentence]) -> str:
    """Why the clock times of a sentence are against a verdict: what began at the first of them began in time, or too long ago."""
    hours = [
        window.length
        for atom in atoms(criterion.tree)
        if isinstance(atom, Finding)
        for window in atom.windows
        if window.kind in ("within", "lasting") and window.unit == "hours" and window.length
    ]
    if len(hours) != 1 or verdict not in (CriterionVerdict.MET, CriterionVerdict.NOT_MET):
        return ""
    for sentence in cited:
        clocks = [int(one["hour"]) * 60 + int(one["minute"]) for one in _CLOCK.finditer(sentence.text)]
        if len(clocks) < 2 or not pattern("several", "onset").search(sentence.text.casefold()):
            continue
        passed = (clocks[-1] - clocks[0]) % _DAY / 60
        if (passed <= hours[0]) != (verdict is CriterionVerdict.MET):
            return f"{passed:.1f} hours lie between the times of the sentence"
    return ""
