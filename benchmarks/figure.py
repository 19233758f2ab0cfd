"""One measured figure, always beside what it is measured against."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """A value, its unit, what it is compared with, and the bar it has to meet."""

    name: str
    value: float
    unit: str
    baseline: str = ""
    ratio: float | None = None
    bar: str = ""
    met: bool | None = None
