"""What a source has and a sentence lacks: with and without, including and excluding, treated and not treated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.branches import Branch, all_branches, own_branches
from osler.guidelines.checking.coverage import as_written, is_known, stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.homes import given_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import SIDES, Statement, claim_stems, without_excluded

_REACH = 2
"""Content words that a "without" is taken to deny."""
_EITHER = re.compile(r"\bwith or\s*$|\bwhether or\s*$", re.IGNORECASE)
_END = re.compile(r"[,;:()]|\.(?!\d)|\b(?:and|or|but|if|when|who|that|unless|because)\b", re.IGNORECASE)
_LIST_END = re.compile(r"[;:()]|\.(?!\d)|\b(?:but|if|when|who|unless|because)\b", re.IGNORECASE)
_PEOPLE = re.compile(
    r"\s+(?:in|for) (?:people|patients|adults|children|women|men|those) (?:who|with|whose)\b", re.IGNORECASE
)
_NOT_WITHOUT = re.compile(r"\b(?:not\b[^,;.]* (?:without|unless)|only with) (?P<what>[^,;.(]+)", re.IGNORECASE)
_EXCEPT = re.compile(r"(?:unless|except)\b", re.IGNORECASE)
_ABSENT = re.compile(r"\b(?:is|are) (?:unavailable|absent|lacking|missing)\b", re.IGNORECASE)
_NO_LONGER = re.compile(r"\bno longer (?P<what>\w+)", re.IGNORECASE)
_STILL = re.compile(r"^\W*(?:it|they|this|these)\b|\bthis recommendation\b", re.IGNORECASE)


def polarity_faults(
    said: Statement, basis: Sequence[Statement], every: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """What one of the two denies and the other does not, where both give the same advice."""
    head = basis[0]
    if "none" in {said.stance, head.stance} or said.stance == head.stance:
        yield from _lacking(said, basis, vocabularies)
    if said.stance == "for":
        yield from _excluded(said, every, context, vocabularies)


def _lacking(
    said: Statement, basis: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    head = own_branches(said, basis[0], vocabularies)
    denied_there = {
        stem
        for one in basis
        for stem in (*_denied_in_all(one.text), *_denied_before(one.text), *_excepted(one), *_no_longer(one.text))
    }
    denied_here = {stem for phrase in _denied(said.text) for stem in phrase} | _excepted(said)
    # What cannot be done is a condition: "if it cannot be removed".
    for first, *_ in _denied(without_excluded(said.text)):
        # "No potassium is given" is advice against it.
        advised = said.stance == "none" and head.stance == "against"
        if first in head.stems and first not in denied_there and not advised:
            yield "negation", f"the cited passage does not deny {as_written([first], said.text)[0]!r}"
    here = set(said.stems) - denied_here
    others = {stem for one in basis[1:] for stem in one.stems}
    # "Not without A" asks for A: whoever allows it without A says the contrary.
    if said.stance != "against" and (asked := _not_without(head.text)) and asked & denied_here:
        found = next(iter(asked & denied_here))
        yield "negation", f"the cited passage asks for {as_written([found], said.text)[0]!r}"
    for phrase in _denied(head.text):
        asked = _not_without(head.text) if said.stance != "against" else set()
        if set(phrase) <= here and not set(phrase) <= others | asked:
            yield "negation", f"the cited passage denies {as_written(phrase[:1], head.text)[0]!r}"


def _not_without(text: str) -> set[str]:
    """The words of what a text forbids to do without."""
    found = _NOT_WITHOUT.search(text)
    return set(claim_stems(found["what"])) if found else set()


def _denied_in_all(text: str) -> set[str]:
    """Every word that a "without" may deny: "without A or B" is without A and without B."""
    found = set()
    for match in lexicon().lacking.finditer(text):
        end = _LIST_END.search(text, match.end())
        found |= set(claim_stems(text[match.end() : end.start() if end else len(text)]))
    return found


def _no_longer(text: str) -> set[str]:
    """The words of what is so no longer."""
    return {stem for match in _NO_LONGER.finditer(text) for stem in claim_stems(match["what"])}


def _denied_before(text: str) -> set[str]:
    """The words that stand before a "not" in its clause: a target that "is not reached" is "not at target"."""
    found = set()
    for match in lexicon().lacking.finditer(text):
        start = max((end.end() for end in _END.finditer(text, 0, match.start())), default=0)
        found |= set(claim_stems(text[start : match.start()]))
    for match in _ABSENT.finditer(text):
        start = max((end.end() for end in _END.finditer(text, 0, match.start())), default=0)
        found |= set(claim_stems(text[start : match.start()]))
    return found


def _excepted(source: Statement) -> set[str]:
    """The words of what a source excepts: "unless there is a programme" is "without a programme"."""
    return {stem for clause, *words in source.conditions if _EXCEPT.match(clause) for stem in words}


def _denied(text: str) -> list[tuple[str, ...]]:
    """The first words after each word that denies what follows it; what advises against something denies nothing."""
    table = lexicon()
    advising = without_excluded(text)
    advice = [
        match.span() for name in ("allowed", "unknown", "against") for match in table.stances[name].finditer(advising)
    ]
    found = []
    for match in table.lacking.finditer(text):
        if _EITHER.search(text[: match.start()]) or any(a < match.end() and match.start() < b for a, b in advice):
            continue
        people = _PEOPLE.match(text, match.end())
        start = people.end() if people else match.end()
        end = _END.search(text, start)
        if phrase := claim_stems(text[start : end.start() if end else len(text)])[:_REACH]:
            found.append(phrase)
    return found


def _excluded(
    said: Statement, every: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Advice for people of whom the sources speak only where they advise against it or exclude them."""
    there = all_branches(every, vocabularies)
    against = [branch for branch in there if _excludes(branch.said)]
    advised = [branch.said for branch in there if branch not in against]
    plain = {stem for one in advised for stem in one.stems} | set(claim_stems(context))
    named = [other for one in advised for other in one.named]
    # The same thing by another of its names.
    plain |= {stem for one in said.named if is_known(one, named, vocabularies) for stem in one.stems}
    weak = lexicon().actions
    # On which side of a number something lies is compared with the number.
    wanted = [stem for stem in claim_stems(without_excluded(said.text)) if stem not in said.negated | weak | SIDES]
    drugs = given_drugs(said)
    for branch in against:
        own = not drugs or _STILL.search(branch.said.text) or _speaks_of(branch, said)
        found = [stem for stem in wanted if stem in branch.said.stems and not stands(stem, plain)]
        if own and found:
            yield "negation", f"the cited passage excludes {as_written(found[:1], said.text)[0]!r}"
            return


def _excludes(said: Statement) -> bool:
    return said.stance == "against" or bool(lexicon().excluding.search(said.text))


def _speaks_of(branch: Branch, said: Statement) -> bool:
    return any(same_drug(one, other) for one in given_drugs(said) for other in branch.drugs)
