"""What two members share: a noun of two ranks or tissues, a place, a deed; and what stays of a list that was not all understood."""

from __future__ import annotations

import pytest

from osler.core.criteria import AllOf, CriterionKind, Unparsed, parse_criterion, render


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("Intermediate or high cardiovascular risk", "inclusion", "Intermediate cardiovascular risk or high cardiovascular risk"),
        ("Solid organ or bone marrow transplantation", "exclusion", "Solid organ transplantation or bone marrow transplantation"),
        ("Organ or hematopoietic stem cell transplant", "exclusion", "Organ transplant or hematopoietic stem cell transplant"),
        ("Recipients of a solid organ or islet cell transplant", "exclusion", "Recipients of a solid organ transplant or Recipients of islet cell transplant"),
        ("Stenosis of the left or right coronary artery", "exclusion", "Stenosis of the left coronary artery or Stenosis of right coronary artery"),
        ("Surgeries of the brain, spinal cord or eyes", "exclusion", "Surgeries of the brain or Surgeries of spinal cord or Surgeries of eyes"),
        ("Catheter placed in the jugular vein or the subclavian vein", "inclusion", "Catheter placed in the jugular vein or Catheter placed in the subclavian vein"),
        ("Contraindication or inability to take aspirin", "exclusion", "Contraindication to take aspirin or inability to take aspirin"),
        ("Recent ulcer, a history of gout, psoriasis", "exclusion", "(recent ulcer) or (history of gout) or (psoriasis)"),
        ("Charcot's knee joint, villonodular synovitis", "exclusion", "Charcot's knee joint or villonodular synovitis"),
        ("Malignancy including lymphoma and leukemia within 5 years except skin cancer", "exclusion", "(Malignancy within 5 years such as (lymphoma within 5 years or leukemia within 5 years)) except skin cancer"),
        ("Lack of energy that interferes with work", "exclusion", "Lack of energy that interferes with work"),
        ("Absence of infection", "inclusion", "no infection"),
        ("EDSS score less than equals to (<=) 5.0", "inclusion", "Expanded Disability Status Scale <= 5"),
        ("Greater than or 18 years of age", "inclusion", "age >= 18 years"),
        ("An investigational drug or device trial that is not closed", "exclusion", "investigational drug or device trial that is not closed"),
        ("Menopause, defined as cessation of menses, for at least one year (Soules, 2001)", "inclusion", "Menopause meaning cessation of menses for 1 years"),
        ("Relapse following treatment with imatinib", "exclusion", "Relapse following treatment with imatinib"),
        ("No relapse after treatment with imatinib", "inclusion", "no relapse after treatment with imatinib"),
        ("Asthmatic patients of either sex, age 10-19 years", "inclusion", "Asthmatic patients and age 10 - 19 years"),
    ],
)  # fmt: skip
def test_what_is_shared_is_said_of_each(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


def test_a_member_that_was_not_understood_leaves_the_others_read() -> None:
    tree = parse_criterion("COPD, FEV1 40-80% predicted, SpO2 =92% at 750 m")
    assert isinstance(tree, AllOf)
    *understood, last = tree.children
    assert [render(part) for part in understood] == ["COPD", "FEV1 40 - 80 % predicted"]
    assert isinstance(last, Unparsed)
    assert (last.text, last.reason) == ("SpO2 =92% at 750 m", "not_understood")
