"""Bands of a value: what a table or a list gives people of this patient's value goes before the dose for people at large."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from osler.core.library import Chunk, Library, ages_of, passage_sentences, row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement, stance_of
from osler.guidelines.checking.frequencies import frequencies
from osler.guidelines.everyday import with_clinical_names
from osler.guidelines.steps.applicability import Applicability, applicability
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.context import told_of
from osler.guidelines.steps.dosing import with_age
from osler.guidelines.steps.intent import intents_of
from osler.guidelines.steps.limits import held, limits_in
from osler.guidelines.steps.naming import drugs_in, named_by
from osler.guidelines.types import PatientFacts, QueryContext

_ITEM = re.compile(r"^(?P<label>[^:;.]{2,90}): (?=\S)")
_GIVES = {"dose", "treatment", "medicine", "medicine in a form", "addition"}
"""The questions that a dose answers."""
_OFF = 0.2
_OTHER_BAND = "the dose is another for patients like this one"


def with_own_bands(
    candidates: Sequence[Candidate], libraries: Sequence[Library], context: QueryContext, vocabularies: Vocabularies
) -> list[Candidate]:
    """The candidates, the rows of this patient's own band before them, and doses that these change as not the patient's."""
    told = list(candidates)
    if not context.patient.is_known:
        return told
    for table in _tables(candidates, libraries):
        near = [place for place, one in enumerate(told) if _is_beside(one, table, vocabularies)]
        own = list(_own(table, told, context, vocabularies)) if near else []
        if not own:
            continue
        taken = {one.chunk.id for one in own}
        first = 0 if _GIVES & {one.name for one in intents_of(context.question_text)} else near[0]
        best = max(told[place].order for place in near)
        rows = [replace(one, order=max(one.order, best)) for one in own]
        others = [part for one in told for part in _parts(one, table, rows, vocabularies) if one.chunk.id not in taken]
        kept = sum(one.chunk.id not in taken for one in told[:first])
        told = [*others[:kept], *rows, *others[kept:]]
    return told


def _tables(candidates: Sequence[Candidate], libraries: Sequence[Library]) -> Iterator[list[Chunk]]:
    """The tables and lists by bands of a value in the documents of some candidates."""
    documents = dict.fromkeys(one.chunk.document_id for one in candidates if not one.chunk.recommendation_id)
    for document in documents:
        groups: dict[tuple[str, ...], list[Chunk]] = {}
        for chunk in (chunk for library in libraries for chunk in library.chunks(document)):
            if label := _label(chunk.text):
                measures = {one.measure_id for one in limits_in(label)} or {"age"}
                groups.setdefault((*chunk.heading, *sorted(measures)), []).append(chunk)
        for group in groups.values():
            if len({_label(chunk.text) for chunk in group}) > 1:
                yield group


def _label(text: str) -> str:
    """What a row or an item is of, where that is a band of values or of ages; else empty."""
    row = row_of(text)
    item = _ITEM.match(text)
    label = " ".join(filter(None, [row.head, row.first])) if row else item["label"] if item else ""
    return label if limits_in(label) or ages_of(label) != (None, None) else ""


def _is_own(label: str, patient: PatientFacts) -> bool:
    """Whether a band is this patient's."""
    values = held(label, patient)
    if limits_in(label):
        return bool(values.met) and not values.unmet
    low, below = ages_of(label)
    young, old = patient.age_from, patient.age_to
    return young is not None and old is not None and (low or 0.0) <= young and (below is None or old < below)


def _is_beside(one: Candidate, table: Sequence[Chunk], vocabularies: Vocabularies) -> bool:
    """Whether a candidate is a row of a table, or gives a dose in the section that the table belongs to."""
    if one.chunk.document_id != table[0].document_id:
        return False
    if any(one.chunk.id == chunk.id for chunk in table):
        return True
    above = table[0].heading[: len(one.chunk.heading)] == one.chunk.heading and len(one.chunk.heading) > 1
    return above and any(_doses(text, vocabularies) for text in one.quoted)


def _own(
    table: Sequence[Chunk], told: Sequence[Candidate], context: QueryContext, vocabularies: Vocabularies
) -> Iterator[Candidate]:
    """The rows of the patient's own band; of a table of several drugs those that speak of one that is asked about."""
    asked = drugs_in(with_clinical_names(context.question_text), vocabularies)
    for chunk in table:
        text = passage_sentences(chunk.text)[0].text
        named = drugs_in(text, vocabularies)
        if not _is_own(_label(chunk.text), with_age(context.patient)) or (
            asked and named and not named_by(named, asked, vocabularies) and not named_by(asked, named, vocabularies)
        ):
            continue
        there = next((one for one in told if one.chunk.id == chunk.id), None)
        if there is not None:
            yield there
            continue
        verdict = applicability(chunk, text, context.patient, told_of(context), vocabularies)
        if verdict.fit != "does_not_apply":
            yield Candidate(chunk, (text,), max((one.relevance for one in told), default=0.0), 0.0, verdict)


def _parts(
    one: Candidate, table: Sequence[Chunk], rows: Sequence[Candidate], vocabularies: Vocabularies
) -> list[Candidate]:
    """A candidate, a dose for people at large that a row gives this patient otherwise apart from the rest of it."""
    if not one.fits or not _is_beside(one, table, vocabularies) or any(one.chunk.id == row.id for row in table):
        return [one]
    changed = {
        text: row
        for text in one.quoted
        for row in rows
        if not limits_in(text) and _gives_otherwise(row.quoted[0], text, vocabularies)
    }
    rest = tuple(text for text in one.quoted if text not in changed)
    apart = [
        replace(
            one,
            quoted=(text,),
            order=one.order - _OFF,
            applicability=Applicability(
                "does_not_apply", (f"{_OTHER_BAND}: {row.quoted[0].rstrip('.')}",), _OFF, one.applicability.met
            ),
        )
        for text, row in changed.items()
    ]
    return [*([replace(one, quoted=rest)] if rest else []), *apart]


def _gives_otherwise(row: str, text: str, vocabularies: Vocabularies) -> bool:
    """Whether a row gives the drug of a dose in another dose, at other times, or not at all."""
    drugs = drugs_in(text, vocabularies)
    read = row_of(row)
    cells = [f"{name}: {value}" for name, value in read.cells] if read else [row]
    own = [cell for cell in cells if drugs and named_by(drugs_in(cell, vocabularies), drugs, vocabularies)]
    others = [cell for cell in cells if not drugs_in(cell, vocabularies)]
    said = "; ".join(own or others)
    given, told = _doses(text, vocabularies), _doses(said, vocabularies)
    if not given:
        return False
    if any(stance_of(part) == "against" for part in said.split("; ")):
        return True
    if told and given != told:
        return True
    often = {round(one.per_day, 3) for one in frequencies(text)}, {round(one.per_day, 3) for one in frequencies(said)}
    return all(often) and often[0] != often[1]


def _doses(text: str, vocabularies: Vocabularies) -> frozenset[float]:
    """The amounts of a drug that a text gives."""
    return frozenset(one.size for one in read_statement(text, vocabularies).amounts if one.kind in {"mass", "g/kg"})
