"""Sentences of clinical text: prose, headings and list items, across abbreviations, decimals and wrapped lines."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise, takewhile

from osler.core.language.rules import read_table
from osler.core.language.types import Sentence, SentenceKind

_LINE_ENDS = r"\n\r\x0b\x0c\x85\u2028\u2029"
# Begins with one set of characters, which the regular expression engine can look for fast.
_CANDIDATE = re.compile(
    rf"(?<=\s\d)\)(?=\s)|(?<=\s\d\d)\)(?=\s)|[.!?{_LINE_ENDS}](?:(?<=[.!?])[.!?]{{0,9}}[\"'”’)\]]{{0,4}}(?=\s|$)|(?<=\r)\n|(?<=[{_LINE_ENDS}]))"
)
_BULLET = re.compile(r"[ \t]*(?:[-*+•▪◦‣·–—●○■□☐☑☒✓✗]|\(?\d{1,2}[.)]|[A-Za-z][.)]|\[[ xX]?\])(?=[ \t])")
_INLINE_NUMBER = re.compile(r"(?<!\S)(\d{1,2})$")
_HEADING_AHEAD = re.compile(r"[ \t]*[A-Z][A-Za-z /&,'()-]{1,48}:")
_CAPITALS_AHEAD = re.compile(rf"[ \t]*[A-Z][A-Z /&'-]{{3,48}}(?:[ \t][-–—(][^{_LINE_ENDS}]*)?(?:[{_LINE_ENDS}]|$)")
"""A line in capitals, with or without a remark after a dash: the heading of what follows."""
_BEFORE_NAMES = frozenset({"by", "with", "and", "from", "to", "per", "for", "of"})
_WRAPPED_LINE = 50
"""A line shorter than this ended because its author ended it, not because the page did."""
_PAGE_LINE = 60
_NARROWEST_PAGE = 30
_WORD_WINDOW = 24
_DOUBTED = re.compile(r"[ \t]+(?!(?:no|nil|none|not|yes|never|denies|denied)\b)[a-z]")
_DOUBTED_MORE = re.compile(r"[ \t]+(?!(?:no|nil|none|not|yes|never|denies|denied)\b)[a-z]", re.IGNORECASE)
"""A word that is no answer: in small letters behind one question mark, which may end a sentence."""
_WORD = re.compile(r"[^\W\d_]+")
_DOTTED = re.compile(r"[A-Za-z]{1,2}(?:\.[A-Za-z]{1,2})+")
LONGEST_SENTENCE = 5_000
"""Text without any full stop is cut here, so that work per sentence stays bounded."""


@lru_cache(maxsize=1)
def _abbreviations() -> dict[str, str]:
    return {row[0]: row[1] for row in read_table("abbreviations.tsv")}


def sentences(text: str) -> list[Sentence]:
    """The sentences, headings and list items of a text, in order, without the white space between them."""
    found: list[Sentence] = []
    start = line_start = 0
    width = max(map(len, text.split("\n"))) if "\n" in text else 0
    listed = 0
    for match in _CANDIDATE.finditer(text):
        if match.group()[0] in ".!?)":
            number = _INLINE_NUMBER.search(text, max(line_start, match.start() - 4), match.start())
            if number is not None and _begins_item(text, line_start, number, listed):
                # "1. Anemia 2. Pneumonia ruled out 3. Gout" in one line: a number begins its item.
                listed = int(number[1])
                _add(found, text, start, number.start(1))
                start = max(start, number.start(1))
                continue
            if match.group() == ")" or not _stop_ends_sentence(text, start, line_start, match):
                continue
        else:
            ended_line, line_start = line_start, match.end()
            listed = 0
            if not _line_ends_sentence(text, ended_line, match, width):
                continue
        _add(found, text, start, match.end())
        start = match.end()
    _add(found, text, start, len(text))
    return found


def _begins_item(text: str, line_start: int, number: re.Match[str], listed: int) -> bool:
    """Whether a number begins an item of a list inside a line: the next one, or the first after a colon or nothing."""
    if int(number[1]) > 1:
        return listed > 0 and int(number[1]) == listed + 1
    before = text[max(line_start, number.start(1) - 4) : number.start(1)].rstrip()
    return int(number[1]) == 1 and (not before or before[-1] in ":;")


def _add(found: list[Sentence], text: str, start: int, end: int) -> None:
    while end - start > LONGEST_SENTENCE:
        space = text.rfind(" ", start + LONGEST_SENTENCE // 2, start + LONGEST_SENTENCE)
        cut = space if space >= 0 else start + LONGEST_SENTENCE
        _add(found, text, start, cut)
        start = cut
    piece = text[start:end]
    trimmed = piece.strip()
    if not trimmed:
        return
    start += len(piece) - len(piece.lstrip())
    found.append(Sentence(start, start + len(trimmed), trimmed, _kind(trimmed)))


def _kind(trimmed: str) -> SentenceKind:
    is_plain_word = trimmed[0].isalpha() and trimmed[1:2] not in {".", ")"}
    if not is_plain_word and _BULLET.match(trimmed):
        return "bullet"
    if trimmed[0] == "#" or (trimmed[-1] == ":" and len(trimmed) <= 60):
        return "heading"
    return "prose"


def _stop_ends_sentence(text: str, start: int, line_start: int, match: re.Match[str]) -> bool:
    stop = match.start()
    if not match.group().strip("?") and _opens_a_query(text, start, stop, match.end()):
        return False
    if text[stop] != "." or match.end() - stop > 1:
        return True
    after = text[match.end() : match.end() + _WORD_WINDOW].lstrip()
    before = text[max(start, stop - _WORD_WINDOW) : stop].split()
    word = before[-1].lstrip("([\"'") if before else ""
    if not word:
        return True
    word_start = stop - len(word)
    if word.isdigit() and len(word) <= 2 and not text[max(start, line_start) : word_start].strip():
        return False  # the number of a list item
    kind = _abbreviations().get(word) or _abbreviations().get(word.lower())
    if kind == "opens":
        return False
    if kind == "numbers" and after[:1].isdigit():
        return False
    if kind == "closes":
        return not after[:1].islower()
    if kind == "unit":
        return not _carries_on(after)
    if after[:1].islower():
        # Hurried writers begin a sentence with a small letter; only what can be an abbreviation leaves it open.
        return len(word) > 1 and not _DOTTED.fullmatch(word)
    return not (len(word) == 1 and word.isupper() and _is_initial(before))


def _opens_a_query(text: str, start: int, stop: int, end: int) -> bool:
    """Whether question marks stand before what they doubt ("? dysphagia", "fits ? syncope", "? UC ?? Crohns") and not after what they ask."""
    if not text[start:stop].strip():
        return True
    return text[stop - 1].isspace() and (_DOUBTED if end - stop == 1 else _DOUBTED_MORE).match(text, end) is not None


def _carries_on(after: str) -> bool:
    """Whether what follows a unit with a full stop still speaks of the amount: "5 mg. daily", "10 cm. from the verge"."""
    following = _WORD.match(after)
    return following is not None and _abbreviations().get(following.group()) in {"follows", "dangles"}


def _is_initial(words: list[str]) -> bool:
    """Whether the capital letter that ends these words begins a name ("with J. Doe"), unlike that of "hepatitis B."."""
    return len(words) > 1 and (words[-2] in _BEFORE_NAMES or words[-2].endswith("."))


def _line_ends_sentence(text: str, line_start: int, match: re.Match[str], width: int) -> bool:
    line = text[line_start : match.start()].strip()
    if not line:
        return True
    ahead = text[match.end() : match.end() + 64]
    next_line = ahead.lstrip(" \t")
    if not next_line or next_line[0] in "\r\n#|" or _BULLET.match(ahead):
        return True
    if line[-1] in ":.!?;" or line[0] == "#":
        return True
    if next_line[0].islower():
        return not _runs_on(text, line_start, match, next_line)
    if len(line) < _WRAPPED_LINE or _HEADING_AHEAD.match(ahead) is not None:
        return True
    if not line.isupper() and _CAPITALS_AHEAD.match(ahead) is not None:
        return True
    # A page breaks a line where the next word does not fit; an author who breaks earlier ends a statement.
    first_word = next(iter(next_line.split(maxsplit=1)), "")
    return len(line) + 1 + len(first_word) <= width


def _runs_on(text: str, line_start: int, match: re.Match[str], next_line: str) -> bool:
    """Whether a line whose follower begins with a small letter was broken by the page, or lacks its end.

    A page breaks a line only where the next word does not fit, and the widest line of a paragraph always looks so: a
    second such line tells of a page, and a single one must be as long as pages make them.
    """
    line = text[line_start : match.start()].strip()
    last = _WORD.findall(line)[-1:]
    if line[-1] in ",-–(/&+" or line.count("(") > line.count(")"):
        return True
    if last and line.endswith(last[0]) and _abbreviations().get(last[0].lower()) == "dangles":
        return True
    if len(line) < _NARROWEST_PAGE:
        return False
    lines = _paragraph(text, line_start, match.end())
    width = max(map(len, lines))
    if len(line) + 1 + len(next_line.split(maxsplit=1)[0]) <= width:
        return False
    full = sum(
        len(one) >= _NARROWEST_PAGE and len(one) + 1 + len(after.split(maxsplit=1)[0]) > width
        for one, after in pairwise(lines)
    )
    return full > 1 or len(line) >= _PAGE_LINE


def _paragraph(text: str, line_start: int, next_start: int) -> list[str]:
    """The lines around a line break, up to the empty ones, as far as a page's width can be told from them."""
    above = text[max(0, line_start - LONGEST_SENTENCE) : line_start].splitlines()
    below = text[line_start : next_start + LONGEST_SENTENCE].splitlines()
    lines = [*reversed([*takewhile(str.strip, reversed(above))]), *takewhile(str.strip, below)]
    return [line.strip() for line in lines]
