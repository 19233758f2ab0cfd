"""What is wanted, said by a noun beside the thing it is wanted of: "last omeprazole, date?", "days since last Hb"."""

from __future__ import annotations

import re
from functools import cache

from osler.consult.record.reading.table import pattern, rules


def in_a_sentence(lower: str) -> str:
    """A question that only names a thing and what is wanted of it, as the sentence that asks for that; others as they are."""
    for beside, put in _put():
        said = beside.fullmatch(lower)
        if said is not None and not pattern("framing", "asks").search(said["what"]):
            return put.format(what=said["what"].strip())
    return lower


@cache
def _put() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The patterns of a thing and a noun beside it: behind a comma, a colon or a dash, or before it."""
    made = []
    for put, names in rules()["wanted"].items():
        if "after" in names:
            made.append(
                (re.compile(rf"(?P<what>\w.*?)\s*(?:[,;:]|\s[-–—])\s*(?:the |its )?(?:{names['after']})\W*"), put)
            )
        if "bare" in names:  # "polio vaccine dates?"
            lead = r"(?:what|which|when|how|who|list|show|give|tell|all|on|the|my|any|of|and|or)\b"
            made.append((re.compile(rf"(?P<what>(?!{lead})[\w' -]+?) (?:{names['bare']})\W*"), put))
        if "before" in names:
            made.append((re.compile(rf"(?:{names['before']})\s+(?P<what>\w.*?)\W*"), put))
    return tuple(made)
