"""Services and places that are called by what they treat: "the stroke unit", "seizure clinic" tell of no finding."""

from __future__ import annotations

import re

_SERVICE = re.compile(
    r"[ \t-](?:(?:hyper-?acute|acute|in-?patients?|out-?patients?|rehab(?:ilitation)?|specialist|surgery|surgical|research|follow-?up|prevention|assessment|liaison|"
    r"support|care|community|outreach|rapid|access|response|genetics?|nurse|clinical|day|monitoring|telemetry|screening|management|treatment)[ \t]){0,2}"
    r"(?:units?|out-?patients|clinics?|wards?|services?|teams?|nurses?|centres?|centers?|departments?|dept|regist(?:er|ry)|(?:out-?patients?|annual|clinic|ward)\s(?:reviews?|rounds?|letters?)|society|association|foundation|charity|"
    r"specialists?|consultants?|surgeons?|physicians?|coordinators?|practitioners?|mdt|helpline|hotline|support group|network|institute|"
    r"(?:anomaly |screening )?scans?(?=\s(?:was |is |were )?(?:normal|nad|clear|unremarkable|reassuring|booked|planned|arranged|due|offered|declined|awaited|pending))|(?:awareness|education) (?:course|session|day|week|month)s?)\b(?!\s(?:of|per)\b)",
    re.IGNORECASE,
)
_TREATED_THERE = re.compile(r"dialys", re.IGNORECASE)
"""Who comes to such a unit is treated there by what it is called."""


_ATTENDED = re.compile(
    r"\b(?:attends|attending|under|known to|followed (?:up )?(?:in|by|at))\s(?:the\s)?$", re.IGNORECASE
)
"""Before the clinic of a lasting disease, which its patients call by its letters: "attends CF clinic"."""
_FURTHEST = 24


def names_a_service(text: str, start: int, end: int) -> bool:
    """Whether the words at a place are part of the name of a service, a ward or a profession."""
    if _SERVICE.match(text, end) is None or _TREATED_THERE.search(text, start, end):
        return False
    return not (text[start:end].isupper() and _ATTENDED.search(text, max(0, start - _FURTHEST), start))
