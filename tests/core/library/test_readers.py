"""Every format becomes blocks with headings and pages; what cannot be read says why."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from osler.core.library import Population, read_bytes, read_file
from osler.errors import DataError
from tests.core.library import files
from tests.grounding.pdf import pdf_of


def test_markdown_keeps_headings_items_and_front_matter(tmp_path: Path) -> None:
    read = read_file(files.markdown(tmp_path))
    assert read.metadata.model_dump() == {
        "title": "Sore throat",
        "issuer": "Test Panel",
        "version": "1.0",
        "date": "2022-03-01",
        "review": "",
        "jurisdiction": "Testland",
    }
    assert [block.heading[-1] for block in read.blocks] == ["Adults", "Adults", "Children aged 5 to 11 years"]
    assert read.blocks[1].text == "Adults may take paracetamol for pain. (Grade C)"
    assert [block.kind for block in read.blocks] == ["item", "item", "paragraph"]


def test_plain_text_has_numbered_headings_and_stated_metadata() -> None:
    text = b"Title: Burns\nIssuer: Panel\n\n1. Cooling\n\nBurns should be cooled for 20 minutes.\n"
    read = read_bytes(text, "burns.txt")
    assert (read.metadata.title, read.metadata.issuer) == ("Burns", "Panel")
    assert (read.blocks[0].heading, read.blocks[0].text) == (("1. Cooling",), "Burns should be cooled for 20 minutes.")


def test_html_leaves_scripts_out_and_reads_its_metadata() -> None:
    page = b"""<html><head><title>Bites</title><meta name="dc.publisher" content="Panel"><script>evil()</script></head>
    <body><nav>menu</nav><h2>Dogs</h2><ul><li>Dog bites should be <em>washed</em>.</li></ul></body></html>"""
    read = read_bytes(page, "bites.html")
    assert (read.metadata.title, read.metadata.issuer) == ("Bites", "Panel")
    assert [(block.heading, block.text, block.kind) for block in read.blocks] == [
        (("Dogs",), "Dog bites should be washed.", "item")
    ]


def test_of_a_page_with_a_main_part_the_rest_is_the_sites() -> None:
    page = b"""<html><body><header>Search | Login</header><main><h1>Hives</h1><p>Hives should be treated.</p>
    <aside>You should receive our newsletter.</aside></main><div>Cookies should be accepted.</div></body></html>"""
    assert [block.text for block in read_bytes(page, "hives.html").blocks] == ["Hives should be treated."]


def test_docx_keeps_styles_and_tables(tmp_path: Path) -> None:
    read = read_file(files.docx(tmp_path))
    assert (read.metadata.title, read.metadata.issuer) == ("Sprained ankle", "Test Panel")
    assert [(block.heading, block.text, block.kind) for block in read.blocks] == [
        (("Treatment",), "The ankle should be rested for 2 days.", "item"),
        (("Treatment",), "Ibuprofen | 400 mg", "table"),
    ]


def test_docx_without_styles_or_properties_has_its_headings_and_its_own_title() -> None:
    body = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'
        for style, text in (("Title", "Sprains"), ("Heading1", "Treatment"), ("Normal", "Rest is advised."))
    )
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    package = "http://schemas.openxmlformats.org/package/2006"
    link = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType='
        f'"application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{main}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{link}" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{word}"><w:body>{body}</w:body></w:document>',
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    read = read_bytes(stream.getvalue(), "export.docx")
    assert read.metadata.title == "Sprains"
    assert [(block.heading[-1], block.text) for block in read.blocks] == [("Treatment", "Rest is advised.")]


def test_pdf_keeps_page_numbers(tmp_path: Path) -> None:
    read = read_file(files.pdf(tmp_path))
    assert read.blocks[0].page == 1
    assert "should not be treated" in read.blocks[0].text


def test_pdf_headings_are_the_lines_in_larger_letters() -> None:
    lines = [
        "Sprains of the ankle in",
        "sports",
        "Rest",
        "Rest the ankle for 2 days.",
        "Recommendation 1.2: Apply ice (1B).",
    ]
    read = read_bytes(pdf_of("\n".join(lines), {lines[0]: 18, lines[1]: 18, lines[2]: 14}), "ankle.pdf")
    assert read.metadata.title == "Sprains of the ankle in sports"
    assert [(block.heading[-1], block.text) for block in read.blocks] == [
        ("Rest", "Rest the ankle for 2 days."),
        ("Rest, Recommendation 1.2", "Apply ice (1B)."),
    ]


def test_two_headings_of_one_size_that_follow_each_other_are_two() -> None:
    lines = ["Ankle care", "Rest", "Adults with a sprain of the ankle should rest the joint for at least 2 days."]
    read = read_bytes(pdf_of("\n".join(lines), {lines[0]: 14, lines[1]: 14}), "ankle.pdf")
    assert read.blocks[0].heading[-1] == "Rest"


def test_recommendations_keep_ids_grades_and_people(tmp_path: Path) -> None:
    read = read_file(files.recommendations(tmp_path))
    first = read.blocks[0]
    assert first.recommendation is not None
    assert (first.recommendation.id, first.recommendation.grade) == ("7", "B")
    assert first.text == "The panel recommends exercise to prevent falls. It helps."
    assert read.blocks[1].heading[-1] == "Serv freq"
    assert first.recommendation.population == Population(age_from=65.0)
    pregnant = read.blocks[2].recommendation
    assert pregnant is not None
    assert (pregnant.population.sex, pregnant.population.pregnant) == ("female", True)
    assert [problem.path for problem in read.problems] == ["[2]"]


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (files.encrypted_pdf, "password"),
        (files.scanned_pdf, "scan"),
    ],
)
def test_a_pdf_without_readable_text_says_why(make: object, says: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=says) as caught:
        read_file(make(tmp_path))  # type: ignore[operator]
    assert caught.value.mend


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (b"", "empty.md", "is empty"),
        (b"  \n ", "blank.txt", "is empty"),
        (b"%PDF-1.4\n%%EOF broken", "broken.pdf", "damaged"),
        (b"not a pdf", "fake.pdf", "no PDF"),
        (b"PK\x03\x04 broken", "broken.docx", "damaged"),
        (b"\0\1\2" * 50, "data.txt", "binary"),
        (b'{"a": 1}', "thing.json", "no list of recommendations"),
        (b"[1, 2", "cut.json", "breaks off"),
        (b"[{}]", "none.json", "no usable recommendation"),
        (b"<html><body><script>x</script></body></html>", "nothing.html", "holds no text"),
    ],
)
def test_what_cannot_be_read_says_why_and_how_to_mend_it(data: bytes, name: str, says: str) -> None:
    with pytest.raises(DataError, match=says) as caught:
        read_bytes(data, name)
    assert name in caught.value.message
    assert caught.value.mend


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as handle:
        handle.truncate(200 * 1024 * 1024)
    with pytest.raises(DataError, match=r"200|210 MB"):
        read_file(path)


def test_the_real_recommendations_load_as_they_are(shared_data: Path) -> None:
    read = read_file(shared_data / "uspstf.json")
    assert len({block.recommendation.id for block in read.blocks if block.recommendation}) == 137
    assert not read.problems


def test_an_exponent_keeps_its_mark_in_a_page_and_in_a_word_file() -> None:
    import docx

    page = b"<html><body><h1>A</h1><p>Below 50 x 10<sup>9</sup>/L, or 1.7 m<sup>2</sup>.</p></body></html>"
    assert read_bytes(page, "a.html").blocks[0].text == "Below 50 x 10^9/L, or 1.7 m2."
    document = docx.Document()
    paragraph = document.add_paragraph("Below 50 x 10")
    paragraph.add_run("9").font.superscript = True
    paragraph.add_run("/L, or 30 mg")
    paragraph.add_run("1").font.superscript = True
    stream = io.BytesIO()
    document.save(stream)
    assert read_bytes(stream.getvalue(), "a.docx").blocks[0].text == "Below 50 x 10^9/L, or 30 mg1"
