"""Tapers told by their step: "prednisolone 30 mg daily, reduce by 5 mg every week to zero" is six doses in turn."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from osler.core.language.schedules import rate, times_per_day
from osler.core.language.types import Regimen

_FURTHEST = 160
_MOST_STEPS = 60
_WEEKLY = {"weekly": 7.0, "a week": 7.0, "per week": 7.0, "each week": 7.0, "every week": 7.0, "every day": 1.0}
_WEEKLY |= {"daily": 1.0, "a day": 1.0, "fortnightly": 14.0, "monthly": 30.0, "every month": 30.0, "a month": 30.0}
_NOTHING = frozenset({"zero", "stop", "stopped", "off", "nil", "0", "finished", "discontinued", "discontinue"})


@lru_cache(maxsize=1)
def _step() -> re.Pattern[str]:
    often = "|".join(re.escape(word).replace(r"\ ", r"\s") for word in sorted(_WEEKLY, key=len, reverse=True))
    return re.compile(
        r"[\s,;(]*(?:(?:and|then|to)\s)*(?:reduc(?:e|ing|ed)|taper(?:ing|ed)?|wean(?:ing|ed)?|decreas(?:e|ing|ed)|drop(?:ping)?)"
        r"\s(?:it\s|the\sdose\s|down\s)?by\s(?P<less>\d{1,4}(?:\.\d{1,2})?)\s?(?:mg|mcg|g)?\s"
        rf"(?:(?P<often>{often})|{rate()})(?!\w)"
        r",?\s(?:and\s)?(?:until|to|down\sto|then)\s(?P<to>\d{1,4}(?:\.\d{1,2})?|zero|stop(?:ped)?|off|nil|finished|discontinued?)(?!\w)",
        re.IGNORECASE,
    )


_LEFT_OPEN = re.compile(
    r"[\s,;]*(?P<how>(?:(?:and\s)?then\s|followed\sby\s)(?:a\s|an\s)?(?:slow(?:ly)?\s|gradual(?:ly)?\s)?(?:taper|wean|reduce)(?:ed|ing|d)?(?:\s(?:down|off))?)(?![\w-]|\s(?:by|to)\s\d)",
    re.IGNORECASE,
)
"""A taper of which no step is told: "40 mg daily for 5 days then taper"."""


def with_steps(text: str, regimen: Regimen) -> Regimen:
    """The regimen with the doses of the taper that follows it, where the note says by how much, how often and down to what."""
    if regimen.dose is None or regimen.steps:
        return regimen
    taper = _step().match(text, regimen.end, min(len(text), regimen.end + _FURTHEST))
    if taper is None:
        return _with_open_end(text, regimen)
    per_day = None if taper["often"] else times_per_day(taper)
    days = _WEEKLY[" ".join(taper["often"].lower().split())] if taper["often"] else 1 / per_day if per_day else 0.0
    less, last = float(taper["less"]), 0.0 if taper["to"].lower() in _NOTHING else float(taper["to"])
    if days <= 0 or less <= 0 or (regimen.dose - last) / less > _MOST_STEPS:
        return regimen
    length = f"for {days:g} days"
    doses = [dose for count in range(1, _MOST_STEPS + 1) if (dose := regimen.dose - count * less) >= last and dose > 0]
    steps = [replace(regimen, dose=round(dose, 3), duration=length, parts=()) for dose in doses]
    if steps and steps[-1].dose == last:
        steps[-1] = replace(steps[-1], duration="")  # what is gone down to goes on
    whole = text[regimen.start : taper.end()]
    return replace(regimen, duration=length, end=taper.end(), text=whole, steps=tuple(steps))


def _with_open_end(text: str, regimen: Regimen) -> Regimen:
    """The regimen with the taper that follows it, as it is written."""
    goes_on = _LEFT_OPEN.match(text, regimen.end)
    if goes_on is None:
        return regimen
    lasting = f"{regimen.duration} {goes_on['how']}".strip()
    return replace(regimen, duration=lasting, end=goes_on.end(), text=text[regimen.start : goes_on.end()])
