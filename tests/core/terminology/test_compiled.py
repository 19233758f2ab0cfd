from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from osler.core.terminology.compiled import Arrays, Strings, compiled, pack_strings


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OSLER_CACHE", str(tmp_path))
    return tmp_path


def _arrays() -> Arrays:
    return {"numbers": np.arange(7, dtype=np.int32), "shares": np.eye(3), "empty": np.zeros(0, dtype=np.uint8)}


def test_arrays_come_back_as_they_were_built(cache: Path) -> None:
    built = _arrays()
    for found in (compiled("toy", "1", lambda: built), compiled("toy", "1", lambda: pytest.fail("built twice"))):
        assert set(found) == set(built)
        for name, array in built.items():
            np.testing.assert_array_equal(found[name], array)
            assert found[name].dtype == array.dtype
    assert [path.name for path in cache.iterdir()] == ["toy-1.arrays"]


@pytest.mark.parametrize("damage", [b"", b"OSLERARR", b"something else entirely"])
def test_a_damaged_file_is_built_again(cache: Path, damage: bytes) -> None:
    (cache / "toy-1.arrays").write_bytes(damage)
    assert compiled("toy", "1", _arrays)["numbers"].tolist() == list(range(7))


def test_a_truncated_file_is_built_again(cache: Path) -> None:
    compiled("toy", "1", _arrays)
    whole = (cache / "toy-1.arrays").read_bytes()
    (cache / "toy-1.arrays").write_bytes(whole[:-64])
    assert compiled("toy", "1", _arrays)["shares"].shape == (3, 3)


def test_a_failed_build_leaves_nothing_behind(cache: Path) -> None:
    def fail() -> Arrays:
        raise RuntimeError("interrupted")

    with pytest.raises(RuntimeError, match="interrupted"):
        compiled("toy", "1", fail)
    assert list(cache.iterdir()) == []


def test_two_processes_that_build_at_once_both_get_the_whole_graph(cache: Path) -> None:
    program = "from osler.core.terminology.ontology.graph import hpo; print(len(hpo()), hpo().label('HP:0001250'))"
    environment = {**os.environ, "OSLER_CACHE": str(cache)}
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment, text=True)
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=100)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert answers[0] == answers[1]
    assert "Seizure" in answers[0]
    assert [path.suffix for path in cache.iterdir()] == [".arrays"]


def test_strings_are_decoded_one_by_one_or_all_at_once() -> None:
    values = ["", "Seizure", "naïve", "😀"]
    strings = Strings(*pack_strings(values))
    assert [strings[place] for place in range(len(strings))] == values == strings.all()
