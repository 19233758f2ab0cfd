"""Whether a patient has nothing but the findings of common illness, for which a list of rare diseases is no answer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from pydantic import BaseModel, ConfigDict

from osler.core.terminology import Vocabularies
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


class CommonFindings(BaseModel):
    """The bundled list and its source."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    findings: tuple[_Finding, ...]
    long_term: LongTerm


def common_illness(hpo_ids: Iterable[str], vocabularies: Vocabularies, age: float | None = None) -> str:
    """A plain notice where every finding is one of common illness; empty where any is not, or there is none.

    What is common among grown people is called so only from the age (years) of the finding, else of the list, on.
    """
    graph, known = vocabularies.hpo, common_findings()
    acute, rest = list[str](), list[str]()
    for item in hpo_ids:
        (acute if any(graph.is_a(item, row.id) for row in known.findings) else rest).append(item)
    if not {*rest} <= known.long_term.common_at(age) or not (acute or rest):
        return ""
    sources = [source for source, found in ((known.source, acute), (known.long_term.source, rest)) if found]
    return (
        f"All findings given are those of common {'long-term ' if rest else ''}illness: consider common causes first; the rare "
        f"diseases below are ranked among themselves only. Source: {'; '.join(sources)}"
    )


@cache
def common_findings() -> CommonFindings:
    """The list, read once."""
    return CommonFindings.model_validate(packaged_yaml("osler.diagnosis", "common.yml"))
