"""Coordinated lists: "A, B or C", with the words that members share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.criteria.lexing.lexicon import cues, is_measurement, window_words
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.tree import all_of, any_of
from osler.core.criteria.types import AllOf, AnyOf, Expression, Finding, MeasuredValue, Window
from osler.core.terminology import SemanticType, vocabulary

CONNECTIVES = (Kind.AND, Kind.OR, Kind.COMMA)
_ADJECTIVE = re.compile(
    r"(?:al|ic|ary|ous|ar|ive|able|ible|ant|oid|iac)$|^(?:un)?(?:serum|urine|blood|acute|severe|mild|moderate|major|minor|stable|"
    r"controlled|treated|current|recurrent|recent|persistent|advanced|left|right|upper|lower|new|old|known|suspected)$",
    re.IGNORECASE,
)
_FEW = 3
_NUMERAL = re.compile(r"(?:[ivx]{1,4}|\d{1,2}|[a-e])(?:[/-](?:[ivx]{1,4}|\d{1,2}|[a-e]))*", re.IGNORECASE)
_NUMBERED = frozenset(
    {"type", "stage", "grade", "class", "group", "genotype", "subtype", "category", "serotype", "phase"}
)
# What a medicine is made of: "hypersensitivity to heparin or its excipients".
_PARTS = re.compile(r"^(?:its|their)\b|\b(?:excipients?|ingredients?|components?|constituents?)\b", re.IGNORECASE)
_REACTIONS = re.compile(
    r"(?:allerg|hypersensitiv|intoleran|sensitiv|contraindicat|adverse reaction|reaction)", re.IGNORECASE
)


class Member(NamedTuple):
    """One member of a list, and the connective before it."""

    items: list[Item]
    joint: Kind | None


def members(items: Sequence[Item]) -> list[Member]:
    """The members of a list with their connectives; a comma before "and" or "or" is part of it."""
    found: list[Member] = []
    current: list[Item] = []
    joint: Kind | None = None
    for item in items:
        if isinstance(item, Token) and is_kind(item, *CONNECTIVES):
            if current:
                found.append(Member(current, joint))
                current, joint = [], item.kind
            elif joint in (None, Kind.COMMA):
                joint = item.kind
        else:
            current.append(item)
    if current:
        found.append(Member(current, joint))
    return _with_degrees(found)


def _with_degrees(found: Sequence[Member]) -> list[Member]:
    """ "Severe, uncontrolled asthma": words of degree before a comma belong to the member after it."""
    result: list[Member] = []
    for member in found:
        before = result[-1] if result else None
        if before and member.joint is Kind.COMMA and _only_degrees(before.items) and not _only_degrees(member.items):
            result[-1] = Member([*before.items, *member.items], before.joint)
        else:
            result.append(member)
    return result


def _only_degrees(items: Sequence[Item]) -> bool:
    return all(isinstance(item, Token) and item.kind is Kind.WORD and item.text in cues().degrees for item in items)


# What an aside ends at: "diabetes, with or without neuropathy, for 2 years".
_TURNS = (Kind.COMMA, Kind.COLON, Kind.STOP, Kind.CONDITION, Kind.EXCEPTION, Kind.UNLESS, Kind.EXAMPLES, Kind.TIME)


def without_asides(items: Sequence[Item]) -> list[Item]:
    """The items without what is said not to matter ("with or without B", "regardless of C")."""
    kept: list[Item] = []
    aside = False
    for item in items:
        if is_kind(item, Kind.REGARDLESS):
            aside = True
        elif aside and (is_kind(item, *_TURNS) or (isinstance(item, Token) and item.text in _RELATIVE)):
            aside = False
        if not aside:
            kept.append(item)
    return kept


_RELATIVE = frozenset({"who", "whom", "whose", "which", "that", "but", "and who", "and must"})


def merged_times(items: Sequence[Item]) -> list[Item]:
    """ "Current or past history of X": two words about time before one name; the wider of the two is meant."""
    row = list(items)
    place = 0
    while place + 2 < len(row):
        first, joint, second = row[place : place + 3]
        kinds = [window_words().get(item.text) if isinstance(item, Token) else None for item in (first, second)]
        if all(kinds) and is_kind(joint, Kind.OR, Kind.AND, Kind.COMMA):
            wider = first if kinds[0] == "ever" else second
            row[place : place + 3] = [wider]
        else:
            place += 1
    return row


def resolve_commas(joints: Sequence[Kind | None], default: Kind) -> list[Kind]:
    """What each comma stands for: the next spelled-out connective, or the default where there is none."""
    resolved: list[Kind] = []
    following = default
    for joint in reversed(joints):
        if joint in (Kind.AND, Kind.OR):
            following = joint
        resolved.append(following if joint is Kind.COMMA or joint is None else joint)
    return resolved[::-1]


def joined(parts: Sequence[tuple[Expression, Kind]]) -> Expression:
    """The list as a tree: "and" binds more tightly than "or"; each part comes with the connective before it."""
    alternatives: list[list[Expression]] = [[parts[0][0]]]
    for part, joint in parts[1:]:
        if joint is Kind.OR:
            alternatives.append([part])
        else:
            alternatives[-1].append(part)
    return any_of([all_of(group) for group in alternatives])


def share(parts: Sequence[Expression]) -> list[Expression]:
    """The members with what they have in common written to each: values, windows, the noun of paired adjectives."""
    return _share_windows(_share_values(_share_nouns(_share_targets(_share_numbers(parts)))))


def is_numbered(words: Sequence[str]) -> bool:
    """Whether words only number something: "type 2", "stages III", "II"."""
    *kinds, last = words
    return bool(_NUMERAL.fullmatch(last)) and len(kinds) <= 1 and all(_kind_word(kind) for kind in kinds)


def only_adjectives(words: Sequence[str]) -> bool:
    """Whether words only qualify something."""
    return 0 < len(words) <= _FEW and all(_ADJECTIVE.search(word) or word.lower() in cues().degrees for word in words)


def _kind_word(word: str) -> bool:
    return word.lower().removesuffix("s") in _NUMBERED


def _share_numbers(parts: Sequence[Expression]) -> list[Expression]:
    """ "Types I, II or III collagenosis", "hepatitis B or C": a bare number takes the words around its neighbour's."""
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        if not isinstance(part, Finding) or not isinstance(giver, Finding):
            continue
        own, words = part.name.split(), giver.name.split()
        after = 2 if _kind_word(words[0]) else 1
        if len(own) > 1 and _NUMERAL.fullmatch(own[-1]) and not is_numbered(own) and _NUMERAL.fullmatch(words[0]):
            # "hepatitis B or C virus infection": each takes what the other has.
            if len(words) > 1:
                shared[index] = part.model_copy(update={"name": " ".join([*own, *words[1:]])})
                shared[index + 1] = giver.model_copy(update={"name": " ".join([*own[:-1], *words])})
        elif is_numbered(own) and len(words) > after and is_numbered(words[:after]):
            shared[index] = part.model_copy(update={"name": " ".join([*own, *words[after:]])})
    for index in range(1, len(shared)):
        giver, part = shared[index - 1], shared[index]
        if not isinstance(part, Finding) or not isinstance(giver, Finding):
            continue
        own, words = part.name.split(), giver.name.split()
        if _kind_word(words[0]) and len(words) > 1 and _NUMERAL.fullmatch(own[0]):
            single = words[0].removesuffix("s")
            shared[index - 1] = giver.model_copy(update={"name": " ".join([single, *words[1:]])})
            shared[index] = part.model_copy(update={"name": " ".join([single, *own])})
        elif len(own) == 1 and _NUMERAL.fullmatch(own[0]) and len(words) > 1 and _NUMERAL.fullmatch(words[-1]):
            shared[index] = part.model_copy(update={"name": " ".join([*words[:-1], *own])})
    return shared


