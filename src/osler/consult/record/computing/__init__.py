"""The arithmetic of answers: what is latest, highest, changed, counted; every answer with the entries it rests on."""

from osler.consult.record.computing.events import (
    NO_ALLERGY,
    NOT_RECORDED,
    allergic,
    beware,
    count,
    ever,
    happened,
    list_names,
    most_common,
    name,
    new_names,
    not_so,
    only_visited,
    repeated,
    time_since,
    unrecorded,
    when,
    who_or_where,
)
from osler.consult.record.computing.medicines import dose, reason
from osler.consult.record.computing.person import age_then, of_person
from osler.consult.record.computing.rows import is_active, listed
from osler.consult.record.computing.values import change, compare, normal, trend, trend_of, value

__all__ = [
    "NOT_RECORDED", "NO_ALLERGY", "age_then", "allergic", "beware", "change", "compare", "count", "dose", "ever", "happened", "is_active",
    "list_names", "listed", "most_common", "name", "new_names", "normal", "not_so", "of_person", "only_visited", "reason", "repeated",
    "time_since", "trend", "trend_of", "unrecorded", "value", "when", "who_or_where",
]  # fmt: skip
