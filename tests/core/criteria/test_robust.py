"""Bad input: long, nested, foreign, binary; always a tree, in linear time."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.criteria import Unparsed, atoms, outline_text, parse_criterion, parse_eligibility, render

_PIECES = re.split(
    " ",
    "no not without age 18 years 6 months within prior to history of and or , ; : . ( ) [ ] >= < 1.5 x ULN % ECOG 0 - 1 "
    "NYHA class III unless except other than if such as e.g. who with at least 2 of the following: stroke diabetes ANC "
    "negative pregnant women male screening \n * \n\n \\< / + = one three",
)


@given(st.lists(st.sampled_from(_PIECES), max_size=40).map(" ".join), st.sampled_from(["inclusion", "exclusion"]))
def test_any_sequence_of_criterion_words_gives_a_tree(text: str, kind: str) -> None:
    tree = parse_criterion(text, kind="exclusion" if kind == "exclusion" else "inclusion")
    assert render(tree) is not None
    assert outline_text(tree).count("[") >= len(list(atoms(tree)))
    for atom in atoms(tree):
        if atom.span is not None:
            assert text[atom.span.start : atom.span.end] == atom.span.quote


@given(st.text(max_size=500))
def test_any_text_gives_a_tree(text: str) -> None:
    for criterion in parse_eligibility(text):
        assert criterion.text == text[criterion.start : criterion.end]


@pytest.mark.parametrize(
    "unit",
    ["word ", "(", "a (", "a, ", "no ", "a and b or ", "within 6 months prior to ", ">= ", "1 - 2 - ", "a if b ",
     "a unless b ", "a: ", "a such as b ", "* a\n", "患者年龄大于18岁。", "<p></p>", "(a or b) and ", "\ud800"],
)  # fmt: skip
@pytest.mark.slow
def test_long_criteria_take_linear_time(unit: str) -> None:
    parse_criterion("warm up")

    def seconds(length: int) -> float:
        text = (unit * length)[:length]
        started = time.process_time()
        render(parse_criterion(text, kind="exclusion"))
        return time.process_time() - started

    short, long = max(seconds(2_000), 0.01), seconds(8_000)
    # Four times the text; a quadratic reader would need sixteen times the time.
    assert long < 12 * short + 0.2


def test_a_document_is_not_a_criterion() -> None:
    tree = parse_criterion("diabetes " * 5_000)
    assert isinstance(tree, Unparsed)
    assert tree.reason == "too_long"


@pytest.mark.slow
def test_ten_megabytes_are_split_and_the_surplus_is_left_unparsed() -> None:
    text = (
        "Inclusion Criteria:\n"
        + "* Diabetes mellitus, with or without documented neuropathy\n" * 20_000
        + "word " * 1_900_000
    )
    criteria = parse_eligibility(text)
    assert len(criteria) == 20_001
    last = criteria[-1].tree
    assert isinstance(last, Unparsed)
    assert last.reason == "too_long"


@pytest.mark.parametrize(
    "text", ["with/without", "At least 18 years of age and at screening", "18 years or older and during the study"]
)
def test_words_that_ask_nothing_more_are_no_fault(text: str) -> None:
    for kind in ("inclusion", "exclusion"):
        assert all(getattr(atom, "name", "age") for atom in atoms(parse_criterion(text, kind=kind)))


@pytest.mark.parametrize("text", ["", "   \n\n", "***", "<b></b>", "\x00\x01", "---\n---"])
def test_text_without_words(text: str) -> None:
    assert isinstance(parse_criterion(text), Unparsed)
    for criterion in parse_eligibility(text):
        assert criterion.text


@pytest.mark.parametrize(
    "text", ["Patienten über 18 Jahre mit Asthma", "ذكر أو أنثى", "年齢20歳以上", "Pacientes con diabetes"]
)
def test_other_languages_stay_whole(text: str) -> None:
    kept = " ".join(atom.span.quote for atom in atoms(parse_criterion(text)) if atom.span is not None)
    assert kept


def test_what_is_nested_too_deeply_is_kept_unparsed() -> None:
    tree = parse_criterion("asthma who has " * 60 + "gout")
    kept = [atom for atom in atoms(tree) if isinstance(atom, Unparsed)]
    assert kept
    assert kept[-1].text.endswith("gout")
