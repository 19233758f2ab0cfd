"""What changed between two answers about a patient's record, or between two turns on the same message."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel, Field


class Told(NamedTuple):
    """What an answer comes to: how it ended, who gave it, what it says and what that rests on."""

    run_id: str
    status: str
    route: str
    sentences: list[str]
    sources: list[str]


class ReplyChanges(BaseModel):
    """Only what changed between two runs."""

    since_run: str
    status: tuple[str, str] | None = None
    route: tuple[str, str] | None = None
    new_sentences: list[str] = Field(default_factory=list)
    dropped_sentences: list[str] = Field(default_factory=list)
    new_sources: list[str] = Field(default_factory=list)
    dropped_sources: list[str] = Field(default_factory=list)

    def lines(self) -> list[str]:
        """The changes for a person to read; empty when nothing changed."""
        turned = [("status", self.status), ("route", self.route)]
        named = [
            ("now says", self.new_sentences),
            ("no longer says", self.dropped_sentences),
            ("now rests on", self.new_sources),
            ("no longer rests on", self.dropped_sources),
        ]
        head = [f"{title}: {pair[0]} → {pair[1]}" for title, pair in turned if pair is not None]
        return head + [f"{title}: {item}" for title, items in named for item in items]


def changes_between(before: Told, after: Told) -> ReplyChanges:
    """What the later answer has that the earlier has not, and the other way round."""
    return ReplyChanges(
        since_run=before.run_id,
        status=(before.status, after.status) if before.status != after.status else None,
        route=(before.route, after.route) if before.route != after.route else None,
        new_sentences=_only(after.sentences, before.sentences),
        dropped_sentences=_only(before.sentences, after.sentences),
        new_sources=_only(after.sources, before.sources),
        dropped_sources=_only(before.sources, after.sources),
    )


def _only(these: list[str], those: list[str]) -> list[str]:
    return [item for item in dict.fromkeys(these) if item not in those]
