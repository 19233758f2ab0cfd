"""A sentence as what it claims: its words, concepts, numbers, people, stance, strength and conditions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from osler.core.library import age_ranges, pregnancy_of, sex_of, stems, without_barred
from osler.core.terminology import SemanticType, Vocabularies
from osler.guidelines.checking.amounts import Amount, amounts
from osler.guidelines.checking.dose_lines import is_dose_line
from osler.guidelines.checking.lexicon import lexicon

Stance = Literal["for", "against", "unknown", "none"]
Strength = Literal["strong", "weak"]

ADULT = 18
"""The age in years from which on people are adults."""
_NAMED = {
    SemanticType.MEDICATION,
    SemanticType.CONDITION,
    SemanticType.PROCEDURE,
    SemanticType.PHENOTYPE,
    SemanticType.LAB_VALUE,
    SemanticType.BIOMARKER,
}


@dataclass(frozen=True)
class Named:
    """A drug, a condition or a procedure that a sentence names."""

    text: str
    concepts: frozenset[str]
    stems: frozenset[str]
    drug: bool
    disease: bool = False
    at: int = field(default=-1, compare=False)
    """Where it stands in its sentence."""


@dataclass(frozen=True)
class Statement:
    """What one sentence claims."""

    text: str
    stems: tuple[str, ...]
    """Its content words as stems, without those that carry no claim."""
    negated: frozenset[str]
    """The stems that a negator reaches."""
    named: tuple[Named, ...]
    amounts: tuple[Amount, ...]
    ages: tuple[tuple[float | None, float | None], ...]
    groups: frozenset[str]
    """The ages that its words name: child, adolescent, adult, …"""
    sex: str | None
    pregnant: bool | None
    stance: Stance
    strengths: frozenset[Strength]
    conditions: tuple[tuple[str, ...], ...]
    """The stems of each clause under which it holds."""
    negators: int


@lru_cache(maxsize=4096)
def read_statement(text: str, vocabularies: Vocabularies) -> Statement:
    """Read a sentence."""
    return Statement(
        text=text,
        stems=claim_stems(text),
        negated=_negated(text),
        named=_named(text, vocabularies),
        amounts=tuple(amounts(text)),
        ages=tuple(age_ranges(text)),
        groups=frozenset(name for name, pattern in lexicon().age_groups.items() if pattern.search(text)),
        sex=sex_of(text),
        pregnant=pregnancy_of(text),
        stance=stance_of(text),
        strengths=strength_of(text),
        conditions=_conditions(text),
        negators=len(lexicon().negator.findall(text)),
    )


def claim_stems(text: str) -> tuple[str, ...]:
    """The stems of a text that carry a claim; numbers are compared elsewhere."""
    empty = lexicon().empty
    return tuple(
        dict.fromkeys(stem for stem in stems(text) if stem not in empty and not stem[0].isdigit() and len(stem) > 1)
    )


SIDES = frozenset(claim_stems("below lower under less fewer above higher over more greater maximum minimum"))
"""Words for the side of a number on which something lies."""


@lru_cache(maxsize=4096)
def stance_of(text: str) -> Stance:
    """Whether a sentence advises for something, against it, says that nobody knows, or advises nothing."""
    # "… should be used when an NSAID is contraindicated" advises for it: the contraindication is its condition.
    main = without_excluded(without_barred(text))
    # "… once imaging has ruled it out" forbids nothing, "in whom it is not known" is no lack of evidence: what a clause of time,
    # condition or people says is no advice beside other advice.
    for told in (_CLAUSE_OF_IT.sub(" ", _CLAUSE_OF_PEOPLE.sub(" ", main)), main):
        for name, pattern in lexicon().stances.items():
            if pattern.search(told):
                return "for" if name == "allowed" else name  # type: ignore[return-value]
    return "for" if is_dose_line(main) else "none"


@lru_cache(maxsize=4096)
def without_excluded(text: str) -> str:
    """A text with blanks for the clauses that say what cannot be given, what does not happen, or why: they advise nothing."""
    return lexicon().no_advice.sub(lambda match: " " * len(match.group()), text)


def strength_of(text: str) -> frozenset[Strength]:
    """The strengths that the words of a sentence carry."""
    # "When sight could be impaired" is a condition, not a weak recommendation.
    # "Women who can become pregnant" allows nothing.
    main = _ABLE.sub(" ", without_excluded(text))
    for told in (_CONDITION.sub(" ", main), main):
        if found := frozenset(name for name, pattern in lexicon().strengths.items() if pattern.search(told)):
            return found  # type: ignore[return-value]
    return frozenset()


def _negated(text: str) -> frozenset[str]:
    """The stems between a negator and the end of its reach."""
    table = lexicon()
    reached: set[str] = set()
    for match in table.negator.finditer(text):
        end = table.stop.search(text, match.end())
        reached.update(claim_stems(text[match.end() : end.start() if end else len(text)]))
    return frozenset(reached)


def _named(text: str, vocabularies: Vocabularies) -> tuple[Named, ...]:
    known = vocabularies.names
    found = []
    for match in known.find(text):
        kinds = {concept.semantic_type for one in match.concept_ids if (concept := known.concept(one))}
        words = text[match.start : match.end]
        if _DOSED.match(text[match.end :]):
            words = _ITS_DOSE.sub("", words)  # "vitamin K 1 to 5 mg" names vitamin K
        if _GOING_ON.search(text[: match.end]):
            continue  # "once it is running" names no exercise
        if kinds & _NAMED and not lexicon().no_names >= frozenset(stems(words)):
            drug = kinds == {SemanticType.MEDICATION}
            same = frozenset(other for one in match.concept_ids for other in (one, *vocabularies.hierarchy.same(one)))
            disease = SemanticType.CONDITION in kinds
            found.append(Named(words, same, frozenset(stems(words)), drug, disease, match.start))
    return tuple(found)


_GOING_ON = re.compile(r"\b(?:it|this|that|they|treatment|therapy) (?:is|are|was|were) \w+ing$", re.IGNORECASE)
"""A verb in its form of going on, of something that was named before."""
_ITS_DOSE = re.compile(r"\s+\d+$")
_DOSED = re.compile(r"\s*(?:(?:to|-|–)\s*\d+\s*)?(?:mg|g|micrograms?|mcg|ml|units?)\b", re.IGNORECASE)
"""Where the number at the end of a name is a dose."""
_DENYING = re.compile(r"no\b", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|when|where|unless)\b[^,;.]*", re.IGNORECASE)
_CLAUSE_OF_IT = re.compile(
    r"(?<!only )\b(?:once(?! (?:an? (?:day|night|week|fortnight|month|year)|daily|weekly|every|per|or)\b)|after|until|if|when)\b[^,;.]*",
    re.IGNORECASE,
)
_CLAUSE_OF_PEOPLE = re.compile(
    r"\b(?:(?:in|for|from) whom|whose)\b[^,;.]*?(?=[,;.]|\b(?:should|must)\b|\b(?:is|are) (?:not )?(?:recommended|contraindicated|offered)\b|$)",
    re.IGNORECASE,
)
"""A clause that says of whom: what it denies or does not know is of them."""
_ABLE = re.compile(r"\b(?:who|that|which) (?:can|could|may|might)\b(?! (?:also |only )?be \w+ed\b)", re.IGNORECASE)
"""What people are able to do."""
_CLAUSE_END = re.compile(
    r"[,;:]|\.(?!\d)|\b(?:but|and the|however|to (?:reduce|prevent|lower|improve|promote|minimi[sz]e|detect|take|have|receive|drink|stop|limit|undergo))\b"
)
_PEOPLE_END = re.compile(
    _CLAUSE_END.pattern
    + r"|\b(?:should|must|may|can|shall|ought|needs?|it|they|we)\b|(?<!\bor )(?<!\band )\b(?:receive|take|use|undergo)\b"
)
"""Whom a recommendation is for ends where it says what they should do."""
_PEOPLE = re.compile(r"(?:people|patients|adults|children|women|men|persons|those|anyone|infants|adolescents)\b", re.I)

_WHO = re.compile(r"who(?:se)?\b|(?:aged|younger|older) ", re.IGNORECASE)


def _conditions(text: str) -> tuple[tuple[str, ...], ...]:
    found = []
    for match in lexicon().condition.finditer(text):
        end = (_PEOPLE_END if _PEOPLE.search(match.group()) or _WHO.match(match.group()) else _CLAUSE_END).search(
            text, match.end()
        )
        clause = _before_mark(text[match.start() : end.start() if end else len(text)])
        words = claim_stems(clause)
        if words or re.search(r"\d", clause):
            found.append((clause.strip(), *words))
    return tuple(found)


def _before_mark(clause: str) -> str:
    """A clause up to the bracket with the grade of its sentence, or with what a word before it means in numbers."""
    bracket = re.search(r"[(\[]", clause)
    if bracket and (
        any(pattern.search(clause, bracket.start()) for pattern in lexicon().marks.values())
        or not lexicon().condition.search(clause, bracket.start())
    ):
        return clause[: bracket.start()]
    return clause
