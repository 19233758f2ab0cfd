"""A note whose every word is recognisable, and the search for such words where they must not be.

Tests of a capability run it on `NOTE` inside `everything_logged()` and pass the result to `assert_no_leak`.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

NOTE = """Patient name: Quillon Zebrowitz. DOB 03/14/1961. MRN: 88-412-907.
Mr. Zebrowitz, a glassblower from Tarnholm, reports nystagmus and photophobia since February 2019.
His daughter Isolde Zebrowitz noticed clumsiness while harvesting quinces. Telephone 617-555-0142.
Exam: dysmetria, wide-based gait; no papilledema. Impression: cerebellar ataxia, rule out Friedreich ataxia.
"""

# Words that programs write in any log; everything else of a note is the patient's.
_COMMON = frozenset(
    [
        "patient",
        "name",
        "since",
        "from",
        "with",
        "while",
        "reports",
        "exam",
        "impression",
        "rule",
        "noticed",
        "february",
        "telephone",
        "based",
        "wide",
    ]
)


def words_of(note: str) -> set[str]:
    """The words and numbers of a note that would betray it."""
    words = {word.lower() for word in re.findall(r"[^\W\d_]{4,}|\d[\d/-]{5,}\d", note)}
    return words - _COMMON


def leaked_words(text: str, note: str = NOTE) -> set[str]:
    """Which words of the note stand in the text."""
    lowered = text.lower()
    return {word for word in words_of(note) if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", lowered)}


def assert_no_leak(text: str, note: str = NOTE) -> None:
    """Fail if the text holds any word of the note."""
    leaked = leaked_words(text, note)
    assert not leaked, f"patient text leaked: {sorted(leaked)}"


class _Collector(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def everything_logged() -> Iterator[list[str]]:
    """Every line that any logger writes at any level, with its traceback, unfiltered."""
    root = logging.getLogger()
    collector = _Collector()
    level = root.level
    root.addHandler(collector)
    root.setLevel(logging.DEBUG)
    try:
        yield collector.lines
    finally:
        root.removeHandler(collector)
        root.setLevel(level)
