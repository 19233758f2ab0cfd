"""A message as rules read it."""


def folded(message: str) -> str:
    """In small letters, with plain apostrophes and single spaces."""
    return " ".join(message.lower().replace("’", "'").split())
