"""What is told of somebody else and asked of the patient in the same breath: "my brother's is 140/90, what is mine"."""

from __future__ import annotations

import re

from osler.consult.record.called import lay_names, measure_named, words
from osler.consult.record.reading.table import rules
from osler.consult.wording.typed import as_typed


def own_beside_another(text: str) -> tuple[str, str] | None:
    """What is asked of somebody else and, in the same breath, of the patient; None for any other message."""
    lower = as_typed(text).lower().replace("’", "'")
    for form in rules()["beside_another"]:
        match = re.fullmatch(form["says"], lower.strip())
        what = _WITHOUT_VALUE.sub("", match["what"]) if match is not None else ""
        measured = _measure_told(match["what"], what) if match is not None else ""
        if match is None or ("{measure}" in form["own"] and not measured):
            continue
        said = match.groupdict() | {"what": match["what"].strip(" ,"), "measure": measured}
        return match["other"], form["own"].format(**said)
    return None


_WITHOUT_VALUE = re.compile(r"\s*\b(?:is|was|were|are|of|at|has been)?\s*\d.*$")


def _measure_told(said: str, name: str) -> str:
    """The measure that somebody else's value is of: by its name, or by two numbers with a stroke between them."""
    if measure_named(name) is not None or words(name) in lay_names():
        return name
    return "blood pressure" if re.search(r"\b\d{2,3} ?(?:/|over) ?\d{2,3}\b", said) else ""
