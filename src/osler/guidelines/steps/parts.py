"""A question that asks several things, as its parts; each goes with what the others say it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from osler.core.library import stems
from osler.core.terminology import SemanticType, Vocabularies
from osler.guidelines.checking.lexicon import any_of
from osler.guidelines.everyday import everyday_words
from osler.guidelines.steps.intent import intents_of
from osler.guidelines.steps.naming import is_class
from osler.yaml_reader import packaged_yaml

_SENTENCE = re.compile(r"(?<=[?!;])\s*|(?<=[a-z0-9)][a-z0-9)])[.:]\s+(?=\S)", re.IGNORECASE)
"""Where a sentence ends; the point after a single letter ends none."""
_ION = re.compile(r"\b(?P<ion>K|Na|Ca|Mg|Cl|Li|H)\d?[+⁺]{1,2}(?=[\s,;:?.)]|$)")
"""An ion, whose sign joins nothing: "K+ 6.8"."""
_LEAST_OF_A_LIST = 3
PART_TASK = "answer_part_"
"""How the names of the sub-tasks begin that look for one part of a question each."""
_NAMED = {
    SemanticType.CONDITION,
    SemanticType.PHENOTYPE,
    SemanticType.MEDICATION,
    SemanticType.PROCEDURE,
    SemanticType.LAB_VALUE,
    SemanticType.BIOMARKER,
}
_STATE = re.compile(
    r"\b(?:not |non-?|now |currently |\d+ weeks? )*(?:pregnant|breast-?feeding|postmenopausal)\b"
    r"|\b(?:allergic|allergy) to [\w-]+|\b[a-z]+[- ]allerg(?:ic|y)\b|\b(?:[\w-]+ ){1,2}(?:is |of |at )?[<>=]?\s?\d+(?:\.\d+)?(?:/\d+)?\s*(?:%|[a-z]+(?:/[\w.]+)*)?(?=\W*$)",
    re.IGNORECASE,
)
"""What is told of a person: a state, an allergy, or a measure with its number."""
ACRONYM = re.compile(r"\b(?:[A-Z][A-Z0-9]{1,6}|[A-Z]{2,4}[a-z]{1,2}[A-Z]{1,3})\b")
"""A word in capitals (HFrEF as well) is a name, whether a vocabulary knows it or not."""


class Part(NamedTuple):
    """One thing that is asked, in the question's words, and the same with what it is about where it does not say so."""

    asked: str
    about: str


class _Rules(NamedTuple):
    opens: re.Pattern[str]
    parting: re.Pattern[str]
    lists: re.Pattern[str]
    marks: re.Pattern[str]
    shared: re.Pattern[str]
    apart: re.Pattern[str]
    service: re.Pattern[str]
    tells: re.Pattern[str]
    begins: re.Pattern[str]
    things: re.Pattern[str]
    also: re.Pattern[str]


def parts_of(question: str, vocabularies: Vocabularies) -> list[Part]:
    """The parts of a question in their order; a question that asks one thing is its only part."""
    question = _ION.sub(r"\g<ion>", question)
    pieces = [piece for sentence in _SENTENCE.split(question) for piece in parting_rules().parting.split(sentence)]
    pieces = [" ".join(piece.split()) for piece in pieces if piece and re.search(r"\w", piece)]
    rules = parting_rules()
    asked = [
        piece
        for place, piece in enumerate(pieces)
        if piece.endswith("?") or rules.opens.search(piece) or (not place and rules.begins.match(piece))
    ]
    if asked and _asks_first(question, pieces, vocabularies) and pieces[0] not in asked:
        asked = [pieces[0], *asked]
    if asked:
        # "duration of treatment in … and how is … treated?": what is wanted of a named thing is asked without a verb as well.
        asked = [piece for piece in pieces if piece in asked or _is_wanted(piece, vocabularies)]
    if len(pieces) < 2 or len(asked) < 2:
        listed, plain = list_of(question, vocabularies)
        return listed if plain else [Part(question, question)]
    return [
        Part(piece, _about(piece, [one for one in pieces if one != piece], asked, question, vocabularies))
        for piece in asked
    ]


