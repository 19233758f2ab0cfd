"""Medicines and supplements in what a user says: which, how much, how often, and whether begun, changed or ended."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.extraction.clauses import Clause, clauses, pattern
from osler.consult.extraction.times import when
from osler.consult.extraction.types import IntakeStatus, MedicationEntry, SupplementEntry
from osler.core.language import analyse
from osler.core.terminology import SemanticType

DOSE = re.compile(
    r"(\d+(?:[.,]\d+)?)\s*-?\s*(mg|mcg|µg|ug|g|ml|iu|units?|puffs?|tablets?|pills?|capsules?|drops?)\b", re.IGNORECASE
)
FREQUENCY = re.compile(
    r"\b((?:once|twice|three times|four times|\d times|one|two) (?:a|per|every|each)?\s*(?:day|daily|week|weekly|month|night)|(?:once|twice) daily|daily|weekly|nightly|every (?:other )?(?:day|morning|night|evening|week|month|\d+ hours|(?:six|eight|twelve|four) hours)|at (?:night|bedtime)|in the (?:morning|evening)|as needed|when needed|prn|bid|tid|qid|qd|before (?:meals|bed)|with meals)\b",
    re.IGNORECASE,
)
_ROUTE = re.compile(
    r"\b(orally|by mouth|oral|intravenous|iv|inhaled|topical(?:ly)?|injection|injected|subcutaneous(?:ly)?|nasal(?:ly)?|sublingual(?:ly)?|rectal(?:ly)?|patch|eye drops?|ear drops?)\b",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:any ?more|any longer|no longer)\b|^\W*(?:no|sorry|oh no)\b,? ?(?:wait|i meant|it is|it's|the|my|actually)\b",
    re.IGNORECASE,
)
"""Words beside which a "not" ends a medicine, or a "no" takes back what was said, and neither denies the medicine."""
_NO_DRUG = frozenset(
    [
        "alcohol",
        "water",
        "oxygen",
        "sugar",
        "glucose",
        "cholesterol",
        "caffeine",
        "coffee",
        "nicotine",
        "tobacco",
        "salt",
        "sodium",
        "food",
        "insulin-resistance",
        "protein",
        "blood",
        "air",
        "tea",
        "milk",
    ]
)


def intakes(message: str, now: dt.datetime) -> tuple[list[MedicationEntry], list[SupplementEntry]]:
    """The medicines and the supplements that a message states of the patient."""
    medicines: dict[str, MedicationEntry] = {}
    supplements: dict[str, SupplementEntry] = {}
    for clause in clauses(message):
        if not clause.states_own or re.search(r"\ballerg\w+|intoleran\w+", clause.lower):
            continue
        named = _named(clause.text)
        for index, (start, end, name) in enumerate(named):
            begin = _border(clause.text, named[index - 1][1], start)[1] if index else 0
            stop = _border(clause.text, end, named[index + 1][0])[0] if index + 1 < len(named) else len(clause.text)
            entry = _entry(clause, (begin, start, end, stop), name, now, alone=len(named) == 1)
            if entry is None:
                continue
            if pattern("supplements").search(name):
                supplements[name.lower()] = SupplementEntry(**entry.model_dump())
            else:
                medicines[name.lower()] = entry
    return list(medicines.values()), list(supplements.values())


def _named(text: str) -> list[tuple[int, int, str]]:
    """The drugs and supplements that a text names, in order."""
    found = [
        (mention.start, mention.end, mention.text)
        for mention in analyse(text).mentions
        if mention.semantic_type is SemanticType.MEDICATION
        and mention.text.lower() not in _NO_DRUG
        and (not mention.assertion.negated or _ENDS.search(text) is not None)
    ]
    for match in pattern("supplements").finditer(text):
        if not any(start <= match.start() < end or match.start() <= start < match.end() for start, end, _ in found):
            found.append((match.start(), match.end(), match.group()))
        else:
            found = [
                (min(s, match.start()), max(e, match.end()), text[min(s, match.start()) : max(e, match.end())])
                if s <= match.start() < e or match.start() <= s < match.end()
                else (s, e, n)
                for s, e, n in found
            ]
    return sorted(set(found))


_JOINS = re.compile(r"\s(?:and|plus|with|then)\s|[,;+&]")


def _border(text: str, end: int, start: int) -> tuple[int, int]:
    """Where what is said of one medicine ends and what is said of the next begins."""
    joins = list(_JOINS.finditer(text, end, start))
    return (joins[-1].start(), joins[-1].end()) if joins else (start, start)


def _entry(
    clause: Clause, place: tuple[int, int, int, int], name: str, now: dt.datetime, *, alone: bool
) -> MedicationEntry | None:
    begin, start, end, stop = place
    before, after = clause.text[:start], clause.text[end:stop]
    around = clause.text if alone else before[-25:] + after
    dose = DOSE.search(after) or DOSE.search(clause.text[max(begin, start - 20) : start])
    frequency = FREQUENCY.search(after) or (FREQUENCY.search(clause.text) if alone else None)
    status = _status(clause, before)
    if status is None and dose is None and frequency is None:
        return None
    # "glucose 110 mg/dl" and "iron was low" speak of the blood, not of a pill.
    if re.search(r"\b(level|was low|is low|was high|is high|mg/dl|mmol|deficien\w+|count)\b", after.lower()):
        return None
    route = _ROUTE.search(around)
    return MedicationEntry(
        name=name,
        dose=f"{dose[1]} {dose[2].lower()}" if dose else None,
        frequency=frequency[1].lower() if frequency else None,
        route=route[1].lower() if route else None,
        status=status,
        date=when(_own_part(clause.text, start), now, ahead=clause.planned),
        quote=clause.text,
    )


def _own_part(text: str, place: int) -> str:
    """A clause without the parts between commas that tell since when something else is so."""
    parts = list(re.finditer(r"[^,;]+", text))
    kept = [p.group() for p in parts if p.start() <= place < p.end() or not re.search(r"\bsince\b", p.group(), re.I)]
    return ", ".join(kept)


def _status(clause: Clause, before: str) -> IntakeStatus | None:
    """What is said of the taking; words before the name decide, then those of the clause."""
    for text in (before.lower(), clause.lower):
        for status in ("stopped", "changed", "started", "taking"):
            if pattern("intake", status).search(text):
                if (
                    status == "taking"
                    and re.search(r"\b(used to|took|was on|had been on)\b", text)
                    and not re.search(r"\b(today|yesterday|this morning|ago|last night|just|for my)\b", clause.lower)
                ):
                    return "past"
                if status == "started" and clause.planned:
                    return "planned"
                found: IntakeStatus = status
                return found
    return None
