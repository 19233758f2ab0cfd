"""An entity's own words and the term it is searched under: the same, a member of a list, a part, or something else."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from osler.core.criteria import Finding, MeasuredValue, atoms, content_words, parse_criterion
from osler.core.terminology import SemanticType, Vocabularies, measures
from osler.core.terminology.search import says_otherwise
from osler.grounding.wording.lexicon import lexicon
from osler.grounding.wording.written import Written, standard_term

WITHOUT_MODIFIERS = 0.97
PART_OF_THE_NAME = 0.6
"""What a confidence is worth when words were left out: of degree, or of the name itself."""

_BRACKET = re.compile(r"\s*[(\[][^()\[\]]*[)\]]$")
_WITHIN = re.compile(r"\s*[(\[][^()\[\]]*[)\]](?=\s)")
_LISTED = re.compile(r"\b(?:or|and)\b|[,/;]")
_WORD = re.compile(r"[^\W_]+")


def is_member(text: str, term: str) -> bool:
    """Whether a term can only be one member of a list that the words are ("renal failure" of "renal or hepatic failure")."""
    return bool(_LISTED.search(text)) and not _LISTED.search(term) and text.casefold() != term.casefold()


def said(text: str) -> str:
    """An entity's words without an abbreviation in brackets."""
    return " ".join(_WITHIN.sub("", _BRACKET.sub("", text)).split()) or text


def without_modifiers(term: str) -> str:
    """The term without words of degree and kind, wherever they stand."""
    known = lexicon().qualifiers
    words = [word for word in term.split() if word.lower().strip(",;") not in known]
    return " ".join(words) or term


def graded_name(name: str) -> str:
    """The name of a scale whose abbreviation alone means something else ("ASA class"); any other name as it is."""
    first, *others = name.split() or [""]
    graded = first.lower() in lexicon().graded and all(word.lower() in lexicon().scale_heads for word in others)
    return f"{first} class" if graded else name


@lru_cache(maxsize=20_000)
def said_otherwise(term: str, kind: SemanticType, vocabularies: Vocabularies) -> str:
    """A name of the type that says no less than a term with an empty noun or opening; empty where none is known."""
    ways = _ways(term, kind)
    return next((way for way in ways if _names(way, kind, vocabularies)), "")


def _ways(term: str, kind: SemanticType) -> list[str]:
    """A term with each noun of its type that adds nothing, and without it; without an opening that adds nothing."""
    words = term.split()
    heads, openings = lexicon().empty_heads.get(kind, ()), lexicon().empty_openings.get(kind, ())
    shorter = words[1:] if len(words) > 1 and words[0].lower() in openings else words
    ways: list[str] = []
    for row in (words, shorter):
        if len(row) > 1 and row[-1].lower() in heads:
            ways += [" ".join([*row[:-1], head]) for head in heads if head != row[-1].lower()]
            ways.append(" ".join(row[:-1]))
    if kind is SemanticType.LAB_VALUE and len(words) > 1 and words[-1].lower() in lexicon().scale_heads:
        scale = " ".join(words[:-1])
        ways += [scale] if scale.casefold() in _scales() else []
    return [*ways, *([" ".join(shorter)] if shorter != words else [])]


@cache
def _scales() -> frozenset[str]:
    """The names of scales: a score of one is its value, where a score of calcium is not its level."""
    rated = (row for row in measures() if row.unit == "{score}")
    return frozenset(name.casefold() for row in rated for name in (row.name, *row.synonyms))


def _names(way: str, kind: SemanticType, vocabularies: Vocabularies) -> bool:
    whole = (match for match in vocabularies.find(way) if (match.start, match.end) == (0, len(way)))
    concepts = (vocabularies.concept(id_) for match in whole for id_ in match.concept_ids)
    return any(concept is not None and concept.semantic_type is kind for concept in concepts)


@lru_cache(maxsize=20_000)
def worth(text: str, term: str, vocabularies: Vocabularies) -> float:
    """What a confidence in a term is worth for the words it was searched for; 0.0 where the term is another than theirs."""
    asked = term.casefold()
    for own in dict.fromkeys((text, said(text))):
        if asked in (own.casefold(), standard_term(own, vocabularies).casefold(), graded_name(own).casefold()):
            return 1.0
    plain = without_modifiers(said(text))
    if asked in (plain.casefold(), standard_term(plain, vocabularies).casefold()):
        return WITHOUT_MODIFIERS
    emptied = {
        way.casefold() for kind in lexicon().empty_heads for way in (*_ways(said(text), kind), *_ways(plain, kind))
    }
    if asked in emptied:
        return WITHOUT_MODIFIERS
    if is_member(text, term) and (asked in _members(text, vocabularies) or _shares_ends(text, term)):
        return 1.0
    words = set(_WORD.findall(Written(text, vocabularies).text.casefold()))
    return PART_OF_THE_NAME if words.issuperset(_WORD.findall(asked)) and content_words(term) else 0.0


def _shares_ends(text: str, term: str) -> bool:
    """Whether a term is a list's first word with its last ("renal/hepatic failure"), and no other word speaks against it."""
    words, listed = _WORD.findall(term.casefold()), _WORD.findall(text.casefold())
    left_out = [word for word in listed if word not in words and word not in lexicon().breaks]
    return (
        len(words) > 1
        and (words[0], words[-1]) == (listed[0], listed[-1])
        and not says_otherwise(term, " ".join([*words, *left_out]))
        and not any(says_otherwise(term, word) for word in left_out)
    )


def _members(text: str, vocabularies: Vocabularies) -> set[str]:
    """The members of a list, each whole, as a criterion of these words reads."""
    bracket = _BRACKET.search(text)
    inside = re.findall(r"[A-Z\d]{1,2}\b", bracket.group()) if bracket else []
    named = {f"{text[: bracket.start()]} {number}" for number in inside} if bracket else set()
    tree = parse_criterion(text, vocabularies)
    named |= {atom.name for atom in atoms(tree) if isinstance(atom, Finding | MeasuredValue)}
    return {form.casefold() for name in named for form in (name, standard_term(name, vocabularies))}
