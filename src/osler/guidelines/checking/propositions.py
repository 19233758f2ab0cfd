"""The propositions of a sentence that joins several: each that says something by itself can be held against its own source.

A writer leaves out what the part before has said: "A should be offered B, and C if D", "…, with E measured after F". Each
part is read with what it takes from there; where that can be done in several ways, each way is a reading of the part.
"""

from __future__ import annotations

import re
from itertools import pairwise

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.homes import given_drugs
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import read_statement

Readings = tuple[str, ...]
"""One part of a sentence in every way that it can be read."""

_JOIN = re.compile(r";\s+|,? (?:and|but|while|whereas)(?: also)? (?!then\b)(?=\S)", re.IGNORECASE)
_STRONG_JOIN = re.compile(r";|,? (?:while|whereas)\b", re.IGNORECASE)
_BUT_NOT = re.compile(
    r",? (?:(?:but|though|although|yet) not|except) (?P<whom>(?:by|in|for|if|when|with|during|to|after)\b[^;]*)",
    re.IGNORECASE,
)
_EXCEPT_WHEN = re.compile(
    r",? except (?P<whom>(?:in|during|for|with|at|after)\b[^,;]+), (?:when|where|in whom|in which case|for whom) (?P<told>[^;]+)",
    re.IGNORECASE,
)
_SHORTEST = 4
_MODAL = r"(?:should|must|may|can|cannot|shall|ought)"
_GOES_ON = re.compile(rf"(?:also |then )?(?:{_MODAL}|need|needs|is|are|do|does)\b", re.IGNORECASE)
_VERB = re.compile(rf"\b(?:{_MODAL}|need|needs|is|are|do|does)\b", re.IGNORECASE)
_ADVICE = re.compile(
    rf"^(?P<whom>.+?) (?P<advised>(?P<modal>{_MODAL}(?: not)?) (?P<be>be )?(?P<deed>[a-z]+))\b", re.IGNORECASE
)
"""What a part advises: whom or what, how strongly, and what is to be done."""
_SO_IS = re.compile(rf"so (?:{_MODAL}|is|are|do|does) (?P<what>[^,;]+)", re.IGNORECASE)
_DONE = r"(?:[a-z]{3,}ed|given|taken|sent|begun|seen|kept|put|done|made|withdrawn)"
_DONE_TOO = re.compile(rf"(?:then |also )?{_DONE}\b", re.IGNORECASE)
_WITH = re.compile(rf", with (?P<what>[^,;]+?) (?P<done>{_DONE})\b(?P<rest>[^;]*)$", re.IGNORECASE)
_WHICH = re.compile(rf", which (?P<told>(?:{_MODAL}|is|are)\b[^;]*)$", re.IGNORECASE)
_TO_WHICH = re.compile(r", (?:to|after|beside|alongside|with) which (?P<told>[^;]+)$", re.IGNORECASE)
_LISTED = re.compile(r"^(?P<head>[^:;]+): (?P<list>[^:]+)$")
_CIRCUMSTANCE = re.compile(
    r" (?=(?:if|when|where|unless|for|in|within|after|before|until|at|every|once|twice|to)\b)", re.IGNORECASE
)
_REASON = re.compile(r"^\W*(?:because|since|as)\s+(?P<why>[^;]+?), (?P<then>\S.*)$", re.IGNORECASE)
_THAT = re.compile(r"\b(?:that|this|these|those|such an?|such) (?P<kind>[a-z]{4,})\b", re.IGNORECASE)
_AND = re.compile(r",? (?:and|as well as) (?:(?:for|of|with|in|against|to) )?(?:the )?", re.IGNORECASE)
_FRAME = re.compile(r"^\W*(?:in|for|if|when|with|during|at|after|before|among)\b[^,;]*,", re.IGNORECASE)
"""What opens a sentence and holds for all of its parts."""


def propositions(text: str, vocabularies: Vocabularies) -> list[Readings]:
    """The parts of a sentence where each of them advises something of its own; nothing, where it cannot be parted so."""
    if frame := _FRAME.match(text):
        parts = propositions(text[frame.end() :].strip(), vocabularies)
        return [tuple(f"{frame.group()} {one}" for one in part) for part in parts]
    return (
        _barred(text, vocabularies)
        or _with_its_reason(text, vocabularies)
        or _added(text, vocabularies)
        or _joined(text, vocabularies)
        or _listed(text, vocabularies)
        or _each_of_two(text, vocabularies)
    )


def _barred(text: str, vocabularies: Vocabularies) -> list[Readings]:
    """Advice, and in whom it is not to be followed: "…, but not in A", "…, except in A, when B"."""
    if other := _EXCEPT_WHEN.search(text):
        return [(text[: other.start()],), (f"{other['whom']}, {other['told']}",)]
    barred = _BUT_NOT.search(text)
    drugs = given_drugs(read_statement(text[: barred.start()], vocabularies)) if barred else []
    if barred and drugs:
        against = tuple(f"{one.text} should not be used {barred['whom']}" for one in drugs)
        return [(text[: barred.start()].strip(),), against]
    return []


def _with_its_reason(text: str, vocabularies: Vocabularies) -> list[Readings]:
    reason = _REASON.match(text)
    if not reason or not all(_says_something(reason[part], vocabularies) for part in ("why", "then")):
        return []
    return [(reason["why"],), (_with_what_is_meant(reason["then"], reason["why"], vocabularies),)]


