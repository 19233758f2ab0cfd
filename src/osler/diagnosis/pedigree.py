"""What the family history says of how the disease runs in the family: relatives with the patient's findings, related parents."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from osler.core.language import AnalysedText
from osler.core.patient import named_relative
from osler.core.terminology import Vocabularies
from osler.diagnosis.ranking import FamilySign
from osler.yaml_reader import packaged_yaml

_LEAST_CONTENT = 2.0
"""Information (nats) from which on a finding that two relatives share says something: one disease in seven has it."""


class Relative(BaseModel):
    """A relative and something that he or she has."""

    model_config = ConfigDict(frozen=True)

    relation: str
    finding: str
    """The words for it."""
    hpo_id: str = ""


class Pedigree(BaseModel):
    """The signs that weigh on a ranking, and the words of each for a person to read."""

    model_config = ConfigDict(frozen=True)

    signs: tuple[FamilySign, ...] = ()
    reasons: tuple[str, ...] = Field(default=())


def pedigree_of(
    relatives: Iterable[Relative],
    texts: Sequence[AnalysedText],
    observed: Collection[str],
    vocabularies: Vocabularies,
    *,
    of_child: bool = False,
) -> Pedigree:
    """A relative is affected who has a finding of the patient's, or of whom a note says so; of a child's sibling or uncle it says
    so, too, that he died as a child.
    """
    found: dict[FamilySign, str] = {}
    for relative in relatives:
        sign = _sign_of(relative.relation)
        if sign is not None and _shared(relative.hpo_id, observed, vocabularies):
            found.setdefault(sign, f"{relative.relation} with {relative.finding}")
    for text in texts:
        for sentence in text.sentences:
            for sign, words in _told(text.text, sentence.start, sentence.end, of_child=of_child):
                if sign in found and sign == "affected_maternal_male":
                    found.setdefault("affected_maternal_males", words)
                found.setdefault(sign, words)
    return Pedigree(signs=tuple(found), reasons=tuple(found.values()))


def _shared(hpo_id: str, observed: Collection[str], vocabularies: Vocabularies) -> bool:
    """Whether a relative's finding is the patient's, in the same words or in more or less special ones."""
    graph = vocabularies.hpo
    index = graph.index(hpo_id) if hpo_id else None
    if index is None:
        return False
    related = (graph.is_a(hpo_id, term) or graph.is_a(term, hpo_id) for term in observed)
    return float(graph.information_content[index]) > _LEAST_CONTENT and any(related)


def _told(text: str, start: int, end: int, *, of_child: bool) -> list[tuple[FamilySign, str]]:
    """What a sentence says of relatives with the same disease, and of parents who are related."""
    sentence = text[start:end]
    words = " ".join(sentence.split())
    found: list[tuple[FamilySign, str]] = []
    asks = words.endswith("?")  # what is only asked is told by nobody
    if _pattern("related_parents").search(words) and not asks and not _pattern("unrelated_parents").search(words):
        found.append(("consanguinity", words))
    for first, last in _statements(sentence, start):
        statement = " ".join(text[first:last].split())
        named = list(_relations().finditer(text, first, last))
        if _pattern("same_disease").search(statement) and not _pattern("not_affected").search(statement):
            found += [(sign, statement) for one in named for sign in _signs_at(one)]
        if of_child and not _pattern("other_death").search(statement):
            found += [(sign, statement) for sign in _lost(text, first, last, named)]
    return found


def _statements(sentence: str, start: int) -> Iterator[tuple[int, int]]:
    """The places of the statements of a sentence."""
    ends: list[str] = _words()["statement_ends"]
    first = 0
    for end in re.finditer("|".join(map(re.escape, ends)), sentence):
        yield start + first, start + end.start()
        first = end.end()
    yield start + first, start + len(sentence)


def _lost(text: str, first: int, last: int, named: Sequence[re.Match[str]]) -> Iterator[FamilySign]:
    """The signs of a statement's relatives who died as children: the one named before the words, or those whom a mother lost."""
    bereft: dict[str, FamilySign] = _words()["children_lost_by"]
    kin: list[FamilySign] = _words()["of_the_same_line"]
    for death in _pattern("early_death").finditer(text, first, last):
        before = [one for one in named if one.end() <= death.start()]
        who = before[-1] if before else None
        lost = who is not None and death.group().casefold().startswith("lost")
        sign = None if who is None else bereft.get(_relation_at(who)) if lost else _sign_at(who)
        if sign in kin:
            yield sign
            several = death.group().casefold().endswith("s") if lost else who is not None and who.group().endswith("s")
            if several:
                yield sign


def _signs_at(named: re.Match[str]) -> list[FamilySign]:
    """The sign of a relative, twice where there are several."""
    sign = _sign_at(named)
    return [] if sign is None else [sign] * (2 if named.group().endswith("s") else 1)


def _sign_at(named: re.Match[str]) -> FamilySign | None:
    """The sign of a relative by the words beside it: a cousin on the mother's side may be said to be a boy."""
    relation = _relation_at(named)
    said_male = _pattern("said_male").match(named.string, named.end())
    return "affected_maternal_male" if relation.startswith("maternal") and said_male else _sign_of(relation)


def _relation_at(named: re.Match[str]) -> str:
    """The relative that a text names, in the words of the table: "another brother of hers" may be an uncle."""
    whose = named_relative(named)
    return named[1].casefold() if whose == named.group().casefold() else whose


def _sign_of(relation: str) -> FamilySign | None:
    return _signs().get(" ".join(relation.casefold().split()))


@cache
def _pattern(matter: str) -> re.Pattern[str]:
    return re.compile(rf"(?:\b|(?=\W))(?:{'|'.join(_words()[matter])})(?!\w)", re.IGNORECASE)


@cache
def _relations() -> re.Pattern[str]:
    longest_first = sorted(_signs(), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(longest_first)})s?\b", re.IGNORECASE)


def _words() -> dict[str, Any]:
    words: dict[str, Any] = packaged_yaml("osler.diagnosis", "pedigree.yml")
    return words


@cache
def _signs() -> dict[str, FamilySign]:
    table: dict[FamilySign, list[str]] = _words()["relatives"]
    return {relation: sign for sign, relations in table.items() for relation in relations}
