"""The laws of three-valued logic, on values and on trees over a record."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osler.core.criteria import AllOf, AnyOf, AtLeast, Expression, Finding, Not, TruthValue, evaluate
from osler.core.criteria.judging.kleene import at_least, conjunction, disjunction, negation
from osler.core.patient import PatientRecord, Presence
from osler.core.patient.types.facts import Condition

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
values = st.lists(st.sampled_from(list(TruthValue)), min_size=1, max_size=5)


@given(values)
def test_de_morgan(truths: list[TruthValue]) -> None:
    assert negation(conjunction(truths)) == disjunction(map(negation, truths))
    assert negation(disjunction(truths)) == conjunction(map(negation, truths))
    assert [negation(negation(truth)) for truth in truths] == truths


@given(st.lists(st.sampled_from([MET, NOT_MET, UNKNOWN]), min_size=1, max_size=5))
def test_and_and_or_are_the_ends_of_at_least(truths: list[TruthValue]) -> None:
    assert at_least(1, truths) == disjunction(truths)
    assert at_least(len(truths), truths) == conjunction(truths)


@given(values, values)
def test_order_and_repetition_do_not_matter(first: list[TruthValue], second: list[TruthValue]) -> None:
    assert conjunction(first + second) == conjunction(second + first)
    assert conjunction([conjunction(first), conjunction(second)]) == conjunction(first + second)
    assert disjunction(first + first) == disjunction(first)


@pytest.mark.parametrize("rule", [conjunction, disjunction, lambda row: at_least(2, row)])
@given(row=values)
def test_more_knowledge_never_changes_a_decided_result(
    rule: Callable[[list[TruthValue]], TruthValue], row: list[TruthValue]
) -> None:
    before = rule(row)
    choices = [(MET, NOT_MET) if truth is UNKNOWN else (truth,) for truth in row]
    outcomes = {rule(list(filled)) for filled in product(*choices)}
    assert before is UNKNOWN or outcomes == {before}


NAMES = ("asthma", "gout", "lupus", "migraine")
_leaf: st.SearchStrategy[Expression] = st.sampled_from(NAMES).map(lambda name: Finding(name=name))


def _grow(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    many = st.lists(children, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(AllOf, children=many),
        st.builds(AnyOf, children=many),
        st.builds(AtLeast, count=st.integers(1, 3), children=many),
        st.builds(Not, child=children),
    )


logical_trees = st.recursive(_leaf, _grow, max_leaves=8)
knowledge = st.dictionaries(st.sampled_from(NAMES), st.sampled_from([Presence.PRESENT, Presence.ABSENT]))


def _record(known: dict[str, Presence]) -> PatientRecord:
    conditions = [Condition(id=name, text=name, presence=presence) for name, presence in known.items()]
    return PatientRecord(id="p", conditions=conditions)


@settings(deadline=None)
@given(logical_trees, knowledge, knowledge)
def test_adding_facts_to_a_record_never_reverses_a_verdict(
    tree: Expression, known: dict[str, Presence], more: dict[str, Presence]
) -> None:
    before = evaluate(tree, _record(known)).truth
    after = evaluate(tree, _record({**more, **known})).truth
    assert before is UNKNOWN or after is before


@settings(deadline=None)
@given(logical_trees, knowledge)
def test_de_morgan_holds_of_trees(tree: Expression, known: dict[str, Presence]) -> None:
    record = _record(known)
    both = Not(child=AllOf(children=(tree, Finding(name="gout"))))
    either = AnyOf(children=(Not(child=tree), Not(child=Finding(name="gout"))))
    assert evaluate(both, record).truth == evaluate(either, record).truth


@settings(deadline=None)
@given(logical_trees)
def test_an_empty_record_decides_nothing(tree: Expression) -> None:
    # A count larger than the list can never be reached, whatever the patient has.
    truth = evaluate(tree, PatientRecord(id="p")).truth
    assert truth is UNKNOWN or "at_least" in tree.model_dump_json()
