"""A medicine beside what it is: "a clot buster (alteplase)", "a water tablet - furosemide"."""

from __future__ import annotations

import re

from osler.consult.record.concepts import TypeEntry, covering, is_whole_name
from osler.core.terminology import SemanticType, Vocabularies

_GLOSSED = re.compile(
    r"(?P<said>\b[a-z][a-z0-9'-]*(?: [a-z0-9'-]+){0,4})\s*"
    r"(?:\((?P<bracket>[a-z][\w '-]{1,40})\)|(?:\s[-–—]|(?<=[a-z])(?P<comma>,))\s(?P<after>[a-z][\w'-]+(?: [\w'-]+)?)(?=\s*\?*$))"
)
_NAMED_BEHIND = re.compile(
    r"(?P<asks>^(?:is|are|was|were|has|have) )(?:the|my|his|her|their|that|this|any) [a-z][\w' -]*?"
    r"(?P<state> (?:still |currently |now |ever |been |already )*(?:active|current|stopped|prescribed|taken|used|given|going|in use|on the list))"
    r"\s+[-–—]\s(?P<name>[a-z][\w'-]+(?: [\w'-]+)?)(?=\s*\?*$)"
)
"""What is asked of a medicine that is told by what it is, and named at the end: "is the puffer still active - albuterol"."""
_ARTICLE = re.compile(r".*\b(?:an?|the|my|his|her|their|any|some|that|this) (?=[^ ])")
_SHORT = 5
"""Letters of a short form, which names too much."""


def without_glosses(lower: str, vocabularies: Vocabularies) -> str:
    """The question with one name for each medicine: of what people call it and its name, the one that says more."""
    behind = _NAMED_BEHIND.match(lower)
    if behind is not None and _is_medicine(behind["name"], vocabularies):
        return f"{behind['asks']}{behind['name']}{behind['state']}{lower[behind.end() :]}"
    return _GLOSSED.sub(lambda match: _one_name(match, vocabularies), lower)


def _one_name(match: re.Match[str], vocabularies: Vocabularies) -> str:
    gloss, said = match["bracket"] or match["after"], match["said"]
    article = _ARTICLE.match(said)
    name = _named_last(said[article.end() :] if article else said, vocabularies)
    if len(gloss) > _SHORT and _is_medicine(gloss, vocabularies):
        if name and covering(gloss, [TypeEntry("", name)], vocabularies):
            return f"{said[: len(said) - len(name)]}{gloss}"  # of a class and one of it, the one
        if name is None and article and match["comma"] is None:
            return f"{said[: article.end()]}{gloss}"
    return match.group()


def _is_medicine(gloss: str, vocabularies: Vocabularies) -> bool:
    """Whether a gloss is nothing but the name of a medicine: of other things both names may be asked for."""
    return any(
        (match.start, match.end) == (0, len(gloss))
        and (concept := vocabularies.concept(match.concept_ids[0])) is not None
        and concept.semantic_type is SemanticType.MEDICATION
        for match in vocabularies.find(gloss)
    )


def _named_last(said: str, vocabularies: Vocabularies) -> str | None:
    """The name that a few words end with."""
    spoken = said.split()
    names = (" ".join(spoken[start:]) for start in range(len(spoken)))
    return next((name for name in names if is_whole_name(name, vocabularies)), None)
