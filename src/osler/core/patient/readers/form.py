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
from osler.core.patient.input import FindingInput, PatientInput, PriorTest
from osler.core.patient.problems import UNUSABLE, Level, Problem, ReadResult
from osler.core.patient.readers.fields import as_named, identifier_in, unknown_field
from osler.core.patient.readers.naming import NOBODY
from osler.core.patient.readers.note import add_note
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
from osler.core.terminology import Vocabularies

_TERM = re.compile(r"\s*HPO?[:_](?P<code>\d{7})\s*", re.ASCII | re.IGNORECASE)
_SIGN = re.compile(r"\s*(?:[-!]|NOT\s)\s*(?=HP[:_]\d)", re.ASCII | re.IGNORECASE)
_SHORT_AGE = re.compile(r"\s*(\d{1,4}(?:\.\d{1,6})?)\s?([ymwd])\s*", re.ASCII | re.IGNORECASE)
_OLDEST = 130
_AGE_FORMS = 'give years or an age such as "4 months", "4m" or "P4M", from 0 to 130 years'
_SOURCE = "input"


def read_form(document: dict[str, Any], vocabularies: Vocabularies) -> ReadResult:
    """The record of a filled-in form; a field that cannot be used is named and the others are kept."""
    document, problems = as_named(document, vocabularies)
    identifier = identifier_in(document)
    form, unusable = _validated(document)
    problems += unusable
    record = PatientRecord(id=identifier or NOBODY, sources=[Source(id=_SOURCE, kind="input")])
    _add_age(record, form.age, problems)
    _add_sex(record, form.sex, problems)
    for number, term in enumerate(form.hpo_terms):
        _add_term(record, term, number, problems, vocabularies)
    for number, test in enumerate(form.prior_tests):
        _add_test(record, test, number)
    if form.free_text and form.free_text.strip():
        problems += add_note(record, form.free_text, vocabularies, document_id="free_text")
    if form.family_history and form.family_history.strip():
        problems += _add_family(record, form.family_history, vocabularies)
    return ReadResult(record, problems)


def _validated(document: dict[str, Any]) -> tuple[PatientInput, list[Problem]]:
    try:
        return PatientInput.model_validate(document), []
    except ValidationError as error:
        bad = sorted({str(item["loc"][0]) for item in error.errors(include_input=False) if item["loc"]})
    problems = [_unusable(name) if name in PatientInput.model_fields else unknown_field(name) for name in bad]
    return PatientInput.model_validate({key: value for key, value in document.items() if key not in bad}), problems


def _add_age(record: PatientRecord, age: float | str | None, problems: list[Problem]) -> None:
    if age is None:
        return
    duration = _possible_age(age)
    if duration is None:
        problems.append(_unusable("age", _AGE_FORMS))
        return
    record.demographics.age = duration
    record.demographics.evidence.append(Pointer(source_id=_SOURCE, path="age"))


def _possible_age(age: float | str) -> str | None:
    """An age as a duration, unless it cannot be read or nobody can be that old."""
    duration = _age(age)
    return duration if duration is not None and 0 <= duration_years(duration) <= _OLDEST else None


def _age(age: float | str) -> str | None:
    if isinstance(age, str) and re.fullmatch(r"P(\d{1,4}[YMWD])+", age.strip(), re.ASCII):
        return age.strip()
    if isinstance(age, str) and (short := _SHORT_AGE.fullmatch(age)):
        return f"P{short[1]}{short[2].upper()}"
    if isinstance(age, str) and age.lstrip().startswith(("-", "\u2212")):
        return None
    if isinstance(age, str) and not re.fullmatch(r"\d{1,3}(\.\d{1,6})?", age.strip(), re.ASCII):
        found = [one for one in time_expressions(f"{age[:100]} of age") if one.years is not None and one.kind != "ago"]
        found = found or [one for one in time_expressions(age[:100]) if one.years is not None and one.kind != "ago"]
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


def _add_term(
    record: PatientRecord,
    given: str | FindingInput,
    number: int,
    problems: list[Problem],
    vocabularies: Vocabularies,
) -> None:
    path = f"hpo_terms[{number}]"
    finding = given if isinstance(given, FindingInput) else _signed(given, path, problems)
    coding = _coding(finding.term, path, problems, vocabularies)
    record.phenotypes.append(
        Phenotype(
            id=f"hpo-term-{number + 1}",
            codings=[coding] if coding else [],
            text=None if coding else finding.term,
            presence=Presence.ABSENT if finding.excluded else Presence.PRESENT,
            time=_onset(finding.onset, path, problems),
            evidence=[Pointer(source_id=_SOURCE, path=path)],
        )
    )


def _signed(term: str, path: str, problems: list[Problem]) -> FindingInput:
    """A finding as a plain string; the sign by which version 0.1 marked an exclusion is still read, and reported."""
    sign = _SIGN.match(term)
    if sign is None:
        return FindingInput(term=term)
    message = "a sign before an id was read as an exclusion; this form will not be read by the next version"
    mend = 'write {"term": "HP:0001250", "excluded": true}'
    problems.append(Problem(code="input.read_as", level=Level.WARNING, message=message, mend=mend, path=path))
    return FindingInput(term=term[sign.end() :], excluded=True)


def _coding(term: str, path: str, problems: list[Problem], vocabularies: Vocabularies) -> Coding | None:
    """The id of a finding; words have none, and are looked up by whoever reasons about them."""
    found = _TERM.fullmatch(term)
    if found is None:
        return None
    hpo_id = f"HP:{found['code']}"
    if vocabularies.hpo.resolve(hpo_id) is None:
        message = f"the HPO has no term {hpo_id}"
        problems.append(
            Problem(
                code="input.unknown_code",
                level=Level.ERROR,
                message=message,
                mend="look the id up by its name",
                path=path,
            )
        )
    return Coding(system="HP", code=found["code"], display=vocabularies.hpo.label(hpo_id))


def _onset(text: str | None, path: str, problems: list[Problem]) -> ClinicalTime | None:
    if text is None:
        return None
    age = _possible_age(text)
    if age is None:
        problems.append(_unusable(f"{path}.onset", _AGE_FORMS))
        return None
    return ClinicalTime.aged(age)


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


def _add_family(record: PatientRecord, text: str, vocabularies: Vocabularies) -> list[Problem]:
    """The family history as a note under its heading, so that nothing in it is taken for the patient's."""
    heading = "Family history:\n"
    known = len(record.family_history)
    family = PatientRecord(id=record.id)
    problems = add_document(family, Document(id="family_history", text=heading + text), vocabularies)
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
        code="input.unusable",
        level=Level.ERROR,
        message=f"{UNUSABLE} and was left out",
        mend=mend or "known fields: " + ", ".join(PatientInput.model_fields),
        path=field,
    )
