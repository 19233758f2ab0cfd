"""What a document says of its version anywhere in it, and that an older version never takes a newer one's place unsaid."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.library import Library, later_versions, read_bytes
from osler.core.library.readers.front_lines import as_date
from osler.errors import DataError


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        (
            "# Sepsis\n\n| | |\n|---|---|\n| Trust | Harbour NHS Trust |\n| Document no. | S-1 |\n| Version | 3.1 |\n| Issue date | 12 March 2024 |\n| Review date | March 2027 |\n| Author | Dr A. Bell |\n\nOffer it.",
            "x.md",
            ("Harbour NHS Trust", "3.1", "2024-03-12", "2027-03"),
        ),
        (
            "<html><body><h1>Sepsis</h1><p>Harbour Hospital, Stewardship Group. Version 5. Approved 18 September 2023.</p><p>Offer it.</p></body></html>",
            "x.html",
            ("Harbour Hospital, Stewardship Group", "5", "2023-09-18", ""),
        ),
        (
            "# Sepsis\n\nCarrick Renal Unit · Version 2.3 · Effective date 1 February 2025 · Next review February 2028\n\nOffer it.",
            "x.md",
            ("Carrick Renal Unit", "2.3", "2025-02-01", "2028-02"),
        ),
        (
            "# Sepsis\n\nMarlow Children's Hospital. Version 1.4, ratified 20 May 2023.\n\nOffer it.",
            "x.md",
            ("Marlow Children's Hospital", "1.4", "2023-05-20", ""),
        ),
        (
            "<html><body><h1>Sepsis</h1><p>Offer it.</p><table><tr><th>Version</th><th>Date</th><th>Changes</th></tr><tr><td>1.0</td><td>May 2019</td><td>First</td></tr><tr><td>2.1</td><td>14 June 2023</td><td>Dose</td></tr></table></body></html>",
            "x.html",
            ("", "2.1", "2023-06-14", ""),
        ),
        (
            "<html><body><h1>Sepsis</h1><p>Offer it.</p><footer>Version 4 · approved on 2 May 2024</footer></body></html>",
            "x.html",
            ("", "4", "2024-05-02", ""),
        ),
        (
            "# Sepsis\n\nOffer it.\n\nApproved by the Medicines Committee on 3rd June 2022. Next review: June 2025. Version 1.3",
            "x.md",
            ("", "1.3", "2022-06-03", "2025-06"),
        ),
        ("# Sepsis\n\nOffer it.", "sepsis_v2.1.md", ("", "2.1", "", "")),
    ],
)
def test_tables_sentences_and_feet_say_what_a_document_is(
    text: str, name: str, expected: tuple[str, str, str, str]
) -> None:
    read = read_bytes(text.encode(), name)
    said = read.metadata
    assert (said.issuer, said.version, said.date, said.review) == expected
    assert [block.text for block in read.blocks] == ["Offer it."]


@pytest.mark.parametrize(
    "text",
    [
        "This version replaces version 2.0 (2018), which must no longer be used.",
        "Version 2 of the score, published in 2019, should be used in adults.",
        "Approved indications are bleeding and an INR above 8.",
    ],
)
def test_a_sentence_about_something_else_stays_text(text: str) -> None:
    assert [block.text for block in read_bytes(f"# Care\n\n{text}\n".encode(), "x.md").blocks] == [text]


def test_figures_of_which_either_may_be_the_month_tell_only_the_year() -> None:
    assert [as_date(one) for one in ("11/03/2024", "25/03/2024", "03/25/2024", "01.10.2023", "03/2024")] == [
        "2024",
        "2024-03-25",
        "2024-03-25",
        "2023-10-01",
        "2024-03",
    ]


def _add(library: Library, folder: Path, name: str, said: str, dose: int) -> str:
    path = folder / name
    path.write_text(f"# Gout\n\n{said}\n\nOffer colchicine {dose} mg.\n", encoding="utf-8")
    return library.add(path).outcome


@pytest.mark.parametrize("names", [("a.md", "b.md"), ("a.md", "a.md")])
def test_an_older_version_stands_beside_the_newer_and_is_superseded(tmp_path: Path, names: tuple[str, str]) -> None:
    library = Library(tmp_path / "library")
    _add(library, tmp_path, names[0], "Version 3.1. Approved May 2024.", 1)
    assert _add(library, tmp_path, names[1], "Version 2.0. Approved May 2018.", 2) == "added"
    assert {one.id for one in library.documents()} == {"gout@2.0", "gout@3.1"}
    assert {old: new.id for old, new in later_versions(library.documents()).items()} == {"gout@2.0": "gout@3.1"}


@pytest.mark.parametrize(
    ("first", "second"), [("Issued 4 May 2023.", "Issued 4 May 2019."), ("Offer rest.", "Offer ice.")]
)
def test_what_is_older_or_may_be_is_refused_with_the_reason(tmp_path: Path, first: str, second: str) -> None:
    library = Library(tmp_path / "library")
    _add(library, tmp_path, "a.md", first, 1)
    with pytest.raises(DataError, match=r"older state|which of the two is the later"):
        _add(library, tmp_path, "b.md", second, 2)
    assert "1 mg" in library.chunks()[-1].text


def test_a_newer_state_takes_the_place_of_the_older(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    _add(library, tmp_path, "a.md", "Issued 4 May 2019.", 1)
    assert _add(library, tmp_path, "b.md", "Issued 4 May 2023.", 2) == "updated"
