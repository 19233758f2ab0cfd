"""What of a letter names its writers and not its patient: letterhead, signature, and the footers below it.

A clinic is named by the diseases that it treats; its patient need have none of them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.core.patient.problems import Level, Problem
from osler.yaml_reader import packaged_yaml

_HEAD_LINES = 12
"""Within how many lines the greeting stands below a letterhead."""
_LETTERHEAD_WORDS = 12
_SIGNATURE_LINES = 4
_SIGN = re.compile(r"\S@\S|https?:|www\.|\b(?:Dr|Prof|Tel|Phone|Bleep|Pager)\b")
"""What a signature states, and a part of a note seldom."""
_DATED = (
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]{2,8},? \d{4}"
    r"|[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
)
_DAY = re.compile(_DATED)
_AGED = r"(?:an? |this )?\d{1,3}[ \t-]?(?:[MF]\b|y/?o\b|(?:years?|yrs?|months?|weeks?|days?)[ \t-]old)"


class _Words(NamedTuple):
    closing: re.Pattern[str]
    footer: re.Pattern[str]
    with_name: re.Pattern[str]
    resumes: re.Pattern[str]
    service: re.Pattern[str]
    greeting: re.Pattern[str]


@cache
def _words() -> _Words:
    table = packaged_yaml(__package__, "signature.yml")
    closings, of_patient, headings, services, greetings, footers = (
        "|".join(map(re.escape, sorted(table[key], key=len, reverse=True)))
        for key in ("closings", "of_patient", "headings", "services", "greetings", "footers")
    )
    return _Words(
        closing=re.compile(rf"[ \t]*(?:{closings})[ \t,.!]*|--[ \t]*", re.IGNORECASE),
        footer=re.compile(rf"[ \t*]*(?:{footers})\b", re.IGNORECASE),
        with_name=re.compile(
            rf"(?:^|(?<=[.!?]))[ \t]*(?i:{closings})[ \t]*[,!.][ \t]+(?!(?i:{of_patient})\b)[A-Z][^.!?\d]{{0,80}}\.?[ \t]*$"
        ),
        resumes=re.compile(
            rf"[ \t#*•-]*(?:(?i:{of_patient})(?!\w)|(?i:{headings})[ \t*]*(?::|$)|{_DATED}|(?i:{_AGED}))"
        ),
        service=re.compile(rf"\b(?:{services})\b", re.IGNORECASE),
        greeting=re.compile(rf"[ \t]*(?:{greetings})\b", re.IGNORECASE),
    )


def unsigned(text: str) -> tuple[str, list[Problem]]:
    """A letter without letterhead and signature, and how many words these have."""
    lines = text.split("\n")
    heading = _letterhead(lines)
    # The day of a letter often stands on the line of its letterhead; without it the letter has none, or another's.
    days = {place: _DAY.search(lines[place]) for place in heading}
    kept, words = signed(
        "\n".join(day[0] if (day := days.get(place)) else line for place, line in enumerate(lines)
                  if place not in heading or days[place])
    )  # fmt: skip
    counts = {
        "of a letterhead": sum(
            len(lines[place].split()) - (len(day[0].split()) if day else 0) for place, day in days.items()
        ),
        "of a signature or below it": words,
    }
    if not any(counts.values()):
        return text, []
    told = ", ".join(f"{count} {'word' if count == 1 else 'words'} {where}" for where, count in counts.items() if count)
    mend = "put into the text above the signature what is said of the patient there"
    return kept, [Problem(code="input.not_read", level=Level.INFO, message=f"{told} were not read", mend=mend)]


def signed(text: str) -> tuple[str, int]:
    """A text without what stands below its closings, as far as that does not speak of the patient again."""
    kept: list[str] = []
    words, signing = 0, False
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if signing and _words().resumes.match(line):
            signing = False
        if signing:
            words += len(line.split())
            continue
        if _words().closing.fullmatch(line):
            signing = _names_writer(lines[place + 1 : place + 1 + _SIGNATURE_LINES], divided="-" in line)
        elif _words().footer.match(line):
            signing = True
            words += len(line.split())
            continue
        elif named := _words().with_name.search(line):
            signing = True
            words += len(line[named.start() :].split())
            kept.append(line[: named.start()])
            continue
        kept.append(line)
    return "\n".join(kept), words


def _names_writer(below: list[str], *, divided: bool) -> bool:
    """Whether the lines below a closing begin as a signature does; dashes alone may divide a note as well."""
    first = next((line.strip() for line in below if line.strip()), "")
    if divided:
        return any(_SIGN.search(line) or _words().service.search(line) for line in below)
    return len(first.split()) <= _LETTERHEAD_WORDS and not first.endswith((".", ":"))


def _letterhead(lines: list[str]) -> set[int]:
    """The lines above a greeting that name a service and nothing else."""
    greeting = next((at for at, line in enumerate(lines[:_HEAD_LINES]) if _words().greeting.match(line)), 0)
    return {
        at
        for at, line in enumerate(lines[:greeting])
        if _words().service.search(line)
        and len(line.split()) <= _LETTERHEAD_WORDS
        and not line.rstrip().endswith(".")
        and ":" not in line
        and not _words().resumes.match(line)
    }
