"""Single items of a suite: kept, sampled by hash, and held against those of another run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from osler.errors import DataError
from osler.evals import ItemLine, compare_items, half_of, read_items, sample, write_items
from tests.surfaces.cli_runner import osler


def lines(*scores: float) -> list[ItemLine]:
    return [ItemLine(suite="s", id=str(number), score=score) for number, score in enumerate(scores)]


def test_a_sample_is_the_same_everywhere_keeps_the_order_and_is_not_the_first_ones() -> None:
    items = [f"item {number}" for number in range(1000)]
    chosen = sample(items, 50, str)
    assert chosen == sample(items, 50, str)
    assert len(chosen) == 50
    assert chosen == sorted(chosen, key=items.index)
    assert chosen != items[:50]
    assert set(sample(items, 50, str)) <= set(sample(items, 200, str))
    assert sample(items, None, str) == sample(items, 5000, str) == items


def test_halves_are_disjoint_and_of_like_size() -> None:
    halves = [half_of(f"case {number}") for number in range(1000)]
    assert 430 < halves.count("a") < 570


def test_a_gain_on_every_item_is_told_from_noise() -> None:
    sure = compare_items(lines(*[0.0] * 40), lines(*[1.0] * 40))
    assert (sure.difference, sure.interval, len(sure.better), sure.worse) == (1.0, (1.0, 1.0), 40, [])
    noise = compare_items(lines(*[0.0, 1.0] * 20), lines(*[1.0, 0.0] * 20))
    assert noise.difference == 0.0
    assert noise.interval[0] < 0 < noise.interval[1]


def test_only_items_that_both_have_are_compared() -> None:
    report = compare_items(lines(1.0, 0.0, 1.0), lines(1.0, 1.0))
    assert (report.n, report.only_left, report.only_right, report.difference) == (2, 1, 0, 0.5)
    with pytest.raises(DataError, match="no item in common"):
        compare_items(lines(1.0), [])


def test_items_of_two_suites_or_of_two_minds_are_not_compared() -> None:
    other = [line.model_copy(update={"suite": "another"}) for line in lines(1.0, 0.0)]
    with pytest.raises(DataError, match="of another and of s"):
        compare_items(lines(1.0, 0.0), other)
    two = [*lines(1.0), *(line.model_copy(update={"mind": "m:x"}) for line in lines(0.0))]
    for left, right in ((two, lines(1.0)), (lines(1.0), two)):
        with pytest.raises(DataError, match="m:x and of offline"):
            compare_items(left, right)


def test_a_file_that_is_missing_is_not_called_empty(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="No such file"):
        read_items(tmp_path / "nowhere.jsonl")


def test_nothing_is_measured_for_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    for option in ("--items", "--json"):
        done = osler(
            "bench", "criteria-check", "--data", str(tmp_path / "none.tsv"), option, str(tmp_path / "no" / "x")
        )
        assert done.returncode == 3
        assert "no/x" in done.stderr


def test_what_stands_in_brackets_is_shown() -> None:
    assert '"questions": [' in osler("bench", "list").stdout


def test_items_are_written_and_read_and_a_wrong_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    write_items(path, lines(0.5, 1.0))
    assert read_items(path) == lines(0.5, 1.0)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match="no results of single items"):
        read_items(path)


def test_the_command_keeps_items_and_compares_them(tmp_path: Path) -> None:
    data, kept = tmp_path / "negation.tsv", tmp_path / "items.jsonl"
    data.write_text("1\t \tfever\tNo FEVER.\tNegated\tRecent\tPatient\n", encoding="latin-1")
    done = osler("bench", "negation", "--data", str(data), "--items", str(kept), "--json", "-")
    assert done.returncode == 0, done.stderr
    assert "items" not in json.loads(done.stdout)
    compared = osler("bench", "compare", str(kept), str(kept), "--json", "-")
    assert json.loads(compared.stdout)["difference"] == 0.0
    assert osler("bench", "compare", str(kept)).returncode == 2


def test_no_suite_takes_the_first_items_of_a_file_for_a_sample() -> None:
    import osler.evals.suites as suites

    for path in Path(suites.__path__[0]).glob("*.py"):
        assert "[:limit]" not in path.read_text(encoding="utf-8"), path.name


def test_a_suite_that_keeps_no_items_is_no_suite() -> None:
    from osler.evals import SuiteRun

    with pytest.raises(ValueError, match="items"):
        SuiteRun.model_validate({"n": 1, "metrics": {}})


def test_a_suite_without_its_data_leaves_no_empty_file_of_items(tmp_path: Path) -> None:
    done = osler("bench", "red-flags", "--items", str(tmp_path / "items.jsonl"))
    assert done.returncode == 2
    assert list(tmp_path.iterdir()) == []
