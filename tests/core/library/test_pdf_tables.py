"""Tables of a PDF page, found by where their cells are printed."""

from __future__ import annotations

from osler.core.files.pdf_tables import Printed, with_tables
from osler.core.files.raised import with_exponents
from osler.core.library import table_rows
from osler.core.library.readers.markdown import read_markdown


def _page(rows: list[tuple[float, list[tuple[float, str]]]], bold: float = 0.0) -> tuple[str, list[Printed]]:
    """A page as it is extracted, line by line, and the stretches with their places."""
    printed = [Printed(text, 10.0, y == bold, x, y) for y, cells in rows for x, text in cells]
    return "\n".join(" ".join(text for _, text in cells) for _, cells in rows), printed


def test_each_cell_of_a_dose_table_keeps_its_column_and_its_wrapped_lines() -> None:
    page, printed = _page(
        [
            (700, [(40, "Dose of tobramycin")]),
            (680, [(40, "Age"), (140, "CrCl above 60 mL/min"), (290, "CrCl 30 to 60 mL/min")]),
            (660, [(40, "Adults"), (140, "7 mg/kg every 24"), (290, "5 mg/kg every 36")]),
            (648, [(140, "hours"), (290, "hours")]),
            (630, [(40, "Over 75"), (140, "5 mg/kg daily"), (290, "Avoid")]),
            (600, [(40, "Levels should be taken before the second dose of every course of treatment.")]),
        ],
        bold=680,
    )
    assert with_tables(page, printed).split("\n") == [
        "Dose of tobramycin",
        "| Age | CrCl above 60 mL/min | CrCl 30 to 60 mL/min |",
        "|---|",
        "| Adults | 7 mg/kg every 24 hours | 5 mg/kg every 36 hours |",
        "| Over 75 | 5 mg/kg daily | Avoid |",
        "",
        "Levels should be taken before the second dose of every course of treatment.",
    ]


def test_two_columns_of_prose_and_a_list_are_no_table() -> None:
    prose = "Adults with this should be seen in a day"
    columns, printed = _page([(700 - 12 * n, [(40, prose), (320, prose)]) for n in range(5)])
    assert with_tables(columns, printed) == columns
    left = [
        "1 First treatment",
        "Adults with epilepsy should",
        "receive lamotrigine 25 mg",
        "once daily for two years.",
    ]
    right = ["2 Pregnancy", "Valproate should not be used", "in women who are pregnant", "unless nothing else helps."]
    narrow = [
        (700.0 - 12 * n, [(40.0, one), (320.0, other)]) for n, (one, other) in enumerate(zip(left, right, strict=True))
    ]
    columns, printed = _page(narrow)
    assert with_tables(columns, printed) == columns
    listed, printed = _page([(700 - 12 * n, [(40, "•"), (70, f"Item {n} of a list")]) for n in range(4)])
    assert with_tables(listed, printed) == listed


def test_a_page_whose_text_and_places_do_not_go_together_stays_as_it_is() -> None:
    page, printed = _page([(700, [(40, "Drug"), (140, "Dose")]), (680, [(40, "A"), (140, "1 mg")])])
    assert with_tables(page + " more", printed) == page + " more"


def test_a_numbered_sentence_that_goes_on_below_is_no_heading() -> None:
    read = read_markdown("1 Diagnosis\n\n1.1 Measure ferritin in every adult with tiredness and\nheavy periods.\n")
    assert [block.text for block in read.blocks] == [
        "Measure ferritin in every adult with tiredness and heavy periods."
    ]


def test_a_number_that_closes_a_bracket_begins_no_item() -> None:
    read = read_markdown("Offer warfarin to them (target INR\n3.5) and review it each week.\n")
    assert [block.text for block in read.blocks] == ["Offer warfarin to them (target INR 3.5) and review it each week."]


