"""Whether a patient has hardly anything but the findings of common illness, for which a list of rare diseases is no answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from pydantic import BaseModel, ConfigDict

from osler.core.terminology import HpoGraph, Vocabularies
from osler.yaml_reader import packaged_yaml

SCHOOL_AGE = 5.0
LEFT_OVER = 0.25
"""So much of the weight of all findings may be of others, where most are those of common illness; each weighs by how few diseases
show it."""
HEAVIEST = 5.0
"""What a finding weighs at most (bits): what rare diseases hardly have may be banal."""
FEWEST = 3
"""The findings of common illness from which on others may be left over."""


class _Finding(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    label: str
    from_age: float | None = None
    """The age (years) from which it is one of common illness, where that is another than the list's."""


class LongTerm(BaseModel):
    """The findings of common long-term illness, and the age (years) from which they are."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    from_age: float
    findings: tuple[_Finding, ...]

    def common_at(self, age: float | None) -> set[str]:
        """The ids of what is common at an age; where that is not known, of what is common among children as well."""
        known = SCHOOL_AGE if age is None else age
        return {row.id for row in self.findings if known >= (self.from_age if row.from_age is None else row.from_age)}


class Illness(BaseModel):
    """One common illness: what is found in it, and what of that has to be there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    source: str
    from_age: float
    """The age (years) from which it is common."""
    until_age: float | None = None
    """The age (years) up to which it is, where it ends with one."""
    told: str = ""
    """Words that the notes must have, where findings alone do not tell it: of an athlete, a slow pulse is none of illness."""
    harmless: bool = False
    """Whether it is a variant of the healthy, and no illness."""
    core: tuple[tuple[_Finding, ...], ...]
    """Of every group one finding, or a special form of one, has to be there."""
    explains: tuple[_Finding, ...]
    """What else belongs to it, with all special forms."""

    def explained(self, hpo_ids: Iterable[str], hpo: HpoGraph, age: float | None, told: str) -> set[str]:
        """What it explains of some findings; nothing where it is not common at that age or its core is not there."""
        years = max(SCHOOL_AGE, self.from_age if self.told else 0.0) if age is None else age
        if years < self.from_age or (self.until_age is not None and years > self.until_age):
            return set()
        if self.told and re.search(rf"\b(?:{self.told})\b", told, re.IGNORECASE) is None:
            return set()
        given = list(hpo_ids)
        groups = [{item for item in given for one in group if hpo.is_a(item, one.id)} for group in self.core]
        if not all(groups):
            return set()
        known = {item for group in groups for item in group}
        return known | {item for item in given if any(hpo.is_a(item, one.id) for one in self.explains)}


class CommonFindings(BaseModel):
    """The bundled list and its source."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    findings: tuple[_Finding, ...]
    long_term: LongTerm
    illnesses: tuple[Illness, ...]


def common_illness(
    hpo_ids: Iterable[str],
    vocabularies: Vocabularies,
    age: float | None = None,
    *,
    told: str = "",
    unsure: bool = False,
) -> str:
    """A plain notice where the findings are those of common illness; empty where one is not, or there is none.

    What is common among grown people is called so only from the age (years) of the finding, else of the list, on. Where the
    findings are those of one common illness, it is named. Where no rare disease is likely (`unsure`), a few findings of little
    weight that belong to none are named beside them and do not silence it. `told` is what the notes say.
    """
    graph, known = vocabularies.hpo, common_findings()
    given = list(dict.fromkeys(hpo_ids))
    acute = [item for item in given if any(_is_of(item, row.id, graph) for row in known.findings)]
    rest = [item for item in given if item not in acute]
    lasting = [item for item in rest if item in known.long_term.common_at(age)]
    anyhow = {*acute, *lasting}
    if not {*rest} <= {*lasting}:
        named = {one: one.explained(given, graph, age, told) - anyhow for one in known.illnesses}
        for chosen in _by_fewest({one: own for one, own in named.items() if own}):
            explained = anyhow.union(*(named[one] for one in chosen))
            if _is_enough(given, explained, graph, unsure=unsure):
                return _notice_of(chosen, _left(given, explained, graph), alone=_same(chosen, named))
    if not _is_enough(given, anyhow, graph, unsure=unsure):
        return ""
    sources = [source for source, found in ((known.source, acute), (known.long_term.source, lasting)) if found]
    left = _left(given, anyhow, graph)
    return (
        f"{'Nearly all' if left else 'All'} findings given{left} are those of common {'long-term ' if lasting else ''}illness: consider common causes first; the rare "
        f"diseases below are ranked among themselves only. Source: {'; '.join(sources)}"
    )


def _is_of(finding: str, listed: str, graph: HpoGraph) -> bool:
    """Whether a finding is a listed one, a special form of it, or says no more than its general form does: "pain" of a back pain."""
    if graph.is_a(finding, listed):
        return True
    above = {general for one in graph.parents(listed) for general in (one, *graph.parents(one))}
    return finding in above and not (graph.label(finding) or "").startswith("Abnormal")


def _is_enough(given: Sequence[str], explained: Collection[str], graph: HpoGraph, *, unsure: bool) -> bool:
    """Whether findings are explained: all of them, or so many that what is left weighs little."""
    left = [item for item in given if item not in explained]
    if not left:
        return bool(given)
    weights = {item: min(graph.ic(item) or 0.0, HEAVIEST) for item in given}
    if not unsure or len(given) - len(left) < FEWEST:
        return False
    return sum(weights[item] for item in left) <= LEFT_OVER * sum(weights.values())


def _left(given: Sequence[str], explained: Collection[str], graph: HpoGraph) -> str:
    """What is left over, in brackets; empty where nothing is."""
    labels = [graph.label(item) or item for item in given if item not in explained]
    return f" (but {', '.join(labels)})" if labels else ""


def _by_fewest(named: Mapping[Illness, set[str]]) -> list[list[Illness]]:
    """The illnesses that explain something: those that explain the most alone, then each that adds to them as well."""
    if not named:
        return []
    most = max(len(own) for own in named.values())
    first = [one for one, own in named.items() if len(own) == most]
    every = list(first[:1])
    for one, own in named.items():
        if not own <= set().union(*(named[known] for known in every)):
            every.append(one)
    return [first] if len(every) == 1 else [first, every]


def _same(chosen: Sequence[Illness], named: Mapping[Illness, set[str]]) -> bool:
    """Whether each of some illnesses explains the same by itself."""
    return all(named[one] == named[chosen[0]] for one in chosen)


def _notice_of(named: Sequence[Illness], left: str, *, alone: bool) -> str:
    what = (
        "which is no illness"
        if all(one.harmless for one in named)
        else "a common illness"
        if alone
        else "common illnesses"
    )
    return (
        f"The findings given{left} are those of {(' or ' if alone else ' and ').join(one.name for one in named)}, {what}: confirm or exclude "
        f"{'it' if alone else 'them'} first; the rare diseases below are ranked among themselves only. "
        f"Source: {'; '.join(dict.fromkeys(one.source for one in named))}"
    )


@cache
def common_findings() -> CommonFindings:
    """The list, read once."""
    return CommonFindings.model_validate(packaged_yaml("osler.diagnosis", "common.yml"))
