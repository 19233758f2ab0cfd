"""What would settle an open criterion: a datum that a coordinator can order or ask for, or a person's reading of it."""

from __future__ import annotations

import re

from osler.core.criteria import Age, Atom, Finding, MeasuredValue, Pregnancy, SexIs, known_measure
from osler.core.terminology import Vocabularies
from osler.trials.judging.asked.trees import is_count
from osler.trials.judging.findings import named, names_medicine
from osler.trials.judging.rules import pattern
from osler.trials.judging.windows import DAYS

_ANSWER, _READING = "an answer to: ", "a reading of: "
_HAS = "whether the patient has: "
_SHOWN = 120
_OF_THE_LAST = re.compile(r" of the last (?P<length>[\d.]+) (?P<unit>\w+)$")


def missing_of(atom: Atom, vocabularies: Vocabularies, *, measured: bool = False) -> str:
    """The datum that would settle an atom, in words that a clinician can order or ask."""
    if isinstance(atom, Age):
        return "age"
    if isinstance(atom, SexIs):
        return "sex"
    if isinstance(atom, Pregnancy):
        return {"pregnant": "a pregnancy test", "breastfeeding": "whether the patient is breast-feeding"}.get(
            atom.state, "whether the patient can become pregnant"
        )
    if isinstance(atom, MeasuredValue):
        if is_count(atom):
            return f"how many: {_within(atom)}"
        limit = next((bound.times for bound in atom.test.bounds if bound.times), None)
        if measured and limit:
            return f"the laboratory's {'upper' if limit == 'ULN' else 'lower'} limit of normal for {atom.name}"
        return _within(atom)
    if isinstance(atom, Finding):
        return f"whether the patient {'takes' if names_medicine(atom.name, vocabularies) else 'has'}: {atom.name}"
    # Agreement and judgement are a person's to give; what was not understood may well be in the record.
    return f"{_READING if atom.reason == 'not_understood' else _ANSWER}{atom.text[:_SHOWN]}"


def _within(atom: MeasuredValue) -> str:
    window = next((w for w in atom.windows if w.kind == "within" and w.length and w.unit), None)
    return f"{atom.name} of the last {window.length:g} {window.unit}" if window else atom.name


def askable(datum: str, text: str, vocabularies: Vocabularies) -> str:
    """A datum that a person could be asked for; of words that name nothing known here the criterion is to be read."""
    asked = datum.partition(_HAS)[2]
    unknown = bool(asked) and not named(asked, vocabularies).kinds
    if unknown or (" " not in datum and known_measure(datum) is None and pattern("unsaid").fullmatch(datum)):
        return reading_of_criterion(text)
    return datum


def reading_of_criterion(text: str) -> str:
    """That a person reads a criterion beside the record."""
    return f"{_READING}{' '.join(text.split())[:_SHOWN]}"


def is_reading(datum: str) -> bool:
    """Whether nothing is known to be missing: the criterion, or what the record says of it, was not understood."""
    return datum.startswith(_READING)


def without_prefix(datum: str) -> str:
    """A datum by its name; of a criterion that is to be read its own words."""
    return datum.removeprefix(_READING)


def kind_of_datum(datum: str) -> str:
    """What a datum is a datum of, whatever time it is asked for and by whichever of its names."""
    name = _OF_THE_LAST.sub("", datum)
    known = known_measure(name)
    return known.id if known is not None else name.casefold()


def strictness(datum: str) -> tuple[float, str]:
    """How near to now a datum has to be, in days; the nearest settles what the others do."""
    found = _OF_THE_LAST.search(datum)
    return (float(found["length"]) * DAYS.get(found["unit"], 1.0) if found else float("inf"), "" if found else datum)
