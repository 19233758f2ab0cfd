"""What the members of a list have in common, written to each: numbers, targets, nouns, values, windows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from osler.core.criteria.lexing.lexicon import cues, is_measurement
from osler.core.criteria.tree import any_of, atoms, map_atoms
from osler.core.criteria.types import AllOf, AnyOf, Except, Expression, Finding, MeasuredValue, Window
from osler.core.terminology import SemanticType, singular, vocabulary

_ADJECTIVE = re.compile(
    r"(?:al|ic|ary|ory|ous|ar|ive|able|ible|ant|oid|iac)$|^(?:un)?(?:serum|urine|blood|acute|severe|mild|moderate|major|minor|stable|"
    r"controlled|treated|current|recurrent|recent|persistent|advanced|left|right|full|total|complete|partial|benign|malignant|primary|secondary|upper|lower|new|old|known|suspected|first|second|third|fourth|other)$",
    re.IGNORECASE,
)
# Nouns that end as adjectives do.
_NOUN = re.compile(
    r"(?:refus|withdraw|arriv|remov|tri|approv|surviv|hospit|interv|clin|antibiot|narcot)(?:al|ic)|(?:un|cap)?able",
    re.IGNORECASE,
)
_FEW = 3
_ENDS_PHRASE = re.compile(r"as|of|for|in|by|with|to|from|on|at|[a-z]{3,}ed")
_NUMERAL = re.compile(
    r"(?:[ivx]{1,4}(?:[a-d]\d?)?|\d{1,2}[a-d]?|[a-e])(?:[/-](?:[ivx]{1,4}[a-d]?|\d{1,2}[a-d]?|[a-e]))*", re.IGNORECASE
)
_NUMBERED = frozenset(
    {"type", "stage", "grade", "class", "group", "genotype", "subtype", "category", "serotype", "phase"}
)
# What a medicine is made of: "hypersensitivity to heparin or its excipients".
_PARTS = re.compile(
    r"^(?:its|their)\b|\b(?:(?:related|similar)\s+(?:drugs?|compounds?|products?|agents?|substances?|medications?|medicines?)|analogu?es?|derivatives?|excipients?|ingredients?|components?|constituents?)\b",
    re.IGNORECASE,
)
_REACTIONS = re.compile(
    r"(?:allerg|hypersensitiv|intolera|sensitiv|contraindicat|adverse reaction|reaction)", re.IGNORECASE
)

_TREATMENTS = re.compile(
    r"(?:therapy|surgery|treatment|radiation|irradiation|intervention|medication)s?$", re.IGNORECASE
)


def share(parts: Sequence[Expression]) -> list[Expression]:
    """The members with what they have in common written to each: values, windows, the noun of paired adjectives."""
    named = _share_modifiers(_share_heads(_share_nouns(_share_targets(_share_numbers(parts)))))
    return _share_windows(_share_units(_share_values(_share_results(named))))


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
    waiting: list[int] = []
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        if not isinstance(part, Finding) or not isinstance(giver, Finding) or part.target or not giver.target:
            continue
        if _REACTIONS.search(part.name) and len(part.name.split()) <= _FEW and _REACTIONS.search(giver.name):
            waiting.append(index)
            update = {
                "name": f"{part.name} to {giver.target}",
                "target": giver.target,
                "target_span": giver.target_span,
            }
            shared[index] = part.model_copy(update=update)
    last = shared[-1] if shared else None
    purpose = last.name.find(" for ") if isinstance(last, Finding) and last.target else -1
    if isinstance(last, Finding) and purpose > 0 and _TREATMENTS.search(last.name[:purpose]):
        # "Chemotherapy, radiotherapy or surgery for NSCLC": each of the treatments is for it.
        for index, part in enumerate(shared[:-1]):
            if isinstance(part, Finding) and not part.target and _TREATMENTS.search(part.name):
                update = {
                    "name": part.name + last.name[purpose:],
                    "target": last.target,
                    "target_span": last.target_span,
                }
                shared[index] = part.model_copy(update=update)
    for index in range(1, len(shared)):
        giver, part = shared[index - 1], shared[index]
        if not isinstance(giver, Finding) or not giver.target or not isinstance(part, Finding) or part.target:
            continue
        if _PARTS.search(part.name) or (
            _REACTIONS.search(giver.name) and (holds_medicine(part.name) or _is_bare(part))
        ):
            words = giver.name[: giver.name.rfind(giver.target)] if giver.name.endswith(giver.target) else ""
            if words and _REACTIONS.search(words):
                update = {"name": f"{words}{part.name}", "target": part.name, "target_span": part.span}
                shared[index] = part.model_copy(update=update)
                for place in waiting:
                    # "Allergy or intolerance to A or B" names four.
                    shared[place] = any_of([shared[place], _directed(parts[place], part)])
    return shared


def _directed(reaction: Expression, at: Finding) -> Expression:
    """A reaction to something in particular."""
    assert isinstance(reaction, Finding)  # noqa: S101 - only reactions wait for what they are to
    update = {"name": f"{reaction.name} to {at.name}", "target": at.name, "target_span": at.span}
    return reaction.model_copy(update=update)


def is_reaction(part: Expression) -> bool:
    """Whether a member is an allergy or the like; of several nobody must have all to be left out."""
    return isinstance(part, Finding) and bool(_REACTIONS.search(part.name))


def _is_bare(part: Finding) -> bool:
    """Whether a member is one word that names no condition: "hypersensitivity to shrimps, lobsters or beetles"."""
    plain = part.name.islower() or part.name.isupper()
    return " " not in part.name and plain and not names_condition(part.name) and not part.windows


@lru_cache(maxsize=10_000)
def holds_medicine(name: str) -> bool:
    """Whether the first thing that some words name is a medicine."""
    terms = vocabulary()
    first = next(iter(sorted(terms.find(name), key=lambda match: (match.start, -match.end))), None)
    concepts = [terms.concept(id_) for id_ in first.concept_ids] if first else []
    return any(concept is not None and concept.semantic_type is SemanticType.MEDICATION for concept in concepts)


def names_condition(name: str) -> bool:
    """Whether a whole name is one of a disease or a finding."""
    return bool(_kinds(name) & {SemanticType.CONDITION, SemanticType.PHENOTYPE})


def names_something(name: str) -> bool:
    """Whether a whole name is one that the vocabularies know."""
    return bool(_kinds(name))


@lru_cache(maxsize=10_000)
def _kinds(name: str) -> frozenset[SemanticType]:
    terms = vocabulary()
    whole = (match for match in terms.find(name) if (match.start, match.end) == (0, len(name)))
    return frozenset(
        concept.semantic_type for match in whole for id_ in match.concept_ids if (concept := terms.concept(id_))
    )


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
            if part.name.lower() != giver.name.lower() and part.name.lower().endswith(giver.name.lower()):
                # "Irregular pulse, or pulse > 100": who says the measure again says something else of it.
                continue
            shared[index] = MeasuredValue(name=part.name, test=giver.test, windows=part.windows, span=part.span)
    return shared


def _share_results(parts: Sequence[Expression]) -> list[Expression]:
    """ "Positive for A, B or C": what stands after "for" are the things that the one result is of."""
    shared = list(parts)
    for index in range(1, len(shared)):
        giver, part = shared[index - 1], shared[index]
        if not isinstance(giver, MeasuredValue) or not isinstance(part, Finding) or giver.test.result is None:
            continue
        told, name = giver.test.span, giver.span
        opening, found, _ = giver.name.partition(" for ")
        ahead = bool(told and name and name.start - told.end > _FEW)
        if ahead or found:
            grown = f"{opening} for {part.name}" if found else part.name
            shared[index] = MeasuredValue(name=grown, test=giver.test, windows=part.windows, span=part.span)
    return shared


def _share_heads(parts: Sequence[Expression]) -> list[Expression]:
    """ "Hepatitis B virus, hepatitis C virus and HIV infections": a name takes the last noun where that makes a known one."""
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        if not isinstance(part, Finding) or not isinstance(giver, Finding) or " " not in giver.name:
            continue
        head = giver.name.split()[-1]
        if names_condition(part.name) or part.name.split()[-1].lower() == head.lower():
            continue
        short = part.name.isupper() and " " not in part.name and giver.name.split()[0].isupper()
        if names_condition(f"{part.name} {singular(head)}") or (short and head.islower()):
            shared[index] = part.model_copy(update={"name": f"{part.name} {head}"})
    return shared


def _share_modifiers(parts: Sequence[Expression]) -> list[Expression]:
    """ "Substance abuse or dependence": a bare noun takes the noun before its neighbour's, where that makes a name."""
    shared = list(parts)
    for index in range(1, len(shared)):
        giver, part = shared[index - 1], shared[index]
        if not isinstance(giver, Finding) or not isinstance(part, Finding):
            continue
        words = giver.name.split()
        if len(words) < 2 or " " in part.name or not qualifies(words[-2]):
            continue
        grown = f"{words[-2]} {part.name}"
        if names_condition(grown) and not names_condition(part.name):
            shared[index] = part.model_copy(update={"name": grown})
    return shared


