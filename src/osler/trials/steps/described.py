"""Diseases that a record describes without naming them: a narrowed coronary artery is a disease of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from osler.core.language import Experiencer, Polarity
from osler.core.patient import PatientRecord, reading_of, tumours_told
from osler.core.terminology import Vocabularies
from osler.needed_words import may_match
from osler.trials.kinship import conditions_called
from osler.trials.types import KeyFact
from osler.yaml_reader import packaged_yaml


class _Description(NamedTuple):
    disease: str
    told: re.Pattern[str]


def described_diseases(record: PatientRecord, vocabularies: Vocabularies) -> Iterator[KeyFact]:
    """The diseases of which a note tells a typical finding, procedure or medicine, each with the words."""
    for one in _descriptions():
        found = next(_told(one.told, record, vocabularies), None)
        if found is not None:
            codes = list(conditions_called(one.disease, vocabularies))
            yield found.model_copy(update={"name": one.disease, "codes": codes})
    yield from _tumours(record, vocabularies)


def _tumours(record: PatientRecord, vocabularies: Vocabularies) -> Iterator[KeyFact]:
    """The cancers of organs that stand beside words for a tumour: "pancreatic head mass, biopsy: ductal adenocarcinoma"."""
    for document in record.documents:
        for organ, start, end in tumours_told(reading_of(document, vocabularies)):
            name, quote = f"{organ} cancer", document.span(start, end)
            if codes := list(conditions_called(name, vocabularies)):
                yield KeyFact(name=name, codes=codes, value=f"described: {quote.quote}", evidence=[quote])


def _told(words: re.Pattern[str], record: PatientRecord, vocabularies: Vocabularies) -> Iterator[KeyFact]:
    for document in record.documents:
        analysed = reading_of(document, vocabularies)
        if not may_match(words, analysed.searchable):
            continue
        for found in words.finditer(analysed.text):
            said = analysed.assertion_at(*found.span())
            if said.experiencer is Experiencer.PATIENT and said.polarity is not Polarity.NEGATED:
                quote = document.span(*found.span())
                yield KeyFact(name=quote.quote, value=f"described: {quote.quote}", evidence=[quote])


@cache
def _descriptions() -> tuple[_Description, ...]:
    rows = packaged_yaml("osler.trials.steps", "described.yml")
    return tuple(_Description(row["disease"], re.compile("|".join(row["told"]), re.IGNORECASE)) for row in rows)
