"""What a negation denies: the list after it, down to where the sentence turns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.numbers import COMPARATOR
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.beside import member_after, name_words
from osler.core.criteria.parsing.brackets import Clause
from osler.core.criteria.parsing.combine import at_any_time, denied, denies, join, never_within, on_last
from osler.core.criteria.parsing.grouping import Group, Item, first_index, is_kind
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.shared_targets import share_targets
from osler.core.criteria.parsing.shown import explained
from osler.core.criteria.parsing.turns import (
    comma_before_value,
    end_of_contraception,
    end_of_negation,
    is_frame,
    is_reduced,
    of_last,
    offers,
    with_subject,
    with_time_before,
)
from osler.core.criteria.tree import all_of, defined_as
from osler.core.criteria.types import CriterionKind, Expression, MeasuredValue, Not, Unparsed
from osler.core.evidence import Span

_USING = frozenset(
    {"using", "taking", "receiving", "practicing", "practising", "employing", "on", "having", "use", "take"}
)
_ANSWERING = frozenset(
    {"responding", "responsive", "controlled", "relieved", "managed", "treated", "improved", "amenable"}
)
_IN_A_ROW = frozenset({"consecutive", "continuous", "full", "complete", "whole"})
_LIMIT = re.compile(rf"^(?:{COMPARATOR})\s*")

Read = Callable[[Sequence[Item], bool, int], Expression | None]


@dataclass(frozen=True)
class NegationReader:
    """Reads the denials of one criterion; what they deny are clauses and lists again."""

    source: AtomSource
    kind: CriterionKind
    clause: Clause
    inner: Read
    members: Read

    def read(self, items: Sequence[Item], place: int, inside_not: bool, depth: int) -> Expression | None:
        """The list after a negation, down to where the sentence turns; what stands before it is a condition of its own."""
        cue = items[place]
        if (told_again := self._in_brackets(items, place, inside_not, depth)) is not None:
            return told_again
        shown = first_index(items, Kind.EXAMPLES, start=place + 2)
        if shown is not None and isinstance(cue, Token) and cue.text in cues().negating_nouns:
            # "Lack of insight, e.g. denial of illness": the examples are of the lack.
            lack = self.read(items[:shown], place, inside_not, depth)
            told = self.clause(items[shown + 1 :], inside_not=True, depth=depth)
            return (
                explained(lack, items[shown], told, self.source)
                if lack is not None and told is not None
                else lack or told
            )
        if (within := self._so_long_without(items, place)) is not None:
            return self._never_so_long(items, place, within, inside_not, depth)
        items = with_time_before(items, place)
        place = place + 1 if items[place] is not cue else place
        before, joint = self._before_negation(items, place)
        if (moved := with_subject(items, place)) is not None:
            return self.inner(moved, inside_not, depth)
        reduced = is_reduced(items, place)
        other = end_of_contraception(items, place) if self.kind == "exclusion" else None
        end = other or end_of_negation(
            items, place + 1, narrow=isinstance(cue, Token) and cue.text.startswith("non-"), kind=self.kind
        )
        if reduced:
            end = self._end_of_answer(items, place) or first_index(items, Kind.COMMA, start=place) or len(items)
        if (unsure := self._unsure_of_value(items, place, end, depth)) is not None:
            return join(self.members(before, inside_not, depth), unsure, joint)
        # "Who is not A or who is not B": the "or" before a further relative clause joins the two, and is no member of the first.
        again = (
            self.kind == "exclusion" and end < len(items) and is_kind(items[end], Kind.JOINING) and offers(items, end)
        )
        inside = self.inner(_with_object(items[place + 1 : end - 1 if again else end], items[end:]), True, depth)
        rest = list(items[end:])
        after_joint = Kind.OR if again or (rest and (is_kind(rest[0], Kind.OR) or end == other)) else Kind.AND
        while rest and is_kind(rest[0], *CONNECTIVES):
            rest.pop(0)
        left = self.members(before, inside_not, depth)
        negated: Expression | None = None
        if inside is not None:
            narrow = isinstance(cue, Token) and cue.text.startswith("non-")
            negated = denied(never_within(at_any_time(inside, cue), narrow=narrow), self._cue(cue), narrow=narrow)
        # A list that goes on after a comma is a list, whatever joins its last member.
        tail = self.inner([items[end], *rest] if reduced and rest else rest, inside_not, depth)
        if not reduced and left is not None and negated is not None and of_last(items, place, left, self.kind):
            head: Expression | None = on_last(left, lambda part: all_of([part, negated]))
        elif reduced and left is not None and negated is not None:
            # "Thrombosis not associated with a catheter, lupus": it is said of the member before it.
            head = on_last(left, lambda part: all_of([part, negated]))
            after_joint = Kind.OR if after_joint is Kind.OR or self.kind == "exclusion" else Kind.AND
            if rest and tail is not None and is_kind(rest[0], Kind.EXAMPLES):
                return explained(head, rest[0], tail, self.source)
        else:
            left = self._directed(left, negated)
            head = join(left, negated, Kind.OR if isinstance(negated, Not) and denies(left, negated) else joint)
        return join(head, tail, after_joint)

    def _end_of_answer(self, items: Sequence[Item], place: int) -> int | None:
        """Where "or" goes on with a disease after what another has not answered to: "bleeding not controlled by hormones or hyperplasia"."""
        joint = first_index(items, *CONNECTIVES, start=place)
        if items[place + 1].text not in _ANSWERING or joint is None or not is_kind(items[joint], Kind.OR):
            return None
        return (
            joint if names_condition(name_words(member_after(items[joint + 1 :])), self.source.vocabularies) else None
        )

    def _directed(self, left: Expression | None, negated: Expression | None) -> Expression | None:
        """ "Allergy or lack of response to a drug": an allergy before what is lacked is to the same."""
        if left is None or not isinstance(negated, Not):
            return left
        return share_targets([left, negated.child], self.source.vocabularies)[0]

    def _never_so_long(
        self, items: Sequence[Item], place: int, within: Token, inside_not: bool, depth: int
    ) -> Expression | None:
        """What has not been within some time, with the list that goes on after it."""
        ends = (n for n in range(place, len(items)) if is_kind(items[n], *CONNECTIVES, Kind.JOINING))
        end = next(ends, len(items))
        offered = any(is_kind(item, Kind.OR) for item in items[end : end + 2])
        rest = self.inner(items[end + 1 :], inside_not, depth) if end + 1 < len(items) else None
        told = self.read([items[place], *items[place + 1 : end], within], 0, inside_not, depth)
        return join(told, rest, Kind.OR if offered else Kind.AND)

    @staticmethod
    def _so_long_without(items: Sequence[Item], place: int) -> Token | None:
        """ "12 months without menses": the time within which something has not been; None where no length alone stands before the denial."""
        before, cue = [item for item in items[:place] if not is_frame(item)], items[place]
        told = [item for item in before if isinstance(item, Token) and item.text not in _IN_A_ROW]
        if (
            len(told) != 1
            or len(before) > len(told) + 1
            or not is_kind(told[0], Kind.DURATION)
            or place + 1 == len(items)
        ):
            return None
        if not isinstance(cue, Token) or not cue.text.startswith("without"):
            return None
        return told[0]._replace(kind=Kind.TIME, text=f"within {_LIMIT.sub('', told[0].text)}")

    def _in_brackets(self, items: Sequence[Item], place: int, inside_not: bool, depth: int) -> Expression | None:
        """ "Disease without hope of cure (e.g. cancer)", "no event (no infarction, no stroke)": the bracket is said of all of it."""
        while items and is_kind(items[-1], Kind.COMMA):
            items = items[:-1]
        last = items[-1]
        if not isinstance(last, Group) or len(last.items) < 2 or place + 1 >= len(items) - 1:
            return None
        opening = last.items[0]
        if not is_kind(opening, Kind.EXAMPLES, Kind.NEGATION):
            return None
        if is_kind(opening, Kind.EXAMPLES) and self._denies_thing(items, place):
            return None  # "No disease (e.g. gout)": the examples are of what is denied
        whole = self.read(items[:-1], place, inside_not, depth)
        if is_kind(opening, Kind.NEGATION) and first_index(last.items, Kind.NEGATION, start=1) is not None:
            # "No event (no infarction, no stroke)"
            denials = self.clause(last.items, depth=depth)
            return whole if whole is None or denials is None else defined_as(whole, denials)
        inner = self.clause(last.items[1:], inside_not=True, depth=depth)
        if whole is None or inner is None:
            return None
        if is_kind(opening, Kind.NEGATION):
            return defined_as(whole, Not(child=inner, cue=self._cue(opening)))
        return explained(whole, opening, inner, self.source)

    @staticmethod
    def _denies_thing(items: Sequence[Item], place: int) -> bool:
        """Whether nothing is named before a denial, or what is denied is that something is used: "not taking precautions"."""
        before = [item for item in items[:place] if not is_frame(item) and not is_kind(item, Kind.TIME)]
        after = items[place + 1]
        used = isinstance(after, Token) and after.text in _USING
        return not before or is_kind(before[-1], *CONNECTIVES) or used

    def _unsure_of_value(self, items: Sequence[Item], place: int, end: int, depth: int) -> Unparsed | None:
        """ "No dysfunction, ejection fraction >= 50 %": whether the value is denied too is not for a comma to say."""
        comma = comma_before_value(items, place + 1, end) if self.kind == "inclusion" else None
        if comma is None or not isinstance(self.inner(items[comma + 1 : end], False, depth), MeasuredValue):
            return None
        span = self.source.span(items[place].start, items[end - 1].end)
        return Unparsed(text=span.quote, span=span)

    def _before_negation(self, items: Sequence[Item], place: int) -> tuple[list[Item], Kind]:
        """What stands before a negation, and what joins the two."""
        before, cue = [*items[:place]], items[place]
        joint = Kind.AND
        if len(before) > 1 and is_kind(before[-2], Kind.OR) and is_frame(before[-1]):
            # "Renal failure, or is not able to walk"
            before.pop()
        member = self.kind == "exclusion" and isinstance(cue, Token) and cue.text in cues().negating_nouns
        while before and is_kind(before[-1], *CONNECTIVES):
            last = before.pop()
            joint = Kind.OR if is_kind(last, Kind.OR) or (member and is_kind(last, Kind.COMMA)) else joint
        return before, joint

    def _cue(self, item: Item) -> Span:
        return self.source.span(item.start, item.end)


def _with_object(denied: Sequence[Item], rest: Sequence[Item]) -> Sequence[Item]:
    """ "Lack of response or intolerance to A": a response alone is one to what the next is to."""
    alone = len(denied) == 1 and denied[0].text == "response" and len(rest) > 2 and is_kind(rest[0], Kind.OR)
    place = next((n for n, item in enumerate(rest) if item.text == "to"), None) if alone else None
    if place is None:
        return denied
    end = first_index(rest, *CONNECTIVES, Kind.JOINING, start=place)
    return [*denied, *rest[place:end]]
