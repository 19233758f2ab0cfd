"""What narrows a recommendation besides numbers and names: comparators, "at least two of", routes, severity, ceilings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.library import conditions_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount
from osler.guidelines.checking.branches import own_branches
from osler.guidelines.checking.coverage import stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.marks import without_marks
from osler.guidelines.checking.statements import ADULT, Statement, read_statement

_OF_THESE = re.compile(
    r"\b(?:(?P<least>at least|any|either|only)\s+)?(?P<count>one|two|three|four|five|\d|all|both|any|either)(?: or more)?\s+of\b"
    r"(?!\s+(?:age|treatment|therapy|gestation|follow))",
    re.IGNORECASE,
)
_EITHER = re.compile(r"\bor\b(?! (?:more|less|over|under|above|below|older|younger|higher|lower)\b)", re.IGNORECASE)
_ONE_OF_MANY = re.compile(
    r"\b(?:one|either|1|two|2) (?:out )?of (?:the |these )?(?:two|three|four|five|2|3|4|5)\b(?! (?:[\w-]+ )?(?:options|choices|drugs|medicines|treatments|alternatives|possibilities)\b)",
    re.IGNORECASE,
)
_EVERYONE = re.compile(
    r"\b(?:all|every|any|each) (?P<which>\w+ )?(?:patients?|people|persons?|adults?|wom[ae]n|m[ae]n|child|children|baby|babies|infants?|newborns?|neonates?|adolescents?|individuals?|members|contacts|severity|stage|age|level|sex)\b|\b(?:everyone|everybody|regardless|irrespective|whatever)\b",
    re.IGNORECASE,
)
_EVERYBODY = re.compile(
    r"\b(?:everyone|everybody|all (?:people|patients|persons|individuals))\b(?! (?:with|who|aged|at|on|taking|over|under|after|following|having|whose|in whom|from)\b)",
    re.IGNORECASE,
)
_AGED = re.compile(r" (?:aged|younger than|older than) \d", re.IGNORECASE)
_FOLK = re.compile(r"\b(?:adult|wom[ae]n|m[ae]n|child|bab|infant|newborn|neonate|adolescent|patient)", re.IGNORECASE)
_NOT_AS_FIRST = re.compile(r"\bnot\b[^,;.]* as (?:an? |the )?(?:first|initial)\b", re.IGNORECASE)
_AT_FIRST = re.compile(r"\b(?:first|initial\w*|start|begin)\b", re.IGNORECASE)
_REPLACES = re.compile(
    r"\b(?:if|when|where|whom?)\b.{0,60}\b(?:fails?|failed|unsuitable|not (?:tolerated|suitable|possible)|cannot|unable)\b|\binstead\b",
    re.IGNORECASE,
)
"""What makes something the second choice without saying so."""
_CEILING = re.compile(
    r"\b(?:max(?:imum|\.)?(?: (?:daily |single )?dose)?(?: of| is|:)?|up to|not exceeding|not exceed|no more than|not more than|at most|capped at|limited to)\s*$",
    re.IGNORECASE,
)
_LIMIT = re.compile(r"\b(?:max(?:imum|imal)?|limit|ceiling|at most|up to|exceed)\b", re.IGNORECASE)
_FLOOR = re.compile(r"\b(?:at least|minimum(?: of)?|no less than|not less than)\s*$", re.IGNORECASE)
_STRICT = re.compile(
    r"(?:\b(?:above|over|(?<!\bno )(?<!\bnot )more than|older than|greater than|exceed\w*|below|under|less than|younger than|lower than)|(?<![=≥≤])[<>])\s*$",
    re.IGNORECASE,
)
_INCLUSIVE = re.compile(
    r"(?:\b(?:at least|at most|up to|no more than|not more than|no less than)|[≥≤]|[<>]=)\s*$", re.IGNORECASE
)
_INCLUSIVE_AFTER = re.compile(
    r"^[\s\w/%.]{0,16}?\b(?:or|and) (?:more|over|above|older|higher|greater|less|under|below|younger|lower|fewer)\b(?!\s*\d)",
    re.IGNORECASE,
)
_AFTERWARDS = re.compile(
    r"\b(?:then|followed by|afterwards?|thereafter|after (?:that|this|which)|subsequently|from (?:then|day))\b",
    re.IGNORECASE,
)
"""Words that put what stands before them first."""
_NARROWS = re.compile(
    r"\b(?:if|when|where|once(?! (?:an?|every|per|daily|weekly|monthly|yearly)\b)|unless|provided|with|who|whose|after|only|except|at (?:\w+ )?risk)\b",
    re.IGNORECASE,
)
"""Words by which a sentence narrows its people, in whichever form."""
_DOSES = {"mass", "time", "volume", "doses"}


def scope_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Every way in which a sentence is wider or narrower than the source sentences that it rests on."""
    head = basis[0]
    yield from (_held_only(name) for name in _left_out(said, basis, vocabularies) if name not in lexicon().routes)
    yield from _counts(said, head)
    yield from _groups(said, head, vocabularies)
    wide = _EVERYONE.search(said.text)
    # "Everybody aged 15 to 65" are those of that age, and ages are compared; "all adults with diabetes" is not everybody.
    aged = wide and _AGED.match(said.text, wide.end()) and not _is_narrower(head, said)
    there = _EVERYBODY if wide and _EVERYBODY.search(said.text) else _EVERYONE
    # "All pregnant women" are the pregnant women of the source; what else narrows them is compared by itself.
    same = wide and wide["which"] and set(stems(wide["which"])) & set(stems(head.text))
    # "Any adult in whom A is suspected" is whoever the source is for, where nothing that narrows it was left out.
    whole = wide and _FOLK.search(wide.group()) and _says_all(said, head)
    adults = wide and "adult" in wide.group().lower() and (ADULT, None) in head.ages and not _is_narrower(head, said)
    if wide and not (aged or same or whole or adults) and not any(there.search(one.text) for one in basis):
        yield "population", f"the cited passage does not say {wide.group()!r}"


