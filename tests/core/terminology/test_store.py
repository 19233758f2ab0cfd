"""The compiled store: concepts by id, and a cache that two processes can build at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.terminology import SemanticType, load_vocabulary, vocabulary

_COMPILE = """
from osler.core.terminology import load_vocabulary
told = []
found = load_vocabulary(lambda done, total: told.append((done, total))).find("seizures on Tylenol")
print([match.concept_ids[0] for match in found])
print(told == sorted(told) and 0 < told[-1][0] < told[-1][1])
"""


def test_a_concept_has_names_codes_and_release() -> None:
    concept = vocabulary().concept("HP:0001250")
    assert concept is not None
    assert concept.name == "Seizure"
    assert "Epilepsy" in concept.synonyms
    assert concept.semantic_type is SemanticType.PHENOTYPE
    assert concept.definition
    assert concept.version == vocabulary().versions["HPO"]


@pytest.mark.parametrize("unknown", ["HP:9999999", "", "x", "ZZZ:1", "\ud800"])
def test_an_unknown_id_is_no_concept(unknown: str) -> None:
    assert vocabulary().concept(unknown) is None
    assert vocabulary().names(unknown) == []


def test_names_begin_with_the_preferred_one() -> None:
    assert vocabulary().names("HP:0001250")[0] == "Seizure"


@given(st.integers(min_value=0, max_value=len(vocabulary()) - 1))
def test_every_concept_is_found_by_its_own_id(position: int) -> None:
    concept = vocabulary()._concept(position)
    assert vocabulary().concept(concept.id) == concept


@pytest.mark.slow
def test_all_concepts_come_in_order() -> None:
    ids = [concept.id for concept in vocabulary().concepts()]
    assert len(ids) == len(vocabulary()) == len(set(ids))
    assert ids == sorted(ids)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_two_processes_may_compile_at_the_same_time(tmp_path: Path) -> None:
    environment = {**os.environ, "OSLER_CACHE": str(tmp_path)}
    running = [
        subprocess.Popen([sys.executable, "-c", _COMPILE], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=500)[0].splitlines() for process in running]
    assert [process.returncode for process in running] == [0, 0]
    for found, progress in answers:
        assert found == "['HP:0001250', 'DRUGBANK:DB00316']"
        assert progress == "True"
    assert len(list(tmp_path.glob("vocabulary-*.arrays"))) == 1
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_compiled_store_is_not_built_again() -> None:
    vocabulary()
    seen: list[int] = []
    load_vocabulary(lambda done, _: seen.append(done))
    assert seen == []
