"""What a model says of a trial against what the tools returned, and of a patient against what a sentence tells."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging.citing.other_things import tells_of_another_thing
from osler.trials.judging.view import NumberedSentence
from osler.trials.reviewing import Decisions, Standing, reviewee
from osler.trials.steps.told_of_trials import altered
from osler.trials.types import CriterionResult, CriterionVerdict, TrialResult, TrialVerdict

TRIAL = {
    "OSLER-T-9001": {
        "nct_id": "OSLER-T-9001", "brief_title": "Losartan in hypertension", "phase": ["PHASE3"], "conditions": ["hypertension"],
        "interventions": ["losartan"], "status": "RECRUITING", "sex": "ALL", "minimum_age": "18 Years",
    }
}  # fmt: skip


@pytest.mark.parametrize(
    ("said", "marked"),
    [
        ("OSLER-T-9001 gives losartan to adults of 18 years with hypertension in phase 3 and is recruiting.", ""),
        ("OSLER-T-9001 suits this patient of 52 years.", ""),
        ("OSLER-T-9001 is in phase 1.", "phase 1"),
        ("OSLER-T-9001 was terminated.", "terminated"),
        ("OSLER-T-9001 is for men only.", "male only"),
        ("OSLER-T-9001 gives spironolactone.", "spironolactone"),
        ("OSLER-T-9001 takes people from 16 years.", "number 16"),
    ],
)
def test_a_summary_that_alters_a_trial_is_marked(said: str, marked: str) -> None:
    found = list(altered(said, TRIAL, "age: 52 years", bundled_vocabularies()))
    assert [name for name, _ in found] == (["OSLER-T-9001"] if marked else []), found
    assert not marked or marked in found[0][1]


@pytest.mark.parametrize(
    ("asked", "told", "other"),
    [
        ("Treatment with dupilumab", "He will start dupilumab in May.", True),
        ("Treatment with dupilumab", "He takes dupilumab.", False),
        ("Coronary angiography", "Coronary angiography is booked.", True),
        ("Influenza", "Influenza vaccination last autumn.", True),
        ("Influenza vaccination", "Influenza vaccination last autumn.", False),
        ("Hepatitis B", "Hepatitis C was treated in 2018.", True),
        ("Eczema", "Eczema, and dupilumab is planned.", False),
    ],
)
def test_a_sentence_may_tell_of_another_thing(asked: str, told: str, other: bool) -> None:
    assert bool(tells_of_another_thing(asked, [NumberedSentence(0, "n", 0, len(told), told)])) is other


def test_a_persons_verdict_follows_the_record_and_not_its_name() -> None:
    record = PatientRecord(id="a")
    first, renamed = reviewee(record, "monday.txt"), reviewee(record, "tuesday.txt")
    assert first.key != renamed.key
    said = "MET by Dr A at 2025-06-05T10:00+00:00"
    standing = Standing(said, digest=first.digest, trial="OSLER-T-9001", criterion="Asthma")
    asked = CriterionResult(
        criterion_id="1", criterion_type="inclusion", criterion_text="Asthma", verdict=CriterionVerdict.UNKNOWN
    )
    trial = TrialResult(
        nct_id="OSLER-T-9001",
        verdict=TrialVerdict.UNCERTAIN,
        verdict_if_unknown_passes=TrialVerdict.UNCERTAIN,
        criteria=[asked],
    )
    assert Decisions({"v-1": standing}).applied(trial, renamed).criteria[0].verdict is CriterionVerdict.MET
    changed = renamed._replace(digest="another")
    assert Decisions({"v-1": standing}).applied(trial, changed).criteria[0].verdict is CriterionVerdict.UNKNOWN
