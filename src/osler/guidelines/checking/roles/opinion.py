"""Whether a doubt of a kind holds, once each role of a sentence has been looked for in all that it cites.

The rules hold a sentence against the source sentence that covers it best. What they miss there may stand in another, or in other
words; a doubt holds where the role that it is about is filled with something else, or by nothing, in everything cited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal

from osler.core.library import row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount
from osler.guidelines.checking.homes import given_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.roles.clauses import Clause, clauses_of, whole_clause
from osler.guidelines.checking.roles.conditions import unsaid_conditions
from osler.guidelines.checking.roles.standing import is_named, is_standing, matching, rivals_of, unsaid_words
from osler.guidelines.checking.soft_words import predicates
from osler.guidelines.checking.statements import SIDES, Named, Statement, claim_stems, read_statement

_NEAR = 0.85
_LEAST = 0.3
_LOOSE = 0.25
"""The share of the words of a sentence that may be other words than those of its sources."""
_IN_YEARS = re.compile(r"\byears?$", re.IGNORECASE)
_GOES_ON = re.compile(r"\b(?:it|they|them|this|these|the dose)\b", re.IGNORECASE)
"""What goes on speaking of the last drug that was named."""
_SEGMENT = re.compile(r"[,;:()]|\.(?!\d)|\b(?:and|or|but|then|followed by|when|if|while|whereas|with)\b", re.IGNORECASE)


Role = Literal["", "amounts", "names", "words", "sides", "denials", "contraries", "strengths", "people", "conditions"]


class Opinion:
    """The cited passages, role by role."""

    def __init__(self, sentences: Sequence[Sequence[Statement]], context: str, vocabularies: Vocabularies) -> None:
        self._vocabularies = vocabularies
        self._passages = sentences
        self.every = [one for passage in sentences for one in passage]
        self.context = context
        self._meant: dict[str, list[Named]] = {}
        self._verdicts: dict[tuple[str, str], bool] = {}

    def has(self, role: Role, said: Statement) -> bool:
        """Whether a sentence says in a role what the sources say there, wherever and in whatever words."""
        if not role:
            return False
        if (role, said.text) not in self._verdicts:
            self._verdicts[role, said.text] = self._judges[role](said)
        return self._verdicts[role, said.text]

    @cached_property
    def _judges(self) -> dict[str, Callable[[Statement], bool]]:
        return {
            "amounts": self._amounts_agree,
            "names": self._names_agree,
            "words": self._words_agree,
            "sides": self._sides_agree,
            "denials": self._denials_agree,
            "contraries": self._contraries_agree,
            "strengths": self._strengths_agree,
            "people": self._people_agree,
            "conditions": self._conditions_agree,
        }

    @cached_property
    def _clauses(self) -> list[Clause]:
        found: dict[str, Clause] = {}
        for one in self.every:
            for clause in (*clauses_of(one.text, self._vocabularies), whole_clause(one.text, self._vocabularies)):
                found.setdefault(clause.said.text, clause)
        return list(found.values())

    def nearest(self, clause: Clause) -> list[Clause]:
        """The clauses of the sources that a clause may repeat: those that have most of it."""
        scored = [(self._likeness(clause.said, other.said), other) for other in self._clauses]
        # What gives all its numbers speaks of it sooner than what shares a name.
        numbered = [
            (score, other)
            for score, other in scored
            if all(matching(one, clause.said.text, other.said) for one in clause.said.amounts)
        ]
        scored = numbered if clause.said.amounts and numbered else scored
        best = max((score for score, _ in scored), default=0.0)
        return [other for score, other in scored if score >= max(_LEAST, _NEAR * best)]

    def read(self, text: str) -> Statement:
        """Read a text."""
        return read_statement(text, self._vocabularies)

    def meant(self, one: Statement) -> list[Named]:
        """What stands above a sentence, and the drugs of the last sentence before it that names any, where it names none."""
        if one.text not in self._meant:
            self._meant[one.text] = self._meant_by(one)
        return self._meant[one.text]

    def _meant_by(self, one: Statement) -> list[Named]:
        found = [named for text in [self.context] if text for named in self.read(text).named]
        if any(named.drug for named in one.named) or not (_GOES_ON.search(one.text) or one.amounts):
            return found
        for passage in self._passages:
            last: list[Named] = []
            for other in passage:
                drugs = [named for named in other.named if named.drug]
                if one.text in other.text:
                    found += drugs or last
                last = drugs or last
        return found

    def vouches(self, stem: str, said: Statement) -> bool:
        """Whether a word is of something named that the sources name by another name."""
        return any(
            stem in named.stems and is_named(named, self.every, self.context, self._vocabularies)
            for named in said.named
        )

    def homes(self, rest: Statement, least: float) -> list[Statement]:
        """The source clauses that have most of the rest of a clause, and so much of it at least."""
        scored = [(self._likeness(rest, other.said), other.said) for other in self._clauses]
        best = max((score for score, _ in scored), default=0.0)
        return _shortest([other for score, other in scored if best >= least and score >= _NEAR * best])

    def homes_of_words(self, words: Sequence[str], part: Statement, least: float) -> list[Statement]:
        """The same for some words of a clause."""
        scored = [
            (sum(is_standing(stem, set(other.said.stems)) for stem in words) / len(words), other.said)
            for other in self._clauses
        ]
        best = max((score for score, _ in scored), default=0.0)
        return _shortest([other for score, other in scored if best >= least and score >= _NEAR * best])

    def _likeness(self, said: Statement, other: Statement) -> float:
        there = set(other.stems) | {stem for named in (*other.named, *self.meant(other)) for stem in named.stems}
        plain = lexicon().actions
        words = [stem for stem in said.stems if stem not in plain]
        met = sum(is_standing(stem, there) for stem in words)
        numbers = sum(bool(matching(one, said.text, other)) for one in said.amounts)
        whole = len(words) + len(said.amounts)
        # Of two that have as much of it the shorter says less else.
        return (met + numbers) / whole - 0.002 * len(other.stems) if whole else 0.0

    # -- roles

    def _amounts_agree(self, said: Statement) -> bool:
        """Whether every amount stands somewhere, and none of its kind stands nearer to what it is said of."""
        above = read_statement(self.context, self._vocabularies).amounts if self.context else ()
        for amount in said.amounts:
            homes = [(other, one) for one in self.every for other in matching(amount, said.text, one)]
            if not homes and amount.value == 1 and amount.kind in {"doses", ""} and not amount.side:
                continue  # one dose is a single dose
            homes = homes or [(other, one.said) for one in self._clauses for other in _turned(amount, said, one.said)]
            if not homes:
                if any(amount.agrees(other) for other in above):
                    continue
                return False
            rivals = rivals_of(amount, self.every)
            if not rivals:
                continue
            here, part = _around(said, amount), self._part_of(said, amount)
            own = max(self._meets(part, here, other, one) for other, one in homes)
            if any(self._meets(part, here, other, one) > own for other, one in rivals):
                return False
        return self._drugs_agree(said)

    def _part_of(self, said: Statement, amount: Amount) -> Statement:
        """The clause of a sentence in which an amount stands."""
        parts = [one.said for one in clauses_of(said.text, self._vocabularies) if amount.text in one.said.text]
        return parts[0] if len(parts) == 1 else said

    def _meets(self, said: Statement, here: frozenset[str], other: Amount, one: Statement) -> float:
        near = set(_around(one, other))
        words = set(one.stems)
        close = sum(is_standing(stem, near) for stem in here)
        wide = sum(is_standing(stem, words) for stem in said.stems)
        others = sum(bool(matching(amount, said.text, one)) for amount in said.amounts)
        return 2 * close + wide + others

    def _drugs_agree(self, said: Statement) -> bool:
        """Whether each dose stands in a sentence that names the drug before it, or goes on speaking of it."""
        drugs = given_drugs(said)
        for amount in said.amounts if drugs else ():
            if amount.kind not in {"mass", "g/kg", "g", "volume"}:
                continue
            own = [drug for drug in drugs if drug.at < amount.at] or drugs
            homes = [one for one in self.every if matching(amount, said.text, one)]
            if not any(
                any(same_drug(drug, other) for drug in own for other in given_drugs(one) or self.meant(one) or own)
                for one in homes
            ):
                return False
            if len(drugs) > 1 and len({drug.text.lower() for one in homes for drug in given_drugs(one)}) > 1:
                return False
        return True

    def _sides_agree(self, said: Statement) -> bool:
        """Whether each clause is on the same side as one of those that it repeats."""
        if any(row_of(one.text) for one in self.every):
            return False  # in a row of a table the heading of a column advises
        return all(self._is_on_a_side(clause) for clause in clauses_of(said.text, self._vocabularies))

    def _denials_agree(self, said: Statement) -> bool:
        """Whether it is on the side of what it repeats, and as much of it is denied."""
        here = whole_clause(said.text, self._vocabularies)
        nearest = self.nearest(here)
        return self._sides_agree(said) and any(here.denies == other.denies for other in nearest)

    def _is_on_a_side(self, clause: Clause) -> bool:
        nearest = self.nearest(clause)
        return any(clause.agrees(other) for other in nearest)

    def _contraries_agree(self, said: Statement) -> bool:
        """Whether every word that has a contrary in the sources stands there too, is of an amount, or of what is done."""
        table = lexicon().opposites
        there = {stem for one in self.every for stem in one.stems} | set(claim_stems(self.context))
        turning = [stem for stem in said.stems if stem in table and stem not in there and table[stem] & there]
        if any(stem not in SIDES | lexicon().deeds for stem in turning):
            return False
        sides = not said.amounts or self._amounts_agree(said)
        return sides and self._sides_agree(said)

    def _people_agree(self, said: Statement) -> bool:
        for home in self._homes_of(said):
            aged = [one for one in home.amounts if one.kind == "time" and _IN_YEARS.search(one.text)]
            same_people = home.sex == said.sex and bool(home.pregnant) == bool(said.pregnant)
            if not said.groups <= home.groups or (said.ages and home.ages and not set(said.ages) <= set(home.ages)):
                continue
            if (
                aged
                and same_people
                and all(any(other.side == one.side for other in matching(one, home.text, said)) for one in aged)
            ):
                return True
        return False

    def _homes_of(self, said: Statement) -> list[Statement]:
        return [one.said for one in self.nearest(whole_clause(said.text, self._vocabularies))]

    def _conditions_agree(self, said: Statement) -> bool:
        homes = self._homes_of(said)
        return bool(homes) and any(
            len(unsaid_conditions(home, [said], self._vocabularies))
            <= len(unsaid_conditions(said, self.every, self._vocabularies, unnamed=True))
            for home in homes
        )

    def _names_agree(self, said: Statement) -> bool:
        return all(is_named(one, self.every, self.context, self._vocabularies) for one in said.named)

    def _strengths_agree(self, said: Statement) -> bool:
        """Whether each clause recommends as strongly as one of those that it repeats."""
        if not said.strengths:
            return False
        for clause in clauses_of(said.text, self._vocabularies):
            if not clause.strengths:
                continue
            nearest = self.nearest(clause)
            if not any(clause.agrees(other) and not other.strengths.isdisjoint(clause.strengths) for other in nearest):
                return False
        return True

    def _words_agree(self, said: Statement) -> bool:
        """Whether what it names and claims stands in the sources."""
        if any(not is_named(one, self.every, self.context, self._vocabularies) for one in said.named):
            return False
        unsaid = set(unsaid_words(said, self.every, self.context, self._vocabularies))
        if unsaid & predicates().effects or (unsaid and said.stance == "none" and not _doses(said)):
            return False
        if unsaid and unsaid_conditions(said, self.every, self._vocabularies):
            return False
        # Everything that it names and every amount is there: a word or two are other words for what stands beside them.
        if len(unsaid) > max(1, _LOOSE * len(said.stems)):
            return False
        return self._amounts_agree(said)


def _turned(amount: Amount, said: Statement, one: Statement) -> list[Amount]:
    """The same time bounded on the other side, where only one of the two denies: "not within a day" is "at least a day later"."""
    if amount.kind != "time" or said.negators % 2 == one.negators % 2 or ";" in one.text:
        return []
    plain = amount._replace(bound="", end="")
    return [other for other in one.amounts if plain.agrees(other._replace(bound="", end=""))]


def _doses(said: Statement) -> list[Amount]:
    """The amounts of a statement that are no age."""
    return [one for one in said.amounts if not _IN_YEARS.search(one.text) and one.end != "low"]


def _shortest(found: Sequence[Statement]) -> list[Statement]:
    """Those of some clauses that hold none of the others."""
    return [one for one in found if not any(other is not one and other.text in one.text for other in found)]


def _around(one: Statement, amount: Amount) -> frozenset[str]:
    """The words of the part of a sentence in which an amount stands."""
    if amount.at < 0:
        return frozenset(one.stems)
    marks = list(_SEGMENT.finditer(one.text))
    start = max((match.end() for match in marks if match.end() <= amount.at), default=0)
    end = min(
        (match.start() for match in marks if match.start() >= amount.at + len(amount.text)), default=len(one.text)
    )
    return frozenset(claim_stems(one.text[start:end]))
