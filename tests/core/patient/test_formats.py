"""The files that people have: Word, rich text, e-mail, tables, Windows encodings; each made by its own library."""

from __future__ import annotations

import io
from datetime import date
from email.message import EmailMessage
from pathlib import Path

import docx
import openpyxl
import pytest

from osler.core.patient import PatientRecord, Presence, document_text, patients_in, read_patient
from osler.core.patient.readers.columns import parse_columns
from osler.core.patient.readers.table import read_table
from osler.errors import DataError, UsageError

NOTE = "A 7-year-old girl with seizures and ataxia. No hearing loss."


def present(record: PatientRecord) -> set[str]:
    return {fact.codings[0].id for fact in record.phenotypes if fact.codings and fact.presence is Presence.PRESENT}


def word_file(path: Path) -> Path:
    document = docx.Document()
    document.add_heading("Clinic letter", level=1)
    document.add_paragraph(NOTE)
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Sodium", "140 mmol/L"
    document.save(str(path))
    return path


def test_a_word_document_is_a_note_with_its_tables(tmp_path: Path) -> None:
    path = word_file(tmp_path / "letter.docx")
    record = read_patient(path).record
    assert {"HP:0001250", "HP:0001251"} <= present(record)
    assert "Sodium: 140 mmol/L" in record.documents[0].text
    assert document_text(path)[0] == record.documents[0].text


def test_rich_text_keeps_letters_of_its_code_page(tmp_path: Path) -> None:
    path = tmp_path / "letter.rtf"
    path.write_bytes(
        rb"{\rtf1\ansi\ansicpg1252\deff0 {\fonttbl{\f0 Arial;}}\f0 Patient with M\'e9ni\'e8re disease and \b seizures\b0.\par}"
    )
    record = read_patient(path).record
    assert "Ménière" in record.documents[0].text
    assert "Arial" not in record.documents[0].text
    assert "HP:0001250" in present(record)


def mail() -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = "Dr Quillon <q@clinic.example>", "genetics@clinic.example"
    message["Subject"], message["Date"] = "Referral: développement", "Mon, 1 Jan 2024 10:00:00 +0000"
    message.set_content(f"Dear all,\n\n> {NOTE}\n\nKind regards", cte="quoted-printable")
    return message


def test_an_email_is_what_was_written_without_its_envelope(tmp_path: Path) -> None:
    message = mail()
    message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="x.pdf")
    path = tmp_path / "mail.eml"
    path.write_bytes(message.as_bytes())
    record, problems = read_patient(path)
    text = record.documents[0].text
    assert text.startswith("Referral: développement\n\n")
    assert "q@clinic.example" not in text
    assert {"HP:0001250", "HP:0001251"} <= present(record)
    assert [problem.code for problem in problems] == ["input.not_read", "input.read_as"]
    assert problems[0].message == "1 attachment was not read"


def test_an_email_pasted_into_a_text_file_or_written_as_html(tmp_path: Path) -> None:
    path = tmp_path / "mail.txt"
    path.write_bytes(f"From: A\r\nSent: Monday\r\nTo: B\r\nSubject: Zoé\r\n\r\n{NOTE}".encode("cp1252"))
    assert read_patient(path).record.documents[0].text == f"Zoé\n\n{NOTE}\n"
    page = EmailMessage()
    page["From"], page["To"], page["Subject"] = "a@x.example", "b@x.example", "s"
    page.set_content(f"<html><head><style>p {{}}</style></head><body><p>Hello</p><p>{NOTE}</p></body></html>", "html")
    text = read_patient(page.as_bytes()).record.documents[0].text
    assert "Hello\n" in text
    assert "<p>" not in text


def test_a_note_with_a_date_and_a_subject_is_no_email() -> None:
    note = f"Date: 2024-01-01\nSubject: follow-up\n\n{NOTE}"
    assert read_patient(note).record.documents[0].text == note


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-16-le", "utf-8-sig"])
def test_windows_encodings(encoding: str) -> None:
    text = "Girl with Ménière disease – seizures."
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    assert read_patient(mark + text.encode(encoding)).record.documents[0].text == text


TABLE = (
    "Patient ID;Age;Gender;HPO terms;Excluded;Clinical summary;Ward\r\n"
    "p1;7;F;HP:0001250, HP:0001251;HP:0000365;;A\r\n"
    "p2;3 months;male;Intellectual disability, mild;;\"Seizures;\nataxia since 2 weeks.\";B\r\n"
    ";;;;;;\r\n"
)  # fmt: skip


