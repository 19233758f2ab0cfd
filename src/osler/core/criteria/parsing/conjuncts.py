"""The members of a list, each with its brackets, joined as the list joins them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.asides import is_gloss, names_again, says_nothing
from osler.core.criteria.parsing.atoms import build
from osler.core.criteria.parsing.brackets import Clause, with_bracket
from osler.core.criteria.parsing.combine import (
    exclude_each_other,
    is_pregnancy,
    is_range,
    join,
    like,
    of_other_sex,
    timed_within,
    with_windows,
    without_windows,
)
from osler.core.criteria.parsing.coordination import both_sexes, either, joined_by_comma
from osler.core.criteria.parsing.exceptions import excepted_alike
from osler.core.criteria.parsing.grouping import Group, Item, first_index, is_kind, split_at
from osler.core.criteria.parsing.halves import with_halves
from osler.core.criteria.parsing.in_groups import GroupReader
from osler.core.criteria.parsing.joints import are_kinds, are_two_exclusions, is_open
from osler.core.criteria.parsing.lists import (
    Member,
    after_alternatives,
    joined,
    members,
    only_degrees,
    resolve_commas,
    stacked,
    with_numbers,
)
from osler.core.criteria.parsing.objects import with_pairs
from osler.core.criteria.parsing.openings import is_bare, is_use, with_opening
from osler.core.criteria.parsing.persons import are_others, names_people
from osler.core.criteria.parsing.results import of_one_disease
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.shared import (
    are_diseases,
    are_kinds_of_disease,
    defined_together,
    narrowed_together,
    share,
    share_a_noun,
    share_a_time,
)
from osler.core.criteria.parsing.shared_targets import is_medicine, is_reaction
from osler.core.criteria.parsing.shared_times import share_windows
from osler.core.criteria.parsing.spreading import end_of_needs, end_of_spread, said_of_each, spreading
from osler.core.criteria.parsing.stages import with_kinds, with_stages
from osler.core.criteria.parsing.turns import (
    begins_anew,
    begins_predicate,
    has_value,
    is_frame,
    is_value_alone,
    opens_anew,
)
from osler.core.criteria.parsing.waiting import completed
from osler.core.criteria.tree import all_of
from osler.core.criteria.types import Age, CriterionKind, Expression, Finding, MeasuredValue, SexIs

MAX_DEPTH = 40
"""Clauses within clauses that are read; what is nested deeper stays as it is written."""


def _is_aside(member: Member) -> bool:
    """Whether a bracket that says nothing is all that a member holds."""
    return (
        len(member.items) == 1
        and isinstance(only := member.items[0], Group)
        and bool(only.items)
        and says_nothing(only)
    )


@dataclass(frozen=True)
class ListReader:
    """Reads the lists of one criterion; what stands in brackets are clauses again."""

    source: AtomSource
    kind: CriterionKind
    clause: Clause

    def read(self, items: Sequence[Item], inside_not: bool, depth: int) -> Expression | None:
        """The tree of a list; None where it names nothing."""
        if depth <= MAX_DEPTH:
            by_groups = GroupReader(self.source, self.kind, self.clause, self.read).read(items, inside_not, depth)
            if by_groups is not None:
                return by_groups
        spread = spreading(items)
        if spread is not None and depth <= MAX_DEPTH:
            return self._spread(items, spread, inside_not, depth)
        parts: list[Expression] = []
        joints: list[Kind | None] = []
        cut = with_numbers(members(both_sexes(either(items))))
        if cut and self.kind == "inclusion" and not inside_not:
            cut = stacked(cut)
        known = self.source.vocabularies
        if len(cut) > 1:
            cut = with_halves(with_pairs(completed(joined_by_comma(cut), known), known), known)
        found = with_opening(cut, known, offered=self.kind == "inclusion" and not inside_not)
        found = [member for n, member in enumerate(found) if not (n and _is_aside(member))]
        for member in found:
            part = self._member(member.items, parts[-1] if parts else None, depth)
            if part is not None:
                parts.append(part)
                joints.append(member.joint)
        if not parts:
            return None
        # Brackets around a member say that it is complete as it stands.
        explicit = any(len(member.items) == 1 and isinstance(member.items[0], Group) for member in found)
        # What was copied from before the list begins nothing: "has taken part in a study using a drug or device".
        apart = explicit or any(
            begins_anew(member.items) for member in found[1:] if member.items[0] is not found[0].items[0]
        )
        complete = parts if apart else self._sharing(parts, found, joints)
        # What joins a member to none before it is never asked.
        resolved = self._resolved(parts, complete, found, joints, inside_not) if len(parts) > 1 else [Kind.AND]
        complete = excepted_alike(complete, known)
        complete, resolved, common = narrowed_together(parts, complete, resolved, self._says_of_all(found))
        staged = (
            defined_together(parts, complete, resolved)
            or with_stages(complete, joints)
            or with_kinds(parts, joints, self.source.vocabularies)
        )
        narrowing = 0
        if not inside_not and self.kind == "inclusion":
            narrowing = after_alternatives(joints) or self._before_pair(parts, complete, found)
            complete = [*complete[:narrowing], *share_windows(complete[narrowing:])] if narrowing else complete

        def listed(row: Sequence[Expression]) -> Expression:
            told = list(zip(row, resolved, strict=True))
            return all_of([joined(told[:narrowing]), joined(told[narrowing:])]) if narrowing else joined(told)

        told = staged or of_one_disease(complete, listed) or listed(complete)
        return all_of([told, *common]) if common else told

    def _spread(self, items: Sequence[Item], spread: int, inside_not: bool, depth: int) -> Expression | None:
        """A list with a joining word that reaches over all of it."""
        degrees = list(items[:spread]) if only_degrees(items[:spread]) else []
        carried = degrees
        left = None if carried else self.read(items[:spread], inside_not, depth + 1)
        if left is None and not carried:
            # "Current treatment with A or B": a time that stands alone is said of what follows.
            carried = [item for item in items[:spread] if is_kind(item, Kind.TIME)]
        end = min(end_of_spread(items, spread), end_of_needs(items, spread, self.source.vocabularies))
        right = self.read([*carried, *said_of_each(items[spread + 1 : end], degrees)], inside_not, depth + 1)
        told = join(left, right, Kind.AND)
        if end == len(items):
            return told
        offered = any(is_kind(item, Kind.OR) for item in items[end : end + 2])
        joint = Kind.OR if offered or self.kind == "exclusion" else Kind.AND
        return join(told, self.read(items[end + 1 :], inside_not, depth + 1), joint)

    @staticmethod
    def _says_of_all(found: Sequence[Member]) -> bool:
        """Whether the last member says something of all values before it: "… or DBP > 100 despite treatment"."""
        return first_index(found[-1].items, Kind.JOINING, words=cues().of_all_values) is not None

    def _resolved(
        self,
        parts: Sequence[Expression],
        complete: Sequence[Expression],
        found: Sequence[Member],
        joints: Sequence[Kind | None],
        inside_not: bool,
    ) -> list[Kind]:
        """What joins each member to the one before it, "and" or "or", whatever is written between them."""
        default = Kind.OR if inside_not or self.kind == "exclusion" else Kind.AND
        resolved = resolve_commas(joints, default)
        if default is Kind.AND and len(parts) > 2 and self._goes_on_with_others(parts, found):
            # "Acne, psoriasis, leprosy and any other patients who need dapsone"
            return [Kind.OR] * len(parts)
        if default is Kind.AND and (is_open(found) or are_kinds(parts, joints, self.source.vocabularies)):
            return [Kind.OR] * len(parts)
        if default is Kind.AND and (pair := self._before_pair(parts, complete, found)):
            resolved[:pair] = resolve_commas(joints[:pair], default)
        if inside_not or (
            self.kind == "exclusion" and len(parts) > 1 and self._is_list(parts, complete, joints, found)
        ):
            resolved = [
                Kind.AND
                if place and joints[place] is Kind.AND and is_range(parts[place - 1], parts[place])
                else Kind.OR
                for place in range(len(parts))
            ]
        return [
            Kind.OR
            if place
            and (
                self._of_others(parts, found, place)
                or exclude_each_other(complete[place - 1], complete[place])
                or self._of_reactions(complete, place)
                or (self.kind == "exclusion" and joint is Kind.AND and self._are_exclusions(complete, found, place))
            )
            else joint
            for place, joint in enumerate(resolved)
        ]

    def _are_exclusions(self, parts: Sequence[Expression], found: Sequence[Member], place: int) -> bool:
        """Whether "A and B" names two exclusions; what stands before the list may ask for both."""
        text = self.source.text
        if (
            len(found) == len(parts)
            and "as well as" in text[found[place - 1].items[-1].end : found[place].items[0].start]
        ):
            return True
        return are_two_exclusions(parts, found, place, text[: found[0].items[0].start].lower())

    def _goes_on_with_others(self, parts: Sequence[Expression], found: Sequence[Member]) -> bool:
        """Whether a list of diseases ends in others like them."""
        last = [item.text for item in found[-1].items[:2] if isinstance(item, Token)]
        # "… and any other patients who need dapsone" are people beside those who have one of the diseases.
        people = bool(last) and "other" in last and found[-1].items[-1].text in cues().persons
        return people or ("other" in last and are_kinds_of_disease(parts[:-1], self.source.vocabularies))

    @staticmethod
    def _before_pair(parts: Sequence[Expression], complete: Sequence[Expression], found: Sequence[Member]) -> int:
        """Where a comma only parts what is asked from two kinds of one thing: "ASA I, fit for open or closed surgery"; 0 where none does."""
        place = len(parts) - 2
        if place < 1 or len(found) != len(parts) or found[place].joint not in (Kind.COMMA, Kind.AND):
            return 0
        first, second = found[place].items, found[place + 1]
        if second.joint is not Kind.OR or not all(isinstance(part, Finding) for part in complete[place:]):
            return 0
        if found[place].joint is Kind.AND:
            # "Leukaemia and have been treated with A or B": what follows a verb and its preposition goes on with it.
            return place if begins_predicate(first) and first_index(first, Kind.JOINING) and is_bare(second) else 0
        shares = parts[place] != complete[place] or max(item.end for item in first) > second.items[0].start
        opening = first[0].text if isinstance(first[0], Token) else ""
        valued = isinstance(parts[place - 1], MeasuredValue | Age | SexIs)
        return place if shares and (valued or opening in {*cues().states_of_patients, *cues().plans}) else 0

    def _is_list(
        self,
        parts: Sequence[Expression],
        complete: Sequence[Expression],
        joints: Sequence[Kind | None],
        found: Sequence[Member],
    ) -> bool:
        """ "Stroke, seizures and gout" among exclusions lists three of them; nobody must have all to be left out."""
        return (
            Kind.COMMA in joints
            or any(isinstance(first := member.items[0], Token) and first.text == "other" for member in found[1:])
            or is_use(found[0].items)
            or all(map(is_pregnancy, parts))
            or all(map(is_reaction, complete))
            or share_a_time(parts, complete)
            or share_a_noun(parts, complete)
            or all(is_medicine(part, self.source.vocabularies) for part in complete)
            or are_diseases(complete, self.source.vocabularies)
        )

    def _sharing(
        self, parts: Sequence[Expression], found: Sequence[Member], joints: Sequence[Kind | None]
    ) -> list[Expression]:
        """The members with what they share; a time in a bracket inside a name is of that name alone."""
        inner = [
            item
            for member in found
            for item in member.items
            if isinstance(item, Group)
            and len(member.items) > 1
            and not all(is_kind(other, Kind.TIME) for other in member.items if other.start < item.start)
            and (item is not member.items[-1] or is_kind(next(iter(item.items), item), Kind.EXAMPLES))
        ]
        known = self.source.vocabularies
        aligned = len(found) == len(parts)
        anew = [n for n, member in enumerate(found) if n and opens_anew(member.items)] if aligned else []
        private = [timed_within(part, inner) for part in parts]
        if not any(private):
            return share(parts, known, joints, anew)
        bare = [without_windows(part, windows) for part, windows in zip(parts, private, strict=True)]
        return [
            with_windows(part, windows) for part, windows in zip(share(bare, known, joints, anew), private, strict=True)
        ]

    def _of_reactions(self, parts: Sequence[Expression], place: int) -> bool:
        """Whether two exclusions are allergies: nobody must have both to be left out."""
        return self.kind == "exclusion" and all(map(is_reaction, parts[place - 1 : place + 1]))

    def _of_others(self, parts: Sequence[Expression], found: Sequence[Member], place: int) -> bool:
        """Whether two members are of other people or other times: "obese patients and lean patients"."""
        if of_other_sex(parts[place - 1], parts[place]):
            return True
        first, second = parts[place - 1], parts[place]
        if isinstance(first, Finding) and isinstance(second, Finding) and first.name == second.name:
            # "At enrolment and in the 3 months before": either time will do.
            return self.kind == "exclusion" and first.windows != second.windows
        if len(found) != len(parts):
            return False
        first_items, second_items = found[place - 1].items, found[place].items
        return are_others(first_items, second_items) or (names_people(first_items) and names_people(second_items))

    def _member(self, items: Sequence[Item], previous: Expression | None, depth: int) -> Expression | None:
        """One member: its own condition, those that joining words add, and what its brackets say."""
        opening = next((item for item in items if not is_frame(item)), None)
        if isinstance(opening, Group) and items[-1] is opening:
            if previous is not None and len(opening.items) == 1 and names_again(previous, opening, self.source):
                # "Non-steroidal drugs, (NSAID)"
                return None
            return self.clause(opening.items, depth=depth + 1)
        found: list[Expression] = []
        waiting: list[Token] = []
        for piece in split_at(items, lambda item: is_kind(item, Kind.JOINING)):
            row = [*waiting, *(item for item in piece if isinstance(item, Token))]
            if only_degrees(row) and piece[-1] is not items[-1]:
                # "Active infection with X": a degree that stands alone is said of what follows.
                waiting = row
                continue
            part = build(row, self.source)
            # "Prior treatment with X": a time that stands alone is said of what follows.
            waiting = [token for token in row if token.kind is Kind.TIME] if part is None else []
            if isinstance(part, SexIs | Age) and row[-1].kind is Kind.TIME and piece[-1] is not items[-1]:
                waiting = [row[-1]]  # "Women currently using narcotics"
            if previous is not None and not found:
                # "…, or patients currently receiving X": a time before a joining word is of what follows it.
                if (part is None and (has_value(row) or piece[-1] is items[-1])) or is_value_alone(part, row):
                    part = like(previous, row, self.source) or part
                elif (
                    isinstance(part, SexIs)
                    and has_value(row)
                    and (value := like(previous, row, self.source)) is not None
                ):
                    # "Creatinine > 2.5 in men, or > 2.0 in women": the value is one of the same measure.
                    part = all_of([part, value])
            for place, group in enumerate(piece):
                if isinstance(group, Group) and not is_gloss(piece, place):
                    part = self._bracketed(part, group, depth + 1)
            if part is not None:
                found.append(part)
        return all_of(found) if found else None

    def _bracketed(self, part: Expression | None, group: Group, depth: int) -> Expression | None:
        if depth > MAX_DEPTH:
            return part
        return with_bracket(part, group, self.source, self.clause, depth, self.kind)
