"""The sentences of a passage: a mark of grade belongs to what it follows, and a gap that was cut says nothing."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.language import Sentence, sentences
from osler.core.library.rows import row_of

CUT = "[… text addressed to a language model was cut here …]"
"""What stands where something was cut, so that a reader sees that the passage is not whole."""
_GRADE_AHEAD = re.compile(
    r"\s*(?:[(\[][^()\[\]\n]{0,40}?\b(?:grade|class|level|strength|recommendation|evidence|certainty)\b[^()\[\]\n]{0,40}[)\]]"
    r"|[(\[]\s*[12][A-D]\s*[)\]]"
    r"|(?-i:\[\s*[A-D][+-]?\s*\])"
    r"|\[\s*(?:new\s+)?(?:19|20)\d{2}[^\]\n]{0,40}\]"
    r"|(?-i:Grade|GRADE)\s*:?\s*(?:[A-DI]|[12][A-D])(?=[.;]?(?:\s+(?-i:[A-Z])|$)))[.;]?(?:\s+(?=\S)|$)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?-i:R|Rec\.?|Recommendation)?\s*\d{1,2}(?:\.\d{1,3}){0,4}[a-z]?[.:)]?\s*", re.IGNORECASE)
"""The number of a recommendation, which says nothing by itself."""


@lru_cache(maxsize=4096)
def passage_sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a passage in order; "Do this. (Grade A) Do that." is three, and the mark is the first one's."""
    found: list[Sentence] = []
    offset = 0
    if row_of(text):
        # What the cells of a row give is never parted from their columns.
        line, _, text = text.partition("\n")
        found.append(Sentence(0, len(line), line))
        offset = len(line) + 1
    for piece in text.split(CUT):
        for one in sentences(piece):
            found += _apart(piece, one, offset)
        offset += len(piece) + len(CUT)
    return tuple(one for one in found if not _LABEL.fullmatch(one.text))


def _apart(text: str, sentence: Sentence, offset: int) -> list[Sentence]:
    """A sentence without the marks of grade before it, which are sentences of their own."""
    found: list[Sentence] = []
    start = sentence.start
    while mark := _GRADE_AHEAD.match(text, start, sentence.end):
        words = mark.group().strip()
        begin = text.index(words, mark.start())
        found.append(Sentence(offset + begin, offset + begin + len(words), words))
        start = mark.end()
    words = text[start : sentence.end]
    if not words.strip():
        return found
    return [*found, Sentence(offset + start, offset + sentence.end, words, sentence.kind)]
