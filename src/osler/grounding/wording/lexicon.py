"""The words and endings of `lexicon.yml`, read once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from osler.core.terminology import SemanticType, singular
from osler.yaml_reader import packaged_yaml

_WHEN = ("pre-", "post-", "peri-", "non-")


@dataclass(frozen=True)
class Lexicon:
    """What the offline mind knows of the language of eligibility criteria."""

    breaks: frozenset[str]
    qualifiers: frozenset[str]
    empty_heads: dict[SemanticType, tuple[str, ...]]
    empty_openings: dict[SemanticType, tuple[str, ...]]
    scale_heads: frozenset[str]
    heads: dict[str, SemanticType]
    states: dict[str, SemanticType]
    suffixes: tuple[tuple[str, SemanticType], ...]
    drug_prefixes: tuple[str, ...]
    feared: frozenset[str]
    of_heads: frozenset[str]
    ignored: frozenset[str]
    ignored_heads: frozenset[str]
    not_the_patient: frozenset[str]
    adjectives: tuple[str, ...]
    organs: frozenset[str]
    parts: frozenset[str]
    sides: frozenset[str]
    graded: dict[str, str]
    disturbed: frozenset[str]
    given: frozenset[str]
    other_ages: dict[str, SemanticType | None]
    aliases: dict[str, str]
    written: dict[str, str]
    named: dict[str, str]

    def head_type(self, word: str) -> SemanticType | None:
        """The type that a word gives to the phrase it ends, by the word itself, its singular or its ending."""
        found = self.heads.get(word) or self.heads.get(singular(word)) or self.states.get(word)
        if found is None and len(word) > 5:
            found = next((kind for ending, kind in self.suffixes if word.endswith(ending)), None)
        if found is None and len(word) > 7 and word.startswith(self.drug_prefixes):
            found = SemanticType.MEDICATION
        if found is None and "-" in word and not word.startswith(_WHEN):
            # "beta-blockers" are blockers.
            return self.heads.get(last := word.rpartition("-")[2]) or self.heads.get(singular(last))
        return found


@cache
def lexicon() -> Lexicon:
    """The lexicon."""
    raw = packaged_yaml("osler.grounding.wording", "lexicon.yml")
    suffixes = [(ending, SemanticType(kind)) for kind, endings in raw["suffixes"].items() for ending in endings]
    return Lexicon(
        breaks=frozenset(raw["breaks"].split()),
        qualifiers=frozenset(raw["qualifiers"].split()),
        empty_heads=_by_type(raw["empty_heads"]),
        empty_openings=_by_type(raw["empty_openings"]),
        scale_heads=frozenset(raw["scale_heads"].split()),
        heads=_typed(raw["heads"]),
        states=_typed(raw["states"]),
        suffixes=tuple(sorted(suffixes, key=lambda pair: -len(pair[0]))),
        drug_prefixes=tuple(raw["drug_prefixes"]),
        feared=frozenset(raw["feared"].split()),
        of_heads=frozenset(raw["of_heads"].split()),
        ignored=frozenset(raw["ignored"].split()),
        ignored_heads=frozenset(raw["ignored_heads"].split()),
        not_the_patient=frozenset(raw["not_the_patient"].split()),
        adjectives=tuple(raw["adjectives"]),
        organs=frozenset(map(str, raw["organs"].split())),
        parts=frozenset(raw["parts"].split()),
        sides=frozenset(raw["sides"].split()),
        graded=raw["graded"],
        disturbed=frozenset(raw["disturbed"].split()),
        given=frozenset(raw["given"].split()),
        other_ages={word: SemanticType(kind) if kind else None for word, kind in raw["other_ages"].items()},
        aliases=raw["aliases"],
        written=raw["written"],
        named=raw["named"],
    )


def _by_type(lists: dict[str, str]) -> dict[SemanticType, tuple[str, ...]]:
    return {SemanticType(kind): tuple(words.split()) for kind, words in lists.items()}


def _typed(lists: dict[str, str]) -> dict[str, SemanticType]:
    return {word: SemanticType(kind) for kind, words in lists.items() for word in words.split()}
