"""Red-flag rules and the matcher that respects what a note asserts."""

from osler.core.safety.flags import coded_red_flags, note_red_flags, red_flags, urgent
from osler.core.safety.rules import Rule, red_flag_rules
from osler.core.safety.types import RedFlag, Severity, Standing, TriggeringTerm

__all__ = [
    "RedFlag",
    "Rule",
    "Severity",
    "Standing",
    "TriggeringTerm",
    "coded_red_flags",
    "note_red_flags",
    "red_flag_rules",
    "red_flags",
    "urgent",
]
