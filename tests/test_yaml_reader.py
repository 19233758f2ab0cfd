"""Every YAML file of Osler is read by the one fast reader, and means what the plain one says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import yaml

from osler.yaml_reader import parse_yaml
from tests.conftest import REPO

SOURCE = REPO / "src" / "osler"


@pytest.mark.parametrize("largest", [6_000, pytest.param(1 << 30, marks=pytest.mark.slow)])
def test_both_readers_agree_on_every_file(largest: int) -> None:
    """The plain one takes seconds for the long files, which wait for the slow tier."""
    paths = [path for path in sorted(SOURCE.rglob("*.yml")) if path.stat().st_size <= largest]
    assert len(paths) > 40
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert parse_yaml(text) == yaml.safe_load(text), path.name


def _lists(value: object) -> Iterator[list[object]]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _lists(inner)
    elif isinstance(value, list):
        yield value
        for inner in value:
            yield from _lists(inner)


def test_no_word_of_a_list_is_read_as_yes_or_no() -> None:
    """YAML 1.1 takes a bare on, off, yes or no for a boolean: among words they want quotes."""
    for path in sorted(SOURCE.rglob("*.yml")):
        for words in _lists(parse_yaml(path.read_text(encoding="utf-8"))):
            mixed = any(isinstance(word, bool) for word in words) and any(isinstance(word, str) for word in words)
            assert not mixed, f"{path.name}: {words[:5]}"


def test_a_text_that_is_no_yaml_says_so_and_builds_no_objects() -> None:
    for text in ("a: [", "!!python/object/apply:os.getcwd []"):
        with pytest.raises(yaml.YAMLError):
            parse_yaml(text)


def test_nothing_reads_yaml_another_way() -> None:
    others = [path for path in SOURCE.rglob("*.py") if re.search(r"yaml\.(?:safe_)?load\(", path.read_text("utf-8"))]
    assert [path.name for path in others] == ["yaml_reader.py"]
