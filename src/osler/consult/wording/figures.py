"""Figures of speech: an illness in them is nobody's."""

from __future__ import annotations

import re
from functools import cache

from osler.yaml_reader import packaged_yaml


def without_figures(text: str) -> str:
    """A text with its figures of speech left blank; every other word stays in its place."""
    return without_what_strikes_once(_figures().sub(_blank, text))


def without_what_strikes_once(text: str) -> str:
    """A text without what is only said to give somebody a stroke, again and again: who had one tells that it struck."""
    return _once().sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


@cache
def _once() -> re.Pattern[str]:
    return re.compile(packaged_yaml("osler.consult.wording", "figures.yml")["once"], re.IGNORECASE)


@cache
def _figures() -> re.Pattern[str]:
    return re.compile("|".join(packaged_yaml("osler.consult.wording", "figures.yml")["figures"]), re.IGNORECASE)
