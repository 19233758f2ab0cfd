"""How often an illness came: a "UTI" is not yet recurrent infections, the fourth pneumonia in a year is."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.language.shorthand import NOTE_PREFIX
from osler.core.language.types import TextMatch
from osler.core.terminology import Match, Vocabularies, singular

_NEAR = 40
_OFTEN = re.compile(
    r"\b(?:recurr\w+|repeated|frequent|multiple|several|many|chronic|prone|suscepti\w+)\b[^.;,\n]*$", re.IGNORECASE
)
_OF_THEM = r"(?:(?:separate|further|documented|proven|confirmed|previous|such|severe|bad|more)\s){0,2}"
_EPISODES = r"(?:episodes?|bouts?|attacks?|courses?|admissions?)(?:\s(?:of|with|for)\s)?"
_NUMBER = r"(?<!grade\s)(?<!stage\s)(?<!age\s)(?<!aged\s)(?<!type\s)\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|[3-9]|1\d|2\d)\s"
_ORDINAL = r"\b(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|3rd|[4-9]th)\s"
_COUNTED = re.compile(rf"{_NUMBER}{_OF_THEM}{_EPISODES}$|{_ORDINAL}{_OF_THEM}(?:{_EPISODES})?$", re.IGNORECASE)
"""A count from three up right before an illness: "nine episodes of otitis media", "fourth pneumonia"."""
_SO_MANY = re.compile(rf"{_NUMBER}{_OF_THEM}$", re.IGNORECASE)
"""The same before a plural: "six UTIs"."""
_EPISODE = re.compile(_EPISODES, re.IGNORECASE)
_ATTACKS = re.compile(r"(?:episodes|bouts|attacks)\s(?:of|with)\s", re.IGNORECASE)
_TWICE = re.compile(r"\b(?:one|two|both|no|1|2|further|more)\s$", re.IGNORECASE)
_SAID_OFTEN = re.compile(
    r"\b(?:recurr\w+|repeated\w*|frequent\w*|often|keeps?|kept|a\slot|always|constant\w*)\b", re.IGNORECASE
)
_AS_OFTEN_AS_USUAL = re.compile(
    r"\b(?:normal|usual|expected|average|ordinary)\s(?:frequency|number|rate)\sof\b[^.;,]*\Z", re.IGNORECASE
)
"""Words by which something came no more often than it does in anybody."""
_RECURRENT = re.compile(r"\b(?:recurr\w+|repeated|frequent)\b", re.IGNORECASE)


def as_often_as_said(text: str, match: TextMatch, vocabularies: Vocabularies) -> TextMatch:
    """The concepts of a name, led by the one that says as much as the text of how often it came."""
    first = match.concept_ids[0]
    if not first.startswith("HP:"):
        return match
    counted = _is_counted(text, match)
    if not _says_recurrent(first, vocabularies):
        often = _recurrent_form(first, vocabularies) if counted else None
        return match if often is None else Match(match.start, match.end, (often, *match.concept_ids))
    if _AS_OFTEN_AS_USUAL.search(text, max(0, match.start - _NEAR), match.end):
        return Match(match.start, match.end, _once(first, vocabularies))
    if counted or _SAID_OFTEN.search(text, match.start, match.end) or _came_again(text, match):
        return match
    plain = next((one for one in match.concept_ids[1:] if not _says_recurrent(one, vocabularies)), None)
    if plain is not None:
        others = tuple(one for one in match.concept_ids if one != plain)
        return Match(match.start, match.end, (plain, *others))
    if text[match.start : match.end].endswith("s") or _OFTEN.search(text, max(0, match.start - _NEAR), match.start):
        return match
    return Match(match.start, match.end, _once(first, vocabularies))


def _is_counted(text: str, match: TextMatch) -> bool:
    """Whether the text says of an illness that it came three times or more."""
    near, plural = max(0, match.start - _NEAR), text[match.start : match.end].endswith("s")
    named = _EPISODE.match(text, match.start, match.end)
    if named is not None:  # the name itself begins with them: "episodes of otitis media"
        return _SO_MANY.search(text, near, match.start) is not None
    if _COUNTED.search(text, near, match.start):
        return True
    return plural and _SO_MANY.search(text, near, match.start) is not None


def _came_again(text: str, match: TextMatch) -> bool:
    """Whether the name itself is of several times, and not of two: "attacks of fever"."""
    if _ATTACKS.match(text, match.start, match.end) is None:
        return False
    return _TWICE.search(text, max(0, match.start - _NEAR), match.start) is None


@lru_cache(maxsize=512)
def _once(concept_id: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The concepts of what a term for repeated illness is called when it happens once."""
    concept = vocabularies.concept(concept_id)
    words = _RECURRENT.sub("", concept.name if concept else "").split()
    name = " ".join([*words[:-1], singular(words[-1])]).lower() if words else ""
    whole = next((one for one in vocabularies.find(name) if (one.start, one.end) == (0, len(name))), None)
    known = () if whole is None else tuple(one for one in whole.concept_ids if not _says_recurrent(one, vocabularies))
    return known or (f"{NOTE_PREFIX}condition:{name}",)


@lru_cache(maxsize=512)
def _recurrent_form(concept_id: str, vocabularies: Vocabularies) -> str | None:
    """The term right below one that says no more than that it recurs."""
    graph, concept = vocabularies.hpo, vocabularies.concept(concept_id)
    place = graph.index(concept_id)
    if concept is None or place is None:
        return None
    wanted = f"recurrent {concept.name}".casefold()
    below = (int(one) for one in graph.offspring(place))
    return next((graph.id_of(one) for one in below if graph.labels[one].casefold() in (wanted, f"{wanted}s")), None)


@lru_cache(maxsize=4096)
def _says_recurrent(concept_id: str, vocabularies: Vocabularies) -> bool:
    concept = vocabularies.concept(concept_id)
    return concept is not None and _RECURRENT.search(concept.name) is not None
