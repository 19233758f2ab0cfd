"""Identifiers of letters from several countries: capitals inside a surname, national numbers, wards, days before months."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from osler.core.privacy.deidentify import Deidentifier


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("RE: McALLISTER Fergus", "ALLISTER"),
        ("CPR 140262-1234, seen at Rigshospitalet.", "140262-1234"),
        ("Born abroad, 19620214-1234.", "19620214-1234"),
        ("RN Kowalczyk handed over.", "Kowalczyk"),
        ("Wife Soo-ah brought him.", "Soo-ah"),
        ("Interpreter: Ji-woo.", "Ji-woo"),
        ("Pacemaker SN 4457-AX-993.", "4457-AX-993"),
        ("f/u 6/4 with PCP", "6/4"),
        ("Pathology no. S25-11873", "S25-11873"),
        ("GMC 7654321", "7654321"),
        ("She is on Nightingale Ward.", "Nightingale"),
        ("Flat 3, 12 Hill Road", "Flat 3"),
    ],
)
def test_what_identifies_goes(text: str, gone: str) -> None:
    assert gone not in Deidentifier().scrub(text)


@pytest.mark.parametrize("text", ["RE: McALLISTER Fergus", "Seen at Rigshospitalet."])
def test_no_word_is_cut_in_half(text: str) -> None:
    assert not re.search(r"\][A-Za-z]", Deidentifier().scrub(text))


@pytest.mark.parametrize(
    "text",
    [
        "Moved to the stroke ward, Ward 7.",
        "Dr Jones is aware. She has a Baker's cyst.",
        "RN aware, HCA present, EN feeding started.",
        "BP 120-80, range 1000-1500.",
    ],
)
def test_what_does_not_identify_stays(text: str) -> None:
    kept = text.split("Dr Jones is aware. ")[-1]
    assert Deidentifier().scrub(text).endswith(kept)


def test_a_label_is_no_place() -> None:
    assert Deidentifier().scrub("Hospital No: A12345").startswith("Hospital No: [RECORD")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("NHS number 943 476 5919. Typed 12/03/2025, again on 3 June 2025.", 83),
        ("Seen 25/02/2025 and 12/03/2025.", 15),
        ("Seen 02/25/2025 and 03/12/2025.", 15),
    ],
)
def test_the_time_between_two_dates_survives(text: str, days: int) -> None:
    first, second = (
        dt.date.fromisoformat(found) for found in re.findall(r"DATE-(\d{4}-\d\d-\d\d)", Deidentifier().scrub(text))
    )
    assert (second - first).days == days
