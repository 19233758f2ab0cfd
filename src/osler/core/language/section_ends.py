"""Where the content of a section ends, although no new heading has come."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.types import SectionKind

_LINE = re.compile(r"([^\n\r]*)(\r\n|\n|\r|$)")
_BULLET = re.compile(r"[ \t]*(?:[-*+•▪◦‣·–—●○]|\(?\d{1,2}[.)]|[A-Za-z][.)]|\[[ xX]?\])[ \t]")
_LABEL = re.compile(r"[ \t]*([A-Za-z][\w /&'-]{1,40}):")
_SENTENCE_START = re.compile(r"(?<=[.;!?])\s+(?=[A-Z])")
_NONE = re.compile(
    r"\s*(?:none(?:\sknown)?|nil(?:\sknown)?|no|nkda|nka|denies|denied|unknown|negative)[.;]\s+(?=[A-Z])", re.IGNORECASE
)
_FIRST_WORD = re.compile(r"[A-Za-z]+")
_WRAPPED_LINE = 60
"""A line shorter than this ended because its author ended it."""


class Close(NamedTuple):
    """Where a section ends, and what kind of text follows."""

    at: int
    kind: SectionKind


class _Rules(NamedTuple):
    closes: frozenset[SectionKind]
    lead_ins: tuple[tuple[re.Pattern[str], SectionKind], ...]
    family_labels: frozenset[str]
    kin: re.Pattern[str]
    """Words by which a sentence speaks of the family."""


class _Line(NamedTuple):
    start: int
    end: int
    text: str

    @property
    def blank(self) -> bool:
        return not self.text.strip()

    @property
    def bullet(self) -> bool:
        return _BULLET.match(self.text) is not None


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    table = read_yaml("section_ends.yml")
    lead_ins = tuple(
        (re.compile(rf"(?:{'|'.join(map(re.escape, phrases))})(?!\w)", re.IGNORECASE), SectionKind(kind))
        for kind, phrases in table["lead_ins"].items()
    )
    closes = frozenset(SectionKind(kind) for kind in table["closes"])
    kin = re.compile(rf"\b(?:{'|'.join(map(re.escape, table['kin']))})\b", re.IGNORECASE)
    return _Rules(closes, lead_ins, frozenset(table["family_labels"]), kin)


def section_end(text: str, kind: SectionKind, body_start: int, end: int) -> Close | None:
    """Where a section of this kind ends before `end`; None when its content runs that far."""
    rules = _rules()
    if kind not in rules.closes:
        return None
    before: _Line | None = None
    after_blank = False
    first_line_end = _line_end(text, body_start)
    has_inline = bool(text[body_start:first_line_end].strip(" \t*_-"))
    for line in _lines(text, body_start, end):
        if line.blank:
            after_blank = before is not None
            continue
        if before is not None and _ends_between(before, line, kind, after_blank, has_inline, rules):
            return Close(line.start, _kind_of(line.text, rules))
        inside = _lead_in_inside(line, kind, before is not None, rules) or _leaves_the_family(line, kind, rules)
        inside = inside or _leaves_the_allergies(line, kind)
        inside = inside or (_after_none(line, rules) if before is None else None)
        if inside is not None:
            return inside
        before, after_blank = line, False
    return None


def _ends_between(
    before: _Line, line: _Line, kind: SectionKind, after_blank: bool, has_inline: bool, rules: _Rules
) -> bool:
    """Whether a section that holds one line no longer holds the next."""
    if after_blank:
        return not (before.bullet and line.bullet)
    if kind in (SectionKind.ALLERGIES, SectionKind.FAMILY_HISTORY) and _foreign_label(line, rules):
        return True
    if not has_inline or before.bullet:
        return False
    # One line of content after the heading: a wrapped line goes on, a list or a new statement does not.
    wrapped = len(before.text) >= _WRAPPED_LINE and not before.text.rstrip().endswith((".", ":"))
    return line.bullet or not (wrapped or line.text[:1].islower())


def _foreign_label(line: _Line, rules: _Rules) -> bool:
    label = _LABEL.match(line.text)
    if label is None:
        return False
    first = _FIRST_WORD.search(label[1])
    return first is not None and first.group().lower() not in rules.family_labels


def _lead_in_inside(line: _Line, kind: SectionKind, has_content: bool, rules: _Rules) -> Close | None:
    """The place inside a line where words of another section begin ("… epilepsy. On examination …")."""
    starts = [line.start] if has_content else []
    starts += [line.start + match.end() for match in _SENTENCE_START.finditer(line.text)]
    for start in starts:
        sentence = line.text[start - line.start :].lstrip()
        for pattern, begins in rules.lead_ins:
            if pattern.match(sentence) and begins is not kind and not _is_ordered(sentence, kind, begins):
                return Close(start, begins)
    return None


_SPEAKS_OF_OTHER = re.compile(
    r"(?:on|takes|taking|took|uses|using|currently|current|regular|continues?|started|also takes|pmhx?|past|known|background|history|hx|h/o|"
    r"medical|meds|medicines?|medications?|drugs?|dhx?|shx?|fhx?|he|she|his|her|they|the patient|has|had|lives|works|smok\w+|non-?smoker|ex-?smoker|"
    r"bp|pulse|hr|height|weight|bmi|diagnos\w+|admitted|presents?|presented|presenting|seen|referred|pregnant|lmp)\b"
    r"|[^.;]*\b(?:since|diagnosed|for \d+ (?:years|months)|years ago)\b",
    re.IGNORECASE,
)
_SPEAKS_OF_ALLERGY = re.compile(
    r"\b(?:allerg\w*|anaphyla\w*|rash\w*|hives|urticaria|angio-?(?:o?edema)|reaction\w*|reacts?|reacted|intoleran\w*|swell\w*|swollen|itch\w*|"
    r"nausea|vomit\w*|wheez\w*|avoid\w*|sensitiv\w*|epipen|tolerat\w*|side effects?|gi upset|bronchospasm|caus\w+)\b",
    re.IGNORECASE,
)


def _leaves_the_allergies(line: _Line, kind: SectionKind) -> Close | None:
    """The sentence of a line on allergies that speaks of something else: "Allergies: penicillin (rash). On amlodipine."."""
    if kind is not SectionKind.ALLERGIES:
        return None
    starts = [match.end() for match in _SENTENCE_START.finditer(line.text)]
    for start, end in itertools.pairwise([*starts, len(line.text)]):
        sentence = line.text[start:end]
        if _SPEAKS_OF_OTHER.match(sentence) and not _SPEAKS_OF_ALLERGY.search(sentence):
            return Close(line.start + start, SectionKind.NARRATIVE)
    return None


_REPORTS = re.compile(
    r"[^.;\n]*(?::|\b(?:show\w*|reveal\w*|demonstrat\w*|found|is|was|were|are|has|normal|unremarkable|clear|no|with|suggest\w*|confirm\w*)\b)",
    re.IGNORECASE,
)


def _is_ordered(sentence: str, kind: SectionKind, begins: SectionKind) -> bool:
    """Whether an item of a plan names a study of which nothing is reported: "Plan: admit. MRI foot."."""
    planned = kind in (SectionKind.PLAN, SectionKind.INSTRUCTIONS) and begins is SectionKind.IMAGING
    return planned and _REPORTS.match(sentence.split(". ", 1)[0]) is None


def _after_none(line: _Line, rules: _Rules) -> Close | None:
    """The place from which on a form asks for something else, where a section is over with its "none": "Allergies: none. Asthma: no."."""
    denied = _NONE.match(line.text)
    if denied is None or _LABEL.match(line.text, denied.end()) is None:
        return None
    return Close(line.start + denied.end(), _kind_of(line.text[denied.end() :], rules))


def _leaves_the_family(line: _Line, kind: SectionKind, rules: _Rules) -> Close | None:
    """The place in a line about relatives from which on it names none: "FH: mother glaucoma. No diabetes. BP 130/80."."""
    if kind is not SectionKind.FAMILY_HISTORY:
        return None
    starts = [0, *(match.end() for match in _SENTENCE_START.finditer(line.text)), len(line.text)]
    sentences = [line.text[first:last] for first, last in itertools.pairwise(starts)]
    if not rules.kin.search(sentences[0]):
        return None
    for start, sentence in zip(starts[1:], sentences[1:], strict=False):
        if not rules.kin.search(sentence):
            return Close(line.start + start, _kind_of(sentence, rules))
    return None


def _kind_of(text: str, rules: _Rules) -> SectionKind:
    plain = text.lstrip(" \t-*•")
    return next((kind for pattern, kind in rules.lead_ins if pattern.match(plain)), SectionKind.NARRATIVE)


def _lines(text: str, start: int, end: int) -> list[_Line]:
    lines = _LINE.finditer(text, start, end)
    return [_Line(*match.span(), match[1]) for match in lines if match.end() > match.start()]


def _line_end(text: str, start: int) -> int:
    found = text.find("\n", start)
    return found if found >= 0 else len(text)
