"""What a bracket says of the words before it: another name, a definition, a refinement, examples, an exception."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from osler.core.criteria.lexing.lexicon import cue_pattern, cues
from osler.core.criteria.lexing.readings import scale_of
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.asides import STATED, describes, names_again, permits, says_nothing
from osler.core.criteria.parsing.atoms import build
from osler.core.criteria.parsing.bracket_words import only_told, without_demand
from osler.core.criteria.parsing.cases import in_some_cases
from osler.core.criteria.parsing.combine import like, modified
from osler.core.criteria.parsing.grouping import Group, Item, is_kind, split_at
from osler.core.criteria.parsing.known import names_something
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.manifested import only_remarks
from osler.core.criteria.parsing.qualifiers import is_numbered, only_adjectives
from osler.core.criteria.parsing.rates import at_rate
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.set_apart import stage_atom
from osler.core.criteria.parsing.shared_targets import reacted_to
from osler.core.criteria.parsing.shown import as_planned, explained, is_test, lists_kinds, so_many_shown
from osler.core.criteria.parsing.taken_out import (
    lifted_from,
    several_permitted,
    shown_and_permitted,
    taken_out,
    without,
)
from osler.core.criteria.parsing.turns import has_value
from osler.core.criteria.tree import all_of, any_of, atoms, defined_as, examples_of, requirement
from osler.core.criteria.types import (
    Age,
    AllOf,
    AnyOf,
    CriterionKind,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Pregnancy,
    SexIs,
)
from osler.core.terminology import Vocabularies, singular

_STAGES = frozenset({"stage", "grade", "class"})
_MODIFIERS = (Kind.TIME, Kind.VALUE, Kind.DURATION, Kind.GRADE, Kind.RESULT)

_TREATED = frozenset({"therapy", "treatment"})
_SUBSTANCE = re.compile("substance", re.IGNORECASE)

Clause = Callable[..., Expression | None]


def with_bracket(
    part: Expression | None, group: Group, source: AtomSource, clause: Clause, depth: int, kind: CriterionKind
) -> Expression | None:
    """A condition with its bracket. A bracket defines or narrows what stands before it; it is never an alternative."""
    group = without_demand(group) if group.items else group
    if not group.items:
        return part
    group = only_told(group)
    first = group.items[0]
    if part is None:
        return _of_nobody_named(group, source, clause, depth)
    if (told := in_some_cases(part, group, source, clause, depth)) is not None:
        return told
    if (lifted := _lifted(part, group, source, clause, depth, kind)) is not None:
        return lifted
    if is_kind(first, Kind.CONDITION) and not any(is_kind(item, *STATED, Kind.COMMA) for item in group.items):
        return _of_some(part, clause(group.items[1:], depth=depth), kind)
    if is_kind(first, Kind.EXAMPLES) or (isinstance(first, Token) and first.text in cues().bracket_examples):
        return _with_examples(part, group, source, clause, depth)
    if isinstance(first, Token) and (stage := stage_atom(first, source)) is not None and isinstance(part, Finding):
        return all_of([part, stage])
    if isinstance(part, SexIs | Age) and (aged := _age_in(group, source)) is not None:
        # "Women (18-75 years)"; of "adolescents (10-21 years)" the years that are stated count.
        return aged if isinstance(part, Age) and part.test.span is None else all_of([part, aged])
    carried = isinstance(first, Token) and "gestation" in first.text
    if is_kind(first, *_MODIFIERS) and not carried and not any(is_kind(item, Kind.WORD) for item in group.items):
        tokens = [item for item in group.items if isinstance(item, Token) and item.kind is not Kind.WORD]
        return modified(part, tokens, source)
    if isinstance(part, Finding) and (rated := at_rate(part, group, source)) is not None:
        return rated
    if isinstance(part, Finding) and isinstance(first, Token) and _is_value_found(group):
        return modified(part, [first], source)
    return _plain(part, group, source, clause, depth, kind)


def _lifted(
    part: Expression, group: Group, source: AtomSource, clause: Clause, depth: int, kind: CriterionKind
) -> Expression | None:
    """A condition without what its bracket permits or takes out of it; None where it does neither."""
    if permitted := several_permitted(group, kind):
        return lifted_from(part, permitted, clause, depth)
    if (parted := shown_and_permitted(group, kind)) is not None:
        shown = with_bracket(part, parted[0], source, clause, depth, kind)
        return without(shown or part, parted[1], parted[2], source, clause, depth)
    out = taken_out(group, kind)
    return None if out is None else without(part, out[0], out[1], source, clause, depth)


def _of_nobody_named(group: Group, source: AtomSource, clause: Clause, depth: int) -> Expression | None:
    """What a bracket says where nothing is named before it; "patients (excluding neonates)" asks for none of them."""
    first = group.items[0]
    if is_kind(first, Kind.NEGATION) and says_nothing(group):
        return None
    if len(group.items) < 2 or not is_kind(first, Kind.EXCEPTION):
        return clause(group.items, depth=depth)
    inside = clause(group.items[1:], inside_not=True, depth=depth)
    return None if inside is None else Not(child=inside, cue=source.span(first.start, first.end))


def _of_some(part: Expression, case: Expression | None, kind: CriterionKind) -> Expression:
    """What a bracket asks of some only: "negative pregnancy test (if of childbearing potential)"."""
    if case is None or (isinstance(case, Finding) and case.name.lower() in cues().bracket_void):
        return part  # "(if applicable)"
    return requirement(case, part) if kind == "inclusion" else all_of([part, case])


def _with_examples(part: Expression, group: Group, source: AtomSource, clause: Clause, depth: int) -> Expression | None:
    """A condition with the examples, the definition or the time that a bracket announces."""
    first = group.items[0]
    rest = [item for item in group.items[1:] if isinstance(item, Token)]
    timed = all(is_kind(item, Kind.TIME, Kind.DURATION) and not item.text.endswith(("old", "age")) for item in rest)
    if rest and len(rest) + 1 == len(group.items) and timed:
        # "Recent surgery (i.e. < 3 months)"
        return modified(part, rest, source)
    if (
        isinstance(first, Token)
        and first.text in cues().found_by
        and not has_value(rest)
        and len(rest) + 1 == len(group.items)
    ):
        # "G6PD deficiency (as determined by FST)": by what it is found is no other name of it.
        return part
    inside = clause(group.items[1:], inside_not=lists_kinds(first, group.items), depth=depth)
    return part if inside is None else explained(part, first, inside, source)


def _age_in(group: Group, source: AtomSource) -> Expression | None:
    """The age that a bracket states, and nothing else."""
    row = [item for item in group.items if isinstance(item, Token)]
    stated = len(row) == len(group.items) and all(is_kind(item, Kind.DURATION, Kind.VALUE, Kind.WORD) for item in row)
    age = Token(Kind.WORD, group.start, group.start, "age")
    told = build([age, *row], source) if stated and has_value(row) else None
    return told if isinstance(told, Age) else None


def _is_value_found(group: Group) -> bool:
    """ "Measurable lesions (>= 10 mm on CT)": a value of what stands before the bracket, and how it was found."""
    if len(group.items) < 2 or not is_kind(group.items[0], Kind.VALUE):
        return False
    second = group.items[1]
    listed = any(is_kind(item, *CONNECTIVES, Kind.CONDITION, Kind.JOINING) for item in group.items)
    # "(< 120 points on the Mattis Dementia Rating Scale)": a scale is what was measured, not where.
    last = group.items[-1]
    scaled = is_kind(last, Kind.SCALE) or last.text in cues().instruments
    return isinstance(second, Token) and second.text in cues().occasions and not listed and not scaled


def _plain(
    part: Expression, group: Group, source: AtomSource, clause: Clause, depth: int, kind: CriterionKind
) -> Expression:
    """A condition with a bracket that no word announces."""
    alone = len(group.items) == 1 and is_kind(group.items[0], Kind.SCALED)
    if alone and isinstance(part, Finding) and scale_of(part.name.lower()):
        # "Classification of the American Society of Anesthesiologists (ASA I-III)"
        return clause(group.items, depth=depth) or part
    if isinstance(part, Pregnancy) and any(is_kind(item, Kind.WORD) and _is_test_word(item) for item in group.items):
        return part  # "Pregnancy (serum test at screening)": how it is found out
    if kind == "inclusion" and permits(group):
        return part  # "(prednisone is allowed at a low dose)", "(withdrawal is not an acceptable method)"
    if is_kind(group.items[0], Kind.REGARDLESS) or names_again(part, group, source) or says_nothing(group):
        return part
    if describes(part, group):
        return part
    if (parted := _by_person(part, group, source, clause, depth)) is not None:
        return parted
    inside = clause(group.items, inside_not=not _asks_all(part, group, kind), depth=depth)
    inside = None if inside is None else reacted_to(part, inside, source.vocabularies)
    if inside is None or isinstance(part, Age):
        # What stands in a bracket after an age is of a place or a cohort: "(18 years onward in Cambodia)".
        return part
    if _offers_nothing(group, clause, depth):
        # "Cancer (diagnosed or under investigation)": the disease, or the state that is offered beside it.
        state = " ".join(item.text for item in split_at(group.items, _joins)[-1] if isinstance(item, Token))
        other = [part.model_copy(update={"name": f"{part.name} {state}"})] if isinstance(part, Finding) else []
        return any_of([part, *other])
    if (counted := so_many_shown(part, inside)) is not None:
        return counted
    open_ended = isinstance(last := group.items[-1], Token) and last.text == "etc"
    joints = [item for item in group.items if is_kind(item, Kind.OR, Kind.AND, Kind.COMMA)]
    closed = bool(joints) and not is_kind(joints[-1], Kind.COMMA)
    listed = kind == "exclusion" and not closed and _lists_kinds(part, inside)
    inside = as_planned(part, inside)
    if joints and only_remarks(part, inside, source):
        return part  # "Spontaneous labor (latent or active phase)"
    return (
        examples_of(part, inside) if open_ended or listed else _narrowed(part, inside, group, kind, source.vocabularies)
    )


def _is_test_word(item: Item) -> bool:
    return isinstance(item, Token) and item.text in ("test", "tests", "testing", "hcg")


def _joins(item: Item) -> bool:
    return is_kind(item, *CONNECTIVES)


def _offers_nothing(group: Group, clause: Clause, depth: int) -> bool:
    """ "Cancer (diagnosed or under investigation)": where one alternative asks nothing more, the bracket asks nothing."""
    if not any(is_kind(item, Kind.OR) for item in group.items) or any(is_kind(item, *STATED) for item in group.items):
        return False
    offered = split_at(group.items, _joins)
    first, last = offered[0], offered[-1][0]
    told = len(offered) == 2 and isinstance(last, Token) and last.text in cues().bracket_states_of
    return told and all(is_kind(item, Kind.WORD) for item in first) and clause(first, depth=depth) is None


def _asks_all(part: Expression, group: Group, kind: CriterionKind) -> bool:
    """Whether every value in a bracket is asked for: "adequate marrow function (ANC > 1.5, platelets > 100, and Hb > 9)"."""
    values = [item for item in group.items if is_kind(item, Kind.VALUE)]
    joints = {item.kind for item in group.items if isinstance(item, Token) and is_kind(item, *CONNECTIVES)}
    if kind != "inclusion" or Kind.OR in joints:
        return False
    if Kind.AND in joints and isinstance(part, Finding) and not cues().several.isdisjoint(part.name.lower().split()):
        # "Dual antiplatelet therapy (clopidogrel and aspirin)"
        return True
    first = group.items[0]
    if Kind.AND in joints and Kind.COMMA not in joints and isinstance(first, Token) and _is_participle(first):
        # "Two lesions (located in different vessels and in different territories)"
        return True
    told = [row[0] for row in split_at(group.items, _joins)]
    if len(told) > 1 and all(isinstance(one, Token) and one.text.endswith("ing") for one in told) and values:
        # "Lesions (measuring >= 10 mm, satisfying the criteria of …)"
        return True
    if len(values) < 2:
        return False
    sound = isinstance(part, Finding) and bool(cue_pattern("sound_states").search(part.name))
    return Kind.AND in joints or sound


def _is_participle(word: Token) -> bool:
    return word.kind is Kind.WORD and word.text.endswith("ed") and not word.text.endswith("eed")


def _by_person(part: Expression, group: Group, source: AtomSource, clause: Clause, depth: int) -> Expression | None:
    """ "Wide waist (> 102 cm in men; > 88 cm in women)": the values of one measure, for each sex or age its own."""
    members = split_at(group.items, lambda item: is_kind(item, Kind.COMMA, Kind.OR, Kind.AND, Kind.STOP))
    told: list[Expression] = []
    for member in members:
        row = [item for item in member if isinstance(item, Token)]
        whom = clause([item for item in member if is_kind(item, Kind.WORD)], depth=depth)
        value = like(part, row, source)
        if not has_value(row) or value is None or not (isinstance(whom, SexIs | Age)):
            return None
        told.append(all_of([whom, value]))
    return any_of(told) if len(told) > 1 else None


def _lists_kinds(part: Expression, inside: Expression) -> bool:
    """Whether a bracket lists kinds of a condition: "(myasthenia gravis, myopathy)" after "muscle diseases"."""
    if not isinstance(part, Finding) or not isinstance(inside, AnyOf):
        return False
    names = [child.name.split() for child in inside.children if isinstance(child, Finding)]
    if len(names) < len(inside.children) or inside.sense != "alternatives":
        return False
    return not any(is_numbered(words) or only_adjectives(words) for words in names)


def _narrowed(
    part: Expression, inside: Expression, group: Group, kind: CriterionKind, known: Vocabularies
) -> Expression:
    """A condition with a bracket: "diabetes (type 2)" is one name, "hypotension (SBP < 90)" a term and what it means."""
    head = _head(part)
    if isinstance(head, Finding) and (kinds := _kinds_of(head, inside)):
        return _on_head(part, any_of(kinds))
    if isinstance(inside, Finding) and isinstance(head, Finding) and not inside.windows:
        words = inside.name.split()
        first = group.items[0]
        if is_numbered(words) or only_adjectives(words) or _is_grade(words):
            grown = f"{inside.name} {head.name}"
        elif isinstance(first, Token) and cue_pattern("bracket_says_more").match(first.text):
            grown = f"{head.name} ({inside.name})"
        elif words[-1].lower() in _TREATED and len(words) > 1 and names_something(head.name, known):
            # "Diabetes (insulin therapy)": how a disease is treated narrows it, and means nothing else.
            return _on_head(part, all_of([head, inside]))
        else:
            return _on_head(part, defined_as(head, inside))
        return _on_head(part, head.model_copy(update={"name": grown}))
    if isinstance(head, MeasuredValue) and (isinstance(inside, Finding) or _is_measured(head, inside)):
        # Beside a value a bracket says how it is measured: "creatinine clearance > 60 (Cockcroft-Gault)".
        return part
    if kind == "inclusion" and isinstance(part, MeasuredValue) and _tells_whom(inside):
        # "Negative pregnancy test (women of childbearing potential)": it is asked of them.
        return requirement(inside, part)
    if all(isinstance(atom, SexIs | Age) for atom in atoms(inside)) or not isinstance(head, Finding | Pregnancy):
        return all_of([part, inside])
    if any(map(is_test, atoms(inside))) and kind == "inclusion" and not _names_state(head):
        return all_of([part, inside])
    return _on_head(part, defined_as(head, inside))


def _is_grade(words: Sequence[str]) -> bool:
    """ "(moderate to severe)": from one degree to another."""
    told = [word.lower() for word in words]
    return len(told) == 3 and told[1] in ("to", "or", "and") and {told[0], told[2]} <= {*cues().degrees, "low", "high"}


def _is_measured(head: MeasuredValue, inside: Expression) -> bool:
    """ "eGFR < 60 ml/min (by formula, on two days)": beside a value with its unit names alone say how it was found."""
    units = all(bound.unit or bound.times for bound in head.test.bounds)
    return units and bool(head.test.bounds) and all(isinstance(atom, Finding) for atom in atoms(inside))


def _tells_whom(inside: Expression) -> bool:
    """Whether a bracket only says of whom something is asked: "(premenopausal women)"."""
    told = list(atoms(inside))
    people = [atom for atom in told if isinstance(atom, SexIs | Pregnancy)]
    others = [atom for atom in told if atom not in people]
    return bool(people) and all(
        isinstance(atom, Finding) and not cues().of_one_sex.isdisjoint(atom.name.lower().split()) for atom in others
    )


def _kinds_of(head: Finding, inside: Expression) -> list[Expression]:
    """The kinds of a condition that a bracket of adjectives or numbers names: "surgery (lumbar or sacral)"."""
    kinds = [child for child in inside.children if isinstance(child, Finding)] if isinstance(inside, AnyOf) else []
    if not isinstance(inside, AnyOf) or inside.sense != "alternatives" or len(kinds) < len(inside.children):
        return []
    words = [kind.name.split() for kind in kinds]
    if not any(kind.windows for kind in kinds) and _are_things(head, words):
        # "An investigational product (drug or vaccine)" is an investigational drug, or such a vaccine.
        opening = " ".join(head.name.split()[:-1])
        return [head.model_copy(update={"name": f"{opening} {' '.join(row)}"}) for row in words]
    if (
        all(len(row) == 1 and row[0].lower() in cues().taken_things for row in words)
        and "substance" in head.name.lower()
    ):
        # "Substance abuse (drug or alcohol)"
        return [head.model_copy(update={"name": _SUBSTANCE.sub(row[0], head.name)}) for row in words]
    if any(kind.windows for kind in kinds) or not all(is_numbered(row) or only_adjectives(row) for row in words):
        return []
    plain = only_adjectives(head.name.split()[:1]) or not cues().prepositions & set(head.name.lower().split())
    names = [_kind_of(head.name, row, plain=plain) for row in words]
    return [head.model_copy(update={"name": name}) for name in names]


def _are_things(head: Finding, kinds: Sequence[Sequence[str]]) -> bool:
    """Whether a bracket names in general what a thing may be."""
    told = head.name.lower().split()
    things = [singular(row[-1].lower()) for row in kinds]
    general = cues().given_in_trials | cues().general_things
    return len(told) > 1 and singular(told[-1]) in general and all(thing in general for thing in things)


def _kind_of(name: str, kind: Sequence[str], *, plain: bool) -> str:
    if not only_adjectives(kind):
        return f"{name} {' '.join(kind)}"
    return f"{' '.join(kind)} {name}" if plain else f"{name} ({' '.join(kind)})"


def _head(part: Expression) -> Expression:
    """What a bracket is said of: of a disease and its stage, the disease."""
    if not isinstance(part, AllOf):
        return part
    staged = isinstance(last := part.children[-1], MeasuredValue) and last.name.lower() in _STAGES
    return part.children[-2] if staged else last


def _on_head(part: Expression, head: Expression) -> Expression:
    if not isinstance(part, AllOf):
        return head
    old = _head(part)
    return all_of([head if child is old else child for child in part.children])


def _names_state(head: Expression) -> bool:
    return not isinstance(head, Finding) or bool(cue_pattern("bracket_states").search(head.name))
