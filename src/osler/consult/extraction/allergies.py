"""Allergies in what a user says: the word and what it is to, or something and what it did."""

from __future__ import annotations

import re

from osler.consult.extraction.clauses import Clause, clauses, pattern, words
from osler.consult.extraction.harm import Harm, harms, is_effect
from osler.consult.extraction.reaction_told import bare_reaction, following_reaction
from osler.consult.extraction.reactions import Reaction, reactions
from osler.consult.extraction.types import AllergyEntry
from osler.core.language import sentences
from osler.core.terminology import Vocabularies


def allergies(message: str, vocabularies: Vocabularies) -> list[AllergyEntry]:
    """The allergies and intolerances that a message states of the patient."""
    found: dict[str, AllergyEntry] = {}
    whole = pattern("findings", "cannot_have").search(message)
    if whole is not None and all(clause.states_own for clause in clauses(message)):
        reaction = _OFTEN.sub("", _IT_DOES.sub("", whole["reaction"].removeprefix("my "))).strip(" ,")
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
        for match in allergy_words(clause.text):
            before = clause.lower[: match.start()]
            but = _BUT.search(match.group()) is not None  # none but this one
            if (pattern("findings", "negated").search(before) and not but) or pattern("findings", "no_allergy").search(
                clause.lower
            ):
                continue
            written = match["substance"] or match["before"] or match["cause"] or match["does"] or ""
            did = match["got"] or match["swells"] or match["breaks"] or match["brings"] or match["gives"]
            listed = _LISTED.match(clause.text, match.end()) if match["substance"] else None
            for substance in re.split(r",? (?:and|or) |, ", f"{written}, {listed['rest']}" if listed else written):
                name = re.sub(
                    r"^(?:(?:the|any|some|an?|my|severe|bad|mild|serious|terrible|known) )+",
                    "",
                    substance.strip(),
                    flags=re.IGNORECASE,
                )
                name = _WHEN.sub("", _LONG_AGO.sub("", _AS_FAR.sub("", name)))
                if name.lower() in words()["findings"]["no_substance"]:
                    meant = pattern("findings", "antecedent").search(message)
                    name = (meant["substance"] or meant["after"]) if meant is not None else ""
                if name:
                    found[name.lower()] = AllergyEntry(
                        substance=name,
                        reaction=_WHEN.sub("", _ARTICLE.sub("", _OUT_IN.sub("", did)))
                        if did
                        else _reaction(message, clause, match.end()),
                        quote=clause.text,
                    )
    _add_told(found, message, vocabularies)
    return list(found.values())


def _add_told(found: dict[str, AllergyEntry], message: str, vocabularies: Vocabularies) -> None:
    """Add what is told to have done harm, without the word for an allergy."""
    for sentence, harm in _told_harms(message, vocabularies):
        known = next((name for name in found if harm.substance.lower() in name or name in harm.substance.lower()), None)
        if known is None:
            found[harm.substance.lower()] = AllergyEntry(substance=harm.substance, reaction=harm.did, quote=sentence)
        elif found[known].reaction is None:
            found[known] = found[known].model_copy(update={"reaction": harm.did})
    for sentence, told in _told_reactions(message):
        none = _LACKS.match(told.substance) is not None
        if not none and not any(told.substance in other or other in told.substance for other in found):
            found[told.substance] = AllergyEntry(
                substance=told.substance,
                reaction=bare_reaction(_OUT_IN.sub("", told.did)) if told.did else None,
                quote=sentence,
            )


_EVER = re.compile(r"\bif (?:\w+ )?(?:ever|should)\b|\b(?:might|could|would|may)\b")


def _told_reactions(message: str) -> list[tuple[str, Reaction]]:
    """What did harm, sentence by sentence: "if I eat kiwi" is no question, and the harm may stand in the next clause."""
    return [(sentence, told) for sentence in _of_the_patient(message) for told in reactions(sentence.lower())]


def _told_harms(message: str, vocabularies: Vocabularies) -> list[tuple[str, Harm]]:
    """What medicines and foods did, sentence by sentence."""
    return [(sentence, told) for sentence in _of_the_patient(message) for told in harms(sentence, vocabularies)]


def _of_the_patient(message: str) -> list[str]:
    """The sentences that tell of the patient what is or was so."""
    found = []
    for sentence in sentences(message.replace("’", "'")):
        parts = clauses(sentence.text)
        own = parts and not any(part.other or part.question for part in parts)
        supposed = any(part.hypothetical for part in parts) and (
            _EVER.search(sentence.text.lower()) or not _CONDITION.search(sentence.text.lower())
        )
        if own and not supposed:
            found.append(sentence.text)
    return found


_LONG_AGO = re.compile(
    r" (?:as an? (?:kid|child|baby|toddler|teenager|teen|boy|girl)|when i was .*|years ago.*)$", re.IGNORECASE
)
_IT_DOES = re.compile(r"^(?:i get|(?:it )?(?:makes|made|gives|gave) me|it causes) ", re.IGNORECASE)
_AS_FAR = re.compile(r" (?:as far as|that i know|to my knowledge|i know of)\b.*$", re.IGNORECASE)
_LACKS = re.compile(r"(?:no|not|without|less|low|little|poor) ")
"""What is missing does nothing to anybody: "no energy, dizzy"."""
_CONDITION = re.compile(r"\b(?:if|when|whenever|every time|each time)\b")


_BUT = re.compile(r"\b(?:apart from|except|other than|besides|but)\b", re.IGNORECASE)
_LISTED = re.compile(
    r",\s*(?P<rest>(?:(?!(?:i|it|my|and|but|which|so|gives?|makes?|got|get|hives|rash)\b)[\w-]+(?: (?!and\b|or\b)[\w-]+)?,\s*)*(?:(?:and|or) )?(?!(?:i|it|my|but|which|so|gives?|makes?|got|get|hives|rash|swelling|itching)\b)[\w-]+(?: [\w-]+)?)(?=[.;!]|$)",
    re.IGNORECASE,
)
"""The rest of a list of substances."""
_OFTEN = re.compile(r"\b(?:every time|each time|whenever|always|a bit|a little|all over)\b.*$", re.IGNORECASE)
_OUT_IN = re.compile(r"^(?:out |up )?in ", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:an?|the) ")
_MEANT = re.compile(
    r"\b(?:it'?s|it is|it was|i meant?|make that|only|just)(?: (?:only|just|actually|really))* (?!an?\b|the\b|my\b|not\b)(?P<new>[a-z][\w-]{3,})"
)
"""What an allergy really is to, where the first word for it is taken back."""


def allergy_words(text: str) -> list[re.Match[str]]:
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
    if match is None or (match.group().lower().startswith("my ") and not is_effect(match["reaction"].lower())):
        return following_reaction(
            rest if rest.strip(" ,.;") else message[message.find(clause.text) + len(clause.text) :]
        )
    said = re.sub(r"^(?:an?|in) ", "", match["reaction"].strip(), flags=re.IGNORECASE)
    return _WHEN.sub("", said)
