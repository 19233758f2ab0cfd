"""The score of every disease for one patient: log likelihood ratios that add up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osler.diagnosis.ranking.causal import causal_genes
from osler.diagnosis.ranking.inheritance import family_ratio
from osler.diagnosis.ranking.left_out import LeftOut
from osler.diagnosis.ranking.model import RankingModel
from osler.diagnosis.ranking.onset import stage_of_age, stages_of_term
from osler.diagnosis.ranking.redundancy import counted_shares
from osler.diagnosis.ranking.sexes import Sex
from osler.diagnosis.ranking.types import PhenotypeQuery
from osler.diagnosis.ranking.weights import Assumed

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Findings:
    """A query's terms as indices: what counts, and what was set aside."""

    observed: tuple[int, ...]
    excluded: tuple[int, ...]
    implied: tuple[int, ...] = ()
    """Observed terms that a more specific observed term already says."""
    unknown: tuple[str, ...] = ()
    sex: Sex = "unknown"
    observed_shares: tuple[float, ...] = ()
    """How much of each observed term counts beside the others."""
    excluded_shares: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """Each disease's score and the parts it is the sum of."""

    total: Floats
    factors: dict[str, Floats] = field(default_factory=dict)


def findings(model: RankingModel, query: PhenotypeQuery) -> Findings:
    """Resolve a query's ids; of nested terms the most specific observed and the most general excluded one counts."""
    unknown = [hpo_id for hpo_id in (*query.observed, *query.excluded) if model.graph.index(hpo_id) is None]
    seen = {index for hpo_id in query.observed if (index := model.graph.index(hpo_id)) is not None}
    absent = {index for hpo_id in query.excluded if (index := model.graph.index(hpo_id)) is not None}
    above = {index: set(model.graph.lineage(index).tolist()) - {index} for index in seen | absent}
    implied = {index for index in seen if any(index in above[other] for other in seen)}
    contradicted = {index for index in absent if index in seen or any(index in above[other] for other in seen)}
    nested = {index for index in absent if above[index] & absent}
    observed = tuple(sorted(seen - implied))
    excluded = tuple(sorted(absent - contradicted - nested))
    return Findings(
        observed=observed,
        excluded=excluded,
        implied=tuple(sorted(implied)),
        unknown=tuple(unknown),
        sex=query.sex,
        observed_shares=counted_shares(model, observed),
        excluded_shares=counted_shares(model, excluded),
    )


def score(model: RankingModel, query: PhenotypeQuery, known: Findings, left_out: LeftOut | None = None) -> Scores:
    """Score all diseases, where asked without what some publications contributed."""
    parts = {
        "literature": _literature(model, left_out),
        "onset": _onset(model, query, left_out),
        "survival": _survival(model, query),
        "sex": _sex(model, query),
        "inheritance": family_ratio(model.arrays["modes"], query.family, query.sex),
        "genes": _genes(model, query),
        "karyotype": _karyotype(model, query),
        "unmentioned": unmentioned(model, known, left_out),
    }
    factors = {name: part for name, part in parts.items() if part is not None}
    total = sum(factors.values(), observed_sum(model, known, left_out))
    total += excluded_sum(model, known, left_out)
    return Scores(total=total, factors=factors)


def observed_sum(model: RankingModel, known: Findings, left_out: LeftOut | None = None) -> Floats:
    """What the observed findings say together: of each the share that counts."""
    total = np.zeros(model.size)
    for term, share in zip(known.observed, known.observed_shares, strict=True):
        total += share * observed_ratio(model, term, left_out)
    return total


def excluded_sum(model: RankingModel, known: Findings, left_out: LeftOut | None = None) -> Floats:
    """What the excluded findings take together: of each the share that counts."""
    total = np.zeros(model.size)
    for term, share in zip(known.excluded, known.excluded_shares, strict=True):
        total += share * excluded_ratio(model, term, left_out)
    return total


def observed_ratio(model: RankingModel, term: int, left_out: LeftOut | None = None) -> Floats:
    """ln P(finding | disease) / P(finding) for every disease."""
    ratio = model.log_ratio(term).astype(np.float64)
    if left_out is not None and len(left_out.rows):
        changed = left_out.presence(model, term).astype(np.float64)
        ratio[left_out.rows] = np.log(changed) - math.log(model.background[term])
    return ratio


def excluded_ratio(model: RankingModel, term: int, left_out: LeftOut | None = None) -> Floats:
    """What the absence of a feature takes from the diseases that show it; it gives nothing to the others."""
    penalty = np.zeros(model.size)
    rows, frequency = model.shown_by(term)
    penalty[rows] = absence_penalty(model.weights.assumed, frequency.astype(np.float64))
    if left_out is not None and len(left_out.rows):
        shown = left_out.shown(np.array([term]))[:, 0]
        penalty[left_out.rows] = absence_penalty(model.weights.assumed, shown)
    return penalty


def absence_penalty(assumed: Assumed, frequency: Floats) -> Floats:
    """ln of the likelihood that remains when a feature of some frequency is absent (zero or negative)."""
    penalty: Floats = np.log1p(-assumed.excluded * frequency**assumed.excluded_steepness)
    return penalty


def unmentioned(model: RankingModel, known: Findings, left_out: LeftOut | None = None) -> Floats:
    """What it takes from a disease that its features are not mentioned: more for many and for frequent ones.

    Without it the diseases of which most is described win, for they have something to match every finding. What is
    excluded was not mentioned as present either: its absence is weighed on top. What only the other sex shows is not
    expected.
    """
    graph = model.graph
    above = {term for observed in known.observed for term in graph.lineage(observed).tolist()}
    said = model.features_with(above)
    said = np.sort(said[~model.unexpected(known.sex)[said]])
    penalty: Floats = model.whole_silence(known.sex) - np.bincount(
        model.feature_rows[said], weights=model.silence[said], minlength=model.size
    )
    if left_out is not None and len(left_out.rows):
        settled = model.impossible(known.sex).copy()
        settled[list(above)] = True
        penalty[left_out.rows] = left_out.unmentioned(model, settled)
    return penalty


