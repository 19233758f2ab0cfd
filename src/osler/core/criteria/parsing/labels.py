"""Labels: what stands before a colon, and what the list after it means with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from osler.core.criteria.lexing.lexicon import cue_pattern, cues
from osler.core.criteria.lexing.readings import result_test
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.brackets import Clause
from osler.core.criteria.parsing.combine import dated, join, names_patient_group
from osler.core.criteria.parsing.grouping import Group, Item, first_index, is_kind
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.words import strip_frames
from osler.core.criteria.tree import all_of, atoms, defined_as, examples_of, map_expression, requirement
from osler.core.criteria.types import AnyOf, Atom, CriterionKind, Expression, Finding, MeasuredValue, Not, ValueTest
from osler.core.terminology import Vocabularies, singular

_LABEL_WORDS = 5
_KINDS = 2
"""So many commas part kinds of a disease; fewer may part what is asked besides it."""

Counted = Callable[[Item, Sequence[Item], int], Expression | None]


def _is_condition(label: Finding, vocabularies: Vocabularies) -> bool:
    words = (word for word in label.name.split() if word.lower() not in cues().degrees)
    return names_condition(" ".join(words), vocabularies)


@dataclass(frozen=True)
class LabelReader:
    """Reads what a colon parts in one criterion."""

    source: AtomSource
    kind: CriterionKind
    clause: Clause
    counted: Counted

    def read(self, items: Sequence[Item], place: int, inside_not: bool, depth: int) -> Expression | None:
        """ "Females of childbearing potential: negative test" is a condition; other labels name the topic only."""
        rest = items[place + 1 :]
        if len(rest) > 1 and rest[0].text == "from" and is_kind(rest[1], Kind.VALUE, Kind.DURATION):
            rest = rest[1:]  # "Age: from 20 to 90 y/o"
        if rest and not any(
            isinstance(item, Group) or is_kind(item, Kind.WORD, Kind.SCALE, Kind.SCALED) for item in rest
        ):
            # "Schirmer: > 4 mm and < 14 mm": what follows is the value of what stands before.
            return self.clause([*items[:place], *rest], inside_not=inside_not, depth=depth)
        if place and is_kind(items[place - 1], Kind.EXAMPLES, Kind.EXCEPTION, Kind.UNLESS, Kind.CONDITION, Kind.OR):
            # "Such as: A, B", "except: A, B"
            return self.clause([*items[:place], *rest], inside_not=inside_not, depth=depth)
        if place and len(rest) > 1 and is_kind(rest[0], Kind.EXAMPLES):
            # "Other lung diseases: such as A, B"
            return self.clause([*items[:place], *rest], inside_not=inside_not, depth=depth)
        if (shown := self._shown_below(items[:place], rest, inside_not, depth)) is not None:
            return shown
        if self._denies_following(items[:place]):
            inside = self.clause(rest, inside_not=True, depth=depth)
            times = [item for item in items[:place] if is_kind(item, Kind.TIME)]
            return Not(child=dated(inside, times, self.source)) if inside is not None else None
        counted = first_index(items[:place], Kind.COUNT)
        if counted is not None and rest:
            # "Any of the following heart conditions within 6 months: A, B": what stands after the number says what they are.
            return self._announced(items[:place], counted, rest, depth)
        return self._labelled(items, place, inside_not, depth)

    def _shown_below(
        self, label: Sequence[Item], rest: Sequence[Item], inside_not: bool, depth: int
    ) -> Expression | None:
        """What a label announces as examples or as a definition of what it names; None where it announces none."""
        shown = first_index(label, Kind.EXAMPLES)
        if not shown or not rest:
            return None
        if _only_following(label[shown + 1 :]):
            # "High risk of bleeding, including the following conditions: A, B"
            return self.clause([*label[: shown + 1], *rest], inside_not=inside_not, depth=depth)
        if not self._denies_before(label, shown):
            return None
        # "No impairment of the liver, as defined by the following values: bilirubin < 1.5 x ULN"
        sound = self.clause(label[:shown], inside_not=inside_not, depth=depth)
        values = self.clause(rest, inside_not=inside_not or self.kind == "exclusion", depth=depth)
        return defined_as(sound, values) if sound is not None and values is not None else sound or values

    def _labelled(self, items: Sequence[Item], place: int, inside_not: bool, depth: int) -> Expression | None:
        """A label that names something, with the list after it."""
        rest = items[place + 1 :]
        label = self.clause(items[:place], depth=depth)
        opening = [item.text if isinstance(item, Token) else "" for item in rest[:2]]
        if label is not None and _by_rules(opening):
            # "Chronic migraine: by the criteria of …" says how it is known.
            return label
        if isinstance(label, MeasuredValue) and label.scale is not None and not any(map(is_stated, rest)):
            # "NYHA II: slight limitation of activity" says what the class means.
            return label
        plain = not any(is_kind(item, Kind.AND) or is_stated(item) for item in rest)
        # "Primary or secondary infertility: tubal, male, unexplained": so many commas part kinds of it.
        several = (
            label is not None
            and self._names_disease(label)
            and plain
            and sum(is_kind(item, Kind.COMMA) for item in rest) >= _KINDS
        )
        kinds = plain and (_names_kinds(items[:place]) or several)
        body = self.clause(rest, inside_not=inside_not or kinds, depth=depth)
        if label is None and body is not None:
            # "Any of the following within 12 months: A, B": the time is said of each.
            return dated(body, [item for item in items[:place] if is_kind(item, Kind.TIME)], self.source)
        if label is None or body is None:
            return body or label
        if names_patient_group(label):
            return requirement(label, body) if self.kind == "inclusion" else all_of([label, body])
        if (results := _with_result(items[:place], body, self.source)) is not None:
            return results
        if several and self.kind == "inclusion":
            return examples_of(label, body)
        told = isinstance(label, Finding) and _is_condition(label, self.source.vocabularies)
        if place <= _LABEL_WORDS and (not told or _speaks_of_people(rest)):
            return body
        return self._listed(label, body, rest, place)

    def _names_disease(self, label: Expression) -> bool:
        """Whether a label names a disease, or kinds of one."""
        named = label.children if isinstance(label, AnyOf) and label.sense == "alternatives" else (label,)
        known = self.source.vocabularies
        names = [one.name.split() for one in named if isinstance(one, Finding)]
        ends = [any(names_condition(" ".join(words[n:]), known) for n in range(len(words))) for words in names]
        return len(names) == len(named) and all(ends)

    def _listed(self, label: Expression, body: Expression, rest: Sequence[Item], place: int) -> Expression:
        """ "Drugs that interact with X: A, B, C": the list says what is meant; one that ends in "etc" names examples."""
        listed = self.kind == "exclusion" or place > _LABEL_WORDS
        named = isinstance(label, Finding) or (self.kind == "exclusion" and _are_names(label))
        if not (named and listed):
            return all_of([label, body])
        return examples_of(label, body) if _is_open(rest) else defined_as(label, body)

    def _announced(self, label: Sequence[Item], counted: int, rest: Sequence[Item], depth: int) -> Expression | None:
        """A list under a label that says how many of it: "any of the following heart conditions within 6 months: A, B"."""
        times = [item for item in label if is_kind(item, Kind.TIME)]
        named = [item for item in label[:counted] if not is_kind(item, Kind.TIME, Kind.NEGATION)]
        before = named[-1] if strip_frames([item for item in named if isinstance(item, Token)]) else None
        if isinstance(before, Token) and before.text in cues().prepositions:
            # "Allergy to any of the following medicines: A, B"
            listed, named = self.clause([*named, *rest], inside_not=True, depth=depth), []
        else:
            listed = self.counted(label[counted], rest, depth)
        told = dated(listed, times, self.source) if listed is not None else None
        return join(self.clause(named, depth=depth), told, Kind.AND)

    @classmethod
    def _denies_before(cls, items: Sequence[Item], shown: int) -> bool:
        """Whether what is denied stands before the words that announce its definition; "not limited to" denies nothing."""
        open_list = any(isinstance(item, Token) and "limited" in item.text for item in items)
        return cls._denies_following(items) and first_index(items[:shown], Kind.NEGATION) is not None and not open_list

    @staticmethod
    def _denies_following(items: Sequence[Item]) -> bool:
        """ "No history of the following:", "must not have any of the following:"."""
        words = [item.text for item in items if isinstance(item, Token)]
        denied = first_index(items, Kind.NEGATION) is not None
        return denied and any("following" in word for word in words[-_LABEL_WORDS:])


def _with_result(label: Sequence[Item], body: Expression, source: AtomSource) -> Expression | None:
    """ "Normal hormones: TSH, prolactin": the result that a label opens with is one of each test; None where it opens with none."""
    first = label[0] if len(label) > 1 else None
    named = list(atoms(body))
    if not isinstance(first, Token) or first.kind is not Kind.RESULT or len(named) < 2:
        return None
    test = result_test(first)
    if test is None or not all(isinstance(atom, Finding) and not atom.windows for atom in named):
        return None
    stated = test.model_copy(update={"span": source.span(first.start, first.end)})
    return map_expression(body, lambda atom: _measured(atom, stated))


def _measured(atom: Atom, test: ValueTest) -> Expression:
    """A test that is named, with its result."""
    return MeasuredValue(name=atom.name, test=test, span=atom.span) if isinstance(atom, Finding) else atom


def _only_following(items: Sequence[Item]) -> bool:
    """Whether words only point to the list below them: "the following conditions"."""
    words = [item.text if isinstance(item, Token) else "" for item in items]
    named = [word for word in words if word not in ("the", "following", "any", "of", "one", "all", "these", "medical")]
    return "following" in words and len(named) <= 1 and all(singular(word) in cues().general_nouns for word in named)


def _is_open(items: Sequence[Item]) -> bool:
    last = items[-1] if items else None
    return isinstance(last, Token) and last.text.rstrip(".") == "etc"


def _are_names(label: Expression) -> bool:
    """ "CNS infections or opportunistic conditions: abscess, …": a label of several names, whose list says what is meant."""
    if not isinstance(label, AnyOf) or label.sense != "alternatives":
        return False
    return all(isinstance(child, Finding) for child in label.children)


def _speaks_of_people(items: Sequence[Item]) -> bool:
    """Whether a sentence of its own follows a label: "Tobacco use: Subjects with a history of smoking"."""
    first = items[0] if items else None
    return isinstance(first, Token) and first.text in cues().persons and len(items) > 1


def _names_kinds(label: Sequence[Item]) -> bool:
    """Whether a label ends with a plural of which its list names the kinds."""
    last = label[-1] if label else None
    return isinstance(last, Token) and bool(cue_pattern("label_of_kinds").fullmatch(last.text))


def _by_rules(words: Sequence[str]) -> bool:
    """Whether words begin by what something is known: "by the criteria of …", "diagnosed according to …"."""
    done = words[:1] in (["diagnosed"], ["defined"], ["confirmed"], ["determined"], ["assessed"])
    first = words[1:2] if done else words[:1]
    return any(word in cues().by_what for word in first)


def is_glossed(items: Sequence[Item]) -> bool:
    """Whether a row begins with a class of a scale whose meaning follows: "NYHA II: slight limitation of activity"."""
    opening = next((n for n, item in enumerate(items) if is_kind(item, Kind.COLON)), 0)
    return opening == 1 and is_kind(items[0], Kind.SCALED)


def is_stated(item: Item) -> bool:
    """Whether an item holds a value, a time or a class, in a bracket or out of one."""
    if isinstance(item, Group):
        return any(map(is_stated, item.items))
    return is_kind(item, Kind.VALUE, Kind.DURATION, Kind.TIME, Kind.SCALE, Kind.SCALED, Kind.GRADE, Kind.COUNT)
