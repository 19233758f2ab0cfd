"""Coded findings and the flags they raise."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from osler.core.safety import RedFlag, Severity, coded_red_flags, red_flag_rules, urgent
from osler.core.safety.conditions import FindingCondition
from osler.core.terminology import hpo


def _by_rule(*hpo_ids: str) -> dict[str, RedFlag]:
    return {flag.rule_id: flag for flag in coded_red_flags(hpo_ids)}


@pytest.mark.parametrize(
    ("hpo_id", "rule_id"),
    [
        ("HP:0002133", "status-epilepticus"),
        ("HP:0001695", "cardiac-arrest"),
        ("HP:0002098", "respiratory-distress"),
        ("HP:0001259", "coma"),
        ("HP:0032660", "status-epilepticus"),  # Convulsive status epilepticus, a descendant
        ("HP:0001325", "coma"),  # Hypoglycemic coma
        ("HP:0100845", "anaphylaxis"),
        ("HP:0004933", "aortic-emergency"),  # Ascending aortic dissection
    ],
)
def test_emergencies_are_urgent(hpo_id: str, rule_id: str) -> None:
    flag = _by_rule(hpo_id)[rule_id]
    assert flag.severity is Severity.URGENT
    assert [term.id for term in flag.triggering_terms] == [hpo_id]
    assert flag.triggering_terms[0].label == hpo().label(hpo_id)
    assert flag.recommended_action


@pytest.mark.parametrize(
    ("hpo_id", "rule_id"),
    [("HP:0001279", "syncope"), ("HP:0012668", "syncope"), ("HP:0007307", "rapid-neurologic-deterioration")],
)
def test_serious_findings_warn_and_do_not_stop(hpo_id: str, rule_id: str) -> None:
    flags = coded_red_flags([hpo_id])
    assert [flag.rule_id for flag in flags] == [rule_id]
    assert urgent(flags) == []


def test_heart_and_muscle_together_ask_for_a_metabolic_work_up() -> None:
    flags = _by_rule("HP:0001638", "HP:0003198")  # Cardiomyopathy, Myopathy
    assert "cardiomyopathy work-up" in flags["metabolic-cardiomyopathy"].recommended_action
    assert len(flags["metabolic-cardiomyopathy"].triggering_terms) == 2
    assert "metabolic-cardiomyopathy" not in _by_rule("HP:0001638")
    assert "metabolic-cardiomyopathy" in _by_rule("HP:0001626", "HP:0003011")
    # A telangiectasia of the lip is cardiovascular by classification only.
    assert "metabolic-cardiomyopathy" not in _by_rule("HP:0000214", "HP:0003198")


def test_seizures_development_and_metabolism_ask_for_an_urgent_screen() -> None:
    triad = ("HP:0001250", "HP:0001263", "HP:0003128")  # Seizure, Global developmental delay, Lactic acidosis
    flag = _by_rule(*triad)["epileptic-metabolic-encephalopathy"]
    assert "Urgent metabolic screen" in flag.recommended_action
    assert {term.id for term in flag.triggering_terms} == set(triad)
    for left_out in triad:
        assert "epileptic-metabolic-encephalopathy" not in _by_rule(*(set(triad) - {left_out}))


def test_one_finding_does_not_fill_two_groups() -> None:
    # Hypoglycemic seizures is a seizure and a hypoglycemia at once.
    assert "epileptic-metabolic-encephalopathy" not in _by_rule("HP:0002173", "HP:0001263")


def test_sleep_apnea_is_not_the_apnoea_that_is_meant() -> None:
    assert "apnoea" in _by_rule("HP:0002104")
    assert _by_rule("HP:0002870") == {}


def test_replaced_and_unknown_ids() -> None:
    assert "syncope" in _by_rule(" HP:0001279 ")
    assert coded_red_flags(["HP:9999999", "nonsense", ""]) == []
    assert coded_red_flags([]) == []


_SOME_TERMS = sorted(
    {term for rule in red_flag_rules() for root in rule.subtrees for term in (root, *hpo().descendants(root))}
    | {"HP:0001250", "HP:0001263", "HP:0001252", "HP:0001638", "HP:0000365"}
)


_ASK_FOR_ABSENCE = {
    rule.id
    for rule in red_flag_rules()
    for way in rule.alternatives
    if any(isinstance(condition, FindingCondition) and condition.absent for condition in way)
}
"""Rules of which one way asks that something else is not there ("unconscious, not syncope")."""


@settings(deadline=None)
@given(st.lists(st.sampled_from(_SOME_TERMS), max_size=8), st.sampled_from(_SOME_TERMS))
@example(["HP:0001259"], "HP:0500173")  # coma, and a syncope beside it
def test_another_finding_never_silences_a_flag(hpo_ids: list[str], more: str) -> None:
    before, after = coded_red_flags(hpo_ids), coded_red_flags([*hpo_ids, more])
    kept = {(flag.rule_id, flag.severity) for flag in before if flag.rule_id not in _ASK_FOR_ABSENCE}
    assert kept <= {(flag.rule_id, flag.severity) for flag in after}
    assert bool(urgent(before)) <= bool(urgent(after))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(_SOME_TERMS), max_size=8))
def test_urgent_flags_come_first_and_order_of_terms_does_not_matter(hpo_ids: list[str]) -> None:
    flags = coded_red_flags(hpo_ids)
    assert [f.severity for f in flags] == sorted((f.severity for f in flags), key=lambda s: s is not Severity.URGENT)
    assert [f.rule_id for f in flags] == [f.rule_id for f in coded_red_flags(reversed(hpo_ids))]
