"""The lines of an eligibility text: markers, indentation, headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from osler.core.criteria.types import CriterionKind

# A bullet or a number that opens a list item. Letters and numbers need their bracket or full stop.
# A letter with a full stop before one of these is the beginning of a germ's name: "H. pylori".
_SPECIES = r"(?!\.\s(?i:pylori|influenzae|pneumoniae|aureus|coli|difficile|falciparum|vivax|albicans|tuberculosis)\b)"
_MARKER = re.compile(
    r"(?P<bullet>\\?[*\u2022\u25cf\u25aa\u25a0\u25e6\u2023\u00b7\u2043\uf0b7\uf0a7o](?=\s)|\\?[-\u2013\u2014](?=\s|[A-Z])|[\u2022\u25cf\uf0b7])"
    rf"|(?P<number>\(?(?:\d{{1,2}}(?:\.\d{{1,2}}){{0,3}}|[a-zA-Z]{_SPECIES}|[ivx]{{1,4}})(?:\\?[.)](?:\)|(?=\s|[A-Z]))))"
)
_KIND_HEADING = re.compile(
    r"[\W\d_]*(?:(?:key|main|major|general|principal|primary|specific|additional|other|study|subject|patient|trial)\s+){0,2}"
    r"(?:criteria\s+for\s+)?(?P<kind>non[- ]?inclusion|inclusion|exclusion|inclusions|exclusions|eligibility)"
    r"(?:\s*criteri(?:a|on|as|ons)?)?(?P<rest>[^:\n]{0,60}?)\s*(?P<colon>:|$)",
    re.IGNORECASE,
)
_INNER_HEADING = re.compile(
    r"(?P<stop>[.;:,)]?)\s+(?P<title>(?:(?:Key|Main|Major|KEY|MAIN|MAJOR)\s+)?(?:Non-?[Ii]nclusion|NON-?INCLUSION|Inclusion|Exclusion|INCLUSION|EXCLUSION)"
    r"(?:\s+(?:[Cc]riteri(?:a|on)|CRITERI(?:A|ON)))?\s*:)"
)
"""A heading inside a line: a capital, a colon, and a full stop or another heading before it."""
_GROUP_WORDS = 12


class Line(NamedTuple):
    """One line that is not blank: where its marker and its words are."""

    start: int
    """Where the words begin, after any marker."""
    end: int
    indent: int
    marker: str
    after_blank: bool
    text: str


class Heading(NamedTuple):
    """A line, or the beginning of one, that names what follows."""

    start: int
    end: int
    kind: CriterionKind | None
    title: str


def lines(text: str, start: int = 0, end: int | None = None) -> Iterator[Line]:
    """Every line of a stretch of text that has words."""
    stop = len(text) if end is None else end
    blank = True
    position = start
    while position < stop:
        newline = text.find("\n", position, stop)
        line_end = stop if newline < 0 else newline
        raw = text[position:line_end]
        words = raw.strip()
        if not words:
            blank = True
        else:
            indent = len(raw) - len(raw.lstrip())
            first = position + indent
            found = _MARKER.match(text, first, line_end)
            marker = found.group() if found and text[found.end() : line_end].strip() else ""
            begin = first + len(marker)
            while begin < line_end and text[begin].isspace():
                begin += 1
            finish = position + len(raw.rstrip())
            yield Line(begin, finish, indent, marker, blank, text[begin:finish])
            blank = False
        position = line_end + 1


def at_headings(text: str, line: Line) -> Iterator[Line]:
    """A line cut before each inclusion or exclusion heading inside it: a whole text may be one line."""
    heading = kind_heading(text, line)
    begin = heading.end - 1 if heading else line.start
    found = [match for match in _INNER_HEADING.finditer(text, begin, line.end) if match["stop"] or heading]
    edges = [line.start, *(match.start("title") for match in found), line.end]
    for place, (start, stop) in enumerate(pairwise(edges)):
        words = text[start:stop].rstrip()
        if words:
            cut = Line(start, start + len(words), line.indent, "", False, words)
            yield line._replace(end=cut.end, text=words) if place == 0 else cut


def kind_heading(text: str, line: Line) -> Heading | None:
    """The inclusion or exclusion heading that a line is, or begins with."""
    begin = line.start - len(line.marker) if line.marker.startswith(("-", "*")) else line.start
    found = _KIND_HEADING.match(text, line.start, line.end)
    if not found or (found["rest"] and not found["colon"]):
        return None
    if not found["colon"] and found.end() < line.end:
        return None
    word = found["kind"].lower()
    kind: CriterionKind = "exclusion" if word.startswith(("ex", "non")) else "inclusion"
    return Heading(min(begin, line.start), found.end(), kind, found.group().strip(" :*_-"))


def is_group_heading(line: Line, following: Line | None) -> bool:
    """Whether a line only names the list after it ("For parent participants:", "DISEASE CHARACTERISTICS:")."""
    if line.marker or not line.text.endswith(":") or following is None:
        return False
    if len(line.text.split()) > _GROUP_WORDS or not (following.marker or following.after_blank):
        return False
    named = line.text.lower().startswith(("for ", "in ", "part ", "cohort ", "group ", "arm ", "phase "))
    return named or line.text.isupper() or line.text[:-1].istitle()
