"""The fields of a patient form under the names that people give them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from osler.core.patient.input import PatientInput
from osler.core.patient.problems import Level, Problem
from osler.core.patient.readers.cells import split_findings
from osler.core.patient.readers.columns import known
from osler.errors import DataError, closest

if TYPE_CHECKING:
    from osler.core.terminology import Vocabularies

_IDS = ("id", "patient_id")
_NOTES = ("text", "note")
"""Names of the note that are as good as its own."""
_OF_COLUMN = {
    "findings": "hpo_terms",
    "excluded": "hpo_terms",
    "note": "free_text",
    "tests": "prior_tests",
    "family_history": "family_history",
    "age": "age",
    "sex": "sex",
}
"""What the columns of a table fill, by the field of the form that says the same."""
_LONGEST = 64


def is_form(names: set[str]) -> bool:
    """Whether an object has a field of the form, under its own name or another, or one that is nearly written so."""
    if names & {*PatientInput.model_fields, *_NOTES}:
        return True
    return any(_meant(name) or closest(name, PatientInput.model_fields) for name in names)


def as_named(document: dict[str, Any], vocabularies: Vocabularies) -> tuple[dict[str, Any], list[Problem]]:
    """The form with its own names for its fields; DataError where it has none of them under any name."""
    named = dict(document)
    problems: list[Problem] = []
    for name in [key for key in document if key not in PatientInput.model_fields and key not in _IDS]:
        field = "free_text" if name in _NOTES else _meant(name)
        value = _as(known(name) or "note", document[name], vocabularies) if field else None
        if field is None or value is None:
            continue
        if field in named:
            value = _joined(named[field], value)
        if value is None:
            continue
        named[field] = value
        del named[name]
        if name not in _NOTES:
            message = f"the field {_shown(name)} was read as {field}"
            mend = f"name it {field}"
            problems.append(
                Problem(code="input.read_as", level=Level.WARNING, message=message, mend=mend, path=_shown(name))
            )
    unknown = [name for name in named if name not in PatientInput.model_fields and name not in _IDS]
    if unknown and not set(named) & set(PatientInput.model_fields):
        told = [unknown_field(name) for name in unknown]
        raise DataError(f"the JSON describes no patient: {'; '.join(one.message for one in told)}", mend=told[0].mend)
    return named, problems


def identifier_in(document: dict[str, Any]) -> str:
    """The patient's id in a form, taken out of it; empty where it has none."""
    found = [document.pop(name) for name in _IDS if isinstance(document.get(name), str | int)]
    return str(found[0]) if found else ""


def unknown_field(name: str) -> Problem:
    """A field that the form does not have, by its name if that is one, and the field that may be meant."""
    meant = _meant(name) or closest(name, PatientInput.model_fields)
    hint = f"did you mean {meant}? " if meant else ""
    return Problem(
        code="input.unusable",
        level=Level.ERROR,
        message=f"the form has no field {_shown(name)}; what it says was left out",
        mend=f"{hint}known fields: {', '.join(PatientInput.model_fields)}",
        path=_shown(name),
    )


def _meant(name: str) -> str | None:
    return _OF_COLUMN.get(known(name) or "")


def _shown(name: str) -> str:
    # What is no name may be words of the patient.
    return name if name.isidentifier() and len(name) <= _LONGEST else "(an unknown field)"


def _joined(here: Any, more: Any) -> Any:
    """Two values of one field; None where they cannot both stand."""
    if isinstance(here, list) and isinstance(more, list):
        return [*here, *more]
    return f"{here}\n\n{more}" if isinstance(here, str) and isinstance(more, str) and here.strip() else None


def _term(value: Any) -> Any:
    """The id of a finding, or its name, where it is an object that says nothing else of it."""
    if not isinstance(value, dict) or set(value) - {"id", "label", "name", "term", "hpo_id"}:
        return value
    return next((value[key] for key in ("id", "hpo_id", "term", "label", "name") if value.get(key)), None)


def _as(kind: str, value: Any, vocabularies: Vocabularies) -> Any:
    """A value as the form has it; None where it has another shape."""
    words = [value] if isinstance(value, str) else value
    if kind in ("findings", "excluded") and isinstance(words, list):
        words = [_term(one) for one in words]
    if kind in ("age", "sex"):
        return value if isinstance(value, str | int | float) else None
    if not isinstance(words, list) or not words or not all(isinstance(one, str) for one in words):
        return None
    if kind in ("findings", "excluded"):
        terms = [term for one in words for term in split_findings(one, vocabularies)]
        return [{"term": term, "excluded": True} for term in terms] if kind == "excluded" else terms
    return words if kind == "tests" else "\n\n".join(words)
