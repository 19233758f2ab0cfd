"""Members of lists that share words ("hepatitis B or C"), as the criterion's tree completes them."""

from __future__ import annotations

import re

from osler.core.criteria import Expression, Finding, MeasuredValue, atoms
from osler.core.terminology import SemanticType, Vocabularies
from osler.grounding.offline.kinds import Found, match_type
from osler.grounding.wording.lexicon import lexicon
from osler.grounding.wording.terms import said
from osler.grounding.wording.written import is_name, standard_term

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_NUMERAL = re.compile(r"\d{1,2}[a-d]?|[IVX]{1,4}|[A-E]")
_JOINED = re.compile(r"\s*(?:,|/|\bor\b|\band\b|\s)+([\w-]+)", re.IGNORECASE)
_BEFORE_VALUE = re.compile(r"(?:[\s:=<>\u2264\u2265]|\b(?:of|is|must|be|should|score|at|least)\b)*$")
_SHORT_NAME = 4
"""Words of a name; more than that are a phrase, which nobody can code as one measurement."""
_LETTERS = 5
"""Fewer letters are an abbreviation, and mean what the text says they do."""
_BRACKET = re.compile(r"\s?\(\s?([A-Z\d]{1,2}(?:\s?(?:,|/|,?\s?\b(?:or|and|and/or)\b)\s?[A-Z\d]{1,2})+)\s?\)")


def completed(text: str, tree: Expression, vocabularies: Vocabularies) -> list[Found]:
    """Every member of a list that is a name with the words it shares, and the numbered one that shares them."""
    whole: list[Found] = []
    beside: list[Found] = []
    for atom in atoms(tree):
        if not isinstance(atom, Finding) or atom.span is None:
            continue
        quote = text[atom.span.start : atom.span.end]
        missing = sorted(_words(atom.name) - _words(quote))
        if not missing and _broken(quote, atom.name) and (known := _known(atom.name, vocabularies)) is not None:
            # "Gastrointestinal (GI) bleeding"
            whole.append(Found(atom.span.start, atom.span.end, *known))
            continue
        if not missing and not any(_NUMERAL.fullmatch(word) for word in _WORD.findall(quote)):
            continue
        if not lexicon().breaks.isdisjoint(missing):
            # "Chemotherapy, radiotherapy or surgery for NSCLC": what is shared is what they are for, not a name.
            continue
        if missing and (joined := _JOINED.match(text, atom.span.end)) and joined[1].lower() in lexicon().qualifiers:
            # "Latent or active granulomatous infection": what is joined are words of degree.
            continue
        place = _covering(text, atom.span.start, atom.span.end, missing)
        known = _known(atom.name, vocabularies)
        if place is not None and known is not None:
            (whole if missing else beside).append(Found(*place, *known))
    return whole + [item for item in beside if any(_words(item.term) & _words(other.term) for other in whole)]


def _broken(quote: str, name: str) -> bool:
    """Whether a name stands in the text with a bracket inside."""
    return "(" in quote and "(" not in name and not quote.endswith(")")


def whole_atoms(text: str, tree: Expression, vocabularies: Vocabularies, found: list[Found]) -> list[Found]:
    """Atoms of which nothing was found: scales with an author, "HBsAg-positive", and what has a value though no name of it is known."""
    more: list[Found] = []
    for atom in atoms(tree):
        if not isinstance(atom, Finding | MeasuredValue) or atom.span is None:
            continue
        start, end = atom.span.start, atom.span.end
        if any(item.start < end and start < item.end for item in found):
            continue
        if isinstance(atom, MeasuredValue) and atom.scale is not None and atom.test.span is not None:
            # The name of a scale goes on to its value: "Eastern Cooperative Oncology Group (ECOG) performance status".
            end = start + len(_BEFORE_VALUE.sub("", text[start : max(end, atom.test.span.start)]))
        known = _known(said(text[start:end]), vocabularies)
        scaled = isinstance(atom, MeasuredValue) and atom.scale is not None
        if known is not None and (scaled or _says_something(*known)):
            more.append(Found(start, end, *known))
        elif known is None and isinstance(atom, MeasuredValue) and _is_measured(atom):
            more.append(Found(start, end, SemanticType.LAB_VALUE, atom.name))
    return more


