"""What can be configured of grounding: its thresholds, and how often it searches again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from osler.config import FolderRule, SettingsSection


class GroundingSettings(SettingsSection):
    """Confidence thresholds of the grounding capability."""

    section: ClassVar[str] = "grounding"
    in_folder: ClassVar[Mapping[str, FolderRule]] = {
        "accept": "higher",
        "review": "higher",
        "max_iterations": "lower",
        "cross_check": "higher",
    }

    accept: float = Field(default=0.80, ge=0, le=1)
    review: float = Field(default=0.40, ge=0, le=1, description="Below this a selection is rejected.")
    max_iterations: int = Field(default=3, ge=1)
    cross_check: bool = Field(
        default=True, description="Let the offline mind read what a model reads, and list where the two differ."
    )
