"""What changed between two answers to the same question."""

from __future__ import annotations

from pydantic import BaseModel, Field

from osler.guidelines.types import AgenticResult


class AnswerChanges(BaseModel):
    """Only what changed between two runs."""

    since_run: str
    status: tuple[str, str] | None = None
    new_sentences: list[str] = Field(default_factory=list)
    dropped_sentences: list[str] = Field(default_factory=list)
    fits: list[str] = Field(default_factory=list)
    """Recommendations whose fit for the patient changed."""
    new_warnings: list[str] = Field(default_factory=list)

    def lines(self) -> list[str]:
        """The changes for a person to read; empty when nothing changed."""
        named = [
            ("new", self.new_sentences),
            ("no longer said", self.dropped_sentences),
            ("changed fit", self.fits),
            ("new warning", self.new_warnings),
        ]
        head = [f"status: {self.status[0]} → {self.status[1]}"] if self.status else []
        return head + [f"{title}: {item}" for title, items in named for item in items]


def changes_between(before: AgenticResult, after: AgenticResult) -> AnswerChanges:
    """What the later answer has that the earlier has not, and the other way round."""
    said = [[sentence.text for sentence in result.sentences] for result in (before, after)]
    fits = {row.chunk_id: row.fit for row in before.recommendations}
    return AnswerChanges(
        since_run=before.run_id or "",
        status=(before.status, after.status) if before.status != after.status else None,
        new_sentences=[text for text in said[1] if text not in said[0]],
        dropped_sentences=[text for text in said[0] if text not in said[1]],
        fits=[
            f"{row.title}: {fits[row.chunk_id]} → {row.fit}".replace("_", " ")
            for row in after.recommendations
            if fits.get(row.chunk_id, row.fit) != row.fit
        ],
        new_warnings=[warning for warning in after.warnings if warning not in before.warnings],
    )
