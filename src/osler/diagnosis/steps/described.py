"""Whether a quote states a finding in other words than its names: by the words of its description, or as what somebody cannot do."""

from __future__ import annotations

import re
from functools import cache

from osler.core.evidence import Span
from osler.core.language import AnalysedText
from osler.core.terminology import Vocabularies, singular
from osler.diagnosis.steps.quotes import are_forms, content_words
from osler.yaml_reader import packaged_yaml

FEWEST = 3
"""The words of a description that a quote must have."""
COVERED = 0.6
"""The share of what a quote says that must stand in the description: a word beside it may be of a place or a time."""
_WORD = re.compile(r"[a-z]{3,}")
_STEP = re.compile(r"[,;:()]|\.\s|\b(?:since|which|that|but|when|from about|from)\b", re.IGNORECASE)
_JOINT = re.compile(r"(?:[,;:]|\b(?:and|but))\s+(?:[A-Za-z-]+\s){0,2}$", re.IGNORECASE)
"""What stands before a quote with which a sentence goes on: a joint, and perhaps the name of a study ("MRI")."""
_OWN_CLAUSE = re.compile(
    r"(?:an?|the|some|several|few|his|her|their|my|both|mild\w*|moderate\w*|marked\w*|slight\w*|has|had|have|is|was|were|are|now|he|she|they)\b"
    r"|[a-z]+s\s(?:his|her|their|the|easily|quickly|out|up|over|through)\b",
    re.IGNORECASE,
)
"""How a clause begins that tells something of its own, and is no further item of a list that a "no" has opened."""
_CLOSED = re.compile(r"\b(?:or|nor)\b", re.IGNORECASE)
_UNABLE = re.compile(
    r"\b(?:cannot|can['’]?t|could\s?n[o'’]t|unable to|not able to|does\s?n[o'’]t|no longer|never able to)\b",
    re.IGNORECASE,
)
_OF_INABILITY = re.compile(
    r"\b(?:difficult\w*|inability|unable|intoleran\w+|loss|absen\w+|impair\w+|poor|lack\w*|delayed|failure)\b",
    re.IGNORECASE,
)


def states_by_description(text: AnalysedText, span: Span, term: str, vocabularies: Vocabularies) -> bool:
    """Whether nearly all that the clause of a quote says stands in what a finding is described by, and nothing that turns it round."""
    clause = _clause_of(text, span)
    dull = _words("generic") | _words("placing")
    told = list(dict.fromkeys(singular(word) for word in _WORD.findall(clause.casefold()) if word not in dull))
    described = " ".join([*vocabularies.names.names(term), vocabularies.hpo.definition(term) or ""])
    known = {singular(word) for word in _WORD.findall(described.casefold())}
    shared = [word for word in told if any(word == other or are_forms(word, other) for other in known)]
    turned = (_words("healthy") | _words("directions")) - set(re.findall(r"[a-z]+", described.casefold()))
    if not turned.isdisjoint(re.findall(r"[a-z]+", clause.casefold())):
        return False
    return len(shared) >= FEWEST and len(shared) >= COVERED * len(told)


def states_inability(span: Span, term: str, vocabularies: Vocabularies) -> bool:
    """Whether a quote denies an ability, and the finding is the lack of it: "cannot climb stairs"."""
    denied = _UNABLE.search(span.quote)
    if denied is None or _UNABLE.search(span.quote, denied.end()):
        return False
    able = {singular(word) for word in content_words(span.quote[denied.end() :])}
    for name in vocabularies.names.names(term):
        words = [singular(word) for word in content_words(_OF_INABILITY.sub(" ", name))]
        if _OF_INABILITY.search(name) and words and all(any(_is_a_form(word, one) for one in able) for word in words):
            return True
    return False


def _is_a_form(word: str, other: str) -> bool:
    return are_forms(word, other) or word.startswith(other) or other.startswith(word)


def is_behind_a_denial(text: AnalysedText, span: Span) -> bool:
    """Whether a quote is a clause of its own behind a denial, which does not reach it: "no stroke, MRI a few white dots"."""
    sentence = text.sentence_holding(span.start)
    if sentence is None or _CLOSED.search(text.text, span.start, sentence.end):
        return False
    before = text.text[sentence.start : span.start]
    return _JOINT.search(before) is not None and _OWN_CLAUSE.match(span.quote) is not None


def _clause_of(text: AnalysedText, span: Span) -> str:
    """The clause in which a quote stands."""
    sentence = text.sentence_holding(span.start)
    if sentence is None:
        return span.quote
    before = list(_STEP.finditer(text.text, sentence.start, span.start))
    start = before[-1].end() if before else sentence.start
    after = _STEP.search(text.text, max(start, span.start + 1), sentence.end)
    return text.text[start : max(span.start, after.start() if after else sentence.end)]


@cache
def _words(kind: str) -> frozenset[str]:
    return frozenset(packaged_yaml("osler.diagnosis.steps", "support.yml")[kind])
