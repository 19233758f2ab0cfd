"""The gold line of a note as facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from osler.evals.facts.types import Fact


def gold_facts(facts: dict[str, Any]) -> list[Fact]:
    """Every fact of a gold line, the optional ones included."""
    return list(_facts(facts))


def _facts(facts: dict[str, Any]) -> Iterator[Fact]:
    for name, value in facts.get("person", {}).items():
        yield Fact("person", (name,), value=value)
    if facts.get("note_date"):
        yield Fact("note_date", ("note date",), value=facts["note_date"])
    for item in facts.get("conditions", ()):
        yield Fact("conditions", _names(item["name"]), _names(item["is"]), optional=_optional(item))
    for item in facts.get("medications", ()):
        sig = {key: item[key] for key in ("dose", "route", "frequency", "as_needed") if key in item}
        yield Fact("medications", _names(item["name"]), _names(item["is"]), optional=_optional(item), sig=sig)
    for item in facts.get("allergies", ()):
        name = "no known allergies" if item.get("none") else item["substance"]
        yield Fact("allergies", _names(name), optional=_optional(item))
    for item in facts.get("measurements", ()):
        sig = {"date": item["date"]} if "date" in item else {}
        yield Fact(
            "measurements",
            _names(item["name"]),
            value=item["value"],
            high=item.get("high"),
            optional=_optional(item),
            sig=sig,
        )
    for item in facts.get("procedures", ()):
        sig = {"date": item["date"]} if "date" in item else {}
        yield Fact("procedures", _names(item["name"]), _names(item["is"]), optional=_optional(item), sig=sig)
    for item in facts.get("family_history", ()):
        states = (item.get("is", "present"),)
        yield Fact("family_history", _names(item["name"]), states, value=item.get("relation"), optional=_optional(item))
    yield from _cancer(facts.get("cancer") or {})
    for denial in facts.get("denials", ()):
        yield Fact("denials", (denial,))


def _cancer(cancer: dict[str, Any]) -> Iterator[Fact]:
    for key in ("histology", "stage", "stage_system", "tnm", "grade"):
        if cancer.get(key):
            yield Fact("cancer", (key,), value=str(cancer[key]))
    for marker in cancer.get("biomarkers", ()):
        yield from _marker(marker)
    for line in cancer.get("lines", ()):
        yield from _line(line)
    for site in cancer.get("metastases", ()):
        yield Fact("cancer", ("metastasis",), value=site)
    for course in cancer.get("radiotherapy", ()):
        yield Fact("cancer", ("radiotherapy",), value=course.get("dose") or course.get("site") or "given")
    for name in cancer.get("surgery", ()):
        yield Fact("cancer", ("surgery",), value=name)
    if status := cancer.get("performance_status"):
        yield Fact("cancer", (f"performance status {status['scale']}",), value=status["value"])


def _marker(marker: dict[str, Any]) -> Iterator[Fact]:
    stated = [marker[key] for key in ("result", "value") if marker.get(key) is not None]
    for place, value in enumerate(stated):
        optional = place > 0 or _optional(marker)
        yield Fact("cancer", ("biomarker " + marker["name"],), value=value, optional=optional)
    if marker.get("variant"):
        yield Fact("cancer", ("variant of " + marker["name"],), value=marker["variant"])


def _line(line: dict[str, Any]) -> Iterator[Fact]:
    place = f"line {line.get('line') or ''}".strip()
    for drug in line["drugs"]:
        yield Fact("cancer", (f"{place} drug",), value=drug)
    for key in ("response", "stopped"):
        if line.get(key):
            yield Fact("cancer", (f"{place} {key}",), value=line[key])


def _names(written: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in written.split("|"))


def _optional(item: dict[str, Any]) -> bool:
    return bool(item.get("optional"))
