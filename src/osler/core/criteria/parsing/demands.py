"""Demands among exclusions: "Patients must not be pregnant" excludes whoever is, and nobody else."""

from __future__ import annotations

import re

from osler.core.criteria.types import AnyOf, Expression, Not, Unparsed

_OBLIGED = re.compile(
    r"^\W*(?:\d{1,2}[.)]\s*)?(?P<whom>(?:(?:all|any|the)\s)?(?P<sort>(?:female|male|adult)\s)?(?:patients?|subjects?|participants?|individuals?|volunteers?|wom[ae]n|m[ae]n|females?|males?)\b"
    r"(?P<which>(?:(?!\b(?:who|that|which|whose|if|when|unless|must|should|shall)\b)[^.;:,]){0,60}?))\s(?:must|should|shall)\s"
    r"(?!(?:\w+\s)?(?:not\s)?be\s(?:\w+\s)?(?:excluded|ineligible|eligible|included|enrolled|considered|discontinued|withdrawn)|participate|preclude)",
    re.IGNORECASE,
)
"""Of whom something is asked, up to the verb; "patients who must take X" and "must be excluded" ask nothing."""


def is_demand(text: str) -> bool:
    """Whether a criterion says what patients must be or do."""
    return _OBLIGED.match(text) is not None


def is_complete(text: str, demand: Expression) -> bool:
    """Whether a demand's tree says of whom it is made; of whoever is not meant nothing may be said."""
    obliged = _OBLIGED.match(text)
    if obliged is None or isinstance(demand, Unparsed):
        return False
    everybody = (
        obliged["sort"] is None and not obliged["which"].strip() and obliged["whom"].split()[-1][:1].lower() in "psiv"
    )
    return everybody or isinstance(demand, Not) or (isinstance(demand, AnyOf) and demand.sense == "requirement")
