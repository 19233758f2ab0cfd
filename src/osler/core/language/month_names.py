"""The names of the months as notes write them: in full, or their first letters."""

_STEMS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH_NAME = rf"(?:{'|'.join(_STEMS)})[a-z]{{0,6}}"
"""A pattern of a month's name; to be read without regard to capitals."""


def month_number(name: str) -> int:
    """The number of a month by its name or the first letters of it."""
    return _STEMS.index(name[:3].casefold()) + 1
