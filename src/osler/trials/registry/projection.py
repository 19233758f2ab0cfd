"""A record cut down to the fields that a request names, as the API's parameter `fields` does it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from osler.yaml_reader import packaged_yaml

_SECTION = re.compile(r"(?:protocol|results|derived|annotation|document)Section|[a-z]\w*Module")


class UnknownField(ValueError):
    """A name that is no field of a study."""


@cache
def _places() -> dict[str, str]:
    return {
        str(name).casefold(): str(place) for name, place in packaged_yaml("osler.trials.registry", "fields.yml").items()
    }


def projected(record: Mapping[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    """What a record has of some fields, in the record's own form; a section or a module brings all that is in it."""
    found: dict[str, Any] = {}
    for place in _wanted(fields):
        _take(record, place, found)
    return found


def _wanted(fields: Iterable[str]) -> list[list[str]]:
    wanted = []
    for name in fields:
        own = name[:1].lower() + name[1:]
        place = _places().get(name.casefold()) or (name if "." in name else own if _SECTION.fullmatch(own) else None)
        if place is None:
            raise UnknownField(f"`fields` has unknown field `{name}`")
        inside = "protocolSection." if place.endswith("Module") and "." not in place else ""
        wanted.append(f"{inside}{place}".split("."))
    return wanted


def _take(value: Any, place: Sequence[str], found: dict[str, Any]) -> None:
    """Copy what lies at a place; of the items of a list, each one's part."""
    head, *rest = place
    if not isinstance(value, Mapping) or head not in value:
        return
    inner = value[head]
    if not rest:
        found[head] = inner
    elif isinstance(inner, list):
        kept = found.setdefault(head, [{} for _ in inner])
        for item, part in zip(inner, kept, strict=True):
            _take(item, rest, part)
    elif isinstance(inner, Mapping):
        _take(inner, rest, found.setdefault(head, {}))
