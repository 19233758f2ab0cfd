"""What an exception spares: the list after it, down to where the sentence speaks of the whole again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.combine import on_last, time_of_all
from osler.core.criteria.parsing.exceptions import excepted_alike, excepted_too, is_kind_of_whole, kinds_of_whole
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.negations import Read
from osler.core.criteria.parsing.rows import AtomSource, sort_out
from osler.core.criteria.parsing.shared import has_one_noun, has_one_opening
from osler.core.criteria.parsing.shared_clauses import planned_tree
from osler.core.criteria.parsing.shown import explained
from osler.core.criteria.parsing.turns import clause_of_all, end_of_exceptions, examples_of_all, planned_use
from osler.core.criteria.tree import all_of, any_of, examples_of
from osler.core.criteria.types import AnyOf, CriterionKind, Except, Expression, Finding


@dataclass(frozen=True)
class ExceptionReader:
    """Reads the exceptions of one criterion; what they spare are clauses and lists again."""

    source: AtomSource
    kind: CriterionKind
    inner: Read

    def read(self, left: Expression, turn: Item, rest: Sequence[Item], depth: int) -> Expression:
        """What stands before an exception, without what stands after it."""
        if (ahead := planned_use(rest)) is not None:
            # "A other than B within 30 days, or planned use during the study": A is what is planned too.
            told = self.read(left, turn, rest[:ahead], depth)
            times = sort_out([item for item in rest[ahead:] if isinstance(item, Token)], self.source).windows
            return any_of([told, planned_tree(told, tuple(times))])
        left, rest = time_of_all(left, rest, self.source, of_all=has_one_noun(left))
        if (after := clause_of_all(rest)) is not None:
            # "A condition, other than B or C, that would prevent D": after the comma the whole is spoken of.
            if isinstance(left, Finding) and (words := may_do(self.source, rest[after:])) is not None:
                named = left.model_copy(update={"name": f"{left.name} {words}"})
                return self.read(named, turn, rest[: after - is_kind(rest[after - 1], Kind.COMMA)], depth)
            said = self.inner(rest[after + 1 :], self.kind == "exclusion", depth)
            told = self.read(left, turn, rest[:after], depth)
            return told if said is None else all_of([told, said])
        if self.kind == "exclusion" and (end := end_of_exceptions(rest)) is not None:
            beyond = self.inner(rest[end + 1 :], True, depth)
            if beyond is None or not is_kind_of_whole(beyond, left, self.source.vocabularies):
                told = self.read(left, turn, rest[:end], depth)
                return told if beyond is None else any_of([told, beyond])
        shown = examples_of_all(rest)
        right = self.inner(rest[:shown], True, depth)
        tree = left
        if right is not None:
            listed = isinstance(left, AnyOf) and left.sense == "alternatives"
            whole = left.children[-1] if listed and isinstance(left, AnyOf) else left
            right, kinds = kinds_of_whole(right, whole, self.source.vocabularies)
            spared = excepted_too(right, self.source.text)
            cue = self.source.span(turn.start, turn.end)
            if isinstance(left, AnyOf) and (has_one_noun(left) or has_one_opening(left)):
                tree = Except(child=left, exceptions=spared, cue=cue)
            else:
                tree = on_last(left, lambda part: Except(child=part, exceptions=spared, cue=cue))
                if isinstance(tree, AnyOf) and tree.sense == "alternatives":
                    tree = any_of(excepted_alike(tree.children, self.source.vocabularies))
            tree = tree if kinds is None else on_last(tree, lambda part: examples_of(part, kinds))
        # "A other than B, such as C": after a comma the examples are of A.
        inside = self.inner(rest[shown + 1 :], True, depth) if shown is not None else None
        return tree if inside is None or shown is None else explained(tree, rest[shown], inside, self.source)


def may_do(source: AtomSource, clause: Sequence[Item]) -> str | None:
    """The words of a clause on what something may do ("that would prevent C"); None where it is another, or states a value."""
    may = isinstance(verb := clause[1], Token) and verb.text in cues().possibilities
    words_only = all(is_kind(item, Kind.WORD, Kind.JOINING, *CONNECTIVES) for item in clause)
    return source.span(clause[0].start, clause[-1].end).quote if may and words_only else None
