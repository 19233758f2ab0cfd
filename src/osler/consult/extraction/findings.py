"""Conditions, symptoms and allergies in what a user says."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.extraction.clauses import Clause, clauses, pattern, words
from osler.consult.extraction.context import operations
from osler.consult.extraction.times import when
from osler.consult.extraction.types import AllergyEntry, ConditionEntry, SymptomEntry
from osler.core.language import Experiencer, Mention, Polarity, analyse
from osler.core.terminology import SemanticType, Vocabularies

_TYPES = {SemanticType.CONDITION, SemanticType.PHENOTYPE}


def allergies(message: str) -> list[AllergyEntry]:
    """The allergies that a message states of the patient."""
    found: dict[str, AllergyEntry] = {}
    whole = pattern("findings", "cannot_have").search(message)
    if whole is not None and all(clause.states_own for clause in clauses(message)):
        reaction = _OFTEN.sub("", whole["reaction"].removeprefix("my ").removeprefix("i get ")).strip(" ,")
        found[whole["substance"].lower()] = AllergyEntry(
            substance=whole["substance"], reaction=reaction, quote=whole.group()
        )
    corrects = False
    for clause in clauses(message):
        corrects = clause.correction or (corrects and clause.lower.startswith("it"))
        taken_back = corrects and bool(found) and not (clause.other or clause.question)
        meant = _MEANT.search(clause.lower) if taken_back else None
        if meant is not None:  # "scrap that, it's only amoxicillin"
            last = found.pop(next(reversed(found)))
            found[meant["new"]] = last.model_copy(update={"substance": meant["new"]})
        if not clause.states_own:
            continue
        for match in _allergy_words(clause.text):
            before = clause.lower[: match.start()]
            if pattern("findings", "negated").search(before) or pattern("findings", "no_allergy").search(clause.lower):
                continue
            written = match["substance"] or match["before"] or match["cause"] or match["does"] or ""
            did = match["got"] or match["swells"] or match["breaks"] or match["brings"] or match["gives"]
            for substance in re.split(r",? (?:and|or) |, ", written):
                name = re.sub(r"^(?:the|any|some|an?|my) ", "", substance.strip(), flags=re.IGNORECASE)
                if name.lower() in words()["findings"]["no_substance"]:
                    meant = pattern("findings", "antecedent").search(message)
                    name = (meant["substance"] or meant["after"]) if meant is not None else ""
                if name:
                    found[name.lower()] = AllergyEntry(
                        substance=name,
                        reaction=_WHEN.sub("", _ARTICLE.sub("", did))
                        if did
                        else _reaction(message, clause, match.end()),
                        quote=clause.text,
                    )
    return list(found.values())


_OFTEN = re.compile(r"\b(?:every time|each time|whenever|always|a bit|a little|all over)\b.*$", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:an?|the) ")
_MEANT = re.compile(
    r"\b(?:it'?s|it is|it was|i meant?|make that|only|just)(?: (?:only|just|actually|really))* (?!an?\b|the\b|my\b|not\b)(?P<new>[a-z][\w-]{3,})"
)
"""What an allergy really is to, where the first word for it is taken back."""
_WHERE = re.compile(r" in (?:my|the patient's) (?P<part>(?:(?:left|right|lower|upper) )*[a-z]+)")
"""Where a pain is."""


def _allergy_words(text: str) -> list[re.Match[str]]:
    """Where a text tells of an allergy; what the sun or the cold brings out is none."""
    none: list[str] = words()["findings"]["no_cause"]
    found = pattern("findings", "allergy").finditer(text)
    return [match for match in found if (match["cause"] or "").lower() not in none]


_WHEN = re.compile(
    r" (?:(?:in|on|since|around|back in) (?:(?:early|late|mid|last) )?(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:19|20)\d\d)\b.*|(?:yesterday|today|last (?:week|month|year|night|spring|summer|autumn|winter|\w+day))\b.*|(?:\w+ ){1,2}ago\b.*)$",
    re.IGNORECASE,
)
"""When a reaction was, which is no part of it."""


def _reaction(message: str, clause: Clause, end: int) -> str | None:
    bracketed = pattern("findings", "bracketed").match(clause.text[end:].strip())
    if bracketed is not None:
        return _WHEN.sub("", str(bracketed["reaction"]))
    rest = clause.text[end:] or message[message.find(clause.text) + len(clause.text) :]
    match = pattern("findings", "reaction").search(rest) or pattern("findings", "reaction").search(
        message[message.find(clause.text) + end :]
    )
    if match is None:
        return None
    said = re.sub(r"^(?:an?|in) ", "", match["reaction"].strip(), flags=re.IGNORECASE)
    return _WHEN.sub("", said)


def findings(
    message: str, now: dt.datetime, vocabularies: Vocabularies
) -> tuple[list[ConditionEntry], list[SymptomEntry]]:
    """The conditions and the symptoms that a message states of the patient."""
    conditions: dict[str, ConditionEntry] = {}
    symptoms: dict[str, SymptomEntry] = {}
    done = {entry.name.lower() for entry in operations(message, now)}
    reactions = " ; ".join((entry.reaction or "").lower() for entry in allergies(message))
    for clause in clauses(message):
        if not clause.states_own or clause.target:
            continue
        taken = [match.span() for match in _allergy_words(clause.text)]
        taken += [match.span() for match in pattern("findings", "bracketed").finditer(clause.text) if taken]
        mentions = analyse(clause.text, vocabularies).mentions
        for match in pattern("symptoms").finditer(clause.text):
            if (
                _overlaps(match.span(), taken)
                or pattern("findings", "negated").search(clause.lower[: match.start()])
                or _reaction_of_allergy(clause)
                or match.group().lower() in reactions
            ):
                continue
            taken.append(match.span())
            if pattern("findings", "resolved").search(clause.lower):
                continue
            reason = pattern("findings", "because").search(clause.lower[: match.start()])
            place = (
                _WHERE.match(clause.lower, match.end()) if match.group().lower().endswith(("pain", "pains")) else None
            )
            name = f"{place['part']} pain" if place else match.group().lower()
            symptoms[name] = SymptomEntry(
                name=name, onset=None if reason else when(clause.text, now), quote=clause.text
            )
        for match in pattern("findings", "hurts").finditer(clause.lower):
            if not _overlaps(match.span(), taken):
                taken.append(match.span())
                sore = f"sore {match['part']}"
                said_sore = "sore" in match.group() and pattern("symptoms").fullmatch(sore) is not None
                name = sore if said_sore else f"{match['part']} pain"
                symptoms[name] = SymptomEntry(name=name, onset=when(clause.text, now), quote=clause.text)
        for match in pattern("findings", "broke").finditer(clause.lower):
            taken.append(match.span())
            name = f"{words()['findings']['injuries'][match['verb']]} of {match['part']}"
            conditions[name] = ConditionEntry(
                name=name, onset=when(clause.text, now), status="active", quote=clause.text
            )
        for mention in mentions:
            told = _overlaps((mention.start, mention.end), taken) or mention.text.lower() in reactions
            told = told or mention.text.lower() in done  # what was done is no illness
            if told or not _is_condition(mention, clause):
                continue
            taken.append((mention.start, mention.end))
            felt = _as_symptom(mention)
            if felt is not None:
                symptoms[felt] = SymptomEntry(name=felt, onset=when(clause.text, now), quote=clause.text)
                continue
            resolved = mention.assertion.resolved or bool(pattern("findings", "resolved").search(clause.lower))
            resolved = resolved or _is_over(clause, mention)
            conditions[mention.text.lower()] = ConditionEntry(
                name=mention.text,
                onset=None if _is_the_reason(clause, mention) else when(clause.text, now),
                status="resolved" if resolved else "active",
                quote=clause.text,
            )
    return list(conditions.values()), list(symptoms.values())


def _is_the_reason(clause: Clause, mention: Mention) -> bool:
    """Whether a condition is why somebody was seen or takes something: the day is that of the visit."""
    return pattern("findings", "because_of").search(clause.lower[: mention.start]) is not None


def _is_over(clause: Clause, mention: Mention) -> bool:
    """Whether a condition is told as something that one had, with no word that it lasts."""
    told = pattern("findings", "was").search(clause.lower[: mention.start])
    return told is not None and not pattern("findings", "lasting").search(clause.lower)


def _as_symptom(mention: Mention) -> str | None:
    """The name of a symptom that is said in another order: a nose that is runny is a runny nose."""
    said = pattern("findings", "turned").fullmatch(mention.text.lower())
    turned = f"{said['how']} {said['part']}" if said is not None else ""
    return turned if pattern("symptoms").fullmatch(turned) else None


def _reaction_of_allergy(clause: Clause) -> bool:
    gives = pattern("findings", "gives_me").search(clause.lower)
    return gives is not None and not pattern("findings", "taken").search(clause.lower)


def _is_condition(mention: Mention, clause: Clause) -> bool:
    said = mention.assertion
    if said.polarity is not Polarity.PRESENT or said.experiencer is not Experiencer.PATIENT:
        return False
    if (
        mention.semantic_type not in _TYPES
        or {mention.text.lower(), mention.text.lower().removesuffix("s")} & set(words()["findings"]["none"])
        or len(mention.text) < 3
    ):
        return False
    if pattern("findings", "negated").search(clause.lower[: mention.start]):
        return False
    if pattern("findings", "prevention").match(clause.lower[mention.end :]):
        return False
    # "for my asthma" names what is there; a drug's purpose in general does not.
    own = pattern("findings", "own").search(clause.lower) is not None
    return own and (
        pattern("findings", "diagnosed").search(clause.lower) is not None
        or re.search(rf"\bmy (?:\w+ )?{re.escape(mention.text.lower())}", clause.lower) is not None
    )


def _overlaps(place: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(place[0] < end and start < place[1] for start, end in others)
