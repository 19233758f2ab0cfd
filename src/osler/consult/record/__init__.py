"""Questions over one patient's record, answered offline from the patient's graph."""

from osler.consult.record.answers import RecordAnswer, unanswerable
from osler.consult.record.asking import QUERY_TOOL
from osler.consult.record.called import is_pressure, measure_named, words
from osler.consult.record.question import RecordQuestion, Refused, read_question
from osler.consult.record.reading.several import asks_something
from osler.consult.record.several import answer_question

__all__ = [
    "QUERY_TOOL",
    "RecordAnswer",
    "RecordQuestion",
    "Refused",
    "answer_question",
    "asks_something",
    "is_pressure",
    "measure_named",
    "read_question",
    "unanswerable",
    "words",
]
