"""Remarks, definitions and groups of people: what asks nothing, what means something, and who is meant."""

import pytest

from osler.core.criteria import AnyOf, Finding, atoms, parse_criterion, render


@pytest.mark.parametrize(
    ("text", "kind", "same_as"),
    [
        ("NYHA III: marked limitation of activity. Well at rest", "inclusion", "NYHA III"),
        ("Chronic asthma (the diagnosis should have been made by a specialist)", "inclusion", "Chronic asthma"),
        ("Platelets > 100, 000 /uL", "inclusion", "Platelets > 100,000 /uL"),
        ("Fever, ongoing or active hepatitis or gout", "exclusion", "Fever, active or ongoing hepatitis or gout"),
    ],
)
def test_what_asks_nothing_more_changes_no_tree(text: str, kind: str, same_as: str) -> None:
    told, plain = (render(parse_criterion(one, kind=kind)) for one in (text, same_as))  # type: ignore[arg-type]  # a kind
    assert sorted(told.lower()) == sorted(plain.lower())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Subjects who are frail, subjects who smoke, and subjects whose course is unclear", "exclusion"),
        ("Diabetic and nondiabetic volunteers", "inclusion"),
    ],
)
def test_nobody_is_in_every_group(text: str, kind: str) -> None:
    assert isinstance(parse_criterion(text, kind=kind), AnyOf)  # type: ignore[arg-type]  # a kind


def test_a_time_of_one_noun_is_of_no_other() -> None:
    tree = parse_criterion("Ongoing or active hepatitis or gout", kind="exclusion")
    assert [bool(atom.windows) for atom in atoms(tree) if isinstance(atom, Finding)] == [True, False, False]
