"""What the words of a criterion are to its reader."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a token is."""

    WORD = "word"
    VALUE = "value"
    DURATION = "duration"
    TIME = "time"
    RESULT = "result"
    SCALED = "scaled"
    SCALE = "scale"
    GRADE = "grade"
    NEGATION = "negation"
    EXCEPTION = "exception"
    UNLESS = "unless"
    EXAMPLES = "examples"
    CONDITION = "condition"
    REGARDLESS = "regardless"
    JOINING = "joining"
    COUNT = "count"
    AND = "and"
    OR = "or"
    COMMA = "comma"
    COLON = "colon"
    STOP = "stop"
    OPEN = "open"
    CLOSE = "close"


class Token(NamedTuple):
    """A stretch of the criterion and what it is."""

    kind: Kind
    start: int
    end: int
    text: str
    """The cleaned words: lower case, plain dashes, no markup escapes."""
