"""What a sentence says beside its conditions is kept with them, and what is not understood is kept whole."""

import pytest

from osler.core.criteria import Finding, outline_text, parse_criterion, render
from osler.core.criteria.types import CriterionKind


@pytest.mark.parametrize(
    ("text", "kind", "outline"),
    [
        ("Functional dyspepsia, based on the Rome IV criteria", "inclusion", "Functional dyspepsia (based on the Rome IV criteria)  [finding]"),
        ("Chronic migraine: by ICHD-III criteria", "inclusion", "Chronic migraine (by ICHD-III criteria)  [finding]"),
        ("Heart failure as defined by the American Heart Association", "exclusion", "Heart failure (as defined by the American Heart Association)  [finding]"),
        ("Age 19 years or older on screening", "inclusion", "age >= 19 years (on screening)  [age]"),
        ("Refusal of participant [or parent/guardian]", "exclusion", "Refusal of participant (or parent/guardian)  [finding]"),
        ("Asthma with or without eczema", "inclusion", "Asthma (with or without eczema)  [finding]"),
        ("Creatinine clearance >= 60 ml/min (Cockcroft-Gault formula)", "inclusion", "Creatinine clearance >= 60 ml/min (Cockcroft-Gault formula)  [measure]"),
        ("Adults with asthma", "inclusion", "ALL of\n  age >= 18 years  [age]\n  asthma  [finding]"),
        ("Antibiotics: rifampin, nafcillin", "exclusion", "ANY of\n  rifampin (Antibiotics)  [finding]\n  nafcillin (Antibiotics)  [finding]"),
        ("Intraocular pressure (IOP) > 20 mmHg", "exclusion", "Intraocular pressure > 20 mmhg  [measure]"),
    ],
)  # fmt: skip
def test_words_that_no_condition_holds_stay_with_the_nearest(text: str, kind: CriterionKind, outline: str) -> None:
    assert outline_text(parse_criterion(text, kind=kind)) == outline


def test_what_is_said_besides_is_no_part_of_a_name() -> None:
    told, plain = (parse_criterion(text) for text in ("Gout according to the ACR criteria", "Gout"))
    assert isinstance(told, Finding)
    assert (render(told), told.qualifier) == (render(plain), "according to the ACR criteria")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Written informed consent", "[agreement]"),
        ("Any condition that in the opinion of the investigator precludes participation", "[judgement]"),
        ("Patients with eczema may be included", "[no condition]"),
        ("Patients:", "[unparsed]"),
    ],
)
def test_an_outline_says_why_no_record_answers(text: str, label: str) -> None:
    assert outline_text(parse_criterion(text)).endswith(label)
