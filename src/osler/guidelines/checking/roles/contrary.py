"""What a sentence says in a role that the sources fill with something else.

Each amount, drug and deed is taken out of its clause in turn: the source clause that has the rest says what stands in that place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from osler.core.library import row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount
from osler.guidelines.checking.coverage import is_known
from osler.guidelines.checking.faults import FaultKind, Found, found_by
from osler.guidelines.checking.homes import given_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.roles.clauses import clauses_of, main_of
from osler.guidelines.checking.roles.edited import edited_faults
from osler.guidelines.checking.roles.mixed import mixed_faults
from osler.guidelines.checking.roles.opinion import Opinion
from osler.guidelines.checking.roles.standing import is_standing, matching
from osler.guidelines.checking.statements import Named, Statement, claim_stems, read_statement

_HOME = 0.6
"""The share of the rest of a clause that a source clause has, from which on it speaks of the same."""
_REST = 2
"""Words and amounts that the rest of a clause has at least."""
_FAMILY = {"g/kg": "mass", "ml/kg": "volume"}
_CHANGES = [
    {"stop", "discontinu", "withdraw", "withhold", "omit"},
    {"continu"},
    {"start", "begin", "restart", "resum"},
    {"reduc", "lower", "decreas", "halv"},
    {"increas", "rais", "doubl", "tripl"},
]
_WHATEVER = re.compile(
    r"\b(?:whether or not|even (?:if|when|in|for)|regardless of(?: whether)?|irrespective of(?: whether)?|no matter (?:whether|if)|including)\b",
    re.IGNORECASE,
)
_RESTRICTS = re.compile(
    r"\b(?:if|when|unless|except(?: that| for| in)?|only|provided|who|whose|with|for (?:people|patients|those)|in (?:people|patients|those))\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"\b(?:all (?:the )?other|others|the (?:other|remaining|rest))\b", re.IGNORECASE)
_VERB = re.compile(r"\b(?:should|must|may|can|is|are|needs?|gets?|receives?)\b", re.IGNORECASE)
_VERBAL = re.compile(
    r"\b(?:should|must|may|can|is|are|do|does|needs?|avoid|stop|start|give|use|offer|take|check|measure|repeat|review|reduce|increase|omit|halve|continue"
    r"|hold|refer|add|treat|consider|monitor|test|switch|restart|aim|lowers?|raises?|has|have)\b",
    re.IGNORECASE,
)
_END = re.compile(r"[,;:()]|\.(?!\d)|\b(?:should|must|may|can|is given|are given)\b", re.IGNORECASE)


def contrary_faults(said: Statement, opinion: Opinion, vocabularies: Vocabularies) -> Iterable[Found]:
    """Every role of a sentence that the sources fill with something else."""
    for clause in clauses_of(said.text, vocabularies):
        yield from found_by(_other_amounts, clause.said, said, opinion)
        yield from found_by(_other_drugs, clause.said, said, opinion, vocabularies)
        yield from found_by(_other_deeds, clause.said, opinion)
    for rule in (edited_faults, mixed_faults, _whatever, _of_the_others, _not_for):
        yield from found_by(rule, said, opinion)


def _without(said: Statement, gone: str, vocabularies: Vocabularies) -> Statement:
    return read_statement(said.text.replace(gone, " "), vocabularies)


def _homes(rest: Statement, opinion: Opinion) -> list[Statement]:
    """The source clauses that have the rest of a clause; none, where the rest is too little to tell."""
    if len(rest.stems) + len(rest.amounts) < _REST:
        return []
    return [one for one in opinion.homes(rest, _HOME) if not row_of(one.text) and _VERBAL.search(one.text)]


def _other_amounts(part: Statement, said: Statement, opinion: Opinion) -> Iterable[tuple[FaultKind, str]]:
    for amount in part.amounts:
        rest = opinion.read(_cut(part, amount))
        homes = _homes(rest, opinion)
        if not homes or any(matching(amount, said.text, one) for one in homes):
            continue
        if any(one.negators != part.negators for one in homes):
            continue
        rivals = [[other for other in one.amounts if _is_rival(amount, other, part)] for one in homes]
        if all(rivals) and any(matching(amount, said.text, one) for one in opinion.every):
            yield "number", f"the cited passage says {rivals[0][0].text!r} there, not {amount.text!r}"
            return


def _cut(part: Statement, amount: Amount) -> str:
    if amount.at < 0:
        return part.text.replace(amount.text, " ")
    return f"{part.text[: amount.at]} {part.text[amount.at + len(amount.text) :]}"


def _is_rival(amount: Amount, other: Amount, said: Statement) -> bool:
    """Whether another amount measures the same and is none that the sentence gives as well."""
    kinds = {_FAMILY.get(one.kind, one.kind) for one in (amount, other)}
    alike = len(kinds) == 1 or (
        "" in kinds and bool(amount.side and other.side) and not kinds & {"time", "rate", "mass"}
    )
    return alike and not any(other.agrees(one) for one in said.amounts)


def _other_drugs(
    part: Statement, said: Statement, opinion: Opinion, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    for drug in given_drugs(part):
        if not any(same_drug(drug, other) for one in opinion.every for other in one.named):
            continue
        rest = _without(part, drug.text, vocabularies)
        homes = _homes(rest, opinion)
        if not homes or any(_speaks_of(drug, one, opinion, vocabularies) for one in homes):
            continue
        others = [
            [other for other in given_drugs(one) if not any(same_drug(other, here) for here in said.named)]
            for one in homes
        ]
        if all(others):
            yield "name", f"the cited passage says it of {others[0][0].text!r}"
            return


def _speaks_of(drug: Named, one: Statement, opinion: Opinion, vocabularies: Vocabularies) -> bool:
    known = [*one.named, *opinion.meant(one)]
    return is_known(drug, known, vocabularies) or any(
        vocabularies.hierarchy.is_a(here, there) or vocabularies.hierarchy.is_a(there, here)
        for other in known
        for here in drug.concepts
        for there in other.concepts
    )


def _change(stem: str) -> int:
    return next((n for n, group in enumerate(_CHANGES) if any(stem.startswith(one) for one in group)), -1)


def _other_deeds(part: Statement, opinion: Opinion) -> Iterable[tuple[FaultKind, str]]:
    """A change of a treatment that the sources ask for elsewhere, in the place of another."""
    done = [stem for stem in part.stems if _change(stem) >= 0]
    everywhere = {stem for one in opinion.every for stem in one.stems}
    for stem in done if len(done) == 1 else ():
        rest = [one for one in part.stems if one != stem]
        homes = opinion.homes_of_words(rest, part, _HOME) if len(rest) >= _REST else []
        others = [[other for other in one.stems if _change(other) >= 0] for one in homes]
        if (
            stem in everywhere
            and others
            and all(found and all(_change(other) != _change(stem) for other in found) for found in others)
            and not any(one.negators for one in homes)
            and not part.negators
        ):
            yield "opposite", f"the cited passage says {others[0][0]!r} there, not {stem!r}"
            return


def _whatever(said: Statement, opinion: Opinion) -> Iterable[tuple[FaultKind, str]]:
    """What a sentence says does not matter, and its source makes a condition of it."""
    for free in _WHATEVER.finditer(said.text):
        words = _clause_words(said.text, free.end())
        for one in opinion.every:
            if _WHATEVER.search(one.text) or not words:
                continue
            for bound in _RESTRICTS.finditer(one.text):
                asked = set(_clause_words(one.text, bound.end()))
                if sum(is_standing(stem, asked) for stem in words) * 2 > len(words):
                    yield "condition", f"the cited passage makes it depend on {one.text[bound.start() :][:60]!r}"
                    return


def _of_the_others(said: Statement, opinion: Opinion) -> Iterable[tuple[FaultKind, str]]:
    """What a source says of all others, said of those whom it has named before."""
    for one in opinion.every:
        for mark in _OTHERS.finditer(one.text):
            before = set(claim_stems(main_of(one.text[: mark.start()])[:80])) or set()
            after = [stem for stem in claim_stems(one.text[mark.end() :]) if stem not in lexicon().actions]
            if not before or len(after) < 1 or said.negators or _OTHERS.search(said.text):
                continue
            own = before - set(after) - set(claim_stems(mark.group())) - lexicon().same["person"]
            told = [stem for stem in after if stem not in before]
            here = set(said.stems)
            if (
                told
                and sum(is_standing(stem, here) for stem in told) >= _HOME * len(told)
                and sum(is_standing(stem, here) for stem in own)
                >= _HOME * max(1, len(_subject(one.text[: mark.start()], own)))
            ):
                yield "population", f"the cited passage says it of the others: {one.text[mark.start() :][:60]!r}"
                return


def _subject(text: str, own: set[str]) -> set[str]:
    """The words of those whom a clause speaks of, which stand before its verb."""
    verb = _VERB.search(text)
    return {stem for stem in claim_stems(text[: verb.start()] if verb else text) if stem in own}


def _clause_words(text: str, start: int) -> list[str]:
    end = _END.search(text, start)
    plain = lexicon().actions | lexicon().redundant
    return [stem for stem in claim_stems(text[start : end.start() if end else len(text)]) if stem not in plain]


def _not_for(said: Statement, opinion: Opinion) -> Iterable[tuple[FaultKind, str]]:
    """Advice for people of whom a cited sentence says that it does not apply to them, and no other speaks."""
    if said.negators:
        return
    for one in opinion.every:
        if not lexicon().excluding.search(one.text):
            continue
        named = [here for here in said.named if not here.drug and any(here.stems & other.stems for other in one.named)]
        own = [
            here
            for here in named
            if not any(here.stems & other.stems for two in opinion.every if two is not one for other in two.named)
        ]
        pregnant = said.pregnant and one.pregnant and not any(two.pregnant for two in opinion.every if two is not one)
        if own or pregnant:
            yield "population", f"the cited passage says that it does not apply: {one.text[:80]!r}"
            return
