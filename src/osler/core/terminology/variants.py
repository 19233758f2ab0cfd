"""The forms of a concept's names that clinicians write but vocabularies do not list."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.terminology.bundle import Entry, Scope

_PARENTHESIS = re.compile(r"\s*\((?:disease|disorder|finding|clinical|physical finding)\)$")
_SYSTEMATIC = re.compile(r"^(Abnormal .*) morphology$")


def variants(entry: Entry) -> Iterator[tuple[str, Scope]]:
    """Every name with its scope, then what can be derived from it."""
    yield from entry.names()
    for name, scope in entry.names():
        if systematic := _SYSTEMATIC.match(name):
            yield systematic[1], scope
        if (bare := _PARENTHESIS.sub("", name)) != name:
            yield bare, scope
