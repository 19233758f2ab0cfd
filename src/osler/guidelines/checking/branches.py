"""The branches of a sentence: what each clause says by itself, with what it takes over from the clauses before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from osler.core.library import row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount
from osler.guidelines.checking.coverage import stands
from osler.guidelines.checking.homes import given_drugs
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Named, Statement, read_statement

_STRONG = re.compile(
    r";|,? (?:but|whereas|while)\b|, (?:and|then)\b|,? (?:and )?followed by\b|,? and then\b|,? and (?=(?:do not|never|must not|should not)\b)"
    r"|,? (?:and|or) (?=(?:if|when|at|by|for|those|in (?:people|patients|adults|children|women|men|those))\b)"
    r"|, (?=(?:reduced|increased|raised|lowered|halved|doubled)\b)"
    r"|, or (?=(?:above|below|over|under|more than|less than)\b)",
    re.IGNORECASE,
)
"""Where another branch begins, whatever stands in it."""
_WEAK = re.compile(
    r"(?:, | and | or | then )(?!(?:provided|if|unless|when|only|where|until|who|which|whose|with|including|(?:over|above|older|more|under|below|younger|less)(?! than\b|\s*\d))\b)",
    re.IGNORECASE,
)
"""Where another branch begins if both sides stand by themselves; what opens with "provided" belongs to what it follows."""
_OPENING = re.compile(r"^\W*(?:in|for|if|when|with|during|at)\b[^,;]*,", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|when|aged|older|younger|below|under|above|over)\b|[<>≤≥]", re.IGNORECASE)
_WHOM = re.compile(
    r"\b(?:in|for) (?:(?:most|all|other|frail|older|younger|healthy) ){0,2}(?:people|patients|adults|children|women|men|those)\b",
    re.IGNORECASE,
)
_YEARS = re.compile(r"\byears?$", re.IGNORECASE)
DOSES = frozenset({"mass", "g/kg"})
REGIMEN = DOSES | {"rate", "time", "volume", "doses"}
"""What says how much, how often and how long; other numbers are limits."""


@dataclass(frozen=True)
class Branch:
    """A clause, with the drugs, the deeds and the numbers that hold in it, its own or taken over."""

    said: Statement
    drugs: tuple[Named, ...]
    deeds: frozenset[str]
    amounts: tuple[Amount, ...]

    def has(self, amount: Amount) -> bool:
        """Whether a number stands in it, bounded on the same side."""
        return any(amount.agrees(other) for other in self.amounts)

    def does(self, deed: str) -> bool:
        """Whether it says to do this."""
        return stands(deed, set(self.deeds))


@lru_cache(maxsize=4096)
def branches_of(one: Statement, vocabularies: Vocabularies) -> tuple[Branch, ...]:
    """The branches of a sentence, in order; a row of a table is one, as its columns are told apart elsewhere."""
    texts = [one.text] if row_of(one.text) else _parts(one.text, vocabularies)
    framed: tuple[Amount, ...] = ()
    found: list[Branch] = []
    opened = _OPENING.match(one.text)
    for text in texts:
        # What opens the sentence may have become a part of its own, without its comma.
        opening = opened if opened and not found and opened.group() == f"{text}," else _OPENING.match(text)
        if opening:
            framed = read_statement(opening.group(), vocabularies).amounts
        said = read_statement(text, vocabularies)
        drugs, deeds = tuple(given_drugs(said)), deeds_of(said)
        if found:
            drugs, deeds = drugs or found[-1].drugs, deeds or found[-1].deeds
        kinds = {_kind_of(amount) for amount in said.amounts}
        # What opens a branch holds for those after it, except where one has its own limit.
        taken = tuple(amount for amount in framed if _kind_of(amount) not in kinds)
        found.append(Branch(said, drugs, deeds, (*said.amounts, *taken)))
    return tuple(found)


def _kind_of(amount: Amount) -> str:
    """What a number limits: years are an age, beside the hours within which something is done."""
    return "age" if amount.kind == "time" and _YEARS.search(amount.text) else amount.kind


def all_branches(every: Iterable[Statement], vocabularies: Vocabularies) -> list[Branch]:
    """The branches of several sentences."""
    found: list[Branch] = []
    for one in every:
        for branch in branches_of(one, vocabularies):
            # A sentence that names no drug goes on speaking of the last one.
            taken = found[-1].drugs if found and not branch.drugs else branch.drugs
            found.append(replace(branch, drugs=taken))
    return found


def main_clause(said: Statement, vocabularies: Vocabularies) -> Statement:
    """A sentence without the condition that opens it."""
    opening = _OPENING.match(said.text)
    return read_statement(said.text[opening.end() :], vocabularies) if opening else said


def deeds_of(said: Statement) -> frozenset[str]:
    """The words of a sentence for what is done with a treatment: start, stop, halve, repeat."""
    return frozenset(stem for stem in said.stems if stem in lexicon().deeds)


def _parts(text: str, vocabularies: Vocabularies) -> Sequence[str]:
    parts: list[str] = []
    for whole in filter(str.strip, _STRONG.split(text)):
        start = 0
        for mark in _WEAK.finditer(whole):
            left, right = whole[start : mark.start()], whole[mark.end() :]
            comma = mark.group() == ", "
            if _stands_alone(left, vocabularies, comma=comma) and _stands_alone(right, vocabularies, comma=comma):
                parts.append(left.strip())
                start = mark.end()
        parts.append(whole[start:].strip())
    return parts


def _stands_alone(text: str, vocabularies: Vocabularies, *, comma: bool = False) -> bool:
    """Whether a part says by itself what holds for whom: a drug or a dose with a condition or a deed, a number for some people.

    Behind a comma, a thing with its own time does as well: "antibiotics within 3 hours, review within 1 hour".
    """
    said = read_statement(text, vocabularies)
    given = given_drugs(said) or any(one.kind in DOSES for one in said.amounts)
    limited = any(one.side and one.kind not in REGIMEN for one in said.amounts)
    regimen = any(not one.side and one.kind in REGIMEN for one in said.amounts)
    people = said.ages or said.sex or said.groups
    timed = (
        comma and any(one.kind == "time" for one in said.amounts) and DOSES.isdisjoint(one.kind for one in said.amounts)
    )
    return bool(
        (given and (_CONDITION.search(text) or deeds_of(said)))
        or (deeds_of(said) and any(one.side for one in said.amounts) and re.search(r"\b(?:is|are|be|not|it)\b", text))
        or (limited and regimen)
        or (timed and said.stems)
        or (said.amounts and people and _WHOM.search(text))
    )


def own_branches(said: Statement, head: Statement, vocabularies: Vocabularies) -> Statement:
    """A source sentence without the branches, or a row without the columns, that give none of a sentence's numbers."""
    if row := row_of(head.text):
        cells = [read_statement(f"{name}: {value}", vocabularies) for name, value in row.cells]
        own = [one.text for one in cells if _shared(said, one)]
        return read_statement("; ".join([row.first, *own]), vocabularies) if 0 < len(own) < len(cells) else head
    clauses = [read_statement(part, vocabularies) for part in head.text.split(";") if part.strip()]
    own = [one.text for one in _nearest(said, clauses)]
    if len(own) < len(clauses):
        head = read_statement(";".join(own), vocabularies)
    branches = [one.said for one in branches_of(head, vocabularies)]
    nearest = _nearest(said, branches)
    # A branch without a number of its own is not one of those that the numbers tell apart.
    own = [one.text for one in branches if one in nearest or not one.amounts]
    return read_statement("; ".join(own), vocabularies) if len(own) < len(branches) else head


def _nearest(said: Statement, parts: Sequence[Statement]) -> list[Statement]:
    """The parts that share most numbers with a sentence."""
    most = max((_shared(said, one) for one in parts), default=0)
    return [one for one in parts if _shared(said, one) == most]


def _shared(said: Statement, part: Statement) -> int:
    return sum(any(one.agrees(other) for other in part.amounts) for one in said.amounts)
