"""Conditions, symptoms and allergies in what a user says."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.extraction.clauses import Clause, clauses, pattern
from osler.consult.extraction.times import when
from osler.consult.extraction.types import AllergyEntry, ConditionEntry, SymptomEntry
from osler.core.language import Experiencer, Mention, Polarity, analyse
from osler.core.terminology import SemanticType

_ALLERGY = re.compile(
    r"\b(?:allergic (?:reaction )?to|allergic:|allergies:|allerg(?:y|ies) to|intoleran(?:t|ce) (?:to|of)|can'?t tolerate|react(?:ed|s)? (?:badly )?to)\s+(?P<substance>[\w -]+?(?:,? (?:and|or) [\w -]+?)?)(?=[.,;!?(]|$| it\b| which| that| and (?:it|i|get|my)| because| since| makes| gives| gave| with| but)"
    r"|\b(?:an?|my) (?P<before>[\w-]+(?: [\w-]+)?) allergy\b",
    re.IGNORECASE,
)
_REACTION = re.compile(
    r"\b(?:gives? me|gave me|makes? me|made me|causes?|caused|i (?:get|got|break out in|broke out in|develop(?:ed)?)|resulted in|with|my)\s+(?P<reaction>(?:an? |in )?[\w ]{3,40}?)(?=[.,;!?]|$| when| after| every)",
    re.IGNORECASE,
)
_DIAGNOSED = re.compile(
    r"\b(diagnos\w+|have|has|had|suffer\w*|living with|history of|was told i have|got|develop(?:ed)?|caught|confirmed)\b"
)
_NOT_FINDINGS = {
    "fasting",
    "alcohol",
    "sleep",
    "stress",
    "pregnancy test",
    "exercise",
    "smoking",
    "diet",
    "weight",
    "death",
    "surgery",
    "pill",
    "medication",
    "treatment",
    "normal",
    "health",
    "allergy",
    "allergies",
    "disease",
    "infection test",
    "injury",
    "accident",
}
_RESOLVED = re.compile(
    r"\b(resolved|gone|went away|cured|in remission|recovered|over it|no longer have|used to have|cleared up|got rid of|as a child)\b"
)
_NEGATED = re.compile(
    r"\b(?:no|not|don't|do not|didn't|never|without|denies|free of|negative for|isn't|wasn't) (?:\w+ ){0,3}$"
)
_HURTS = re.compile(
    r"\b(?:my|the patient's) (?:left |right |lower |upper )?(?P<part>[a-z]+) (?:hurts?|aches?|is (?:sore|aching|hurting|killing me|throbbing)|has been (?:hurting|aching))\b"
)
_BROKE = re.compile(
    r"\bi(?:'ve)? (?P<verb>broke|fractured|sprained|dislocated|tore) my (?:left |right )?(?P<part>[a-z]+)\b"
)
_INJURIES = {
    "broke": "fracture",
    "fractured": "fracture",
    "sprained": "sprain",
    "dislocated": "dislocation",
    "tore": "tear",
}
_TYPES = {SemanticType.CONDITION, SemanticType.PHENOTYPE}


def allergies(message: str) -> list[AllergyEntry]:
    """The allergies that a message states of the patient."""
    found: dict[str, AllergyEntry] = {}
    for clause in clauses(message):
        if not clause.states_own:
            continue
        for match in _ALLERGY.finditer(clause.text):
            if re.search(r"\b(no|not|never|don't|isn't) (?:\w+ ){0,2}$", clause.lower[: match.start()]) or re.search(
                r"\bno (known )?allerg", clause.lower
            ):
                continue
            written = match["substance"] or match["before"] or ""
            for substance in re.split(r",? (?:and|or) |, ", written):
                name = re.sub(r"^(?:the|any|some|an?|my) ", "", substance.strip(), flags=re.IGNORECASE)
                if name and name.lower() not in {"it", "this", "that", "them", "severe", "bad", "food", "seasonal"}:
                    found[name.lower()] = AllergyEntry(
                        substance=name, reaction=_reaction(message, clause, match.end()), quote=clause.text
                    )
    return list(found.values())


def _reaction(message: str, clause: Clause, end: int) -> str | None:
    rest = clause.text[end:] or message[message.find(clause.text) + len(clause.text) :]
    match = _REACTION.search(rest) or _REACTION.search(message[message.find(clause.text) + end :])
    if match is None:
        return None
    return re.sub(r"^(?:an?|in) ", "", match["reaction"].strip(), flags=re.IGNORECASE)


def findings(message: str, now: dt.datetime) -> tuple[list[ConditionEntry], list[SymptomEntry]]:
    """The conditions and the symptoms that a message states of the patient."""
    conditions: dict[str, ConditionEntry] = {}
    symptoms: dict[str, SymptomEntry] = {}
    for clause in clauses(message):
        if not clause.states_own or clause.target:
            continue
        taken: list[tuple[int, int]] = [match.span() for match in _ALLERGY.finditer(clause.text)]
        for match in pattern("symptoms").finditer(clause.text):
            if (
                _overlaps(match.span(), taken)
                or _NEGATED.search(clause.lower[: match.start()])
                or _reaction_of_allergy(clause)
            ):
                continue
            taken.append(match.span())
            if _RESOLVED.search(clause.lower):
                continue
            symptoms[match.group().lower()] = SymptomEntry(
                name=match.group().lower(), onset=when(clause.text, now), quote=clause.text
            )
        for match in _HURTS.finditer(clause.lower):
            if not _overlaps(match.span(), taken):
                taken.append(match.span())
                name = f"{match['part']} pain"
                symptoms[name] = SymptomEntry(name=name, onset=when(clause.text, now), quote=clause.text)
        for match in _BROKE.finditer(clause.lower):
            taken.append(match.span())
            name = f"{_INJURIES[match['verb']]} of {match['part']}"
            conditions[name] = ConditionEntry(
                name=name, onset=when(clause.text, now), status="active", quote=clause.text
            )
        for mention in analyse(clause.text).mentions:
            if _overlaps((mention.start, mention.end), taken) or not _is_condition(mention, clause):
                continue
            taken.append((mention.start, mention.end))
            resolved = mention.assertion.resolved or bool(_RESOLVED.search(clause.lower))
            conditions[mention.text.lower()] = ConditionEntry(
                name=mention.text,
                onset=when(clause.text, now),
                status="resolved" if resolved else "active",
                quote=clause.text,
            )
    return list(conditions.values()), list(symptoms.values())


def _reaction_of_allergy(clause: Clause) -> bool:
    return bool(re.search(r"\b(gives?|gave|makes?|made) me\b|\bbreak out\b", clause.lower)) and not re.search(
        r"\b(pills?|medicine|mg|dose)\b", clause.lower
    )


def _is_condition(mention: Mention, clause: Clause) -> bool:
    said = mention.assertion
    if said.polarity is not Polarity.PRESENT or said.experiencer is not Experiencer.PATIENT:
        return False
    if mention.semantic_type not in _TYPES or mention.text.lower() in _NOT_FINDINGS or len(mention.text) < 3:
        return False
    if _NEGATED.search(clause.lower[: mention.start]):
        return False
    # "for my asthma" names what is there; a drug's purpose in general does not.
    own = re.search(r"\b(i|i'm|i've|my|me|the patient)\b", clause.lower) is not None
    return own and (
        _DIAGNOSED.search(clause.lower) is not None
        or re.search(rf"\bmy (?:\w+ )?{re.escape(mention.text.lower())}", clause.lower) is not None
    )


def _overlaps(place: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(place[0] < end and start < place[1] for start, end in others)
