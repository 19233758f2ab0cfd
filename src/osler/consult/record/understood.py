"""How a question was read, said back: operation, concept, period and bounds, so that whoever asked sees a misreading."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from osler.consult.record.computing.rows import called
from osler.consult.record.periods import Period
from osler.consult.record.reading.types import RecordQuestion
from osler.yaml_reader import packaged_yaml

_MOST_NAMES = 3


def understood(read: RecordQuestion, names: Sequence[str] = (), *, operation: str = "") -> str:
    """The question as it was read; `names` are the things of the record that its words were found to mean.

    `operation` is what is asked of them, where that came out only with them.
    """
    said = _said()
    if read.intent == "demographic":
        return str(said["fields"].get(read.field, read.field))
    parts = [operation or _operation(read), _concept(read, names), *_bounds(read)]
    return " · ".join(filter(None, parts))


def _said() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml("osler.consult.record", "understood.yml")
    return table


def _operation(read: RecordQuestion) -> str:
    said = _said()
    if read.planned and not read.selectors:
        return "planned"
    operation = str(said["intents"][read.intent]).format(per=read.per)
    if read.nth is not None and read.intent in {"nth", "value", "when"}:
        return f"{operation}, number {abs(read.nth)} {'from the last' if read.nth < 0 else 'from the first'}"
    chosen = [said["selectors"][one] for one in read.selectors]
    if read.intent in {"value", "aggregate"} and chosen:
        return f"{', '.join(chosen)} value"
    return (
        f"{operation} ({', '.join(chosen)})" if chosen and read.intent in {"when", "name", "time_since"} else operation
    )


def _concept(read: RecordQuestion, names: Sequence[str]) -> str:
    said = _said()
    if read.ratio is not None:
        return " : ".join(read.ratio)
    known = list(dict.fromkeys(called(name) for name in names))
    if known:
        more = f" and {len(known) - _MOST_NAMES} more" if len(known) > _MOST_NAMES else ""
        return "; ".join(known[:_MOST_NAMES]) + more
    if read.seen_for:
        return f"visits for {read.seen_for}"
    if read.given_for:
        return f"medicines for {read.given_for}"
    return f"“{read.phrase}”" if read.phrase else str(said["kinds"][read.kind])


def _bounds(read: RecordQuestion) -> list[str]:
    """Which of them count: those of a time, beyond a bound, of a state or a place."""
    found = []
    if read.threshold is not None:
        above, value, unit, inclusive, moved = read.threshold
        side = f"{'by ' if moved else ''}{'above' if above else 'below'}{' or at' if inclusive else ''}"
        found.append(f"{side} {value:g} {unit or ''}".strip())
    if read.newest:
        found.append(f"the {'last' if read.newest > 0 else 'first'} {abs(read.newest)}")
    if read.setting:
        found.append(_said()["settings"].get(read.setting, read.setting))
    if read.current or read.ended:
        found.append("no longer" if read.ended else "now")
    if read.in_unit:
        found.append(f"in {read.in_unit.strip('[]').removesuffix('_av').removesuffix('_i')}")
    if read.excluded:
        found.append(f"without {read.excluded}")
    edge = f"{read.anchor.edge} {read.anchor.called}: " if read.anchor is not None else ""
    found += [f"{edge}{_days(read.period)}" if read.period != Period() else "any time"]
    if read.other_period is not None or read.against is not None:
        found.append(f"against {_other_time(read)}")
    return found


def _other_time(read: RecordQuestion) -> str:
    """What a value of one time is held against; a time without a beginning, named beside a time, ends at the newest value."""
    if read.other_period is not None and read.other_period.start is None:
        return "the newest"
    return _days(read.other_period or read.against or Period())


def _days(period: Period) -> str:
    """A period in days; a whole year or a whole month as such."""
    start, end = period
    if start is None or end is None:
        return f"from {start}" if start else f"until {end}" if end else "any time"
    if start == end:
        return start.isoformat()
    if (start.month, start.day, end.month, end.day) == (1, 1, 12, 31):
        return str(start.year) if start.year == end.year else f"{start.year} to {end.year}"
    if start.day == 1 and (start.year, start.month) == (end.year, end.month) and _is_last(end):
        return f"{start:%Y-%m}"
    return f"{start} to {end}"


def _is_last(day: dt.date) -> bool:
    return (day + dt.timedelta(days=1)).month != day.month
