"""What the terminal shows of an answer that is still being written, and of a sentence that is withdrawn."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from osler.consult import ConsultReply, ReplySentence, SourceLine
from osler.surfaces.cli.chat import _command, _command_as_json, _Shown


def test_numbers_stay_with_their_sentences_when_one_is_withdrawn() -> None:
    out = Console(file=io.StringIO(), width=200)
    shown = _Shown(out)
    first, second = (ReplySentence(text=f"Said {name}.", sources=[SourceLine(kind="record", id=name)]) for name in "ab")
    shown(first)
    shown(second)
    shown.withdraw(first)
    _command("/sources", shown, None, out)  # type: ignore[arg-type]
    assert isinstance(out.file, io.StringIO)
    assert out.file.getvalue().splitlines() == [
        "Said a. [1]",
        "Said b. [2]",
        "withdrawn: Said a.",
        "[2] record: b (b)",
    ]


def test_with_json_what_a_command_shows_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    shown = _Shown(Console(file=io.StringIO(), width=200))
    shown.reply = ConsultReply(plan=["triage: consultant"])
    shown.number(ReplySentence(text="Said a.", sources=[SourceLine(kind="record", id="a", label="A")]))
    assert _command_as_json("/sources", shown)
    told = {"number": 1, "kind": "record", "id": "a", "label": "A"}
    assert json.loads(capsys.readouterr().out) == {"sources": [told]}
    assert _command_as_json("/plan", shown)
    assert json.loads(capsys.readouterr().out) == {"plan": ["triage: consultant"], "differences": []}
    assert not _command_as_json("/history", shown)
