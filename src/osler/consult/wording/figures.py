"""Figures of speech: an illness in them is nobody's."""

from __future__ import annotations

import re
from functools import cache

from osler.yaml_reader import packaged_yaml


def without_figures(text: str) -> str:
    """A text with its figures of speech left blank; every other word stays in its place."""
    return _figures().sub(lambda match: " " * len(match.group()), text)


@cache
def _figures() -> re.Pattern[str]:
    return re.compile("|".join(packaged_yaml("osler.consult.wording", "figures.yml")["figures"]), re.IGNORECASE)