def test_names_centred_over_their_columns_name_them_and_a_caption_ends_the_sentence_before() -> None:
    page, printed = _page(
        [
            (720, [(40, "1.1 Give colistin to nobody without advice. (Grade A)")]),
            (700, [(40, "Table 3. Nebulised drugs")]),
            (680, [(52, "Drug"), (175, "Dose"), (300, "Interval")]),
            (660, [(40, "Tobramycin"), (160, "300 mg"), (280, "every 12 hours")]),
            (640, [(40, "Aztreonam"), (160, "75 mg"), (280, "every 8 hours")]),
        ]
    )
    blocks = read_markdown(with_tables(page, printed)).blocks
    assert [block.text for block in blocks] == [
        "Give colistin to nobody without advice. (Grade A)",
        "Tobramycin; Dose: 300 mg; Interval: every 12 hours",
        "Aztreonam; Dose: 75 mg; Interval: every 8 hours",
    ]
    assert blocks[1].heading[-1] == "Table 3. Nebulised drugs"


def test_a_line_of_values_above_a_table_names_no_column() -> None:
    page, printed = _page(
        [
            (680, [(50, "Ampicillin"), (170, "2 g"), (292, "3 days")]),
            (660, [(40, "Tobramycin"), (160, "300 mg"), (280, "28 days")]),
            (640, [(40, "Aztreonam"), (160, "75 mg"), (280, "14 days")]),
        ]
    )
    assert "|---|" not in with_tables(page, printed)


def test_names_over_several_lines_head_a_table_and_no_row_is_lost() -> None:
    page, printed = _page(
        [
            (502, [(134, "Drug"), (241, "Potassium 5.5–"), (363, "Potassium 6.0 or above")]),
            (487, [(278, "5.9")]),
            (463, [(72, "ACE inhibitor"), (235, "halve the dose"), (347, "stop")]),
            (441, [(72, "Trimethoprim, co-"), (235, "stop"), (347, "stop")]),
            (427, [(72, "trimoxazole")]),
            (405, [(72, "Digoxin"), (235, "check level"), (347, "check level")]),
        ]
    )
    printed = [one._replace(bold=one.y > 480) for one in printed]
    assert with_tables(page, printed).split("\n")[:-1] == [
        "| Drug | Potassium 5.5–5.9 | Potassium 6.0 or above |",
        "|---|",
        "| ACE inhibitor | halve the dose | stop |",
        "| Trimethoprim, co-trimoxazole | stop | stop |",
        "| Digoxin | check level | check level |",
    ]


def test_a_band_in_small_letters_is_a_row_of_its_own() -> None:
    page, printed = _page(
        [
            (680, [(40, "Platelets"), (160, "Enoxaparin"), (280, "Aspirin")]),
            (660, [(40, "50 or above"), (160, "full dose"), (280, "continue")]),
            (640, [(40, "25 to 49"), (160, "half dose"), (280, "stop")]),
            (620, [(40, "below 25"), (160, "stop"), (280, "stop")]),
        ]
    )
    assert "| below 25 | stop | stop |" in with_tables(page, printed).split("\n")


def test_a_row_whose_cells_stand_again_below_names_no_column() -> None:
    assert table_rows([["NSAID", "stop", "stop"], ["Digoxin", "check", "stop"]]) == [
        "NSAID | stop | stop",
        "Digoxin | check | stop",
    ]


def test_a_name_that_begins_a_line_higher_than_its_neighbours_is_whole() -> None:
    page, printed = _page(
        [
            (692, [(40, "Creatinine clearance")]),
            (680, [(40, "(mL/min)"), (160, "Interval"), (280, "Level")]),
            (660, [(40, "60 or more"), (160, "every 24 hours"), (280, "second")]),
            (640, [(40, "30 to 59"), (160, "every 36 hours"), (280, "first")]),
        ]
    )
    assert with_tables(page, printed).split("\n")[0] == "| Creatinine clearance (mL/min) | Interval | Level |"


def test_a_raised_figure_behind_a_ten_is_its_exponent() -> None:
    def page(before: str, figure: str, after: str, y: float = 703) -> str:
        printed = [
            Printed(before, 10, False, 40, 700),
            Printed(figure, 6, False, 90, y),
            Printed(after, 10, False, 96, 700),
        ]
        return with_exponents(f"{before}\n{figure}\n{after}", printed)[0]

    assert page("platelets below 50 x 10", "9", "/L or so") == "platelets below 50 x 10^9/L or so"
    assert page("more than 10", "5", " cfu/mL") == "more than 10^5 cfu/mL"
    assert "^" not in page("give 10", "1", "Note")
    assert "^" not in page("below 50 x 10", "9", "/L", y=697)
