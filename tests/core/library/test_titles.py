"""Whom the title of a document is for is not whom each of its passages is for."""

from __future__ import annotations

import pytest

from osler.core.library import Document, DocumentMetadata, Population, read_bytes
from osler.core.library.chunking import chunks_of


def _people(title: str, sections: str) -> dict[str, Population]:
    read = read_bytes(f"# {title}\n\n{sections}".encode(), "a.md")
    document = Document(id="d", metadata=DocumentMetadata(title=title))
    return {chunk.text: chunk.population for chunk in chunks_of(document, read.blocks)}


@pytest.mark.parametrize(
    "title",
    ["Asthma in children and in pregnancy", "Epilepsy in women who may become pregnant, in pregnancy and in children"],
)
def test_a_title_of_several_groups_is_of_none(title: str) -> None:
    found = _people(title, "## Attack\n\nGive salbutamol 5 mg.\n\n## Children\n\nGive 2.5 mg.\n")
    assert found["Give salbutamol 5 mg."].is_everyone
    assert found["Give 2.5 mg."].age_below == 18


def test_a_title_of_one_sex_gives_way_to_a_section_of_the_other() -> None:
    found = _people("Osteoporosis in women", "## Men\n\nOffer risedronate.\n\n## Steroids\n\nOffer alendronate.\n")
    assert found["Offer risedronate."].sex == "male"
    assert found["Offer alendronate."].sex is None


def test_adults_in_a_title_stay_outside_the_section_on_children() -> None:
    found = _people("Asthma in adults", "## Attack\n\nGive 5 mg.\n\n## Children\n\nRefer to a paediatrician.\n")
    assert found["Give 5 mg."].age_from == 18
    assert (found["Refer to a paediatrician."].age_from, found["Refer to a paediatrician."].age_below) == (None, 18)


def test_those_who_have_given_birth_are_not_pregnant() -> None:
    found = _people(
        "Hypertension in pregnancy", "## Treatment\n\nGive labetalol.\n\n## After birth\n\nGive enalapril.\n"
    )
    assert found["Give labetalol."].pregnant is True
    assert found["Give enalapril."].pregnant is None
