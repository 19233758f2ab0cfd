"""What a file says in its own words: titles without marks, front matter in a sentence, hyphens at the end of a line."""

from __future__ import annotations

import io

import docx as word

from osler.core.library import read_bytes
from osler.core.library.readers.pdf import _joined


def test_the_first_line_of_a_text_is_its_title_also_right_above_its_head() -> None:
    text = "Gout in primary care\nIssuer: Test College\nVersion: 4\n\nFLARES\nOffer naproxen 500 mg.\n\nPREVENTION\nOffer allopurinol."
    read = read_bytes(text.encode(), "gout.txt")
    assert (read.metadata.title, read.metadata.issuer, read.metadata.version) == (
        "Gout in primary care",
        "Test College",
        "4",
    )
    advice = [block for block in read.blocks if block.text.startswith("Offer")]
    assert [one.heading for one in advice] == [
        ("Gout in primary care", "FLARES"),
        ("Gout in primary care", "PREVENTION"),
    ]


def test_a_word_document_says_its_version_and_date_in_its_first_paragraph() -> None:
    document = word.Document()
    document.add_heading("Croup", level=0)
    document.add_paragraph("Version 1.4, 3 March 2022. Harbour Children's Forum. For hospital staff in every ward.")
    document.add_paragraph("Give dexamethasone 0.15 mg/kg once.")
    stream = io.BytesIO()
    document.save(stream)
    read = read_bytes(stream.getvalue(), "croup.docx")
    assert (read.metadata.version, read.metadata.date) == ("1.4", "2022-03-03")
    assert read.metadata.issuer == "Harbour Children's Forum"
    assert [one.text for one in read.blocks][:1] == ["For hospital staff in every ward."]


def test_prose_that_names_a_version_stays_prose() -> None:
    text = "# Gout\n\nThe version of 2019 was withdrawn by the board. Offer naproxen."
    assert "withdrawn" in read_bytes(text.encode(), "gout.md").blocks[0].text


def test_a_hyphen_that_is_the_words_own_stays_at_the_end_of_a_line() -> None:
    assert _joined(["on non-\ndialysis days"]) == ["on non-dialysis days"]
    assert _joined(["the treat-\nment of gout"]) == ["the treatment of gout"]
    assert _joined(["a whey-\nfree diet", "Offer a whey-free diet."])[0] == "a whey-free diet"
    assert _joined(["in pre-\ndiabetes", "Prediabetes is common."])[0] == "in prediabetes"