def _share_targets(parts: Sequence[Expression]) -> list[Expression]:
    """ "Allergy or hypersensitivity to latex": a reaction to nothing in particular is one to what the next is to."""
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        if not isinstance(part, Finding) or not isinstance(giver, Finding) or part.target or not giver.target:
            continue
        if _REACTIONS.search(part.name) and len(part.name.split()) <= _FEW and _REACTIONS.search(giver.name):
            update = {
                "name": f"{part.name} to {giver.target}",
                "target": giver.target,
                "target_span": giver.target_span,
            }
            shared[index] = part.model_copy(update=update)
    for index in range(1, len(shared)):
        giver, part = shared[index - 1], shared[index]
        if not isinstance(giver, Finding) or not giver.target or not isinstance(part, Finding) or part.target:
            continue
        if _PARTS.search(part.name) or (_REACTIONS.search(giver.name) and names_medicine(part.name)):
            words = giver.name[: giver.name.rfind(giver.target)] if giver.name.endswith(giver.target) else ""
            if words and _REACTIONS.search(words):
                update = {"name": f"{words}{part.name}", "target": part.name, "target_span": part.span}
                shared[index] = part.model_copy(update=update)
    return shared


@lru_cache(maxsize=10_000)
def names_medicine(name: str) -> bool:
    """Whether a whole name is one of a medicine."""
    terms = vocabulary()
    whole = (match for match in terms.find(name) if (match.start, match.end) == (0, len(name)))
    kinds = {concept.semantic_type for match in whole for id_ in match.concept_ids if (concept := terms.concept(id_))}
    return SemanticType.MEDICATION in kinds