def _is_narrower(head: Statement, said: Statement) -> bool:
    """Whether a source sentence narrows its people by more than their age, and a sentence does not narrow its own."""
    return bool(conditions_of(head.text)) and not _NARROWS.search(said.text)


def _says_all(said: Statement, head: Statement) -> bool:
    """Whether a sentence says every word of content of its source, and its ages."""
    here, done = set(said.stems), lexicon().actions | lexicon().redundant
    lacking = [stem for stem in head.stems if stem not in done and not stands(stem, here)]
    limited = all(any(one.agrees(other) for other in said.amounts) for one in head.amounts if one.side)
    return not lacking and limited and len(said.ages) >= len(head.ages)


def edge_doubts(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Limits that seem to be others, and words that narrow: each can be put in many ways.

    Whoever does not say how a drug is given changes nothing by it; whoever names another way is held against the source.
    """
    yield from (_held_only(name) for name in _left_out(said, basis, vocabularies) if name in lexicon().routes)
    yield from _edges(said, own_branches(said, basis[0], vocabularies), basis)
    yield from _added(said, basis, context)


def _held_only(name: str) -> tuple[FaultKind, str]:
    return "condition", f"the cited passage holds only for {name!r}"


def _left_out(said: Statement, basis: Sequence[Statement], vocabularies: Vocabularies) -> Iterable[str]:
    """The words of the table by which a source narrows what it says, and that a sentence leaves out."""
    head = own_branches(said, basis[0], vocabularies)
    here, first = without_marks(said.text), without_marks(head.text)
    routes = [name for name in lexicon().routes if lexicon().scope[name][0].search(first)]
    for name, (pattern, binding) in lexicon().scope.items():
        binds = binding == "binding" or (binding == "dosed" and bool(_doses(said)))
        # "Not as the first treatment" is not "never".
        binds = binds or (name == "first line" and bool(_NOT_AS_FIRST.search(first)) and not _AT_FIRST.search(here))
        # Of several ways to give a drug, none is a condition.
        binds = binds and not (name in routes and len(routes) > 1)
        implied = lexicon().implied.get(name)
        told = pattern.search(here) or (implied and implied.search(here))
        if binds and pattern.search(first) and not told:
            yield name


def _added(said: Statement, basis: Sequence[Statement], context: str) -> Iterable[tuple[FaultKind, str]]:
    """A word that narrows and that the sources do not have."""
    there, here = without_marks(" ".join([*(one.text for one in basis), context])), without_marks(said.text)
    for name, (pattern, _) in lexicon().scope.items():
        vouched = name == "second line" and _REPLACES.search(there)
        if pattern.search(here) and not pattern.search(there) and not vouched:
            yield "population", f"the cited passage does not say {name!r}"


def _counts(said: Statement, head: Statement) -> Iterable[tuple[FaultKind, str]]:
    """How many of a list of criteria must be met."""
    wanted, here = _count(head.text), _count(said.text)
    # "One of the following: A or B" is "A or B".
    if wanted and wanted != here and not (wanted == "one" and _EITHER.search(said.text)):
        yield "condition", f"the cited passage asks for {wanted} of its criteria"
    if not wanted and _ONE_OF_MANY.search(said.text) and not _ONE_OF_MANY.search(head.text):
        yield "condition", "the cited passage does not ask for some of them only"


def _count(text: str) -> str:
    found = _OF_THESE.search(text)
    if not found:
        return ""
    count = found["count"].lower()
    return {"any": "one", "either": "one", "1": "one", "2": "two", "3": "three", "4": "four"}.get(count, count)


def _edges(said: Statement, head: Statement, basis: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """Limits that were added, dropped, or moved across their own number."""
    sources = [(one, amount) for one in basis for amount in one.amounts]
    for amount in said.amounts:
        same = [(one, other) for one, other in sources if amount.agrees(other) or amount.value == other.value]
        if not same:
            continue
        edges = _edges_at(said.text, amount)
        others = {edge for one, other in same for edge in _edges_at(one.text, other)}
        if edges and others and not edges & others:
            yield "number", f"the limit at {amount.text!r} is not the one of the cited passage"
        floor, ceiling = _limited(said.text, amount, _FLOOR), _limited(said.text, amount, _CEILING)
        if (floor or ceiling) and amount.kind in _DOSES and not any(_is_limit(one, other) for one, other in same):
            yield "number", f"the cited passage sets no such limit at {amount.text!r}"
        limits = [(one, other) for one, other in same if _limited(one.text, other, _CEILING)]
        if (
            limits
            and len(limits) == len(same)
            and amount.kind in _DOSES
            and not (_is_limit(said, amount) or _LIMIT.search(said.text))
        ):
            yield "number", f"the cited passage gives {amount.text!r} as a limit"
    for amount in head.amounts:
        if (
            amount.kind in _DOSES
            and _limited(head.text, amount, _CEILING)
            and _doses(said)
            and not any(amount.agrees(other) for other in said.amounts)
        ):
            yield "condition", f"the limit of {amount.text!r} was left out"


def _is_limit(one: Statement, amount: Amount) -> bool:
    return bool(amount.side or _edges_at(one.text, amount)) or any(
        _limited(one.text, amount, limit) for limit in (_CEILING, _FLOOR)
    )


def order_faults(said: Statement, head: Statement) -> Iterable[tuple[FaultKind, str]]:
    """Doses that follow each other, in the other order."""
    here, there = _doses(said), _doses(head)
    if len(here) < 2 or not re.search(r"\bthen\b|\bfollowed by\b", head.text, re.IGNORECASE):
        return
    places = [next((n for n, other in enumerate(there) if one.agrees(other)), None) for one in here]
    known = [place for place in places if place is not None]
    if known != sorted(known) and _AFTERWARDS.search(said.text):
        yield "number", "the doses stand in another order in the cited passage"


def _groups(said: Statement, head: Statement, vocabularies: Vocabularies) -> Iterable[tuple[FaultKind, str]]:
    """A number that the source gives for people of another age: "below 140 under 80 years, below 150 from 80 on"."""
    parts = [
        read_statement(text, vocabularies) for text in re.split(r"\band\b|;|, |\bbut\b", head.text) if text.strip()
    ]
    aged = [part for part in parts if part.ages]
    if len(aged) < 2 or len(said.ages) != 1:
        return
    own = [part for part in aged if said.ages[0] in part.ages]
    others = [part for part in aged if part not in own]
    for amount in said.amounts if own else ():
        if amount.kind != "time" and not _gives(own, amount) and _gives(others, amount):
            yield "number", f"the cited passage gives {amount.text!r} for people of another age"


def _gives(parts: Sequence[Statement], amount: Amount) -> bool:
    return any(amount.agrees(other) for part in parts for other in part.amounts)


def _doses(one: Statement) -> list[Amount]:
    return [amount for amount in one.amounts if amount.kind == "mass" or amount.kind in {"g/kg", "g/l"}]


def _edges_at(text: str, amount: Amount) -> set[str]:
    """Whether a limit stands at a number, and includes it; of a number that stands twice, both."""
    found = set()
    for place in (match.start() for match in re.finditer(re.escape(amount.text), text)):
        before, after = text[:place], text[place + len(amount.text) :]
        if _INCLUSIVE.search(before) or _INCLUSIVE_AFTER.match(after):
            found.add("inclusive")
        elif _STRICT.search(before):
            found.add("strict")
    return found


def _limited(text: str, amount: Amount, limit: re.Pattern[str]) -> bool:
    place = text.find(amount.text)
    return place >= 0 and bool(limit.search(text[:place]))
