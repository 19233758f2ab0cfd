"""Guideline files in every format, made on the spot."""

from __future__ import annotations

import io
import json
from pathlib import Path

from tests.grounding.pdf import pdf_of

MARKDOWN = """---
title: "Sore throat"
issuer: Test Panel
version: "1.0"
date: 2022-03-01
jurisdiction: Testland
---

# Sore throat

## Adults
- Adults with a Centor score of 3 or more should receive penicillin V 500 mg twice daily for 5 days. (Grade A)
- Adults may take **paracetamol** for pain. (Grade C)

## Children aged 5 to 11 years
Children should be seen within 2 days.
"""


def markdown(folder: Path, name: str = "throat.md", text: str = MARKDOWN) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def docx(folder: Path) -> Path:
    import docx as library

    document = library.Document()
    document.core_properties.title = "Sprained ankle"
    document.core_properties.author = "Test Panel"
    document.add_heading("Treatment", level=1)
    document.add_paragraph("The ankle should be rested for 2 days.", style="List Bullet")
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text = "Ibuprofen"
    table.rows[0].cells[1].text = "400 mg"
    stream = io.BytesIO()
    document.save(stream)
    path = folder / "ankle.docx"
    path.write_bytes(stream.getvalue())
    return path


def pdf(folder: Path, text: str = "# Cough\nCough in adults should not be treated with antibiotics.") -> Path:
    path = folder / "cough.pdf"
    path.write_bytes(pdf_of(text))
    return path


def encrypted_pdf(folder: Path) -> Path:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    writer.append(PdfReader(io.BytesIO(pdf_of("secret"))))
    writer.encrypt("password", algorithm="RC4-128")
    path = folder / "locked.pdf"
    with path.open("wb") as handle:
        writer.write(handle)
    return path


def scanned_pdf(folder: Path) -> Path:
    from pypdf import PdfWriter

    writer = PdfWriter()
    writer.add_blank_page(width=200, height=200)
    path = folder / "scan.pdf"
    with path.open("wb") as handle:
        writer.write(handle)
    return path


def recommendations(folder: Path) -> Path:
    content = [
        {
            "id": 7,
            "title": "Falls: Prevention -- Adults 65 years or older",
            "grade": "B",
            "sex": "men and women",
            "ageRange": [65, 100],
            "text": "The panel recommends <b>exercise</b> to prevent falls.<br>It helps.",
            "servFreq": "<p>Exercise should take place at least three times a week for a year.</p>",
        },
        {
            "id": 8,
            "title": "Pregnancy: Folic acid -- Pregnant women",
            "grade": "A",
            "sex": "female",
            "ageRange": [11, 49],
            "text": "Take folic acid.",
        },
        {"title": "no id", "text": "left out"},
    ]
    path = folder / "panel.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path
