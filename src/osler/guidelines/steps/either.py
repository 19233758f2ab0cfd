"""People of an age, with a condition or pregnant ("older than 65 years or with heart disease"): any of a list is enough."""

from __future__ import annotations

import re

_EITHER = re.compile(
    r"(?P<age>(?:aged? )?(?:(?:older|younger|more|less|over|under|above|below)(?: than)? )?\d{1,3}(?:(?: to |-)\d{1,3})? years(?: of age)?"
    r"(?: (?:or|and) (?:older|over|above|younger|under|below))?),? or (?P<condition>(?:with|who (?:have|has|had|are|take)) [^,;.]+)",
    re.IGNORECASE,
)


_LISTED = re.compile(
    r"(?P<opens>\b(?:patients|people|persons|adults|adolescents|those|anyone|individuals|who are|who is|if|are|is)\s+)(?P<list>[^;:.]*?\bpregnant\b[^;:.]*)",
    re.IGNORECASE,
)
_ITEM = re.compile(r",\s+(?:or\s+)?|\s+or\s+", re.IGNORECASE)
_PREGNANT = re.compile(r"(?:(?:who )?(?:are|is) )?pregnant", re.IGNORECASE)
_FEMALE = re.compile(r"\b(?:breast-?\s?feeding|lactating|postpartum|wom[ae]n|female)\b", re.IGNORECASE)


def either_of(text: str) -> tuple[str, ...]:
    """A sentence once for each of some people of whom either is enough; as it is where there are none."""
    if listed := _beside_pregnant(text):
        return listed
    found = _EITHER.search(text)
    if found is None:
        return (text,)
    before, behind = text[: found.start()], text[found.end() :]
    return f"{before}{found['age']}{behind}", f"{before}{found['condition']}{behind}"


def _beside_pregnant(text: str) -> tuple[str, ...]:
    """A sentence for those of a list who are pregnant, and for the others of it ("over 70 years, pregnant, or frail"), who need not be."""
    found = _LISTED.search(text)
    joints = list(_ITEM.finditer(found["list"])) if found else []
    closing = [place for place, one in enumerate(joints) if "or" in one.group().lower().split()]
    if found is None or not closing:
        return ()
    # What follows the item behind the last "or" is no member of the list.
    end = joints[closing[-1] + 1].start() if closing[-1] + 1 < len(joints) else len(found["list"])
    listed, behind = found["list"][:end], found["list"][end:] + text[found.end() :]
    items = _ITEM.split(listed)
    others = [one for one in items if not _PREGNANT.fullmatch(one.strip()) and not _FEMALE.search(one)]
    if len(others) == len(items) or not others or not any(_PREGNANT.fullmatch(one.strip()) for one in items):
        return ()
    before = text[: found.start("list")]
    return f"{before}{' or '.join(others)}{behind}", f"{before}pregnant{behind}"
