"""What a message puts right of entries that were told before: a value, a dose, a day, a name; of whatever kind they are."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from osler.consult.extraction.ages import is_a_day
from osler.consult.extraction.clauses import clauses, pattern
from osler.consult.extraction.intakes import dose_in, frequency_in
from osler.consult.extraction.measurements import corrected, part_meant
from osler.consult.extraction.placed import amount_of, fitting, with_amounts
from osler.consult.extraction.same_day import as_of
from osler.consult.extraction.support import named
from osler.consult.extraction.times import moment, when
from osler.consult.extraction.types import KINDS, Extraction, MeasurementEntry, MedicationEntry
from osler.consult.extraction.wrong_numbers import gives_another, taken_back, without_taken_back
from osler.consult.record.called import lay_names, words
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "amending.yml", flags=re.IGNORECASE)
_DAY_OF = ("time", "date", "onset")
"""The fields in which entries have their day."""
_NAME_OF = ("name", "substance")
_WITH_AMOUNTS = frozenset({"measurements", "medications", "supplements"})
_COMMON = frozenset({"blood", "pressure", "pain", "visit", "level", "total", "body"})
"""Words of names that alone tell none."""


_ASKED_LAST = re.compile(
    r"(?<=[a-z]{2}[.!])\s+(?:what|when|which|who|why|how|where|is|was|did|has|have|do|does)\b[^.!]*\?$", re.IGNORECASE
)
_FROM = re.compile(r"\bfrom\b", re.IGNORECASE)
"""A value from March is one of March, and does not go on since."""


class Amended(NamedTuple):
    """Entries as they are right, and those whose place they take."""

    entries: Extraction
    replaced: Extraction


class _Pair(NamedTuple):
    kind: str
    old: Any
    new: Any


def amended(
    told: Sequence[Extraction], found: Extraction, message: str, now: dt.datetime, *, just_told: bool
) -> Amended | None:
    """What a message corrects of what was told, the newest last; None where it corrects nothing.

    Right after it was told, a message that only points ("that was on Monday") is enough; later it must say that
    something was wrong.
    """
    message = _ASKED_LAST.sub("", message.strip())  # what is asked beside it corrects nothing
    if not told or not message or message.endswith("?"):
        return None
    corrects = puts_right(message, just_told=just_told)
    if not corrects and not (just_told and _TABLE.says(message, "points")):
        return None
    given = {kind: list(getattr(found, kind)) for kind in KINDS}
    pairs = list(_of_same_name(told, given, message, now)) or _renamed(told, given, message, now)
    if not pairs and found.is_empty:
        pairs = list(_of_parts(told, message, now))
    if not pairs:
        return None
    quote = message.strip()
    for pair in pairs:
        given[pair.kind].append(pair.new.model_copy(update={"quote": quote}))
    replaced = {kind: [pair.old for pair in pairs if pair.kind == kind] for kind in KINDS}
    return Amended(Extraction.model_validate(given), Extraction.model_validate(replaced))


def puts_right(message: str, *, just_told: bool) -> bool:
    """Whether a message says that something was wrong: in so many words, or by a number that it takes back right after it was told."""
    return any(clause.correction for clause in clauses(message)) or (just_told and gives_another(message))


def _each(told: Sequence[Extraction], kind: str) -> list[Any]:
    """The entries of a kind, the newest first."""
    return [entry for batch in reversed(told) for entry in reversed(getattr(batch, kind))]


def _of_same_name(
    told: Sequence[Extraction], given: dict[str, list[Any]], message: str, now: dt.datetime
) -> Iterator[_Pair]:
    """What is named again, with what is said otherwise of it; taken out of what is given."""
    for kind in KINDS:
        for entry in list(given[kind]):
            same = [each for each in _each(told, kind) if named(each) == named(entry)]
            wrong = [each for each in same if kind in _WITH_AMOUNTS and amount_of(each) in taken_back(message)]
            old = next(iter(wrong or same), None)
            if old is None or _another_reading(old, entry):
                continue
            given[kind].remove(entry)
            yield _Pair(kind, old, with_said(old, entry, message, now))


def _another_reading(old: Any, new: Any) -> bool:
    """Whether a value of another day is told beside the old one; the same value of another day corrects the day."""
    if not isinstance(new, MeasurementEntry) or new.time is None or old.time in (None, new.time):
        return False
    return bool(new.value != old.value)


def with_said(old: Any, new: Any, message: str, now: dt.datetime) -> Any:
    """An entry with what is said otherwise of it; of the day of the one before where none is told."""
    said = {key: value for key, value in new.model_dump().items() if value not in (None, "")}
    if isinstance(new, MeasurementEntry) and new.unit.lower() not in message.lower():
        said.pop("unit", None)  # a unit that nobody said is that of the value before
    if isinstance(new, MedicationEntry) and said.get("status") == "taking":
        said.pop("status")  # it is still the one that was begun or changed
    made = type(old).model_validate(old.model_dump() | said)
    return as_of(made, old, message, now) if isinstance(new, MeasurementEntry) else made


def _renamed(told: Sequence[Extraction], given: dict[str, list[Any]], message: str, now: dt.datetime) -> list[_Pair]:
    """Another thing that was meant than the one of the last entry, which is the only one of its kind or is named."""
    match = next((m for form in _TABLE.rules["renamed"] if (m := re.search(form, message, re.IGNORECASE))), None)
    if match is None or when(match["new"], now) is not None or _is_no_name(match["new"]):
        return []
    old_name = match["old"]
    for kind in KINDS:
        entries = [entry for entry in _each(told[-1:], kind) if _name_field(entry)]
        if old_name:
            entries = [entry for entry in entries if set(words(old_name)) & set(named(entry))]
        if len(entries) != 1 or (not old_name and not _alone(told[-1])):
            continue
        field = _name_field(entries[0])
        other = next((entry for entry in given[kind] if set(named(entry)) & set(words(match["new"]))), None)
        update = {field: getattr(other, field) if other is not None else match["new"].strip()}
        new = entries[0].model_copy(update=update)
        if other is not None:
            given[kind].remove(other)
            new = with_said(new, other, message, now)
        return [_Pair(kind, entries[0], new)]
    return []


def _is_no_name(text: str) -> bool:
    """Whether words tell only how much or how often: that is of the thing that was named, and names none."""
    often = frequency_in(text)
    whole = often is not None and often.group().strip() == text.strip()
    return whole or _TABLE.says(text, "schedule") or dose_in(text) is not None


def _name_field(entry: Any) -> str:
    return next((field for field in _NAME_OF if hasattr(entry, field)), "")


def _alone(batch: Extraction) -> bool:
    return sum(len(getattr(batch, kind)) for kind in KINDS) == 1


def _of_parts(told: Sequence[Extraction], message: str, now: dt.datetime) -> Iterator[_Pair]:
    """The entries that a message means by their name, or else the last ones, with the number or the day that it gives."""
    spoken = spoken_words(message)
    meant = [(kind, entry) for kind in KINDS for entry in _each(told, kind) if spoken & set(named(entry)) - _COMMON]
    meant = meant or [(kind, entry) for kind in KINDS for entry in getattr(told[-1], kind)]
    text = without_taken_back(message)
    fits = _that_fit([entry for _, entry in meant], message)
    of_a_day = _of_a_day([entry for _, entry in meant], text, now)
    for kind, entry in meant:
        only = len(fits) == 1 and entry in fits
        new = _with_parts(entry, text, now, only=only, redated=any(entry is one for one in of_a_day))
        if new != entry:
            yield _Pair(kind, entry, new)


def _that_fit(meant: Sequence[Any], message: str) -> list[Any]:
    """Of some entries those that can have the amount that a message gives."""
    valued = [entry for entry in meant if isinstance(entry, (MeasurementEntry, MedicationEntry))]
    plain = _without_days(without_taken_back(message))
    wrong = taken_back(message)
    values = [entry for entry in valued if isinstance(entry, MeasurementEntry)]
    part = part_meant(plain, values) if len(values) == len(valued) and not wrong else None
    return [part] if part is not None else fitting(valued, plain, wrong)


def among(told: Extraction, message: str) -> Extraction:
    """Those of what was told to which an amount that is put right may belong."""
    fits = _that_fit(with_amounts(told), message) or with_amounts(told)
    return Extraction.model_validate({kind: [one for one in getattr(told, kind) if one in fits] for kind in KINDS})


def gives_amount(message: str) -> bool:
    """Whether a message gives a number that may be an amount, besides those that it takes back."""
    return re.search(r"\d", _without_days(without_taken_back(message))) is not None


def _of_a_day(meant: Sequence[Any], text: str, now: dt.datetime) -> list[Any]:
    """Of some entries those whose day a message may put right: a day takes the place of a day, before that of a month or of none."""
    told = when(text, now)
    days = [(next((getattr(one, field) for field in _DAY_OF if hasattr(one, field)), None) or "", one) for one in meant]
    exact = [one for day, one in days if is_a_day(day) and len(day) >= _A_DAY]
    if told is None or len(told) < _A_DAY or not exact:
        return list(meant)
    return exact


_A_DAY = len("2020-01-01")


def names_entry(told: Extraction, message: str) -> bool:
    """Whether a message names something that was told."""
    spoken = spoken_words(message)
    return any(spoken & set(named(entry)) - _COMMON for kind in KINDS for entry in getattr(told, kind))


def spoken_words(message: str) -> set[str]:
    """The words of a message, and the clinical ones for what people call otherwise: the sugar is the glucose."""
    said = set(words(message))
    return said | {
        word for lay, names in lay_names().items() if said.issuperset(lay) for n in names for word in words(n)
    }


def _with_parts(entry: Any, text: str, now: dt.datetime, *, only: bool, redated: bool) -> Any:
    update: dict[str, Any] = {}
    field = next((name for name in _DAY_OF if hasattr(entry, name)), None)
    dated = (
        pattern("intakes", "dose").sub(" ", text) if isinstance(entry, MedicationEntry) else text
    )  # 2000 units are no year
    day = (moment if field == "time" else when)(_FROM.sub("in", dated), now) if field else None
    if field and day is not None and redated:
        update[field] = day
    plain = _without_days(text)
    if isinstance(entry, MedicationEntry) and only:
        update |= _taken(entry, plain)
    made = entry.model_copy(update=update)
    if isinstance(entry, MeasurementEntry) and only:
        right = corrected(plain, made, part=True)
        return as_of(right[0], made, text, now) if right else made
    return made


def _without_days(text: str) -> str:
    """A text without the numbers that tell when, and those that count something else."""
    text = _TABLE.pattern("counts_others").sub(" ", text)
    for form in _TABLE.rules["numbers_of_days"]:
        text = re.sub(form, " ", text, flags=re.IGNORECASE)
    return text


def _taken(entry: MedicationEntry, text: str) -> dict[str, str]:
    """The dose and the schedule that a message gives; a bare number is of the unit before."""
    dose, often = dose_in(text), frequency_in(text)
    said = {"frequency": often[1].lower()} if often else _how_often(entry, text)
    if dose is not None:
        return said | {"dose": f"{dose[1]} {dose[2].lower()}"}
    bare = pattern("measurements", "bare").search(text)
    before = dose_in(entry.dose or "")
    return said | ({"dose": f"{bare[1]} {before[2]}"} if bare is not None and before is not None and not said else {})


def _how_often(entry: MedicationEntry, text: str) -> dict[str, str]:
    """The schedule that a correction gives in a word: "make it twice" is of the day or the week told before."""
    told = next((m["new"] for form in _TABLE.rules["renamed"] if (m := re.search(form, text, re.IGNORECASE))), "")
    if not told or not _TABLE.says(told, "schedule") or told.strip().isdigit():
        return {}
    times = _TABLE.pattern("times").fullmatch(told.strip())
    if times is None:
        return {"frequency": told.strip().lower()}
    before = _TABLE.pattern("times").sub(times["times"].lower(), entry.frequency or "", count=1)
    return {"frequency": before if times["times"].lower() in before else f"{times['times'].lower()} a day"}
