"""The forms of a concept's names that clinicians write but vocabularies do not list."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.terminology.bundle import Entry, Scope

_PARENTHESIS = re.compile(r"\s*\((?:disease|disorder|finding|clinical|physical finding)\)$")
_SYSTEMATIC = re.compile(r"^(Abnormal .*) morphology$")


def variants(entry: Entry) -> Iterator[tuple[str, Scope]]:
    """Every name with its scope, then what can be derived from it."""
    names = [named for named in entry.names() if not _is_disease_of_a_phenotype(entry, *named)]
    yield from names
    for name, scope in names:
        if systematic := _SYSTEMATIC.match(name):
            yield systematic[1], scope
        if (bare := _PARENTHESIS.sub("", name)) != name:
            yield bare, scope


def _is_disease_of_a_phenotype(entry: Entry, name: str, scope: Scope) -> bool:
    """Whether a phenotype lists a whole syndrome as a synonym: in a text that names the disease, not the finding."""
    return entry.vocabulary == "HPO" and scope is not Scope.PREFERRED and "syndrome" in name.lower()
