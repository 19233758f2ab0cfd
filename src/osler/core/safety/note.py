"""What a note asserts of the patient, as causes of red flags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Assertion, Experiencer, Mention, Polarity, analyse
from osler.core.safety.coded import Ontology, coded_cause
from osler.core.safety.engine import Cause
from osler.core.safety.phrases import PhraseTable
from osler.core.safety.rules import Rule, Trigger, red_flag_rules
from osler.core.safety.types import Standing
from osler.core.terminology.types import Match

_EXCEPTION = "except"


class RulePhrases:
    """The phrases of the rules as a matcher that the language package can run."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        entries: dict[tuple[str, str], None] = {}
        for rule in rules:
            entries |= {(phrase, phrase): None for trigger in (rule, *rule.combination) for phrase in trigger.phrases}
            entries |= {(phrase, _EXCEPTION): None for phrase in rule.except_phrases}
        self._table = PhraseTable(entries)

    def find(self, text: str) -> list[Match]:
        """Every phrase in the text that no exception overlaps; the phrase itself stands for the concept."""
        hits = self._table.find(text)
        taken = [(hit.start, hit.end) for hit in hits if hit.key == _EXCEPTION]
        return [
            Match(hit.start, hit.end, (hit.key,))
            for hit in hits
            if hit.key != _EXCEPTION and not any(start < hit.end and hit.start < end for start, end in taken)
        ]

    def exceptions(self, text: str) -> list[tuple[int, int]]:
        """Where words that look like a red flag mean something else."""
        return [(hit.start, hit.end) for hit in self._table.find(text) if hit.key == _EXCEPTION]


@cache
def bundled_phrases() -> RulePhrases:
    """The phrases of the bundled rules."""
    return RulePhrases(red_flag_rules())


def worded_causes(text: str, source_id: str) -> dict[str, list[Cause]]:
    """By phrase, every place where a note says it of the patient."""
    causes: dict[str, list[Cause]] = {}
    for mention in analyse(text, source_id=source_id, matcher=bundled_phrases()).mentions:
        standing = standing_of(mention.assertion)
        if standing is not None and mention.origin == "vocabulary":
            cause = Cause(identity=mention.concept_id, standing=standing, span=mention.span)
            causes.setdefault(mention.concept_id, []).append(cause)
    return causes


def coded_mentions(note: AnalysedText, graph: Ontology) -> list[Cause]:
    """The HPO terms that a note asserts of the patient."""
    skipped = bundled_phrases().exceptions(note.text)
    causes = []
    for mention in note.mentions:
        standing = standing_of(mention.assertion)
        if standing is None or any(start < mention.end and mention.start < end for start, end in skipped):
            continue
        hpo_id = _hpo_id(mention)
        if hpo_id and (cause := coded_cause(hpo_id, graph, standing=standing, span=mention.span)):
            causes.append(cause)
    return causes


def standing_of(assertion: Assertion) -> Standing | None:
    """How an assertion counts: None for what is denied, only imagined, or said of somebody else."""
    if assertion.experiencer is not Experiencer.PATIENT:
        return None
    if assertion.polarity is Polarity.POSSIBLE:
        return "suspected"
    if assertion.polarity is not Polarity.PRESENT:
        return None
    return "past" if assertion.historical or assertion.resolved else "present"


def worded(causes: Mapping[str, Sequence[Cause]], rule: Rule, trigger: Trigger) -> list[Cause]:
    """The causes whose phrase a trigger lists; a place that a longer phrase covers is left to that phrase."""
    found = [cause for phrase in trigger.phrases for cause in causes.get(phrase, ())]
    if rule.combination:
        return found
    every = [cause.span for places in causes.values() for cause in places if cause.span]
    return [cause for cause in found if cause.span and not any(_covers(other, cause.span) for other in every)]


def _covers(longer: Span, shorter: Span) -> bool:
    inside = longer.start <= shorter.start and shorter.end <= longer.end
    return inside and longer.end - longer.start > shorter.end - shorter.start


def _hpo_id(mention: Mention) -> str | None:
    return next((concept_id for concept_id in mention.concept_ids if concept_id.startswith("HP:")), None)
