"""The laboratory test that confirms the leading disease: what its annotations offer, or the enzyme that it is the lack of."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from osler.core.terminology import SemanticType
from osler.diagnosis.investigations import Established, investigations, speak_of
from osler.diagnosis.ranking import (
    FEWEST_COUNTED,
    RankedDisease,
    Ranking,
    RankingModel,
    Stated,
    causal_genes,
    is_x_linked,
)
from osler.diagnosis.steps.commoner import commoner
from osler.diagnosis.steps.differential import NEARLY_ALL
from osler.diagnosis.steps.genetic import ANNOTATIONS
from osler.diagnosis.steps.leading import leading_families
from osler.diagnosis.steps.orders import laboratory_order
from osler.diagnosis.steps.remaining import is_measured
from osler.diagnosis.types import NextBestStep

NAMED = 3
"""References, findings and diseases that a step names."""
SHARED_BY_FEW = 10
"""How many diseases may show the result of a test that is offered to confirm one of them."""
_IN_TISSUE = re.compile(r"\b(?:hepatic|liver|muscle|brain|cardiac|renal|nerve)\b", re.IGNORECASE)
"""A result for which a piece of an organ is taken."""
_LACK = re.compile(
    r"(?:deficiency of (?P<after>[^;]+?ase(?: [A-Z])?)|(?P<before>[^;]+?ase(?: [A-Z])?) deficiency)",
    re.IGNORECASE,
)
"""A name that says which enzyme is lacking: "alpha-galactosidase A deficiency"."""
_NOT_ONE = re.compile(
    r"\b(?:multiple|total|partial|combined|and|or|with|without|due|disease|onset)\b|\bpseudo", re.IGNORECASE
)
"""Words of a name that is not the lack of one enzyme."""


def confirming_steps(
    ranking: Ranking,
    told: str = "",
    answered: Collection[str] = (),
    *,
    has_assay: bool = False,
    ordered: Sequence[NextBestStep] = (),
) -> list[NextBestStep]:
    """The laboratory test of the leading disease, with its source; at most one. `told` is what the notes say, `answered` are the
    labels of what their results answer already, `ordered` the tests that the picture asks for: one that has this test within it
    by another guidance stands for it.

    What guidance establishes the disease by comes first; of several tests the first of which the notes do not speak. Its
    annotations offer one as a feature that few diseases show. Where that is no enzyme, and a name of the disease says which
    enzyme it is the lack of, the enzyme is measured. Neither is, where the gene has an assay of its own that settles it.
    """
    leading = ranking.families(1)[0].rows[0]
    disease = ranking.placed(leading)
    rows = _established(ranking.model, leading)
    if rows:
        open_rows = [row for row in rows if not _speaks_of(row, ranking, told)][:1]
        return [_guided(row, ranking, disease) for row in open_rows if not _is_within(row, ordered)]
    if has_assay:
        return []
    offered = _annotated(ranking, leading, disease, told, answered)
    enzyme_test = investigations().enzyme_deficiencies.test
    if offered and offered[0].action.startswith(enzyme_test):
        return offered
    return _enzyme(ranking, leading, disease, told) or offered


def _established(model: RankingModel, row: int) -> list[Established]:
    """How guidance establishes a disease, where the table has one of the branches that it is of."""
    entries = [model.annotations.ids[entry] for entry in model.members[row]]
    ids = {model.annotations.mondo_id(one) for one in entries}
    is_a = model.vocabularies.hierarchy.is_a
    return [
        known
        for known in investigations().established
        if known.diseases.keys() & set(entries)
        or any(one and is_a(one, branch) for one in ids for branch in known.diseases)
    ]


def _speaks_of(row: Established, ranking: Ranking, told: str) -> bool:
    """Whether the notes, or the labels of the findings, speak of a test or of its result."""
    labels = [ranking.model.graph.label(term) or "" for term in (*ranking.query.observed, *ranking.query.excluded)]
    return speak_of(" ".join([told, *labels]), row.known)


def _is_within(row: Established, ordered: Sequence[NextBestStep]) -> bool:
    """Whether what other guidance orders for the picture has a test within it."""
    citation = investigations().citation(row.source)
    return any(speak_of(step.action, row.known) for step in ordered if step.evidence_source != citation)


def commoner_steps(ranking: Ranking, told: str, ordered: Sequence[NextBestStep]) -> list[NextBestStep]:
    """The test by which guidance establishes a commoner disease that is thought of first, unless it is known or ordered."""
    found = []
    for item in (one for one in commoner(ranking) if one.likelier):
        rows = _established(ranking.model, item.family.rows[0])
        disease = ranking.placed(item.family.rows[0])
        left = [row for row in rows if not _speaks_of(row, ranking, told)][:1]
        found += [_first_thought_of(row, ranking, disease) for row in left if not _is_within(row, ordered)]
    return found[:1]


def _first_thought_of(row: Established, ranking: Ranking, disease: RankedDisease) -> NextBestStep:
    step = _guided(row, ranking, disease)
    why = f"The test by which guidance establishes {disease.name}, which is commoner than what leads the ranking and is thought of first."
    return step.model_copy(update={"rationale": why})


def _guided(row: Established, ranking: Ranking, disease: RankedDisease) -> NextBestStep:
    return NextBestStep(
        rank=1,
        action_type="order_test",
        action=row.test,
        rationale=f"The test by which guidance establishes {disease.name}, which leads the ranking.",
        discriminates_between=[item.name for item in _leading(ranking)],
        evidence_source=investigations().citation(row.source),
    )


def _annotated(
    ranking: Ranking, row: int, disease: RankedDisease, told: str, answered: Collection[str]
) -> list[NextBestStep]:
    """The test that the disease's own annotations offer, with their reference; of what none says how often it is found, none is."""
    measured = measured_kinds(ranking)
    for feature in disease.missing:
        if feature.hpo_id in measured or feature.label in answered or is_measured(feature.label, told):
            continue
        if _IN_TISSUE.search(feature.label) and disease.genes:
            continue  # the gene is read without a piece of the liver
        test = investigations().confirming_test(feature.hpo_id, ranking.model.graph)
        stated = ranking.stated(row, feature.hpo_id)
        if (
            test is not None
            and stated.share is not None
            and stated.references
            and _is_specific(ranking, feature.hpo_id)
        ):
            return [
                NextBestStep(
                    rank=1,
                    action_type="order_test",
                    action=f"{laboratory_order(test, feature.label)} ({feature.hpo_id})",
                    rationale=f"{_confirms(stated)} {disease.name}: {stated.text}.",
                    discriminates_between=_told_apart(ranking, feature.hpo_id),
                    evidence_source=f"{ANNOTATIONS}; {', '.join(stated.references[:NAMED])}",
                    assesses=[feature.hpo_id],
                )
            ]
    return []


