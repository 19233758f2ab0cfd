"""What R4 has no field for: carried in extensions, one for each field of ours that would else be lost.

The writer reads its own resource back and compares; every field that did not survive is added as an
extension with the field's value as JSON. Nothing has to be listed by hand, and nothing is lost quietly.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeVar

from osler.core.patient.fhir.elements import Json
from osler.core.patient.types.base import Part

URL = "urn:osler:field:"

P = TypeVar("P", bound=Part)


def seal(part: Part, resource: Json, back: Part | None) -> list[str]:
    """Add extensions to `resource` for what `back`, its reading, lacks; gives the names of those fields."""
    lost = [
        name
        for name in type(part).model_fields
        if back is None or type(back) is not type(part) or getattr(part, name) != getattr(back, name)
    ]
    # Without this a reader would supply its own pointer for a fact that had no evidence.
    if "evidence" in type(part).model_fields and "evidence" not in lost:
        lost.append("evidence")
    values = part.model_dump(mode="json", include=set(lost))
    extensions = [{"url": f"{URL}{name}", "valueString": json.dumps(values[name])} for name in lost]
    if extensions:
        resource.setdefault("extension", []).extend(extensions)
    return lost


def unseal(resource: Json, stem: str = URL) -> dict[str, Any]:
    """The fields that extensions of ours carry."""
    return {
        item["url"].removeprefix(stem): json.loads(item["valueString"])
        for item in _extensions(resource)
        if item.get("url", "").startswith(stem) and "valueString" in item
    }


def restore(part: P, fields: dict[str, Any]) -> P:
    """The part with the carried fields put back."""
    known = {name: value for name, value in fields.items() if name in type(part).model_fields}
    return type(part).model_validate({**part.model_dump(), **known}) if known else part


def extension_value(resource: Json, url: str, kind: str) -> Any:
    """The value of a standard extension, if the resource has it."""
    return next((item.get(kind) for item in _extensions(resource) if item.get("url") == url), None)


def _extensions(resource: Json) -> Iterable[Json]:
    extensions: Iterable[Json] = resource.get("extension", ())
    return extensions
