"""The propositions of a sentence that joins several: each that says something by itself can be held against its own source."""

from __future__ import annotations

import re
from itertools import pairwise

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.homes import given_drugs
from osler.guidelines.checking.statements import read_statement

_JOIN = re.compile(r";\s+|,? (?:and|but|while|whereas)(?: also)? (?=\S)", re.IGNORECASE)
_BUT_NOT = re.compile(r",? but not (?P<whom>(?:by|in|for|if|when|with|during|to)\b[^;]*)", re.IGNORECASE)
_SHORTEST = 4
_GOES_ON = re.compile(
    r"(?:also |then )?(?:should|must|may|can|cannot|shall|need|needs|ought|is|are|do|does)\b", re.IGNORECASE
)
_VERB = re.compile(r"\b(?:should|must|may|can|cannot|shall|need|needs|ought|is|are|do|does)\b", re.IGNORECASE)
_REASON = re.compile(r"^\W*(?:because|since|as)\s+(?P<why>[^;]+?), (?P<then>\S.*)$", re.IGNORECASE)
_THAT = re.compile(r"\b(?:that|this|these|those|such an?|such) (?P<kind>[a-z]{4,})\b", re.IGNORECASE)
_AND = re.compile(r",? (?:and|as well as) (?:(?:for|of|with|in|against|to) )?(?:the )?", re.IGNORECASE)
_FRAME = re.compile(r"^\W*(?:in|for|if|when|with|during|at|after|before|among)\b[^,;]*,", re.IGNORECASE)
"""What opens a sentence and holds for all of its parts, so that none of them stands alone."""


def propositions(text: str, vocabularies: Vocabularies) -> list[str]:
    """The parts of a sentence where each of them advises something of its own; nothing, where it cannot be parted so."""
    if _FRAME.match(text):
        return []
    if (barred := _BUT_NOT.search(text)) and (
        drugs := given_drugs(read_statement(text[: barred.start()], vocabularies))
    ):
        return [text[: barred.start()].strip(), f"{drugs[0].text} should not be used {barred['whom']}"]
    if (reason := _REASON.match(text)) and all(_says_something(reason[part], vocabularies) for part in ("why", "then")):
        return [reason["why"], _with_what_is_meant(reason["then"], reason["why"], vocabularies)]
    # A part that opens with its verb is a part for certain; "ramipril and bisoprolol" may be one.
    for join in sorted(_JOIN.finditer(text), key=lambda one: not _GOES_ON.match(text, one.end())):
        first, second = text[: join.start()].strip(), text[join.end() :].strip()
        if _GOES_ON.match(second) and (verb := _VERB.search(first)):
            # What has no subject of its own has that of the part before it.
            second = f"{first[: verb.start()]}{second}"
        if all(_says_something(part, vocabularies) for part in (first, second)):
            return [*(propositions(first, vocabularies) or [first]), *(propositions(second, vocabularies) or [second])]
    return _each_of_two(text, vocabularies)


def _with_what_is_meant(text: str, before: str, vocabularies: Vocabularies) -> str:
    """A part in which "that allergy" is the allergy that the part before it names."""
    named = [one.text for one in read_statement(before, vocabularies).named]

    def put(match: re.Match[str]) -> str:
        kind = match["kind"].casefold()
        return next((one for one in reversed(named) if one.casefold().endswith(f" {kind}")), match.group())

    return _THAT.sub(put, text)


def _each_of_two(text: str, vocabularies: Vocabularies) -> list[str]:
    """A sentence on two things once for each of them: "screening for A and for B is recommended".

    Not on two drugs: what is given together is not what each is given alone.
    """
    places = [
        (at, at + len(one.text))
        for one in read_statement(text, vocabularies).named
        if not one.drug and (at := text.find(one.text)) >= 0
    ]
    for (start, end), (next_start, next_end) in pairwise(sorted(places)):
        if end < next_start and _AND.fullmatch(text[end:next_start]):
            return [text[:end] + text[next_end:], text[:start] + text[next_start:]]
    return []


def _says_something(part: str, vocabularies: Vocabularies) -> bool:
    said = read_statement(part, vocabularies)
    return len(part.split()) >= _SHORTEST and said.stance != "none" and bool(said.named or said.amounts)