def without_scaled(text: str, tree: Expression, vocabularies: Vocabularies, found: list[Found]) -> list[Found]:
    """What was found, without the scales that phrases run into: "heart failure NYHA III" is heart failure, and a class."""
    graded = [
        (atom.span.start, atom.test.span.end)
        for atom in atoms(tree)
        if isinstance(atom, MeasuredValue) and atom.scale is not None and atom.span is not None and atom.test.span
    ]
    kept: list[Found] = []
    for item in found:
        run_into = next(((one, end) for one, end in graded if item.start < end and one < item.end), None)
        if run_into is None or run_into[0] <= item.start < item.end <= run_into[1]:
            kept.append(item)
            continue
        for start, end in ((item.start, run_into[0]), (run_into[1], item.end)):
            name = text[start:end].strip(" ,;:()-") if start < end else ""
            known = _known(said(name), vocabularies) if name else None
            if known is not None and _says_something(*known):
                place = text.index(name, start)
                kept.append(Found(place, place + len(name), *known))
    return kept


def _is_measured(atom: MeasuredValue) -> bool:
    """Whether a value has a unit, or is a multiple of a limit of normal, and so can only be measured."""
    stated = any(bound.unit or bound.times for bound in atom.test.bounds)
    return stated and len(atom.name.split()) <= _SHORT_NAME and _says_something(SemanticType.LAB_VALUE, atom.name)


def _says_something(kind: SemanticType, term: str) -> bool:
    """Whether a name says what is meant, alone: no organ, no adjective, no word of degree or side, no few letters."""
    words, known = term.lower().split(), lexicon()
    if term.lower() in known.ignored or all(word in {*known.qualifiers, *known.organs, *known.sides} for word in words):
        return False
    adjective = kind is not SemanticType.MEDICATION and words[-1].endswith((*known.adjectives, "ed"))
    return len(words) > 1 or (len(term) >= _LETTERS and not adjective)


def in_brackets(text: str, found: Found, vocabularies: Vocabularies) -> list[Found]:
    """The members of "viral hepatitis (B or C)", if all of them are names."""
    bracket = _BRACKET.match(text, found.end)
    if bracket is None:
        return []
    numbers = re.findall(r"[A-Z\d]{1,2}\b", bracket[1])
    members = [_known(f"{found.term} {number}", vocabularies) for number in numbers]
    return (
        [Found(found.start, bracket.end(), *member) for member in members if member is not None] if all(members) else []
    )


def not_yet_found(members: list[Found], found: list[Found]) -> list[Found]:
    """The members that were not read already, if from a shorter stretch."""
    return [
        member
        for member in members
        if not any(
            item.term.casefold() == member.term.casefold() and member.start <= item.start and item.end <= member.end
            for item in found
        )
    ]


def without_pieces(found: list[Found], members: list[Found]) -> list[Found]:
    """What was found without the pieces that members are made of: the "diabetes" of "type 1 or 2 diabetes"."""
    return [
        item
        for item in found
        if not any(
            member.start <= item.start and item.end <= member.end and _is_piece(item.term, member.term)
            for member in members
        )
    ]


def _is_piece(term: str, member: str) -> bool:
    """Whether a member says more than a term, and not only in what degree."""
    more = _words(member) - _words(term)
    return _words(term) < _words(member) and not more <= lexicon().qualifiers


def _known(name: str, vocabularies: Vocabularies) -> tuple[SemanticType, str] | None:
    """The type of a name that the vocabularies know whole, without the words of degree before it."""
    words = name.split()
    for first, word in enumerate(words):
        term = " ".join(words[first:])
        graded = word.lower() in lexicon().qualifiers
        named = is_name(standard_term(term, vocabularies), vocabularies)
        # A word of degree is part of the name only where the name is written with it.
        if named is not None and not (graded and named.match_kind == "stemmed"):
            kind = match_type((named.concept_id,), vocabularies)
            return None if kind is None else (kind, term)
        if not graded:
            return None
    return None


def _covering(text: str, start: int, end: int, missing: list[str]) -> tuple[int, int] | None:
    """The stretch that holds a member and the nearest words it shares; None if one of them stands nowhere."""
    first, last = start, end
    for word in missing:
        places = [found.span() for found in re.finditer(rf"\b{re.escape(word)}s?\b", text, re.IGNORECASE)]
        if not places:
            return None
        near = min(places, key=lambda place: max(start - place[1], place[0] - end))
        first, last = min(first, near[0]), max(last, near[1])
    return first, last


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}