def _added(text: str, vocabularies: Vocabularies) -> list[Readings]:
    """Advice, and what is done beside it or with it: "…, with A measured after B", "… A, which may be repeated"."""
    if (beside := _WITH.search(text)) and (advice := _ADVICE.match(text[: beside.start()])):
        modal = advice["modal"].removesuffix(" not")
        added = f"{beside['what']} {modal} be {beside['done']}{beside['rest']}"
        if read_statement(added, vocabularies).named or read_statement(added, vocabularies).amounts:
            return [(text[: beside.start()],), (added,)]
    if (onto := _TO_WHICH.search(text)) and _says_something(onto["told"], vocabularies):
        return [(text[: onto.start()],), (onto["told"],)]
    if (which := _WHICH.search(text)) and (drugs := given_drugs(read_statement(text[: which.start()], vocabularies))):
        return [(text[: which.start()],), tuple(f"{one.text} {which['told']}" for one in drugs)]
    return []


def _joined(text: str, vocabularies: Vocabularies) -> list[Readings]:
    """Two parts that a conjunction joins. One that opens with its verb is a part for certain; "ramipril and bisoprolol" may be one."""
    for join in sorted(_JOIN.finditer(text), key=lambda one: not _GOES_ON.match(text, one.end())):
        first, second = text[: join.start()].strip(), text[join.end() :].strip()
        # A semicolon, a "whereas", or a part that opens with its verb, parts what only states something as well.
        parted = bool(_STRONG_JOIN.match(join.group()) or _GOES_ON.match(second))
        if not _says_something(first, vocabularies, states=parted):
            continue
        if (so := _SO_IS.match(second)) and (told := _VERB.search(first)):
            # "A is a contraindication, and so is B": B has the verb and the rest of A's part.
            second = f"{so['what'].rstrip(' .')} {first[told.start() :]}"
        if _GOES_ON.match(second) and (verb := _VERB.search(first)):
            # What has no subject of its own has that of the part before it.
            second = f"{first[: verb.start()]}{second}"
        if _says_something(second, vocabularies, states=parted):
            return [(first,), *_inheriting([(second,)], first)]
        if readings := _completed(first, second, vocabularies):
            return [(first,), readings]
    return []


def _completed(first: str, second: str, vocabularies: Vocabularies) -> Readings:
    """A part without a verb in the ways that the advice before it completes it: "referred to A when B", "C if D"."""
    advice = _ADVICE.match(first)
    said = read_statement(second, vocabularies)
    if advice is None or _VERB.search(second.split(" if ")[0].split(" when ")[0]) or len(second.split()) < _SHORTEST:
        return ()
    if _DONE_TOO.match(second):
        return (f"{advice['whom']} {advice['modal']} be {second}", f"{advice['modal']} be {second}")
    if not said.named and not said.amounts:
        return ()
    found = [f"{advice['whom']} {advice['advised']} {second}"]
    if place := _CIRCUMSTANCE.search(second):
        found.append(f"{second[: place.start()]} {advice['advised']} {second[place.end() :]}")
    return tuple(found)


def _inheriting(parts: list[Readings], before: str) -> list[Readings]:
    """Parts that name no people as they are, and as said of the people of the part before them."""
    groups = lexicon().age_groups.values()
    people = next((found.group() for group in groups if (found := group.search(before))), "")
    if not people:
        return parts
    return [
        part if any(group.search(part[0]) for group in groups) else (*part, f"In {people}, {part[0]}") for part in parts
    ]


def _listed(text: str, vocabularies: Vocabularies) -> list[Readings]:
    """Doses behind a colon, each for people of its own: "A is given: 5 mg for adults and 2 mg for children"."""
    listed = _LISTED.match(text)
    if not listed or not _VERB.search(listed["head"]):
        return []
    for join in _JOIN.finditer(listed["list"]):
        parts = [listed["list"][: join.start()].strip(), listed["list"][join.end() :].strip()]
        if all(_is_dosed(part, vocabularies) for part in parts):
            return [(f"{listed['head']}, {part}",) for part in parts]
    return []


def _is_dosed(part: str, vocabularies: Vocabularies) -> bool:
    kinds = {one.kind for one in read_statement(part, vocabularies).amounts}
    return part[:1].isdigit() and bool(kinds & {"mass", "g/kg", "volume", "doses"}) and bool(_CIRCUMSTANCE.search(part))


def _with_what_is_meant(text: str, before: str, vocabularies: Vocabularies) -> str:
    """A part in which "that allergy" is the allergy that the part before it names."""
    named = [one.text for one in read_statement(before, vocabularies).named]

    def put(match: re.Match[str]) -> str:
        kind = match["kind"].casefold()
        return next((one for one in reversed(named) if one.casefold().endswith(f" {kind}")), match.group())

    return _THAT.sub(put, text)


def _each_of_two(text: str, vocabularies: Vocabularies) -> list[Readings]:
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
            return [(text[:end] + text[next_end:],), (text[:start] + text[next_start:],)]
    return []


def _says_something(part: str, vocabularies: Vocabularies, *, states: bool = False) -> bool:
    said = read_statement(part, vocabularies)
    told = said.stance != "none" or states
    about = said.named or said.amounts or said.sex or said.groups
    return len(part.split()) >= _SHORTEST and told and bool(about)
