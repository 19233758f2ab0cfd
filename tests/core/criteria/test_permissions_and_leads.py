"""Permissions, leads with a bracket, alternatives of denials, and averages keep their sense."""

import pytest

from osler.core.criteria import CriterionKind, parse_criterion, render


@pytest.mark.parametrize(
    ("text", "kind", "tree"),
    [
        (
            "Asthma is permitted, provided that the patient is not on oral steroids",
            "inclusion",
            "if Asthma: no oral steroids",
        ),
        (
            "Group B (no diabetes):\n1. Age 18-60 years\n2. BMI < 30",
            "inclusion",
            "age 18 - 60 years and BMI < 30",
        ),
        (
            "Patients with asthma who do not use inhalers or who are not able to perform spirometry",
            "exclusion",
            "asthma and ((no use inhalers) or (no able to perform spirometry))",
        ),
        ("At least a mean of 2 exacerbations per year", "inclusion", "exacerbations per year >= 2"),
        (
            "No pleural effusion or the effusion must be drained",
            "inclusion",
            "(no pleural effusion) or effusion must be drained",
        ),
        ("Angina despite therapy, stroke", "exclusion", "Angina despite therapy or stroke"),
        ("An experimental device or drug", "exclusion", "experimental device or experimental drug"),
        ("M; BMI < 30", "inclusion", "male and BMI < 30"),
        (
            "Fatigue severity scale and sleepiness scale > 10",
            "inclusion",
            "Fatigue severity scale > 10 and sleepiness scale > 10",
        ),
        (
            "Carriers of E. coli or K. pneumoniae, either alone or together",
            "inclusion",
            "Carriers of E coli or Carriers of K pneumoniae",
        ),
        ("Use of such drugs as warfarin or heparin", "exclusion", "drugs such as (warfarin or heparin)"),
    ],
)
def test_the_sense_is_kept(text: str, kind: CriterionKind, tree: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == tree
