"""A medicine or a food and what it did, told of the patient in one sentence: in whatever order and with whatever words between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from osler.consult.extraction.clauses import words
from osler.core.language import Mention, analyse
from osler.core.patient import reactions_to_medicines
from osler.core.terminology import SemanticType, Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "harm.yml")
_ALLERGIC, _ILL, _KNOWN, _OTHER = "allergic", "ill", "known", "other"
_FOUND = {SemanticType.CONDITION, SemanticType.PHENOTYPE}
_FAR = 90
"""Letters between a medicine and what it did, beyond which they are not joined."""


class Harm(NamedTuple):
    """A substance and what it did."""

    substance: str
    did: str


class _Effect(NamedTuple):
    start: int
    end: int
    kind: str


def harms(sentence: str, vocabularies: Vocabularies) -> list[Harm]:
    """What a sentence tells to have done harm, and which, each thing once."""
    lower = sentence.lower()
    effects = _effects(lower)
    if not effects and not _TABLE.says(lower, "does"):
        return []
    mentions = analyse(sentence, vocabularies).mentions
    effects += [
        _Effect(one.start, one.end, _OTHER)
        for one in mentions
        if one.semantic_type in _FOUND and not any(one.start < e.end and e.start < one.end for e in effects)
    ]
    found: dict[str, Harm] = {}
    named = _substances(sentence, mentions)
    for place, (start, end) in reversed(list(enumerate(named))):
        effect = next((one for one in sorted(effects) if _is_joined(lower, (start, end), one, named)), None)
        did = lower[effect.start : effect.end] if effect is not None else None
        following = named[place + 1] if place + 1 < len(named) else None
        if did is None and following and _TABLE.pattern("both").fullmatch(lower[end : following[0]]):
            next_one = found.get(lower[slice(*following)])
            did = next_one.did if next_one else None
        if did is not None:
            found[lower[start:end]] = Harm(sentence[start:end], did)
    return list(reversed(found.values()))


def ended(lower: str) -> bool:
    """Whether a text says in so many words that a medicine was ended."""
    return _TABLE.says(lower, "ended")


def is_effect(lower: str) -> bool:
    """Whether a text in small letters tells what an allergy does, or that somebody was ill."""
    return any(effect.kind in {_ALLERGIC, _ILL} for effect in _effects(lower))


def _effects(lower: str) -> list[_Effect]:
    """What may have been done, in order; of two at one place the one that says more of it."""
    found: list[_Effect] = []
    kinds = [(kind, _word(kind)) for kind in (_ALLERGIC, _ILL, _KNOWN)]
    for kind, form in [*kinds, (_OTHER, _word("felt")), (_OTHER, reactions_to_medicines())]:
        for match in form.finditer(lower):
            if not any(match.start() < one.end and one.start < match.end() for one in found):
                found.append(_Effect(match.start(), match.end(), kind))
    return sorted(found)


@cache
def _word(kind: str) -> re.Pattern[str]:
    return re.compile(rf"\b{_TABLE.rules[kind]}(?![\w-])")


def _substances(sentence: str, mentions: Sequence[Mention]) -> list[tuple[int, int]]:
    """The medicines and the foods that a sentence names."""
    found = [
        (mention.start, mention.end)
        for mention in mentions
        if mention.semantic_type is SemanticType.MEDICATION
        and mention.text.lower() not in words()["intakes"]["no_drug"]
    ]
    for match in _word("food").finditer(sentence.lower()):
        if not any(match.start() < end and start < match.end() for start, end in found):
            found.append(match.span())
    return sorted(found)


def _is_joined(lower: str, named: tuple[int, int], effect: _Effect, all_named: list[tuple[int, int]]) -> bool:
    """Whether the words between a substance and an effect, and those before both, say that the one did the other."""
    first, last = sorted((named, (effect.start, effect.end)))
    between, before = lower[first[1] : last[0]], lower[: first[0]]
    told = lower[: effect.start] if named < (effect.start, effect.end) else lower[: effect.end]
    if first[1] > last[0] or len(between) > _FAR or _TABLE.says(told, "not_so"):
        return False
    if any(first[1] <= other[0] and other[1] <= last[0] for other in all_named):
        return False  # what another medicine did
    if _TABLE.says(between, "helped") or _TABLE.says(lower[last[1] :], "helped") or _TABLE.says(between, "for_it"):
        return False
    if named == first:
        return _did(between, before, effect, lower)
    joined = _TABLE.pattern("after").search(between) is not None and not _TABLE.says(before, "helped")
    given = effect.kind == _ILL and _TABLE.pattern("given").search(between) is not None
    return given or (effect.kind == _ALLERGIC and joined)


def _did(between: str, before: str, effect: _Effect, lower: str) -> bool:
    """Whether what stands before and behind a substance says that it did what is told after it."""
    if _TABLE.says(between, "does"):
        if ended(lower):  # why a medicine was stopped is a complaint that passed, unless it was an allergy
            return effect.kind in {_ALLERGIC, _KNOWN}
        return effect.kind != _OTHER or _TABLE.says(between, "to_me")
    if _TABLE.says(before, "cannot") or _TABLE.says(between, "cannot"):
        return effect.kind in {_ALLERGIC, _ILL, _KNOWN}
    possessed = between.endswith("my ") and " " not in lower[effect.start : effect.end]  # "with it my rash …"
    given = _TABLE.says(before, "begins") and _TABLE.pattern("then").search(between) is not None
    return given and not possessed and effect.kind in {_ALLERGIC, _ILL}
