"""The genetic test of the leading entries: the causal genes to sequence, the chromosomes to look at, repeats to measure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from osler.diagnosis.investigations import Assay, ChromosomalTest, investigations
from osler.diagnosis.ranking import PooledFamily, Ranking, causal_genes, genes_in_order
from osler.diagnosis.steps.commoner import commoner
from osler.diagnosis.steps.leading import leading_families
from osler.diagnosis.types import NextBestStep

ANNOTATIONS = "HPO disease annotations"
WORTH_SEQUENCING = 0.1
"""An entry less likely than this share of the leading one brings no genes into the panel."""
LEAST_LIKELY = 0.02
"""Nor does one less likely than this, unless it leads."""
WORTH_A_PANEL = 0.2
"""Below this the leading entry brings no genes of its own where there is a test of the whole genome."""
WORTH_BESIDE_AN_ASSAY = 0.5
"""The same where an assay of its own, or the chromosomes, settle the leading one: others wait for that result."""
WORTH_WITHIN_A_FAMILY = 0.001
"""The same for a member of a family beside its leading one: a panel covers subtypes that look alike, not every type."""
PANEL_ENTRIES = 5
"""The entries whose genes a panel covers: as many as the differential shows."""
PANEL_GENES = 12
FAMILY_GENES = 6
"""The genes of a family that are named; a panel made for it covers the others too."""
FEW_GENES = 3
"""So many genes at most has a disease that one assay settles."""
MEMBERS = 6
"""The likeliest members by which a family is known."""


_SYMBOL = re.compile(r"\b[A-Z][A-Z0-9]{2,9}\b")
_NO_LOSS_OF_A_GENE = re.compile(r"^Chromosome |duplication|disomy", re.IGNORECASE)
"""Names of what is no more than a part of a chromosome, and of what doubles or repeats one: no variant of a gene is the same."""


_METHOD = re.compile(r"\b(?:methylation|copy number|MLPA)\b", re.IGNORECASE)
_BAND = re.compile(r"\b\d{1,2}[pq]\d{1,2}")
_NORMAL = re.compile(r"\b(?:normal|negative|unremarkable|no abnormality|excluded)\b", re.IGNORECASE)


class Panel(NamedTuple):
    """What a genetic test of one entry of the differential looks at: its causal genes, the likeliest member's first."""

    disease: str
    probability: float
    genes: tuple[str, ...]
    chromosomal: ChromosomalTest | None = None
    """The test where a chromosome, or a part of one, is missing or doubled: sequencing a gene within it can miss that."""
    further: int = 0
    """How many more genes cause subtypes that are less likely: a panel made for the family covers them too."""
    alone: str = ""
    """The gene whose variants cause the same as the missing part of a chromosome, where there is one."""
    commoner: bool = False
    """Whether it is a commoner disease than the leading one and explains as much: it is tested whatever its probability."""
    leading: str = ""
    """The likeliest member of the entry."""


def panels(ranking: Ranking, *, array_negative: bool = False, told: str = "") -> list[Panel]:
    """The leading entries with the causal genes of their likeliest members; those that the notes name stand first.

    Where a microarray has found nothing, no part of a chromosome is looked for again: the genes are left to sequence.
    """
    named = frozenset(_SYMBOL.findall(told))
    known = {item.family.rows[0]: item.family for item in commoner(ranking) if item.likelier}
    shown = [family for family in leading_families(ranking, PANEL_ENTRIES) if family.rows[0] not in known]
    return [
        *(_panel(ranking, family, array_negative, named) for family in shown),
        *(_panel(ranking, family, array_negative, named)._replace(commoner=True) for family in known.values()),
    ]


def _panel(ranking: Ranking, family: PooledFamily, array_negative: bool, named: frozenset[str]) -> Panel:
    least = ranking.probabilities[family.rows[0]] * WORTH_WITHIN_A_FAMILY
    likely = [row for row in family.rows if ranking.probabilities[row] >= least]
    by_member = [causal_genes(ranking.model, row) for row in likely]
    single = [genes for genes in by_member if len(genes) == 1]
    # Where subtypes have a gene each, what an entry for all of them lists beside is mostly a modifier.
    genes = [gene for member in by_member[:MEMBERS] for gene in member]
    if len(set(single)) > 1:
        genes = genes_in_order(ranking, likely)[:FAMILY_GENES]
    disease = family.name if len(family.rows) > 1 else ranking.placed(family.rows[0]).name
    others = _genes_of_subtypes(ranking, family.rows)
    genes = [*sorted(named.intersection((*others, *genes))), *genes]  # a stain or an older letter has named them
    apart = sorted(gene for gene in others if _needs_own_assay(gene))  # no panel of sequences covers them
    unique = tuple(dict.fromkeys([*tuple(dict.fromkeys(genes))[:PANEL_GENES], *apart]))
    chromosomal = None if array_negative else chromosomal_test(ranking, family.rows[0])
    further = 0 if chromosomal else len(others - set(genes) - set(apart))
    alone = alone_of(ranking, family.rows) if chromosomal else ""
    leading = ranking.placed(family.rows[0]).name
    return Panel(disease, family.probability, unique, chromosomal, further, alone, leading=leading)


