"""Tables, footnotes, labels and headings: every cell under its row and column, every note with its mark."""

from pathlib import Path

from osler.core.library import (
    Library,
    age_ranges,
    ages_of,
    passage_sentences,
    population_of,
    read_bytes,
    read_file,
    row_of,
)
from tests.core.library.files import markdown

HTML = b"""<html><body><h1>Metformin and gliptins</h1><h2>Dose by renal function</h2>
<table><tr><th rowspan="2">Medicine</th><th colspan="2">eGFR</th><th rowspan="2">Note</th></tr>
<tr><th>45 to 59</th><th>below 45</th></tr>
<tr><td>Sitagliptin</td><td>50 mg daily</td><td>50 mg daily</td><td>with food</td></tr>
<tr><td>Linagliptin</td><td colspan="2">5 mg daily</td><td></td></tr></table>
<p>Metformin 500 mg twice daily is the starting dose<sup>a</sup>; eGFR is in mL/min/1.73 m<sup>2</sup>.</p>
<h2>Notes</h2><p>a. Not in acute heart failure.</p></body></html>"""


def test_equal_cells_are_kept_and_spans_are_spread() -> None:
    rows = [block.text for block in read_bytes(HTML, "a.html").blocks if block.kind == "table"]
    assert rows == [
        "Sitagliptin; eGFR 45 to 59: 50 mg daily; Note: with food",
        "Sitagliptin; eGFR below 45: 50 mg daily; Note: with food",
        "Linagliptin; eGFR 45 to 59: 5 mg daily",
        "Linagliptin; eGFR below 45: 5 mg daily",
    ]


def test_a_footnote_is_said_with_its_mark_and_an_exponent_is_none() -> None:
    (dose,) = [block.text for block in read_bytes(HTML, "a.html").blocks if block.kind != "table"]
    assert dose.startswith("Metformin 500 mg twice daily is the starting dose; eGFR is in mL/min/1.73 m2.")
    assert dose.endswith("Note a: Not in acute heart failure.")


def test_a_header_with_digits_names_columns_in_markdown_and_docx(tmp_path: Path) -> None:
    import docx

    text = "# Heparin\n\n## Doses\n\n| Weight | Age under 65 years | Age 65 years or older |\n|---|---|---|\n| 50 kg | 40 mg | 40 mg |\n"
    wanted = ["Weight 50 kg; Age under 65 years: 40 mg", "Weight 50 kg; Age 65 years or older: 40 mg"]
    assert [block.text for block in read_bytes(text.encode(), "h.md").blocks] == wanted
    document = docx.Document()
    table = document.add_table(rows=2, cols=3)
    for row, cells in zip(
        table.rows,
        (["Weight", "Age under 65 years", "Age 65 years or older"], ["50 kg", "40 mg", "40 mg"]),
        strict=True,
    ):
        for cell, told in zip(row.cells, cells, strict=True):
            cell.text = told
    document.save(str(tmp_path / "h.docx"))
    assert [block.text for block in read_file(tmp_path / "h.docx").blocks] == wanted


def test_a_row_over_all_columns_heads_those_below_it() -> None:
    text = "# Fluids\n\n| Degree | Fluid | Duration |\n|---|---|---|\n| Infants under 1 year | | |\n| Mild | 50 mL/kg | 3 to 5 days |\n"
    (row,) = [block.text for block in read_bytes(text.encode(), "f.md").blocks]
    assert row == "Infants under 1 year, Mild; Fluid: 50 mL/kg; Duration: 3 to 5 days"
    read = row_of(row)
    assert read is not None
    assert population_of(read.whom).age_below == 1


def test_a_column_may_open_with_a_small_letter() -> None:
    row = row_of("Gabapentin; eGFR 30 to 59: 300 mg twice daily")
    assert row is not None
    assert row.cells == (("eGFR 30 to 59", "300 mg twice daily"),)
    assert row_of("Use warfarin; note that this needs checks: weekly at first.") is None


def test_a_table_by_drugs_gives_each_its_own_row() -> None:
    text = "# Renal\n\n| Clearance | Dabigatran | Edoxaban |\n|---|---|---|\n| 15 to 29 mL/min | Contraindicated | 30 mg daily |\n"
    assert [block.text for block in read_bytes(text.encode(), "r.md").blocks] == [
        "Clearance 15 to 29 mL/min; Dabigatran: Contraindicated",
        "Clearance 15 to 29 mL/min; Edoxaban: 30 mg daily",
    ]


def test_times_of_a_schedule_are_no_ages() -> None:
    assert age_ranges("Give adults the vaccine at 0, 2 and 12 months.") == []
    assert age_ranges("Repeat the course at 4 and 8 weeks.") == []
    assert age_ranges("Duration: 5 to 10 days") == []
    assert ages_of("Give infants aged 2 to 12 months half the dose.") == (0.167, 1.083)
    assert age_ranges("between 40 and 74 years") == [(40.0, 75.0)]


def test_a_label_is_no_sentence_and_a_mark_in_brackets_is_a_grade() -> None:
    texts = [one.text for one in passage_sentences("R3. Offer a statin. [B] R4. Check lipids yearly. [C]")]
    assert texts == ["Offer a statin.", "[B]", "Check lipids yearly.", "[C]"]


def test_numbered_headings_go_on_without_a_blank_line() -> None:
    text = "Sepsis in adults\n\n1. Recognition\nMeasure lactate in all adults.\n2. Severe: shock\nGive fluids within one hour.\n3. Follow-up\nReview at six weeks.\n"
    blocks = read_bytes(text.encode(), "s.txt").blocks
    assert [block.heading[-1] for block in blocks] == ["1. Recognition", "2. Severe: shock", "3. Follow-up"]


