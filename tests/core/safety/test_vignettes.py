"""Whole presentations, in clinical and in lay words: emergencies, urgent ones, routine ones, and those of others."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.core.safety import PatientContext, red_flags, urgent
from osler.yaml_reader import parse_yaml

_VIGNETTES: dict[str, list[str]] = parse_yaml((Path(__file__).parent / "vignettes.yml").read_text(encoding="utf-8"))
_CASES = [(expected, text) for expected, texts in _VIGNETTES.items() for text in texts]
_TOGETHER = 12
_TODAY = PatientContext(reference=dt.date(2026, 11, 1))


@pytest.mark.parametrize("start", range(0, len(_CASES), _TOGETHER))
def test_presentations_raise_what_they_should(start: int) -> None:
    """A dozen at a time, each told by itself where it fails: there are so many that each alone costs more than it checks."""
    failed = {}
    for expected, text in _CASES[start : start + _TOGETHER]:
        flags = red_flags(note=text, context=_TODAY)
        stops = bool(urgent(flags))
        met = {"urgent": stops, "warning": bool(flags) and not stops, "quiet": not flags, "calm": not stops}
        if not met[expected]:
            failed[text] = (expected, [(flag.rule_id, flag.severity.value) for flag in flags])
    assert failed == {}
