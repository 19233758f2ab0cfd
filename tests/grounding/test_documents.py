"""What can be grounded: plain criteria, registry records, protocol PDFs and notes."""

from __future__ import annotations

import json

import pytest

from osler.errors import DataError
from osler.grounding.documents import eligibility_section, read_document
from tests.grounding.pdf import pdf_of

CRITERIA = "Inclusion Criteria:\n- Adults with asthma\n- HbA1c < 9 %\n\nExclusion Criteria:\n- Pregnancy\n"
RECORD = {
    "protocolSection": {
        "identificationModule": {"nctId": "NCT00000001"},
        "eligibilityModule": {"eligibilityCriteria": CRITERIA, "minimumAge": "18 Years", "sex": "FEMALE"},
    }
}
PROTOCOL = """\
Table of contents
5.1 Inclusion Criteria
5.2 Exclusion Criteria
6 Study Treatment
4 Study Design
This is an open study.
5.1 Inclusion Criteria
- Adults with asthma
- HbA1c below nine percent at the screening visit
5.2 Exclusion Criteria
- Pregnancy or lactation at any time of the study
6 Study Treatment
Subjects take heparin.
"""


def test_one_criterion_on_each_line() -> None:
    document = read_document(b"Age over 18\nNo history of stroke\n", name="my file")
    assert [text.text for text in document.texts] == ["Age over 18", "No history of stroke"]
    assert document.protocol_id.startswith("my-file-")
    assert [text.id for text in document.texts] == [f"{document.protocol_id}/{n}" for n in (1, 2)]


def test_equal_names_with_other_words_have_other_ids() -> None:
    assert read_document(b"asthma", name="a").protocol_id != read_document(b"stroke", name="a").protocol_id


def test_kinds_follow_the_headings() -> None:
    kinds = [text.criteria_type for text in read_document(CRITERIA.encode()).texts]
    assert kinds == ["inclusion", "inclusion", "exclusion"]


def test_a_registry_record_keeps_its_id_and_its_fields() -> None:
    document = read_document(json.dumps(RECORD).encode())
    assert document.protocol_id == "NCT00000001"
    assert "NCT00000001/minimumAge" in [text.id for text in document.texts]
    assert "Adults with asthma" in [text.text for text in document.texts]


def test_the_eligibility_section_of_a_protocol() -> None:
    section = eligibility_section(PROTOCOL)
    assert "heparin" not in section
    assert "open study" not in section
    texts = [(text.criteria_type, text.text) for text in read_document(pdf_of(PROTOCOL)).texts]
    assert ("inclusion", "Adults with asthma") in texts
    assert ("exclusion", "Pregnancy or lactation at any time of the study") in texts


def test_a_note_is_one_text() -> None:
    document = read_document(b"Seizures.\nHypotonia.\n", note=True)
    (text,) = document.texts
    assert (text.criteria_type, text.text) == ("note", "Seizures.\nHypotonia.\n")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no text"),
        (b"  \n ", "no text"),
        (b"{broken", "not valid JSON"),
        (b'{"protocolSection": {}}', "eligibility module"),
        (pdf_of("Nothing of the kind is listed here."), "no section"),
    ],
)
def test_what_cannot_be_read_says_why(data: bytes, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_document(data)
