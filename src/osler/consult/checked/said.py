"""Whether a source says a sentence: one statement of it has its words in their order, its numbers, denial and comparison."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from osler.consult.checked.claims import claims_in, uncovered
from osler.consult.checked.entailed import TABLE, content_words, paired
from osler.consult.checked.same_words import in_one_wording, in_words_of, turns_it
from osler.core.language import sentences
from osler.core.terminology import Vocabularies, singular

_POINTS = re.compile(r"^(?:it|they|this|these|its|their)\b", re.IGNORECASE)
_HEADED = re.compile(r"^(?P<head>[^:;.]{3,60}): (?P<rest>.+)$", re.DOTALL)
_CITED = re.compile(r"\s*\([^()]*\d[^()]*\)")
"""Brackets with a number: where a limit is from; what stands there is no limit."""
_SIDES = re.compile(r": .*\b(?:is|are) (?:above|below)\b", re.IGNORECASE)
"""A limit, which may be told from either side: "low is below 3" or "below 3 is low"."""


_FURTHER = re.compile(
    r",? (?:(?:that|which) (?:is|are) )?(?:characteri[sz]ed|caused|marked|defined|manifested) by\b|,? (?:due to|resulting (?:from|in)|leading to|with resultant)\b"
)
"""Where a definition goes on from what kind of thing it defines to what tells it from others."""
_EFFECTS = re.compile(r",? (?:leading to|resulting in|with resultant|causing)\b")
"""What stands before that which comes of a thing."""
_COUNTED = re.compile(r"(?<![\w.])(?P<number>\d+(?:[.,]\d+)*)(?P<of>\s?[^\s,;:()]*)")
_NO_UNIT = frozenset({"", "is", "are", "was", "were", "in", "or", "and", "to", "for", "of"})


class Told(NamedTuple):
    """What a source says, and what it is about: the subject of a sentence that says "it"."""

    text: str
    subject: str = ""


def statements(source: Told) -> list[str]:
    """What a source states, each by itself and with its subject: of a list behind a colon each member."""
    found: list[str] = []
    for sentence in sentences(source.text):
        text = _CITED.sub("", sentence.text).strip(" .")
        headed = _HEADED.match(text)
        head, rest = (f"{headed['head']}: ", headed["rest"]) if headed else ("", text)
        parts = [f"{head}{part}" for part in rest.split("; ")]
        found += [_POINTS.sub(source.subject, part) if source.subject else part for part in parts]
        if headed:
            found += _parts_of_definition(headed["head"], rest)
    return found


def _parts_of_definition(head: str, definition: str) -> list[str]:
    """What of a definition stands by itself where nothing denies it: what kind of thing it is, and what comes of it."""
    denies = TABLE.pattern("denies")
    kind, *further = _FURTHER.split(definition, maxsplit=1)
    told = [f"{head}: {kind.rstrip(' ,')}"] if further and not denies.search(kind) else []
    if denies.search(definition):
        return told
    return [*told, *(f"{effect.strip(' ,')} caused by {head}" for effect in _EFFECTS.split(definition)[1:])]


def said_by(text: str, sources: Sequence[Told], vocabularies: Vocabularies) -> bool:
    """Whether each claim of a sentence is one statement of the sources."""
    stated = [one for source in sources for one in statements(source)]

    def says(claim: str, statement: str) -> bool:
        return (
            uncovered(claim, [statement], vocabularies) is None
            and _same_sense(claim, statement)
            and not turns_it(claim, statement)
        )

    def holds(claim: str) -> bool:
        return any(says(claim, one) or says(*_alike(claim, one)) for one in stated)

    if holds(text):
        return True
    claims = claims_in(text, paired(stated))
    return len(claims) > 1 and all(map(holds, claims))


def _alike(claim: str, statement: str) -> tuple[str, str]:
    """A claim and a statement in one wording."""
    told = in_one_wording(statement)
    return in_words_of(told, in_one_wording(claim)), told


def _same_sense(claim: str, statement: str) -> bool:
    """Whether a claim turns nothing of a statement: who does what to whom, what is denied, what is more and what is less."""
    denies = TABLE.pattern("denies")
    compares = TABLE.pattern("compares")
    told = {word.lower() for word in compares.findall(statement)}
    return (
        bool(denies.search(claim)) == bool(denies.search(statement))
        and {word.lower() for word in compares.findall(claim)} <= told
        and all(_is_counted(number, of, statement) for number, of in _counted(claim))
        and (_SIDES.search(statement) is not None or _in_order(content_words(claim), content_words(statement)))
    )


def _counted(text: str) -> list[tuple[str, str]]:
    """The numbers of a text, each with the word after it."""
    return [
        (found["number"], singular(re.sub(r"[^\w%]", "", found["of"].lower()))) for found in _COUNTED.finditer(text)
    ]


def _is_counted(number: str, of: str, statement: str) -> bool:
    """Whether a statement gives a number, and of the same unit: four weeks are no four days."""
    return any(number == one and of in {*_NO_UNIT, unit} for one, unit in _counted(statement))


def _in_order(claimed: Sequence[str], stated: Sequence[str]) -> bool:
    """Whether the words that both have stand in one order: what causes is not what is caused."""
    left = iter(stated)
    return all(word in left for word in claimed if word in stated)
