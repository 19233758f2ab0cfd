"""From bytes to a patient record: how text is decoded, formats are told apart and each is read."""

from osler.core.patient.readers.guess import ACCEPTED, Format
from osler.core.patient.readers.load import MAX_INPUT_BYTES
from osler.core.patient.readers.read import read_patient

__all__ = ["ACCEPTED", "MAX_INPUT_BYTES", "Format", "read_patient"]
