"""Whether a source supports a claim, contradicts it, or says neither: a few features of both, weighed.

The weights are a multinomial logistic regression, fitted by `scripts/fit_claims.py` on one half of the public claims
(SciFact, HealthVer). Words and their order decide; nothing here understands a sentence. That is the honest limit of the
offline verifier on free claims, and why a model's verifier may stand beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement, read_statement
from osler.yaml_reader import packaged_yaml

Label = Literal["SUPPORT", "CONTRADICT", "NEI"]
LABELS: tuple[Label, ...] = ("SUPPORT", "CONTRADICT", "NEI")

_NO_EFFECT = re.compile(
    r"\bno (?:significant |statistically |clear |consistent |difference|effect|association|evidence|benefit|increase|change|impact)"
    r"|\b(?:did|does|do|was|were|is|are|has|have) not\b|\bnor\b|\bfailed to\b|\bineffective\b|\bunrelated\b|\bindependent(?:ly)? of\b",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:may|might|could|suggest\w*|possibl[ey]|potential\w*|likely|appears?|hypothe\w+)\b", re.IGNORECASE
)
_FOUND = re.compile(
    r"\b(?:we (?:show|found|demonstrate|report|identif|conclude)\w*|results?|conclusions?|in conclusion|showed|demonstrat\w+|"
    r"significant\w*|associated with|reduced|increased)\b",
    re.IGNORECASE,
)
_RATIONALE = 2
_NEAR_BEST = 0.75


class Judgement(NamedTuple):
    """The label, how sure, and the numbers of the sentences it rests on."""

    label: Label
    probability: float
    rationale: tuple[int, ...]


def judge_claim(claim: str, sentences: Sequence[str], vocabularies: Vocabularies) -> Judgement:
    """The label of a claim against a source, given as sentences."""
    weights = _weights()
    values = features(claim, sentences, vocabularies)
    scores = [bias + sum(weight * value for weight, value in zip(row, values, strict=True)) for bias, row in weights]
    highest = max(scores)
    exponents = [2.718281828 ** (score - highest) for score in scores]
    best = max(range(len(LABELS)), key=lambda place: scores[place])
    label = LABELS[best]
    rationale = () if label == "NEI" else rationale_of(claim, sentences, vocabularies)
    return Judgement(label, exponents[best] / sum(exponents), rationale)


def rationale_of(claim: str, sentences: Sequence[str], vocabularies: Vocabularies) -> tuple[int, ...]:
    """The sentences that speak most of a claim."""
    said = read_statement(claim, vocabularies)
    ranked = sorted(
        ((_score(said, read_statement(text, vocabularies)), number) for number, text in enumerate(sentences)),
        key=lambda one: (-one[0], one[1]),
    )
    if not ranked or ranked[0][0] <= 0:
        return ()
    return tuple(sorted(number for score, number in ranked[:_RATIONALE] if score >= _NEAR_BEST * ranked[0][0]))


def features(claim: str, sentences: Sequence[str], vocabularies: Vocabularies) -> list[float]:
    """What is weighed: overlap, negation, direction, numbers, hedging; every value about between 0 and 1."""
    said = read_statement(claim, vocabularies)
    read = [read_statement(text, vocabularies) for text in sentences]
    order = sorted(range(len(read)), key=lambda place: (-_score(said, read[place]), place))
    best = read[order[0]] if order else read_statement("", vocabularies)
    second = read[order[1]] if len(order) > 1 else best
    whole = {stem for one in read for stem in one.stems}
    both = set(best.stems) | set(second.stems)
    claimed = set(said.stems)
    agree, oppose = _directions(claimed, set(best.stems))
    negated_claim = float(said.negators > 0 or bool(_NO_EFFECT.search(claim)))
    negated_best = float(bool(_NO_EFFECT.search(best.text)))
    numbers = [any(one.agrees(other) for one_ in read for other in one_.amounts) for one in said.amounts]
    named = [
        any(one.concepts & other.concepts or one.stems <= other.stems for s in read for other in s.named)
        for one in said.named
    ]
    return [
        _share(claimed, whole),
        _share(claimed, set(best.stems)),
        _share(claimed, both),
        _bigrams(said, best),
        float(agree > 0),
        float(oppose > 0),
        float(oppose > agree),
        negated_claim,
        negated_best,
        float(negated_claim != negated_best),
        float(negated_claim != negated_best) * _share(claimed, set(best.stems)),
        float(oppose > agree) * _share(claimed, set(best.stems)),
        float(bool(_HEDGE.search(best.text))),
        float(bool(_FOUND.search(best.text))),
        sum(numbers) / len(numbers) if numbers else 0.0,
        float(bool(numbers) and not all(numbers)),
        sum(named) / len(named) if named else 0.5,
        min(len(claimed), 20) / 20,
        min(len(sentences), 12) / 12,
        float(len(sentences) == 1),
        float(len(sentences) == 1) * _share(claimed, whole),
        min(len(best.stems), 60) / 60,
    ]


def _score(said: Statement, one: Statement) -> float:
    claimed, there = set(said.stems), set(one.stems)
    if not claimed:
        return 0.0
    return _share(claimed, there) + 0.5 * _bigrams(said, one) + 0.05 * bool(_FOUND.search(one.text))


def _share(wanted: set[str], there: set[str]) -> float:
    if not wanted:
        return 0.0
    met = sum(1.0 if stem in there else 0.6 if _alike(stem, there) else 0.0 for stem in wanted)
    return met / len(wanted)


def _alike(stem: str, there: set[str]) -> bool:
    if not there.isdisjoint(lexicon().same.get(stem, ())):
        return True
    return len(stem) > 5 and any(other[:6] == stem[:6] for other in there)


def _bigrams(said: Statement, one: Statement) -> float:
    wanted = set(zip(said.stems, said.stems[1:], strict=False))
    there = set(zip(one.stems, one.stems[1:], strict=False))
    return len(wanted & there) / len(wanted) if wanted else 0.0


def _directions(claimed: set[str], there: set[str]) -> tuple[int, int]:
    """How many words of direction of the claim the source repeats, and how many it turns round."""
    table = lexicon().opposites
    agree = sum(stem in there for stem in claimed if stem in table)
    oppose = sum(bool(table[stem] & there) and stem not in there for stem in claimed if stem in table)
    return agree, oppose


@cache
def _weights() -> list[tuple[float, list[float]]]:
    table = packaged_yaml("osler.guidelines.checking", "claim_weights.yml")
    return [(row["bias"], row["weights"]) for row in (table["labels"][label] for label in LABELS)]
