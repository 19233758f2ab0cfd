"""The small parts: the stored form of values, the commit of a checkout, the heartbeat."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, SecretStr

from osler.core.database import encode
from osler.core.runs.encoding import MASK, hash_input, masked
from osler.core.runs.heartbeat import Heartbeat
from osler.core.runs.versions import commit_of

_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.datetimes() | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(_values)
def test_any_value_has_a_valid_ascii_json_form(value: Any) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    written = encode(value)
    assert written.isascii()
    json.loads(written, parse_constant=refuse)


@dataclass
class Point:
    x: int


class Login(BaseModel):
    user: str
    password: SecretStr


def test_models_dataclasses_and_strangers_have_a_plain_form() -> None:
    class Stranger:
        def __repr__(self) -> str:
            return "Mrs Miller"

    assert json.loads(encode({"p": Point(1), "l": Login(user="u", password=SecretStr("hidden"))})) == {
        "p": {"x": 1},
        "l": {"user": "u", "password": "**********"},
    }
    assert json.loads(encode([Stranger()])) == ["<Stranger>"]
    assert json.loads(encode({"n": np.int64(3), "a": np.array([1.5, np.nan])})) == {"n": 3, "a": [1.5, None]}


def test_secrets_are_masked_by_name_and_inside_urls() -> None:
    assert masked({"uts_api_key": "s", "token": "", "n": {"url": "redis://u:p@h/0"}, "tokens": 5}) == {
        "uts_api_key": MASK,
        "token": "",
        "n": {"url": f"redis://{MASK}@h/0"},
        "tokens": 5,
    }


@given(st.dictionaries(st.text(), st.integers(), min_size=2, max_size=5))
def test_the_hash_does_not_depend_on_the_order_of_keys(value: dict[str, int]) -> None:
    assert hash_input(value) == hash_input(dict(reversed(value.items())))


def test_the_commit_is_read_from_the_checkout(tmp_path: Path) -> None:
    git = tmp_path / "one" / ".git"
    git.mkdir(parents=True)
    assert commit_of(tmp_path / "one") is None
    (git / "HEAD").write_text("a" * 40 + "\n")
    assert commit_of(tmp_path / "one") == "a" * 40
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "packed-refs").write_text(f"# pack-refs\n{'b' * 40} refs/heads/main\n")
    assert commit_of(tmp_path / "one") == "b" * 40
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "refs" / "heads" / "main").write_text("c" * 40 + "\n")
    assert commit_of(tmp_path / "one") == "c" * 40
    worktree = git / "worktrees" / "two"
    worktree.mkdir(parents=True)
    (worktree / "HEAD").write_text("ref: refs/heads/main\n")
    (worktree / "commondir").write_text("../..\n")
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / ".git").write_text(f"gitdir: {worktree}\n")
    assert commit_of(tmp_path / "two") == "c" * 40


def test_the_heart_beats_for_runs_under_way_even_after_a_failure() -> None:
    beats: list[Sequence[str]] = []
    enough = threading.Event()

    def beat(run_ids: Sequence[str]) -> None:
        beats.append(run_ids)
        if len(beats) == 1:
            raise ConnectionError
        if run_ids == wanted:
            enough.set()

    wanted = ["a", "b"]
    heart = Heartbeat(beat, period=0.01)
    heart.add("b")
    heart.add("a")
    assert enough.wait(60)
    heart.remove("a")
    heart.remove("b")
    thread = heart._thread
    if thread is not None:
        thread.join(60)
        assert not thread.is_alive()
    enough.clear()
    wanted = ["c"]
    heart.add("c")
    assert enough.wait(60)
    assert beats[-1] == ["c"]
    heart.remove("c")


def test_moments_are_written_in_utc() -> None:
    assert json.loads(encode(datetime(2026, 1, 1, tzinfo=UTC))) == "2026-01-01T00:00:00Z"
