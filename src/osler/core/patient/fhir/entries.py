"""The resources of a bundle or of lines, each checked on its own so that a bad one does not lose the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from osler.core.patient.fhir.elements import Json
from osler.core.patient.fhir.shape import shaped
from osler.core.patient.problems import Level, Problem

_FIELD = re.compile(r"\w{1,64}", re.ASCII)
_PLACE = re.compile(r"[\w.\[\]]{1,128}(?: \(is no \w{1,20}\))?", re.ASCII)


class BundleEntry(NamedTuple):
    """A resource, where it stands and the address by which others refer to it."""

    path: str
    url: str | None
    resource: Json


def entries_of(document: Any) -> tuple[list[BundleEntry], list[Problem]]:
    """The resources of a Bundle, of a list of resources (NDJSON lines), or the one resource itself."""
    if isinstance(document, list):
        found = [_shaped(f"line {number}", None, one) for number, one in enumerate(document, start=1)]
    elif document.get("resourceType") == "Bundle":
        rows = document.get("entry") or []
        rows = rows if isinstance(rows, list) else [rows]
        found = [_of_row(f"Bundle.entry[{index}]", row) for index, row in enumerate(rows)]
    else:
        found = [_shaped(document["resourceType"], None, document)]
    entries = [item for item in found if isinstance(item, BundleEntry)]
    return entries, [item for item in found if isinstance(item, Problem)]


def _of_row(path: str, row: Any) -> BundleEntry | Problem:
    if not isinstance(row, dict):
        return _malformed(path)
    url = row.get("fullUrl")
    return _shaped(f"{path}.resource", url if isinstance(url, str) else None, row.get("resource"))


def _shaped(path: str, url: str | None, resource: Any) -> BundleEntry | Problem:
    if not isinstance(resource, dict) or not isinstance(resource.get("resourceType"), str):
        return _malformed(path)
    return BundleEntry(path, url, resource)


def _malformed(path: str) -> Problem:
    return Problem(
        code="input.unusable",
        level=Level.ERROR,
        message="not a FHIR resource: an object with a resourceType is needed",
        mend="remove the entry or export the bundle again; the other entries were read",
        path=path,
    )


def sound(entries: Iterable[BundleEntry], wanted: set[str]) -> tuple[list[BundleEntry], list[Problem]]:
    """The entries of the wanted types in their usual shape, with a problem for what had to be left out of them."""
    kept: list[BundleEntry] = []
    problems: list[Problem] = []
    other: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    for entry in entries:
        kind = entry.resource["resourceType"]
        if kind not in wanted:
            other[kind if _FIELD.fullmatch(kind) else "(no type name)"] += 1
            continue
        try:
            resource, left_out = shaped(entry.resource)
        except RecursionError:
            problems.append(invalid(entry.path, kind, "nested too deeply"))
            continue
        if left_out:
            problems.append(reshaped(entry.path, kind, left_out))
        numbers[kind] += 1
        # An id may be left out or written as null; both mean that there is none.
        identifier = resource.get("id")
        resource["id"] = identifier if isinstance(identifier, str) and identifier else f"{kind.lower()}-{numbers[kind]}"
        kept.append(entry._replace(resource=resource))
    return kept, problems + _unread(other)


def invalid(path: str, kind: str, fault: str) -> Problem:
    return Problem(
        code="input.unusable",
        level=Level.ERROR,
        message=f"{kind} is not valid FHIR R4 and was left out: {fault}",
        mend="correct the named elements; the other resources were read",
        path=path,
    )


def reshaped(path: str, kind: str, left_out: list[str]) -> Problem:
    """What a resource had to be read without."""
    places = ", ".join(place if _PLACE.fullmatch(place) else "?" for place in left_out[:5])
    return Problem(
        code="input.unusable",
        level=Level.WARNING,
        message=f"{kind} has elements that are no FHIR R4 and were ignored: {places}",
        mend="correct the named elements; the rest of the resource was read",
        path=path,
    )


def _unread(other: Counter[str]) -> list[Problem]:
    if not other:
        return []
    listed = ", ".join(f"{count} {kind}" for kind, count in sorted(other.items()))
    message = f"resources of types that the record has no place for were not read: {listed}"
    return [Problem(code="input.not_read", level=Level.INFO, message=message)]