def _share_units(parts: Sequence[Expression]) -> list[Expression]:
    """ "> 27 and < 47 kg/m2": a bare number is meant in the unit of the next value of the same measure."""
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        # A value without a name of its own has that of the one before it, and its place in the text.
        if not isinstance(part, MeasuredValue) or not isinstance(giver, MeasuredValue) or part.span != giver.span:
            continue
        unit = next((bound.unit for bound in giver.test.bounds), "")
        if unit and not any(bound.unit or bound.times for bound in part.test.bounds):
            bounds = tuple(bound.model_copy(update={"unit": unit}) for bound in part.test.bounds)
            shared[index] = part.model_copy(update={"test": part.test.model_copy(update={"bounds": bounds})})
    return shared


def _share_windows(parts: Sequence[Expression]) -> list[Expression]:
    """ "history of A or B", "A or B within 6 months": a window at either end is meant for every member."""
    names = [part.name.lower() for part in parts if isinstance(part, Finding)]
    if len(set(names)) < len(names):
        # "Current X, or X within 4 weeks": who says the name again says the time of each.
        return list(parts)
    opener = (
        next((atom for atom in atoms(parts[0]) if isinstance(atom, Finding | MeasuredValue)), None) if parts else None
    )
    first = opener.windows if opener is not None else ()
    last = _windows(parts[-1]) if parts else ()
    opening = [window for window in first if window.length is None and not window.anchor and _begins(opener, window)]
    closing = [window for window in last if window.length is not None or window.anchor]
    return [_dated(part, opening, closing) for part in parts]


