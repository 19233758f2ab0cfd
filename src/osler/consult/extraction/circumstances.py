"""What is told around a finding or a value and belongs to it: where in the body, how often, after which meal, in which posture."""

from __future__ import annotations

import re
from functools import cache

from osler.consult.extraction.complaints import is_a_part
from osler.consult.extraction.operated import is_of_the_body
from osler.core.terminology import singular
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "circumstances.yml", flags=re.IGNORECASE)


def how_often(text: str, span: tuple[int, int]) -> str | None:
    """How often what stands at a place comes, in the words that are told: behind it, or right before it."""
    behind = _up_to_another(text[span[1] :])
    match = _TABLE.pattern("often").search(behind) or _TABLE.pattern("often_before").search(text[: span[0]])
    return " ".join(match["often"].lower().split()) if match is not None else None


def _up_to_another(behind: str) -> str:
    """What follows, as far as nothing else is named that comes by itself."""
    return re.split(r";|\.\s|\b(?:and|but) (?=(?:my|the|an?|i|it|he|she)\b)", behind, maxsplit=1, flags=re.IGNORECASE)[
        0
    ]


def site(text: str, name: str, span: tuple[int, int]) -> str | None:
    """The part of the body with its side that stands beside a finding and that its name does not say."""
    match = _beside().match(text, span[1])
    if match is None:
        before = _before().search(text[: span[0]])
        return None if before is None or _told(name, before["part"]) else _placed(before["side"], before["part"])
    part = (match["part"] or match["first"] or match["own"] or "").lower()
    side = match["side"] or match["last"] or match["lone"]
    if side is None or (part and not (is_of_the_body(part.split()[-1]) or is_a_part(part))):
        return None
    placed = _placed(side, "" if part and singular(part) in name.lower() else part)
    return placed if not _told(name, placed) else None


def _told(name: str, place: str) -> bool:
    return place.lower() in name.lower()


def _placed(side: str, part: str) -> str:
    said = _TABLE.rules["sides"].get(side.lower().strip("().").removesuffix("."), side.lower())
    return f"{said} {part}".strip()


@cache
def _sides() -> str:
    return "|".join(sorted(map(re.escape, _TABLE.rules["sides"]), key=len, reverse=True))


@cache
def _beside() -> re.Pattern[str]:
    """What follows a finding: its part and side in either order, or the side alone."""
    side = rf"\(?(?:{_sides()})\)?(?![\w'-])"
    lead = r"(?:[ ,:(–-]+(?:of|in|on|to|at|affecting|over|the|my|his|her|side|worse)\b)*[ ,:(–-]*"
    return re.compile(
        rf"{lead}(?:(?P<side>{side}) (?P<part>(?:(?:upper|lower|outer|inner|big|little) ){{0,2}}[a-z]{{3,}}(?: quadrant)?)|(?P<first>[a-z]{{3,}}),? (?P<last>{side})(?! [a-z]+ (?:is|was|hurts))|(?P<lone>{side})(?P<own>)(?= ?(?:$|[,;.)]|side|since|for|last|in \d)))",
        re.IGNORECASE,
    )


@cache
def _before() -> re.Pattern[str]:
    """What stands before a finding as a clinician writes it: "R knee OA", "(L) eye cataract"."""
    return re.compile(
        r"(?:^|[ ,:;(])(?P<side>\(?(?:[rl]|rt|lt|bilat(?:eral)?)\)?)\.? (?P<part>[a-z]*) ?$", re.IGNORECASE
    )


def taken_how(text: str) -> str | None:
    """In which circumstances a value was measured: after which meal, fasting, in which posture."""
    match = _TABLE.pattern("measured").search(text)
    return " ".join(match.group().lower().split()) if match is not None else None
