"""The diseases of a part of the body that notes deny together: "no heart problems", "no psychiatric history", "kidneys fine"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from osler.core.evidence import Span
from osler.core.language import Experiencer, Polarity
from osler.core.patient import reading_of
from osler.core.patient.types import Document
from osler.core.terminology import Vocabularies
from osler.trials.judging.denied.denied_lists import DeniedPhrase, plain_word
from osler.trials.judging.rules import pattern
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.trials.judging.denied", "denied_systems.yml")
_PART = r"[a-z]+(?:\s(?:system|function))?"
_LEFT_OUT = re.compile(
    r"(?:before|than|until|prior to|except|apart|besides|other|since|today|now|at present|currently)\b"
)
"""What leaves something or some time out of a denial, behind it."""

_ANOTHER = re.compile(r"\b(?:last|previous|prior|first|second|third|earlier|other|each|both|former)\s$", re.IGNORECASE)


class DeniedSystem(NamedTuple):
    """A part of the body with which nothing is the matter: the kinds of disease that it denies, and where it is said."""

    kinds: tuple[str, ...]
    evidence: Span


def denied_systems(
    documents: Sequence[Document], phrases: Sequence[DeniedPhrase], vocabularies: Vocabularies
) -> Iterator[DeniedSystem]:
    """Every part of the body of which the notes say that nothing is or was the matter with it."""
    for phrase in phrases:
        part = _part_of(phrase)
        if part and not _LEFT_OUT.match(phrase.behind) and not pattern("timed_denial", "after").match(phrase.behind):
            yield DeniedSystem(_kinds()[part], phrase.document.span(phrase.start, phrase.end))
    for document in documents:
        yield from _said_to_be_well(document, vocabularies)


def _part_of(phrase: DeniedPhrase) -> str:
    """The part that a denied phrase speaks of as a whole; nothing where it speaks of a symptom or of a single disease."""
    alone = _TABLE.rules["alone"]
    parts = {alone.get(word, word) for word in phrase.words if word not in _TABLE.rules["nouns"]}
    whole = phrase.head in _TABLE.rules["nouns"] or bool(phrase.words & alone.keys())
    return next(iter(parts)) if whole and len(parts) == 1 and parts <= _kinds().keys() else ""


def _said_to_be_well(document: Document, vocabularies: Vocabularies) -> Iterator[DeniedSystem]:
    """The parts that a note says to be well: "heart and kidneys fine"."""
    read = reading_of(document, vocabularies)
    for found in _well().finditer(document.text.casefold()):
        if _ANOTHER.search(document.text[: found.start("parts")]):
            # Her last pregnancy is not this one.
            continue
        said = read.assertion_at(found.start("parts"), found.end("parts"))
        if said.experiencer is not Experiencer.PATIENT or said.polarity in (Polarity.NEGATED, Polarity.POSSIBLE):
            continue
        for word in re.findall(r"[a-z]+", found["parts"]):
            if (kinds := _kinds().get(plain_word(word))) is not None:
                yield DeniedSystem(kinds, document.span(found.start(), found.end()))


@cache
def _kinds() -> dict[str, tuple[str, ...]]:
    return {row["part"]: tuple(row["kinds"]) for row in _TABLE.rules["systems"]}


@cache
def _well() -> re.Pattern[str]:
    rules = _TABLE.rules
    parts = rf"{_PART}(?:(?:,\s|\sand\s|\sor\s|/){_PART}){{0,4}}"
    return re.compile(
        rf"(?<![\w-])(?P<parts>{parts})(?:{rules['says']})(?:{rules['well']})\b(?=\s*(?:$|[.,;\n)]|and\b|on\b))"
    )
