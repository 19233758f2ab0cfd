"""A tree and the words for it."""

from hypothesis import given

from osler.core.criteria import (
    AllOf,
    AnyOf,
    Expression,
    Finding,
    Not,
    outline_text,
    parse_criterion,
    render,
    with_codes,
    without_spans,
)
from osler.core.criteria.tree import atoms, map_atoms
from tests.core.criteria import trees as random_trees


@given(random_trees.atoms)
def test_an_atom_is_read_back_as_it_was_written(tree: Expression) -> None:
    assert without_spans(parse_criterion(render(tree))) == tree


@given(random_trees.trees)
def test_a_tree_is_read_back_as_it_was_written(tree: Expression) -> None:
    assert without_spans(parse_criterion(render(tree))) == tree


@given(random_trees.trees)
def test_every_atom_is_a_line_of_the_outline(tree: Expression) -> None:
    assert outline_text(tree).count("  [") == len(list(atoms(tree)))


def test_codes_are_written_to_the_atoms_they_were_found_for() -> None:
    tree = AllOf(
        children=(Finding(name="stroke"), Not(child=AnyOf(children=(Finding(name="gout"), Finding(name="stroke")))))
    )
    coded = with_codes(tree, {"stroke": ["HP:0001297"]})
    assert [atom.codes for atom in atoms(coded) if isinstance(atom, Finding)] == [("HP:0001297",), (), ("HP:0001297",)]
    assert map_atoms(coded, lambda atom: atom) == coded
