"""The differential that the evidence allows: subtypes as one entry, confidence by probability, reasons in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.diagnosis.ranking import (
    FEWEST_PATIENTS,
    Confidence,
    Contribution,
    MatchKind,
    PooledFamily,
    Ranking,
)
from osler.diagnosis.steps.commoner import commoner
from osler.diagnosis.steps.leading import leading_families
from osler.diagnosis.types import DifferentialEntry, FamilyMember

SHOWN_MEMBERS = 6
MANY_SUPPORTING = 4
SOME_SUPPORTING = 2
SHOWN_MISSING = 5
NEARLY_ALL = 0.8
"""The share of patients from which on the absence of a feature contradicts the disease (HPO: very frequent)."""
SUPPORTING_KINDS = frozenset({MatchKind.EXACT, MatchKind.DESCENDANT, MatchKind.ANCESTOR, MatchKind.GRADED})


def differential(ranking: Ranking, *, settled: bool = False) -> list[DifferentialEntry]:
    """The first five families as entries; where the question is `settled` (by a variant, or as a common illness), no commoner one is thought of."""
    first, *others = [_entry(ranking, family) for family in leading_families(ranking)]
    rivals = [] if settled else [item.sentence for item in commoner(ranking)]
    return [first.model_copy(update={"commoner": rivals}), *others]


def support(contributions: Iterable[Contribution]) -> tuple[list[str], list[str]]:
    """The labels of the findings that speak for a disease, and of excluded features that nearly all its patients have."""
    items = list(contributions)
    supporting = [item.label for item in items if item.kind in SUPPORTING_KINDS and item.log_likelihood_ratio > 0]
    against = [
        item.label
        for item in items
        if item.kind is MatchKind.EXCLUDED and item.frequency is not None and item.frequency >= NEARLY_ALL
    ]
    return supporting, against


def by_rule(supporting: Sequence[str], contradicting: Sequence[str]) -> Confidence:
    """The source document's rule: four supporting features without a contradiction are high, two are moderate."""
    if len(supporting) >= MANY_SUPPORTING:
        return "moderate" if contradicting else "high"
    return "moderate" if len(supporting) >= SOME_SUPPORTING else "low"


def percent(share: float) -> str:
    """A probability for a person to read; nothing is certain and nothing impossible."""
    if share > 0.99:
        return "over 99 %"
    return f"{100 * share:.0f} %" if share >= 0.01 else "under 1 %"


def reasoning(
    probability: float,
    level: Confidence,
    supporting: Sequence[str],
    contradicting: Sequence[str],
    *,
    single: bool = False,
    like: str = "",
) -> str:
    """Why the confidence is what it is, naming every contradiction; `single`: one patient is all that is known of it; `like`:
    another disease that shows all it shows.
    """
    count = len(supporting)
    rule = by_rule(supporting, contradicting)
    text = f"{percent(probability)} after all findings; {count} supporting feature{'' if count == 1 else 's'}"
    against = f"contradicted by the exclusion of {', '.join(contradicting)}" if contradicting else "no contradiction"
    differs = "" if level == rule else f" By the number of supporting features alone it would be {rule}."
    alone = " The disease is known from a single patient." if single else ""
    same = f" {like} shows all the findings that it shows: none tells them apart." if like else ""
    return f"{text}, {against}.{alone}{same}{differs}"


def _entry(ranking: Ranking, family: PooledFamily) -> DifferentialEntry:
    leading = ranking.placed(family.rows[0])
    level, like = ranking.confidence(family), ranking.look_alike(family)
    supporting, contradicting = support(leading.contributions)
    members = [ranking.placed(row) for row in family.rows[:SHOWN_MEMBERS]] if len(family.rows) > 1 else []
    return DifferentialEntry(
        disease=leading.name,
        disease_id=leading.disease_id,
        family=family.name if members else "",
        members=[
            FamilyMember(disease_id=item.disease_id, disease=item.name, rank=item.rank, probability=item.probability)
            for item in members
        ],
        subtypes=len(family.rows) if members else 0,
        probability=family.probability,
        confidence=level,
        confidence_reasoning=reasoning(
            family.probability,
            level,
            supporting,
            contradicting,
            single=ranking.patients(family.rows[0]) < FEWEST_PATIENTS,
            like=ranking.placed(like.rows[0]).name if like is not None and level == "moderate" else "",
        ),
        rule_confidence=by_rule(supporting, contradicting),
        supporting_phenotypes=supporting,
        contradicting_phenotypes=contradicting,
        missing_key_phenotypes=[item.label for item in leading.missing[:SHOWN_MISSING]],
    )
