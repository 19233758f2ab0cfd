"""The files that people have: Word, rich text, e-mail, tables, Windows encodings; each made by its own library."""

from __future__ import annotations

import csv
import io
from datetime import date
from email.message import EmailMessage
from pathlib import Path

import docx
import openpyxl
import pytest
from openpyxl.styles import Font

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


@pytest.mark.parametrize(
    "heading",
    ["History\n(free text)", "Case summary [English]", "Letter / notes", "Reason for  Referral", "Zusammenfassung"],
)
def test_a_column_of_text_is_found_by_its_words_in_csv_and_in_a_spreadsheet(heading: str, tmp_path: Path) -> None:
    rows = [["MRN", "Sex", heading], ["1", "F", "Seizures and ataxia since the age of two."], ["2", "M", "Gout."]]
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    book.save(tmp_path / "list.xlsx")
    with (tmp_path / "list.csv").open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    remarks = {patients_in(tmp_path / name)[0].remark for name in ("list.csv", "list.xlsx")}
    assert remarks == {f"MRN → id, Sex → sex, {' '.join(heading.split())} → note"}


def test_columns_of_a_story_are_sections_of_the_note_unless_the_table_is_of_something_else(tmp_path: Path) -> None:
    table = b"Study ID,Age/Sex,Current meds,Allergies,PMH\n7,54 F,metformin 500 mg bd,penicillin,gout\n"
    (source,) = patients_in(table)
    record = source.read().record
    assert (record.demographics.age, str(record.demographics.sex)) == ("P54Y", "female")
    assert {fact.text for fact in record.medications} == {"metformin"}
    assert {fact.text for fact in record.allergies} == {"penicillin"}
    path = tmp_path / "medicines.csv"
    path.write_text("Medication,Dose,Treatment\nmetformin,500 mg,daily\n")
    with pytest.raises(DataError, match="no column"):
        patients_in(path)


def test_a_column_of_text_that_is_not_read_is_a_warning_and_one_of_addresses_is_not() -> None:
    rows = "id,note,What mother told the nurse,Address\n1,Ataxia.,he falls over his own feet,4 Long Lane Little Town West\n"
    (problem,) = next(iter(patients_in(rows.encode()))).read().problems
    assert problem.level == "warning"
    assert problem.mend.endswith('--columns "note=What mother told the nurse"')
    without = rows.replace(",he falls over his own feet", ",").replace("Ataxia.", "Ataxia and gout")
    assert [one.level for one in patients_in(without.encode())[0].read().problems] == ["info"]


@pytest.mark.parametrize(
    ("cells", "born"),
    [
        (["04/05/1980", "19/05/1981"], "1980-05-04"),
        (["04/05/1980", "05/19/1981"], "1980-04-05"),
        (["04/05/1980", "04/06/1981"], None),
        (["04.05.1980", ""], "1980-05-04"),
        (["4 May 1980", ""], "1980-05-04"),
        (["04/05/80", "19/05/81"], None),
    ],
)
def test_births_of_a_column_are_read_in_its_order_or_left_out(cells: list[str], born: str | None) -> None:
    rows = "".join(f"{number},{cell},gout\n" for number, cell in enumerate(cells))
    record, problems = patients_in(f"id,DOB,note\n{rows}".encode())[0].read()
    assert record.demographics.birth_date == born
    assert [problem.path for problem in problems] == ([] if born else ["birth_date"])


def test_a_forms_fields_are_found_under_other_names_or_named_with_what_may_be_meant() -> None:
    lines = (
        b'{"id": "a", "symptoms": ["HP:0001250"], "age": 4}\n{"id": "b", "symptoms": ["HP:0001251"]}\n'
        b'{"id": "c", "hpo_trems": ["HP:0001250"]}\n{"id": "d", "hpo_trems": ["HP:0001250"], "sex": "male"}\n'
    )
    first, second, third, last = patients_in(lines, name="in.ndjson")
    for source, found in ((first, {"HP:0001250"}), (second, {"HP:0001251"})):
        record, problems = source.read()
        assert present(record) == found
        assert [problem.code for problem in problems] == ["input.read_as"]
    assert second.read().record.id == "b"
    with pytest.raises(DataError, match="no field hpo_trems") as refused:
        third.read()
    assert "did you mean hpo_terms" in refused.value.mend
    (problem,) = last.read().problems
    assert (problem.level, problem.path) == ("error", "hpo_trems")
    assert "did you mean hpo_terms" in problem.mend


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_known_without_its_mark(encoding: str) -> None:
    text = "Patient with Sjögren syndrome – dry eyes."
    record, problems = read_patient(text.encode(encoding))
    assert record.documents[0].text == text
    assert [problem.code for problem in problems] == ["input.encoding"]


def spreadsheet(**sheets: list[list[object]]) -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return book


def saved(book: openpyxl.Workbook) -> bytes:
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_titles_above_the_columns_and_sheets_of_other_things_are_passed_over() -> None:
    rows: list[list[object]] = [["Ward round, May"], [], ["Case", "Age", "Notes"], ["k1", 7, "ataxia"]]
    for data in (b"Ward round\n\nCase;Age;Notes\nk1;7;ataxia\n", saved(spreadsheet(About=[["Made by me"]], Data=rows))):
        (source,) = patients_in(data, name="list", format="csv")
        assert source.name == "list:4"
        assert source.read().record.id == "k1"


def test_struck_cells_other_sheets_and_cells_beyond_the_columns_are_told() -> None:
    book = spreadsheet(
        A=[["id", "age", "note"], ["1", 7, "gout"], ["2", 8, "ataxia"]], B=[["id", "note"], ["9", "chorea"]]
    )
    book["A"]["C2"].font = Font(strike=True)
    struck, kept = (source.read() for source in patients_in(saved(book)))
    assert [document.text for document in (*struck.record.documents, *kept.record.documents)] == ["ataxia"]
    told = [problem.message for problem in struck.problems]
    assert told == ["sheets that were not read: B", "1 cell is struck through in the sheet, and left out"]
    (problem,) = patients_in(b"id,note\n1,ataxia, seizures\n", format="csv")[0].read().problems
    assert (problem.code, problem.level) == ("input.not_read", "error")


def test_of_several_ids_the_surest_is_the_patients_and_the_others_are_known_to_the_gate() -> None:
    record = patients_in(b"Case no,Patient number,NHS number,note\n1,KX-4417,943 476 5919,gout\n")[0].read().record
    assert record.id == "943 476 5919"
    known = {one.value for one in record.known_identifiers()}
    assert "KX-4417" in known
    assert "1" not in known


def test_findings_of_a_form_come_together_from_several_fields_and_as_objects() -> None:
    form = b'{"hpo_terms": ["HP:0001250"], "excluded": "Hearing loss", "phenotypes": [{"id": "HP:0001251", "label": "Ataxia"}]}'
    record = read_patient(form).record
    assert present(record) == {"HP:0001250", "HP:0001251"}
    assert [fact.text for fact in record.phenotypes if fact.presence is Presence.ABSENT] == ["Hearing loss"]


def test_a_line_that_begins_with_a_time_in_brackets_is_no_json() -> None:
    assert read_patient("[09:15] She has gout.").record.documents[0].text == "[09:15] She has gout."
