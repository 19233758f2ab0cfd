"""What a table is about is said in each of its rows, so that a row that is quoted alone stands alone."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from osler.core.library import Library, read_bytes, row_of, without_barred
from tests.core.library.files import markdown


def _texts(folder: Path, text: str) -> list[str]:
    library = Library(folder / "library")
    library.add(markdown(folder, "a.md", text))
    return [one.text for one in library.chunks()]


_DOSES = "| Weight | Dose |\n|---|---|\n| 50 to 69 kg | 60 mg |\n"


@pytest.mark.parametrize(
    ("text", "about"),
    [
        (f"# Clots\n\n## 2.1 Enoxaparin for prevention by weight\n\n{_DOSES}", "Enoxaparin for prevention by weight"),
        (f"# Enoxaparin for clots\n\n## 3.1 Dosing by renal function\n\n{_DOSES}", "Enoxaparin for clots, Dosing by renal function"),
        (f"# Clots\n\n## Treatment\n\nTable 2. Enoxaparin for clots (eGFR 30 or more)\n\n{_DOSES}", "Enoxaparin for clots (eGFR 30 or more)"),
        (f"# Clots of the lung\n\n## Doses\n\n{_DOSES}", "Clots of the lung, Doses"),
        (f"# Clots\n\n## Enoxaparin after surgery\n\n### Renal impairment\n\n{_DOSES}", "Enoxaparin after surgery, Renal impairment"),
        (f"# Enoxaparin after surgery\n\n{_DOSES}", "Enoxaparin after surgery"),
    ],
)  # fmt: skip
def test_a_row_says_the_nearest_heading_that_names_something(tmp_path: Path, text: str, about: str) -> None:
    assert _texts(tmp_path, text) == [f"{about} — Weight 50 to 69 kg; Dose: 60 mg"]


def test_a_row_that_names_all_of_its_heading_does_not_say_it_twice(tmp_path: Path) -> None:
    text = "# Salts\n\n## Serum potassium\n\n| Serum potassium (mmol/L) | Add |\n|---|---|\n| above 5.5 | none |\n"
    assert _texts(tmp_path, text) == ["Serum potassium above 5.5 mmol/L; Add: none"]


def test_a_row_that_names_a_medicine_or_a_state_says_what_it_is_of_by_itself(tmp_path: Path) -> None:
    text = "# Gout in adults\n\n## Doses\n\n| Drug | Dose |\n|---|---|\n| Colchicine | 1 mg |\n\n## Length\n\n| Situation | Duration |\n|---|---|\n| First flare | 3 days |\n"
    assert _texts(tmp_path, text) == ["Colchicine; Dose: 1 mg", "Situation: First flare; Duration: 3 days"]


def test_what_a_table_is_about_is_no_label() -> None:
    row = row_of("Enoxaparin, by weight — Weight 50 to 69 kg; Dose: 60 mg")
    assert row is not None
    assert (row.about, row.first, row.cells) == ("Enoxaparin, by weight", "Weight 50 to 69 kg", (("Dose", "60 mg"),))
    assert "by weight" not in row.whom
    barred = "Gout drugs — Colchicine; Dose: 1 mg; Do not use in: dialysis"
    assert without_barred(barred) == "Gout drugs — Colchicine; Dose: 1 mg"


def test_rows_that_are_only_numbered_keep_their_cells_together() -> None:
    def rows(text: str) -> list[str]:
        return [one.text for one in read_bytes(text.encode(), "a.md").blocks]

    bags = "# A\n\n| Bag | Fluid | Over |\n|---|---|---|\n| 1 | saline 1 L | 1 hour |\n| 2 | saline 1 L | 2 hours |\n"
    assert rows(bags) == ["Bag 1; Fluid: saline 1 L; Over: 1 hour", "Bag 2; Fluid: saline 1 L; Over: 2 hours"]
    ages = "# A\n\n| Age | Dose | Most in 24 hours |\n|---|---|---|\n| 6 to 11 months | 60 mg | 240 mg |\n"
    assert rows(ages) == ["Age 6 to 11 months; Dose: 60 mg; Most in 24 hours: 240 mg"]
    timed = "# A\n\n| Clearance | Loading | Over |\n|---|---|---|\n| below 30 mL/min | 15 mg/kg | 2 hours |\n"
    assert rows(timed) == ["Clearance below 30 mL/min; Loading: 15 mg/kg; Over: 2 hours"]
    allergic = "# A\n\n| Age | First choice | Dose | Penicillin allergy |\n|---|---|---|---|\n| under 1 month | cefotaxime | 50 mg/kg | ask |\n"
    assert rows(allergic) == [
        "Age under 1 month; First choice: cefotaxime; Dose: 50 mg/kg",
        "Age under 1 month; Penicillin allergy: ask",
    ]
    drugs = "# A\n\n| Drug | Dose |\n|---|---|\n| 5-fluorouracil | 400 mg |\n"
    assert rows(drugs) == ["5-fluorouracil; Dose: 400 mg"]


def test_the_section_of_a_captioned_table_is_part_of_its_place(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    library.add(markdown(tmp_path, "a.md", f"# Clots\n\n## Renal failure\n\nFrom the second dose on, use:\n\n{_DOSES}"))
    assert library.chunks()[0].place == "Clots, Renal failure, From the second dose on, use"


def test_the_caption_of_a_word_table_is_told_by_its_style() -> None:
    import docx

    document = docx.Document()
    document.add_heading("Patches", 1)
    document.add_paragraph("Morphine by mouth and its patch", style="Caption")
    table = document.add_table(rows=2, cols=2)
    for row, told in zip(table.rows, (["Morphine", "Patch"], ["30 mg", "12 micrograms/hour"]), strict=True):
        for cell, text in zip(row.cells, told, strict=True):
            cell.text = text
    stream = io.BytesIO()
    document.save(stream)
    (row,) = read_bytes(stream.getvalue(), "a.docx").blocks
    assert row.heading == ("Patches", "Morphine by mouth and its patch")
