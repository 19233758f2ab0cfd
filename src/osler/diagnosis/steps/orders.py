"""How a laboratory order is worded: by what is measured and in what, where the finding's name says so."""

from __future__ import annotations

import re

_RESULT = re.compile(
    r"^(?:(?P<antibody>.+ antibody)(?: positivity| positive)?|(?:(?:mildly|moderately|severely|markedly) )?"
    r"(?:abnormal|decreased|elevated|high|increased|low|reduced) "
    r"(?:(?:circulating|serum|plasma|blood|csf|cerebrospinal fluid|urinary|urine|fecal|tissue) )?"
    r"(?P<measured>.+?)(?: (?:concentration|level|levels|activity))?)$",
    re.IGNORECASE,
)
"""The name of a result, which begins with its direction: "Elevated circulating cholestanol concentration"."""
_PLACED = re.compile(r" (?:in|from|of) |\b(?:level|concentration|activity|tests?)\b", re.IGNORECASE)
"""Words of a name that says more than what is measured."""
_BY_PLACE = re.compile(r"^(?P<what>Measurement|Enzyme assay)(?P<where> in .+)?$")


def laboratory_order(test: str, label: str) -> str:
    """A test and the result that is looked for as one would order it: "Measurement of cholestanol in blood".

    What names no substance ("Hyperinsulinemia") is named as what is looked for.
    """
    order, result = _BY_PLACE.match(test), _RESULT.match(label)
    measured = result and (result["antibody"] or result["measured"])
    if order is None or not measured or _PLACED.search(measured):
        return f"{test} to look for {label}"
    return f"{order['what']} of {measured}{order['where'] or ''}"
