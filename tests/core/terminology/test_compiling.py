from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from osler.core.privacy.logs import PatientTextFilter
from osler.core.terminology.compiling import (
    UNUSED_FOR,
    Arrays,
    Strings,
    compiled,
    pack_strings,
    read_arrays,
    write_arrays,
)


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


def test_bytes_that_changed_in_place_are_noticed_and_built_again(cache: Path) -> None:
    compiled("toy", "1", _arrays)
    path = cache / "toy-1.arrays"
    with path.open("r+b") as handle:
        handle.seek(-128, os.SEEK_END)
        handle.write(b"\0" * 100)
    assert read_arrays(path) is None
    np.testing.assert_array_equal(compiled("toy", "1", _arrays)["shares"], np.eye(3))
    assert read_arrays(path) is not None


def test_a_sound_file_is_verified_once_in_a_process(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled("toy", "1", _arrays)
    read_arrays(cache / "toy-1.arrays")
    monkeypatch.setattr("osler.core.terminology.compiling.zlib.crc32", lambda *_: pytest.fail("verified twice"))
    assert read_arrays(cache / "toy-1.arrays") is not None


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of temporary files of the test's own, and in it the one that Osler makes where it needs one."""
    folder = tmp_path.parent / f"{tmp_path.name}-temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder / f"osler-{os.getuid()}"


def _full(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    raise OSError(28, "No space left on device")


def _fills_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing more can be written into a folder."""
    monkeypatch.setattr(
        "osler.core.terminology.compiling.write_arrays",
        lambda path, arrays: (_full if path.parent == folder else write_arrays)(path, arrays),
    )


@pytest.mark.parametrize("place", ["/proc/none", "/dev/null/cache"])
def test_without_a_cache_folder_what_is_built_is_kept_among_the_temporary_files(
    monkeypatch: pytest.MonkeyPatch, temporary: Path, place: str
) -> None:
    monkeypatch.setenv("OSLER_CACHE", place)
    for build in (_arrays, lambda: pytest.fail("built twice")):
        assert compiled("toy", "1", build)["numbers"].tolist() == list(range(7))
    assert [path.name for path in temporary.iterdir()] == ["toy-1.arrays"]
    assert temporary.stat().st_mode & 0o077 == 0


def test_on_a_full_disk_nothing_is_built_twice_and_it_is_told_once(
    cache: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _fills_up(cache, monkeypatch)
    for name in ("toy", "toys"):
        for build in (_arrays, lambda: pytest.fail("built twice")):
            assert compiled(name, "1", build)["numbers"].tolist() == list(range(7))
    assert list(cache.iterdir()) == []
    (told,) = caplog.records
    PatientTextFilter().filter(told)
    assert told.getMessage().startswith("what is compiled is kept in ")
    assert told.getMessage().endswith("cannot be used (No space left on device)")


def test_when_there_is_room_again_it_moves_to_the_cache_folder_without_being_built(
    cache: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        _fills_up(cache, full)
        compiled("toy", "1", _arrays)
    compiled("toy", "1", lambda: pytest.fail("built twice"))
    assert [path.name for path in cache.iterdir()] == ["toy-1.arrays"]


@pytest.mark.parametrize("planted", ["readable", "link"])
def test_a_temporary_folder_that_others_can_reach_is_neither_read_nor_written(
    cache: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch, planted: str
) -> None:
    elsewhere = temporary.parent / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    write_arrays(elsewhere / "toy-1.arrays", {"numbers": np.zeros(7)})
    if planted == "link":
        temporary.symlink_to(elsewhere)
    else:
        elsewhere.rename(temporary)
        temporary.chmod(0o777)
    _fills_up(cache, monkeypatch)
    assert compiled("toy", "1", _arrays)["numbers"].tolist() == list(range(7))


def test_what_can_be_written_nowhere_is_used_from_memory(
    cache: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("osler.core.terminology.compiling.write_arrays", _full)
    assert compiled("toy", "1", _arrays)["numbers"].tolist() == list(range(7))
    assert list(cache.iterdir()) == list(temporary.iterdir()) == []


def test_files_of_other_data_are_pruned_when_nobody_used_them_for_long(cache: Path) -> None:
    for key in ("old", "recent"):
        compiled("toy", key, _arrays)
    compiled("toys", "other", _arrays)
    half = cache / ".toy-old.arrays.x1"
    half.write_bytes(b"")
    long_ago = time.time() - 2 * UNUSED_FOR.total_seconds()
    for name in ("toy-old.arrays", "toys-other.arrays", half.name):
        os.utime(cache / name, (long_ago, long_ago))
    compiled("toy", "new", _arrays)
    assert {path.name for path in cache.iterdir()} == {"toy-recent.arrays", "toy-new.arrays", "toys-other.arrays"}


def test_using_a_file_keeps_it_from_being_pruned(cache: Path) -> None:
    compiled("toy", "1", _arrays)
    long_ago = time.time() - 2 * UNUSED_FOR.total_seconds()
    os.utime(cache / "toy-1.arrays", (long_ago, long_ago))
    compiled("toy", "1", _arrays)
    compiled("toy", "2", _arrays)
    assert len(list(cache.iterdir())) == 2


def test_a_failed_build_leaves_nothing_behind(cache: Path) -> None:
    def fail() -> Arrays:
        raise RuntimeError("interrupted")

    with pytest.raises(RuntimeError, match="interrupted"):
        compiled("toy", "1", fail)
    assert list(cache.iterdir()) == []


@pytest.mark.slow
def test_two_processes_that_build_at_once_both_get_the_whole_graph(cache: Path) -> None:
    program = "from osler.core.terminology.ontology.graph import hpo; print(len(hpo()), hpo().label('HP:0001250'))"
    environment = {**os.environ, "OSLER_CACHE": str(cache)}
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment, text=True)
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=110)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert answers[0] == answers[1]
    assert "Seizure" in answers[0]
    assert [path.suffix for path in cache.iterdir()] == [".arrays"]


def test_strings_are_decoded_one_by_one_or_all_at_once() -> None:
    values = ["", "Seizure", "naïve", "😀"]
    strings = Strings(*pack_strings(values))
    assert [strings[place] for place in range(len(strings))] == values == strings.all()
