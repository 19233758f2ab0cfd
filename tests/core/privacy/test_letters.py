"""Letters and notes with marked identifiers: nearly all of them are gone, and what is clinical is left alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from osler.core.privacy import Deidentifier
from osler.core.terminology import vocabulary

_MARK = re.compile(r"\[\[(.+?)\]\]")


class Letter(NamedTuple):
    name: str
    text: str
    identifiers: list[str]
    without: str
    """The letter with everything marked taken out."""


def letters() -> list[Letter]:
    text = (Path(__file__).parent / "letters.txt").read_text(encoding="utf-8")
    found = []
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("\n")
        found.append(Letter(name, _MARK.sub(r"\1", body), _MARK.findall(body), _MARK.sub("", body)))
    return found


def test_of_the_marked_identifiers_nearly_all_are_gone() -> None:
    marked = left = 0
    for letter in letters():
        scrubbed = Deidentifier().scrub(letter.text)
        marked += len(letter.identifiers)
        left += sum(value in scrubbed for value in letter.identifiers)
    assert len(letters()) >= 25
    assert left / marked <= 0.02


@pytest.mark.parametrize(
    "clinical",
    [
        "Wilson disease", "Crohn's disease", "Hashimoto thyroiditis", "Parkinson disease", "Angelman syndrome",
        "Prader-Willi syndrome", "osimertinib 80 mg", "Plasmodium falciparum", "HER2 negative", "EGFR L858R",
        "McMurray test", "ramipril 10 mg", "anti-dsDNA positive", "BK virus", "Montreal Cognitive Assessment",
    ],
)  # fmt: skip
def test_eponyms_drugs_and_tests_of_the_letters_stay(clinical: str) -> None:
    scrubbed = [Deidentifier().scrub(letter.text) for letter in letters()]
    assert any(clinical in text for text in scrubbed)


def test_in_texts_without_identifiers_no_clinical_mention_changes() -> None:
    changed = mentions = 0
    for text in (letter.without for letter in letters()):
        scrubbed = Deidentifier().scrub(text)
        for match in vocabulary().find(text):
            mentions += 1
            changed += text[match.start : match.end] not in scrubbed
    assert mentions > 80
    assert changed / mentions <= 0.01


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("9 Chapel Road\nSkipton\n\nDear colleague", "Skipton"),
        ("He is employed as a driver by Eddie's Haulage.", "Eddie's Haulage"),
        ("She has worked for Volkswagen since 2001.", "Volkswagen"),
        ("He resides with his parents near Penistone.", "Penistone"),
        ("8010 Graz\n", "Graz"),
        ("Transferred to us; home is Toledo OH.", "Toledo"),
        ("Acct #: 77-1203-4", "77-1203-4"),
        ("Sample EX-2021-00931 was repeated.", "EX-2021-00931"),
        ("Yours\nB. Thistlethwaite, Consultant Nephrologist", "Thistlethwaite"),
    ],
)
def test_towns_employers_and_numbers_that_no_list_knows_are_gone(text: str, gone: str) -> None:
    assert gone not in Deidentifier().scrub(text)


@pytest.mark.parametrize(
    "text",
    [
        "An Unna boot and a Thomas splint were applied.",
        "She works in Cardiology and lives in Texas.",
        "He works at heights. Esophagitis LA, grade B.",
    ],
)
def test_devices_specialties_and_states_stay(text: str) -> None:
    assert Deidentifier().scrub(text) == text
