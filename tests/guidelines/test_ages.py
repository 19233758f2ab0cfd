"""Doses that name no age, values of the question, and words that only look like ages."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.library import Library, age_ranges
from osler.guidelines import Deps, ask

VERTIGO = """# Vertigo

Issued by: Harbour Ear Group. Version: 1.0. Date: 2024-02-02.

## Treatment

1.1 Offer betahistine 16 mg three times daily as first-line treatment of vertigo.

1.2 If CrCl is below 25 mL/min, use cinnarizine 15 mg once daily.

1.3 Refer people with vertigo and new hearing loss. If it cannot be done the same day, give them prednisolone 40 mg daily.
"""


@pytest.fixture(scope="module")
def deps(tmp_path_factory: pytest.TempPathFactory) -> Deps:
    folder = tmp_path_factory.mktemp("vertigo")
    (folder / "vertigo.md").write_text(VERTIGO, encoding="utf-8")
    library = Library(folder / "library")
    library.add(Path(folder / "vertigo.md"))
    return Deps(libraries=[library])


def test_a_dose_of_no_age_is_told_of_a_child_with_a_warning(deps: Deps) -> None:
    child = ask("What is the dose of betahistine for vertigo in a 9-year-old boy?", deps=deps)
    assert "does not say for which ages" in child.warnings[0]
    grown = ask("What is the dose of betahistine for vertigo in a 49-year-old man?", deps=deps)
    assert not any("for which ages" in one for one in grown.warnings)


def test_what_the_section_advises_for_a_value_comes_first(deps: Deps) -> None:
    answer = ask("Which drug is first-line for vertigo with a CrCl of 12?", deps=deps)
    assert answer.sentences[0].text.startswith("If CrCl is below 25")


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("Infuse it over 30 minutes.", []),
        ("Offer orlistat if the BMI is over 35.", []),
        ("Those with a temperature over 39 degrees", []),
        ("Smokers of over 20 cigarettes a day", []),
        ("Women over 55 with a fracture", [(56.0, None)]),
        ("Vaccinate all over 70.", [(71.0, None)]),
        ("Over 65s should be vaccinated.", [(66.0, None)]),
    ],
)
def test_a_number_is_an_age_only_where_it_stands_with_people(
    text: str, ages: list[tuple[float | None, float | None]]
) -> None:
    assert age_ranges(text) == ages
