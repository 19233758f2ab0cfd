"""A body system in a record: its conditions, its medicines' reasons, its values with range and trend; all computed here."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Generator, Sequence
from typing import Any

from pydantic import BaseModel, Field

from osler.consult.record.answers import RecordAnswer, nothing, shown
from osler.consult.record.asking import ask_rows
from osler.consult.record.computing import brought_to, is_active, is_present, is_to_come, trend_of
from osler.consult.record.computing.rows import called
from osler.consult.record.queries import entries_of, types_of
from osler.consult.record.usual_limits import Person, held_against
from osler.core.agents import Call, ToolOutcome
from osler.core.language import unit_words

_BARS = "▁▂▃▄▅▆▇█"
_LAST_VALUES = 5


class ValueLine(BaseModel):
    """A measure's last values: newest value, range, slope a year, trend, and a small chart."""

    name: str
    value: float
    unit: str = ""
    date: str
    low: float | None = None
    high: float | None = None
    standing: str = ""
    """below, within or above the range that the record gives; empty where it gives none."""
    usual: str = ""
    """Where it lies beside what is usual, where the record gives no range and a table does."""
    trend: str = ""
    slope_per_year: float | None = None
    values: list[float] = Field(default_factory=list)
    chart: str = ""
    entries: list[str] = Field(default_factory=list)

    def sentence(self) -> str:
        """The line in words."""
        parts = [f"{self.name}: {shown(self.value)} {unit_words(self.unit)}".rstrip() + f" on {self.date}"]
        if self.standing:
            parts.append(f"{self.standing} the reference range {_bounds(self.low, self.high)}")
        if self.trend and len(self.values) > 1:
            parts.append(
                f"{self.trend} over the last {len(self.values)} values ({', '.join(shown(v) for v in self.values)}) {self.chart}"
            )
        return ", ".join(parts) + "." + (f" That is {self.usual}." if self.usual else "")


def _bounds(low: float | None, high: float | None) -> str:
    if low is None:
        return f"up to {shown(high)}"
    return f"from {shown(low)}" if high is None else f"{shown(low)}–{shown(high)}"


def value_line(rows: Sequence[dict[str, Any]]) -> ValueLine | None:
    """The line of one measure from its values, oldest first."""
    numbers = [row for row in rows if row["value"] is not None and row["date"]]
    if not numbers:
        return None
    last = numbers[-1]
    recent = brought_to(last["unit"], numbers[-_LAST_VALUES:]).rows
    values = [row["measured"] for row in recent]
    low, high = last.get("low"), last.get("high")
    standing = ""
    if low is not None or high is not None:
        below, above = low is not None and last["value"] < low, high is not None and last["value"] > high
        standing = "below" if below else "above" if above else "within"
    return ValueLine(
        name=last["name"],
        value=last["value"],
        unit=last["unit"] or "",
        date=last["date"].isoformat(),
        low=low,
        high=high,
        standing=standing,
        trend=trend_of(values) if len(values) > 2 else "",
        slope_per_year=_slope(recent),
        values=values,
        chart=chart(values),
        entries=[row["uuid"] for row in recent],
    )


def _slope(rows: Sequence[dict[str, Any]]) -> float | None:
    """Least squares over time, in units a year."""
    days = [(row["date"] - rows[0]["date"]).days for row in rows]
    mean_day, mean = sum(days) / len(days), sum(row["measured"] for row in rows) / len(rows)
    spread = sum((day - mean_day) ** 2 for day in days)
    if not spread:
        return None
    slope: float = (
        365.25 * sum((d - mean_day) * (r["measured"] - mean) for d, r in zip(days, rows, strict=True)) / spread
    )
    return slope


def chart(values: Sequence[float]) -> str:
    """A few bars for a few values."""
    if len(values) < 2 or max(values) == min(values):
        return ""
    step = (max(values) - min(values)) / (len(_BARS) - 1)
    return "".join(_BARS[round((value - min(values)) / step)] for value in values)


class Overview(BaseModel):
    """What a record holds of a body system."""

    system: str
    conditions: list[dict[str, str]] = Field(default_factory=list)
    values: list[ValueLine] = Field(default_factory=list)


def with_usual(found: Overview, person: Person) -> Overview:
    """An overview whose values without a range are held against what is usual for the person."""
    lines = [
        line
        if line.standing
        else line.model_copy(update={"usual": held_against(line.name, line.value, line.unit, person)})
        for line in found.values
    ]
    return found.model_copy(update={"values": lines})


def as_answer(found: Overview) -> RecordAnswer:
    """What a record holds of a body system, as an answer."""
    lines = [
        f"{'Active' if state == 'yes' else 'Earlier'}: {'; '.join(_since(row) for row in rows)}."
        for state in ("yes", "no")
        if (rows := [row for row in found.conditions if row["active"] == state])
    ]
    lines += [line.sentence() for line in found.values]
    if not lines:
        return nothing(f"The record holds no conditions or values of the {found.system} system.")
    entries = [*(row["id"] for row in found.conditions), *(entry for line in found.values for entry in line.entries)]
    return RecordAnswer(type="list", value=lines, entries=entries, text=" ".join(lines))


def _since(row: dict[str, str]) -> str:
    return f"{called(row['name'])} (since {row['since']})" if row["since"] else called(row["name"])


def overview(
    system: str, analytes: frozenset[str], belongs: Any, today: dt.date
) -> Generator[Call, ToolOutcome, Overview]:
    """The conditions and values of a system, through the tool that queries the graph."""
    conditions = yield from ask_rows(entries_of("condition", of_types=False))
    held = [
        {
            "id": row["uuid"],
            "name": row["name"],
            "since": str(row["date"] or ""),
            "active": "yes" if is_active(row, "condition", today) else "no",
        }
        for row in conditions
        if is_present(row) and not is_to_come(row, today) and system in belongs(row["name"])
    ]
    types = yield from ask_rows(types_of("observation"))
    wanted = [row["uuid"] for row in types if analytes.intersection((row["codes"] or "").split("|"))]
    lines: list[ValueLine] = []
    if wanted:
        rows = yield from ask_rows(entries_of("observation", of_types=True), {"types": wanted})
        by_type: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in rows:
            by_type[row["type"]].append(row)
        lines = [line for group in by_type.values() if (line := value_line(group)) is not None]
    return Overview(system=system, conditions=held, values=lines)
