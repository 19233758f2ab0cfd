"""A value that went from one to another in one breath: "my A1c went from 8.2 in February to 7.4 last week"."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.extraction.clauses import Clause
from osler.consult.extraction.spans import until_now
from osler.consult.extraction.times import moment
from osler.consult.extraction.types import MeasurementEntry

_UNIT = r"\s*(?:%|mg/dl|mmol/l|mmol/mol|kgs?|kilos?|lbs?|pounds|bpm|°?[cf]\b)?"
_FROM_TO = re.compile(
    rf"(?:\b(?:has |have |had |is |was |been )*(?:went|gone|come|came|dropped|fell|fallen|rose|risen|climbed|moved|changed|improved|worsened|down|up|crept|jumped|shot)(?: (?:down|up|back))? )?"
    rf"\bfrom (?P<first>\d{{1,3}}(?:\.\d+)?(?:/\d{{2,3}})?){_UNIT}(?P<then>(?: (?:(?!\bto\b)[^,;.\d]|\d{{4}})*?)?) (?:down |up )?to (?P<last>\d{{1,3}}(?:\.\d+)?(?:/\d{{2,3}})?)(?!\d|/)",
    re.IGNORECASE,
)


def in_the_end(clause: Clause, now: dt.datetime) -> tuple[Clause, float | None, str | None]:
    """A clause with the value that a measure has in the end, and the one before it with its day, where that is told."""
    lasted = until_now(clause.text)
    told, since = lasted or (clause.text, "")
    match = _FROM_TO.search(told)
    pair = match is not None and "/" in match["first"]
    if match is None or (pair and match["then"].strip()):  # two pressures with a day each are read as such
        return clause, None, None
    text = f"{told[: match.start()].rstrip()} was {match['last']}{told[match.end() :]}"
    first = match["then"] if match["then"].strip() else since
    day = moment(first, now) if first else None
    return clause._replace(text=text, lower=text.lower()), None if pair else float(match["first"]), day


_STRAIN = re.compile(
    r"(?:\bbut\b|\band\b|,|;)\s*(?:(?:only|it|is|was|goes|went|falls?|fell|drops?|dropped|up|down|to|around|about) )*"
    r"(?P<value>\d{2,3}(?:\.\d)?)\s*(?:%|bpm)?\s+(?:on (?:the )?(?:stairs|exertion|walking|standing|effort)"
    r"|(?:at|after|when|while|with|during|climbing|walking|standing|lying|sitting|exercising|at rest)\b(?! \d))"
)
"""A second value of the same measure, under another strain: 94 % at rest but 88 on the stairs."""


def under_strain(text: str, made: list[MeasurementEntry]) -> list[MeasurementEntry]:
    """The values of the one measure of a clause that are told of another posture or effort."""
    if len(made) != 1:
        return []
    values = [float(match["value"]) for match in _STRAIN.finditer(text.lower())]
    return [made[0].model_copy(update={"value": value}) for value in values if value != made[0].value]
