"""How a match is shown: a model's own words are told from what was computed."""

from __future__ import annotations

from rich.console import Console

from osler.core.evidence import Span
from osler.surfaces.cli.trials_view import show_match, show_screening
from osler.trials.screening import ScreenedPatient, Screening
from osler.trials.steps.aggregate import judged_trial
from osler.trials.types import CriterionResult, CriterionVerdict, MatchResult, ModelResponse

SENTENCE = "She climbs four flights of stairs."


def _criterion(decided_by: str) -> CriterionResult:
    return CriterionResult(
        criterion_id="c",
        criterion_type="inclusion",
        criterion_text="Able to exercise",
        verdict=CriterionVerdict.MET,
        evidence=[Span(source_id="note", start=0, end=len(SENTENCE), quote=SENTENCE)],
        reasoning="She is very fit.",
        decided_by=decided_by,
        model_response=ModelResponse(text="She is very fit.", verdict=CriterionVerdict.MET, mind="test-model"),
    )


def _shown(decided_by: str) -> str:
    trial = judged_trial("NCT99000001", "Exercise", [_criterion(decided_by)], "")
    out = Console(width=120)
    with out.capture() as captured:
        show_match(MatchResult(patient_id="p", trials=[trial]), out, details=1)
    return captured.get()


def test_what_a_model_decided_stands_with_its_sentence_and_its_words_are_marked_as_unchecked() -> None:
    shown = _shown("test-model")
    assert f'from "{SENTENCE}"' in shown
    assert "in the model's own words, unchecked:" in shown


def test_what_was_computed_is_not_marked_as_a_models() -> None:
    assert "unchecked" not in _shown("offline")


def _screened(patient: str, verdict: CriterionVerdict, missing: list[str]) -> ScreenedPatient:
    item = CriterionResult(
        criterion_id="c", criterion_type="inclusion", criterion_text="Ferritin < 30", verdict=verdict, missing=missing
    )
    return ScreenedPatient(patient_id=patient, result=judged_trial("NCT99000001", "Iron", [item]))


def test_a_screening_tells_of_each_patient_why() -> None:
    patients = [
        _screened("a.txt", CriterionVerdict.NOT_MET, []),
        _screened("b.txt", CriterionVerdict.UNKNOWN, ["ferritin"]),
        _screened("c.txt", CriterionVerdict.MET, []),
    ]
    out = Console(width=160)
    with out.capture() as captured:
        show_screening(Screening(trial_id="NCT99000001", patients=patients), out)
    rows = [line.split(maxsplit=2) for line in captured.get().splitlines() if ".txt" in line]
    assert [(name, verdict) for name, verdict, _ in rows] == [
        ("c.txt", "ELIGIBLE"),
        ("b.txt", "UNCERTAIN"),
        ("a.txt", "EXCLUDED"),
    ]
    assert "missing: ferritin" in rows[1][2]
    assert "Ferritin < 30" in rows[2][2]


def test_a_large_group_is_listed_by_name_after_the_first() -> None:
    patients = [_screened(f"p{number}.txt", CriterionVerdict.NOT_MET, []) for number in range(70)]
    out = Console(width=200)
    with out.capture() as captured:
        show_screening(Screening(trial_id="NCT99000001", patients=patients), out)
    assert sum("an inclusion is not met" in line for line in captured.get().splitlines()) == 50
    assert "p69.txt" in captured.get()
