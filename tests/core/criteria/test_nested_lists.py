"""Lists under a lead-in: their own "and" and "or", and a disease that heads its values; ranges with one sign."""

import pytest

from osler.core.criteria import CriterionKind, parse_criterion, render


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("Heart failure:\n   a. NYHA class II or III, and\n   b. LVEF ≤ 40% or\n   c. NT-proBNP > 600 pg/mL", "inclusion",
         "Heart failure and New York Heart Association class 2 - 3 and (LVEF <= 40 % or NT-proBNP > 600 pg/ml)"),
        ("Heart failure:\n   a. LVEF ≤ 40%\n   b. NT-proBNP > 600 pg/mL", "exclusion",
         "Heart failure and (LVEF <= 40 % or NT-proBNP > 600 pg/ml)"),
        ("Adequate organ function:\n   a. Platelets ≥ 100 x 10^9/L\n   b. Hemoglobin ≥ 9 g/dL", "inclusion",
         "Platelets >= 100 x 10^9/l and Hemoglobin >= 9 g/dl"),
        ("Cardiac disease:\n   a. myocardial infarction\n   b. angina", "exclusion",
         "myocardial infarction or angina"),
        ("Either of the following:\n   a. gout; or\n   b. psoriasis", "inclusion",
         "gout or psoriasis"),
        ("Any:\n   a. gout;\n   b. psoriasis;\n   c. asthma; or\n   d. eczema", "inclusion",
         "gout or psoriasis or asthma or eczema"),
    ],
)  # fmt: skip
def test_a_list_is_read_by_its_own_joints_under_its_head(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Children 6 to < 12 years of age", "age >= 6 years < 12 years"),
        ("Age 6-<12 years", "age >= 6 years < 12 years"),
        ("Age 18 to 65 years", "age 18 - 65 years"),
    ],
)
def test_a_range_whose_second_end_alone_has_a_sign_begins_at_the_first(text: str, meaning: str) -> None:
    assert render(parse_criterion(text, kind="inclusion")) == meaning
