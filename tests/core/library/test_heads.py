"""What documents say of themselves, tables, languages, and the filters that use it."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.library import Filters, Library, SearchOptions, grades_of, pregnancy_of, read_bytes
from osler.core.library.readers.front_lines import as_date


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Cough\nIssuer: Nowhere Clinic. Date: 2024-02-02.\n\nOffer rest.", ("Nowhere Clinic", "", "2024-02-02")),
        (
            "# Gout\n\n**Published by:** Board\n**Version:** 3.1\nPublished: 12 March 2021\n\nOffer it.",
            ("Board", "3.1", "2021-03-12"),
        ),
        (
            (
                "# Gout\n\n| Field | Detail |\n|---|---|\n| Issuing body | Board |\n| Version number | 2.1 |\n| Review date | 2027 |\n"
                "| Publication date | 14 March 2024 |\n\nOffer it."
            ),
            ("Board", "2.1", "2024-03-14"),
        ),
        (
            "# Gout\n\n| Issuer | Version | Date |\n|---|---|---|\n| Board | 7 | 2024 |\n\nOffer it.",
            ("Board", "7", "2024"),
        ),
        (
            (
                "<html><body><h1>Gout</h1><table><tr><th>Organisation</th><td>Board</td></tr><tr><th>Version</th><td>7.0</td></tr>"
                "<tr><th>Date issued</th><td>May 2024</td></tr></table><p>Offer it.</p></body></html>"
            ),
            ("Board", "7.0", "2024-05"),
        ),
        (
            (
                "<html><body><h1>Gout</h1><p><b>Issuer:</b> Board<br><b>Version:</b> 5.1<br><b>Date:</b> 3 May 2024<br>"
                "<b>Next review:</b> 2027</p><p>Offer it.</p></body></html>"
            ),
            ("Board", "5.1", "2024-05-03"),
        ),
        ("# Gout\n\nOrganisation: Board; Edition: 2; Last updated: March 2021\n\nOffer it.", ("Board", "2", "2021-03")),
    ],
)
def test_the_first_lines_of_a_document_say_what_it_is(text: str, expected: tuple[str, str, str]) -> None:
    read = read_bytes(text.encode(), "x.md")
    assert (read.metadata.issuer, read.metadata.version, read.metadata.date) == expected
    assert len(read.blocks) == 1
    assert read.blocks[0].text.startswith("Offer")


@pytest.mark.parametrize(
    "text",
    [
        "| Drug | Dose |\n|---|---|\n| Amoxicillin | 500 mg |\n| Doxycycline | 200 mg |",
        "| Status | Action |\n|---|---|\n| Stable | discharge |\n| Unstable | admit |",
    ],
)
def test_a_table_of_treatment_is_no_metadata(text: str) -> None:
    assert len(read_bytes(f"# Gout\n\n{text}\n".encode(), "x.md").blocks) == 2


@pytest.mark.parametrize(
    "text",
    [
        "This is an invented document made for testing. It must not be used to treat anyone.",
        "Synthetic text, written for software tests; never to be used for the care of a patient.",
        "This guidance is synthetic. It is not medical advice.",
        "Disclaimer: this guideline is no substitute for clinical judgement.",
    ],
)
def test_what_a_document_says_of_itself_is_no_passage(text: str) -> None:
    assert [block.text for block in read_bytes(f"# Gout\n\n{text}\n\nOffer it.\n".encode(), "x.md").blocks] == [
        "Offer it."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "This drug is not for use in children. It must not be given to them.",
        "Do not use it in clinical shock.",
        "Clinical judgement is no substitute for a blood culture.",
        "This recommendation is for patients with gout.",
    ],
)
def test_advice_is_no_disclaimer(text: str) -> None:
    assert read_bytes(f"# Gout\n\n{text}\n".encode(), "x.md").blocks[0].text == text


def test_a_list_of_recommendations_is_issued_by_whom_it_speaks_for() -> None:
    rows = '[{"id": "1", "title": "A", "text": "The ABC recommends x for adults."}, {"id": "2", "title": "B", "text": "The ABC concludes y."}]'
    assert read_bytes(rows.encode(), "list.json").metadata.issuer == "ABC"


def test_what_a_document_does_not_say_is_remarked_when_it_is_added(tmp_path: Path) -> None:
    (tmp_path / "plain.md").write_text("# Cough\n\nOffer rest to adults.", encoding="utf-8")
    (tmp_path / "autre.md").write_text(
        "# Grippe\n\nLe vaccin est pour les adultes et une fois dans la vie.", encoding="utf-8"
    )
    library = Library(tmp_path / "library")
    assert any("issuer, version, date" in one.message for one in library.add(tmp_path / "plain.md").problems)
    assert any("English" in one.message for one in library.add(tmp_path / "autre.md").problems)


def test_a_search_can_be_limited_to_a_jurisdiction_and_a_version(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    for number, place in (("1", "Here"), ("2", "There")):
        file = tmp_path / f"{place}.md"
        file.write_text(
            f"---\ntitle: Cough {place}\nversion: '{number}'\njurisdiction: {place}\n---\nOffer rest.", encoding="utf-8"
        )
        library.add(file)
    for limit in (Filters(jurisdiction="there"), Filters(version="2")):
        assert {hit.chunk.title for hit in library.search("rest", SearchOptions(filters=limit))} == {"Cough There"}


def test_a_row_of_a_table_says_its_columns() -> None:
    read = read_bytes(
        b"# T\n\n## Children\n| Drug | Group | Dose |\n|--|--|--|\n| A | Women | 3 g |\n| B | Men | 1 g |\n", "t.md"
    )
    assert [block.text for block in read.blocks] == ["A; Group: Women; Dose: 3 g", "B; Group: Men; Dose: 1 g"]


def test_grades_dates_and_pregnancy_are_read_as_written() -> None:
    assert grades_of("Offer a (Grade A). Offer b (Grade C).") == ["A", "C"]
    assert as_date("3rd June 2020") == "2020-06-03"
    assert pregnancy_of("pregnancy test negative") is False
    assert pregnancy_of("Not pregnant") is False


@pytest.mark.parametrize(
    ("line", "issuer", "version", "date"),
    [
        ("Version 2.0, issued 2023-06-01 by Harbour Maternity Trust.", "Harbour Maternity Trust", "2.0", "2023-06-01"),
        (
            "Issued by Midland Haematology Panel. Version 5.0, 12 January 2024.",
            "Midland Haematology Panel",
            "5.0",
            "2024-01-12",
        ),
        (
            "Lakeside Paediatric Institute. Version 2.2. 2022-09-30.",
            "Lakeside Paediatric Institute",
            "2.2",
            "2022-09-30",
        ),
    ],
)
def test_front_matter_in_a_sentence_is_read_and_is_no_recommendation(
    line: str, issuer: str, version: str, date: str
) -> None:
    page = f"<html><body><h1>Care</h1><p>{line}</p><p>Offer tea to all adults.</p></body></html>"
    read = read_bytes(page.encode(), "care.html")
    assert (read.metadata.issuer, read.metadata.version, read.metadata.date) == (issuer, version, date)
    assert [block.text for block in read.blocks] == ["Offer tea to all adults."]


def test_a_sentence_that_mentions_a_version_and_a_date_is_text() -> None:
    text = "Use version 2 of the score, published in 2019, in all adults."
    read = read_bytes(f"<html><body><h1>Care</h1><p>{text}</p></body></html>".encode(), "care.html")
    assert [block.text for block in read.blocks] == [text]


def test_a_value_ends_where_a_sentence_begins(tmp_path: Path) -> None:
    path = tmp_path / "gout.md"
    path.write_text(
        "# Gout\n\nIssuer: Board of St. Anne. Jurisdiction: Northland. This text is invented.\n\n## Flares\n\nOffer naproxen.\n"
    )
    library = Library(tmp_path / "library")
    told = library.add(path).document.metadata
    assert (told.issuer, told.jurisdiction) == ("Board of St. Anne", "Northland")


@pytest.mark.parametrize(
    "line",
    [
        "Lead author: Dr P. Marchetti.",
        "Guideline lead: Dr A. Brown. Ratifying committee: Drugs Committee.",
        "Approved by the Drugs and Therapeutics Committee, March 2024.",
        "Approved by the Drugs and Therapeutics Committee.",
        "Review date: May 2027",
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_who_made_a_document_is_no_passage(line: str, first: bool) -> None:
    parts = [line, "Offer rest."] if first else ["Offer rest.", line]
    page = "".join(f"<p>{one}</p>" for one in parts)
    read = read_bytes(f"<html><body><h1>Gout</h1>{page}</body></html>".encode(), "x.html")
    assert [block.text for block in read.blocks] == ["Offer rest."]
    assert read.metadata.issuer == ""


@pytest.mark.parametrize(
    "text", ["Status epilepticus: give lorazepam.", "Lead poisoning: offer succimer.", "Applies to: adults with gout."]
)
def test_a_line_of_care_that_opens_with_a_name_and_a_colon_stays(text: str) -> None:
    assert read_bytes(f"# Gout\n\n{text}\n".encode(), "x.md").blocks[0].text == text


@pytest.mark.parametrize(
    ("line", "issuer"),
    [
        ("Northbrook Haematology Ward 7. Version 2.0. Date: 5 May 2025", "Northbrook Haematology Ward 7"),
        ("Southmoor District Hospital ward 12. Version 2.0. Date: 5 May 2025", "Southmoor District Hospital ward 12"),
        ("Version 2.0. Date: 5 May 2025. Author: Dr J. Hill", ""),
    ],
)
def test_the_line_below_the_title_of_a_plain_text_is_read(line: str, issuer: str) -> None:
    read = read_bytes(f"FEVER ON THE WARD\n{line}\n\n1. ANTIBIOTICS\nGive meropenem.\n".encode(), "x.txt")
    told = read.metadata
    assert (told.title, told.issuer, told.version, told.date) == ("FEVER ON THE WARD", issuer, "2.0", "2025-05-05")
    assert [block.text for block in read.blocks] == ["Give meropenem."]


def test_who_wrote_a_page_did_not_issue_it() -> None:
    def issuer(author: str, line: str) -> str:
        head = f"<head><title>Gout</title><meta name='author' content='{author}'></head>"
        page = f"<html>{head}<body><h1>Gout</h1><p>{line}</p><p>Offer rest.</p></body></html>"
        return read_bytes(page.encode(), "x.html").metadata.issuer

    assert issuer("Dr S. Abara", "<b>Eastmoor Hospitals</b> – Version 2.1 – 11 January 2025.") == "Eastmoor Hospitals"
    assert issuer("Web team", "<b>Eastmoor Hospitals</b> – Version 2.1 – 11 January 2025.") == "Eastmoor Hospitals"
    assert issuer("Harbour Clinic", "Version 2.1") == "Harbour Clinic"
    assert issuer("Dr S. Abara", "Version 2.1") == ""
