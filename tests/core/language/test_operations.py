"""Operations are read by the words that they are built from."""

import pytest

from osler.core.language import analyse
from osler.core.patient import read_patient


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Open sigmoid colectomy and wedge resection in 2019.", "wedge resection"),
        ("A central line was sited in theatre.", "central line"),
        ("Ventral hernia: incisional hernia repair 2020.", "hernia repair"),
    ],
)
def test_an_operation_is_a_procedure(text: str, name: str) -> None:
    assert any(name in procedure.label.lower() for procedure in read_patient(text, format="note").record.procedures)


@pytest.mark.parametrize("text", ["A false dichotomy.", "The drain is dry.", "Urine microscopy clear."])
def test_other_words_are_none(text: str) -> None:
    assert not [one for one in analyse(text).mentions if one.concept_id.startswith("note:procedure")]


def test_what_was_done_and_is_to_be_repeated_is_two() -> None:
    record = read_patient("Colonoscopy 2020 was normal. Repeat colonoscopy in 6 weeks.", format="note").record
    assert len(record.procedures) == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Spinal fusion is planned.", False),
        ("Spinal fusion was carried out at age 13.", False),
        ("She is listed for tarsal fusion in the autumn.", False),
        ("X-ray showed spinal fusion of C2 and C3.", True),
        ("Echo showed aortic root dilatation.", True),
    ],
)
def test_what_a_surgeon_does_is_no_finding(text: str, found: bool) -> None:
    assert bool(read_patient(text, format="note").record.phenotypes) is found
