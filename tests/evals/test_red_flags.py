"""The red-flags suite: what it counts, and the bars it has to meet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from osler.errors import DataError
from osler.evals import load_suite, run_suite

_ROWS = [
    {"id": "1", "text": "She is in cardiac arrest.", "urgency": "emergency"},
    {"id": "2", "text": "He feels a little odd.", "urgency": "emergency"},
    {"id": "3", "text": "Black tarry stools, feeling well.", "urgency": "urgent"},
    {"id": "4", "text": "A wart on the foot.", "urgency": "routine"},
    {"id": "5", "text": "Black tarry stools, feeling well.", "urgency": "self_care"},
]


def test_recall_and_alarms_are_counted(tmp_path: Path) -> None:
    data = tmp_path / "red_flags.jsonl"
    data.write_text("\n".join(map(json.dumps, _ROWS)), encoding="utf-8")
    (report,) = run_suite(load_suite("red-flags"), data)
    assert report.n == 5
    assert report.metrics["emergency_recall"] == 0.5
    assert report.metrics["urgent_recall"] == pytest.approx(2 / 3)
    assert report.metrics["false_alarm"] == 0.0
    assert report.metrics["over_warning"] == 0.5
    assert {half["emergencies"] + half["routine"] for half in report.metrics["halves"].values()} <= {0, 1, 2, 3, 4}
    assert [item.score for item in report.items] == [1.0, 0.0, 1.0, 1.0, 0.0]


def test_another_format_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "other.jsonl"
    data.write_text('{"id": "1"}', encoding="utf-8")
    with pytest.raises(DataError, match="cannot be read"):
        run_suite(load_suite("red-flags"), data)


@pytest.mark.slow
def test_the_bars_on_published_vignettes(shared_data: Path) -> None:
    (report,) = run_suite(load_suite("red-flags"), shared_data / "red_flags.jsonl")
    assert report.metrics["emergency_recall"] >= 0.85
    assert report.metrics["urgent_recall"] >= 0.80
    assert report.metrics["false_alarm"] <= 0.05
    assert report.metrics["over_warning"] <= 0.25
