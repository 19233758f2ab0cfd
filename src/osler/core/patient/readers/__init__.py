"""From bytes to a patient record: how text is decoded, formats are told apart and each is read."""

from osler.core.files import MAX_INPUT_BYTES
from osler.core.patient.readers.cells import names_in_list, split_ids
from osler.core.patient.readers.columns import parse_columns
from osler.core.patient.readers.guess import ACCEPTED, Format
from osler.core.patient.readers.load import SUFFIXES, is_path, tells_of_folder
from osler.core.patient.readers.many import PatientSource, json_documents, patients_in
from osler.core.patient.readers.naming import NOBODY, file_names, going_by
from osler.core.patient.readers.persons import speaks_of_several
from osler.core.patient.readers.read import read_patient
from osler.core.patient.readers.same_id import People, Person, repeated_ids, shared_ids
from osler.core.patient.readers.text import document_text

__all__ = [
    "ACCEPTED",
    "MAX_INPUT_BYTES",
    "NOBODY",
    "SUFFIXES",
    "Format",
    "PatientSource",
    "People",
    "Person",
    "document_text",
    "file_names",
    "going_by",
    "is_path",
    "json_documents",
    "names_in_list",
    "parse_columns",
    "patients_in",
    "read_patient",
    "repeated_ids",
    "shared_ids",
    "speaks_of_several",
    "split_ids",
    "tells_of_folder",
]
