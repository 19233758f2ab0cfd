"""What criteria add up to, how trials are ranked, and which datum settles most."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
from osler.trials.steps.aggregate import (
    aggregate_to_trial_verdict,
    judged_trial,
    missing_data,
    ranked,
    undecided_trial,
    verdict_if_unknown_passes,
)
from osler.trials.types import CriterionResult, CriterionVerdict, TrialVerdict
from tests.trials.patients import criterion, view

ELIGIBLE, UNCERTAIN, EXCLUDED = TrialVerdict.ELIGIBLE, TrialVerdict.UNCERTAIN, TrialVerdict.EXCLUDED


def result(
    kind: CriterionKind, verdict: str, *, confidence: float = 0.9, missing: tuple[str, ...] = ()
) -> CriterionResult:
    return CriterionResult(
        criterion_id=f"{kind}-{verdict}",
        criterion_type=kind,
        criterion_text=f"{kind} {verdict}",
        verdict=CriterionVerdict(verdict),
        confidence=confidence,
        missing=list(missing),
    )


def test_the_rules_of_the_document() -> None:
    met, kept_out = result("inclusion", "MET"), result("exclusion", "NOT_MET")
    assert aggregate_to_trial_verdict([met, kept_out, result("exclusion", "NOT_APPLICABLE")]) is ELIGIBLE
    assert aggregate_to_trial_verdict([met, result("exclusion", "MET")]) is EXCLUDED
    assert aggregate_to_trial_verdict([result("inclusion", "NOT_MET"), kept_out]) is EXCLUDED
    open_exclusion = [met, result("exclusion", "UNKNOWN")]
    assert aggregate_to_trial_verdict(open_exclusion) is UNCERTAIN
    assert verdict_if_unknown_passes(open_exclusion) is ELIGIBLE
    assert judged_trial("t", "", open_exclusion).no_exclusion_found
    assert aggregate_to_trial_verdict([]) is UNCERTAIN
    assert aggregate_to_trial_verdict([result("inclusion", "NOT_APPLICABLE")]) is UNCERTAIN


_RESULTS = st.lists(
    st.builds(
        result, st.sampled_from(["inclusion", "exclusion"]), st.sampled_from([v.value for v in CriterionVerdict])
    ),
    min_size=1,
    max_size=6,
)


@given(_RESULTS)
def test_one_more_known_fact_never_makes_a_decided_trial_undecided(results: list[CriterionResult]) -> None:
    before = aggregate_to_trial_verdict(results)
    known = [
        item.model_copy(update={"verdict": CriterionVerdict.NOT_APPLICABLE})
        if item.verdict is CriterionVerdict.UNKNOWN
        else item
        for item in results
    ]
    after = aggregate_to_trial_verdict(known)
    applied = any(item.verdict is not CriterionVerdict.NOT_APPLICABLE for item in known)
    assert (after is UNCERTAIN) is not applied
    if before is not UNCERTAIN:
        assert after is before


def test_confidence_is_that_of_the_weakest_link() -> None:
    trial = judged_trial(
        "t", "", [result("inclusion", "MET", confidence=0.9), result("exclusion", "NOT_MET", confidence=0.6)]
    )
    assert trial.confidence == 0.6


def test_order_of_trials() -> None:
    trials = [
        undecided_trial("d", "", TrialVerdict.NOT_RELEVANT, "another disease"),
        judged_trial("c", "", [result("exclusion", "MET")]),
        judged_trial("b2", "", [result("inclusion", "UNKNOWN")]),
        judged_trial("b1", "", [result("inclusion", "MET"), result("exclusion", "UNKNOWN")]),
        judged_trial("a", "", [result("inclusion", "MET")]),
    ]
    assert [trial.nct_id for trial in ranked(trials)] == ["a", "b1", "b2", "c", "d"]


def test_the_missing_datum_settles_what_it_says() -> None:
    texts = ["Serum creatinine <= 1.5 mg/dL", "Serum creatinine < 2 mg/dL", "HbA1c < 8 %"]
    asked = [criterion(text, name=f"t/{number}") for number, text in enumerate(texts)]
    first = missing_data([[judge_criterion(item, view(), "strict") for item in asked]])[0]
    assert first.settles == 2
    assert "creatinine" in first.name.lower()
    told = view("A 44-year-old woman with asthma. Serum creatinine 0.9 mg/dL.")
    decided = [item.id for item in asked if judge_criterion(item, told, "strict").verdict is CriterionVerdict.MET]
    assert decided == first.criteria


def test_a_datum_of_the_last_days_settles_what_asks_for_one_of_any_time() -> None:
    texts: list[tuple[str, CriterionKind]] = [
        ("Serum creatinine <= 1.5 mg/dL within 14 days", "inclusion"),
        ("Creatinine clearance < 200 mL/min or serum creatinine < 2.0 mg/dL", "inclusion"),
        ("Serum creatinine > 3 mg/dL", "exclusion"),
    ]
    asked = [criterion(text, kind, name=f"t/{number}") for number, (text, kind) in enumerate(texts)]
    seen = view("Seen 12 May 2024. A 44-year-old woman with asthma.")
    first = missing_data([[judge_criterion(item, seen, "strict") for item in asked]])[0]
    assert (first.name, first.criteria, first.may_settle) == (
        "Serum creatinine of the last 14 days",
        ["t/0", "t/2"],
        ["t/1"],
    )
    told = view("Seen 12 May 2024. A 44-year-old woman with asthma. Serum creatinine 1.1 mg/dL on 10 May 2024.")
    assert CriterionVerdict.UNKNOWN not in [judge_criterion(item, told, "strict").verdict for item in asked]


def test_what_was_not_understood_is_not_missing_data() -> None:
    texts = ["Ferritin > 30 ng/mL", "Flibbertigibbet of the glorb", "Wobbly snarks in the study limb"]
    asked = [criterion(text, name=f"NCT99000001/{number}") for number, text in enumerate(texts)]
    found = missing_data([[judge_criterion(item, view(), "strict") for item in asked]])
    assert [(datum.reading, datum.trials) for datum in found] == [
        (False, ["NCT99000001"]), (True, ["NCT99000001"]), (True, ["NCT99000001"]),
    ]  # fmt: skip
    assert found[0].name == "Ferritin"
