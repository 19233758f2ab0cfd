"""The phrases of the rules and of their findings as one table, read once."""

from __future__ import annotations

from functools import cache

from osler.core.safety.patterns import PhraseHit, PhraseTable
from osler.core.safety.ruleset import Ruleset, ruleset


class RulePhrases:
    """The phrases of the rules as a matcher that the language package can run."""

    def __init__(self, rules: Ruleset) -> None:
        triggers = rules.triggers()
        self._phrases = PhraseTable(dict.fromkeys((one, one) for item in triggers for one in item.phrases))
        self._exceptions = PhraseTable(dict.fromkeys((one, one) for item in triggers for one in item.except_phrases))

    def find(self, text: str) -> list[PhraseHit]:
        """Every phrase in the text."""
        return self._phrases.find(text)

    def exceptions(self, text: str) -> dict[str, list[tuple[int, int]]]:
        """By phrase, where words that look like a finding mean something else."""
        found: dict[str, list[tuple[int, int]]] = {}
        for hit in self._exceptions.find(text):
            found.setdefault(hit.key, []).append((hit.start, hit.end))
        return found


@cache
def bundled_phrases() -> RulePhrases:
    """The phrases of the bundled rules."""
    return RulePhrases(ruleset())


@cache
def telling_phrases() -> frozenset[str]:
    """The phrases of rules and of findings that are more than a qualifier."""
    findings = [finding for finding in ruleset().findings.values() if finding.kind != "qualifier"]
    return frozenset(phrase for trigger in (*ruleset().rules, *findings) for phrase in trigger.phrases)
