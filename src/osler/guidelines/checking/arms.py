"""The arms of a sentence that pairs things off: "20 mg in A, and 80 mg in B", "… for 3 months, or 6 months in C", "…, repeated after D".

A further arm has no verb of its own. It opens with a slot (a number of some kind, a drug, a preposition, a participle), and
takes from the arm before it whatever stands there before its own slot of that kind. So each arm becomes a sentence that can
be held against the clause of a source which gives that arm; where several slots would do, each is a reading of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.homes import given_drugs
from osler.guidelines.checking.statements import Statement, read_statement, stance_of

Readings = tuple[str, ...]
"""One arm in every way in which it can be completed."""

_JOIN = re.compile(
    r";\s+|,? (?:and|or|but|while(?! \w+ing\b)|whereas)(?: then| also)? (?!(?:more|less|over|under|above|below|older|younger|higher|lower|greater|fewer)\b)"
    r"|, (?:then |followed by )?(?=(?:with|in|for|if|when|at|from|to|after|before|until|on|by)\b|\d|[a-z]+(?:ing|ed)\b)",
    re.IGNORECASE,
)
"""Where another arm may begin."""
_PREPOSITION = re.compile(
    r"\b(?:with|in|for|at|from|to|by|on|after|before|until|within|when|if|every|once|twice)\b", re.I
)
_LIMIT_BEFORE = re.compile(
    r"\b(?:(?:an? )?(?:minimum|maximum) of|at least|at most|up to|no more than|no less than|below|above|under|over|(?:less|more) than|between|from|aged) ?$",
    re.IGNORECASE,
)
_DEED = re.compile(r"(?:then |also )?[a-z]{3,}(?:ed|ing|en)\b")
_IS = re.compile(r"\b(?:is|are|be)\b", re.IGNORECASE)
_VERB = re.compile(r"\b(?:should|must|may|can|cannot|shall|ought|needs?|is|are|do|does|has|have)\b", re.IGNORECASE)
_FEWEST = 2
"""Words of an arm at least."""
_MOST_READINGS = 6
_MOST_JOINS = 6


def arms(text: str, vocabularies: Vocabularies) -> Iterable[list[Readings]]:
    """Every way to part a sentence into what stands before one of its joins and the arm behind it."""
    for join in list(_JOIN.finditer(text))[:_MOST_JOINS]:
        first, second = text[: join.start()].strip(), text[join.end() :].strip()
        if len(first.split()) <= _FEWEST or len(second.split()) < _FEWEST or not _tells(first):
            continue
        arm = read_statement(second, vocabularies)
        if not (arm.amounts or arm.named or arm.conditions):
            continue
        if readings := tuple(dict.fromkeys(_completed(first, arm, vocabularies)))[:_MOST_READINGS]:
            yield [(first,), readings]


def _tells(text: str) -> bool:
    return bool(_VERB.search(text)) or stance_of(text) != "none"


def _completed(first: str, arm: Statement, vocabularies: Vocabularies) -> Iterable[str]:
    """An arm with what it takes from the arm before it."""
    before = read_statement(first, vocabularies)
    drugs = [one.text for one in given_drugs(before)]
    if _DEED.match(arm.text):
        # "…, repeated after five minutes", "… and continued for 3 months": of the drug, or of what the verb before is said of.
        yield from (
            f"{drug} is {arm.text}" if not arm.text.split()[0].endswith("ing") else f"{drug} {arm.text}"
            for drug in drugs[:2]
        )
        if verb := _IS.search(first):
            yield f"{first[: verb.end()]} {arm.text}"
        yield arm.text
        return
    if _VERB.search(arm.text.split(" if ")[0].split(" when ")[0]):
        yield arm.text
        if drugs and not given_drugs(arm):
            yield f"{drugs[0]}: {arm.text}"
        return
    for place, opening, rest in _slots(arm):
        cut = _slot_of(before, opening, rest, arm, place)
        if cut is not None and cut > 0:
            lead = arm.text[:place].strip(" ,")
            yield f"{lead}, {first[:cut]}{rest}" if lead else f"{first[:cut]}{rest}"
    if given_drugs(arm) and given_drugs(arm)[0].at == 0:
        name = given_drugs(arm)[0].text
        yield f"{name} is used {arm.text[len(name) :].strip()}"


def _slots(arm: Statement) -> Iterable[tuple[int, str, str]]:
    """The places of an arm at which a slot opens, the first ones first: with the word or the kind of number that opens it."""
    places: dict[int, str] = {match.start(): match.group().casefold() for match in _PREPOSITION.finditer(arm.text)}
    for amount in arm.amounts:
        start = _LIMIT_BEFORE.search(arm.text[: amount.at])
        places[start.start() if start else amount.at] = f"#{amount.kind}"
    for drug in given_drugs(arm):
        places[drug.at] = "drug"
    for place in sorted(places)[:3]:
        yield place, places[place], arm.text[place:]


def _slot_of(before: Statement, opening: str, rest: str, arm: Statement, place: int) -> int | None:
    """Where the arm before has its slot of this kind, behind its verb."""
    verb = _VERB.search(before.text)
    behind = verb.end() if verb else 0
    if opening == "drug":
        return next((one.at for one in given_drugs(before) if one.at > behind or not verb), None)
    if opening.startswith("#"):
        found = sorted(one.at for one in before.amounts if one.kind == opening[1:] and one.at >= behind)
        if not found:
            return None
        limit = _LIMIT_BEFORE.search(before.text[: found[0]])
        return limit.start() if limit else found[0]
    return next(
        (one.start() for one in _PREPOSITION.finditer(before.text, behind) if one.group().casefold() == opening), None
    )
