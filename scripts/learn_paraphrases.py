"""Learn which phrases stand for each other, from the names that the bundled vocabularies give one concept.

Two names of a concept that differ in one place ("distal phalanx of the thumb", "outermost bone of the thumb") suggest a
rule. A rule is kept if enough concepts suggest it and if names rewritten by it lead to the same concept, not to others.

    python -m scripts.learn_paraphrases
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from osler.core.terminology.names.bundle import entries
from osler.core.terminology.search.normal import meaningful, normalise
from osler.core.terminology.types import SemanticType

TARGET = Path("src/osler/core/terminology/search/paraphrases.tsv")
HEADER = """\
# Phrases that can stand for each other in names, learnt from the names that the bundled vocabularies give one concept.
# Written by scripts/learn_paraphrases.py. right / wrong: rewritten names that lead to the same / to another concept.
# from	to	right	wrong
"""
LONGEST = 4
LEAST_CONCEPTS = 3
LEAST_RIGHT = 0.6
LEARNT_FROM = {SemanticType.CONDITION, SemanticType.PHENOTYPE, SemanticType.PROCEDURE}

Words = tuple[str, ...]
Rule = tuple[Words, Words]


def learn(names: list[list[Words]]) -> list[tuple[Rule, int, int]]:
    """Rules with how often they lead to the same and to another concept, the most useful first."""
    suggested = _suggested(names)
    by_phrase: dict[Words, list[Words]] = defaultdict(list)
    for phrase, replacement in suggested:
        by_phrase[phrase].append(replacement)
    owners: dict[Words, set[int]] = defaultdict(set)
    for concept, own in enumerate(names):
        for name in own:
            owners[name].add(concept)
    right: Counter[Rule] = Counter()
    wrong: Counter[Rule] = Counter()
    for concept, own in enumerate(names):
        for name in own:
            for rule, rewritten in _rewritten(name, by_phrase):
                found = owners.get(rewritten)
                if found:
                    (right if concept in found else wrong)[rule] += 1
    kept = [rule for rule in suggested if right[rule] >= LEAST_RIGHT * (right[rule] + wrong[rule])]
    kept.sort(key=lambda rule: (-right[rule], rule))
    return [(rule, right[rule], wrong[rule]) for rule in kept]


def _suggested(names: list[list[Words]]) -> list[Rule]:
    concepts: dict[Rule, set[int]] = defaultdict(set)
    for concept, own in enumerate(names):
        for one in own:
            for other in own:
                rule = _difference(one, other)
                if rule:
                    concepts[rule].add(concept)
    return [rule for rule, seen in concepts.items() if len(seen) >= LEAST_CONCEPTS]


def _difference(one: Words, other: Words) -> Rule | None:
    """The one place in which two names differ, if they have something in common around it."""
    shorter = min(len(one), len(other))
    before = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    after = next((n for n in range(shorter - before) if one[-1 - n] != other[-1 - n]), shorter - before)
    phrase, replacement = one[before : len(one) - after], other[before : len(other) - after]
    small = 0 < len(phrase) <= LONGEST and len(replacement) <= LONGEST
    return (phrase, replacement) if small and (before or after) else None


def _rewritten(name: Words, rules: dict[Words, list[Words]]) -> Iterator[tuple[Rule, Words]]:
    for start in range(len(name)):
        for end in range(start + 1, min(start + LONGEST, len(name)) + 1):
            phrase = name[start:end]
            for replacement in rules.get(phrase, ()):
                yield (phrase, replacement), name[:start] + replacement + name[end:]


def bundled_names() -> Iterable[list[Words]]:
    """The distinct names of every bundled condition, phenotype and procedure."""
    for entry in entries():
        if entry.semantic_type in LEARNT_FROM and len(entry.synonyms) < 60:
            yield list(dict.fromkeys(meaningful(normalise(name)) for name, _ in entry.names()))


def main() -> None:
    """Write the table."""
    lines = [
        f"{' '.join(phrase)}\t{' '.join(replacement)}\t{right}\t{wrong}\n"
        for (phrase, replacement), right, wrong in learn(list(bundled_names()))
    ]
    TARGET.write_text(HEADER + "".join(lines), encoding="utf-8")
    print(f"{len(lines)} rules")


if __name__ == "__main__":
    main()
