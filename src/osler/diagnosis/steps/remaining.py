"""What remains of a list of tests once those are left out that the notes have the results of."""

from __future__ import annotations

import re

_LIST = re.compile(r"^(?P<head>[^:]+: )(?P<items>[^.;:]+)\.?$")
_JOINT = re.compile(r",\s*(?:and\s+)?|\s+and\s+")
_FORMS = (
    ("echocardiogram", r"echo(?:cardio\w*)?\b"),
    ("ecg", r"(?:ecg|ekg|electrocardio\w*)\b"),
    ("ck", r"(?:ck|cpk|creatine kinase)\b"),
    ("mri", r"mri\b|magnetic resonance"),
    ("eeg", r"eeg\b|electroencephalo\w*"),
)
"""Tests with the forms of their names in letters."""


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
