"""Word and rich text as the page shows them: changes, hidden words, margins, boxes, and damaged files."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.text.paragraph import Paragraph

from osler.core.patient import document_text, patients_in
from osler.errors import DataError


def run(words: str, *, kind: str = "t") -> Any:
    element = OxmlElement("w:r")
    text = OxmlElement(f"w:{kind}")
    text.text = words
    text.set(qn("xml:space"), "preserve")
    element.append(text)
    return element


def changed(paragraph: Paragraph, change: str, words: str) -> None:
    element = OxmlElement(f"w:{change}")
    element.append(run(words, kind="delText" if change == "del" else "t"))
    paragraph._p.append(element)  # type: ignore[arg-type]


def read(document: Document) -> tuple[str, list[str]]:
    data = io.BytesIO()
    document.save(data)
    text, problems = document_text(data.getvalue())
    return text, [problem.message for problem in problems]


def test_insertions_are_text_and_what_is_deleted_struck_or_hidden_is_none() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Known asthma. ")
    changed(paragraph, "ins", "New gout. ")
    changed(paragraph, "del", "Old stroke. ")
    paragraph.add_run("Wrong diabetes. ").font.strike = True
    paragraph.add_run("Draft note on rickets. ").font.hidden = True
    kept = paragraph.add_run("Kept tremor.")
    kept.font.strike = False
    text, told = read(document)
    assert text == "Known asthma. New gout. Kept tremor.\n"
    assert told[0] == "text was left out: 4 words hidden, 2 words struck through, 2 words deleted"
    assert "tracked changes" in told[1]


def test_a_style_hides_as_well() -> None:
    document = docx.Document()
    style = document.styles.add_style("Internal", WD_STYLE_TYPE.CHARACTER)
    style.font.hidden = True
    paragraph = document.add_paragraph("Psoriasis. ")
    paragraph.add_run("not for release", style="Internal")
    assert read(document) == ("Psoriasis.\n", ["text was left out: 3 words hidden"])


def test_margins_notes_boxes_and_forms_are_read_and_comments_are_not() -> None:
    document = docx.Document()
    section = document.sections[0]
    section.header.paragraphs[0].text = "Allergy: latex"
    section.footer.paragraphs[0].text = "Page 1 of 2"
    paragraph = document.add_paragraph("Ward letter")
    box = parse_xml(
        f"<w:r {nsdecls('w')}><w:pict><w:txbxContent><w:p><w:r><w:t>Box: on steroids</w:t></w:r></w:p></w:txbxContent></w:pict></w:r>"
    )
    paragraph._p.append(box)  # type: ignore[arg-type]
    control = parse_xml(
        f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p><w:r><w:t>Filled in: epistaxis</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    )
    document.element.body.insert(1, control)
    document.add_comment(paragraph.runs, text="is this lupus?", author="x")
    text, told = read(document)
    assert text == "Allergy: latex\n\nWard letter\nBox: on steroids\nFilled in: epistaxis\n"
    assert told == ["1 comment was not read"]


def test_rich_text_shows_what_its_page_shows() -> None:
    data = (
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\stylesheet{\s1\v Secret;}}{\header\pard Allergic to latex\par}"
        rb"{\footer\pard Page 1\par}\pard Known gout.{\v  hidden rickets \u8364?}\strike  no stroke\strike0  Also "
        rb"{\deleted old asthma }tremor.{\*\annotation lupus?}\par}"
    )
    text, problems = document_text(data)
    assert text.split("\n")[0] == "Allergic to latex"
    assert "Known gout. Also tremor." in text
    assert not [word for word in ("rickets", "stroke", "asthma", "lupus", "Secret", "Page") if word in text]
    assert problems[0].message == "text was left out: 3 words hidden, 2 words struck through, 2 words deleted"
    assert problems[1].message == "1 comment was not read"


def test_the_clinic_in_a_letterhead_has_diseases_that_the_patient_has_not() -> None:
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Western Headache and Stroke Unit"
    document.sections[0].footer.paragraphs[0].text = "Patient alert: latex allergy"
    document.add_paragraph("She has gout.")
    assert read(document) == (
        "She has gout.\n\nPatient alert: latex allergy\n",
        ["5 words of header and footer were not read"],
    )


def test_a_row_of_rich_text_reads_as_a_row_of_word() -> None:
    data = rb"{\rtf1\ansi\trowd\cellx900\cellx1800\intbl Sodium\cell 118 mmol/L\cell\row\pard Vomiting.\par}"
    assert document_text(data)[0] == "Sodium: 118 mmol/L\nVomiting.\n"


@pytest.mark.parametrize("name", ["letter.docx", "letter.pdf", "list.xlsx"])
@pytest.mark.parametrize("data", [b"MRN,note\n1,ataxia\n", b"PK\x03\x04 cut off"])
def test_a_file_that_is_not_what_its_name_says_is_damaged(name: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(DataError, match="damaged"):
        patients_in(path)[0].read()


def test_a_word_file_without_its_document_is_damaged_and_names_no_file_of_the_machine() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("word/document.xml", '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><x>&e;</x>')
    with pytest.raises(DataError, match="no text"):
        document_text(data.getvalue())
