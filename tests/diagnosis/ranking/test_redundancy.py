"""Findings that go together count together, and a disease of which little is described borrows from its subtypes."""

from __future__ import annotations

import numpy as np
import pytest

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.ranking import LeftOut, MatchKind, PhenotypeQuery, RankingModel, default_model, rank

DELAYS = ("HP:0001249", "HP:0000750", "HP:0001270")  # Intellectual disability, delayed speech, motor delay
APART = ("HP:0001083", "HP:0000107", "HP:0001903")  # Ectopia lentis, renal cyst, anemia


@pytest.fixture
def model() -> RankingModel:
    return default_model(bundled_vocabularies())


def _shares(model: RankingModel, *terms: str) -> tuple[float, ...]:
    return rank(PhenotypeQuery(observed=terms), model).findings.observed_shares


def test_findings_that_diseases_show_together_count_in_part(model: RankingModel) -> None:
    assert max(_shares(model, *DELAYS)) < 0.7
    assert min(_shares(model, *APART)) > 0.85
    assert _shares(model, "HP:0001249") == (1.0,)
    assert _shares(model) == ()


def test_one_more_of_a_kind_makes_the_others_count_less(model: RankingModel) -> None:
    ranking = rank(PhenotypeQuery(observed=DELAYS[:2]), model)
    more = ranking.with_finding(DELAYS[2], present=True)
    before = dict(zip(ranking.findings.observed, ranking.findings.observed_shares, strict=True))
    after = dict(zip(more.findings.observed, more.findings.observed_shares, strict=True))
    assert all(after[term] < share for term, share in before.items())
    other = ranking.with_finding(APART[0], present=True)
    after = dict(zip(other.findings.observed, other.findings.observed_shares, strict=True))
    assert all(after[term] == pytest.approx(share, abs=0.03) for term, share in before.items())


def test_a_term_that_no_disease_shows_counts_whole(model: RankingModel) -> None:
    nowhere = next(term for term in range(len(model.graph)) if not len(model.shown_by(term)[0]))
    known = rank(PhenotypeQuery(observed=(model.graph.id_of(nowhere), *DELAYS)), model).findings
    assert dict(zip(known.observed, known.observed_shares, strict=True))[nowhere] == pytest.approx(1.0)


def test_what_is_absent_counts_in_part_too_and_every_part_is_told(model: RankingModel) -> None:
    disease = rank(PhenotypeQuery(observed=APART, excluded=DELAYS), model).disease("OMIM:194190")
    assert disease is not None
    absent = [item for item in disease.contributions if item.kind is MatchKind.EXCLUDED]
    assert absent
    assert all(0 < item.counted < 0.7 for item in absent)
    told = sum(item.log_likelihood_ratio for item in disease.contributions)
    told += sum(factor.log_likelihood_ratio for factor in disease.factors)
    assert told == pytest.approx(disease.score, abs=1e-4)


def test_a_disease_of_which_nothing_is_described_shows_what_its_subtypes_show(model: RankingModel) -> None:
    """The one publication on distal arthrogryposis 12 left out, what the others of its family have is expected of it."""
    twelve, clubfoot = "OMIM:620545", "HP:0001762"
    row = model.row_of(twelve)
    assert row is not None
    disease = model.annotations.disease(twelve)
    assert disease is not None
    publications = {reference for item in disease.annotations for reference in item.references}
    without = LeftOut(model, publications, "strict")
    described = without.features(row)
    assert described is not None
    assert not len(described[0])
    found = rank(PhenotypeQuery(observed=(clubfoot,)), model, left_out=without).disease(twelve)
    assert found is not None
    (item,) = found.contributions
    assert item.kind is MatchKind.FAMILY
    assert item.log_likelihood_ratio > 1


def test_the_better_a_disease_is_described_the_less_it_borrows(model: RankingModel) -> None:
    weights = model.borrowed_of(np.array([0, 2, 50], dtype=np.int32))
    assert weights[0] == 1.0
    assert weights[1] == pytest.approx(0.5)
    assert weights[2] < 0.05


def test_relatives_are_left_out_with_the_publication_that_describes_them(model: RankingModel) -> None:
    """A publication on two subtypes must not come back to one of them through the other."""
    number, arrays = model.families.number, model.annotations.arrays
    for publication in model.annotations.references:
        if not publication.startswith("PMID:"):
            continue
        rows = np.unique(arrays["group"][arrays["disease"][model.annotations.entries_citing(publication)]])
        if len(rows) == 2 and number[rows[0]] == number[rows[1]] and model.families.relatives[rows[0]] == 1:
            break
    else:
        pytest.skip("no publication describes both members of a family")
    without = LeftOut(model, [publication], "strict")
    for term in model.arrays["direct_term"][slice(*model.arrays["direct_starts"][rows[1] : rows[1] + 2])].tolist():
        left = without.shown(np.array([term]))[1, 0]
        assert without.family(model, term)[0] == pytest.approx(max(left, 0.0), abs=1e-6)