def _enzyme(ranking: Ranking, row: int, disease: RankedDisease, told: str) -> list[NextBestStep]:
    """The enzyme of which the disease is the lack, unless the notes speak of it.

    In a woman with an X-linked disease a normal activity says nothing, and none is offered.
    """
    if ranking.query.sex == "female" and is_x_linked(ranking.model.arrays["modes"][row]):
        return []
    found = deficient_enzyme(ranking.model, row)
    if found is None:
        return []
    enzyme, name, gene = found
    if _enzyme_words(enzyme) & _enzyme_words(told):
        return []
    return [
        NextBestStep(
            rank=1,
            action_type="order_test",
            action=f"{investigations().enzyme_deficiencies.test} of {enzyme}",
            rationale=f"A low activity would support {disease.name}, which is the lack of this enzyme (“{name}”).",
            discriminates_between=[item.name for item in _leading(ranking)],
            evidence_source=f"MONDO, a name of the disease; HGNC, the product of {gene}",
        )
    ]


def _leading(ranking: Ranking) -> list[RankedDisease]:
    return [ranking.placed(family.rows[0]) for family in leading_families(ranking, NAMED)]


def _told_apart(ranking: Ranking, hpo_id: str) -> list[str]:
    """The leading disease with the next ones of which no source states the result."""
    first, *others = _leading(ranking)
    rows = [ranking.model.row_of(item.disease_id) for item in others]
    apart = (
        item for item, row in zip(others, rows, strict=True) if row is not None and not ranking.stated(row, hpo_id).text
    )
    return [first.name, *(item.name for item in apart)]


