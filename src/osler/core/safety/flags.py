"""The red flags of a patient: from coded findings, from a note, or from both together."""

from __future__ import annotations

from collections.abc import Iterable

from osler.core.safety.coded import Ontology, coded_cause, matching
from osler.core.safety.engine import Cause, apply_rules
from osler.core.safety.rules import Rule, Trigger, red_flag_rules
from osler.core.safety.types import RedFlag, Severity


def coded_red_flags(hpo_ids: Iterable[str], *, ontology: Ontology | None = None) -> list[RedFlag]:
    """The rules that observed HPO terms set off, gravest first; an id that the HPO does not have sets off none."""
    graph = ontology or _bundled_hpo()
    causes = [cause for hpo_id in dict.fromkeys(hpo_ids) if (cause := coded_cause(hpo_id, graph))]

    def find(rule: Rule, trigger: Trigger) -> list[Cause]:
        return matching(causes, rule, trigger)

    return apply_rules(red_flag_rules(), find)


def urgent(flags: Iterable[RedFlag]) -> list[RedFlag]:
    """The flags that end an analysis."""
    return [flag for flag in flags if flag.severity is Severity.URGENT]


def _bundled_hpo() -> Ontology:
    from osler.core.terminology.hpo_graph import hpo

    return hpo()
