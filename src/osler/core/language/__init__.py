"""Deterministic clinical text processing: sentences, sections, mentions, assertion, time, quantities."""

from osler.core.language.acuity import reduced_acuity
from osler.core.language.addressed import addresses_a_model, without_orders
from osler.core.language.adult_classes import (
    ADULT,
    AdultClass,
    AdultRange,
    is_adult,
    pressure_class,
    pressure_range,
    value_class,
    value_range,
)
from osler.core.language.analyse import AnalysedText, analyse, assert_mention, read_once
from osler.core.language.called_normal import called_normal
from osler.core.language.centiles import centile_findings
from osler.core.language.conduction import slow_conduction
from osler.core.language.day_order import day_order, is_ambiguous
from osler.core.language.flags import flag_after
from osler.core.language.fluids import is_of_a_fluid
from osler.core.language.impossible import SIGNED
from osler.core.language.infection_tests import stands_among_tests
from osler.core.language.laboratory import beyond_range, findings_of, limits_of, usual_limit
from osler.core.language.limits import beyond_limits
from osler.core.language.measured_finding import MeasuredFinding
from osler.core.language.medications import how_often, regimens
from osler.core.language.mention_times import is_no_age
from osler.core.language.milestones import late_milestones
from osler.core.language.month_names import MONTH_NAME, month_number
from osler.core.language.newer_values import replaced_places
from osler.core.language.number_words import NUMBER_OF_WORD, ONES, TENS
from osler.core.language.organs import enlarged_organs
from osler.core.language.other_languages import foreign_language, in_another_language, language_of_note
from osler.core.language.proportions import long_arms
from osler.core.language.quantities import quantities
from osler.core.language.quantity_rules import measure_called, plausible_ranges
from osler.core.language.requests import request_in
from osler.core.language.sections import sections
from osler.core.language.sentences import LONGEST_SENTENCE, sentences
from osler.core.language.shorthand import NOTE_PREFIX, note_kind, written_out
from osler.core.language.stated_ranges import out_of_range
from osler.core.language.studies import names_a_study
from osler.core.language.times import months, time_expressions
from osler.core.language.timing import onset_of, timing_at
from osler.core.language.types import (
    Assertion,
    CueSpan,
    Experiencer,
    Matcher,
    Mention,
    NormalFinding,
    Polarity,
    Progression,
    Quantity,
    Regimen,
    Section,
    SectionKind,
    Sentence,
    TimeExpression,
    Timing,
)
from osler.core.language.unit_words import unit_words
from osler.core.language.yearless import day_of_name

__all__ = [
    "ADULT",
    "LONGEST_SENTENCE",
    "MONTH_NAME",
    "NOTE_PREFIX",
    "NUMBER_OF_WORD",
    "ONES",
    "SIGNED",
    "TENS",
    "AdultClass",
    "AdultRange",
    "AnalysedText",
    "Assertion",
    "CueSpan",
    "Experiencer",
    "Matcher",
    "MeasuredFinding",
    "Mention",
    "NormalFinding",
    "Polarity",
    "Progression",
    "Quantity",
    "Regimen",
    "Section",
    "SectionKind",
    "Sentence",
    "TimeExpression",
    "Timing",
    "addresses_a_model",
    "analyse",
    "assert_mention",
    "beyond_limits",
    "beyond_range",
    "called_normal",
    "centile_findings",
    "day_of_name",
    "day_order",
    "enlarged_organs",
    "findings_of",
    "flag_after",
    "foreign_language",
    "how_often",
    "in_another_language",
    "is_adult",
    "is_ambiguous",
    "is_no_age",
    "is_of_a_fluid",
    "language_of_note",
    "late_milestones",
    "limits_of",
    "long_arms",
    "measure_called",
    "month_number",
    "months",
    "names_a_study",
    "note_kind",
    "onset_of",
    "out_of_range",
    "plausible_ranges",
    "pressure_class",
    "pressure_range",
    "quantities",
    "read_once",
    "reduced_acuity",
    "regimens",
    "replaced_places",
    "request_in",
    "sections",
    "sentences",
    "slow_conduction",
    "stands_among_tests",
    "time_expressions",
    "timing_at",
    "unit_words",
    "usual_limit",
    "value_class",
    "value_range",
    "without_orders",
    "written_out",
]
