"""What is typed in Python is refused as on the command line, with how to mend it in the exception's own words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import osler
from osler.casework import ask, diagnose, ground, match, read
from osler.core.library import open_library
from osler.core.results import Level
from osler.errors import DataError, UsageError
from tests.core.library import files

NOTHING: Any = None
A_NUMBER: Any = 3


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: diagnose("HP:0003391", age="banana"), "age: the field cannot be used .mend"),
        (lambda: diagnose("HP:0003391", sex="X"), "sex: the field cannot be used .mend"),
        (lambda: diagnose({"hpo_terms": ["HP:0003391"], "age": "banana"}), "age: the field"),
        (lambda: diagnose("HP:0003391", genes=["NOTAGENE"]), "NOTAGENE is not the symbol"),
        (lambda: diagnose("Gowers sgin"), "did you mean HP:0003391 .Gowers sign"),
        (lambda: diagnose("not seizures"), "did you mean exclude= '[sS]eizure"),
        (lambda: diagnose(NOTHING), "NoneType describes no patient"),
        (lambda: match("nopatient"), "no such file"),
        (lambda: match(NOTHING), "NoneType describes no patient"),
        (lambda: read("/nope"), "no such file"),
        (lambda: read("nope"), "no such file"),
        (lambda: read("/nope/x.json"), "no such file"),
        (lambda: read(NOTHING), "NoneType describes no patient"),
        (lambda: ground(NOTHING), "no text in NoneType"),
        (lambda: ground("/nope"), "no such file"),
        (lambda: ask(""), "there is no question"),
        (lambda: ask("What now?", A_NUMBER), "int describes no patient"),
    ],
)
def test_what_cannot_be_used_is_refused(call: Callable[[], Any], words: str) -> None:
    with pytest.raises((UsageError, DataError), match=words):
        call()


def test_one_unknown_finding_or_gene_among_known_ones_is_said_and_left_out() -> None:
    plain = diagnose("Gowers sign", record=False)
    output = diagnose("Gowers sign", "Gowers sgin", genes=["NOTAGENE", "dmd"], record=False)
    grave = [problem.message for problem in output.problems if problem.level is Level.ERROR]
    assert [words.split()[0] for words in grave] == ["NOTAGENE", "'Gowers"]
    assert output.differential[0].disease != plain.differential[0].disease
    assert "DMD" in {gene for item in output.disease_candidates[:1] for gene in item.genes}


def test_words_that_name_a_phenotype_are_no_negation() -> None:
    assert diagnose("Absent speech", record=False).hpo_matches[0].label == "Absent speech"


def test_the_only_library_is_asked_and_several_are_named(tmp_path: Path) -> None:
    question = "What should adults with a Centor score of 4 receive?"
    with pytest.raises(DataError, match="osler guidelines add"):
        osler.ask(question, record=False).wait()
    open_library("demo", create=True).add(files.markdown(tmp_path))
    answer = osler.ask(question, record=False)
    assert answer.citations
    assert "'demo', the only one" in answer.problems[0].message
    open_library("more", create=True)
    with pytest.raises(DataError, match=r"demo, more .*libraries=\['demo'\]"):
        osler.ask(question, record=False).wait()
