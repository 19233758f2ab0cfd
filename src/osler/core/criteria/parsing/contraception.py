"""Contraception asked of women who may become pregnant, written among exclusions: it leaves out none of them by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from osler.core.criteria.lexing.plain import clean
from osler.core.criteria.parsing.grouping import Item
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.tree import all_of, atoms
from osler.core.criteria.types import Expression, Pregnancy, SexIs, Unparsed

_GROUP = re.compile(
    r"\b(?:child\s?-?bearing|reproductive|fertile|pre-?menopausal)\b(?:\s+(?:potential|age|period|capacity|years))?"
)
_MEANS = re.compile(r"\bcontracepti\w+|\bbirth\s+control\b|\bcondoms?\b|\bbarrier\s+methods?\b")
_ASKED = re.compile(
    r"\b(?:effective|adequate|reliable|acceptable|appropriate|accepted|approved|following\s+methods?|methods?\s+of|must|should|shall|required|to\s+be\s+used|agree\w*|advised|recommended|need(?:s|ed)?\s+to)\b"
)
_LACKED = re.compile(
    r"\b(?:not?|non|nor|never|without|lack\w*|absen\w+|fail\w*|refus\w*|declin\w*|unwilling\w*|unable|inability|inadequate|ineffective|insufficient|unprotected|unless|except|neither|cannot|don't|doesn't|instead)\b"
)


def asked_of_women(
    source: AtomSource, items: Sequence[Item], read: Callable[[Sequence[Item]], Expression | None]
) -> Expression | None:
    """Whom the sentence is about, beside what no record holds of them; None where a sentence asks no contraception."""
    start, end = items[0].start, items[-1].end
    words = clean(source.text[start:end])
    group, means = _GROUP.search(words), _MEANS.search(words)
    if group is None or means is None or means.start() < group.end() or _LACKED.search(words):
        return None
    if _ASKED.search(words, group.end()) is None:
        return None
    span = source.span(start, end)
    asked = Unparsed(text=span.quote, reason="consent", span=span)
    whom = read([item for item in items if item.end <= start + group.end()])
    if whom is None or not all(isinstance(atom, SexIs | Pregnancy) for atom in atoms(whom)):
        return asked
    return all_of([whom, asked])
