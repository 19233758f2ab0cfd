"""The arithmetic of answers: what is latest, highest, changed, counted; every answer with the entries it rests on."""

from osler.consult.record.computing.comparing import around, change, compare, trend, trend_of
from osler.consult.record.computing.events import (
    NO_ALLERGY,
    NOT_RECORDED,
    allergic,
    beware,
    count,
    denied,
    ever,
    happened,
    kindred,
    list_names,
    most_common,
    name,
    new_names,
    not_so,
    not_told,
    oftener,
    only_visited,
    planned,
    repeated,
    unrecorded,
    when,
    whether_over,
    who_or_where,
    without_result,
)
from osler.consult.record.computing.lengths import duration, time_since
from osler.consult.record.computing.medicines import (
    dose,
    given_before,
    medicines,
    not_known_for,
    of_another_strength,
    of_strength,
    prescribed_by,
    reason,
    superseded,
    was_taken,
)
from osler.consult.record.computing.person import age_then, of_person
from osler.consult.record.computing.rows import as_of, is_active, is_planned, is_present, is_to_come, listed, together
from osler.consult.record.computing.series import (
    APPROXIMATE,
    beyond,
    brought_to,
    in_asked_unit,
    joined,
    with_unit_of_bound,
)
from osler.consult.record.computing.spread import interval, per_period, ratio, value_range
from osler.consult.record.computing.values import (
    beyond_ranges,
    ever_beyond,
    found_in_tumour,
    none_in_time,
    normal,
    unjudged,
    value,
)

__all__ = [
    "APPROXIMATE", "NOT_RECORDED", "NO_ALLERGY", "age_then", "allergic", "around", "as_of", "beware", "beyond", "beyond_ranges", "brought_to", "change", "compare", "count", "denied", "dose", "duration", "ever", "ever_beyond", "found_in_tumour", "given_before", "happened", "in_asked_unit", "interval", "is_active", "is_planned", "is_present", "is_to_come", "joined", "kindred",
    "list_names", "listed", "medicines", "most_common", "name", "new_names", "none_in_time", "normal", "not_known_for", "not_so", "not_told", "of_another_strength", "of_person", "of_strength", "oftener", "only_visited", "per_period", "planned", "prescribed_by", "ratio", "reason", "repeated", "superseded",
    "time_since", "together", "trend", "trend_of", "unjudged", "unrecorded", "value", "value_range", "was_taken", "when", "whether_over", "who_or_where", "with_unit_of_bound", "without_result",
]  # fmt: skip
