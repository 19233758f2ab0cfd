"""A message with the habits of typing written out: "wots", "shud", "mums bp"."""

from __future__ import annotations

import re
from functools import cache, partial

from osler.yaml_reader import packaged_yaml


def as_typed(message: str) -> str:
    """The message in usual spelling, as far as a word can mean nothing else, without a greeting before what it says."""
    message = _UNSEEN.sub("", message)
    for habit, meant in _habits():
        message = habit.sub(partial(_meant, meant), message)
    return _GREETED.sub("", _BY_THE_WAY.sub(r"\g<before>", message))


_BY_THE_WAY = re.compile(
    r"(?P<before>[\w)%])(?:,? (?:by the way|btw|just so you know|jsyk|fyi|for your information|if that helps|you know))+(?=\s*(?:[,.;!?]|$))",
    re.IGNORECASE,
)
"""What is said behind a statement and is no part of what it names."""
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)
"""Characters that nobody sees: inside a word they would make another of it."""
_GREETED = re.compile(
    r"^\W*(?:hi|hello|hey|good (?:morning|evening|afternoon|day))(?: (?:there|doc|doctor|osler|team|all))?[,.!]+\s+(?=\S+ \S+ \S+)",
    re.IGNORECASE,
)


def _meant(meant: str, match: re.Match[str]) -> str:
    """What a word means; in capitals it may be an abbreviation of the clinic."""
    return match.group() if match.group().isupper() else match.expand(meant)


@cache
def _habits() -> tuple[tuple[re.Pattern[str], str], ...]:
    table = packaged_yaml("osler.consult.wording", "typed.yml")
    # A word in a link or beside an apostrophe is no word of its own.
    made = [
        (re.compile(rf"(?<![\w'’./:@-])(?:{said})(?![\w'’/@-])", re.IGNORECASE), meant)
        for said, meant in table["words"].items()
    ]
    whose = re.compile(rf"\b({table['kin']})s(?= (?:(?:last|own|latest|blood) )*(?:{table['owned']})\b)", re.IGNORECASE)
    return (*made, (whose, r"\1's"))
