"""Why a disease stands where it stands: every finding, the kind of match it was, and the statements behind it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from osler.diagnosis.ranking.causal import causal_genes
from osler.diagnosis.ranking.inheritance import in_words
from osler.diagnosis.ranking.left_out import LeftOut
from osler.diagnosis.ranking.model import RankingModel
from osler.diagnosis.ranking.onset import STAGES
from osler.diagnosis.ranking.prevalence import prevalence_of
from osler.diagnosis.ranking.score import Findings, absence_penalty
from osler.diagnosis.ranking.sexes import Sex, limited_to_other
from osler.diagnosis.ranking.stated import stated
from osler.diagnosis.ranking.types import (
    Contribution,
    Factor,
    MatchKind,
    MissingFeature,
    PhenotypeQuery,
    RankedDisease,
)

_MATCHED = frozenset({MatchKind.EXACT, MatchKind.DESCENDANT, MatchKind.ANCESTOR, MatchKind.GRADED})
_RELATED_CONTENT = 2.0
"""Information (nats) that a shared ancestor must have for two features to count as related: one disease in seven."""
_KEY_FREQUENCY = 0.3
_MISSING_SHOWN = 20
_REFERENCES_SHOWN = 5
_TINY_FAMILY = 0.02


def explain(
    model: RankingModel,
    query: PhenotypeQuery,
    known: Findings,
    row: int,
    *,
    rank: int,
    score: float,
    pretest: float,
    probability: float,
    factors: dict[str, float],
    left_out: LeftOut | None = None,
) -> RankedDisease:
    """A disease's place with every reason for it."""
    features = _Features(model, row, left_out, query.sex)
    contributions = [features.observed(*item) for item in zip(known.observed, known.observed_shares, strict=True)]
    absent = zip(known.excluded, known.excluded_shares, strict=True)
    excluded = [found for item in absent if (found := features.excluded(*item)) is not None]
    matched = tuple(item.hpo_id for item in contributions if _explains(item.kind, item.log_likelihood_ratio))
    ids = [model.annotations.ids[member] for member in model.members[row]]
    return RankedDisease(
        rank=rank,
        disease_id=ids[0],
        name=model.annotations.name(ids[0]) or ids[0],
        equivalents=tuple(ids[1:]),
        genes=causal_genes(model, row),
        score=score,
        pretest=pretest,
        prevalence=prevalence_of(model, row),
        probability=probability,
        coverage=len(matched) / len(contributions) if contributions else 0.0,
        matched=matched,
        extra=tuple(item.hpo_id for item in contributions if item.hpo_id not in matched),
        missing=features.missing(known),
        contributions=tuple(contributions + excluded),
        factors=tuple(_factor(model, query, row, name, value) for name, value in factors.items()),
        excluded_penalty=sum(item.log_likelihood_ratio for item in excluded),
    )


def explains_any(model: RankingModel, known: Findings, row: int, left_out: LeftOut | None = None) -> bool:
    """Whether a disease explains any observed finding, without working out all the reasons for its place."""
    features = _Features(model, row, left_out)
    return any(features.explains(term) for term in known.observed)


def _explains(kind: MatchKind, log_likelihood_ratio: float) -> bool:
    """Whether a disease explains a finding: by a feature of its own, and not by one so general that it speaks against it."""
    return kind in _MATCHED and log_likelihood_ratio > 0


