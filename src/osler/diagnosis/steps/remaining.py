"""What remains of a list of tests once those are left out that the notes have the results of."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.diagnosis.investigations import investigations

_LIST = re.compile(r"^(?P<head>[^:]+: )(?P<items>[^.;:]+)\.?$")
_JOINT = re.compile(r",\s*(?:and\s+)?|\s+and\s+")
_ECHO, _ECG = r"echo(?:cardio\w*)?\b", r"(?:ecg|ekg|electrocardio\w*)\b"
_FORMS = (
    ("echocardiogram", _ECHO),
    ("ecg", _ECG),
    ("ck", r"(?:ck|cpk|creatine kinase)\b"),
    ("mri", r"mri\b|magnetic resonance"),
    ("eeg", r"eeg\b|electroencephalo\w*"),
)
"""Tests with the forms of their names in letters."""


_MEASURED = re.compile(r"\b(?P<name>[A-Za-z][a-z]{5,})(?:\s(?:level|concentration|was|is|of|at)){0,2}\s?[:=<>]?\s?\d")
"""A word with a number behind it, as a letter gives a result."""


def is_done(test: str, told: str) -> bool:
    """Whether the notes report a study, so that it is not done again to look for one more thing."""
    pattern = investigations().report_of(test)
    return bool(pattern) and re.search(rf"(?<!\w)(?:{pattern})", told, re.IGNORECASE) is not None


def is_measured(label: str, told: str) -> bool:
    """Whether the notes give a number for what a laboratory finding is about: "gastrin 1,100" for "Hypergastrinemia"."""
    name = label.casefold()
    return any(word in name for word in _measured_in(told))


@lru_cache(maxsize=8)
def _measured_in(told: str) -> frozenset[str]:
    """The words with a number behind them, of notes that every open finding is held against."""
    return frozenset(found["name"].casefold() for found in _MEASURED.finditer(told))


def remaining(action: str, told: str) -> str:
    """An action that lists tests behind a colon without those of which the notes speak; they are named as known at its end."""
    listed = _LIST.match(action)
    if listed is None:
        return action
    items = [item for item in _JOINT.split(listed["items"]) if item.strip()]
    done = [item for item in items if _is_told(item, told)]
    left = [item for item in items if item not in done]
    if not done or not left:
        return action
    return f"{listed['head']}{', '.join(left)} (in the notes already: {', '.join(done)})."


def _is_told(item: str, told: str) -> bool:
    named = item.strip().lower()
    form = next((pattern for name, pattern in _FORMS if named == name), re.escape(named))
    return re.search(rf"(?<!\w){form}", told, re.IGNORECASE) is not None
