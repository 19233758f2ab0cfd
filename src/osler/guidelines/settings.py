"""What can be configured of guideline questions: the caps of the flow, and when it stays silent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from osler.config import FolderRule, SettingsSection
from osler.core.library import DEFAULT, Retriever
from osler.guidelines.types import AskOptions


class GuidelinesSettings(SettingsSection):
    """Limits of a guideline question and of the files that a library takes in."""

    section: ClassVar[str] = "guidelines"
    in_folder: ClassVar[Mapping[str, FolderRule]] = {
        "library": "any",
        "max_subtasks": "lower",
        "chunks_per_subtask": "any",
        "evidence_tokens": "any",
        "refinements": "lower",
        "unsupported": ("remove",),
        "retriever": "any",
        "embed_up_to": "any",
        "answerable": "higher",
        "max_file_mb": "lower",
    }

    library: str = Field(default=DEFAULT, description="The library that is asked where none is named.")
    max_subtasks: int = Field(default=6, ge=1, le=6)
    chunks_per_subtask: int = Field(default=24, ge=1, le=50)
    evidence_tokens: int = Field(
        default=2500,
        ge=100,
        description="Beyond this a sub-task's evidence is summarised, and cut where no model reads it.",
    )
    refinements: int = Field(default=1, ge=0, le=1)
    unsupported: Literal["remove", "mark"] = Field(
        default="remove", description="What becomes of a sentence that its passages do not support."
    )
    retriever: Retriever | Literal["auto"] = Field(
        default="auto",
        description="auto: by words, and by meaning too where the extra 'embeddings' is installed; dense and hybrid need 'osler guidelines embed'.",
    )
    embed_up_to: int = Field(
        default=AskOptions().embed_up_to,
        ge=0,
        description="Passages up to which auto embeds a library when it is asked; larger ones need 'osler guidelines embed'.",
    )
    answerable: float = Field(
        default=AskOptions().answerable,
        ge=0,
        le=1,
        description="Chance that the best passage answers the question, below which the answer is silence.",
    )
    max_file_mb: int = Field(default=50, ge=1)

    def options(self) -> AskOptions:
        """The options of a question."""
        return AskOptions(**{name: getattr(self, name) for name in AskOptions.model_fields if hasattr(self, name)})
