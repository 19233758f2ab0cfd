"""Red flags, before anything else: whichever way a finding came, by code, by name or in a note."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.language import AnalysedText, analyse
from osler.core.safety import RedFlag, red_flags, urgent
from osler.diagnosis.steps.mapping import is_id
from osler.diagnosis.types import HPOMatch


def check(observed: Sequence[HPOMatch], texts: Sequence[AnalysedText]) -> tuple[list[RedFlag], bool]:
    """The flags, and whether they end the analysis.

    Looking a name up is part of this step: a finding given in words counts by the term it was mapped to, and its words
    are read as a note would be. A note can add flags of its own or complete a combination. Where any flag is urgent
    only the urgent ones are given.
    """
    coded = [match.hpo_id for match in observed if match.hpo_id]
    named = "\n".join(f"{match.raw_input}." for match in observed if not is_id(match.raw_input))
    sources = [*texts, *([analyse(named, source_id="input")] if named else [])]
    flags = {flag.rule_id: flag for flag in red_flags(coded)}
    for text in sources:
        for flag in red_flags(coded, text):
            if flag.rule_id not in flags or (urgent([flag]) and not urgent([flags[flag.rule_id]])):
                flags[flag.rule_id] = flag
    ending = urgent(flags.values())
    return (ending, True) if ending else (list(flags.values()), False)
