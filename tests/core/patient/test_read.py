"""Telling formats apart, and input that is no patient."""

from __future__ import annotations

import contextlib
import io
import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.evidence import Span
from osler.core.patient import Format, Level, read_patient
from osler.core.patient.readers import load
from osler.errors import DataError, OslerError

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "patients"
SECRET = "Zebediah Quux"


def pdf(text: str) -> bytes:
    """A one-page PDF that shows the text, or an empty page."""
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter()
    page = writer.add_blank_page(300, 300)
    if text:
        font = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Font"),
                NameObject("/Subtype"): NameObject("/Type1"),
                NameObject("/BaseFont"): NameObject("/Helvetica"),
            }
        )
        fonts = DictionaryObject({NameObject("/F1"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 20 200 Td ({text}) Tj ET".encode())
        page[NameObject("/Contents")] = stream
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.iterdir() if path.name != "README.md"))
def test_every_example_is_read_from_path_bytes_and_text(name: str) -> None:
    path = EXAMPLES / name
    record, problems = read_patient(path)
    assert [problem for problem in problems if problem.level is Level.ERROR] == []
    assert list(record.facts())
    assert read_patient(path.read_bytes()).record == record
    assert read_patient(str(path)).record == record
    assert read_patient(path.read_text(encoding="utf-8")).record == record


def test_a_pdf_with_text_is_a_note() -> None:
    record = read_patient(pdf("He has seizures.")).record
    assert record.documents[0].text == "He has seizures."
    assert record.phenotypes[0].has_code("HP:0001250")


def test_a_pdf_without_text_says_what_to_do() -> None:
    with pytest.raises(DataError) as caught:
        read_patient(pdf(""))
    assert "OCR" in caught.value.mend


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (" \n\t", "empty"),
        (b"\x00\x01\x02" * 50, "binary"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"\x1f\x8brest", "gzip"),
        (b"%PDF-1.7 " + SECRET.encode(), "damaged"),
        ('{"resourceType": "Bundle", "entry": [{"' + SECRET, "cut off"),
        ("42", "no words"),
        ("[" * 100_000, "nested too deeply"),
        ('{"age": ' + "9" * 5000 + "}", "number"),
        ('{"age": NaN}', "number"),
        ('{"' + SECRET + '": 1}', "no known patient format"),
        ('["' + SECRET + '"]', "no known patient format"),
        ('{"resourceType": "Patient", "free_text": "' + SECRET + '"}', "fields of fhir and input"),
        ("missing.json", "no such file"),
        (Path("/"), "folder"),
    ],
)
def test_what_cannot_be_read_is_said_clearly_and_without_its_content(data: str | bytes | Path, words: str) -> None:
    with pytest.raises(DataError, match=words) as caught:
        read_patient(data)
    assert caught.value.mend
    assert SECRET not in caught.value.message + caught.value.mend


def test_an_input_that_is_too_large_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "MAX_INPUT_BYTES", 100)
    path = tmp_path / "note.txt"
    path.write_text("x" * 101)
    for source in (path, "y " * 51, b"z " * 51):
        with pytest.raises(DataError, match="at most"):
            read_patient(source)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252", "latin-1"])
def test_encodings(encoding: str) -> None:
    text = "Seizures since the café visit in Málaga."
    assert read_patient(text.encode(encoding)).record.documents[0].text == text


def test_a_file_pasted_together_from_two_encodings() -> None:
    record, problems = read_patient("Málaga, ".encode() + "café".encode("latin-1"))
    assert record.documents[0].text == "Málaga, café"
    assert [problem.level for problem in problems] == [Level.WARNING]


@pytest.mark.parametrize("source", ["seizures \ud800 at night", json.dumps({"free_text": "seizures \ud800 at night"})])
def test_lone_surrogates_are_replaced_and_reported(source: str) -> None:
    record, problems = read_patient(source)
    assert record.documents[0].text == "seizures \ufffd at night"
    assert "U+FFFD" in problems[0].message
    assert record.phenotypes


def test_right_to_left_text_keeps_its_places() -> None:
    text = "המטופל: seizures. المريض: no fever."
    record = read_patient(text).record
    spans = [one for fact in record.facts() for one in fact.evidence if isinstance(one, Span)]
    assert {text[span.start : span.end] for span in spans} == {"seizures", "fever"}


def test_a_named_format_is_taken_at_its_word() -> None:
    assert read_patient('{"not": "json', Format.NOTE).record.documents[0].text == '{"not": "json'
    with pytest.raises(DataError, match="no patient format"):
        read_patient("x", "hl7")
    with pytest.raises(DataError):
        read_patient("a note", Format.FHIR)


LIMIT = 5.0
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["resourceType", "entry", "resource", "id", "subject", "code", "type", "age", "coding", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
KINDS = ["Bundle", "Patient", "Condition", "Observation", "MedicationRequest", "FamilyMemberHistory", "Encounter"]


def _survives(source: str | bytes, form: Format | None = None) -> None:
    start = time.process_time()
    with contextlib.suppress(OslerError):
        read_patient(source, form)
    assert time.process_time() - start < LIMIT


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    _survives(data)


@given(st.text(max_size=300), st.sampled_from([None, *Format]))
def test_any_text_as_any_format(text: str, form: Format | None) -> None:
    _survives(text, form)


@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(["entry", "id", "code", "name", "x"]), json_values))
def test_any_json_as_fhir(kind: str, body: dict[str, object]) -> None:
    _survives(json.dumps({"resourceType": kind, **body}), Format.FHIR)
    entries = [{"resource": {"resourceType": kind, **body}}]
    _survives(json.dumps({"resourceType": "Bundle", "entry": entries}))


@given(
    st.dictionaries(st.sampled_from(["id", "subject", "phenotypicFeatures", "diseases", "measurements"]), json_values)
)
def test_any_json_as_phenopacket_or_form(body: dict[str, object]) -> None:
    _survives(json.dumps(body), Format.PHENOPACKET)
    _survives(json.dumps({"hpo_terms": body.get("id"), "age": body.get("subject"), "free_text": body.get("diseases")}))


@given(st.sampled_from(sorted(EXAMPLES.glob("*.json"))), st.data())
def test_any_truncation_of_an_example(path: Path, data: st.DataObject) -> None:
    whole = path.read_bytes()
    _survives(whole[: data.draw(st.integers(0, len(whole)))])


def test_a_patient_whose_id_is_null_gets_one() -> None:
    record = read_patient(json.dumps({"resourceType": "Patient", "id": None}), Format.FHIR).record
    assert record.id == "patient-1"
