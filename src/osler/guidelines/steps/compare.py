"""Where a model and the offline mind both answered: what only one of them cites, and what they say otherwise of the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from osler.core.agents import NOTHING, Difference, differences
from osler.core.library import Chunk
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import Amount, read_statement
from osler.guidelines.types import AnswerSentence, Draft

_CITED, _ADVICE, _STRENGTH, _AMOUNTS = "cited", "advice", "strength", "amounts"
_SIDES = {"for": "for it", "against": "against it", "unknown": "nobody knows"}
_UNCOUNTED = {"", "rate"}
"""Kinds of amounts that are written in too many ways to be told apart by their words ("3 times a day", "tds")."""


def minds_differ(
    model: Draft, offline: Draft, chunks: Mapping[str, Chunk], vocabularies: Vocabularies
) -> list[Difference]:
    """The differences, recommendation by recommendation; none where either said nothing at all."""
    theirs, ours = _by_chunk(model), _by_chunk(offline)
    if not theirs or not ours:
        return []
    found: list[Difference] = []
    for one in dict.fromkeys([*theirs, *ours]):
        item = f"{chunks[one].place} [{one}]" if one in chunks else one
        if one not in theirs or one not in ours:
            told = [" ".join(said[one]) if one in said else NOTHING for said in (theirs, ours)]
            found.append(Difference(item=item, about=_CITED, model=told[0], offline=told[1]))
        else:
            found += differences(item, _meaning(theirs[one], vocabularies), _meaning(ours[one], vocabularies))
            found += _other_amounts(item, theirs[one], ours[one], vocabularies)
    return found


def _by_chunk(draft: Draft) -> dict[str, list[str]]:
    """What a draft says of each passage that it cites."""
    found: dict[str, list[str]] = {}
    for sentence in filter(_is_evidence, draft.sentences):
        for one in sentence.citations:
            found.setdefault(one, []).append(sentence.text)
    return found


def _is_evidence(sentence: AnswerSentence) -> bool:
    return sentence.about == "evidence"


def _meaning(texts: Iterable[str], vocabularies: Vocabularies) -> dict[str, str]:
    """The advice and its strength, in words that can be held against another's."""
    read = [read_statement(text, vocabularies) for text in texts]
    sides = dict.fromkeys(_SIDES[one.stance] for one in read if one.stance in _SIDES)
    strengths = sorted({strength for one in read for strength in one.strengths})
    found = {_ADVICE: " and ".join(sides), _STRENGTH: " and ".join(strengths)}
    return {name: value for name, value in found.items() if value}


def _other_amounts(
    item: str, theirs: Iterable[str], ours: Iterable[str], vocabularies: Vocabularies
) -> list[Difference]:
    """Doses, times and limits that only one of two has, in whatever unit the other writes them."""
    model, offline = _amounts(theirs, vocabularies), _amounts(ours, vocabularies)
    only = [one.text for one in model if not any(one.agrees(other) for other in offline)]
    missed = [one.text for one in offline if not any(one.agrees(other) for other in model)]
    if not only and not missed:
        return []
    told = [", ".join(dict.fromkeys(side)) or NOTHING for side in (only, missed)]
    return [Difference(item=item, about=_AMOUNTS, model=told[0], offline=told[1])]


def _amounts(texts: Iterable[str], vocabularies: Vocabularies) -> list[Amount]:
    return [
        amount
        for text in texts
        for amount in read_statement(text, vocabularies).amounts
        if amount.kind not in _UNCOUNTED
    ]
