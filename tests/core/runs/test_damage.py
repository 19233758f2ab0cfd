"""A run store whose bytes changed is a fault of the storage with its path, and no analysis stops for it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from osler.config import Settings
from osler.core.runs import RunStore, open_run
from osler.errors import StorageError

Harm = Callable[[Path], None]


def _sql(statement: str) -> Harm:
    def harm(file: Path) -> None:
        with sqlite3.connect(file) as connection:
            connection.execute(statement)
        connection.close()

    return harm


def _overwrite(old: bytes, new: bytes) -> Harm:
    def harm(file: Path) -> None:
        whole = file.read_bytes()
        assert old in whole
        file.write_bytes(whole.replace(old, new))

    return harm


def _lose_pages(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(b"\xa5" * len(whole))


@pytest.fixture
def damaged(tmp_path: Path) -> Callable[[Harm, bool], Path]:
    """A store with runs in its file, and others in its -wal file if that is kept, that came to harm."""

    def make(harm: Harm, keep_wal: bool) -> Path:
        file = tmp_path / "whole.db"
        store = RunStore(f"sqlite:///{file}")
        for number in range(2):
            with open_run("diagnosis", {"note": "ataxia"}, store=store) as run:
                run.event("rank", "done", n=number)
                run.finish({"status": "complete"})
            if number == 0:
                with sqlite3.connect(file) as connection:
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                connection.close()
        copy = tmp_path / "harmed.db"
        shutil.copy(file, copy)
        if keep_wal:
            wal = file.with_name("whole.db-wal")
            assert wal.stat().st_size
            shutil.copy(wal, copy.with_name("harmed.db-wal"))
        harm(copy)
        return copy

    return make


@pytest.mark.parametrize(
    ("harm", "keep_wal"),
    [
        (_sql("UPDATE runs SET usage = '{\"requests\": '"), False),
        (_sql("UPDATE runs SET started_at = 'last Tuesday'"), False),
        (_sql("UPDATE runs SET status = 'zzz'"), False),
        (_sql("DROP TABLE runs"), False),
        (_overwrite(b"CREATE TABLE runs", b"\x87REATE TABLE runs"), False),
        (_lose_pages, False),
        (_lose_pages, True),
    ],
    ids=["document", "date", "word", "table", "schema", "pages", "pages-beside-a-wal"],
)
def test_a_damaged_store_is_named_and_stops_no_analysis(
    damaged: Callable[[Harm, bool], Path], harm: Harm, keep_wal: bool
) -> None:
    file = damaged(harm, keep_wal)
    url = f"sqlite:///{file}"
    with pytest.raises(StorageError, match="the database is damaged") as told:
        RunStore(url).list_runs()
    assert told.value.path == str(file)
    assert "move the file away" in told.value.mend
    with open_run("diagnosis", {"note": "chorea"}, Settings.model_validate({"stores": {"runs_url": url}})) as run:
        run.finish({"status": "complete"})
    assert run.stored or ("damaged" in run.not_stored and str(file) in run.not_stored)


@pytest.mark.parametrize("version", ["x002", "0000", "a1b2c3d4e5f6"])
def test_a_store_of_another_version_is_not_called_damaged(damaged: Callable[[Harm, bool], Path], version: str) -> None:
    file = damaged(_sql(f"UPDATE alembic_version SET version_num = '{version}'"), False)
    url = f"sqlite:///{file}"
    with pytest.raises(StorageError, match="written by another version of Osler") as told:
        RunStore(url).list_runs()
    assert told.value.path == str(file)
    assert "do not delete" in told.value.mend
    with open_run("diagnosis", {"note": "chorea"}, Settings.model_validate({"stores": {"runs_url": url}})) as run:
        run.finish({"status": "complete"})
    assert "another version" in run.not_stored


def test_a_run_that_cannot_be_read_is_told_without_what_it_holds(damaged: Callable[[Harm, bool], Path]) -> None:
    store = RunStore(f"sqlite:///{damaged(_sql('UPDATE runs SET input = 1 || input'), False)}")
    (first,) = store.list_runs()
    with pytest.raises(StorageError) as told:
        store.get(first.run_id)
    assert "ataxia" not in str(told.value)
    assert told.value.__cause__ is None
