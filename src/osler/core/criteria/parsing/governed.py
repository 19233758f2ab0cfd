"""What somebody needs, awaits or has papers of, said once before several: "need for dialysis or ventilation"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.known import holds_name, kinds_of
from osler.core.criteria.parsing.qualifiers import only_adjectives
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.types import Expression, Finding
from osler.core.terminology import SemanticType, Vocabularies

_JOINT = re.compile(r"\s*(?:,\s*)?(?:(?:and/or|and|or|&)\s+)?(?:an?\s+|the\s+)?", re.IGNORECASE)
_LISTED = re.compile(r"\s*,")
_DISEASES = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE})
_LONGEST = 6
"""Words of an opening, at most."""


def with_governing(parts: Sequence[Expression], source: AtomSource) -> list[Expression]:
    """The members of a list with what governs the first of them, where each is a thing of the same kind."""
    shared = list(parts)
    for place in range(1, len(shared)):
        giver, part = parts[place - 1], shared[place]
        before = shared[place - 1]
        if not isinstance(giver, Finding) or not isinstance(before, Finding) or not isinstance(part, Finding):
            continue
        between = _between(giver, part, source)
        opened = _opening(before.name, source.vocabularies) if between is not None else None
        if opened is None or between is None:
            continue
        opening, thing = opened
        if _goes_on(opening, thing, part, source.vocabularies, listed=_LISTED.match(between) is not None):
            windows = part.windows or tuple(one for one in before.windows if one.kind == "planned")
            shared[place] = part.model_copy(update={"name": f"{opening} {part.name}", "windows": windows})
    return shared


def _between(first: Finding, second: Finding, source: AtomSource) -> str | None:
    """The joint of two members that stand side by side; None where anything else stands between them."""
    if first.span is None or second.span is None or first.span.end >= second.span.start:
        return None
    between = source.text[first.span.end : second.span.start]
    return between if _JOINT.fullmatch(between) else None


@cache
def _governs() -> re.Pattern[str]:
    ahead, given = "|".join(sorted(cues().looks_ahead)), "|".join(sorted(cues().given_to))
    return re.compile(
        rf"(?P<opening>(?:\S+ )*?(?:{ahead}) (?:\S+ )*?(?:for|of|to (?:{given})|to be (?:treated with|given))"
        rf"(?: prior| previous)?) (?:an? |the )?(?P<thing>\S.*)",
        re.IGNORECASE,
    )


def _opening(name: str, vocabularies: Vocabularies) -> tuple[str, str] | None:
    """What governs a name, and what it governs; None where nothing does, or where the opening is a thing itself."""
    found = _governs().fullmatch(name)
    if found is None or len(found["opening"].split()) > _LONGEST or holds_name(found["opening"], vocabularies):
        return None
    return found["opening"], found["thing"]


def _goes_on(opening: str, thing: str, part: Finding, vocabularies: Vocabularies, *, listed: bool) -> bool:
    """Whether a member is governed too: it is a bare name of the same kind as the first; a disease is none that is awaited."""
    words = part.name.lower().split()
    own = not cues().prepositions.isdisjoint(words[:2]) or not _states().isdisjoint(words[:2])
    if own or only_adjectives(words) or any(window.kind in ("ever", "current", "planned") for window in part.windows):
        return False
    kinds = kinds_of(part.name, vocabularies)
    if kinds & _DISEASES:
        return not listed and bool(kinds_of(thing, vocabularies) & _DISEASES)
    return not listed or bool(kinds) or opening.split()[0].lower() in cues().papers


@cache
def _states() -> frozenset[str]:
    """Words that begin what a member says of the patient himself."""
    lexicon = cues()
    return frozenset({*lexicon.verbs, *lexicon.modals, *lexicon.plans, *lexicon.looks_ahead, *lexicon.lacking, "not"})
