"""What is told in other words than a form asks for: numbers of other things, organs that are gone, reactions with a year."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import (
    AllergyEntry,
    Extraction,
    extract_context,
    extract_findings,
    extract_measurements,
    joined,
)
from osler.consult.extraction.uncounted import without_uncounted
from osler.consult.triage import triage
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2026, 11, 19, 9, 0)  # noqa: DTZ001 - the user's own clock


@pytest.mark.parametrize(
    "message",
    [
        "17 times 23, and what's my last a1c",
        "what is 15 % of 80 and my last ldl",
        "my weight watchers club is at 92 High Street",
        "I live at 120 Weight Street, is my bp ok",
        "paid 38.50 for the thermometer, temperature strips were extra",
        "flight BA 142, pulse oximeter in the bag",
        "call me on 0161 496 0142 about the weight clinic",
        "lost two stone this year, weight loss club",
    ],
)
def test_a_number_of_something_else_is_no_value(message: str) -> None:
    assert extract_measurements(message, NOW).measurements == []


@pytest.mark.parametrize(
    ("message", "values"),
    [
        ("my weight is 92 and I live at 4 High Street", [92]),
        ("room 142 bp check, it was 138/84", [138, 84]),
        ("i pay for a trainer, weight now 92 kg", [92]),
        ("bp 142/90 reading number 2 138/88", [142, 90, 138, 88]),
        ("Goal is under 75 kg but the scales said 79.5 today", [79.5]),
        ("my cuff said 142 on 88 when I got up", [142, 88]),
        ("lost two stone, weigh 84 kg now", [84]),
        ("only 11 stone 4 this morning", [158]),
    ],
)
def test_a_value_beside_such_a_number_is_kept(message: str, values: list[float]) -> None:
    assert [entry.value for entry in extract_measurements(message, NOW).measurements] == values


def test_what_counts_nothing_else_is_left_as_it_is() -> None:
    assert without_uncounted("took 2 of the 500 mg tablets, bp 142/90") == "took 2 of the 500 mg tablets, bp 142/90"


@pytest.mark.parametrize(
    ("message", "operation"),
    [
        ("my appendix was out in 2003", "appendectomy"),
        ("had my gallbladder whipped out", "cholecystectomy"),
        ("womb's gone since 2009", "hysterectomy"),
        ("lost my left kidney to cancer in 2014", "nephrectomy"),
        ("C-section three years ago, baby is fine", "caesarean section (C-section)"),
    ],
)
def test_an_organ_is_told_to_be_gone_by_whatever_verb(message: str, operation: str) -> None:
    found = extract_context(message, NOW, bundled_vocabularies()).operations
    assert [entry.name for entry in found] == [operation]


@pytest.mark.parametrize("message", ["my stomach is out of sorts", "my bladder was out of control last year"])
def test_what_is_out_of_order_was_not_taken_out(message: str) -> None:
    assert extract_context(message, NOW, bundled_vocabularies()).operations == []


@pytest.mark.parametrize(
    ("message", "reaction"),
    [
        ("I'm allergic to ibuprofen, face swelled up, that was in 2019", "face swelled up"),
        ("I'm allergic to ibuprofen. My lips puffed up, must have been 2014", "lips puffed up"),
        ("allergy to latex - hands blistered when I was a nurse", "hands blistered"),
        ("I'm allergic to codeine, my knee has hurt since Monday", None),
    ],
)
def test_a_clause_behind_an_allergy_is_its_reaction(message: str, reaction: str | None) -> None:
    found = extract_findings(message, NOW, bundled_vocabularies())
    assert [entry.reaction for entry in found.allergies] == [reaction]
    assert reaction is None or found.symptoms == []


@pytest.mark.parametrize(
    ("reply", "reaction"),
    [
        ("face swelled up, that was in 2019", "face swelled up"),
        ("came out in hives, years ago", "hives"),
        ("my lips swelled when I was ten", "lips swelled"),
        ("my knee hurts since monday", None),
        ("C section two years ago", None),
    ],
)
def test_a_reply_with_a_year_tells_the_reaction_that_was_asked(reply: str, reaction: str | None) -> None:
    read = extract_findings(reply, NOW, bundled_vocabularies())
    care = extract_context(reply, NOW, bundled_vocabularies())
    found = Extraction(conditions=read.conditions, symptoms=read.symptoms, operations=care.operations)
    after = joined(Extraction(allergies=[AllergyEntry(substance="ibuprofen", quote="q")]), found, reply, NOW)
    assert [entry.reaction for entry in after.allergies] == [reaction]


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("Text from the clinic: a1c 7.2", "consultant"),
        ("sats 94 on the finger thing", "consultant"),
        ("one forty over ninety", "consultant"),
        ("C-section three years ago, baby is fine", "consultant"),
        ("book me a taxi pls, also when did i last see the cardiologist", "consultant"),
        ("forty over ninety is a nice song", "refuse_non_health"),
        ("i bought 3 kg of apples", "refuse_non_health"),
        ("been on chemo and got the shivers", "urgent"),
        ("grandad has gone a funny colour and cant lift his right arm", "urgent"),
        ("mum hasn't known where she is since this morning", "urgent"),
        ("bad tummy pain low right side worse every hour with fever", "urgent"),
        ("cant lift my right arm since my shoulder op, looks fine", "consultant"),
    ],
)
def test_what_would_be_noted_is_refused_by_nobody(message: str, route: str) -> None:
    assert triage(message, bundled_vocabularies()).route == route
