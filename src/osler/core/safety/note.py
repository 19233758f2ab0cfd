"""What a note asserts of the patient, as causes of red flags."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from osler.core.evidence import Span
from osler.core.language.types import Assertion, Experiencer, Polarity, Sentence
from osler.core.safety.engine import Cause
from osler.core.safety.phrases import PhraseTable
from osler.core.safety.rules import Rule, Trigger, red_flag_rules
from osler.core.safety.types import Standing

Assess = Callable[[Sentence, int, int], Assertion]
"""What a sentence says about the stretch between two of its offsets."""

_EXCEPTION = "except"


class Phrases:
    """The phrases of a set of rules, compiled once."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        entries = []
        for rule in rules:
            entries += [(phrase, phrase) for trigger in (rule, *rule.combination) for phrase in trigger.phrases]
            entries += [(phrase, _EXCEPTION) for phrase in rule.except_phrases]
        self._table = PhraseTable(dict.fromkeys(entries))

    def causes(self, sentences: Iterable[Sentence], source_id: str, assess: Assess) -> dict[str, list[Cause]]:
        """By phrase, every place where a note says it of the patient; the sentences decide what it says."""
        causes: dict[str, list[Cause]] = {}
        for sentence in sentences:
            hits = self._table.find(sentence.text)
            for hit in hits:
                if hit.key == _EXCEPTION or any(
                    other.key == _EXCEPTION and other.start < hit.end and hit.start < other.end for other in hits
                ):
                    continue
                standing = standing_of(assess(sentence, hit.start, hit.end))
                if standing is None:
                    continue
                start, end = sentence.start + hit.start, sentence.start + hit.end
                span = Span(source_id=source_id, start=start, end=end, quote=sentence.text[hit.start : hit.end])
                causes.setdefault(hit.key, []).append(Cause(identity=hit.key, standing=standing, span=span))
        return causes


@cache
def bundled_phrases() -> Phrases:
    """The phrases of the bundled rules."""
    return Phrases(red_flag_rules())


def standing_of(assertion: Assertion) -> Standing | None:
    """How an assertion counts: None for what is denied, only imagined, or said of somebody else."""
    if assertion.experiencer is not Experiencer.PATIENT:
        return None
    if assertion.polarity is Polarity.POSSIBLE:
        return "suspected"
    if assertion.polarity is not Polarity.PRESENT:
        return None
    return "past" if assertion.historical or assertion.resolved else "present"


def worded(causes: dict[str, list[Cause]], rule: Rule, trigger: Trigger) -> Sequence[Cause]:
    """The causes whose phrase a trigger lists; a place that a longer phrase of another rule covers is left to it."""
    found = [cause for phrase in trigger.phrases for cause in causes.get(phrase, ())]
    if rule.combination:
        return found
    every = [cause.span for places in causes.values() for cause in places if cause.span]
    return [cause for cause in found if cause.span and not any(_covers(other, cause.span) for other in every)]


def _covers(longer: Span, shorter: Span) -> bool:
    inside = longer.start <= shorter.start and shorter.end <= longer.end
    return inside and longer.end - longer.start > shorter.end - shorter.start
