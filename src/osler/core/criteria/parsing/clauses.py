"""Clauses: negation, exceptions, conditions, examples and the lists between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.plain import clean
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.beyond import beyond_records
from osler.core.criteria.parsing.bound import bound
from osler.core.criteria.parsing.cases import behind_value, if_any, without_deeds
from osler.core.criteria.parsing.clause_ends import end_of_examples
from osler.core.criteria.parsing.combine import (
    join,
    on_last,
    so_many_of,
    time_of_all,
)
from osler.core.criteria.parsing.conjuncts import MAX_DEPTH, ListReader
from osler.core.criteria.parsing.coordination import paired
from osler.core.criteria.parsing.excepting import ExceptionReader, may_do
from osler.core.criteria.parsing.exceptions import (
    is_state_of,
    lifted,
)
from osler.core.criteria.parsing.grouping import Group, Item, first_index, is_kind, split_at
from osler.core.criteria.parsing.joined_first import merged_bounds, merged_times, without_asides
from osler.core.criteria.parsing.known import names_something
from osler.core.criteria.parsing.labels import LabelReader
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.negations import NegationReader
from osler.core.criteria.parsing.persons import (
    groups_of_people,
    is_of_others,
    men_or_some_women,
    of_both_sexes,
    of_several_people,
)
from osler.core.criteria.parsing.recovered import as_one_recovery
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.runs import with_runs_parted
from osler.core.criteria.parsing.shared import has_one_noun, share
from osler.core.criteria.parsing.shown import defines_each, explained, lists_kinds
from osler.core.criteria.parsing.slashes import without_slashes
from osler.core.criteria.parsing.stages import kinds_in_brackets, stages_as_names
from osler.core.criteria.parsing.subgroups import end_of_group, required_of_some
from osler.core.criteria.parsing.turns import (
    RULED_OUT,
    clause_of_all,
    end_of_relative,
    end_of_unless,
    ends_with_fertile,
    offers,
    said_again_after,
)
from osler.core.criteria.parsing.verdicts import before_permission, only_verdict, with_proviso_behind
from osler.core.criteria.parsing.ways import with_limits, with_rules, without_ways, without_works
from osler.core.criteria.tree import all_of, any_of, requirement
from osler.core.criteria.types import (
    AllOf,
    AnyOf,
    CriterionKind,
    Except,
    Expression,
    Finding,
    Not,
    Unparsed,
)
from osler.core.evidence import Span


@dataclass(frozen=True)
class ClauseReader:
    """Reads the clauses of one criterion."""

    source: AtomSource
    kind: CriterionKind

    @property
    def _members(self) -> ListReader:
        """Reads what no word turns: a list of members, or one of them."""
        return ListReader(self.source, self.kind, self.clause)

    @property
    def _negations(self) -> NegationReader:
        """Reads what a negation denies."""
        return NegationReader(self.source, self.kind, self.clause, self._inner, self._members.read)

    @property
    def _exceptions(self) -> ExceptionReader:
        """Reads what an exception takes out of what stands before it."""
        return ExceptionReader(self.source, self.kind, self._inner)

    @property
    def _labels(self) -> LabelReader:
        """Reads what a colon parts."""
        return LabelReader(self.source, self.kind, self.clause, self._counted)

    def clause(self, items: Sequence[Item], *, inside_not: bool = False, depth: int = 0) -> Expression | None:
        """The tree of a clause, or None when it holds nothing."""
        if not items:
            return None
        if depth > MAX_DEPTH:
            return self._unread(items)
        known = self.source.vocabularies
        items = with_runs_parted(as_one_recovery(items))
        items = without_works(
            without_ways(with_rules(with_limits(without_slashes(items, known)))),
            self.source.text,
            lambda name: names_something(name, known),
        )
        items = paired(bound(merged_times(merged_bounds(without_asides(items))), known), known)
        items = without_deeds(kinds_in_brackets(stages_as_names(items), known))
        if not items:
            return None  # "with or without": nothing is asked
        for kind, read in (
            (Kind.COLON, self._labels.read),
            (Kind.UNLESS, self._unless),
            (Kind.CONDITION, self._conditional),
        ):
            place = first_index(items, kind)
            if place is not None:
                return read(items, place, inside_not, depth + 1)
        if depth == 0 and (end := end_of_group(items)) is not None:
            return self._of_group(items[1:end], items[end + 1 :], inside_not, depth + 1)
        if self.kind == "inclusion" and not inside_not and depth == 0:
            required = required_of_some(
                items, lambda row: self._inner(row, False, 1), lambda row: self._inner(row, False, 1)
            )
            if required is not None:
                return required
        return self._inner(items, inside_not, depth + 1)

    def _of_group(
        self, people: Sequence[Item], rest: Sequence[Item], inside_not: bool, depth: int
    ) -> Expression | None:
        """ "For women with asthma, FEV1 > 50 %": what is asked of some patients, or leaves some of them out."""
        whom, told = self._inner(people, inside_not, depth), self.clause(rest, inside_not=inside_not, depth=depth)
        if whom is None or told is None:
            return whom or told
        return all_of([whom, told]) if self.kind == "exclusion" else requirement(whom, told)

    def _unless(self, items: Sequence[Item], place: int, inside_not: bool, depth: int) -> Expression | None:
        end = end_of_unless(items, place) if self.kind == "exclusion" else None
        if end is not None:
            # "A unless B, or C": C is an exclusion of its own.
            told = self._unless(items[:end], place, inside_not, depth)
            return join(told, self.clause(items[end + 2 :], inside_not=inside_not, depth=depth), Kind.OR)
        left = self.clause(items[:place], inside_not=inside_not, depth=depth)
        right = self.clause(items[place + 1 :], depth=depth)
        if left is None or right is None:
            return left or right
        if self.kind == "inclusion" and not is_state_of(left, right, self.source.vocabularies):
            return any_of([left, right])
        return Except(child=left, exceptions=(right,), cue=self._cue(items[place]))

    def _conditional(self, items: Sequence[Item], place: int, inside_not: bool, depth: int) -> Expression | None:
        if place and only_verdict(items[:place], self.kind):
            # "Patients will be included if A, B and C": all that follows is what is asked.
            return self.clause(items[place + 1 :], inside_not=inside_not, depth=depth)
        if (end := if_any(items, place)) is not None:
            condition = self.clause(items[:place], depth=depth)
            body = self.clause(items[end:], inside_not=inside_not, depth=depth)
        elif place == 0:
            comma = first_index(items, Kind.COMMA)
            if comma is None:
                return self.clause(items[1:], inside_not=inside_not, depth=depth)
            condition = self.clause(items[1:comma], depth=depth)
            body = self.clause(items[comma + 1 :], inside_not=inside_not, depth=depth)
        elif (joint := place - 1 - is_kind(items[place - 1], Kind.COMMA)) > 0 and is_kind(items[joint], Kind.OR):
            # "A, or if B", "A or, if B, C": one more way in, not a condition on A.
            left = self.clause(items[:joint], inside_not=inside_not, depth=depth)
            return join(left, self.clause(items[place + 1 :], inside_not=inside_not, depth=depth), Kind.OR)
        else:
            proviso, items = with_proviso_behind(items, place)
            place = proviso or place
            condition = self.clause(items[place + 1 :], depth=depth)
            permitted = before_permission(items[:place])
            body = self.clause(permitted or items[:place], inside_not=inside_not, depth=depth)
            if permitted and condition is not None and body is not None:
                # "Patients with X are eligible if Y" asks Y of those who have X, and X of nobody.
                told = all_of([body, Not(child=condition)])
                return told if self.kind == "exclusion" else requirement(body, condition)
        if condition is None or body is None:
            return body or condition
        if isinstance(condition, Finding) and condition.name.lower() in cues().bracket_void:
            return body  # "when indicated", "if applicable"
        if self.kind == "exclusion":
            return all_of([body, condition])
        return (behind_value(body, condition) if place else None) or requirement(condition, body)

    def _inner(self, items: Sequence[Item], inside_not: bool, depth: int) -> Expression | None:
        """Negation, exceptions, examples and relative clauses, whichever comes first."""
        if depth > MAX_DEPTH:
            return self._unread(items)
        if groups := groups_of_people(items):
            told = [part for row in groups if (part := self._inner(row, inside_not, depth + 1)) is not None]
            return any_of(told) if told else None
        if (both := men_or_some_women(items)) is not None:
            return self._of_both(items, *both, inside_not, depth + 1)
        place = self._first_turn(items)
        if place is None:
            return self._members.read(items, inside_not, depth)
        turn = items[place]
        if is_kind(turn, Kind.NEGATION):
            return self._negations.read(items, place, inside_not, depth + 1)
        left = self._members.read(items[:place], inside_not, depth)
        rest = items[place + 1 :]
        if is_kind(turn, Kind.JOINING) and offers(items, place, listed=inside_not or self.kind == "exclusion"):
            # "A, or who has B" offers B; without the "or" it asks for B as well.
            return join(left, self._inner(rest, inside_not, depth + 1), Kind.OR)
        if is_kind(turn, Kind.JOINING) and (asked := self._agreement(rest)) is not None:
            return join(left, asked, Kind.AND)
        if is_kind(turn, Kind.COUNT):
            counted = self._counted(turn, rest, depth + 1)
            if isinstance(left, Finding) and left.name.lower() in cues().meeting:
                left = None
            return join(left, counted, Kind.AND)
        end = end_of_relative(items, place) if is_kind(turn, Kind.JOINING) else None
        if end is not None and left is not None:
            return self._said_of_last(left, items[place + 1 : end], items[end:], inside_not, depth + 1)
        if is_kind(turn, Kind.EXCEPTION) and left is not None:
            return self._exceptions.read(left, turn, rest, depth + 1)
        return self._turned(left, turn, rest, items[:place], inside_not, depth + 1)

    def _of_both(self, items: Sequence[Item], place: int, end: int, inside_not: bool, depth: int) -> Expression | None:
        """Men, or women of whom something is denied, with what is asked of both."""
        denied = split_at(items[place + 1 : end], lambda item: is_kind(item, *CONNECTIVES))
        told = [items[end : end + 1], *denied]
        women = [part for row in told if (part := self._inner(row, inside_not, depth)) is not None]
        men, rest = self._inner(items[place - 1 : place], inside_not, depth), list(items[end + 1 :])
        while rest and is_kind(rest[0], *CONNECTIVES):
            rest.pop(0)
        people = join(men, all_of(women) if women else None, Kind.OR)
        people = join(self._inner(items[: place - 1], inside_not, depth) if place > 1 else None, people, Kind.AND)
        return join(people, self._inner(rest, inside_not, depth) if rest else None, Kind.AND)

    def _said_of_last(
        self, left: Expression, clause: Sequence[Item], tail: Sequence[Item], inside_not: bool, depth: int
    ) -> Expression | None:
        """A list with a relative clause inside: it is said of the member before it, and the list goes on."""
        said = self._inner(clause, inside_not, depth)
        told = left if said is None else on_last(left, lambda part: all_of([part, said]))
        offered = is_kind(tail[1] if len(tail) > 1 else tail[0], Kind.OR) or self.kind == "exclusion"
        return join(told, self._inner(tail, inside_not, depth), Kind.OR if offered else Kind.AND)

    def _turned(
        self,
        left: Expression | None,
        turn: Item,
        rest: Sequence[Item],
        before: Sequence[Item],
        inside_not: bool,
        depth: int,
    ) -> Expression | None:
        """What stands before examples or a relative clause, with them."""
        if is_kind(turn, Kind.EXAMPLES) and (again := said_again_after(before, rest)) is not None:
            # "Admission for surgery, including bypass, or for an illness": two things that it may be for.
            end, opening = again
            also = self._inner([*opening, *rest[end + 1 :]], inside_not, depth)
            return join(self._turned(left, turn, rest[: end - 1], before, inside_not, depth), also, Kind.OR)
        if is_kind(turn, Kind.EXAMPLES) and left is not None:
            left, rest = time_of_all(left, rest, self.source, of_all=has_one_noun(left))
            after = clause_of_all(rest)
            told_last = after is not None and not is_kind(rest[after - 1], Kind.COMMA)
            # "… such as gout or an illness that would prevent C": said of the last
            of_last = told_last and may_do(self.source, rest[after:]) is not None
            if after is not None and not of_last and self._agreement(rest[after:]) is None:
                # "Any condition, such as A or B, that would prevent C"
                if isinstance(left, Finding) and (words := may_do(self.source, rest[after:])) is not None:
                    named = left.model_copy(update={"name": f"{left.name} {words}"})
                    told = self._turned(left, turn, rest[:after], before, inside_not, depth)
                    return named if told is None else all_of([told, named])
                opened = isinstance(word := rest[after], Token) and word.text in RULED_OUT
                said = self._inner(rest[after if opened else after + 1 :], inside_not, depth)
                told = self._turned(left, turn, rest[:after], before, inside_not, depth)
                return told if said is None or told is None else all_of([told, said])
        beyond: Expression | None = None
        if is_kind(turn, Kind.EXAMPLES) and (closing := end_of_examples(rest)) is not None:
            # "Bleeding disorder, e.g. hemophilia, or use of anticoagulants": the list that the examples stand in goes on.
            beyond, rest = self._inner(rest[closing + 1 :], inside_not, depth), rest[:closing]
        tree = self._explained(left, turn, rest, before, inside_not, depth)
        return join(tree, beyond, Kind.OR)

    def _explained(
        self,
        left: Expression | None,
        turn: Item,
        rest: Sequence[Item],
        before: Sequence[Item],
        inside_not: bool,
        depth: int,
    ) -> Expression | None:
        """What stands before a turn with what stands after it."""
        # Examples are alternatives whatever joins them: "infections, including A, B and C".
        listed = lists_kinds(turn, rest) if is_kind(turn, Kind.EXAMPLES) else is_kind(turn, Kind.EXCEPTION)
        right = self._inner(rest, inside_not or listed, depth)
        if left is None or right is None:
            return left or right
        if is_kind(turn, Kind.EXAMPLES):
            shown, exceptions = lifted(right, self.source.text)
            # "Congenital or acquired coagulopathy, as evidenced by …": what is said of one noun is said of each kind.
            kinds = AnyOf(children=left.children) if isinstance(left, AllOf) else left
            of_all = isinstance(kinds, AnyOf) and (has_one_noun(kinds) or defines_each(turn, kinds, shown))
            tree = (
                self._shown(left, turn, shown) if of_all else on_last(left, lambda part: self._shown(part, turn, shown))
            )
            return Except(child=tree, exceptions=exceptions) if exceptions else tree
        if (
            isinstance(turn, Token)
            and (turn.text in cues().relative.persons or (turn.text == "but" and isinstance(right, Not)))
            and (
                (of_several_people(before) and not of_both_sexes(before, right))
                or is_of_others(before)
                or (isinstance(right, Not) and ends_with_fertile(left))
            )
        ):
            # "Pregnant women, or women who plan a pregnancy": it is said of those before it.
            return on_last(left, lambda part: all_of([part, right]))
        if isinstance(turn, Token) and turn.text == "but" and isinstance(left, AnyOf) and left.sense == "alternatives":
            last = left.children[-1]
            if any(window.length is not None for window in getattr(last, "windows", ())):
                # "A for 7 days, or A for less but with a loading dose": said of the last.
                return on_last(left, lambda part: all_of([part, right]))
        if isinstance(turn, Token) and turn.text in cues().relative.things and not has_one_noun(left):
            return on_last(left, lambda part: all_of([part, right]))
        return all_of([left, right])

    def _shown(self, part: Expression, cue: Item, inside: Expression) -> Expression:
        return explained(part, cue, inside, self.source)

    def _agreement(self, items: Sequence[Item]) -> Unparsed | None:
        """A relative clause about agreement: "… who is able and willing to give consent"."""
        if not items:
            return None
        span = self.source.span(items[0].start, items[-1].end)
        reason = beyond_records(clean(span.quote), items)
        return Unparsed(text=span.quote, reason=reason, span=span) if reason else None

    def _first_turn(self, items: Sequence[Item]) -> int | None:
        for index, item in enumerate(items):
            if is_kind(item, Kind.NEGATION, Kind.EXCEPTION, Kind.EXAMPLES, Kind.COUNT):
                return index
            if isinstance(item, Token) and item.kind is Kind.JOINING and item.text in cues().relative.every:
                return index
        return None

    def _counted(self, turn: Item, rest: Sequence[Item], depth: int) -> Expression | None:
        words = turn.text.split() if isinstance(turn, Token) else []
        parts = []
        # "Any of: angina plus a positive test, infarction": what "plus" joins is one of them.
        pieces = split_at(rest, lambda item: is_kind(item, *CONNECTIVES, Kind.STOP) and item.text != "plus")
        for piece in pieces:
            part = self._inner(piece, False, depth)
            if part is not None:
                parts.append(part)
        if not parts:
            return None
        if not any(len(piece) == 1 and isinstance(piece[0], Group) for piece in pieces):
            parts = share(parts, self.source.vocabularies)
        return so_many_of(words, parts, self._cue(turn))

    def _unread(self, items: Sequence[Item]) -> Unparsed | None:
        """What is nested too deeply to be read."""
        if not items:
            return None
        span = self.source.span(items[0].start, items[-1].end)
        return Unparsed(text=span.quote, reason="too_long", span=span)

    def _cue(self, item: Item) -> Span:
        return self.source.span(item.start, item.end)
