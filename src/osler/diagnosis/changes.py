"""What is new in a diagnosis since an earlier one; what stayed as it was is left out."""

from __future__ import annotations

from pydantic import BaseModel, Field

from osler.diagnosis.types import AgentOutput


class RankChange(BaseModel):
    """A disease of the leading candidates whose place changed; None where it was not among them."""

    disease_id: str
    disease: str
    rank_before: int | None
    rank_after: int | None
    probability_before: float | None = None
    probability_after: float | None = None


class DiagnosisChanges(BaseModel):
    """Only what changed between two runs."""

    since_run: str
    new_findings: list[str] = Field(default_factory=list)
    dropped_findings: list[str] = Field(default_factory=list)
    new_exclusions: list[str] = Field(default_factory=list)
    dropped_exclusions: list[str] = Field(default_factory=list)
    new_red_flags: list[str] = Field(default_factory=list)
    dropped_red_flags: list[str] = Field(default_factory=list)
    ranks: list[RankChange] = Field(default_factory=list)
    new_steps: list[str] = Field(default_factory=list)
    dropped_steps: list[str] = Field(default_factory=list)
    versions: dict[str, tuple[str | None, str | None]] = Field(default_factory=dict)
    """Vocabularies whose version changed: before, after."""

    def lines(self) -> list[str]:
        """The changes for a person to read; empty when nothing changed."""
        named = [
            ("new finding", self.new_findings),
            ("no longer found", self.dropped_findings),
            ("newly excluded", self.new_exclusions),
            ("no longer excluded", self.dropped_exclusions),
            ("new red flag", self.new_red_flags),
            ("red flag no longer raised", self.dropped_red_flags),
            ("new step", self.new_steps),
            ("step no longer recommended", self.dropped_steps),
        ]
        lines = [f"{title}: {item}" for title, items in named for item in items]
        for change in self.ranks:
            before = "unlisted" if change.rank_before is None else f"rank {change.rank_before}"
            after = "unlisted" if change.rank_after is None else f"rank {change.rank_after}"
            lines.append(f"{change.disease} ({change.disease_id}): {before} to {after}")
        lines += [f"{name}: version {before} to {after}" for name, (before, after) in self.versions.items()]
        return lines


def changes_between(before: AgentOutput, after: AgentOutput) -> DiagnosisChanges:
    """What the later output has that the earlier has not, and the other way round."""
    findings = [_findings(output) for output in (before, after)]
    excluded = [_exclusions(output) for output in (before, after)]
    flags = [{flag.rule_id: flag.title for flag in output.red_flags} for output in (before, after)]
    steps = [{step.action: step.action for step in output.next_best_steps} for output in (before, after)]
    return DiagnosisChanges(
        since_run=before.run_id or before.session_id,
        new_findings=_only_in(findings[1], findings[0]),
        dropped_findings=_only_in(findings[0], findings[1]),
        new_exclusions=_only_in(excluded[1], excluded[0]),
        dropped_exclusions=_only_in(excluded[0], excluded[1]),
        new_red_flags=_only_in(flags[1], flags[0]),
        dropped_red_flags=_only_in(flags[0], flags[1]),
        ranks=_rank_changes(before, after),
        new_steps=_only_in(steps[1], steps[0]),
        dropped_steps=_only_in(steps[0], steps[1]),
        versions={
            name: (before.versions.get(name), after.versions.get(name))
            for name in sorted(before.versions.keys() | after.versions.keys())
            if before.versions.get(name) != after.versions.get(name)
        },
    )


def _only_in(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """The names of what one side has and the other has not."""
    return [name for key, name in one.items() if key not in other]


def _findings(output: AgentOutput) -> dict[str, str]:
    return {match.hpo_id: f"{match.label} ({match.hpo_id})" for match in output.hpo_matches if match.hpo_id}


def _exclusions(output: AgentOutput) -> dict[str, str]:
    return {
        item.mapped_hpo_term: f"{item.mapped_hpo_label} ({item.mapped_hpo_term})"
        for item in output.excluded_findings
        if item.mapped_hpo_term
    }


def _rank_changes(before: AgentOutput, after: AgentOutput) -> list[RankChange]:
    was = {item.disease_id: item for item in before.disease_candidates}
    now = {item.disease_id: item for item in after.disease_candidates}
    changes = []
    for disease_id in dict.fromkeys([*now, *was]):
        old, new = was.get(disease_id), now.get(disease_id)
        if old and new and old.rank == new.rank:
            continue
        named = new or old
        if named is not None:
            changes.append(
                RankChange(
                    disease_id=disease_id,
                    disease=named.name,
                    rank_before=old.rank if old else None,
                    rank_after=new.rank if new else None,
                    probability_before=old.probability if old else None,
                    probability_after=new.probability if new else None,
                )
            )
    return changes
