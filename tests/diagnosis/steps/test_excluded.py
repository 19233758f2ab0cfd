"""What the rules read as excluded."""

from __future__ import annotations

import pytest

from osler.core.language import analyse
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.steps.excluded import rule_exclusions


@pytest.mark.parametrize(
    ("note", "excluded"),
    [
        ("Two seizures in 2021. No further seizures on levetiracetam.", []),
        ("No more generalised seizures since the change of medicine.", []),
        ("No seizures.", ["Seizure"]),
        ("Cataract and glaucoma were looked for and not found.", ["Cataract", "Glaucoma"]),
    ],
)
def test_more_of_it_is_denied_only_of_what_has_been(note: str, excluded: list[str]) -> None:
    vocabularies = bundled_vocabularies()
    found = [item.finding for item in rule_exclusions(analyse(note, vocabularies), vocabularies)]
    assert sorted(found) == excluded
