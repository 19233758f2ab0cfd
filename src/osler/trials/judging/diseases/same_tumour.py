"""One tumour told twice: by its site, and by the histology that a report of it gives."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.evidence import Span
from osler.trials.judging.findings import lineage_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import KnownFact, NumberedSentence, PatientView
from osler.trials.kinship import is_general

_TUMOUR = frozenset({"MONDO:0005070", "HP:0002664"})
_NEAR = 2
"""Sentences behind the one that names a tumour, in which a report of it may follow."""


def is_histology(fact: KnownFact) -> bool:
    """Whether a fact names a kind of tumour and no place of it: "moderately differentiated adenocarcinoma", "carcinomatosis"."""
    return bool(pattern("same_tumour", "histology").fullmatch(fact.label.casefold().strip()))


def of_site(subject: frozenset[str], view: PatientView) -> list[KnownFact]:
    """The tumours of the place that a trial is about, where a note does not yet call them malignant: "a sigmoid tumour"."""
    above = lineage_of(subject, view.vocabularies)
    return [
        fact
        for fact in view.facts
        if fact.present and not fact.over and fact.lineage & _TUMOUR and not is_histology(fact)
        and any(not is_general(code, view.vocabularies) for code in fact.lineage & above)
    ]  # fmt: skip


def tells_of(fact: KnownFact, index: Sequence[KnownFact], view: PatientView) -> bool:
    """Whether a histology is that of a tumour which the record has by its site, and is told as no other one."""
    if not is_histology(fact) or all(is_histology(one) for one in index):
        return False
    told, sited = _sentences(fact, view), {one.number for known in index for one in _sentences(known, view)}
    words = frozenset(word for known in index for word in known.words)
    return bool(told) and all(_is_of(one, sited, words) for one in told)


def _is_of(sentence: NumberedSentence, sited: set[int], words: frozenset[str]) -> bool:
    text = sentence.text.casefold()
    if pattern("same_tumour", "another").search(text):
        return False
    if sentence.number in sited or pattern("same_tumour", "spread").search(text):
        return True
    near = any(sentence.number - _NEAR <= number < sentence.number for number in sited)
    places = {found[0] for found in pattern("same_tumour", "place").finditer(text)}
    return near and bool(pattern("same_tumour", "report").search(text)) and places <= words


def _sentences(fact: KnownFact, view: PatientView) -> list[NumberedSentence]:
    """The sentences that tell of a fact; none where it rests on more than notes."""
    if not all(isinstance(item, Span) for item in fact.evidence):
        return []
    return view.sentences_of(fact.evidence)


def first_told(facts: Sequence[KnownFact]) -> list[KnownFact]:
    """The tumour of which a record tells first, by its site where it has one."""
    return sorted(facts, key=lambda fact: (is_histology(fact), _place(fact)))[:1]


def _place(fact: KnownFact) -> int:
    return min((item.start for item in fact.evidence if isinstance(item, Span)), default=0)
