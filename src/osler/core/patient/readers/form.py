"""PatientInput JSON → record."""

from __future__ import annotations

import re
from typing import Any

from pydantic import ValidationError

from osler.core.evidence import Evidence, Pointer, Source
from osler.core.language import time_expressions
from osler.core.patient.extract.genetic_tests import is_genetic_test, result_of
from osler.core.patient.extract.lexicon import sex_of_word
from osler.core.patient.extract.note import add_document
from osler.core.patient.extract.times import duration_of_years
from osler.core.patient.input import PatientInput, PriorTest
from osler.core.patient.problems import Level, Problem, ReadResult
from osler.core.patient.types import (
    ClinicalTime,
    Coding,
    Document,
    FamilyHistory,
    Gene,
    GeneticTest,
    PatientRecord,
    Phenotype,
    Presence,
    Procedure,
    Status,
    duration_years,
)
from osler.core.terminology import hpo

_TERM = re.compile(r"\s*(?P<excluded>[-!]|NOT\s+|not\s+)?\s*HP[:_](?P<code>\d{7})\s*", re.ASCII)
_OLDEST = 130
_SOURCE = "input"


def read_form(document: dict[str, Any]) -> ReadResult:
    """The record of a filled-in form; a field that cannot be used is named and the others are kept."""
    form, problems = _validated(document)
    record = PatientRecord(id="patient", sources=[Source(id=_SOURCE, kind="input")])
    _add_age(record, form.age, problems)
    _add_sex(record, form.sex, problems)
    for number, term in enumerate(form.hpo_terms):
        _add_term(record, term, number, problems)
    for number, test in enumerate(form.prior_tests):
        _add_test(record, test, number)
    if form.free_text and form.free_text.strip():
        problems += add_document(record, Document(id="free_text", text=form.free_text))
    if form.family_history and form.family_history.strip():
        problems += _add_family(record, form.family_history)
    return ReadResult(record, problems)


def _validated(document: dict[str, Any]) -> tuple[PatientInput, list[Problem]]:
    try:
        return PatientInput.model_validate(document), []
    except ValidationError as error:
        bad = sorted({str(item["loc"][0]) for item in error.errors(include_input=False) if item["loc"]})
    problems = [_unusable(name if name in PatientInput.model_fields else "(an unknown field)") for name in bad]
    return PatientInput.model_validate({key: value for key, value in document.items() if key not in bad}), problems


def _add_age(record: PatientRecord, age: float | str | None, problems: list[Problem]) -> None:
    if age is None:
        return
    duration = _age(age)
    if duration is None or not 0 <= duration_years(duration) <= _OLDEST:
        problems.append(_unusable("age", 'give years or an age such as "4 months" or "P4M"'))
        return
    record.demographics.age = duration
    record.demographics.evidence.append(Pointer(source_id=_SOURCE, path="age"))


def _age(age: float | str) -> str | None:
    if isinstance(age, str) and re.fullmatch(r"P(\d{1,4}[YMWD])+", age.strip(), re.ASCII):
        return age.strip()
    if isinstance(age, str) and not re.fullmatch(r"\d{1,3}(\.\d{1,6})?", age.strip(), re.ASCII):
        found = [one for one in time_expressions(f"{age[:100]} of age") if one.years is not None]
        found = found or [one for one in time_expressions(age[:100]) if one.years is not None]
        return duration_of_years(found[0].years) if found and found[0].years is not None else None
    years = float(age)
    return duration_of_years(years) if 0 <= years <= _OLDEST else None


def _add_sex(record: PatientRecord, word: str | None, problems: list[Problem]) -> None:
    if not word:
        return
    sex = sex_of_word(word)
    if sex is None:
        problems.append(_unusable("sex", "give female, male, other or unknown"))
        return
    record.demographics.sex = sex
    record.demographics.evidence.append(Pointer(source_id=_SOURCE, path="sex"))


def _add_term(record: PatientRecord, term: str, number: int, problems: list[Problem]) -> None:
    path = f"hpo_terms[{number}]"
    found = _TERM.fullmatch(term)
    name = hpo().label(f"HP:{found['code']}") if found else None
    if found is None:
        message = "this is no HPO id; its words were kept without a code"
        problems.append(Problem(level=Level.WARNING, message=message, mend="write ids as HP:0001250", path=path))
    record.phenotypes.append(
        Phenotype(
            id=f"hpo-term-{number + 1}",
            codings=[Coding(system="HP", code=found["code"], display=name)] if found else [],
            text=None if found else term,
            presence=Presence.ABSENT if found and found["excluded"] else Presence.PRESENT,
            evidence=[Pointer(source_id=_SOURCE, path=path)],
        )
    )


def _add_test(record: PatientRecord, given: str | PriorTest, number: int) -> None:
    evidence: list[Evidence] = [Pointer(source_id=_SOURCE, path=f"prior_tests[{number}]")]
    test = given if isinstance(given, PriorTest) else PriorTest(type=given, date=_stated_date(given), result=given)
    time = ClinicalTime.on(test.date) if test.date else None
    identifier = f"prior-test-{number + 1}"
    if is_genetic_test(test.type) or test.genes:
        record.genetic_tests.append(
            GeneticTest(
                id=identifier,
                text=test.type,
                time=time,
                result=result_of(test.result),
                result_text=test.result or None,
                genes=[Gene(symbol=symbol) for symbol in test.genes],
                evidence=evidence,
            )
        )
        return
    record.procedures.append(
        Procedure(
            id=identifier,
            text=test.type,
            time=time,
            status=Status.COMPLETED,
            category="prior test",
            outcome=test.result if test.result != test.type else None,
            evidence=evidence,
        )
    )


def _stated_date(text: str) -> str | None:
    """The date that words give a test, as precise as they are."""
    found = next((one for one in time_expressions(text) if one.kind == "date" and one.date), None)
    if found is None or found.date is None:
        return None
    lengths = {"year": len("YYYY"), "month": len("YYYY-MM")}
    return found.date.isoformat()[: lengths.get(found.date_precision or "day")]


def _add_family(record: PatientRecord, text: str) -> list[Problem]:
    """The family history as a note under its heading, so that nothing in it is taken for the patient's."""
    heading = "Family history:\n"
    known = len(record.family_history)
    family = PatientRecord(id=record.id)
    problems = add_document(family, Document(id="family_history", text=heading + text))
    record.documents += family.documents
    record.family_history += [
        fact.model_copy(update={"id": f"family-{number}"})
        for number, fact in enumerate(family.family_history, start=known + 1)
    ]
    if not family.family_history:
        evidence = [Pointer(source_id=_SOURCE, path="family_history")]
        record.family_history.append(
            FamilyHistory(id="family-text", text=text, presence=Presence.UNKNOWN, evidence=evidence)
        )
    return problems


def _unusable(field: str, mend: str = "") -> Problem:
    return Problem(
        level=Level.ERROR,
        message="the field cannot be used and was left out",
        mend=mend or "known fields: " + ", ".join(PatientInput.model_fields),
        path=field,
    )