def test_a_line_of_front_matter_gives_each_its_own() -> None:
    text = "# Gout\n\nIssuer: Harbour College of Rheumatology. Version 3. Date: 2021-02-03.\n\nOffer colchicine.\n"
    told = read_bytes(text.encode(), "g.md").metadata
    assert (told.issuer, told.version, told.date) == ("Harbour College of Rheumatology", "3", "2021-02-03")
    plain = read_bytes(
        b"GOUT IN ADULTS\nHarbour Joint Group, 2020\n\nFLARES\nOffer colchicine 500 micrograms.\n", "g.txt"
    )
    assert (plain.metadata.title, plain.metadata.issuer, plain.metadata.date) == (
        "GOUT IN ADULTS",
        "Harbour Joint Group",
        "2020",
    )


def test_a_table_of_graded_recommendations_is_a_list_of_them(tmp_path: Path) -> None:
    page = """<html><body><h1>Sore knees</h1><h2>Drugs</h2><table><thead><tr><th>COR</th><th>LOE</th><th>Recommendation</th></tr></thead>
    <tbody><tr><td>2a</td><td>B</td><td>Topical diclofenac is reasonable – up to 4 weeks.</td></tr></tbody></table></body></html>"""
    path = tmp_path / "knees.html"
    # The page does not say its encoding, and is in UTF-8.
    path.write_bytes(page.encode("utf-8"))
    library = Library(tmp_path / "library")
    library.add(path)
    chunk = library.chunks()[0]
    assert chunk.text == "Topical diclofenac is reasonable – up to 4 weeks (COR 2a, LOE B)."
    assert chunk.grade.lower() == "2a"


def test_a_row_keeps_the_headings_that_do_not_speak_of_others(tmp_path: Path) -> None:
    text = (
        "# Otitis\n\n## Acute otitis media in women\n\n| Drug | Women | Men |\n|---|---|---|\n"
        "| Amoxicillin | 500 mg | 1 g |\n\n## Children under 12\n\n| Drug | Age 2 to 5 years |\n|---|---|\n| Amoxicillin | 250 mg |\n"
    )
    library = Library(tmp_path / "library")
    library.add(markdown(tmp_path, "otitis.md", text))
    places = {chunk.text: chunk.heading[-1] for chunk in library.chunks()}
    assert places["Amoxicillin; Women: 500 mg"] == "Acute otitis media in women"
    assert places["Amoxicillin; Men: 1 g"] == "Acute otitis media"
    assert places["Amoxicillin; Age 2 to 5 years: 250 mg"] == "Children under 12"


def test_a_bare_value_is_kept_with_what_it_is_of(tmp_path: Path) -> None:
    import docx

    head, rows = (
        ["eGFR (mL/min/1.73 m2)", "Dose"],
        [["60 or more", "10 mg"], ["30 to 59", "5 mg"], ["below 30", "stop"]],
    )
    wanted = [
        "eGFR 60 mL/min/1.73 m2 or more; Dose: 10 mg",
        "eGFR 30 to 59 mL/min/1.73 m2; Dose: 5 mg",
        "eGFR below 30 mL/min/1.73 m2; Dose: stop",
    ]
    lines = [f"| {' | '.join(row)} |" for row in (head, ["---", "---"], *rows)]
    assert [block.text for block in read_bytes(("# A\n\n" + "\n".join(lines)).encode(), "a.md").blocks] == wanted
    cells = "".join(f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in rows)
    page = f"<html><body><h1>A</h1><table><tr><th>{head[0]}</th><th>Dose</th></tr>{cells}</table></body></html>"
    assert [block.text for block in read_bytes(page.encode(), "a.html").blocks] == wanted
    document = docx.Document()
    table = document.add_table(rows=4, cols=2)
    for row, told in zip(table.rows, (head, *rows), strict=True):
        for cell, text in zip(row.cells, told, strict=True):
            cell.text = text
    document.save(str(tmp_path / "a.docx"))
    assert [block.text for block in read_file(tmp_path / "a.docx").blocks] == wanted


def test_a_measure_in_brackets_and_an_age_are_said_with_their_values() -> None:
    def label(head: str, cell: str) -> str:
        text = f"# A\n\n| {head} | Dose |\n|---|---|\n| {cell} | 5 mg |\n"
        return read_bytes(text.encode(), "a.md").blocks[0].text.partition(";")[0]

    assert label("Kidney function (eGFR)", "30 to 44") == "Kidney function, eGFR 30 to 44"
    assert label("Age (years)", "12 to 17") == "Age 12 to 17 years"
    assert label("Creatinine clearance", "under 20 mL/min") == "Creatinine clearance under 20 mL/min"
    assert label("Situation", "Active cancer") == "Situation: Active cancer"
    assert label("Medicine", "Topiramate") == "Topiramate"


def test_whom_a_row_is_not_for_is_none_of_its_people() -> None:
    row = row_of("Topiramate; Dose: 25 mg; Do not use in: pregnancy; history of kidney stones; Grade: A")
    assert row is not None
    assert row.barred == (("Do not use in", "pregnancy"), ("Do not use in", "history of kidney stones"))
    assert population_of(row.whom).is_everyone
    headed = row_of("Situation: Active cancer; Duration: 6 months")
    assert headed is not None
    assert (headed.head, headed.first) == ("Situation", "Active cancer")
