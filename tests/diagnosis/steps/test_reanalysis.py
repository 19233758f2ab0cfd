"""The four components of the reanalysis score, each by itself and together."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from osler.diagnosis.steps.reanalysis import CandidateGenes, RecordedFinding, reanalysis
from osler.diagnosis.types import PriorTest

TODAY = dt.date(2026, 6, 1)
OLD = dt.date(2020, 1, 1)
RECENT = dt.date(2025, 6, 1)
CANDIDATE = CandidateGenes("A disease", ["ABC1"], dt.date(2023, 1, 1))


def test_an_old_panel_that_lacks_a_candidate_gene_is_worth_another_look() -> None:
    test = PriorTest(type="gene_panel", date=OLD, genes=["XYZ1"])
    new = [RecordedFinding(f"finding {i}", dt.date(2024, 1, 1)) for i in range(5)]
    result = reanalysis(test, [CANDIDATE], new, today=TODAY)
    assert result.components == {"test_age": 0.35, "gene_panel": 0.25, "new_phenotypes": 0.20, "new_genes": 0.20}
    assert result.score == 1.0
    assert result.recommended
    assert result.proxies == []
    assert any("ABC1" in reason for reason in result.reasons)
    assert len(result.new_since_test) == 5


def test_a_recent_exome_is_not() -> None:
    result = reanalysis(PriorTest(type="exome_or_genome", date=RECENT), [CANDIDATE], [], today=TODAY)
    assert result.score == 0.0
    assert not result.recommended


def test_four_new_phenotypes_are_not_enough_and_undated_ones_never_count() -> None:
    findings = [RecordedFinding(f"f{i}", dt.date(2025, 9, 1)) for i in range(4)] + [
        RecordedFinding("undated", None)
    ] * 5
    result = reanalysis(PriorTest(type="exome_or_genome", date=RECENT), [], findings, today=TODAY)
    assert "new_phenotypes" not in result.components
    assert result.new_since_test == ["f0", "f1", "f2", "f3"]


def test_without_a_panel_list_the_curation_date_stands_in_and_says_so() -> None:
    result = reanalysis(PriorTest(type="gene_panel", date=OLD), [CANDIDATE], [], today=TODAY)
    assert result.components["new_genes"] == 0.20
    assert "stands in" in result.proxies[0]


def test_a_panel_that_covers_the_candidates_scores_no_new_genes() -> None:
    result = reanalysis(PriorTest(type="gene_panel", date=OLD, genes=["abc1"]), [CANDIDATE], [], today=TODAY)
    assert "new_genes" not in result.components


def test_an_undated_test_says_what_could_not_be_scored() -> None:
    result = reanalysis(PriorTest(type="gene_panel"), [CANDIDATE], [], today=TODAY)
    assert result.components == {"gene_panel": 0.25}
    assert "not known" in result.reasons[0]


def test_three_years_exactly_is_not_more_than_three_years() -> None:
    assert not reanalysis(PriorTest(date=dt.date(2023, 6, 2)), [], [], today=TODAY).components


@given(
    st.sampled_from(["gene_panel", "exome_or_genome", "karyotype"]),
    st.one_of(st.none(), st.dates(dt.date(2000, 1, 1), TODAY)),
    st.lists(st.one_of(st.none(), st.dates(dt.date(2000, 1, 1), TODAY)), max_size=8),
)
def test_the_score_is_the_sum_of_its_components_within_one(
    kind: str, when: dt.date | None, recorded: list[dt.date | None]
) -> None:
    findings = [RecordedFinding(str(i), day) for i, day in enumerate(recorded)]
    result = reanalysis(PriorTest(type=kind, date=when), [CANDIDATE], findings, today=TODAY)
    assert 0.0 <= result.score <= 1.0
    assert result.score == round(sum(result.components.values()), 2)
