"""A registry whose answers a run keeps, and one that gives them again: a replay asks what was found then, not today's index."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from osler.errors import ReplayMissing, ServiceError
from osler.trials.registry.local import LocalRegistry
from osler.trials.registry.port import Registry, SearchPage, TrialQuery
from osler.trials.registry.study import Study

Keep = Callable[[str, Any], None]
"""Writes an answer down under its key."""

_SUMMARY = {"official_title", "summary", "keywords", "eligibility", "places", "record"}
"""What a list of candidates does not show and a run need not keep for each."""
_EMPTY = "registry is empty"
_JUDGED = ("identificationModule", "eligibilityModule", "conditionsModule")


class KeepingRegistry:
    """Asks another registry and keeps every answer, failures included."""

    def __init__(self, registry: Registry, keep: Keep) -> None:
        self.name = registry.name
        self.asked = registry
        self.empty = isinstance(registry, LocalRegistry) and registry.empty
        self._keep = keep
        if self.empty:
            keep(_EMPTY, True)

    async def search(self, query: TrialQuery) -> SearchPage:
        """The other's answer."""
        key = _search_key(query)
        try:
            page = await self.asked.search(query)
        except ServiceError as error:
            self._keep(key, {"failed": error.message, "mend": error.mend})
            raise
        studies = [study.model_dump(mode="json", exclude=_SUMMARY) for study in page.studies]
        self._keep(key, {"studies": studies, "total": page.total, "next_page_token": page.next_page_token})
        return page

    async def study(self, nct_id: str) -> Study | None:
        """The other's answer."""
        try:
            study = await self.asked.study(nct_id)
        except ServiceError as error:
            self._keep(_study_key(nct_id), {"failed": error.message, "mend": error.mend})
            raise
        self._keep(_study_key(nct_id), {"study": None if study is None else kept_study(study)})
        return study

    async def aclose(self) -> None:
        """Close the other."""
        await self.asked.aclose()


class KeptRegistry:
    """Gives again what a run kept, and nothing else."""

    def __init__(self, name: str, kept: Mapping[str, Any]) -> None:
        self.name = name
        self.empty = bool(kept.get(_EMPTY))
        self._kept = kept

    async def search(self, query: TrialQuery) -> SearchPage:
        """What was found then."""
        return SearchPage.model_validate(self._answer(_search_key(query)))

    async def study(self, nct_id: str) -> Study | None:
        """The study as it was then."""
        study = self._answer(_study_key(nct_id))["study"]
        return None if study is None else Study.model_validate(study)

    async def aclose(self) -> None:
        """Nothing is open."""

    def _answer(self, key: str) -> dict[str, Any]:
        answer = self._kept.get(key)
        if not isinstance(answer, dict):
            raise ReplayMissing(
                f"the stored run kept no answer {key} of its registry",
                mend="runs of earlier versions kept none; match the patient again",
            )
        if "failed" in answer:
            raise ServiceError(answer["failed"], mend=answer["mend"])
        return answer


def kept_study(study: Study) -> dict[str, Any]:
    """A study with the parts of its record that a judgement reads."""
    protocol = study.record.get("protocolSection", {})
    record = {"protocolSection": {name: protocol[name] for name in _JUDGED if name in protocol}}
    return {**study.model_dump(mode="json", exclude={"record", "places"}), "record": record}


def _search_key(query: TrialQuery) -> str:
    return f"search {hashlib.sha256(query.model_dump_json().encode()).hexdigest()[:24]}"


def _study_key(nct_id: str) -> str:
    return f"study {nct_id}"
