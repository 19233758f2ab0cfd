"""Which format an input has, told from its content."""

from __future__ import annotations

import json
import math
from enum import StrEnum
from typing import Any

from osler.core.patient.input import PatientInput
from osler.core.patient.readers.fields import is_form
from osler.errors import DataError


class Format(StrEnum):
    """The formats a patient can come in."""

    FHIR = "fhir"
    PHENOPACKET = "phenopacket"
    INPUT = "input"
    NOTE = "note"
    PDF = "pdf"
    DOCX = "docx"
    RTF = "rtf"
    EMAIL = "email"
    CSV = "csv"
    XLSX = "xlsx"


ACCEPTED = (
    "accepted are: a FHIR R4 Bundle, resource or NDJSON; a GA4GH Phenopacket v2 as JSON or protobuf; "
    "PatientInput JSON (free_text, hpo_terms, prior_tests, family_history, age, sex); "
    "a note as plain text, Markdown, Word, rich text, e-mail or PDF with text; "
    "a table (.csv or .xlsx) with one patient a row"
)

_ARCHIVES = {
    b"PK\x03\x04": "a ZIP archive",
    b"PK\x05\x06": "a ZIP archive",
    b"\x1f\x8b": "a gzip file",
    b"BZh": "bzip2",
}
_PACKET_KEYS = {"phenotypicFeatures", "phenotypic_features", "metaData", "meta_data", "subject", "interpretations"}


def refuse_archive(data: bytes) -> None:
    """Archives are not opened: what is inside could be of any size and of any patient."""
    for mark, name in _ARCHIVES.items():
        if data.startswith(mark):
            raise DataError(f"the input is {name}", mend=f"unpack it and give one file; {ACCEPTED}")


def is_pdf(data: bytes) -> bool:
    """Whether bytes are a PDF; some writers put a few bytes before its mark."""
    return b"%PDF-" in data[:1024]


def looks_like_json(text: str) -> bool:
    """Whether a text means to be JSON."""
    begin = text.lstrip()[:64]
    # A line of a chat begins with its time in brackets.
    return begin[:1] == "{" or (begin[:1] == "[" and begin[1:].lstrip()[:1] in ("{", "[", "]", '"', ""))


def guess_json(document: Any) -> Format:
    """The format of a parsed JSON document."""
    if isinstance(document, list):
        resources = bool(document) and all(isinstance(one, dict) and "resourceType" in one for one in document)
        kinds = [Format.FHIR] if resources else []
    else:
        keys = set(document)
        kinds = [Format.FHIR] if "resourceType" in keys else []
        kinds += [Format.PHENOPACKET] if keys & _PACKET_KEYS and "resourceType" not in keys else []
        kinds += [Format.INPUT] if keys & set(PatientInput.model_fields) or (not kinds and is_form(keys)) else []
    if len(kinds) == 1:
        return kinds[0]
    if not kinds:
        raise DataError("the JSON is of no known patient format", mend=ACCEPTED)
    names = " and ".join(kinds)
    raise DataError(f"the JSON has the fields of {names}", mend="say which format it is, or split it")


def parse_json(text: str) -> Any:
    """JSON, or JSON lines; a line that cannot be read is None, so that it does not lose the others."""
    try:
        return _loads(text)
    except json.JSONDecodeError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) > 1 and _is_object(lines[0]):
            return [_line(line) for line in lines]
        place = f"line {error.lineno}, column {error.colno}"
        raise DataError(
            f"the JSON is malformed or cut off at {place}", mend="export it again, or give format 'note' for a text"
        ) from None


def _loads(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise DataError("the JSON is nested too deeply", mend="export it again; no patient format nests so") from None
    except json.JSONDecodeError:
        raise
    except ValueError:
        if '"resourceType"' in text:
            # One impossible number of a bundle must not lose the other resources: its reader leaves it out and says so.
            return json.loads(text, parse_constant=float, parse_int=_int_or_infinite)
        raise DataError("the JSON holds a number that is too large or is none", mend="correct the number") from None


def _is_object(line: str) -> bool:
    try:
        return isinstance(_loads(line), dict)
    except json.JSONDecodeError:
        return False


def _line(line: str) -> Any:
    try:
        return _loads(line)
    except (json.JSONDecodeError, DataError):
        return None


def _int_or_infinite(digits: str) -> float:
    try:
        return int(digits)
    except ValueError:
        return math.inf


def _no_constant(name: str) -> float:
    raise ValueError(name)
