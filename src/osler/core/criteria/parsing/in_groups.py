"""Lists of which each part is of people, a time or a kind of its own: "< 20 % in patients with A or < 50 % in those with B"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.atoms import build
from osler.core.criteria.parsing.brackets import Clause
from osler.core.criteria.parsing.cases import groups_of_values
from osler.core.criteria.parsing.combine import at_other_time, join, like
from osler.core.criteria.parsing.grouping import Group, Item, first_index, is_kind, split_at
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.persons import has_name
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.turns import has_value
from osler.core.criteria.tree import all_of, any_of
from osler.core.criteria.types import AllOf, AnyOf, CriterionKind, Expression, MeasuredValue

_TWO_TIMES = 6


@dataclass(frozen=True)
class GroupReader:
    """Reads lists whose parts are of different people, times or kinds; `listed` reads what is an ordinary list again."""

    source: AtomSource
    kind: CriterionKind
    clause: Clause
    listed: Callable[[Sequence[Item], bool, int], Expression | None]

    def read(self, items: Sequence[Item], inside_not: bool, depth: int) -> Expression | None:
        """The tree of such a list; None where the items are none."""
        if not any(item.kind in CONNECTIVES for item in items):
            return self._in_groups(items, inside_not, depth)
        for reading in (self._of_people, self._at_two_times, self._by_kinds, self._in_groups, self._of_patients):
            if (tree := reading(items, inside_not, depth)) is not None:
                return tree
        return None

    def _of_people(self, items: Sequence[Item], inside_not: bool, depth: int) -> Expression | None:
        """ "Men or women over 18 years, with A or B": what follows is asked of all who are named before it."""
        place = first_index(items, Kind.JOINING)
        before = list(items[:place]) if place else []
        while before and is_kind(before[-1], Kind.COMMA):
            before.pop()
        word = items[place] if place else None
        if place is None or not before or not isinstance(word, Token) or word.text not in cues().narrow_opening:
            return None
        listed = first_index(before, Kind.OR, Kind.AND) is not None or len(before) < place
        if not listed or first_index(before, Kind.COMMA) is not None:
            return None
        people = self.listed(before, inside_not, depth + 1) if not has_name(before) else None
        rest = self.listed(items[place + 1 :], inside_not, depth + 1) if people is not None else None
        return all_of([people, rest]) if people is not None and rest is not None else None

    def _at_two_times(self, items: Sequence[Item], inside_not: bool, depth: int) -> Expression | None:
        """ "A or B before the first visit and during the study": both times are said of every member."""
        while items and is_kind(items[-1], Kind.COMMA):
            items = items[:-1]
        if len(items) < _TWO_TIMES or first_index(items[:-3], *CONNECTIVES) is None:
            return None
        first, joint, second = items[-3:]
        timed = [item for item in (first, second) if isinstance(item, Token) and item.kind is Kind.TIME]
        if len(timed) < 2 or not is_kind(joint, Kind.AND, Kind.OR):
            return None
        once = self.listed(items[:-2], inside_not, depth + 1)
        again = at_other_time(once, timed[0], timed[1], self.source) if once is not None else None
        either = inside_not or self.kind == "exclusion" or is_kind(joint, Kind.OR)
        told = join(once, again, Kind.OR if either else Kind.AND) if again is not None and again != once else None
        if isinstance(told, AnyOf | AllOf):
            # What no time is said of is said once: "pregnant, or planning a pregnancy during the study or for 3 months after".
            return told.model_copy(update={"children": tuple(dict.fromkeys(told.children))})
        return told

    def _by_kinds(self, items: Sequence[Item], inside_not: bool, depth: int) -> Expression | None:
        """ "Vaccines within 2 weeks (for inactivated ones) or 4 weeks (for live ones) before entry": of each kind its own time."""
        place = next((n for n in range(1, len(items) - 4) if _is_time_of_kind(items[n : n + 2])), None)
        if (
            place is None
            or not is_kind(items[place + 2], Kind.OR)
            or not _is_time_of_kind(items[place + 3 : place + 5])
        ):
            return None
        tail = items[place + 5 :]
        if any(not is_kind(item, Kind.TIME) for item in tail) or first_index(items[:place], *CONNECTIVES) is not None:
            return None
        until = " ".join(item.text for item in tail if isinstance(item, Token))
        told: list[Expression] = []
        for time, kind in ((items[place], items[place + 1]), (items[place + 3], items[place + 4])):
            if not isinstance(time, Token) or not isinstance(kind, Group):
                return None
            words = time.text if time.text.startswith("within") else f"within {time.text}"
            dated = time._replace(kind=Kind.TIME, text=f"{words} {until}".strip())
            named = self.listed([*items[:place], dated], inside_not, depth + 1)
            whose = self.clause(kind.items[1:], depth=depth + 1)
            told += [all_of([part for part in (named, whose) if part is not None])] if named is not None else []
        return any_of(told) if len(told) == 2 else None

    def _in_groups(self, items: Sequence[Item], inside_not: bool, depth: int) -> Expression | None:
        """ "Stenosis < 20 % in patients with A or < 50 % in those with B": of each group its own limit."""
        if len([item for item in items if item.kind is Kind.VALUE]) < 2:
            return None
        rows = split_at(items, lambda item: is_kind(item, *CONNECTIVES))
        told: list[Expression] = []
        first: Expression | None = None
        for row, place in zip(rows, groups_of_values(rows, self.source.vocabularies), strict=False):
            before = [item for item in row[:place] if isinstance(item, Token)]
            while before and before[-1].text in {"in", "for", *cues().persons}:
                before.pop()
            if not has_value(before):
                return None
            value = build(before, self.source) if first is None else like(first, before, self.source)
            group = self.listed(row[place + 1 :], inside_not, depth + 1)
            if not isinstance(value, MeasuredValue) or group is None:
                return None
            first = first or value
            told.append(all_of([group, value]))
        return any_of(told) if told else None

    def _of_patients(self, items: Sequence[Item], inside_not: bool, depth: int) -> Expression | None:
        """ "Surgery or chemotherapy in patients with melanoma": whose all of them are."""
        place = first_index(items, Kind.JOINING, words=cues().in_groups)
        rest = list(items[place + 1 :]) if place is not None else []
        if place is None:
            place = next((n for n in range(1, len(items) - 3) if _names_patients(items[n : n + 3])), None)
            # What is needed need not have been done.
            rest = [_as_word(items[place + 2]), *items[place + 3 :]] if place is not None else []
        if not place or first_index(items[:place], Kind.OR) is None:
            return None
        if any(is_kind(item, Kind.VALUE, Kind.JOINING, Kind.AND) for item in items[:place]):
            return None
        told = self.listed(items[:place], inside_not, depth + 1)
        whose = self.listed(rest, inside_not, depth + 1) if rest else None
        return all_of([told, whose]) if told is not None and whose is not None else None


def _as_word(item: Item) -> Item:
    return item._replace(kind=Kind.WORD) if isinstance(item, Token) else item


def _names_patients(items: Sequence[Item]) -> bool:
    """ "In patients requiring"."""
    opening, people, joint = items
    return (
        opening.text in cues().for_whom
        and people.text in cues().persons
        and is_kind(joint, Kind.JOINING, Kind.WORD)
        and joint.text in cues().needs
    )


def _is_time_of_kind(items: Sequence[Item]) -> bool:
    """Whether a time stands before a bracket that says for which kind it is: "within 2 weeks (for live vaccines)"."""
    time, group = items
    timed = isinstance(time, Token) and (
        time.kind is Kind.DURATION or (time.kind is Kind.TIME and "within" in time.text)
    )
    if not timed or not isinstance(group, Group) or len(group.items) < 2:
        return False
    return isinstance(first := group.items[0], Token) and first.text == "for"
