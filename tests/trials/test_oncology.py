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
