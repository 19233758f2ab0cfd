"""The other side, told in one breath with the first: "left hip replaced Feb 2022, right one is booked for 14 December"."""

from __future__ import annotations

import re

from osler.consult.extraction.clauses import Clause, clauses
from osler.consult.extraction.operated import is_of_the_body
from osler.consult.record.time_words import MONTHS

_WHEN = rf"(?:in|on|at|since|this|next|last|for|to|(?:19|20)\d\d|\d{{1,2}}|{'|'.join(MONTHS)}|{'|'.join(name[:3] for name in MONTHS)})"
_DONE = r"(?:is|was|were|are|has|had|will|got|gets|being|went|follow(?:s|ed)?|came|comes|due|booked|planned|scheduled|done|fixed|operated|replaced|repaired|removed|as well|too|['’]s)"
_OTHER = re.compile(
    rf"(?:^|[,;.:]\s*|\s+(?=and\b|but\b|while\b|then\b|with\b))(?:(?:and|but|while|then|with|also) )*(?:(?:the|my|his|her|the patient's) )?"
    rf"(?P<side>left|right|other)(?: (?:one|side|(?P<part>(?!{_WHEN}\b|{_DONE}\b)[a-z]+)))?(?=\W*(?:(?:{_DONE}|{_WHEN})\b|$))",
    re.IGNORECASE,
)
_SIDES = {"left": "right", "right": "left"}


def by_sides(clause: Clause) -> list[Clause]:
    """A clause cut where it goes on to the other side of what it told first."""
    match = next((found for found in _OTHER.finditer(clause.text) if _goes_on(clause.text, found)), None)
    if match is None:
        return [clause]
    whole = (clause.text[: match.start()], clause.text[match.start("side") :])
    read = [(text.strip(" ,;"), next(iter(clauses(text.strip(" ,;"))), clause)) for text in whole]
    # Whose it is and whether it is asked is that of the whole; what is planned is so of its part alone.
    return [clause._replace(text=text, lower=text.lower(), planned=own.planned) for text, own in read]


def of_the_other_side(clause: Clause, last: str) -> str | None:
    """The name of the last operation on the side that a clause names, where it names no more than that; else None."""
    match = _OTHER.match(clause.text)
    before = next((side for side in _SIDES if last.lower().startswith(f"{side} ")), None)
    if match is None or before is None:
        return None
    part, rest = (match["part"] or "").lower(), last[len(before) + 1 :]
    if part and part.rstrip("s") not in {word.rstrip("s") for word in rest.lower().split()}:
        return None
    side = match["side"].lower()
    return f"{_SIDES[before] if side == 'other' else side} {rest}"


def _goes_on(text: str, match: re.Match[str]) -> bool:
    """Whether the first side stands before the other one, which is told of the same part."""
    before = text[: match.start()].lower()
    told = re.search(r"\b(left|right) (?P<what>[a-z]+)", before)
    if told is None or told[1] == match["side"].lower():
        return False
    part = (match["part"] or "").lower()
    return not part or (is_of_the_body(part) and part.rstrip("s") in before)
