"""Judging criteria by computation: a patient's view, the prover with its two policies, and the rules they read."""

from osler.trials.judging.asked.ordered import as_asked
from osler.trials.judging.asked.trees import asked_for
from osler.trials.judging.citing.cited import names_its_medicine
from osler.trials.judging.citing.cited_times import untold_time
from osler.trials.judging.citing.contrary import breaks_limit, of_somebody_else, within_limit
from osler.trials.judging.citing.counted_sentences import clock_against, tells_of_fewer
from osler.trials.judging.citing.in_asked_words import in_asked_words
from osler.trials.judging.citing.opposites import says_opposite, unfounded_exemption
from osler.trials.judging.citing.reasoning import against_itself, unfounded_numbers
from osler.trials.judging.citing.support import inferred, read_otherwise, unsupported
from osler.trials.judging.judge import NO_TOPIC, Topic, is_settled, judge_criterion, topic_of
from osler.trials.judging.missing import is_reading, kind_of_datum, reading_of_criterion, strictness, without_prefix
from osler.trials.judging.rules import is_instruction
from osler.trials.judging.view import NumberedSentence, PatientView

__all__ = [
    "NO_TOPIC",
    "NumberedSentence",
    "PatientView",
    "Topic",
    "against_itself",
    "as_asked",
    "asked_for",
    "breaks_limit",
    "clock_against",
    "in_asked_words",
    "inferred",
    "is_instruction",
    "is_reading",
    "is_settled",
    "judge_criterion",
    "kind_of_datum",
    "names_its_medicine",
    "of_somebody_else",
    "read_otherwise",
    "reading_of_criterion",
    "says_opposite",
    "strictness",
    "tells_of_fewer",
    "topic_of",
    "unfounded_exemption",
    "unfounded_numbers",
    "unsupported",
    "untold_time",
    "within_limit",
    "without_prefix",
]
