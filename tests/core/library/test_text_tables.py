"""Tables of plain texts: by the columns of spaces, by tabs, drawn with bars; and what only looks like one."""

from __future__ import annotations

import pytest

from osler.core.library import read_bytes


def _rows(text: str) -> list[str]:
    return [one.text for one in read_bytes(text.encode(), "a.txt").blocks if one.kind == "table"]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            "Weight              Dose\nUnder 40 kg         80 mg\n40 kg and over      120 mg\nRepeat once after an hour.\n",
            ["Weight under 40 kg; Dose: 80 mg", "Weight 40 kg and over; Dose: 120 mg"],
        ),
        (
            (
                "  Creatinine clearance   Dose       Interval\n  --------------------   --------   --------\n"
                "  above 60 mL/min        750 mg     every 12\n                                    hours\n"
                "  30 to 60 mL/min        500 mg     every 24 hours\n"
            ),
            [
                "Creatinine clearance above 60 mL/min; Dose: 750 mg; Interval: every 12 hours",
                "Creatinine clearance 30 to 60 mL/min; Dose: 500 mg; Interval: every 24 hours",
            ],
        ),
        (
            "Age\tDose\n6 to 11 months\t2.5 mL\n1 to 5 years\t5 mL\n",
            ["Age 6 to 11 months; Dose: 2.5 mL", "Age 1 to 5 years; Dose: 5 mL"],
        ),
        (
            "Medicine       Kidneys     Hours\nEdoxaban       Normal      24\n               Impaired    48\n",
            ["Edoxaban; Kidneys: Normal; Hours: 24", "Edoxaban; Kidneys: Impaired; Hours: 48"],
        ),
        (
            "+--------+-------+\n| Drug   | Dose  |\n+--------+-------+\n| Colistin | 2 mL |\n+--------+-------+\n",
            ["Colistin; Dose: 2 mL"],
        ),
    ],
)
def test_the_cells_of_a_plain_text_keep_their_columns_and_their_order(table: str, expected: list[str]) -> None:
    assert _rows(f"GOUT IN ADULTS\n\n1. DOSES\nGive it early.\n\n{table}") == expected


@pytest.mark.parametrize(
    "text",
    [
        "Offer rest to adults.  See them in a week.\nMeasure urate later.  Offer advice too.\n",
        "1.  Offer rest.\n2.  Offer ice.\n3.  Offer advice.\n",
        "-   Offer rest.\n-   Offer ice.\n",
        "Scope          2\nTreatment      4\nFollow-up      9\n",
    ],
)
def test_prose_lists_and_contents_are_no_table(text: str) -> None:
    assert _rows(f"GOUT IN ADULTS\n\n1. CARE\n{text}") == []


def test_a_line_right_above_a_table_is_its_caption_and_its_section_stays() -> None:
    text = "GOUT\n\n1. TREATMENT\nOffer ice.\n\nColchicine by weight\nWeight         Dose\nUnder 40 kg    250 micrograms\n40 to 60 kg    500 micrograms\nStop if there is diarrhoea.\n"
    blocks = read_bytes(text.encode(), "a.txt").blocks
    assert [one.heading[1:] for one in blocks] == [
        ("1. TREATMENT",),
        ("1. TREATMENT", "Colchicine by weight"),
        ("1. TREATMENT", "Colchicine by weight"),
        ("1. TREATMENT",),
    ]


def test_a_numbered_section_stands_below_the_one_that_it_is_part_of() -> None:
    text = "GOUT\n\n2. TREATMENT\n\n2.1 Flares\nOffer colchicine.\n\n3. FOLLOW-UP\nMeasure urate.\n"
    blocks = read_bytes(text.encode(), "a.txt").blocks
    assert [one.heading for one in blocks] == [("GOUT", "2. TREATMENT", "2.1 Flares"), ("GOUT", "3. FOLLOW-UP")]
