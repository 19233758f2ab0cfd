"""What of a message is stated, and what is only named, asked, supposed or cited."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import KINDS, Extraction, extract_context, extract_findings, extract_measurements
from osler.consult.extraction.clauses import clauses
from osler.consult.extraction.stated import apart_from_questions, is_supposed, names_only
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2026, 5, 14, 10, 0, tzinfo=dt.UTC)
WORDS = bundled_vocabularies()


def _names(message: str) -> list[str]:
    told = [extract_measurements(message, NOW).model_dump()]
    told += [read(message, NOW, WORDS).model_dump() for read in (extract_context, extract_findings)]
    found = Extraction.model_validate({kind: entries for part in told for kind, entries in part.items()})
    entries = [entry for kind in KINDS for entry in getattr(found, kind)]
    return [str(getattr(one, "name", None) or getattr(one, "substance", None) or one.type) for one in entries]


@pytest.mark.parametrize(
    "message",
    [
        "The stroke she had in 2015 - which hospital was that?",
        "that fracture I had as a kid did they plate it",
        "since the heart attack he had in 2019, how many scans has he had?",
        "When my kidney stones came back, what did they put me on?",
        "my migraine tablets that Dr Shah gave me, what's the dose",
        "after my heart attack what did they put me on",
        "Quick one: the chest infection I picked up in Spain, was it coded as pneumonia?",
        '"chronic kidney disease stage 3" - is that on my record?',
        "Her notes mention 'anxiety management', was she ever prescribed anything for it?",
        "The paramedics want to know, is he diabetic",
        "they're asking has she had a seizure before",
        "If a person swallowed bleach, how long before the gullet suffers? it's for my coursework",
        "If somebody took too many codeine tablets what would the hospital do, for an essay",
        "my school fees are sucking us dry and that noise is giving me a stroke",
    ],
)
def test_what_is_named_asked_or_supposed_is_not_stated(message: str) -> None:
    assert _names(message) == []


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("The headaches I've been having are getting worse, what did they give me last time?", ["headaches"]),
        ("I'm wheezing since last night, did they ever give me a spacer?", ["wheezing"]),
        ("When I bend down my back hurts, did I ever have an MRI?", ["back pain"]),
        ("They took me off lisinopril on Tuesday, who prescribed it originally?", ["lisinopril"]),
        ("the itching I told you about is back, what was the cream called", ["itching"]),
        ("The diarrhoea I've had since Tuesday, what can I take for it?", ["diarrhoea"]),
        ("my weight 82.4 today, what was it in March", ["Body weight"]),
        ("had my hip replaced in 2018", ["hip replacement"]),
        ("The letter says type 2 diabetes, diagnosed 4 March", ["type 2 diabetes"]),
    ],
)
def test_what_is_told_beside_a_question_is_stated(message: str, names: list[str]) -> None:
    assert _names(message) == names


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("the seizure he had when he was two", True),
        ("the mole they took off my back", True),
        ("my dad's heart attack in 2010", True),
        ("since i started ramipril", True),
        ("since the operation my knee has been swollen", False),
        ("since monday i feel sick", False),
        ("my hip's been bad since friday", False),
        ("my cat scratched me", False),
    ],
)
def test_a_thing_is_only_named_where_no_verb_tells_of_it(said: str, known: bool) -> None:
    assert names_only(said) is known


def test_a_condition_tells_nothing_but_what_holds_with_it_is_told() -> None:
    assert is_supposed("if somebody took too much of it")
    assert not is_supposed("if i lie down my chest hurts")


def test_a_question_is_cut_off_by_the_order_of_its_words() -> None:
    assert apart_from_questions("He's had diarrhoea since Monday, and what antibiotics was he on?") == [
        "He's had diarrhoea since Monday",
        "what antibiotics was he on?",
    ]
    assert apart_from_questions("the pain is there when I walk") == ["the pain is there when I walk"]
    assert [clause.question for clause in clauses("She had a bad fall, can you tell me what they gave her in A&E")] == [
        False,
        True,
    ]
