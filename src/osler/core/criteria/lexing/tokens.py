"""What the words of a criterion are to its reader."""

from __future__ import annotations

from typing import ClassVar, NamedTuple


class Kind(str):
    """What a token is. Each is one object, told apart by identity.

    No enumeration: a criterion asks for a kind some thousand times, and a member of one takes five times an attribute.
    """

    __slots__ = ()

    WORD: ClassVar[Kind]
    VALUE: ClassVar[Kind]
    DURATION: ClassVar[Kind]
    TIME: ClassVar[Kind]
    RESULT: ClassVar[Kind]
    SCALED: ClassVar[Kind]
    SCALE: ClassVar[Kind]
    GRADE: ClassVar[Kind]
    NEGATION: ClassVar[Kind]
    EXCEPTION: ClassVar[Kind]
    UNLESS: ClassVar[Kind]
    EXAMPLES: ClassVar[Kind]
    CONDITION: ClassVar[Kind]
    REGARDLESS: ClassVar[Kind]
    JOINING: ClassVar[Kind]
    COUNT: ClassVar[Kind]
    AND: ClassVar[Kind]
    OR: ClassVar[Kind]
    COMMA: ClassVar[Kind]
    COLON: ClassVar[Kind]
    STOP: ClassVar[Kind]
    OPEN: ClassVar[Kind]
    CLOSE: ClassVar[Kind]


for _name in Kind.__annotations__:
    setattr(Kind, _name, Kind(_name.lower()))


class Token(NamedTuple):
    """A stretch of the criterion and what it is."""

    kind: Kind
    start: int
    end: int
    text: str
    """The cleaned words: lower case, plain dashes, no markup escapes."""
