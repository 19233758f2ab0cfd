"""Whether a patient has nothing but the findings of common illness, for which a list of rare diseases is no answer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from pydantic import BaseModel, ConfigDict

from osler.core.terminology import Vocabularies
from osler.yaml_reader import packaged_yaml


class _Finding(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    label: str


class CommonFindings(BaseModel):
    """The bundled list and its source."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    findings: tuple[_Finding, ...]


def common_illness(hpo_ids: Iterable[str], vocabularies: Vocabularies) -> str:
    """A plain notice where every finding is one of common illness; empty where any is not, or there is none."""
    graph, known = vocabularies.hpo, common_findings()
    given = list(hpo_ids)
    if not given or not all(any(graph.is_a(item, row.id) for row in known.findings) for item in given):
        return ""
    return (
        "All findings given are those of common illness: consider common causes first; the rare diseases below are ranked "
        f"among themselves only. Source: {known.source}"
    )


@cache
def common_findings() -> CommonFindings:
    """The list, read once."""
    return CommonFindings.model_validate(packaged_yaml("osler.diagnosis", "common.yml"))
