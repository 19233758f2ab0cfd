"""Values that a function test brings about: the peak of an exercise, the nadir of a provocation; nobody is ill by them."""

from __future__ import annotations

import re

_TEST = re.compile(
    r"\b(?:(?:(?:cardio-?pulmonary |ischa?emic |forearm |supervised |maximal |prolonged )*"
    r"(?:exercise|stress|tolerance|provocation|challenge|fasting|fast|forearm|treadmill|bicycle|bike|ergometr\w+|deprivation|suppression|stimulation|"
    r"loading|load|step|walk(?:ing)?|shuttle|hypoxia|hypoxic|altitude|tilt)[ -](?:table )?(?:test|study|challenge|ECG|echo\w*)s?)|CPET|CPEX|OGTT|GTT|synacthen|ergometry)\b",
    re.IGNORECASE,
)
"""The name of a test that drives a value out of its range."""
_EXTREME = re.compile(
    r"\b(?:peak\w*|maxim\w*|nadir|lowest|highest|(?:fell|rose|dropped|went\s(?:up|down)|climbed)\b|at (?:the )?(?:peak|end|top|exhaustion)|"
    r"at (?:\d+|one|two|three|four|five|ten|twenty|thirty) ?(?:min\w*|hours?|h)\b|at \d+ ?(?:W|watts?|METs?|mph|km/h)\b)",
    re.IGNORECASE,
)
"""Words by which a value is one of the course of a test, in another sentence than its name."""
_NOW = re.compile(
    r"\b(?:now|currently|still|since then|afterwards|tonight|ongoing|collapsed|unwell|unresponsive|confused|drowsy)\b",
    re.IGNORECASE,
)
"""Words by which it has not passed with the test."""


_TODAY = re.compile(r"\b(?:today|this (?:morning|afternoon|evening))\b", re.IGNORECASE)


def is_of_a_test(text: str, sentence: tuple[int, int], value: tuple[int, int]) -> bool:
    """Whether a value was reached in a test that its sentence, or one before it, names, and the sentence tells no harm of it."""
    start, end = sentence
    if _NOW.search(text, start, end) or (_TODAY.search(text, start, end) and not _EXTREME.search(text, start, end)):
        return False
    if _TEST.search(text, start, value[0]):
        return True
    return _EXTREME.search(text, start, end) is not None and _TEST.search(text, 0, start) is not None
