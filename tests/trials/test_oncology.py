"""Stage, tumour markers and lines of therapy decide what asks for them."""

from __future__ import annotations

import pytest

from osler.trials.judging import judge_criterion
from osler.trials.types import CriterionVerdict
from tests.trials.patients import criterion, view

NOTE = (
    "A 64-year-old man with stage IV lung adenocarcinoma, EGFR exon 19 deletion. First line osimertinib 2023, "
    "second line carboplatin and pemetrexed 2024. HER2 negative."
)
MET, NOT_MET, UNKNOWN = CriterionVerdict.MET, CriterionVerdict.NOT_MET, CriterionVerdict.UNKNOWN


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Stage IIIB or IV disease", MET),
        ("Stage IIIA or IIIB disease", NOT_MET),
        ("EGFR exon 19 deletion", MET),
        ("Documented EGFR activating mutation (exon 19 deletion or L858R)", MET),
        ("EGFR L858R mutation", UNKNOWN),
        ("EGFR mutation positive", MET),
        ("HER2-positive disease", NOT_MET),
        ("No more than two prior lines of systemic therapy", MET),
        ("More than 2 prior lines of therapy", NOT_MET),
        ("At least one prior line of therapy", MET),
        ("ALK rearrangement positive", UNKNOWN),
    ],
)
@pytest.mark.parametrize("policy", ["strict", "clinical"])
def test_the_typed_cancer_decides(text: str, verdict: CriterionVerdict, policy: str) -> None:
    result = judge_criterion(criterion(text), view(NOTE), "strict" if policy == "strict" else "clinical")
    assert result.verdict is verdict, result.reasoning
    assert bool(result.evidence) == (verdict is not UNKNOWN)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("EGFR L858R mutation", MET),
        ("EGFR mutation", MET),
        ("EGFR T790M mutation", NOT_MET),
        ("EGFR exon 20 insertion", NOT_MET),
        ("EGFR exon 19 deletion", UNKNOWN),
    ],
)
def test_each_variant_has_the_result_that_stands_at_it(text: str, verdict: CriterionVerdict) -> None:
    note = "A 61-year-old woman with lung adenocarcinoma, EGFR exon 20 insertion not detected, L858R positive, T790M negative."
    assert judge_criterion(criterion(text), view(note), "strict").verdict is verdict


def test_a_variant_without_a_word_of_its_own_was_found() -> None:
    note = "A 58-year-old man. Melanoma, BRAF V600E, V600K negative."
    verdicts = [judge_criterion(criterion(f"BRAF {name}"), view(note), "strict").verdict for name in ("V600E", "V600K")]
    assert verdicts == [MET, NOT_MET]


def test_an_insertion_of_one_gene_is_not_that_of_another() -> None:
    note = "A 61-year-old woman with lung adenocarcinoma, EGFR exon 20 insertion."
    found = judge_criterion(criterion("HER2 mutation (exon 20 insertion)", "inclusion"), view(note), "strict")
    assert found.verdict is UNKNOWN
