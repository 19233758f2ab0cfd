"""The identifiers suite: what it counts, and the bar it has to meet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from osler.errors import DataError
from osler.evals import load_suite, run_suite


def test_what_is_gone_and_what_was_changed_is_counted(tmp_path: Path) -> None:
    data = tmp_path / "identifiers.jsonl"
    rows = [
        {"id": "1", "text": "Call 555-123-4567 for zorp.", "identifiers": [
            {"type": "PHONE", "value": "555-123-4567"}, {"type": "NAME", "value": "zorp"}]},
        {"id": "2", "text": "Fever and cough.", "identifiers": []},
        {"id": "3", "text": "Written to a@b.example, who is nobody.", "identifiers": []},
    ]  # fmt: skip
    data.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (report,) = run_suite(load_suite("identifiers"), data)
    assert report.metrics["recall"] == 0.5
    assert report.metrics["over_redaction"] == 0.5
    assert report.metrics["by_type"] == {"NAME": 0.0, "PHONE": 1.0}
    assert [item.score for item in report.items] == [0.5, 1.0, 0.0]


def test_another_format_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "other.jsonl"
    data.write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match="cannot be read"):
        run_suite(load_suite("identifiers"), data)


@pytest.mark.slow
def test_the_bar_on_public_queries(shared_data: Path) -> None:
    (report,) = run_suite(load_suite("identifiers"), shared_data / "identifiers.jsonl")
    assert report.metrics["recall"] >= 0.96
    assert report.metrics["over_redaction"] <= 0.04