def is_list(question: str, parts: Sequence[Part]) -> bool:
    """Whether parts are what a question lists with commas, and no questions of their own: it may be a note about one thing."""
    rules = parting_rules()
    asks = any(rules.opens.search(part.asked) for part in parts[1:])
    return len(parts) > 1 and question.count("?") < len(parts) and not asks and not rules.marks.search(question)


def _asks_first(question: str, pieces: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether a question opens with something asked without a verb, which "and" joins to what is asked next: "Treatment, and does he …?"."""
    rules = parting_rules()
    joined = rules.parting.search(question)
    if len(pieces) < 2 or joined is None or not rules.also.search(joined.group()):
        return False
    first = " ".join(question[: joined.start()].split())
    asks = is_named(first, vocabularies) or bool(intents_of(first))
    return first == pieces[0] and asks and not rules.tells.search(first) and not rules.shared.match(first)


def _is_wanted(piece: str, vocabularies: Vocabularies) -> bool:
    """Whether a piece says what is wanted of a thing that it names, and tells nothing of a patient."""
    return not parting_rules().tells.search(piece) and bool(intents_of(piece)) and is_named(piece, vocabularies)


def list_of(question: str, vocabularies: Vocabularies) -> tuple[list[Part], bool]:
    """A list of things that are asked about in one breath, each with what all share; and whether it is plainly a list.

    Two names joined by "and" may as well be one thing (hypertension and diabetes): whoever asks decides by what is found.
    """
    rules = parting_rules()
    pieces = [piece for piece in rules.apart.split(question) if re.search(r"\w", piece)]
    lists = [(piece, _items(piece, vocabularies)) for piece in pieces]
    held, items = max(lists, key=lambda one: len(one[1]), default=("", []))
    if len(items) < 2:
        return [], False
    frame = " ".join(piece for piece in pieces if piece != held)
    tail = rules.shared.search(items[-1])
    shared = (
        items[-1][tail.start() :] if tail and tail.start() and _tells(items[-1][tail.start() :], vocabularies) else ""
    )
    alone = not any(rules.shared.search(item) for item in items[:-1])
    parts = [
        Part(item.strip(" ?."), " ".join(filter(None, [frame, item, shared if alone and item != items[-1] else ""])))
        for item in items
    ]
    return parts, bool(rules.marks.search(held)) or len(items) >= _LEAST_OF_A_LIST or bool(
        frame and _tells(held, vocabularies)
    )


def _items(piece: str, vocabularies: Vocabularies) -> list[str]:
    """The items of a list; what tells nothing by itself ("dose & duration") is no item, and then there is no list."""
    items = [item for item in parting_rules().lists.split(piece) if item and re.search(r"\w", item)]
    if len([item for item in items if not _is_of_the_person(item)]) < min(2, len(items)):
        return [piece]
    # What opens a question after a comma asks it of what stands before: that is told, not listed.
    told = any(parting_rules().opens.search(item) for item in items[1:])
    named = sum(is_named(item, vocabularies) for item in items)
    enough = named > (len(items) < _LEAST_OF_A_LIST)
    plain = len(items) > 1 and not told and enough and all(_tells(item, vocabularies) for item in items)
    return items if plain else [piece]


def _is_of_the_person(item: str) -> bool:
    """Whether an item only tells of the person: age and sex, a value, a state ("cystitis, woman 66, eGFR 38, not pregnant")."""
    rest = _STATE.sub(" ", item)
    return not [stem for stem in stems(rest) if not stem[0].isdigit() and stem not in asking_stems()]


def _tells(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a text says what it is about: a clinical name, an everyday word for one, or any word that asks nothing."""
    return bool(is_named(text, vocabularies) or not asking_stems() >= set(stems(text)))


def is_named(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a text has a clinical name, an everyday word for one, or initials."""
    return bool(_names(text, vocabularies) or everyday_words(text) or ACRONYM.search(text))


@cache
def asking_stems() -> frozenset[str]:
    """The words that only ask, or say what is wanted of a thing."""
    words = [*packaged_yaml("osler.guidelines", "asking.yml")["words"]]
    words += packaged_yaml("osler.guidelines", "parts.yml")["aspects"]
    return frozenset(stem for word in words for stem in stems(str(word)))


@cache
def people_stems() -> frozenset[str]:
    """Words for a state of a person in which something is done."""
    return frozenset(stem for word in packaged_yaml("osler.guidelines", "asking.yml")["people"] for stem in stems(word))


def _about(piece: str, others: Sequence[str], asked: Sequence[str], question: str, vocabularies: Vocabularies) -> str:
    """A part with what it is about: what the question tells beside its parts, or else the subject of the other parts."""
    told = " ".join(one for one in others if one not in asked)
    if stands_beside(piece, asked) or (not told and parting_rules().things.search(piece)):
        return piece
    if is_named(piece, vocabularies) and not _only_a_class(piece, vocabularies):
        return f"{piece} {told}" if is_named(told, vocabularies) else piece
    own = is_named(piece, vocabularies)
    subject = told or _subject(" ".join(others), vocabularies, drugs=not own)
    return f"{piece} {subject}" if subject else piece if own else question


def stands_beside(piece: str, others: Sequence[str]) -> bool:
    """Whether a piece names its own kind of a service of which another piece names one: this vaccine and that vaccine."""
    mine = _kinds_of_service(piece)
    return any(
        service == another and kind != other
        for service, kind in mine
        for one in others
        for another, other in _kinds_of_service(one)
    )


def _kinds_of_service(piece: str) -> list[tuple[str, str]]:
    """The services that a piece names, each by its stem with the word before it that says which."""
    found = [(stems(one["service"]), stems(one["kind"])) for one in parting_rules().service.finditer(piece)]
    return [(service[0], kind[0]) for service, kind in found if service and kind and kind[0] not in asking_stems()]


def _only_a_class(piece: str, vocabularies: Vocabularies) -> bool:
    """Whether a part names a class of drugs and nothing else: "what antibiotic?" asks about what the rest tells."""
    matches = vocabularies.find(piece)
    return bool(matches) and all(any(is_class(one, vocabularies) for one in match.concept_ids) for match in matches)


def _subject(text: str, vocabularies: Vocabularies, *, drugs: bool = True) -> str:
    """What a text is about: the conditions that it names, or else whatever it names; a class is not about another's drug."""
    names = _names(text, vocabularies)
    conditions = [words for words, kinds in names if SemanticType.MEDICATION not in kinds]
    return " ".join(conditions or [words for words, _ in names if drugs])


def _names(text: str, vocabularies: Vocabularies) -> list[tuple[str, set[SemanticType]]]:
    known = vocabularies.names
    everyday = everyday_words(text)
    found = [
        (text[one.start : one.end], {SemanticType.CONDITION})
        for one in everyday
        if _are_conditions(one.names, vocabularies)
    ]
    for match in known.find(text):
        if any(one.start <= match.start and match.end <= one.end for one in everyday):
            continue  # a water infection is no infection at large
        if asking_stems() >= set(stems(text[match.start : match.end])):
            continue  # an age, a dose: what is wanted, and not of what
        kinds = {concept.semantic_type for one in match.concept_ids[:3] if (concept := known.concept(one))}
        if kinds & _NAMED:
            found.append((text[match.start : match.end], kinds))
    return found


def _are_conditions(names: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether the clinical names of an everyday word are of diseases or findings."""
    known = vocabularies.names
    ill = {SemanticType.CONDITION, SemanticType.PHENOTYPE}
    return any(
        (concept := known.concept(one)) and concept.semantic_type in ill
        for name in names
        for match in known.find(name)
        for one in match.concept_ids[:1]
    )


@cache
def parting_rules() -> _Rules:
    """Where questions are parted, as `parts.yml` says it."""
    table = packaged_yaml("osler.guidelines", "parts.yml")
    opens = any_of(table["opens"])
    parting = re.compile(rf"(?:{table['joins']})(?={opens.pattern})", re.IGNORECASE)
    others = (
        re.compile(table[name], re.IGNORECASE)
        for name in ("lists", "marks", "shared", "apart", "service", "tells", "begins", "things", "also")
    )
    return _Rules(opens, parting, *others)
