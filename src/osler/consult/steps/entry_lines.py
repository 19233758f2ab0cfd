"""Entries that wait, as the user sees them: a line each, and what they lack."""

from __future__ import annotations

import re

from osler.consult.extraction import KINDS, Extraction, needs_day
from osler.consult.record.computing.rows import with_unit


def missing_parts(found: Extraction) -> list[str]:
    """What a reader of the record would ask for."""
    asked = [f"the unit of {entry.name} {entry.value:g}" for entry in found.measurements if not entry.unit]
    asked += [f"when {name} was measured" for name in dict.fromkeys(e.name for e in found.measurements if needs_day(e))]
    for medicine in found.medications:
        if medicine.status in {"started", "changed"}:
            lacking = [part for part, value in (("dose", medicine.dose), ("schedule", medicine.frequency)) if not value]
            asked += [f"the {' and the '.join(lacking)} of {medicine.name}"] if lacking else []
    asked += [
        f"the unit of {e.name} {e.dose}" for e in found.medications if e.dose and e.dose.replace(".", "").isdigit()
    ]
    asked += [f"what {entry.substance} does to you" for entry in found.allergies if not entry.reaction]
    asked += [f"when the {e.type} is" for e in found.encounters if e.status == "planned" and not e.date]
    asked += [f"when the {e.name} {'is' if e.status == 'planned' else 'was'}" for e in found.operations if not e.date]
    return asked


_NOT_SHOWN = frozenset({"quote", "written"})


_HOUR = re.compile(r"^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$")
"""A day with its hour, as a computer writes them."""


def summary_lines(found: Extraction) -> list[str]:
    """What was found, one line an entry."""
    lines = []
    for kind in KINDS:
        for entry in getattr(found, kind):
            values = {k: v for k, v in entry.model_dump().items() if v not in (None, "") and k not in _NOT_SHOWN}
            name = values.pop("name", None) or values.pop("type", "")
            name = f"allergy to {values.pop('substance')}" if "substance" in values else name
            number = f" {with_unit(values.pop('value'), values.pop('unit', ''))}" if "value" in values else ""
            undated = ["no day given"] if kind == "measurements" and needs_day(entry) else []
            rest = ", ".join([*(_HOUR.sub(r"\1 \2", str(v)) for v in values.values()), *undated])
            lines.append(f"{name}{number}" + (f" ({rest})" if rest else ""))
    return lines
