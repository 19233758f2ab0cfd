"""Other spellings of a query that the guard's parser cannot read, though engines can: the same query, to be checked as strictly.

The parser takes words such as `any`, `group` and `all` for its own and knows subqueries only as conditions. A name is put
in backticks, in the text that is checked and in the text that is run. `COUNT { … }` and `EXISTS { … }` as a value are
checked as the condition with the same braces around the same words, in the same place; what they reach is the same.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from osler.core.graph.guard.source import tokens

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_SUBQUERIES = frozenset({"COUNT", "EXISTS"})
_NOT_A_NAME_AFTER = frozenset({".", ":", "$", "|"})


class Reading(NamedTuple):
    """A query as the parser is given it, and as the engine is."""

    checked: str
    run: str


def readings(text: str) -> Iterator[Reading]:
    """The query as it is written; then with its aliases in backticks; then with subqueries as conditions."""
    yield Reading(text, text)
    quoted = _with_quoted_aliases(text)
    if quoted != text:
        yield Reading(quoted, quoted)
    as_conditions = _with_conditions(quoted)
    if as_conditions != quoted:
        yield Reading(as_conditions, quoted)


def _with_quoted_aliases(text: str) -> str:
    """The query with every name that an AS gives in backticks, wherever it stands as a name."""
    parts = tokens(text)
    spoken = [part for part in parts if part.strip()]
    names = {name for word, name in itertools.pairwise(spoken) if word.upper() == "AS" and _NAME.fullmatch(name)}
    made: list[str] = []
    before = ""
    for place, part in enumerate(parts):
        if not part.strip():
            made.append(part)
            continue
        after = next((later for later in parts[place + 1 :] if later.strip()), "")
        called = after == "(" or after.upper() == "BY" or before in _NOT_A_NAME_AFTER
        made.append(f"`{part}`" if part in names and not called else part)
        before = part
    return "".join(made)


def _with_conditions(text: str) -> str:
    """The query with `COUNT { … }` and `EXISTS { … }` as the choice that a condition makes."""
    parts = tokens(text)
    made: list[str] = []
    open_braces: list[bool] = []
    for place, part in enumerate(parts):
        after = next((later for later in parts[place + 1 :] if later.strip()), "")
        if part.upper() in _SUBQUERIES and after == "{":
            made.append("CASE WHEN EXISTS")
        elif part == "{":
            before = next((earlier for earlier in reversed(parts[:place]) if earlier.strip()), "")
            open_braces.append(before.upper() in _SUBQUERIES)
            made.append(part)
        elif part == "}" and open_braces:
            made.append("} THEN 1 ELSE 0 END" if open_braces.pop() else part)
        else:
            made.append(part)
    return "".join(made)
