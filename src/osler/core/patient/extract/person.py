"""Age and sex of the patient, from words such as "5-year-old boy"."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText
from osler.core.patient.extract.lexicon import any_of, rules, sex_of_word
from osler.core.patient.extract.times import duration_of_years
from osler.core.patient.types import PatientRecord

_NEAR = 40
_STATED = re.compile(r"^[ \t*#-]*(?:sex|gender)[ \t*]*[:=][ \t*]*([A-Za-z]+)", re.IGNORECASE | re.MULTILINE)


def add_person(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add age and sex where the note states them and the record does not know them yet."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    age = next((time for time in analysed.times if time.kind == "current_age" and time.years is not None), None)
    person = record.demographics
    if age is not None and age.years is not None and person.age is None and person.birth_date is None:
        person.age = duration_of_years(age.years)
        person.evidence.append(document.span(age.start, age.end))
    place = _sex_place(document.text, age.end if age else None)
    if person.sex is None and place is not None:
        person.sex = sex_of_word(document.text[slice(*place)])
        person.evidence.append(document.span(*place))


def _sex_place(text: str, after_age: int | None) -> tuple[int, int] | None:
    """Where the sex is stated: in a line of its own, or as the noun that follows the age."""
    stated = _STATED.search(text)
    if stated and sex_of_word(stated[1]):
        return stated.span(1)
    if after_age is None:
        return None
    nouns = any_of(tuple(noun for group in rules()["sex"].values() for noun in group))
    # The age may contain the noun's first half ("5-year-old"), never the noun itself.
    found = nouns.search(text, after_age, after_age + _NEAR)
    ends = re.search(r"[.;\n]", text[after_age : after_age + _NEAR])
    return found.span() if found and (ends is None or found.start() < after_age + ends.start()) else None
