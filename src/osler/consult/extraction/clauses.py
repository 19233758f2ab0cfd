"""A message in clauses, each with what decides how it is read: whose it is, whether it is asked, wished or planned."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from osler.core.language import sentences
from osler.yaml_reader import RuleTable


class Clause(NamedTuple):
    """One clause and how it is to be read."""

    text: str
    lower: str
    question: bool
    other: bool
    """About a relative, an animal or people in general."""
    target: bool
    hypothetical: bool
    planned: bool
    correction: bool

    @property
    def states_own(self) -> bool:
        """Whether the clause states something of the patient."""
        return not (self.other or self.hypothetical or self.question)


_TABLE = RuleTable("osler.consult.extraction", "words.yml", flags=re.IGNORECASE)
pattern = _TABLE.pattern
says = _TABLE.says


def words() -> dict[str, Any]:
    """The table of words."""
    return _TABLE.rules


def clauses(message: str) -> list[Clause]:
    """The clauses of a message in order; a subject that is somebody else stays until somebody is named again."""
    found: list[Clause] = []
    for sentence in sentences(message.replace("’", "'")):
        asked = sentence.text.rstrip().endswith("?")
        other = False
        for part in pattern("clauses", "split").split(sentence.text):
            text = (part or "").strip(" ,")
            if not text:
                continue
            other = _of_another(text.lower(), before=other)
            found.append(_clause(text, asked=asked, other=other))
    return found


def _clause(text: str, *, asked: bool, other: bool) -> Clause:
    lower = text.lower()
    return Clause(
        text,
        lower,
        asked and not _says("told_value", lower),
        other,
        bool(pattern("target").search(lower)),
        bool(pattern("hypothetical").search(lower)),
        bool(pattern("planned").search(lower)),
        bool(pattern("correction").search(lower)),
    )


def _of_another(lower: str, *, before: bool) -> bool:
    """Whether a clause is of somebody else: it names one, or goes on about the one before."""
    names_other = bool(pattern("not_own").search(lower)) and not pattern("borrowed").search(lower)
    names_self = _says("self", lower)
    if names_other and names_self and _says("i_do", lower):
        return _says("has", lower) and not _says("starts_i", lower)
    return names_other or (before and not names_self and _says("they", lower))


def _says(name: str, lower: str) -> bool:
    return pattern("clauses", name).search(lower) is not None
