"""Injuries and reactions that were on another day, and are over: they want no ambulance now."""

from __future__ import annotations

import re

from osler.core.safety import RedFlag, Severity
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.triage", "lexicon.yml")


def as_healed(flags: list[RedFlag], text: str) -> list[RedFlag]:
    """The red flags of a message; those of an injury or a reaction of another day that is told to be over can wait for a doctor.

    A stroke, a poison and a pain in the chest are left as they are: that they have gone makes none of them harmless.
    """
    lower = re.sub(r"[’`]", "'", text.lower())
    over = _TABLE.says(lower, "healed", "of_another_day") and _TABLE.says(lower, "healed", "over")
    if not over or _TABLE.says(lower, "healed", "goes_on"):
        return flags
    passing = set(_TABLE.rules["healed"]["passing"])
    return [
        flag.model_copy(update={"severity": Severity.WARNING})
        if flag.severity is Severity.URGENT and flag.rule_id in passing
        else flag
        for flag in flags
    ]
