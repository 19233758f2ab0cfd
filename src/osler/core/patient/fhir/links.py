"""References between the resources of a bundle."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from typing import Any

from osler.core.patient.fhir.elements import Json
from osler.core.patient.problems import Level, Problem

_ID = re.compile(r"[A-Za-z0-9.-]{1,64}")


class Links:
    """Finds what a reference means, and remembers those that lead nowhere."""

    def __init__(self, entries: list[tuple[str | None, Json]] | None = None) -> None:
        self._resources: dict[str, Json] = {}
        self._missing: Counter[str] = Counter()
        self._checks = entries is not None
        for url, resource in entries or ():
            if url:
                self._resources.setdefault(url, resource)
            if "id" in resource:
                self._resources.setdefault(f"{resource['resourceType']}/{resource['id']}", resource)

    def id_of(self, reference: Json | None) -> str | None:
        """The id of the resource that is meant; for a missing one, the id that the reference itself shows."""
        target = reference.get("reference") if isinstance(reference, dict) else None
        if not target or not isinstance(target, str):
            return None
        resource = self._find(target)
        if resource is None and not target.startswith("#") and self._checks:
            self._missing[_kind(target)] += 1
        found = (resource or {}).get("id") or target.split("/_history/")[0].rstrip("/").split("/")[-1]
        return str(found).removeprefix("urn:uuid:").removeprefix("#")

    def ids_of(self, references: list[Any]) -> list[str]:
        """The ids that several references mean, without repeats."""
        found = (self.id_of(reference) for reference in references)
        return list(dict.fromkeys(identifier for identifier in found if identifier))

    def resource(self, reference: Json | None, container: Json) -> Json | None:
        """The resource that is meant, also when it is contained in the one that refers to it."""
        target = str(reference.get("reference") or "") if isinstance(reference, dict) else ""
        if target.startswith("#"):
            return next((item for item in container.get("contained", ()) if item.get("id") == target[1:]), None)
        found = self._find(target)
        if found is None and target and self._checks:
            self._missing[_kind(target)] += 1
        return found

    def concepts_of(self, references: list[Any] | None, container: Json) -> list[Json]:
        """What references stand for, as concepts: the code of the condition or finding that is meant, else its display."""
        found = []
        for reference in references or ():
            target = self.resource(reference, container) or {}
            shown = reference.get("display") if isinstance(reference, dict) else None
            found.append(target.get("code") or ({"text": shown} if shown else {}))
        return [concept for concept in found if concept]

    def problems(self) -> list[Problem]:
        """One problem for each kind of resource that is referred to and is not there."""
        return [
            Problem(
                code="input.unusable",
                level=Level.WARNING,
                message=f"{count} reference(s) to {kind} that the bundle does not hold",
                mend="export the bundle with the resources it refers to; the facts themselves were read",
            )
            for kind, count in sorted(self._missing.items())
        ]

    def _find(self, target: str) -> Json | None:
        found = self._resources.get(target)
        if found is None and "/" in target:
            found = self._resources.get("/".join(target.split("/_history/")[0].split("/")[-2:]))
        return found


def _kind(target: str) -> str:
    """The type of resource that a reference shows: `Encounter/1`, `Practitioner?identifier=…`; a URN shows none."""
    path, _, query = target.split("/_history/")[0].partition("?")
    parts = path.split("/")
    kind = parts[0] if query else parts[-2] if len(parts) > 1 else ""
    return kind if kind.isalpha() and len(kind) <= 64 else "a resource"


def safe_id(identifier: str) -> str:
    """An id that FHIR allows: the same one where possible, else a digest of it."""
    if _ID.fullmatch(identifier):
        return identifier
    return "osler-" + hashlib.sha256(identifier.encode("utf-8", "replace")).hexdigest()[:32]


def reference_to(kind: str, identifier: str | None) -> Json:
    """A reference to another resource of the bundle, or an empty object."""
    return {"reference": f"{kind}/{safe_id(identifier)}"} if identifier else {}
