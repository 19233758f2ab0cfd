"""A record that speaks of several patients is judged for none: two patients' data never mix."""

from __future__ import annotations

import re

from osler.core.patient import PatientRecord
from osler.errors import DataError

_LABEL = re.compile(
    r"(?:^|(?<=[.;]\s)|(?<=\n))[ \t]*(?:patient|pt|case|subject)[ \t]*(?:no\.?[ \t]*|#[ \t]*)?(?P<which>[A-Z]|\d{1,3})[ \t]*[:)]",
    re.IGNORECASE,
)


def one_person(record: PatientRecord) -> None:
    """Refuse a record one of whose notes has a heading for each of several patients."""
    for document in record.documents:
        if len({found["which"].upper() for found in _LABEL.finditer(document.text)}) > 1:
            raise DataError(
                "the note speaks of several patients, so that whose fact is whose cannot be told",
                mend="give each patient a file, a line of NDJSON or a row of a table",
            )
