"""What terminals get: names as they are, and bars that they can write."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from osler.casework import diagnose
from osler.surfaces.cli.diagnosis_view import show
from osler.surfaces.cli.output import console
from osler.surfaces.cli.plain_letters import register


def test_a_models_name_is_no_picture(capsys: pytest.CaptureFixture[str]) -> None:
    console().print("[bold]made by[/] openai-chat:m: emergency")
    assert capsys.readouterr().out == "made by openai-chat:m: emergency\n"


def test_what_a_terminal_cannot_write_comes_in_its_own_letters() -> None:
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding="ascii", errors=register())
    show(diagnose("HP:0001083", record=False).wait(), Console(file=stream, width=200))
    stream.write("Sjögren “≥ 3 µg” \u4e2d")
    stream.flush()
    lines = written.getvalue().decode("ascii").splitlines()
    bars = " ".join(line for line in lines if " %" in line)
    assert "#" in " ".join(lines)
    assert "....." in bars
    assert "\\" not in bars
    assert lines[-1].startswith('Sjogren ">= 3 ')