def _share_values(parts: Sequence[Expression]) -> list[Expression]:
    """ "AST, ALT < 2.5 x ULN": a measurement without a value takes that of its neighbour."""
    shared = list(parts)
    for order in (range(len(shared) - 2, -1, -1), range(1, len(shared))):
        step = 1 if order.step < 0 else -1
        for index in order:
            part, giver = shared[index], shared[index + step]
            if not isinstance(part, Finding) or not isinstance(giver, MeasuredValue) or not is_measurement(part.name):
                continue
            if step == -1 and giver.test.result is None:
                continue
            shared[index] = MeasuredValue(name=part.name, test=giver.test, windows=part.windows, span=part.span)
    return shared


def _share_windows(parts: Sequence[Expression]) -> list[Expression]:
    """ "history of A or B", "A or B within 6 months": a window at either end is meant for every member."""
    first = _windows(parts[0]) if parts else ()
    last = _windows(parts[-1]) if parts else ()
    opening = [window for window in first if window.length is None and not window.anchor and _begins(parts[0], window)]
    closing = [window for window in last if window.length is not None or window.anchor]
    return [_dated(part, opening, closing) for part in parts]


def _dated(part: Expression, opening: Sequence[Window], closing: Sequence[Window]) -> Expression:
    if isinstance(part, AllOf):
        return part.model_copy(update={"children": tuple(_dated(child, opening, closing) for child in part.children)})
    if not isinstance(part, Finding | MeasuredValue):
        return part
    own = part.windows
    before = [window for window in opening if not any(w.length is None and not w.anchor for w in own)]
    after = [window for window in closing if not any(w.length is not None or w.anchor for w in own)]
    return part.model_copy(update={"windows": (*before, *own, *after)})


def _share_nouns(parts: Sequence[Expression]) -> list[Expression]:
    """ "renal or hepatic impairment": lone adjectives take the noun of the next member."""
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        giver = giver.children[0] if isinstance(giver, AllOf) else giver
        if not isinstance(part, Finding | MeasuredValue) or not isinstance(giver, Finding | MeasuredValue):
            continue
        own, words = part.name.split(), giver.name.split()
        before = shared[index - 1] if index else None
        # Among adjectives a single word is one too: "renal, endocrine or hepatic disease".
        among = len(own) == 1 and isinstance(before, Finding) and only_adjectives(before.name.split())
        lacks_noun = (len(own) <= _FEW and all(_qualifies(word) for word in own)) or among
        if lacks_noun and 1 < len(words) <= _FEW + 2 and _qualifies(words[0]):
            shared[index] = part.model_copy(update={"name": " ".join([*own, *_noun(words)])})
            degree = own[0] if len(own) > 1 and own[0].lower() in cues().degrees else ""
            follower = shared[index + 1]
            if degree and isinstance(follower, Finding | MeasuredValue) and words[0].lower() not in cues().degrees:
                shared[index + 1] = follower.model_copy(update={"name": f"{degree} {follower.name}"})
    return shared


def _noun(words: Sequence[str]) -> Sequence[str]:
    place = next((place for place, word in enumerate(words) if not _qualifies(word)), 1)
    return words[max(place, 1) :]


def _qualifies(word: str) -> bool:
    return bool(_ADJECTIVE.search(word)) or word.lower() in cues().attributive


def _windows(part: Expression) -> tuple[Window, ...]:
    if isinstance(part, Finding | MeasuredValue):
        return part.windows
    if isinstance(part, AllOf | AnyOf):
        return _windows(part.children[-1])
    return ()


def _begins(part: Expression, window: Window) -> bool:
    span = part.span if isinstance(part, Finding | MeasuredValue) else None
    return bool(span and window.span and window.span.start < span.start)