def _dated(part: Expression, opening: Sequence[Window], closing: Sequence[Window]) -> Expression:
    if isinstance(part, AllOf) or (isinstance(part, AnyOf) and part.sense == "alternatives"):
        return part.model_copy(update={"children": tuple(_dated(child, opening, closing) for child in part.children)})
    if not isinstance(part, Finding | MeasuredValue):
        return part
    own = part.windows
    counted = any(w.length is not None or w.anchor for w in own)
    now = any(w.kind == "current" for w in own)
    # What goes on now and what lay within some weeks exclude each other: "currently on X or having had Y within 60 days".
    before = [
        window
        for window in opening
        if not any(w.length is None and not w.anchor for w in own) and not (counted and window.kind == "current")
    ]
    after = [window for window in closing if not counted and not (now and window.length is not None)]
    return part.model_copy(update={"windows": (*before, *own, *after)})


def has_one_noun(tree: Expression) -> bool:
    """Whether the members of a list end in one noun, or there is no list: what is said of the last is said of all."""
    if not isinstance(tree, AnyOf):
        return True
    names = [child.name for child in tree.children if isinstance(child, Finding | MeasuredValue)]
    return len(names) == len(tree.children) and len({name.split()[-1].lower() for name in names}) == 1


def _share_nouns(parts: Sequence[Expression]) -> list[Expression]:
    """ "renal or hepatic impairment": adjectives take the noun of the next member, which takes what stood before them."""
    shared = list(parts)
    completed: set[int] = set()
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], _first_named(shared[index + 1])
        if not isinstance(part, Finding | MeasuredValue) or giver is None:
            continue
        if isinstance(part, MeasuredValue) and part.test.bounds and isinstance(giver, Finding):
            continue  # what has a value of its own waits for no noun: "hemoglobin < 8 g/dL or Crohn's disease"
        own, words = part.name.split(), giver.name.split()
        before = shared[index - 1] if index else None
        # Among adjectives a single word is one too: "renal, endocrine or hepatic disease".
        among = len(own) == 1 and isinstance(before, Finding) and only_adjectives(before.name.split())
        words = words if only_adjectives(own) else _noun_phrase(words)
        if own[-1].endswith("-") and "-" in words[0]:
            # "alpha- or beta-blockers"
            shared[index] = part.model_copy(update={"name": f"{part.name}{words[0].split('-', 1)[1]}"})
            continue
        if (
            len(words) < 2
            or (len(words) > _FEW + 2 and not only_adjectives(own))
            or not (among or _lacks_noun(own, words))
        ):
            continue
        shared[index] = part.model_copy(update={"name": " ".join([*own, *_noun(own, words)])})
        completed.add(index)
        opening = " ".join(_opening(own, words))
        place = index + 1
        while opening and (named := _first_named(shared[place])) is not None:
            # What stands before the first adjective is said of every member that has the noun.
            shared[place] = _renamed(shared[place], named, f"{opening} {named.name}")
            if place not in completed:
                break
            place += 1
    return shared


