"""Brackets that say nothing new of the words before them: another name, a reference, how something was found, a remark."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.definitions import is_drawn_from
from osler.core.criteria.lexing.lexicon import cue_pattern, cues, is_measurement
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item, is_kind
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.qualifiers import is_numeral
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.ways import only_ways
from osler.core.criteria.types import Expression, Finding, MeasuredValue
from osler.core.terminology import singular

_SHORT_NAME = 6
_LONG_SHORT_NAME = 9
_GLOSS = 3
_SEVERAL = 3
_DESCRIBED = 4
"""Items of a bracket that says a name again and what it is like, at least."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_VARIANT = re.compile(r"(?:p\.)?[A-Z]\d{1,4}(?:[A-Z*]|fs\w*|del|ins|dup)|(?:exon|ex)?\d{1,2}(?:del|ins)", re.IGNORECASE)
"""A change of a gene, which narrows what stands before it, and is no other name of it: G12C, V600E, Ex19del."""
STATED = frozenset({Kind.DURATION, Kind.VALUE, Kind.GRADE, Kind.SCALED, Kind.RESULT})
"""What a bracket may state in place of the words before it."""


def names_again(part: Expression, group: Group, source: AtomSource) -> bool:
    """Whether a bracket holds only other names of what stands before it: "(AST or SGOT)", "(heart attack)"."""
    words = [source.text[item.start : item.end] for item in group.items if is_kind(item, Kind.WORD, Kind.SCALE)]
    if any(is_kind(item, *STATED) for item in group.items):
        return False
    if isinstance(part, Finding) and words and all(map(is_numeral, words)):
        return False  # "Hepatitis (B or C)"
    if any(map(_VARIANT.fullmatch, words)):
        return False
    if len(words) >= _SEVERAL and sum(is_kind(item, *CONNECTIVES) for item in group.items) == len(words) - 1:
        return False  # "Rheumatic disease (RA, SpA, SLE)": so many short names are kinds of it
    if isinstance(part, Finding) and _are_two_kinds(part.name, group, words):
        return False
    if isinstance(part, Finding | MeasuredValue) and _spelled_out(part.name.split()[-1], words):
        return True
    return all(
        len(word) <= (_LONG_SHORT_NAME if word.isupper() else _SHORT_NAME) and not word.islower() for word in words
    )


def describes(part: Expression, group: Group) -> bool:
    """Whether a bracket says the name again and then what it is like: "two good embryos (good embryos have equal cells)"."""
    if not isinstance(part, Finding | MeasuredValue) or len(group.items) < _DESCRIBED:
        return False
    name = [singular(word) for word in part.name.lower().split()]
    words = [singular(item.text) if is_kind(item, Kind.WORD) else "" for item in group.items]
    again = any(words[:count] == name[-count:] for count in range(2, len(name) + 1))
    return again and not any(is_kind(item, *STATED) for item in group.items)


def _are_two_kinds(name: str, group: Group, words: Sequence[str]) -> bool:
    """ "Coronary revascularization (PCI or CABG)": two short names of which neither is drawn from what stands before them."""
    offered = len(words) == 2 and len(group.items) == 3 and is_kind(group.items[1], Kind.OR)
    if not offered or not all(word.isupper() and word.isalpha() and len(word) > 1 for word in words):
        return False
    told = name.lower().split()
    return not is_measurement(name) and not any(is_drawn_from(word.lower(), told) for word in words)


def _spelled_out(short: str, words: Sequence[str]) -> bool:
    """Whether words spell an abbreviation out: "RIF (repeated implantation failure)"."""
    initials = "".join(
        part[0] for word in words if word.lower() not in cues().bracket_small_words for part in word.split("-") if part
    ).lower()
    if len(short) < 2 or not short.isupper():
        return False
    return initials == short.lower() or (
        len(words) > 1 and is_drawn_from(short.lower(), [word.lower() for word in words])
    )


_FEW_LETTERS = 3


def named_whole(items: Sequence[Item], text: str) -> list[Item]:
    """ "Fertilization in vitro and embryo transfer (FIVET)": what one abbreviation stands for is one name, with the "and" inside it."""
    row = list(items)
    for place, group in enumerate(row):
        short = text[group.start + 1 : group.end - 1] if isinstance(group, Group) and len(group.items) == 1 else ""
        if len(short) < _FEW_LETTERS or not short.isupper() or not short.isalpha():
            continue
        start = place
        while start and is_kind(row[start - 1], Kind.WORD, Kind.AND, Kind.COMMA):
            start -= 1
        for first in range(place - 1, start - 1, -1):
            words = [item for item in row[first:place] if is_kind(item, Kind.WORD)]
            told = [text[item.start : item.end].lower().lstrip("/") for item in words]
            plain = [word for word in told if word not in cues().bracket_small_words]
            # "Transjugular, intrahepatic, portosystemic shunt (TIPS)": over a comma each letter must be a word's first.
            listed = any(is_kind(item, Kind.COMMA) for item in row[first:place])
            drawn = is_drawn_from(short.lower(), told) or is_drawn_from(short.lower(), plain)
            if drawn and (not listed or "".join(word[0] for word in told) == short.lower()):
                row[first:place] = [
                    item._replace(kind=Kind.WORD)
                    for item in row[first:place]
                    if isinstance(item, Token) and item.kind is not Kind.COMMA
                ]
                break
    return row