class _Features:
    """The annotated features of one disease, compared with a patient's findings one at a time."""

    def __init__(self, model: RankingModel, row: int, left_out: LeftOut | None, sex: Sex = "unknown") -> None:
        self._model = model
        self._sex: Sex = sex
        self._row = row
        self._left_out = left_out
        recomputed = None if left_out is None else left_out.features(row)
        if recomputed is None:
            arrays = model.arrays
            direct = slice(arrays["direct_starts"][row], arrays["direct_starts"][row + 1])
            entries = slice(arrays["entry_starts"][row], arrays["entry_starts"][row + 1])
            recomputed = arrays["direct_term"][direct], arrays["direct_frequency"][direct], arrays["entry"][entries]
        terms, values, self._entries = recomputed
        self._frequency = dict(zip(terms.tolist(), values.tolist(), strict=True))
        self._recomputed = left_out if left_out is not None and left_out.features(row) is not None else None

    def observed(self, term: int, share: float) -> Contribution:
        """What an observed finding says, as far as it counts."""
        kind, match = self._match(term)
        return self._contribution(term, kind, match, self._ratio(term), share)

    def explains(self, term: int) -> bool:
        """Whether the disease explains an observed finding."""
        ratio = self._ratio(term)
        return ratio > 0 and _explains(self._match(term)[0], ratio)

    def _ratio(self, term: int) -> float:
        """ln of how much likelier an observed finding is in the disease than in anyone."""
        model = self._model
        if self._recomputed is None:
            presence = float(model.presence(term)[self._row])
        else:
            place = int(np.searchsorted(self._recomputed.rows, self._row))
            presence = float(self._recomputed.presence(model, term)[place])
        return math.log(presence / model.background[term])

    def excluded(self, term: int, share: float) -> Contribution | None:
        """What an excluded finding takes away as far as it counts, if the disease can show it."""
        below = [other for other in self._model.graph.offspring(term).tolist() if other in self._frequency]
        if not below:
            return None
        if self._recomputed is None:
            shown = float(self._model.shown(term)[self._row])
        else:
            place = int(np.searchsorted(self._recomputed.rows, self._row))
            shown = float(self._recomputed.shown(np.array([term]))[place, 0])
        match = term if term in self._frequency else max(below, key=self._frequency.__getitem__)
        penalty = float(absence_penalty(self._model.weights.assumed, np.array(shown)))
        return self._contribution(term, MatchKind.EXCLUDED, match, penalty, share)

    def missing(self, known: Findings) -> tuple[MissingFeature, ...]:
        """The features to ask about: common in the disease, not implied by what is known, most telling first."""
        graph = self._model.graph
        settled = {index for term in known.observed for index in graph.lineage(term).tolist()}
        settled |= self._of_the_other_sex(known.sex)
        for term in known.excluded:
            settled |= {*graph.offspring(term).tolist(), *graph.lineage(term).tolist()}
        open_terms = [
            (term, frequency)
            for term, frequency in self._frequency.items()
            if frequency >= _KEY_FREQUENCY and term not in settled
        ]
        open_terms.sort(key=lambda item: (-item[1] * float(graph.information_content[item[0]]), item[0]))
        return tuple(
            MissingFeature(hpo_id=(hpo_id := graph.id_of(term)), label=graph.label(hpo_id) or "", frequency=frequency)
            for term, frequency in open_terms[:_MISSING_SHOWN]
        )

    def _of_the_other_sex(self, sex: Sex) -> set[int]:
        """The features that the patient's sex rules out, by the ontology or by the annotations."""
        impossible = self._model.impossible(sex)
        limited = limited_to_other(self._model.arrays, sex) - self._row * len(self._model.graph)
        return {term for term in self._frequency if impossible[term]} | (set(limited.tolist()) & set(self._frequency))

    def _match(self, term: int) -> tuple[MatchKind, int | None]:
        graph, frequency = self._model.graph, self._frequency
        if term in frequency:
            return MatchKind.EXACT, term
        below = [other for other in graph.offspring(term).tolist() if other in frequency]
        if below:
            return MatchKind.DESCENDANT, max(below, key=frequency.__getitem__)
        plain = self._model.ungraded(term)
        otherwise = [] if plain is None else [other for other in graph.offspring(plain).tolist() if other in frequency]
        if otherwise:
            return MatchKind.GRADED, max(otherwise, key=frequency.__getitem__)
        content = graph.information_content
        lineage = graph.lineage(term)
        above = [other for other in lineage.tolist() if other in frequency]
        if above:
            return MatchKind.ANCESTOR, max(above, key=content.__getitem__)
        opposites = {other for one in self._model.opposites_of(term) for other in graph.offspring(one).tolist()}
        related = None if opposites & frequency.keys() else self._nearest(lineage)
        if related is not None:
            return MatchKind.RELATED, related
        if self._model.inherited(term)[self._row] > 0:
            return MatchKind.PARENT, term
        if self._model.family(term)[self._row] >= _TINY_FAMILY:
            return MatchKind.FAMILY, None
        return MatchKind.UNMATCHED, None

    def _nearest(self, lineage: NDArray[np.int32]) -> int | None:
        """The disease's feature that shares the most informative ancestor with a finding."""
        graph = self._model.graph
        content = np.zeros_like(graph.information_content)
        content[lineage] = graph.information_content[lineage]
        best, nearest = _RELATED_CONTENT, None
        for feature in self._frequency:
            shared = float(content[graph.lineage(feature)].max(initial=0.0))
            if shared > best:
                best, nearest = shared, feature
        return nearest

    def _contribution(self, term: int, kind: MatchKind, match: int | None, ratio: float, share: float) -> Contribution:
        graph = self._model.graph
        annotations = self._model.annotations
        hpo_id = graph.id_of(term)
        matched_id = None if match is None else graph.id_of(match)
        entries = (annotations.annotation(int(entry)) for entry in self._statements(kind, match))
        sources = stated(entries, self._sex)
        return Contribution(
            hpo_id=hpo_id,
            label=graph.label(hpo_id) or "",
            kind=kind,
            matched_id=matched_id,
            matched_label=None if matched_id is None else graph.label(matched_id),
            frequency=sources.share,
            counts=sources.counts,
            assumed=match is not None and sources.share is None,
            used_frequency=None if match is None else self._frequency.get(match),
            log_likelihood_ratio=share * ratio,
            counted=share,
            references=sources.references[:_REFERENCES_SHOWN],
            statements=sources.statements,
        )

    def _statements(self, kind: MatchKind, match: int | None) -> NDArray[np.int32]:
        """The entries that speak of the matched feature: the disease's own, or those of the disease it is a subtype of."""
        if match is None:
            return self._entries[:0]
        model, at = self._model, self._model.annotations.arrays["term"]
        if kind is not MatchKind.PARENT:
            own: NDArray[np.int32] = self._entries[at[self._entries] == match]
            return own
        starts, entry = model.arrays["entry_starts"], model.arrays["entry"]
        above = np.concatenate([entry[starts[row] : starts[row + 1]] for row in model.parents_of(self._row)])
        spoken: NDArray[np.int32] = above[np.isin(at[above], model.graph.offspring(match))]
        return spoken


