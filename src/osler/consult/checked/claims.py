"""Whether a sentence that a model worded is covered by what it cites: each claim by one entry, word for word; no advice of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.consult.checked.claimed_changes import change_held, tells_a_change
from osler.consult.checked.compared import bound_held, compares, comparison_held
from osler.consult.checked.entailed import TABLE, Entry, entailed, has_subject, is_empty, numbers_and_days, paired
from osler.consult.checked.reworded import in_plain_words
from osler.consult.checked.vague_days import with_days
from osler.consult.record.called import measure_named
from osler.core.terminology import SemanticType, Vocabularies

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)?")
_SPLIT = re.compile(r"\s*;\s*|,\s+(?:and |but |while )?|\s+(?:and|but|while)\s+")

_VERDICT = re.compile(r"(yes|no)[.,:;!]\s+", re.IGNORECASE)
"""What answers a question outright; it is the computed answer's, and no standing of the entries behind it."""
_GOES_ON = re.compile(
    r"(?:on|in|at|since|until|from|for|by|was|were|is|are|which|who|measured|taken|recorded|dated)\b(?! \d+(?:[.,]\d+)?(?![\d-]))",
    re.IGNORECASE,
)
"""How a part begins that goes on about what was said before it."""

_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|take|takes|taken|took|ha[sd])\b", re.IGNORECASE)
_SAID_ONCE = re.compile(r"\b(?:is|are|was|were) .+$", re.IGNORECASE)
"""What is said once of several things: "peanuts and dairy are listed as allergies"."""


def instructs(text: str) -> bool:
    """Whether a sentence tells somebody what to do, or that something is safe or cures."""
    return TABLE.pattern("advice").search(text) is not None


def doses_or_instructs(text: str, vocabularies: Vocabularies, asked: str = "") -> str | None:
    """What a sentence gives that nobody may say without a source: a dose, a limit, advice, a number to call, an address, a fact of its reader.

    What a substance is or does in the body is none of these; what it is good for is, unless a question asked of that very substance.
    """
    if instructs(text) or any(TABLE.pattern(name).search(text) for name in ("dose", "contact", "of_the_reader")):
        return "a dose, advice or a statement about its reader that no source gives"
    if TABLE.pattern("reassures").search(text):
        return "a reassurance that no source gives"
    drugs = _drugs_in(text, vocabularies)
    if drugs and TABLE.pattern("how_taken").search(text):
        return "what is said of taking a drug that no source says"
    if drugs - _drugs_in(asked, vocabularies) and TABLE.pattern("good_for").search(text):
        return "a use of a drug that no source gives"
    return LIMIT if _gives_limit(text) else None


def _gives_limit(text: str) -> bool:
    """Whether a sentence gives a limit of a value, or a number of what is measured."""
    return _NUMBER.search(text) is not None and (
        TABLE.pattern("limit").search(text) is not None or measure_named(text) is not None
    )


LIMIT = "a limit that no source gives"


def _drugs_in(text: str, vocabularies: Vocabularies) -> set[str]:
    """The substances of a text that are medicines too."""
    found = (vocabularies.concept(one) for match in vocabularies.find(text) for one in match.concept_ids)
    return {one.id for one in found if one is not None and one.semantic_type is SemanticType.MEDICATION}


def uncovered(text: str, support: Sequence[str], vocabularies: Vocabularies) -> str | None:
    """What of a sentence its support does not say; None where it covers all. Each support is one entry in words."""
    if instructs(text):
        return "advice that no passage gives"
    if TABLE.pattern("contact").search(text):
        return "an address or a number to call"
    if TABLE.pattern("whole").search(text):
        return "that nothing is left out, which no entry says"
    verdicts = {match[1].lower() for line in support if (match := _VERDICT.match(line))}
    support = [_VERDICT.sub("", line) for line in support]
    said = _VERDICT.match(text)
    if said is not None and said[1].lower() not in verdicts:
        return "a yes or a no that the record does not give"
    text = _VERDICT.sub("", text)
    entries = paired(support)
    text = with_days(in_plain_words(text), (day for entry in entries for day in (*entry.days, *entry.ends)))
    if is_empty(text):
        return "nothing that a cited entry says"
    if tells_a_change(text) or compares(text):
        held = change_held(text, entries, vocabularies) or comparison_held(text, entries, vocabularies)
        held = held or text in support or _each_held(text, entries, support, vocabularies)
        return None if held else "a change that no two cited values show"
    if any(entailed(text, entry, vocabularies) for entry in entries) or bound_held(text, entries, vocabularies):
        return None
    claims = claims_in(text, entries)
    if len(claims) > 1 and all(any(entailed(claim, entry, vocabularies) for entry in entries) for claim in claims):
        return None
    return "something that no cited entry says"


_OF_ITS_OWN = re.compile(
    r"\s*;\s*|,?\s+(?:and|while|whereas)\s+(?=(?:she|he|you|they|the patient|his|her|your|their)\b)", re.IGNORECASE
)
"""Where a sentence goes on with a statement of its own."""


def _each_held(text: str, entries: Sequence[Entry], support: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether a sentence tells a change and something else beside it, and what is cited says each of them."""
    parts = [part for part in _OF_ITS_OWN.split(text) if part.strip()]
    named = all(has_subject(part, entries) for part in parts)
    return len(parts) > 1 and named and all(uncovered(part, support, vocabularies) is None for part in parts)


def claims_in(text: str, entries: Sequence[Entry]) -> list[str]:
    """A sentence in its claims, each with its own subject; whole where a number and its day would be parted."""
    parts: list[str] = []
    for part in filter(str.strip, _SPLIT.split(text)):
        if parts and _GOES_ON.match(part):
            parts[-1] += f", {part}"  # what has no subject of its own is said of the one before, by the same entry
        else:
            parts.append(part)
    said_once = _SAID_ONCE.search(parts[-1]) if len(parts) > 1 else None
    if said_once is not None and not any(_VERB.search(part) for part in parts[:-1]):
        parts = [*(f"{part} {said_once.group()}" for part in parts[:-1]), parts[-1]]
    numbers, days = numbers_and_days(text)
    if numbers and days and any(bool(n) != bool(d) for n, d in map(numbers_and_days, parts)):
        return [text]
    made: list[str] = []
    subject = ""
    for part in parts:
        if not has_subject(part, entries):
            part = f"{subject} {part}"
        number = _NUMBER.search(part)
        subject = part[: number.start()] if number else part
        made.append(part)
    return made
