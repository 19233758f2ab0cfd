"""Classes of medicines that notes deny as a whole: who never had a biologic had none of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from osler.core.evidence import Evidence
from osler.core.language import Experiencer, Polarity
from osler.core.patient import reading_of
from osler.core.patient.types import Document
from osler.core.terminology import Vocabularies, drug_classes
from osler.trials.judging.denied.not_had import is_of_something_else
from osler.trials.judging.rules import pattern


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


def _is_limited(text: str, start: int, end: int) -> bool:
    """Whether a denial is one of a time only: "not currently on a biologic"."""
    before, after = text[max(0, start - 24) : start].casefold(), text[end : end + 24].casefold()
    return bool(
        pattern("timed_denial", "before").search(before)
        or pattern("timed_denial", "after").match(after)
        or pattern("timed_denial", "not_taking").search(before)
    )