def alone_of(ranking: Ranking, rows: Sequence[int]) -> str:
    """The one gene that a chromosomal disease has, unless OMIM has another disease of which it is the cause (ELN, whose own
    variants are no Williams syndrome), or the name says that no gene is lost.
    """
    model = ranking.model
    genes = causal_genes(model, rows[0])
    if len(genes) != 1 or _NO_LOSS_OF_A_GENE.search(ranking.placed(rows[0]).name):
        return ""
    others = [row for row in model.rows_of_gene(genes[0]) if row not in rows and causal_genes(model, row) == genes]
    entered = [
        row for row in others if any(model.annotations.ids[one].startswith("OMIM:") for one in model.members[row])
    ]
    return genes[0] if all(chromosomal_test(ranking, row) for row in entered) else ""


def _genes_of_subtypes(ranking: Ranking, rows: Sequence[int]) -> set[str]:
    """The genes that each are the one cause of a subtype."""
    by_member = (causal_genes(ranking.model, row) for row in rows)
    return {genes[0] for genes in by_member if len(genes) == 1}


def chromosomal_test(ranking: Ranking, row: int) -> ChromosomalTest | None:
    """The test of a disease that MONDO has below those of a whole chromosome, or of a missing or doubled part of one."""
    model = ranking.model
    ids = {model.annotations.mondo_id(model.annotations.ids[entry]) for entry in model.members[row]}
    is_a = model.vocabularies.hierarchy.is_a
    return next(
        (
            kind
            for kind in investigations().chromosomal
            if any(one and is_a(one, branch) for one in ids for branch in kind.branches)
        ),
        None,
    )


def without_ordered(offered: Sequence[Panel], ordered: str) -> list[Panel]:
    """The panels without what the assays and looks at the chromosomes find that are `ordered` already."""
    words = ordered.lower()
    found = {gene for assay in investigations().assays if assay.test.lower() in words for gene in assay.genes}
    left = [
        item._replace(genes=tuple(gene for gene in item.genes if gene not in found))
        for item in offered
        if not (item.chromosomal and item.chromosomal.test.partition(",")[0].lower() in words)
    ]
    return [item for item in left if item.genes or item.chromosomal]


def genetic_testing(
    offered: Sequence[Panel],
    found_genes: Sequence[str],
    negative_genes: Sequence[str],
    age_years: float | None = None,
    *,
    exome_done: bool = False,
) -> list[NextBestStep]:
    """One step that names what to test for the leading entries, without the genes already tested; a commoner disease first.

    Where no entry is likely, a handful of genes would miss the cause: the whole exome or genome is read, these genes first, unless
    that was done.
    """
    found = {gene.upper() for gene in found_genes}
    tested = found | {gene.upper() for gene in negative_genes}
    if any(gene.upper() in found for item in offered[:1] for gene in item.genes):
        return []
    leading = max((item.probability for item in offered), default=0.0)
    likely = [
        item._replace(genes=tuple(gene for gene in item.genes if gene.upper() not in tested))
        for item in _worth_testing(offered)
    ]
    wanted = sorted((item for item in likely if item.genes or item.chromosomal), key=lambda item: not item.commoner)
    if not wanted:
        return []
    genes = list(dict.fromkeys(gene for item in wanted if not item.chromosomal for gene in item.genes))
    table = investigations()
    sources = [table.genetic_testing.source_at(age_years)] if genes else []
    sources += [assay.source for assay in _assays_of(genes)]
    sources += [item.chromosomal.source for item in wanted if item.chromosomal]
    cited = [table.cited_at(source, age_years) for source in sources]
    return [
        NextBestStep(
            rank=1,
            action_type="genetic_testing",
            action=_test_of(genes, wanted, wide=leading < WORTH_A_PANEL and not exome_done),
            rationale="; ".join(
                f"{item.disease}{' (think of it first)' if item.commoner else ''}: {_because(item)}" for item in wanted
            ),
            discriminates_between=[item.disease for item in wanted],
            evidence_source="; ".join(filter(None, [f"disease genes of the {ANNOTATIONS}", *cited])),
        )
    ]


def _worth_testing(offered: Sequence[Panel]) -> list[Panel]:
    leading = max((item.probability for item in offered), default=0.0)
    settled = not is_unsure(offered) and (has_own_assay(offered) or any(item.chromosomal for item in offered[:1]))
    share = WORTH_BESIDE_AN_ASSAY if settled else WORTH_SEQUENCING
    least = max(leading * share, min(LEAST_LIKELY, leading))
    return [item for item in offered if item.probability >= least or item.commoner]


def told_apart_by_genes(offered: Sequence[Panel]) -> set[str]:
    """The diseases that the genetic test tells apart by itself; none where no entry is worth a panel of its own."""
    if is_unsure(offered):
        return set()
    return {item.leading for item in _worth_testing(offered) if item.genes or item.chromosomal}


