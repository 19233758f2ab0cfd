"""A message in clauses, each with what decides how it is read: whose it is, whether it is asked, wished or planned."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from osler.core.language import sentences
from osler.yaml_reader import RuleTable

_SPLIT = re.compile(
    r"(?<=[,;]) (?=(?:and |but |then |so |also |plus )?(?:i|my|the|it|dr\.?|she|he|we|they|no|sorry|actually)\b)|(?<=;) | but (?=(?:i|my|mine|the|it)\b)| and (?=(?:i|my|dr\.?|yesterday|today|last)\b)",
    re.IGNORECASE,
)


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


def words() -> dict[str, Any]:
    """The table of words."""
    return _TABLE.rules


def clauses(message: str) -> list[Clause]:
    """The clauses of a message in order; a subject that is somebody else stays until somebody is named again."""
    found: list[Clause] = []
    for sentence in sentences(message.replace("’", "'")):
        asked = sentence.text.rstrip().endswith("?")
        other = False
        for part in _SPLIT.split(sentence.text):
            text = (part or "").strip(" ,")
            if not text:
                continue
            lower = text.lower()
            names_other = bool(pattern("not_own").search(lower))
            names_self = re.search(r"\b(i|i'm|i've|my own|mine|me|the patient|the patient's)\b", lower) or re.match(
                r"my (?!\w+ ?(?:has|had|is|was|weigh))", lower
            )
            other = names_other or (
                other and not names_self and bool(re.search(r"\b(he|she|his|her|its|it|they|their)\b", lower))
            )
            if (
                names_other
                and names_self
                and re.search(r"\bi (?:have|had|am|was|took|take|weigh|feel|got|saw)\b", lower)
            ):
                other = bool(re.search(r"\b(?:has|had|have|was|is|takes|weighs?)\b", lower)) and not re.match(
                    r"(?:i|i've|i'm)\b", lower
                )
            found.append(
                Clause(
                    text,
                    lower,
                    asked
                    and not re.search(
                        r"\b(?:my|i) .*\b(?:was|were|is|measured|read|came back|weigh|have|had)\b.*\d", lower
                    ),
                    other,
                    bool(pattern("target").search(lower)),
                    bool(pattern("hypothetical").search(lower)),
                    bool(pattern("planned").search(lower)),
                    bool(pattern("correction").search(lower)),
                )
            )
    return found
