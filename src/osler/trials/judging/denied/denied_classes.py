"""Classes of medicines that notes deny as a whole: who never had a biologic had none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from osler.core.evidence import Evidence
from osler.core.language import AnalysedText, Experiencer, Polarity
from osler.core.patient import reading_of
from osler.core.patient.types import Document
from osler.core.terminology import Vocabularies, drug_classes
from osler.trials.judging.denied.not_had import is_of_something_else
from osler.trials.judging.rules import pattern, rules


class DeniedClass(NamedTuple):
    """The members of a class, and the words that deny it."""

    drugs: frozenset[str]
    evidence: tuple[Evidence, ...]


def denied_classes(documents: Sequence[Document], vocabularies: Vocabularies) -> Iterator[DeniedClass]:
    """The classes that the notes deny at all times."""
    for document in documents:
        analysed = reading_of(document, vocabularies)
        for one in drug_classes():
            for place in one.says.finditer(analysed.text):
                said = analysed.assertion_at(*place.span())
                denied = said.polarity is Polarity.NEGATED and said.experiencer is Experiencer.PATIENT
                if (
                    denied
                    and not is_of_something_else(analysed, *place.span())
                    and not _is_limited(analysed.text, *place.span())
                ):
                    yield DeniedClass(frozenset(one.drugs), (document.span(*place.span()),))
        yield from _never_given(document, analysed)


def _never_given(document: Document, analysed: AnalysedText) -> Iterator[DeniedClass]:
    """The treatments of which a note says that there were none at all: "no chemotherapy so far", "chemotherapy-naive"."""
    for row in rules()["treatment_groups"]:
        places = [found.span() for found in re.finditer(row["asked"], analysed.text.casefold())]
        own = [place for place in places if analysed.assertion_at(*place).experiencer is Experiencer.PATIENT]
        denied = [place for place in own if _says_none(analysed, *place)]
        rest = [place for place in own if place not in denied]
        if any(analysed.assertion_at(*place).polarity is Polarity.PRESENT for place in rest):
            # One time without it and one with it.
            continue
        yield from (DeniedClass(frozenset(row["kinds"]), (document.span(*place),)) for place in denied)


def _says_none(analysed: AnalysedText, start: int, end: int) -> bool:
    """Whether the sentence of a treatment denies the whole of it, and no part or time of it."""
    sentence = analysed.sentence_holding(start)
    if sentence is None:
        return False
    before, after = analysed.text[sentence.start : start].casefold(), analysed.text[end : sentence.end].casefold()
    told = pattern("never_treated", "after").match(after)
    return told is not None and ("na" in told[0] or bool(pattern("never_treated", "before").search(before)))


def _is_limited(text: str, start: int, end: int) -> bool:
    """Whether a denial is one of a time only: "not currently on a biologic"."""
    before, after = text[max(0, start - 24) : start].casefold(), text[end : end + 24].casefold()
    return bool(
        pattern("timed_denial", "before").search(before)
        or pattern("timed_denial", "after").match(after)
        or pattern("timed_denial", "not_taking").search(before)
    )
