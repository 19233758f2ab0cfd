"""Red flags: the rules, and the engine that holds them against findings, values and what a text asserts.

`red_flags` is the one question every surface asks, with whatever there is:

    red_flags(note="I have crushing chest pain right now")
    red_flags(note="He has a fever.", context=PatientContext(age_years=0.04))
    red_flags(["HP:0001695"], note, context=context_of(record, reference=today))

A text may be a note or a sentence that a user types. What it denies, imagines, teaches, tells of the past or of somebody
else raises no URGENT flag; a caller who speaks for somebody beside them is heard. `emergency_step` asks a language model
the same question where one is configured; `joined` puts both answers together, and neither lowers the other's.
"""

from osler.core.safety.advice_sought import without_advice_sought
from osler.core.safety.bleeding import keeps_from_clotting, tells_of_bleeding
from osler.core.safety.context import RECENT_DAYS, PatientContext, Reading, context_of
from osler.core.safety.course import is_of_somebody_else
from osler.core.safety.emergency import EmergencyInput, RawEmergency, emergency_step, joined, model_flags
from osler.core.safety.flags import as_history, coded_red_flags, note_red_flags, red_flags, urgent
from osler.core.safety.ruleset import Rule, Ruleset, red_flag_rules, ruleset
from osler.core.safety.spelling import known_words
from osler.core.safety.types import RedFlag, Severity, Standing, TriggeringTerm

__all__ = [
    "RECENT_DAYS",
    "EmergencyInput",
    "PatientContext",
    "RawEmergency",
    "Reading",
    "RedFlag",
    "Rule",
    "Ruleset",
    "Severity",
    "Standing",
    "TriggeringTerm",
    "as_history",
    "coded_red_flags",
    "context_of",
    "emergency_step",
    "is_of_somebody_else",
    "joined",
    "keeps_from_clotting",
    "known_words",
    "model_flags",
    "note_red_flags",
    "red_flag_rules",
    "red_flags",
    "ruleset",
    "tells_of_bleeding",
    "urgent",
    "without_advice_sought",
]
