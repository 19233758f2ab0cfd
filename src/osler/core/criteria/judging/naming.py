"""Whether a fact is what an atom names: by code, by a more specific code, or by its words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from osler.core.criteria.types import Finding
from osler.core.patient.types.facts import Allergy, Fact

_WORD = re.compile(r"[^\W_]+")
# Words that grade, date or dress a finding without changing what it is.
_DRESS = frozenset(
    [
        "a",
        "an",
        "and",
        "any",
        "of",
        "the",
        "or",
        "in",
        "to",
        "for",
        "with",
        "by",
        "on",
        "active",
        "acute",
        "chronic",
        "current",
        "severe",
        "significant",
        "clinically",
        "known",
        "other",
        "mild",
        "moderate",
        "uncontrolled",
        "controlled",
        "symptomatic",
        "documented",
        "history",
        "prior",
        "previous",
        "type",
        "disease",
        "disorder",
        "finding",
        "situation",
        "diagnosis",
        "condition",
        "syndrome",
        "use",
        "treatment",
        "therapy",
        "medication",
        "drug",
        "product",
        "oral",
        "tablet",
    ]
)
_KEPT_IN_FACTS = frozenset({"family", "risk", "screening", "suspected"})


def names_fact(atom: Finding, fact: Fact) -> bool:
    """Whether a fact is an instance of what an atom names; a fact that is only more general is not."""
    # A record of an allergy to penicillin says nothing of taking penicillin.
    if isinstance(fact, Allergy) and not _is_reaction(atom):
        return False
    systems = {code.partition(":")[0] for code in atom.codes}
    if any(coding.system in systems for coding in fact.codings):
        # Both are coded in one vocabulary, so the codes decide; names are for what is coded differently or not at all.
        return any(_same_or_below(coding.id, code) for coding in fact.codings for code in atom.codes)
    wanted = _content(atom.target if isinstance(fact, Allergy) else atom.name)
    return any(_says(wanted, label) for label in _labels(fact))


def _labels(fact: Fact) -> Iterable[str]:
    if fact.text:
        yield fact.text
    yield from (coding.display for coding in fact.codings if coding.display)


def _says(wanted: frozenset[str], label: str) -> bool:
    have = _content(label)
    if not wanted or not wanted <= have:
        return False
    return not (have - wanted) & _KEPT_IN_FACTS


@lru_cache(maxsize=4096)
def _content(text: str) -> frozenset[str]:
    words = [_singular(word) for word in _WORD.findall(text.casefold())]
    content = [word for word in words if word not in _DRESS]
    return frozenset(content or words)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith(("us", "is", "ss")) else word


def _is_reaction(atom: Finding) -> bool:
    return bool(atom.target) and bool(re.search(r"allerg|hypersensitiv|intoleran", atom.name.casefold()))


def _same_or_below(code: str, wanted: str) -> bool:
    if code == wanted:
        return True
    if not (code.startswith("HP:") and wanted.startswith("HP:")):
        return False
    from osler.core.terminology import hpo

    return hpo().is_a(code, wanted)