def _first_named(tree: Expression) -> Finding | MeasuredValue | None:
    """The condition that a member begins with, where it is one name with what narrows it."""
    while isinstance(tree, AllOf) or (isinstance(tree, AnyOf) and tree.sense == "examples"):
        tree = tree.children[0]
    return tree if isinstance(tree, Finding | MeasuredValue) else None


def _renamed(tree: Expression, atom: Finding | MeasuredValue, name: str) -> Expression:
    return map_atoms(tree, lambda other: atom.model_copy(update={"name": name}) if other is atom else other)


def _noun_phrase(words: list[str]) -> list[str]:
    """The noun phrase that a long name begins with."""
    if len(words) <= _FEW + 2:
        return words
    ends = (place for place, word in enumerate(words) if place > 1 and _ENDS_PHRASE.fullmatch(word.lower()))
    return words[: next(ends, len(words))]


def _lacks_noun(own: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a member ends in an adjective, or in a noun that makes a known name with its neighbour's."""
    if own[-1].lower() == words[-1].lower():
        return False
    if own[-1].lower() == words[0].lower() and own[-1].lower() not in cues().degrees:
        return False
    participle = words[0].lower().endswith("ed")
    either_done = participle or own[-1].endswith("ed") or words[0].lower().startswith("non-")
    adverb = len(own) == 2 and own[0].lower().endswith("ly")
    if (len(own) == 1 or adverb) and either_done and own[-1].islower() and not _kinds(own[-1]):
        # "inborn or acquired disorders", "scheduled or non-urgent caesarean"
        return True
    if qualifies(own[-1]) and (qualifies(words[0]) or participle):
        return len(own) <= _FEW + _FEW
    plain = [word for word in own if word.lower() not in cues().degrees]
    if len(plain) != 1 or names_condition(plain[0]):
        return False
    return names_condition(" ".join([plain[0], *_noun(plain, words)]))


def _opening(own: Sequence[str], words: Sequence[str]) -> list[str]:
    """What stands before a member's adjectives and holds for its neighbour too: "severe renal or hepatic failure"."""
    place = len(own) - 1
    while place > 0 and qualifies(own[place - 1]) and own[place - 1].lower() not in cues().degrees:
        place -= 1
    if words[0].lower() in cues().degrees or own[max(place - 1, 0)].lower().endswith("ly"):
        return []
    return list(own[:place])


def _noun(own: Sequence[str], words: Sequence[str]) -> Sequence[str]:
    """What a member's last word stands before: all after the neighbour's word of the same sort."""
    place = 0
    degree = own[-1].lower() in cues().degrees
    while not degree and place < len(words) - 2 and words[place].lower() in cues().degrees:
        place += 1
    return words[place + 1 :]


def qualifies(word: str) -> bool:
    """Whether a word stands before a noun and says what kind it is of."""
    if _NOUN.fullmatch(word) or (word.lower().endswith("al") and SemanticType.MEDICATION in _kinds(word)):
        # "Phenobarbital and other drugs"
        return False
    return bool(_ADJECTIVE.search(word)) or word.lower() in cues().attributive


def _windows(part: Expression) -> tuple[Window, ...]:
    if isinstance(part, Except):
        return _windows(part.child)
    if isinstance(part, Finding | MeasuredValue):
        return part.windows
    if isinstance(part, AllOf | AnyOf):
        return _windows(part.children[-1])
    return ()


def _begins(part: Finding | MeasuredValue | None, window: Window) -> bool:
    span = part.span if part is not None else None
    return bool(span and window.span and window.span.start < span.start)
