"""A dose beside the one that its guideline gives people like this patient: which of the two is theirs is said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from osler.core.library import Chunk, ages_of, passage_sentences, pregnancy_of, row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement, stance_of
from osler.guidelines.steps.applicability import Applicability, applicability
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.context import told_of
from osler.guidelines.steps.dosing import WHERE_EXCLUDED, excluded_by
from osler.guidelines.steps.either import either_of
from osler.guidelines.steps.limits import limits_in
from osler.guidelines.steps.naming import drugs_in
from osler.guidelines.steps.whose import UNLESS
from osler.guidelines.types import EvidenceBundle, QueryContext

_CHANGES = re.compile(r"\b(?:reduc|halv|lower|decreas|doubl|increas)\w*\b", re.IGNORECASE)
_ADULT = 18
_OFF = 0.2


class _OwnDose(NamedTuple):
    """A sentence that gives people like this patient a drug in another dose."""

    text: str
    chunk: Chunk
    verdict: Applicability


def with_own_doses(
    candidates: Sequence[Candidate],
    bundles: Sequence[EvidenceBundle],
    context: QueryContext,
    vocabularies: Vocabularies,
) -> list[Candidate]:
    """The candidates, each dose that its guideline gives this patient otherwise with what does so, and marked by it."""
    if not context.patient.is_known:
        return list(candidates)
    chunks = {one.chunk.id: one.chunk for bundle in bundles for one in bundle.chunks}
    told: list[Candidate] = []
    for one in candidates:
        own = next(_own_doses(one, list(chunks.values()), context, vocabularies), None)
        if own is None:
            told.append(one)
            continue
        changed = Candidate(own.chunk, (own.text,), one.relevance, one.order, own.verdict)
        own_amount = bool(_doses(own.text, vocabularies))
        told += [changed, _replaced(one, own)] if own_amount else [_changed(one, own), changed]
    once: dict[tuple[str, tuple[str, ...]], Candidate] = {}
    for one in told:
        once.setdefault((one.chunk.id, one.quoted), one)
    return list(once.values())


def _replaced(one: Candidate, own: _OwnDose) -> Candidate:
    """A dose that is not this patient's: another amount is."""
    verdict = one.applicability._replace(fit="does_not_apply", reasons=(_reason(own),), off=_OFF)
    return replace(one, applicability=verdict, order=one.order - _OFF)


def _changed(one: Candidate, own: _OwnDose) -> Candidate:
    """A dose that is this patient's as another sentence changes it: halved."""
    verdict = one.applicability._replace(reasons=(*one.applicability.reasons, _reason(own)))
    return replace(one, applicability=verdict)


def _reason(own: _OwnDose) -> str:
    return f"the dose is another for patients like this one: {own.text.rstrip('.')}"


def _own_doses(
    one: Candidate, chunks: Sequence[Chunk], context: QueryContext, vocabularies: Vocabularies
) -> Iterator[_OwnDose]:
    """What the same guideline says elsewhere of the dose that a passage gives, for people like this patient."""
    base = one.quoted[0]
    given = _doses(base, vocabularies)
    drugs = drugs_in(base, vocabularies)
    if one.chunk.recommendation_id or not one.fits or row_of(base) or not given or len(drugs) != 1:
        return
    if stance_of(base) != "for" or len(one.quoted) > 1:
        return
    for chunk in chunks:
        if chunk.document_id != one.chunk.document_id or chunk.id == one.chunk.id or row_of(chunk.text):
            continue
        for sentence in passage_sentences(chunk.text):
            text = sentence.text
            if stance_of(text) == "against" or drugs_in(WHERE_EXCLUDED.sub(" ", text), vocabularies) != drugs:
                continue
            changes = bool(_CHANGES.search(text))
            other = _doses(text, vocabularies) - given and chunk.heading == one.chunk.heading
            if (
                not (changes or other)
                or _narrowness(text) <= _narrowness(base)
                or all(excluded_by(part, context.patient) for part in either_of(text))
            ):
                continue
            verdict = applicability(chunk, text, context.patient, told_of(context), vocabularies)
            if verdict.fit == "applies" and verdict.met:
                yield _OwnDose(text, chunk, verdict)


def _doses(text: str, vocabularies: Vocabularies) -> frozenset[float]:
    """The amounts of a drug that a sentence gives."""
    return frozenset(
        amount.size for amount in read_statement(text, vocabularies).amounts if amount.kind in {"mass", "g/kg"}
    )


def _narrowness(text: str) -> int:
    """How many limits of age, value or pregnancy a sentence names; what it excepts makes it no narrower."""
    text = UNLESS.sub(" ", text)
    low, below = ages_of(text)
    narrow = (low is not None and low > _ADULT) or (below is not None)
    return int(narrow) + len(limits_in(text)) + (pregnancy_of(text) is not None)
