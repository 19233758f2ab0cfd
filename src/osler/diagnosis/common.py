"""Whether a patient has nothing but the findings of common illness, for which a list of rare diseases is no answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from pydantic import BaseModel, ConfigDict

from osler.core.terminology import HpoGraph, Vocabularies
from osler.yaml_reader import packaged_yaml

SCHOOL_AGE = 5.0


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
    core: tuple[tuple[_Finding, ...], ...]
    """Of every group one finding, or a special form of one, has to be there."""
    explains: tuple[_Finding, ...]
    """What else belongs to it, with all special forms."""

    def fits(self, hpo_ids: Iterable[str], hpo: HpoGraph, age: float | None, *, also: Collection[str]) -> bool:
        """Whether it is common at an age, its core is there, and it explains whatever is not common anyhow (`also`)."""
        if (SCHOOL_AGE if age is None else age) < self.from_age:
            return False
        given = list(hpo_ids)
        groups = [{item for item in given for one in group if hpo.is_a(item, one.id)} for group in self.core]
        known = {item for group in groups for item in group} | set(also)
        rest = (item for item in given if item not in known)
        return all(groups) and all(any(hpo.is_a(item, one.id) for one in self.explains) for item in rest)


class CommonFindings(BaseModel):
    """The bundled list and its source."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    findings: tuple[_Finding, ...]
    long_term: LongTerm
    illnesses: tuple[Illness, ...]


def common_illness(hpo_ids: Iterable[str], vocabularies: Vocabularies, age: float | None = None) -> str:
    """A plain notice where every finding is one of common illness; empty where any is not, or there is none.

    What is common among grown people is called so only from the age (years) of the finding, else of the list, on. Where the
    findings are those of one common illness, it is named.
    """
    graph, known = vocabularies.hpo, common_findings()
    given = list(hpo_ids)
    acute = [item for item in given if any(graph.is_a(item, row.id) for row in known.findings)]
    rest = [item for item in given if item not in acute]
    lasting = known.long_term.common_at(age)
    anyhow = {*acute, *(item for item in rest if item in lasting)}
    if not {*rest} <= lasting:
        named = [one for one in known.illnesses if one.fits(given, graph, age, also=anyhow)]
        return _notice_of(named) if named else ""
    if not given:
        return ""
    sources = [source for source, found in ((known.source, acute), (known.long_term.source, rest)) if found]
    return (
        f"All findings given are those of common {'long-term ' if rest else ''}illness: consider common causes first; the rare "
        f"diseases below are ranked among themselves only. Source: {'; '.join(sources)}"
    )


def _notice_of(named: list[Illness]) -> str:
    return (
        f"The findings given are those of {' or '.join(one.name for one in named)}, a common illness: confirm or exclude it "
        f"first; the rare diseases below are ranked among themselves only. Source: {'; '.join(one.source for one in named)}"
    )


@cache
def common_findings() -> CommonFindings:
    """The list, read once."""
    return CommonFindings.model_validate(packaged_yaml("osler.diagnosis", "common.yml"))
