"""Sections of a clinical note: the headings that open them, and what closes those that must not run on."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.section_ends import section_end
from osler.core.language.types import Section, SectionKind

_LONGEST_HEADING = 60
_SHORTEST_BARE_HEADING = 1
"""A single letter ("S", "O") is a heading only before a colon."""
_DECORATION = " \t#*_=>-–—•|"
_NUMBERING = re.compile(r"^(?:\d{1,2}|[ivxIVX]{1,4}|[A-Z])[.)]\s+")
_LINE = re.compile(r"[^\r\n\x0b\x0c\x85\u2028\u2029]+")
_INLINE = re.compile(r"(?:(?<=[.!?]\s)[ \t]{0,9}|(?<=[ \t]{2}))([A-Z][A-Za-z /&-]{1,48}):")
_DATED = re.compile(r"[\s(]+\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?\)?$")
_JOINED = re.compile(r"\s*(?:&|/|\+|,|\band\b)\s*")
_WORDS_JOINED = 2
_PROBLEM_LISTS = frozenset({SectionKind.ASSESSMENT, SectionKind.PLAN, SectionKind.DIAGNOSES})


class _Heading(NamedTuple):
    start: int
    end: int
    title: str
    kind: SectionKind


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, SectionKind]:
    rules = read_yaml("sections.yml")
    return {name: SectionKind(kind) for kind, names in rules.items() for name in names}


def sections(text: str) -> list[Section]:
    """The sections of a note, in order and without gaps; a note without headings is one narrative section.

    A section that changes how a statement is read ends where its content does: what follows has no title and is
    narrative, or of the kind that its first words say.
    """
    headings = _headings(text)
    starts = [heading.start for heading in headings]
    found: list[Section] = []
    if not starts or starts[0] > 0:
        found.append(Section(0, starts[0] if starts else len(text), "", SectionKind.NARRATIVE, 0))
    for heading, end in zip(headings, [*starts[1:], len(text)], strict=False):
        close = section_end(text, heading.kind, heading.end, end)
        if close is None:
            found.append(Section(heading.start, end, heading.title, heading.kind, heading.end))
            continue
        found.append(Section(heading.start, close.at, heading.title, heading.kind, heading.end))
        found.append(Section(close.at, end, "", close.kind, close.at))
    return found


def _headings(text: str) -> list[_Heading]:
    if ":" not in text and "\n" not in text and "\r" not in text and "#" not in text:
        return []
    found: list[_Heading] = []
    for line in _LINE.finditer(text):
        heading = _line_heading(line.group(), line.start())
        if heading and heading.kind is SectionKind.OTHER and found and _is_problem(line.group(), found[-1].kind):
            heading = None
        if heading:
            found.append(heading)
        if ":" in line.group():
            found += _inline_headings(text, line, heading)
    return found


def _is_problem(line: str, within: SectionKind) -> bool:
    """Whether a marked line is an entry of a problem list ("# Septic shock - resolved") and opens no section."""
    return line.lstrip(" \t").startswith("#") and within in _PROBLEM_LISTS


def _line_heading(line: str, offset: int) -> _Heading | None:
    colon = line.find(":", 0, _LONGEST_HEADING)
    is_marked = line.lstrip(" \t").startswith(("#", "**"))
    written = line[:colon] if colon >= 0 else line
    if len(written) > _LONGEST_HEADING:
        return None
    title = _NUMBERING.sub("", written.strip(_DECORATION)).strip()
    if not title or not title[0].isalpha():
        return None
    known = _normal(_DATED.sub("", title))
    kind = _lexicon().get(known) or (_joined_kind(known) if colon >= 0 else None)
    end = offset + (colon + 1 if colon >= 0 else len(line))
    ends_line = colon < 0 or not line[colon + 1 :].strip(_DECORATION)
    if kind is not None:
        return _Heading(offset, end, title, kind) if colon >= 0 or _stands_alone(written, is_marked) else None
    if ends_line and (is_marked or (colon >= 0 and title[0].isupper() and len(title.split()) <= 5)):
        return _Heading(offset, end, title, SectionKind.OTHER)
    return None


def _joined_kind(title: str) -> SectionKind | None:
    """The kind of a heading that joins a known one with what no other section is called: "allergies and sensitivities"."""
    first, *others = _JOINED.split(title)
    kind = _lexicon().get(first)
    if kind is None or len(others) != 1 or len(others[0].split()) > _WORDS_JOINED:
        return None
    return kind if _lexicon().get(others[0], kind) is kind else None


def _stands_alone(written: str, is_marked: bool) -> bool:
    """Whether a line without a colon is written as a heading: marked up, in capitals, or beginning with one."""
    words = written.strip()
    return is_marked or (words[:1].isupper() and len(words) > _SHORTEST_BARE_HEADING)


def _inline_headings(text: str, line: re.Match[str], heading: _Heading | None) -> list[_Heading]:
    found = []
    for match in _INLINE.finditer(text, heading.end if heading else line.start(), line.end()):
        kind = _lexicon().get(_normal(match.group(1)))
        if kind is not None:
            found.append(_Heading(match.start(1), match.end(), match.group(1), kind))
    return found


def _normal(title: str) -> str:
    return " ".join(title.lower().split())
