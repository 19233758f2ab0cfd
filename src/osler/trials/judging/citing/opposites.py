"""Whether a cited sentence says the opposite of what a verdict needs: uncontrolled where controlled is asked, poor where adequate is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from osler.core.criteria import Criterion
from osler.core.patient.types import Sex
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.types import CriterionVerdict
from osler.yaml_reader import packaged_yaml

_NEGATED = re.compile(r"(?:\b(?:not|no|no longer|never|without|cannot be called|far from)|n't)\s(?:[\w-]+\s){0,2}$")
_OTHER = {"good": "bad", "bad": "good"}


class Quality(NamedTuple):
    """A quality with its two poles."""

    name: str
    good: re.Pattern[str]
    bad: re.Pattern[str]


@cache
def qualities() -> tuple[Quality, ...]:
    """The qualities of `qualities.yml`."""
    rows = packaged_yaml("osler.trials.judging.citing", "qualities.yml")
    return tuple(Quality(row["quality"], re.compile(row["good"]), re.compile(row["bad"])) for row in rows)


def says_opposite(verdict: CriterionVerdict, text: str, cited: Sequence[NumberedSentence]) -> str:
    """Why the cited sentences say the opposite of a verdict by a quality that the criterion asks for; empty where they do not."""
    if verdict not in (CriterionVerdict.MET, CriterionVerdict.NOT_MET):
        return ""
    for quality in qualities():
        asked = poles(text, quality)
        told = {pole for sentence in cited for pole in poles(sentence.text, quality)}
        if len(asked) != 1 or not told:
            continue
        (wanted,) = asked
        needed = wanted if verdict is CriterionVerdict.MET else _OTHER[wanted]
        if needed not in told:
            return f"the sentence says the opposite in {quality.name}"
    return ""


def poles(text: str, quality: Quality) -> set[str]:
    """The poles of a quality that a text states; a negation before one states the other."""
    words = " ".join(text.casefold().split())
    found = set(_stated("bad", quality.bad.finditer(words), words))
    rest = quality.bad.sub(lambda place: " " * len(place[0]), words)
    return found | set(_stated("good", quality.good.finditer(rest), words))


def _stated(pole: str, places: Iterable[re.Match[str]], words: str) -> Iterable[str]:
    for place in places:
        yield _OTHER[pole] if _NEGATED.search(words[: place.start()]) else pole


def unfounded_exemption(
    verdict: CriterionVerdict, criterion: Criterion, cited: Sequence[NumberedSentence], view: PatientView
) -> str:
    """Why a criterion may not be set aside: it names no group, or the patient may be one of the group."""
    if verdict is not CriterionVerdict.NOT_APPLICABLE:
        return ""
    words = criterion.text.casefold()
    sexes = {sex for sex in (Sex.FEMALE, Sex.MALE) if pattern("subgroup", sex.value).search(words)}
    conditional = pattern("subgroup", "conditional").search(words)
    if view.sex in sexes or (not sexes and not conditional):
        return "it names no group that the patient is not in"
    return "" if cited else "no sentence shows that the patient is not in the group it speaks of"
