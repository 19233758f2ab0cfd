"""`osler guidelines` and `osler ask` as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.core.library import files
from tests.surfaces.cli_runner import osler


@pytest.mark.slow
def test_from_adding_to_asking_to_removing(tmp_path: Path) -> None:
    throat = files.markdown(tmp_path)
    added = osler("guidelines", "add", str(throat), "--library", "mine", "--json")
    assert json.loads(added.stdout)["documents"][0]["outcome"] == "added"
    asked = osler(
        "ask", "What should adults with a Centor score of 4 receive?", "--library", "mine", "--json",
        "--html", str(tmp_path / "answer.html"),
    )  # fmt: skip
    (result,) = json.loads(asked.stdout)["results"]
    assert (result["source"], result["patient"]) == ("question", None)
    assert (result["status"], result["stored"]) == ("complete", True)
    assert result["final_answer_text"].startswith("Adults with a Centor score of 3 or more should receive penicillin V")
    assert "Passages" in (tmp_path / "answer.html").read_text(encoding="utf-8")
    found = osler("guidelines", "search", "penicillin", "--library", "mine")
    assert "Sore throat" in found.stdout
    shown = osler("guidelines", "show", result["citations"][0]["chunk_id"], "--library", "mine")
    assert "penicillin V" in shown.stdout
    assert "sore-throat@1.0" in osler("guidelines", "list").stdout
    assert osler("guidelines", "remove", "sore-throat@1.0", "--library", "mine").returncode == 0
    silent = osler("ask", "What should adults with a Centor score of 4 receive?", "--library", "mine")
    assert (silent.returncode, "the library is empty" in silent.stdout) == (2, True)


@pytest.mark.slow
def test_a_bad_file_among_good_ones_leaves_the_good_ones(tmp_path: Path) -> None:
    done = osler("guidelines", "add", str(files.scanned_pdf(tmp_path)), str(files.docx(tmp_path)))
    assert done.returncode == 2
    assert "added: Sprained ankle" in done.stdout
    assert "scan" in done.stderr
    assert osler("guidelines", "search", "ankle").stdout.count("Sprained ankle") >= 1


@pytest.mark.slow
def test_a_library_into_which_nothing_came_is_not_kept(tmp_path: Path) -> None:
    assert osler("guidelines", "add", str(files.scanned_pdf(tmp_path)), "--library", "vain").returncode == 2
    assert osler("guidelines", "list", "--library", "vain").returncode == 2


def test_what_makes_no_sense_says_how_to_mend_it() -> None:
    nothing = osler("guidelines", "add")
    assert (nothing.returncode, "nothing to add" in nothing.stderr) == (2, True)
    unknown = osler("ask", "How is asthma treated?")
    assert (unknown.returncode, "no library" in unknown.stderr) == (2, True)
    both = osler("guidelines", "remove")
    assert both.returncode == 2