def _factor(model: RankingModel, query: PhenotypeQuery, row: int, name: str, value: float) -> Factor:
    if name == "literature":
        count = int(model.arrays["literature"][row])
        patients = round(float(model.arrays["patients"][row]))
        known = _counted(count, "publication") if count else "the databases, without a publication named"
        text = f"described by {known}, with the weight of {_counted(patients, 'patient')}"
        return Factor(name="literature", log_likelihood_ratio=value, explanation=text)
    if name == "onset":
        counts = model.arrays["onset"][row]
        usual = STAGES[int(counts.argmax())] if counts.any() else None
        text = f"usual onset: {usual}" if usual else "the annotations state no onset"
        if model.arrays["onset_by_name"][row]:
            text = f"{text}, by its name; the annotations state none"
        return Factor(name="onset", log_likelihood_ratio=value, explanation=text)
    if name == "survival":
        died = float(model.arrays["died_by"][row].max())
        text = "the annotations state early deaths" if died else "the annotations state no early death"
        return Factor(name="survival", log_likelihood_ratio=value, explanation=text)
    if name == "sex":
        text = "known only as X-linked recessive" if model.arrays["x_linked"][row] else "either sex"
        return Factor(name="sex", log_likelihood_ratio=value, explanation=text)
    if name == "inheritance":
        text = in_words(model.arrays["modes"][row], query.family)
        return Factor(name="inheritance", log_likelihood_ratio=value, explanation=text)
    if name == "karyotype":
        text = "the patient's karyotype is this disease" if value else "another disease is the patient's karyotype"
        return Factor(name="karyotype", log_likelihood_ratio=value, explanation=text)
    if name == "unmentioned":
        count = int(np.diff(model.arrays["direct_starts"])[row])
        text = f"of {count} annotated features those that are neither observed nor excluded"
        return Factor(name="unmentioned", log_likelihood_ratio=value, explanation=text)
    text = "a gene of the disease is a candidate" if value > 0 else "no gene of the disease is a candidate"
    if not query.genes:
        text = _tested(causal_genes(model, row), query.negative_genes)
    return Factor(name="genes", log_likelihood_ratio=value, explanation=text)


def _tested(causal: Sequence[str], negative: Sequence[str]) -> str:
    """Which of a disease's genes were tested without a finding."""
    tested = [gene for gene in causal if gene.upper() in {one.upper() for one in negative}]
    if not tested:
        return "none of its genes was tested"
    if len(tested) == len(causal):
        return f"{', '.join(tested)} tested and nothing found"
    return f"of its {len(causal)} genes {', '.join(tested)} tested and nothing found"


def _counted(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"
