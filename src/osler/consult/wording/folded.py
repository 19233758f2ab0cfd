"""A message as rules read it, and a name as it stands within a sentence."""

import re

_TITLED = re.compile(r"\b[A-Z][a-z]+\b")


def folded(message: str) -> str:
    """In small letters, with plain apostrophes and single spaces."""
    return " ".join(message.lower().replace("’", "'").split())


def uncapitalised(name: str) -> str:
    """A name of a measure within a sentence, where capitals would make a person of it; "LDL" and "HbA1c" keep theirs."""
    return _TITLED.sub(lambda word: word.group().lower(), name)
