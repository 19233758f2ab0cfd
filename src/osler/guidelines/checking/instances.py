"""One person's value, read by the limit of the source that it keeps: "at an eGFR of 38" is between 30 and 45, "at 57" is 55 or older.

What a source says of everybody within a limit it says of each of them. A value that keeps no limit of the source is left as it is, and
is then missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from osler.core.library import stems
from osler.guidelines.checking.amounts import Amount, amounts
from osler.guidelines.checking.lexicon import lexicon

_BEFORE = 40
"""Characters before a number in which its measure is named."""
_AT_AGE = re.compile(
    r"\b(?:(?:at|aged)(?: the age of| age)?|(?:he|she|the (?:patient|child|boy|girl|man|woman)) is(?: aged)?) (?P<age>\d{1,3}|[a-z]+(?:-[a-z]+)?)(?: years?(?: old| of age)?)?"
    r"(?=,| (?:he|she|they|his|her|their|the|this|it|is|so|with|and (?!\d+ years?\b|over|older|above|under)|[a-z]+ (?:should|must|may|is|can)\b|[a-z]+ \d)\b)(?! (?:to|or|and) (?:older|over|above|younger|under|more|less)\b)",
    re.IGNORECASE,
)
_INCLUDED = re.compile(
    r"[^.;]{0,30}?\bor (?:more|older|over|above|higher|greater|less|lower|fewer|younger|below|under)\b", re.IGNORECASE
)
"""What follows a number that is itself within its limit."""
_MEASURE_WORDS = frozenset(stems("value level score reading result a an of is was at with the his her their"))


def of_one_person(text: str, sources: Sequence[str]) -> str:
    """A sentence with "at 57" as "a 57-year-old", whom other steps read by the ages of the source; an age of the source is a limit."""
    limits = {one.value for source in sources for one in amounts(source)}

    def put(match: re.Match[str]) -> str:
        said = match["age"].casefold()
        age = float(said) if said.isdigit() else lexicon().numbers.get(said, 0.0)
        return f"for a {age:g}-year-old" if age and age not in limits else match.group()

    return _AT_AGE.sub(put, text)


def with_limits_of(text: str, sources: Sequence[str]) -> str:
    """A sentence with the values of one person put as the limits of its sources that they keep."""
    told = [(source, one) for source in sources for one in amounts(source)]
    for one in sorted((one for one in amounts(text) if not one.side), key=lambda one: -one.at):
        if one.at < 0 or one.kind in {"rate", "time"} or any(one.agrees(other) for _, other in told):
            continue
        if limit := next(_limits(one, text, told), ""):
            text = text[: one.at] + limit + text[one.at + len(one.text) :]
    return text


def _limits(one: Amount, text: str, told: Sequence[tuple[str, Amount]]) -> Iterator[str]:
    """The limits of the same measure that a value keeps, in the source's words."""
    for source, other in told:
        plain = not one.kind or not other.kind
        if not other.side or (one.kind != other.kind and not plain) or not _same_measure(one, text, other, source):
            continue
        here, there = (one.value, other.value) if plain else (one.size, other.size)
        if other.end:
            low, high = _range_of(other, [end for origin, end in told if origin is source])
            if low is not None and high is not None and low.value <= one.value <= high.value:
                yield f"between {low.text} and {high.text}"
        elif here != there and (other.side == "more") == (here > there):
            included = _INCLUDED.match(source, other.at + len(other.text))
            more, less = ("{} or more", "{} or less") if included else ("above {}", "below {}")
            yield (more if other.side == "more" else less).format(other.text)


def _range_of(end: Amount, ends: Sequence[Amount]) -> tuple[Amount | None, Amount | None]:
    """The two ends of the range that one of them ends."""
    if end.end == "low":
        return end, next((one for one in ends if one.end == "high" and one.at > end.at), None)
    return next((one for one in reversed(ends) if one.end == "low" and one.at < end.at), None), end


def _same_measure(one: Amount, text: str, other: Amount, source: str) -> bool:
    """Whether two numbers are of one measure: a word for it stands before both, or both have its unit."""
    here = set(stems(text[max(0, one.at - _BEFORE) : one.at])[-3:]) - _MEASURE_WORDS
    there = set(stems(source[max(0, other.at - _BEFORE) : other.at])) - _MEASURE_WORDS
    return bool(here & there) or (one.text.split()[-1:] == other.text.split()[-1:] == ["kg"])
