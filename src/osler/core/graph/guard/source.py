"""The text of a query in one spelling: what is checked is, character by character, what the engine is given.

Comments are dropped, strings are written without escapes, and nothing but ASCII stands outside of strings; so no engine
can see a query that the parser of the guard read differently.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n]+)"
    r"|(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"|(?P<string>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<quoted>`[^`]*`)"
    r"|(?P<word>[A-Za-z_$][A-Za-z0-9_]*|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<mark>[^\w\s'\"`\\;]|;)",
    re.DOTALL | re.ASCII,
)
_ESCAPES = {"'": "'", '"': '"', "\\": "\\", "n": "\n", "t": "\t", "r": "\r"}
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_STRING = object()


class Unsafe(Exception):
    """Why a query is refused, in words that its writer can act on."""


def canonical(cypher: str) -> str:
    """The query in one spelling, or Unsafe."""
    parts: list[str] = []
    position = 0
    previous: object = None
    while position < len(cypher):
        match = _TOKEN.match(cypher, position)
        if match is None:
            raise Unsafe(_unreadable(cypher[position]))
        position = match.end()
        kind = match.lastgroup
        if kind in {"space", "comment"}:
            parts.append(" ")
            continue
        if kind == "string" and previous is _STRING:
            raise Unsafe("two strings stand side by side")
        if kind == "quoted" and parts and parts[-1] == "$":
            raise Unsafe("the name of a parameter may not stand in backticks")
        parts.append(_written(str(kind), match.group()))
        previous = _STRING if kind == "string" else None
    return _one_statement("".join(_with_aliases(parts)).strip())


_RESERVED = frozenset(
    {"any", "all", "none", "single", "group", "interval", "left", "right", "same", "size", "set", "schema"}
)
"""Words that the parser keeps for itself and that people give as names to what they return."""


def _with_aliases(parts: list[str]) -> list[str]:
    """The parts, with a reserved word that names a result ("AS any") in backticks, there and wherever it is used again."""
    said = [index for index, part in enumerate(parts) if part.strip()]
    after = {index: parts[said[place + 1]] if place + 1 < len(said) else "" for place, index in enumerate(said)}
    before = {index: parts[said[place - 1]] if place else "" for place, index in enumerate(said)}
    names = {parts[i] for i in said if parts[i].lower() in _RESERVED and before[i].lower() == "as"}
    return [
        f"`{part}`"
        if part in names and after[index] not in {"(", "{"} and before[index] not in {".", ":", "$"}
        else part
        for index, part in enumerate(parts)
    ]


def tokens(text: str) -> list[str]:
    """The words, marks, strings and spaces of a query in one spelling; together they are the query."""
    return [match.group() for match in _TOKEN.finditer(text)]


def _written(kind: str, text: str) -> str:
    if kind == "string":
        return _string(text[1:-1])
    if kind == "quoted":
        if not _PLAIN_NAME.fullmatch(text[1:-1]):
            raise Unsafe("a name in backticks may hold only letters, digits and underscores")
        return text
    if kind == "mark" and not text.isascii():
        raise Unsafe(_unreadable(text))
    return text


def _string(inner: str) -> str:
    decoded = ""
    index = 0
    while index < len(inner):
        character = inner[index]
        if character == "\\":
            index += 1
            if inner[index] not in _ESCAPES:
                raise Unsafe("a string holds an escape other than \\' \\\" \\\\ \\n \\t \\r")
            character = _ESCAPES[inner[index]]
        decoded += character
        index += 1
    if "\\" in decoded or "\x00" in decoded or ("'" in decoded and '"' in decoded):
        raise Unsafe("a string may not hold a backslash, or both kinds of quotes")
    return f'"{decoded}"' if "'" in decoded else f"'{decoded}'"


def _one_statement(text: str) -> str:
    bare = text.rstrip("; ")
    outside = re.sub(r"'[^']*'|\"[^\"]*\"", "''", bare)
    if ";" in outside:
        raise Unsafe("only one statement is allowed")
    if not bare:
        raise Unsafe("the query is empty")
    return bare


def _unreadable(character: str) -> str:
    return f"the character U+{ord(character):04X} may stand only inside a string"
