"""The differential that the evidence allows: subtypes as one entry, confidence by probability, reasons in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from osler.diagnosis.ranking import (
    FEWEST_PATIENTS,
    Confidence,
    Contribution,
    MatchKind,
    PooledFamily,
    Ranking,
    commoner,
)
from osler.diagnosis.types import DifferentialEntry, FamilyMember

SHOWN = 5
SHOWN_MEMBERS = 6
LOOKED_THROUGH = 10
"""The places among which commoner diseases that explain the same are looked for."""
MANY_SUPPORTING = 4
SOME_SUPPORTING = 2
SHOWN_MISSING = 5
NEARLY_ALL = 0.8
"""The share of patients from which on the absence of a feature contradicts the disease (HPO: very frequent)."""
SUPPORTING_KINDS = frozenset({MatchKind.EXACT, MatchKind.DESCENDANT, MatchKind.ANCESTOR, MatchKind.GRADED})


def differential(ranking: Ranking) -> list[DifferentialEntry]:
    """The first five families as entries."""
    families = leading_families(ranking)
    first, *others = [_entry(ranking, family) for family in families]
    return [first.model_copy(update={"commoner": _commoner(ranking, families[0])}), *others]


def _commoner(ranking: Ranking, leading: PooledFamily) -> list[str]:
    """Commoner diseases that explain all that the leading one explains: the annotations may tell them apart by little.

    How common a disease is does not move the ranking, whose published cases are chosen for being rare; a clinic's are not.
    """
    first = ranking.placed(leading.rows[0])
    found = []
    for family in ranking.families(LOOKED_THROUGH):
        classes = commoner(ranking.model, leading.rows[0], family.rows[0]) if family.rank > 1 else ""
        if classes and set(first.matched) <= set((other := ranking.placed(family.rows[0])).matched):
            what = f"explains {'all' if len(first.matched) > 1 else 'the one'} that {first.name} explains"
            found.append(f"{other.name} ({other.disease_id}, place {family.rank}) {what} and is commoner: {classes}")
    return found


def leading_families(ranking: Ranking, count: int = SHOWN) -> list[PooledFamily]:
    """The first families that explain a finding at all; what explains none stands there by its fame alone.

    Behind the leading one they stand as they are likely, for that is the number beside them.
    """
    found = ranking.families(count * 3)
    explaining = (family for family in found if ranking.explains(family.rows[0]))
    leading, *others = list(islice(explaining, count)) or found[:count]
    return [leading, *sorted(others, key=lambda family: -family.probability)]


def leading_disease(ranking: Ranking) -> str:
    """The name of the disease that leads the first entry of the differential."""
    return ranking.placed(leading_families(ranking, 1)[0].rows[0]).name


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
) -> str:
    """Why the confidence is what it is, naming every contradiction; `single`: one patient is all that is known of it."""
    count = len(supporting)
    rule = by_rule(supporting, contradicting)
    text = f"{percent(probability)} after all findings; {count} supporting feature{'' if count == 1 else 's'}"
    against = f"contradicted by the exclusion of {', '.join(contradicting)}" if contradicting else "no contradiction"
    differs = "" if level == rule else f" By the number of supporting features alone it would be {rule}."
    alone = " The disease is known from a single patient." if single else ""
    return f"{text}, {against}.{alone}{differs}"


def _entry(ranking: Ranking, family: PooledFamily) -> DifferentialEntry:
    leading = ranking.placed(family.rows[0])
    level = ranking.confidence(family)
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
        ),
        rule_confidence=by_rule(supporting, contradicting),
        supporting_phenotypes=supporting,
        contradicting_phenotypes=contradicting,
        missing_key_phenotypes=[item.label for item in leading.missing[:SHOWN_MISSING]],
    )