def deficient_enzyme(model: RankingModel, row: int) -> tuple[str, str, str] | None:
    """The enzyme whose lack a disease is, by one of MONDO's names for it; with that name, and the gene that HGNC calls so.

    Both have to agree: a name of old can be wrong (the neuraminidase of mucolipidosis IV, whose gene is that of a channel).
    """
    words = {word: gene for gene in causal_genes(model, row) for word in _enzyme_words(" ".join(_product(model, gene)))}
    found = [
        (match["after"] or match["before"], name, words[word])
        for name in _names_of_a_lack(model, row)
        if (match := _LACK.fullmatch(name)) and not _NOT_ONE.search(name)
        for word in _enzyme_words(name)
        if word in words
    ]
    if not found:
        return None
    enzyme, name, gene = max(found, key=lambda item: (item[0][-2] == " " and item[0][-1].isupper(), len(item[0]), item))
    plain = enzyme if enzyme[1:2] == "-" else enzyme[0].lower() + enzyme[1:]
    return plain, name, gene


def _names_of_a_lack(model: RankingModel, row: int) -> list[str]:
    """MONDO's names of a disease that can be the lack of an enzyme which can be measured."""
    ids = {model.annotations.mondo_id(model.annotations.ids[entry]) for entry in model.members[row]}
    branches = investigations().enzyme_deficiencies.branches
    hierarchy, names = model.vocabularies.hierarchy, model.vocabularies.names
    within = sorted(one for one in ids if one and any(hierarchy.is_a(one, above) for above in branches))
    concepts = [concept for one in within if (concept := names.own_concept(one)) is not None]
    return [name for concept in concepts for name in (concept.name, *concept.synonyms)]


def _product(model: RankingModel, gene: str) -> tuple[str, ...]:
    """What HGNC calls a gene beside its symbol."""
    candidates = model.vocabularies.search(gene, 1, {SemanticType.BIOMARKER})
    concepts = [model.vocabularies.names.own_concept(one.concept_id) for one in candidates if one.display == gene]
    return tuple(name for concept in concepts if concept is not None for name in concept.synonyms)


def _enzyme_words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+ase\b", text.lower()))


def _is_specific(ranking: Ranking, hpo_id: str) -> bool:
    """Whether few diseases show a finding, the subtypes of one counted once: a raised transaminase confirms none."""
    term = ranking.model.graph.index(hpo_id)
    if term is None:
        return False
    families = ranking.model.families.number[ranking.model.shown(term) > 0]
    return len(set(families.tolist())) <= SHARED_BY_FEW


def _confirms(stated: Stated) -> str:
    """The word for what a positive test says: only what nearly every patient has confirms, and its absence speaks against."""
    counted = stated.counts is None or stated.counts[1] >= FEWEST_COUNTED
    return "Confirms" if counted and stated.share is not None and stated.share >= NEARLY_ALL else "Would support"


def measured_kinds(ranking: Ranking) -> set[str]:
    """The kinds of laboratory results that the patient has: what was measured is not measured again for its degree.

    A result that names no direction ("abnormal …") says that something is still to be told.
    """
    graph = ranking.model.graph
    told = [term for term in ranking.query.observed if not (graph.label(term) or "").startswith("Abnormal")]
    results = [term for term in told if investigations().confirming_test(term, graph)]
    return {
        graph.id_of(below)
        for term in results
        if (index := graph.index(term)) is not None
        for below in graph.offspring(index).tolist()
    }