def is_gloss(items: Sequence[Item], place: int) -> bool:
    """Whether a bracket in the middle of a name only names a word of it again: "paracetamol (acetaminophen) is contraindicated"."""
    group = items[place]
    if place + 1 == len(items) or not isinstance(group, Group) or not is_kind(items[place + 1], Kind.WORD):
        return False
    if not all(is_kind(item, Kind.WORD) and item.text.count("/") <= 1 for item in group.items):
        return False  # "Alpha blocker (tamsulosin/doxazosin/silodosin) medication" lists them
    before = items[place - 1] if place else None
    words = [item.text for item in group.items if isinstance(item, Token)]
    return len(words) <= _GLOSS or (isinstance(before, Token) and _spelled_out(before.text.upper(), words))


def _says_how_found(group: Group) -> bool:
    """ "(diagnosis based on imaging)", "(documented by biopsy)": how it is known, where no value says what it means."""
    words = " ".join(item.text for item in group.items[:4] if isinstance(item, Token))
    opening = words.removeprefix("diagnosis ").removeprefix("is ").removeprefix("as ")
    ruled = any(f"{opening} ".startswith(f"{cue} ") for cue in (*cues().methods, *cues().found_by))
    return ruled and not any(is_kind(item, *STATED) for item in group.items)


_ANY_TIME = frozenset({"past", "present", "previous", "current", "prior", "former", "now"})


def _counts_or_dates(group: Group) -> bool:
    """ "(n = 12)", how many of them a study has; "(past or present)", at any time."""
    words = [item.text for item in group.items if isinstance(item, Token) and not is_kind(item, *CONNECTIVES)]
    counted = len(group.items) == 2 and words[:1] == ["n"] and is_kind(group.items[1], Kind.VALUE)
    plain = all(isinstance(item, Token) for item in group.items)
    return counted or (plain and all(word in _ANY_TIME for word in words))


def _names_maker(group: Group) -> bool:
    """ "(Accu-Chek, Roche, Basel, Switzerland)": a product, who makes it and where, the country or the firm last."""
    parted = len(group.items) > 2 and is_kind(group.items[-2], Kind.COMMA)
    return parted and group.items[-1].text.rstrip(".") in cues().makers


_PERMITS = re.compile(
    r"\b(?:is|are|be)(?: also)?(?: not)?(?: considered)?(?: an?)? (?:allowed|permitted|acceptable|accepted|adequate|sufficient)\b"
)


def permits(group: Group) -> bool:
    """Whether a bracket is a sentence on what is allowed, or is not."""
    words = " ".join(item.text for item in group.items if isinstance(item, Token))
    return _PERMITS.search(words) is not None


def says_nothing(group: Group) -> bool:
    """Whether a bracket is an aside: a reference, a method, a code, a remark."""
    first = group.items[0]
    if any(isinstance(item, Token) and _YEAR.fullmatch(item.text) for item in group.items):
        # A work and its year: "(European Society of Cardiology, 2016)".
        return True
    if any(isinstance(item, Token) and item.text.startswith(("investigator", "discretion")) for item in group.items):
        return True
    if only_ways(group.items):
        return True  # "(ultrasound or MRI)"
    if _counts_or_dates(group) or _names_maker(group):
        return True
    ruled = [item.text in cues().bracket_rules for item in group.items if isinstance(item, Token)]
    if ruled and (ruled[-1] or (any(ruled) and not any(is_kind(item, *STATED, *CONNECTIVES) for item in group.items))):
        # By whose rules: "(ASAS criteria)", "(Rome IV criteria for IBS)".
        return True
    if any(isinstance(item, Token) and cue_pattern("bracket_codes").match(item.text) for item in group.items):
        return True
    if any(is_kind(item, Kind.WORD) and isinstance(item, Token) and item.text == "will" for item in group.items):
        return True
    if any(
        is_kind(item, Kind.WORD) and isinstance(item, Token) and item.text in cues().bracket_demands
        for item in group.items
    ):
        # "(the diagnosis must have been made by a specialist)": a sentence about the condition; its values are asked for.
        return not any(is_kind(item, *STATED) for item in group.items)
    last = group.items[-1]
    void = is_kind(first, Kind.NEGATION) and isinstance(last, Token) and last.text in cues().bracket_void
    if void or (isinstance(last, Token) and last.text in cues().bracket_permits):
        return True  # "(no laboratory testing required)"
    scaled = isinstance(first, Token) and first.text.startswith(("on a", "on the", "using a", "using the"))
    if scaled and isinstance(last, Token) and last.text in ("scale", "nrs", "vas"):
        return True  # "(on the 0-4 scale)"
    told = isinstance(first, Token) and len(group.items) == 1 and first.text.endswith("reported")
    if told or _says_how_found(group):
        return True
    return (
        isinstance(first, Token)
        and first.kind in (Kind.WORD, Kind.AND, Kind.OR)
        and bool(cue_pattern("bracket_asides").match(first.text))
        # "(total sperm count < 5 million/ml)"
        and not (first.text == "total" and any(is_kind(item, Kind.VALUE) for item in group.items))
    )
