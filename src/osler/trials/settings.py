"""What can be configured of trials: where they are searched, how candidates are scored, what silence means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from osler.config import FolderRule, SettingsSection, WebAddress


class TrialSettings(SettingsSection):
    """How trials are searched, scored and judged."""

    section: ClassVar[str] = "trials"
    in_folder: ClassVar[Mapping[str, FolderRule]] = {
        "registry": ("local",),
        "min_interval_seconds": "higher",
        "max_tool_calls": "lower",
        "max_candidates": "lower",
        "query_weight": "any",
        "phase_bonus": "any",
        "recruiting_bonus": "any",
        "details_bonus": "any",
        "policy": ("strict",),
        "two_stage": "any",
    }

    registry: Literal["local", "ctgov"] = Field(default="local", description="The index on this machine, or the API.")
    api_url: WebAddress = "https://clinicaltrials.gov/api/v2"
    min_interval_seconds: float = Field(default=1.5, ge=0, description="The least time between two calls of the API.")
    max_tool_calls: int = Field(default=20, ge=1, description="Searches and details of one prescreening.")
    max_candidates: int = Field(default=20, ge=1)
    query_weight: int = Field(default=3, ge=0, description="Score of each query that found a trial.")
    phase_bonus: dict[str, int] = Field(
        default_factory=lambda: {"PHASE4": 1, "PHASE3": 3, "PHASE2": 2, "PHASE1": 1, "EARLY_PHASE1": 0, "NA": 0}
    )
    recruiting_bonus: int = Field(default=2, ge=0)
    details_bonus: int = Field(default=2, ge=0)
    policy: Literal["strict", "clinical"] = Field(
        default="strict",
        description="What a record's silence means: unknown, or (clinical) absent where it would be told.",
    )
    two_stage: bool = Field(default=False, description="The medical role reasons first, the fast role gives the label.")
