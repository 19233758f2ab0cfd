"""Initials written out: "my dvt", "the MI" are what the vocabularies and the shorthand of notes call so."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.consult.record.called import measure_named
from osler.consult.record.reading.table import rules, stop
from osler.consult.wording.everyday import everyday
from osler.core.language import written_out
from osler.core.terminology import SemanticType, Vocabularies

_WORD = re.compile(r"(?<![\w'./&-])[a-z][a-z0-9]{1,5}(?![\w'/&-])")
_LEAD = re.compile(
    r"\b(?:the|an?|my|his|her|their|any|no|of|for|with|had|have|has|having|got|get|gets|and|or|known|new|old|first|last"
    r"|previous|past|patient's|is|was|are|were) $"
)
"""What stands before a name: two letters elsewhere may be any word."""
_NEXT = re.compile(r"\W*(\w*)")
_SHORT = 2
_MEANT = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE, SemanticType.PROCEDURE, SemanticType.MEDICATION})


def with_initials(lower: str, vocabularies: Vocabularies) -> str:
    """A text in small letters in which initials of diseases, procedures and medicines are their names."""

    def name(match: re.Match[str]) -> str:
        word = match.group()
        if len(word) <= _SHORT and not (_LEAD.search(lower[: match.start()]) and _ends(lower[match.end() :])):
            return word
        return _meaning(word, vocabularies) or word

    return _WORD.sub(name, lower)


def _ends(rest: str) -> bool:
    """Whether a name ends here, and is not the title of somebody."""
    found = _NEXT.match(rest)
    return found is None or not found[1] or found[1] in stop()


@lru_cache(maxsize=4096)
def _meaning(word: str, vocabularies: Vocabularies) -> str:
    """What initials stand for; nothing for a word or a measure."""
    if word in stop() and word not in rules()["also_initials"]:
        return ""
    if word in everyday() or word in rules()["no_initials"] or measure_named(word) is not None:
        return ""
    if vocabularies.find(word):
        return ""  # a name as it is
    for short in (word.upper(), word[:-1].upper() + "s" if word.endswith("s") else ""):
        plain = written_out(short) or written_out(short.rstrip("s"))
        if ":" in plain:
            concept = vocabularies.concept(plain)
            plain = concept.name if concept is not None else ""
        if meant := plain or _named(short.rstrip("s"), vocabularies):
            return meant.lower()
    return ""


def _named(short: str, vocabularies: Vocabularies) -> str:
    """The name that the vocabularies abbreviate so, best one whose words begin with its letters."""
    found = [match for match in vocabularies.find(short) if (match.start, match.end) == (0, len(short))]
    concepts = [vocabularies.concept(concept_id) for match in found for concept_id in match.concept_ids]
    known = [concept for concept in concepts if concept is not None and concept.semantic_type in _MEANT]
    spelt = (name for concept in known for name in (concept.name, *concept.synonyms) if _spells(name, short))
    return next(spelt, known[0].name if known else "")


def _spells(name: str, short: str) -> bool:
    words = re.findall(r"[a-z0-9]+", name.lower())
    telling = [word for word in words if word not in {"of", "the", "and", "with", "in", "to"}]
    return len(telling) > 1 and "".join(word[0] for word in telling) == short.lower()
