"""Who reports an illness of a patient: a letter, a scan or a doctor, and no leaflet."""

from __future__ import annotations

import re

_REPORTED = re.compile(
    r"\b(?:letters?|reports?|summary|(?:discharge|hospital|clinic) (?:papers?|notes?|letter|summary)|results?|bloods?|scans?|x-?rays?|mri|ct|biops(?:y|ies)|doctors?|gp|consultant|specialist|surgeon|nurse|hospital|clinic|\w+ologist|dr\.? [\w'-]+)"
    r"(?: (?:from|of|at|by|about|in) [\w' ]{2,30}?)?(?: (?:now|also|here|just|clearly))* (?:says?|said|states?|stated|reads?)\b(?=(?: [\w-]+){0,3} $)"
)
"""Who reports of a patient: what a letter of the hospital says is had, and what a leaflet says is not."""


def without_reporter(before: str) -> str:
    """What stands before an illness, without who reports that the patient has it."""
    return _REPORTED.sub(" ", before)