def test_a_table_is_one_patient_a_row_with_columns_guessed_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "patients.csv"
    path.write_text(TABLE, encoding="cp1252")
    sources = patients_in(path)
    assert [source.name for source in sources] == [f"{path}:2", f"{path}:3"]
    assert sources[0].remark == (
        "Patient ID → id, Age → age, Gender → sex, HPO terms → findings, Excluded → excluded, "
        "Clinical summary → note; not read: Ward"
    )
    first, second = (source.read().record for source in sources)
    assert (first.id, first.demographics.age, str(first.demographics.sex)) == ("p1", "P7Y", "female")
    assert present(first) == {"HP:0001250", "HP:0001251"}
    assert [fact.codings[0].id for fact in first.phenotypes if fact.presence is Presence.ABSENT] == ["HP:0000365"]
    assert "Intellectual disability, mild" in [fact.text for fact in second.phenotypes]
    assert "HP:0001250" in present(second)


@pytest.mark.parametrize("given", [TABLE, TABLE.encode("utf-16")])
def test_a_table_is_never_read_as_one_note(given: str | bytes, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="2 patients"):
        read_patient(given)
    with pytest.raises(DataError, match="not read as one text"):
        document_text(given if isinstance(given, bytes) else given.encode())
    bare = tmp_path / "bare.csv"
    bare.write_text("Zebrowitz,54\nQuillon,33\n")
    with pytest.raises(DataError) as refused:
        read_patient(bare)
    assert "Zebrowitz" not in refused.value.message + refused.value.mend


def test_a_spreadsheet_with_names_dates_and_columns_of_yes_and_no() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["MRN", "Name", "DOB", "Seizure (HP:0001250)", "HP:0001251", "What the parents say"])
    sheet.append([17.0, "Ada Zebrowitz", date(2015, 3, 2), "yes", 0, "Ada walks badly " + "and falls " * 9])
    data = io.BytesIO()
    book.save(data)
    (source,) = patients_in(data.getvalue(), name="x.xlsx")
    record = source.read().record
    assert (record.id, record.demographics.birth_date) == ("17", "2015-03-02")
    assert "Ada Zebrowitz" in {known.value for known in record.known_identifiers()}
    assert "HP:0001250" in present(record)
    assert record.documents[0].text.startswith("Ada walks")
    assert read_patient(data.getvalue()).record.id == "17"


def test_columns_can_be_said() -> None:
    data = b"a,b,c\n7,seizures since birth,x\n"
    table = read_table(data, parse_columns("note=b,age=a"))
    assert table.described() == "a → age, b → note; not read: c"
    with pytest.raises(UsageError, match="no column 'z'"):
        read_table(data, parse_columns("note=z"))
    with pytest.raises(UsageError, match="--columns"):
        parse_columns("nonsense=b")


def test_json_lines_and_lists_are_several_patients_but_resources_are_one() -> None:
    lines = b'{"hpo_terms": ["HP:0001250"]}\n{broken\n{"hpo_terms": ["HP:0001251"]}\n'
    good, bad, last = patients_in(lines, name="in.ndjson")
    assert [good.name, bad.name, last.name] == ["in.ndjson:1", "in.ndjson:2", "in.ndjson:3"]
    assert present(last.read().record) == {"HP:0001251"}
    with pytest.raises(DataError):
        bad.read()
    assert len(patients_in(b'[{"age": 3}, {"age": 4}]')) == 2
    resources = b'{"resourceType": "Patient", "id": "p"}\n{"resourceType": "Condition", "id": "c", "subject": {"reference": "Patient/p"}}\n'
    assert len(patients_in(resources)) == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old kind"),
        (b"PK\x03\x04 word/document.xml", "ZIP archive"),
        (b"{\\rtf1 }", "no text"),
        (b"From: a\nTo: b\nSubject: \n\n", "no text"),
    ],
)
def test_what_holds_nothing_says_so(data: bytes, told: str) -> None:
    with pytest.raises(DataError, match=told):
        read_patient(data)


def test_a_table_of_one_patients_results_is_no_table_of_patients(tmp_path: Path) -> None:
    labs = "Test,Result\nSodium,140\nPotassium,4.2\n"
    path = tmp_path / "labs.csv"
    path.write_text(labs)
    with pytest.raises(DataError, match="no column"):
        patients_in(path)
    assert read_patient(labs).record.documents[0].text == labs


def test_a_table_in_another_encoding_says_so_of_each_patient(tmp_path: Path) -> None:
    file = tmp_path / "clinic.csv"
    file.write_bytes("id;age;note\n4;61;Ménière disease\n5;48;Sjögren syndrome\n".encode("cp1252"))
    for one in patients_in(file):
        assert "input.encoding" in [problem.code for problem in one.read().problems]
    file.write_text("id;age;note\n4;61;Ménière disease\n5;48;Sjögren syndrome\n", encoding="utf-8")
    assert all("input.encoding" not in [problem.code for problem in one.read().problems] for one in patients_in(file))