def _literature(model: RankingModel, left_out: LeftOut | None) -> Floats:
    """The prior: a patient is likelier to have a disease of which more was published and more patients were described.

    A disease that several databases describe and of which no publication is cited yet (Huntington disease) counts as one
    with the usual number of such diseases, which is one.
    """
    publications, patients = model.arrays["literature"], model.arrays["patients"]
    if left_out is not None and len(left_out.rows):
        publications, patients = publications.copy(), patients.copy()
        publications[left_out.rows] = left_out.literature
        patients[left_out.rows] = left_out.patients
    publications = np.maximum(publications, model.databases > 1)
    assumed = model.weights.assumed
    prior: Floats = assumed.literature * np.log1p(publications.astype(np.float64))
    return prior + assumed.patients * np.log1p(np.minimum(patients, assumed.most_patients))


def _onset(model: RankingModel, query: PhenotypeQuery, left_out: LeftOut | None) -> Floats | None:
    """What an onset that does not fit takes away; with the age alone, that the disease must have begun by now.

    A fitting onset gives nothing: few diseases have theirs annotated, and those would win by being better described.
    """
    stages: tuple[int, ...] | range | None = None
    if query.onset_years is not None:
        stages = (stage_of_age(query.onset_years),)
    elif query.onset_term is not None:
        stages = stages_of_term(model.graph, query.onset_term)
    elif query.age_years is not None:
        stages = range(stage_of_age(query.age_years) + 1)
    if stages is None:
        return None
    chosen = list(stages)
    share = model.onset[:, chosen].sum(axis=1)
    if left_out is not None and len(left_out.rows):
        share[left_out.rows] = left_out.onset[:, chosen].sum(axis=1)
    fit = np.log(share / model.usual_onset[chosen].sum())
    penalty: Floats = model.weights.assumed.onset * np.minimum(fit, 0.0)
    return penalty


def _survival(model: RankingModel, query: PhenotypeQuery) -> Floats | None:
    """What it takes from a disease that the patient is older than many of its patients ever were."""
    stage = None if query.age_years is None else stage_of_age(query.age_years)
    if not stage:
        return None
    survival: Floats = np.log1p(-model.weights.assumed.excluded * model.arrays["died_by"][:, stage - 1])
    return survival + 0.0  # no minus before a zero


def _sex(model: RankingModel, query: PhenotypeQuery) -> Floats | None:
    if query.sex != "female":
        return None
    return np.where(model.arrays["x_linked"], math.log(model.weights.assumed.x_linked_in_women), 0.0)


def _genes(model: RankingModel, query: PhenotypeQuery) -> Floats | None:
    """Candidate genes: a disease of a listed gene gains what being listed by chance would be unlikely to give.

    A disease whose genes are all off the list loses; one of which no gene is known keeps its score. Where there is no
    list, a disease loses as far as its causal genes were tested without a finding.
    """
    if not query.genes:
        return _negative_genes(model, query) if query.negative_genes else None
    hit = _diseases_of(model, query.genes)
    known = np.zeros(model.size, dtype=bool)
    known[_rows_of_genes(model)] = True
    sensitivity = model.weights.assumed.gene_sensitivity
    chance = min(len(set(query.genes)) / max(len(model.annotations.symbols), 1), sensitivity)
    gain, loss = math.log(sensitivity / chance), math.log((1.0 - sensitivity) / (1.0 - chance))
    return np.where(hit, gain, np.where(known, loss, 0.0))


def _karyotype(model: RankingModel, query: PhenotypeQuery) -> Floats | None:
    """A disease that is the patient's karyotype gains what it would be unlikely to be by chance, and its subtypes with it.

    The others keep their score: a rearrangement that no disease is called by may be balanced.
    """
    named = {row for disease_id in query.chromosomal if (row := model.row_of(disease_id)) is not None}
    if not named:
        return None
    hit = np.isin(model.families.number, model.families.number[sorted(named)])
    return np.where(hit, math.log(model.weights.assumed.gene_sensitivity * model.size / hit.sum()), 0.0)


def _negative_genes(model: RankingModel, query: PhenotypeQuery) -> Floats:
    """What tests without a finding take: as much as the tested genes have part in a disease, each of its genes the same."""
    tested = {gene.upper() for gene in query.negative_genes}
    result = np.zeros(model.size)
    for row in np.flatnonzero(_diseases_of(model, query.negative_genes)).tolist():
        causal = [gene.upper() for gene in causal_genes(model, row)]
        share = sum(gene in tested for gene in causal) / max(len(causal), 1)
        result[row] = math.log(1.0 - model.weights.assumed.gene_sensitivity * share)
    return result


def _diseases_of(model: RankingModel, genes: Sequence[str]) -> Bools:
    symbols = {symbol.upper(): index for index, symbol in enumerate(model.annotations.symbols)}
    listed = [symbols[gene.upper()] for gene in genes if gene.upper() in symbols]
    hit = np.zeros(model.size, dtype=bool)
    hit[_rows_of_genes(model)[np.isin(model.annotations.arrays["gene_of"], listed)]] = True
    return hit


def _rows_of_genes(model: RankingModel) -> NDArray[np.integer[Any]]:
    """The disease of every entry of the list of genes."""
    arrays = model.annotations.arrays
    return np.repeat(arrays["group"], np.diff(arrays["gene_starts"]))