def _because(item: Panel) -> str:
    """Why an entry is tested so: its genes, or what is missing."""
    if item.chromosomal:
        alone = f"; or a variant of {item.alone} alone" if item.alone else ""
        return f"{item.chromosomal.because}{alone}"
    more = f" (and {item.further} more of less likely subtypes)" if item.further else ""
    return f"{', '.join(item.genes)}{more}"


def assayed_normal(told: str) -> list[str]:
    """The genes whose own assay the notes call normal ("Methylation test of 15q11-q13 normal"): it is not ordered again."""
    sentences = [one for one in re.split(r"(?<=[.;\n])\s", told) if _NORMAL.search(one) and _METHOD.search(one)]
    return [
        gene
        for assay in investigations().assays
        if (methods := set(map(str.lower, _METHOD.findall(assay.test))))
        for one in sentences
        if methods & set(map(str.lower, _METHOD.findall(one))) and _names_place(assay, one)
        for gene in sorted(assay.genes)
    ]


def _names_place(assay: Assay, words: str) -> bool:
    """Whether words name a gene of an assay, or the band that it looks at."""
    bands = _BAND.findall(assay.test)
    return any(re.search(rf"\b{re.escape(name)}", words, re.IGNORECASE) for name in (*assay.genes, *bands))


def _assays_of(genes: Sequence[str]) -> list[Assay]:
    """The assays of genes whose usual variant sequencing misses, those of the likeliest entry first."""
    found = [assay for gene in genes for assay in investigations().assays if assay.is_of(gene)]
    return list(dict.fromkeys(found))


def _needs_own_assay(gene: str) -> bool:
    table = investigations()
    return gene in table.repeat_expansions.genes or bool(_assays_of([gene]))


def is_unsure(offered: Sequence[Panel]) -> bool:
    """Whether no entry is worth a panel of its own."""
    return max((item.probability for item in offered), default=0.0) < WORTH_A_PANEL


def has_own_assay(offered: Sequence[Panel]) -> bool:
    """Whether one assay settles the leading entry: the expansion of a repeat, a methylation, a copy number."""
    return any(_is_of_one_assay(item.genes) for item in offered[:1])


def _is_of_one_assay(genes: Sequence[str]) -> bool:
    """Whether a few genes have an assay of their own, or one assay is that of many."""
    if len(genes) <= FEW_GENES:
        return any(map(_needs_own_assay, genes))
    return any(all(map(assay.is_of, genes)) for assay in investigations().assays)


def _test_of(genes: Sequence[str], wanted: Sequence[Panel], *, wide: bool = False) -> str:
    """The tests that find the variants of genes; a repeat expansion needs an assay of its own.

    Of the entries, likeliest first, a microarray finds some; what the leading one needs comes first. What a variant of one gene
    alone can cause as well is sequenced where the microarray finds nothing. `wide` says that no entry is likely.
    """
    table = investigations()
    assays = _assays_of(genes)
    covered = {gene for assay in assays for gene in assay.instead}
    covered |= {gene for gene in genes for assay in assays if assay.is_of(gene) and not assay.sequenced}
    sequenced = [gene for gene in genes if gene not in table.repeat_expansions.genes and gene not in covered]
    expanded = [gene for gene in genes if gene in table.repeat_expansions.genes]
    reasons = dict.fromkeys(assay.because for assay in assays)
    parts = [f"{'; '.join(one.test for one in assays if one.because == why)} ({why})" for why in reasons]
    if sequenced:
        parts.append(_sequencing(sequenced, wanted, wide=wide))
    if expanded:
        place = 0 if genes[0] in expanded else len(parts)
        parts.insert(place, f"repeat-expansion assay of {', '.join(expanded)} (sequencing can miss it)")
    tests = list(dict.fromkeys(item.chromosomal.test for item in wanted if item.chromosomal))
    if tests:
        alone = [item.alone for item in wanted if item.alone]
        then = f" and, where it finds nothing, sequencing of {', '.join(alone)}" if alone else ""
        parts.insert(0 if wanted[0].chromosomal else len(parts), f"{'; '.join(tests)}{then}")
    whole = "; ".join(parts)
    return whole[:1].upper() + whole[1:]


def _sequencing(genes: Sequence[str], wanted: Sequence[Panel], *, wide: bool) -> str:
    """Which genes are sequenced, and how widely: those of the less likely subtypes of a family with the likely ones."""
    more = f" and {len(genes) - PANEL_GENES} more" if len(genes) > PANEL_GENES else ""
    named = f"{', '.join(genes[:PANEL_GENES])}{more}"
    if wide and len(genes) > FEW_GENES:
        return f"exome or genome sequencing, with {named} looked at first"
    further = 0 if wanted[0].chromosomal else wanted[0].further
    count = "gene" if further == 1 else f"{further} genes"
    panel = f", in a panel with the other {count} of {wanted[0].disease}" if further and not more else ""
    return f"sequencing that covers {named}{panel}"
