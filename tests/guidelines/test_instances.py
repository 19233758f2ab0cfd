"""One person's value in a sentence is read by the limit of the source that it keeps; one that keeps none is a fault."""

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence

SOURCES = {
    "target": "The blood pressure target is below 140/90 mmHg in adults younger than 80 years and below 150/90 mmHg in adults aged 80 years or older.",
    "curb": "Adults with a CURB-65 score of 3 or more should be admitted to hospital.",
    "halved": "The metformin dose should be halved when eGFR is between 30 and 45 mL/min/1.73m2.",
    "metformin": "Metformin is contraindicated when eGFR is below 30 mL/min/1.73m2.",
    "echo": "Adults with an NT-proBNP above 2000 ng/L should have echocardiography within 2 weeks.",
    "apixaban": "Apixaban should be reduced to 2.5 mg twice daily in adults aged 80 years or older with a body weight of 60 kg or less.",
    "codeine": "Codeine is contraindicated in children younger than 12 years.",
}


def faults(sentence: str, source: str) -> list[str]:
    found = check_sentence(sentence, [SourceText("1", SOURCES[source])], bundled_vocabularies())
    return [fault.message for fault in found]


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("At 83 her target is below 150/90 mmHg.", "target"),
        ("With a CURB-65 score of 4 she should be admitted.", "curb"),
        ("With an eGFR of 38 the metformin dose should be halved.", "halved"),
        ("His eGFR of 26 is below 30, where metformin is contraindicated.", "metformin"),
        ("An NT-proBNP of 3400 ng/L calls for echocardiography within 2 weeks.", "echo"),
        ("At 82 years and 54 kg she needs the reduced dose of apixaban, 2.5 mg twice daily.", "apixaban"),
        ("He is 8, so codeine is contraindicated.", "codeine"),
    ],
)
def test_what_holds_within_a_limit_holds_for_one_who_is_within(sentence: str, source: str) -> None:
    assert faults(sentence, source) == []


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("At 73 her target is below 150/90 mmHg.", "target"),
        ("With a CURB-65 score of 2 she should be admitted.", "curb"),
        ("With an eGFR of 58 the metformin dose should be halved.", "halved"),
        ("With an eGFR of 36 metformin is contraindicated.", "metformin"),
        ("An NT-proBNP of 1400 ng/L calls for echocardiography within 2 weeks.", "echo"),
        ("At 82 years and 74 kg she needs apixaban 2.5 mg twice daily.", "apixaban"),
        ("He is 14, so codeine is contraindicated.", "codeine"),
    ],
)
def test_one_who_is_beyond_it_is_not_meant(sentence: str, source: str) -> None:
    assert faults(sentence, source)
