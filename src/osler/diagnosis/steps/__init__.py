"""The steps of a diagnosis, one file each."""

from osler.diagnosis.steps.differential import percent
from osler.diagnosis.steps.mapping import map_text
from osler.diagnosis.steps.questions import QUESTIONED, questions

__all__ = ["QUESTIONED", "map_text", "percent", "questions"]
