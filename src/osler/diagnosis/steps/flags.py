"""Red flags, before anything else and never by a model."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.language import AnalysedText
from osler.core.safety import RedFlag, coded_red_flags, red_flags, urgent
from osler.diagnosis.case import DiagnosisInput


def check(case: DiagnosisInput, texts: Sequence[AnalysedText]) -> tuple[list[RedFlag], bool]:
    """The flags, and whether they end the analysis.

    Coded terms are looked at first; a note can then add flags of its own or complete a combination. Where any flag is
    urgent only the urgent ones are given.
    """
    coded = [finding.term for finding in case.findings if not finding.excluded]
    flags = {flag.rule_id: flag for flag in coded_red_flags(coded)}
    if not urgent(flags.values()):
        for text in texts:
            for flag in red_flags(coded, text):
                flags.setdefault(flag.rule_id, flag)
    ending = urgent(flags.values())
    return (ending, True) if ending else (list(flags.values()), False)
