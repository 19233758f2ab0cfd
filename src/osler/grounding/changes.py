"""What is new in a grounding since an earlier one; what stayed as it was is left out."""

from __future__ import annotations

from pydantic import BaseModel, Field

from osler.grounding.output import GroundingOutput
from osler.grounding.types import GroundedEntity


class CodeChange(BaseModel):
    """An entity whose code or standing changed; None on the side where it was not found."""

    criterion: str
    entity: str
    before: str | None
    after: str | None


class GroundingChanges(BaseModel):
    """Only what changed between two runs."""

    since_run: str
    entities: list[CodeChange] = Field(default_factory=list)
    versions: dict[str, tuple[str | None, str | None]] = Field(default_factory=dict)
    """Vocabularies whose version changed: before, after."""

    def lines(self) -> list[str]:
        """The changes for a person to read; empty when nothing changed."""
        lines = [
            f"{change.criterion}: {change.entity}: {change.before or 'not found'} to {change.after or 'not found'}"
            for change in self.entities
        ]
        return [*lines, *(f"{name}: version {old} to {new}" for name, (old, new) in self.versions.items())]


def changes_between(before: GroundingOutput, after: GroundingOutput) -> GroundingChanges:
    """Entities that came, went, or have another code or standing, criterion by criterion."""
    was, now = _standings(before), _standings(after)
    return GroundingChanges(
        since_run=before.run_id or before.state.batch_id,
        entities=[
            CodeChange(criterion=key[0], entity=key[1], before=was.get(key), after=now.get(key))
            for key in dict.fromkeys([*now, *was])
            if was.get(key) != now.get(key)
        ],
        versions={
            name: (before.versions.get(name), after.versions.get(name))
            for name in sorted(before.versions.keys() | after.versions.keys())
            if before.versions.get(name) != after.versions.get(name)
        },
    )


def _standings(output: GroundingOutput) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], list[str]] = {}
    for entity in output.state.grounded_entities:
        found.setdefault((entity.criteria_id, entity.text), []).append(_standing(entity))
    return {key: ", ".join(sorted(standings)) for key, standings in found.items()}


def _standing(entity: GroundedEntity) -> str:
    code = f"{entity.preferred_term} {entity.concept_id}" if entity.concept_id else "no code"
    return code if entity.status == "accepted" else f"{code} ({entity.status.replace('_', ' ')})"
