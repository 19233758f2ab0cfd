"""Pieces of JSON Schemas: of a model, of a list, of an object with named fields."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def of(kind: Any) -> Schema:
    """What a model is written as."""
    found: Schema = kind.model_json_schema(mode="serialization")
    return found


def array(items: Schema) -> Schema:
    """A list, with the definitions of its items at its root."""
    items = dict(items)
    definitions = items.pop("$defs", None)
    found: Schema = {"type": "array", "items": items}
    return {**found, "$defs": definitions} if definitions else found


def fields(**properties: Schema) -> Schema:
    """An object of these fields, with the definitions of all of them at its root."""
    definitions: Schema = {}
    for one in properties.values():
        definitions |= one.pop("$defs", {})
    return {"type": "object", "properties": properties, "required": list(properties), "$defs": definitions}
