"""What is typed and cannot be meant is exit 2, with what may be meant first; what contradicts itself stands on top."""

from __future__ import annotations

import pytest

from tests.surfaces.conftest import Command


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--hpo", "Gowers sgin"), "did you mean HP:0003391 (Gowers sign)"),
        (("--hpo", "not seizures"), "did you mean --exclude"),
        (("--hpo", "Chorea", "--genes", "NOTAGENE"), "NOTAGENE is not the symbol"),
        (("--hpo", "Chorea", "--genes", "HTTX"), "did you mean"),
        (("--hpo", "floppy baby"), "Floppy infant"),
    ],
)
def test_what_nothing_knows_is_refused(osler: Command, words: tuple[str, ...], told: str) -> None:
    done = osler("diagnose", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_a_field_that_stopped_the_command_was_not_left_out(osler: Command) -> None:
    done = osler("diagnose", "--hpo", "Chorea", "--age", "seven")
    assert done.returncode == 2
    assert "--age: the field cannot be used\n" in done.stderr


def test_a_contradiction_stands_above_the_differential(osler: Command) -> None:
    done = osler("diagnose", "--hpo", "Ectopia lentis", "--exclude", "Ectopia lentis")
    assert 0 <= done.stdout.index("both cannot be true") < done.stdout.index("Differential")
    assert done.stdout.count("both cannot be true") == 1


def test_a_finding_that_only_an_onset_names_is_said_to_be_observed(osler: Command) -> None:
    done = osler("diagnose", "--onset", "Chorea=3y")
    assert "Chorea is taken as observed, because --onset" in done.stdout
    assert "taken as observed" not in osler("diagnose", "--hpo", "Chorea", "--onset", "Chorea=3y").stdout
