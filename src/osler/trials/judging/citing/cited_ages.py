"""Whether the age that a cited sentence gives is one that a criterion asks for, where the record gives none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria import Age, AllOf, Expression, atoms
from osler.trials.judging.proofs import HOLDS
from osler.trials.judging.view import NumberedSentence, PatientView

_AGE = re.compile(
    r"(?<![\d.,/-])(?P<years>\d{1,3})[- ]?(?:years?|yrs?|yo|y/o|y)\b(?!\s(?:ago|before|later|of (?:treatment|therapy|smoking)))",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"\b(?:(?:who|he|she|patient|now)\s(?:is|was)(?:\snow|\scurrently)?|who['’]s|(?<!was )aged?:?|(?:is|are) turning)\s(?P<years>\d{1,3})(?=\s(?:and|in|who|with|was|years?|came|has|comes|today|this)\b|[.,;)]?\s*$|[,;])",
    re.IGNORECASE,
)
"""An age without its unit: "Mrs B, who is 71"."""


def ages_told(text: str) -> list[float]:
    """The ages that a sentence gives, in years."""
    return [float(found["years"]) for form in (_AGE, _BARE) for found in form.finditer(text)]


def very_age(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """Why the cited sentences do not show that the patient is of another age than the one that alone is asked for."""
    asked = [part for part in (tree.children if isinstance(tree, AllOf) else (tree,)) if isinstance(part, Age)]
    if not asked or view.age is not None or len(asked) < len(list(atoms(tree))):
        return ""
    told = [years for sentence in cited for years in ages_told(sentence.text)]
    if not told:
        return "no cited sentence gives an age"
    within = any(all(_is_within(years, age) for age in asked) for years in told)
    return "the sentence gives an age that is asked for" if within else ""


def other_age(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """Why the cited sentences do not show that the patient is of the age asked for; empty where they may, or where it is computed."""
    asked = [part for part in (tree.children if isinstance(tree, AllOf) else (tree,)) if isinstance(part, Age)]
    if not asked or view.age is not None:
        return ""
    told = [years for sentence in cited for years in ages_told(sentence.text)]
    if not told:
        return "no cited sentence gives an age"
    if any(all(_is_within(years, age) for age in asked) for years in told):
        return ""
    return "the sentence gives an age that is not asked for"


def _is_within(years: float, age: Age) -> bool:
    bounds = [bound for bound in age.test.bounds if (bound.unit or "years").startswith("year")]
    return all(HOLDS[bound.comparator.value](years, bound.value) for bound in bounds)
