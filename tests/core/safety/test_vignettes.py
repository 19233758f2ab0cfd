"""Whole presentations, in clinical and in lay words: emergencies, urgent ones, routine ones, and those of others."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.core.safety import PatientContext, red_flags, urgent
from osler.yaml_reader import parse_yaml

_VIGNETTES: dict[str, list[str]] = parse_yaml((Path(__file__).parent / "vignettes.yml").read_text(encoding="utf-8"))
_CASES = [(expected, text) for expected, texts in _VIGNETTES.items() for text in texts]
_TODAY = PatientContext(reference=dt.date(2026, 11, 1))


@pytest.mark.parametrize(("expected", "text"), _CASES, ids=[text[:60] for _, text in _CASES])
def test_a_presentation_raises_what_it_should(expected: str, text: str) -> None:
    flags = red_flags(note=text, context=_TODAY)
    stops = bool(urgent(flags))
    met = {"urgent": stops, "warning": bool(flags) and not stops, "quiet": not flags, "calm": not stops}
    assert met[expected], [(flag.rule_id, flag.severity.value) for flag in flags]
