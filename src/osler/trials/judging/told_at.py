"""Where notes tell of a fact: each of its places, with the reading of the note and the sentence around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Sentence
from osler.core.patient import PatientRecord, reading_of
from osler.core.patient.types import Fact
from osler.core.terminology import Vocabularies


class Told(NamedTuple):
    """A place of a fact in a note."""

    span: Span
    read: AnalysedText
    sentence: Sentence


def told_at(fact: Fact, record: PatientRecord, vocabularies: Vocabularies) -> Iterator[Told]:
    """Every place of a fact that stands in a sentence of one of the record's notes."""
    documents = {document.id: document for document in record.documents}
    for item in fact.evidence:
        if isinstance(item, Span) and item.source_id in documents:
            read = reading_of(documents[item.source_id], vocabularies)
            sentence = read.sentence_holding(item.start)
            if sentence is not None:
                yield Told(item, read, sentence)
