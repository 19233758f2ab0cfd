"""Clauses of a criterion that are to be read apart: a demand behind a denial, and what a person is to think of a condition."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.criteria import (
    Age,
    AllOf,
    CriterionKind,
    Expression,
    Finding,
    MeasuredValue,
    Pregnancy,
    Unparsed,
    atoms,
    parse_criterion,
)
from osler.core.terminology import Vocabularies

_DENIED_THEN = re.compile(
    r"^(?P<denied>(?:no|without|absence of|free of)\s[^,;:()]{3,90}?)\s*[,;]\s*(?:and\s+)?(?P<demand>\S[^;]*?)\W*$",
    re.IGNORECASE,
)
_CHOICE = re.compile(r"\b(?:or|nor)\b", re.IGNORECASE)
_PERSON = r"(?:the |an? |their )?(?:(?:principal|study|site|treating|local)\s)*(?:investigator|physician|researcher|clinician|doctor)s?"
_OPINION = rf"(?:in|as per|based on) (?:the )?(?:{_PERSON}['’]?s?['’]? (?:opinion|judge?ment|view|discretion)|(?:opinion|judge?ment|view) of {_PERSON})"
_THOUGHT_OF = re.compile(
    rf",?\s*\b(?:that|which|who),?\s+{_OPINION},?\s+(?P<thought>(?:(?!\bor\b(?!\swhich)|\band\b|[.;()]).)+(?:\bor which\b[^.;()]+)?)",
    re.IGNORECASE,
)
""" "... that, in the opinion of the investigator, may interfere": what is thought, and nothing that a record has."""
_ANYTHING = re.compile(
    r"(?:(?:any|other|known|additional|concurrent|concomitant|medical|clinical|physical|serious|severe|significant|clinically|acute|chronic|uncontrolled|systemic|and|or)\s)*"
    r"(?:conditions?|diseases?|disorders?|illness(?:es)?|findings?|abnormalit(?:y|ies)|circumstances?|factors?|reasons?|therap(?:y|ies)|medications?|drugs?|treatments?|states?|problems?|histor(?:y|ies))",
    re.IGNORECASE,
)
"""Names that anything bears, of which the opinion alone makes what is asked."""
_IS_ONE = re.compile(
    r"(?:is|are|acts as|counts as)\s(?:considered\s)?(?:an?\s)?(?P<kind>[a-z][\w -]{3,40}?)\s*$", re.IGNORECASE
)
_EXAMPLES = re.compile(
    r"\(\s*(?:for example|e\.?g\.?|such as|including|i\.?e\.?)[\s,:]*(?P<list>[^()]+?)(?:,?\s*etc\.?)?\s*\)",
    re.IGNORECASE,
)


def denial_then_demand(line: str, kind: CriterionKind, vocabularies: Vocabularies) -> Expression | None:
    """ "No brain metastases, ECOG 0-1": what is denied ends at the comma, and a value behind it is a demand of its own."""
    found = _DENIED_THEN.match(line) if kind == "inclusion" else None
    if found is None or _CHOICE.search(found["demand"]):
        return None
    denied, demand = (parse_criterion(found[part], vocabularies, kind=kind) for part in ("denied", "demand"))
    asked = list(atoms(demand))
    valued = all(isinstance(one, Age) or (isinstance(one, MeasuredValue) and _limits(one)) for one in asked)
    named = all(isinstance(one, Finding | Pregnancy) for one in atoms(denied))
    return AllOf(children=(denied, demand)) if asked and valued and named else None


def _limits(atom: MeasuredValue) -> bool:
    return bool(atom.test.bounds or atom.test.values)


@lru_cache(maxsize=2000)
def without_thought(line: str, kind: CriterionKind, vocabularies: Vocabularies) -> Expression | None:
    """An exclusion without what a person is to think of it: who has no psychiatric disorder has none that could interfere.

    What is only thought to be of a kind is asked for by the examples that the criterion gives of the kind.
    """
    line = " ".join(line.split())
    found = _THOUGHT_OF.search(line) if kind == "exclusion" else None
    if found is None:
        return None
    rest = f"{line[: found.start()]} {line[found.end() :]}"
    one_of = _IS_ONE.match(found["thought"].strip())
    if one_of is not None:
        listed = _EXAMPLES.search(rest)
        return parse_criterion(f"Use of {listed['list']}", vocabularies, kind=kind) if listed else None
    tree = parse_criterion(" ".join(rest.split()), vocabularies, kind=kind)
    bare = any(
        isinstance(one, Unparsed) or (isinstance(one, Finding) and _ANYTHING.fullmatch(one.name)) for one in atoms(tree)
    )
    return None if bare else tree


def is_thought_one(line: str) -> bool:
    """Whether a criterion asks for things that are thought to be of a kind, and names some of them."""
    found = _THOUGHT_OF.search(line)
    return found is not None and bool(_IS_ONE.match(found["thought"].strip())) and bool(_EXAMPLES.search(line))
