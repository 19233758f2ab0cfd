"""`osler review` as an expert uses it."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from osler.core.review import NewItem, open_review_queue
from osler.trials import REVIEW_KIND
from tests.surfaces.conftest import Command

TEXT = b"Exclusion Criteria:\n- History of zebraitis\n- zebra refractory asthma\n"


def pending(osler: Command) -> dict[str, str]:
    items = json.loads(osler("review", "list", "--json").stdout)["results"]
    return {item["entity"]["text"]: item["entity"]["entity_id"] for item in items}


def test_list_show_correct_and_use_next_time(osler: Command) -> None:
    osler("ground", "-", stdin=TEXT)
    waiting = pending(osler)
    assert set(waiting) == {"zebraitis", "zebra refractory asthma"}
    shown = osler("review", "show", waiting["zebraitis"])
    assert "found nothing" in shown.stdout

    done = osler(
        "review", "correct", waiting["zebraitis"], "--concept", "SCTID:195967001", "--by", "anna", "--reason", "ours",
        "--json",
    )  # fmt: skip
    item = json.loads(done.stdout)
    assert (item["status"], item["decided"]["by"], item["entity"]["snomed_code"]) == ("corrected", "anna", "195967001")

    (again,) = json.loads(osler("ground", "-", "--json", stdin=b"Zebraitis of any kind\n").stdout)["results"]
    assert again["grounded_entities"][0]["snomed_code"] == "195967001"
    assert "decided by anna" in again["grounded_entities"][0]["reasoning"]


def test_accept_reject_and_export(osler: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    osler("ground", "-", stdin=TEXT)
    waiting = pending(osler)
    monkeypatch.setenv("OSLER_STORES__ACTOR", "clara")
    accepted = osler("review", "accept", waiting["zebra refractory asthma"])
    assert "accepted by clara" in accepted.stdout
    rejected = osler("review", "reject", waiting["zebraitis"][:8], "--by", "anna", "--reason", "no such thing")
    assert "rejected by anna" in rejected.stdout
    assert pending(osler) == {}
    assert "Nothing waits" in osler("review", "list").stdout

    rows = list(csv.DictReader(io.StringIO(osler("review", "export", "--all").stdout)))
    assert {row["text"] for row in rows} == set(waiting)
    (row,) = (row for row in rows if row["text"] == "zebraitis")
    assert row["criterion"] == "History of zebraitis"
    assert (row["decided_by"], row["verdict"], row["reason"]) == ("anna", "rejected", "no such thing")
    assert row["decided_at"].startswith("20")
    file = tmp_path / "queue.json"
    osler("review", "export", "--all", "--json", "--out", str(file))
    assert {item["status"] for item in json.loads(file.read_text())} == {"accepted", "rejected"}
    assert file.stat().st_mode & 0o077 == 0


def test_a_decision_is_taken_back(osler: Command) -> None:
    osler("ground", "-", stdin=TEXT)
    item = pending(osler)["zebraitis"]
    osler("review", "correct", item, "--concept", "SCTID:195967001", "--by", "anna")
    undone = osler("review", "undo", item, "--by", "anna")
    assert "taken back by anna" in undone.stdout
    (again,) = json.loads(osler("ground", "-", "--json", stdin=b"Zebraitis of any kind\n").stdout)["results"]
    assert again["grounded_entities"][0]["snomed_code"] is None


def test_reviewers_on_two_machines_are_brought_together(
    osler: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    osler("ground", "-", stdin=TEXT)
    item = pending(osler)["zebraitis"]
    osler("review", "reject", item, "--by", "anna")
    file = str(tmp_path / "queue.json")
    osler("review", "export", "--all", "--json", "--out", file)
    monkeypatch.setenv("OSLER_HOME", str(tmp_path / "ben"))
    osler("ground", "-", stdin=TEXT)
    osler("review", "correct", item, "--concept", "SCTID:195967001", "--by", "ben")
    taken = json.loads(osler("review", "import", file, "--json").stdout)
    assert (taken["new_decisions"], taken["conflicts"]) == (1, [item])
    listed = osler("review", "list", "--conflicts")
    assert "corrected to Asthma SCTID:195967001 by ben, rejected by anna" in " ".join(listed.stdout.split())
    (again,) = json.loads(osler("ground", "-", "--json", stdin=b"Zebraitis of any kind\n").stdout)["results"]
    assert again["grounded_entities"][0]["snomed_code"] is None, "what reviewers disagree on is not used"
    assert osler("review", "import", "/proc/none").returncode == 2


def test_wrong_use_says_so(osler: Command) -> None:
    assert "no item" in osler("review", "show", "zzz").stderr
    osler("ground", "-", stdin=TEXT)
    item = pending(osler)["zebraitis"]
    assert "no vocabulary has" in osler("review", "correct", item, "--concept", "SCTID:1").stderr
    assert "nothing was proposed" in osler("review", "accept", item).stderr


def test_a_verdict_is_corrected_to_a_verdict(osler: Command) -> None:
    asked = NewItem(id="v-1", identity="v-1", source="NCT1 for patient a", subject="Asthma", proposal="MET")
    open_review_queue().add(REVIEW_KIND, [asked], at=datetime.now(UTC))
    wrong = osler("review", "correct", "v-1", "--to", "BANANA", "--by", "Ann")
    assert wrong.returncode == 2
    assert "NOT_APPLICABLE" in wrong.stderr
    right = osler("review", "correct", "v-1", "--to", "not met", "--by", "Ann")
    assert right.returncode == 0
    assert "corrected to NOT_MET by Ann" in osler("review", "show", "v-1").stdout


def test_a_correction_for_one_protocol_only(osler: Command, tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    for file in (first, second):
        file.write_bytes(TEXT)
    osler("ground", str(first))
    osler("ground", str(second))
    items = json.loads(osler("review", "list", "--json").stdout)["results"]
    (here,) = (item for item in items if item["entity"]["text"] == "zebraitis" and "first" in item["protocol_id"])
    done = osler("review", "correct", here["id"], "--concept", "SCTID:195967001", "--by", "anna", "--only-here")
    assert f"for {here['protocol_id']} only by anna" in done.stdout
    codes = {
        name: json.loads(osler("ground", str(tmp_path / name), "--json").stdout)["results"][0]["grounded_entities"][0][
            "snomed_code"
        ]
        for name in ("first.txt", "second.txt")
    }
    assert codes == {"first.txt": "195967001", "second.txt": None}
    rows = list(csv.DictReader(io.StringIO(osler("review", "export", "--all").stdout)))
    assert {row["bound_to"] for row in rows if row["text"] == "zebraitis"} == {"", here["protocol_id"]}
