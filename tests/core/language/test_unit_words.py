"""Units are shown as people write them."""

from __future__ import annotations

import pytest

from osler.core.language import unit_words


@pytest.mark.parametrize(
    ("coded", "written"),
    [
        ("mL/min/{1.73_m2}", "mL/min/1.73 m²"),
        ("10*9/L", "×10⁹/L"),
        ("Cel", "°C"),
        ("{score}", ""),
        (None, ""),
        ("mmol/L", "mmol/L"),
        ("10*3/nL", "10*3/nL"),
    ],
)
def test_a_code_is_written_as_a_reader_knows_it_and_what_is_none_stays(coded: str | None, written: str) -> None:
    assert unit_words(coded) == written
