"""Treatment of a cancer as letters tell it: which medicines were given together, what they did and why they ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Sentence
from osler.core.patient.extract.cancer.lexicon import pattern, rules
from osler.core.patient.types import Medication, Presence, Status

_ANTINEOPLASTIC = "MESH:D000970"
_TOGETHER = re.compile(
    r"[\s,/+&-]*(?:(?:and|plus|with|combined with|in combination with|together with)\s)?[\s/+&-]*", re.IGNORECASE
)
"""What stands between medicines that are given together."""
_PARTING = re.compile(r"[,;]|->|→|=>|\bthen\b|\bfollowed by\b|\bswitched to\b|\bchanged to\b|\.\s", re.IGNORECASE)
"""What parts one course from the next."""
_NEVER_GIVEN = frozenset({Status.PLANNED, Status.NOT_DONE, Status.CANCELLED, Status.ENTERED_IN_ERROR})


class Course(NamedTuple):
    """The medicines of one course, in the part of a sentence that tells of it."""

    given: tuple[Medication, ...]
    sentence: Sentence
    start: int
    end: int
    """The part of the text, in the document's characters."""


def courses(medications: Sequence[Medication], analysed: AnalysedText) -> Iterator[Course]:
    """The courses of a note in the order in which it tells them; what is planned, denied or for something else is none."""
    placed = sorted(_placed(medications, analysed), key=lambda pair: pair[0])
    by_sentence: dict[int, list[tuple[int, int, Medication]]] = {}
    for (start, end), medication in placed:
        by_sentence.setdefault(analysed.sentence_at(start).start, []).append((start, end, medication))
    for first, row in by_sentence.items():
        yield from _in_sentence(row, analysed.sentence_at(first), analysed)


def _placed(medications: Sequence[Medication], analysed: AnalysedText) -> Iterator[tuple[tuple[int, int], Medication]]:
    for medication in medications:
        if medication.presence is not Presence.PRESENT or medication.status in _NEVER_GIVEN:
            continue
        for span in medication.evidence:
            if isinstance(span, Span) and span.source_id == analysed.source_id:
                yield (span.start, span.end), medication


def _in_sentence(
    row: Sequence[tuple[int, int, Medication]], sentence: Sentence, analysed: AnalysedText
) -> Iterator[Course]:
    text = analysed.text
    groups = [[row[0]]]
    for before, after in pairwise(row):
        if _TOGETHER.fullmatch(text, before[1], after[0]):
            groups[-1].append(after)
        else:
            groups.append([after])
    groups = [group for group in groups if _is_treatment(group, sentence, analysed)]
    edges = [sentence.start] * bool(groups)
    edges += [_edge(text, before[-1][1], after[0][0]) for before, after in pairwise(groups)]
    for group, start, end in zip(groups, edges, [*edges[1:], sentence.end][: len(groups)], strict=True):
        told = tuple(medication for _, _, medication in group if _may_be(medication, analysed))
        yield Course(told, sentence, start, end)


def _edge(text: str, end: int, start: int) -> int:
    """Where the words about one course end and those about the next begin: at the last sign that parts them."""
    places = [match.start() for match in _PARTING.finditer(text, end, start)]
    return places[-1] if places else start


def _is_treatment(group: Sequence[tuple[int, int, Medication]], sentence: Sentence, analysed: AnalysedText) -> bool:
    """Whether one of some medicines is given against the cancer."""
    given = [medication for _, _, medication in group if _is_against_cancer(medication, analysed)]
    if any(medication.label.casefold() not in rules()["used_otherwise"] for medication in given):
        return True
    return bool(given) and pattern(rules()["of_cancer_therapy"]).search(sentence.text) is not None


def _is_against_cancer(medication: Medication, analysed: AnalysedText) -> bool:
    """Whether a medicine is one against cancers, by its class, by the classes of its parts or by the stem of its name."""
    if _is_other(medication.label) or any(_is_other(coding.display) for coding in medication.codings):
        return False
    hierarchy = analysed.vocabularies.hierarchy
    codings = [*medication.codings, *(part for part in medication.ingredients if not _is_other(part.display))]
    if any(hierarchy.is_a(coding.id, _ANTINEOPLASTIC) and not _is_class(coding.id) for coding in codings):
        return True
    words = [medication.label, *(coding.display or "" for coding in codings)]
    return any(_stems().search(word.casefold()) for word in words)


def _may_be(medication: Medication, analysed: AnalysedText) -> bool:
    """Whether a medicine beside one against the cancer is given against it too."""
    return medication.label.casefold() in rules()["used_otherwise"] or _is_against_cancer(medication, analysed)


def _is_other(name: str | None) -> bool:
    """Whether a medicine goes with a treatment of cancer, or is, or has in it, what is never given against one."""
    written = (name or "").casefold()
    return written in rules()["supportive"] or any(part in written for part in rules()["never_against_cancer"])


def _is_class(concept: str) -> bool:
    return concept.startswith("MESH:")


@cache
def _stems() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(rules()['anticancer_stems'])})\b")
