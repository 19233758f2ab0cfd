"""What a treatment is for: a section on prevention does not answer a question about an attack."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from osler.core.library import Chunk, stems
from osler.guidelines.checking import stance_of
from osler.guidelines.checking.lexicon import any_of
from osler.guidelines.steps.candidates import Candidate
from osler.yaml_reader import packaged_yaml

_OFF = 0.2


class _Purpose(NamedTuple):
    name: str
    says: re.Pattern[str]
    now: re.Pattern[str]


def for_asked_purpose(candidates: Sequence[Candidate], question: str) -> list[Candidate]:
    """The candidates, those of a section on another purpose than the one asked about behind the others and marked so."""
    asked = [one for one in _purposes() if one.says.search(question)]
    if len(asked) != 1:
        return list(candidates)
    others = {number: heading for number, one in enumerate(candidates) if (heading := _other_section(one, asked[0]))}
    if not any(one.fits for number, one in enumerate(candidates) if number not in others):
        return list(candidates)
    own = [one for number, one in enumerate(candidates) if number not in others]
    return [*own, *(_marked(candidates[number], heading, asked[0]) for number, heading in others.items())]


def _marked(one: Candidate, heading: str, asked: _Purpose) -> Candidate:
    # What speaks against something holds wherever it stands.
    if not one.fits or all(stance_of(text) == "against" for text in one.quoted):
        return one
    reason = f'it stands under "{heading}", and the question is about {asked.name}'
    verdict = one.applicability._replace(fit="does_not_apply", reasons=(reason,), off=_OFF)
    return replace(one, applicability=verdict, order=one.order - _OFF)


def _other_section(one: Candidate, asked: _Purpose) -> str:
    """The heading above a passage that names another purpose and nothing else; empty where the passage speaks of the one asked about."""
    if one.chunk.recommendation_id or any(asked.now.search(text) for text in one.quoted):
        return ""
    for heading in reversed(one.chunk.heading):
        named = [purpose for purpose in _purposes() if purpose.says.search(heading)]
        if named:
            return heading if asked not in named and _is_plain(heading, named, one.chunk) else ""
    return ""


def _is_plain(heading: str, named: Sequence[_Purpose], chunk: Chunk) -> bool:
    """Whether a heading says only what for: "stroke prevention" in a guideline on another disease says more."""
    rest = heading
    for purpose in named:
        rest = purpose.says.sub(" ", rest)
    return set(stems(rest)) <= {*_plain(), *stems(chunk.title), *stems(" ".join(chunk.heading[:1]))}


@cache
def _purposes() -> tuple[_Purpose, ...]:
    table = packaged_yaml("osler.guidelines", "purposes.yml")
    return tuple(_Purpose(name, any_of(says), any_of(table["now"][name])) for name, says in table["purposes"].items())


@cache
def _plain() -> frozenset[str]:
    return frozenset(stems(" ".join(packaged_yaml("osler.guidelines", "purposes.yml")["plain"])))
