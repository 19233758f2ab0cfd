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
