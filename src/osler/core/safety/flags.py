"""The red flags of a patient: from coded findings, from a note, or from both together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from osler.core.language import AnalysedText
from osler.core.safety.coded import Ontology, coded_cause, matching
from osler.core.safety.engine import Cause, apply_rules
from osler.core.safety.note import coded_mentions, worded, worded_causes
from osler.core.safety.rules import Rule, Trigger, red_flag_rules
from osler.core.safety.types import RedFlag, Severity
from osler.core.terminology import hpo


def coded_red_flags(hpo_ids: Iterable[str]) -> list[RedFlag]:
    """The rules that observed HPO terms set off, gravest first; an id that the HPO does not have sets off none."""
    return red_flags(hpo_ids)


def note_red_flags(note: str | AnalysedText, *, source_id: str = "note") -> list[RedFlag]:
    """The rules that a note sets off by what it asserts of the patient as present.

    Of plain text only the phrases of the rules are looked for; an analysed text adds the HPO terms found in it.
    """
    return red_flags((), note, source_id=source_id)


def red_flags(
    hpo_ids: Iterable[str] = (), note: str | AnalysedText | None = None, *, source_id: str = "note"
) -> list[RedFlag]:
    """The rules that coded findings and a note set off together; a combination may be met by both."""
    graph: Ontology = hpo()
    terms = [cause for hpo_id in dict.fromkeys(hpo_ids) if (cause := coded_cause(hpo_id, graph))]
    phrases: Mapping[str, Sequence[Cause]] = {}
    if isinstance(note, AnalysedText):
        phrases = worded_causes(note.text, note.source_id)
        terms += coded_mentions(note, graph)
    elif note:
        phrases = worded_causes(note, source_id)

    def find(rule: Rule, trigger: Trigger) -> list[Cause]:
        return [*matching(terms, rule, trigger), *worded(phrases, rule, trigger)]

    return apply_rules(red_flag_rules(), find)


def urgent(flags: Iterable[RedFlag]) -> list[RedFlag]:
    """The flags that end an analysis."""
    return [flag for flag in flags if flag.severity is Severity.URGENT]
