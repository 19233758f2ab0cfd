"""A sentence that repeats its source nearly word for word: every word that was dropped, added or turned round counts.

In other words than the source's, a word more or less tells nothing. In the source's own words, in their own order, the one
adjective that is missing, the "not" that is gone or the clause that was hung on is all that was changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from osler.core.library import row_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.coverage import is_known, named_in, stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.marks import without_marks
from osler.guidelines.checking.statements import Statement, claim_stems

_KEPT = 0.8
"""The share of the source's words of content, in their order, from which on a sentence repeats it."""
_ALL_KEPT = 0.7
"""The same of all its words."""
_FEWEST = 3
_WORD = re.compile(r"[A-Za-z0-9][\w.%/-]*|[,;:]")
_OR_MORE = re.compile(
    r"or (?:more|less|higher|lower|older|younger|above|below|over|under|greater|fewer)", re.IGNORECASE
)
_NOT = frozenset({"not", "no", "never", "without", "cannot"})
_JOINS = frozenset({"and", "or", "nor", ",", ";", ":"})


class _Word(NamedTuple):
    text: str
    key: str
    """Its stem, or the word itself where it has none."""
    content: tuple[str, ...]


def nearly_faults(
    said: Statement,
    basis: Sequence[Statement],
    every: Sequence[Statement],
    context: str,
    vocabularies: Vocabularies,
) -> Iterable[tuple[FaultKind, str]]:
    """What a sentence in its source's own words drops from it, hangs on it, or no longer denies."""
    head = basis[0]
    if row_of(head.text):
        return
    there, here = _words(without_marks(head.text)), _words(without_marks(said.text))
    matcher = SequenceMatcher(None, [one.key for one in there], [one.key for one in here], autojunk=False)
    operations = matcher.get_opcodes()
    content = sum(bool(one.content) for one in there)
    same = [one for name, start, end, _, _ in operations if name == "equal" for one in there[start:end]]
    kept = sum(bool(one.content) for one in same)
    if content < _FEWEST or kept < min(_KEPT * content, content - 1) or len(same) < _ALL_KEPT * len(there):
        return
    told = _Told(said, every, context, vocabularies)
    for name, start, end, from_, to in operations:
        if name == "delete":
            yield from _dropped(there, start, end, told)
            yield from _unlimited(there[start:end])
        if name in {"delete", "insert"} and said.negators != head.negators:
            yield from _denied(there[start:end], here[from_:to])
        if name == "insert":
            yield from _added(here[from_:to], told)


class _Told:
    """The words of a sentence and those of its sources."""

    def __init__(self, said: Statement, every: Sequence[Statement], context: str, vocabularies: Vocabularies) -> None:
        self.here = set(said.stems) | set(stems(said.text))
        self.there = {stem for one in every for stem in one.stems} | set(claim_stems(context))
        known = named_in(every, context, vocabularies)
        self.vouched = {stem for one in said.named if is_known(one, known, vocabularies) for stem in one.stems}
        self.named = [one for source in every for one in source.named if is_known(one, said.named, vocabularies)]
        self.plain = lexicon().actions | lexicon().redundant


def _words(text: str) -> list[_Word]:
    return [
        _Word(
            match.group(),
            (found[0] if (found := stems(match.group())) else match.group().casefold()),
            claim_stems(match.group()),
        )
        for match in _WORD.finditer(text)
    ]


def _dropped(there: Sequence[_Word], start: int, end: int, told: _Told) -> Iterable[tuple[FaultKind, str]]:
    """A word or two right before a word that was kept: "frail adults", "mechanical heart valve"."""
    gone, after = there[start:end], there[end : end + 1]
    before = there[start - 1].key if start else ""
    if not all(one.content for one in (*gone, *after)) or len(gone) > 2 or not after or before in _JOINS:
        return
    own = [stem for one in gone for stem in one.content if stem not in told.plain]
    lost = [stem for stem in own if not stands(stem, told.here)]
    same_name = any(set(lost) <= one.stems and set(after[0].content) <= one.stems for one in told.named)
    if lost and len(lost) == len(own) and not same_name:
        words = " ".join(one.text for one in (*gone, *after))
        yield "condition", f"the cited passage says {words!r}"


def _unlimited(gone: Sequence[_Word]) -> Iterable[tuple[FaultKind, str]]:
    """A limit that became the number alone: a score of 2 for a score of 2 or more."""
    text = " ".join(one.text for one in gone)
    if _OR_MORE.fullmatch(text):
        yield "number", f"the cited passage says {text!r}"


def _denied(gone: Sequence[_Word], come: Sequence[_Word]) -> Iterable[tuple[FaultKind, str]]:
    """A "not" that only one of them has, where nothing else differs there."""
    for one, told in ((gone, "the cited passage says {!r}"), (come, "the cited passage does not say {!r}")):
        if len(one) == 1 and one[0].text.casefold() in _NOT:
            yield "negation", told.format(one[0].text)


def _added(come: Sequence[_Word], told: _Told) -> Iterable[tuple[FaultKind, str]]:
    """What stands between, before or behind the words of the source, and is none of them in other words."""
    added = [
        stem
        for one in come
        for stem in one.content
        if stem not in told.plain | told.vouched and not stands(stem, told.there)
    ]
    if added:
        yield "name", f"it adds {' '.join(one.text for one in come)!r} to what the cited passage says"
