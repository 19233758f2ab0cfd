"""What the members of a list have in common, written to each: numbers, targets, nouns, values, windows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.nouns_before import share_noun_before
from osler.core.criteria.parsing.qualifiers import only_adjectives
from osler.core.criteria.parsing.shared_clauses import share_clauses
from osler.core.criteria.parsing.shared_complements import each_with_each, share_complements
from osler.core.criteria.parsing.shared_names import before_bracket, share_heads, share_modifiers, share_numbers
from osler.core.criteria.parsing.shared_nouns import share_nouns
from osler.core.criteria.parsing.shared_targets import share_targets
from osler.core.criteria.parsing.shared_times import share_windows
from osler.core.criteria.parsing.shared_values import (
    share_counts,
    share_results,
    share_units,
    share_values,
    share_with_nouns,
)
from osler.core.criteria.tree import all_of, any_of, atoms
from osler.core.criteria.types import Age, AllOf, AnyOf, Expression, Finding, MeasuredValue
from osler.core.terminology import Vocabularies, singular

_OPENING = 2
_STAGES = frozenset({"stage", "grade", "class"})


def share(
    parts: Sequence[Expression],
    vocabularies: Vocabularies,
    joints: Sequence[Kind | None] = (),
    anew: Sequence[int] = (),
) -> list[Expression]:
    """The members with what they have in common written to each: values, windows, the noun of paired adjectives.

    What a reaction is to ends at a member that opens anew, and so does a time before the first.
    """
    if len(parts) == 1 and isinstance(parts[0], Finding | MeasuredValue):
        return list(parts)
    numbered = share_numbers(parts)
    cuts = pairwise([0, *anew, len(parts)])
    targeted = [
        part
        for start, end in cuts
        for part in share_targets(numbered[start:end], vocabularies, plain=Kind.COMMA not in joints[start + 1 : end])
    ]
    named = share_noun_before(each_with_each(targeted, share_nouns(targeted, vocabularies)), vocabularies)
    named = _staged_before(share_modifiers(share_heads(named, vocabularies), vocabularies), vocabularies)
    named = share_complements(share_clauses(parts, named, vocabularies))
    named = share_counts(share_with_nouns(parts, named), joints) if joints else named
    return share_windows(share_units(share_values(share_results(named), vocabularies)), joints, next(iter(anew), None))


def _staged_before(parts: Sequence[Expression], vocabularies: Vocabularies) -> list[Expression]:
    """ "Stage III or IV ovarian, tubal or peritoneal cancer": a stage before the first kind of a noun is one of each."""
    first = parts[0]
    if not isinstance(first, AllOf) or len(first.children) != 2 or len(parts) < _OPENING:
        return list(parts)
    head, stage = first.children
    if not isinstance(head, Finding) or not isinstance(stage, MeasuredValue) or stage.name not in _STAGES:
        return list(parts)
    ahead = stage.span is not None and head.span is not None and stage.span.start < head.span.end
    others = [part for part in parts[1:] if isinstance(part, Finding)]
    if not ahead or len(others) + 1 < len(parts):
        return list(parts)
    noun = others[-1].name.split()[-1]
    if names_condition(f"{head.name.split()[-1]} {noun}", vocabularies):
        head = head.model_copy(update={"name": f"{head.name} {noun}"})
    if not has_one_noun(AnyOf(children=(head, *others))):
        return list(parts)
    return [all_of([head, stage]), *(all_of([part, stage]) for part in others)]


def share_a_noun(before: Sequence[Expression], after: Sequence[Expression]) -> bool:
    """Whether members are adjectives of one noun: "renal and hepatic impairment" among exclusions is either of them."""
    names = [[part.name for part in parts if isinstance(part, Finding)] for parts in (before, after)]
    if len(names[0]) != 2 or len(before) != 2 or names[0][0] == names[1][0]:
        return False
    # "Active and uncontrolled malignancy" is one that is both.
    return not set(names[0][0].lower().split()) <= set(cues().degrees) and has_one_noun(any_of(after))


def are_diseases(parts: Sequence[Expression], vocabularies: Vocabularies) -> bool:
    """Whether members are different diseases by name: "gout and psoriasis" among exclusions is either of them."""
    names = [part.name for part in parts if isinstance(part, Finding)]
    return len(names) == len(parts) == len(set(names)) and all(names_condition(name, vocabularies) for name in names)


def are_kinds_of_disease(parts: Sequence[Expression], vocabularies: Vocabularies) -> bool:
    """Whether members are different diseases by their heads: "probable pancreatic cancer, distal bile duct cholangiocarcinoma"."""
    names = [part.name.split() for part in parts if isinstance(part, Finding)]
    heads = [any(names_condition(" ".join(words[n:]), vocabularies) for n in range(len(words))) for words in names]
    return len(names) == len(parts) and all(heads)


def share_a_time(before: Sequence[Expression], after: Sequence[Expression]) -> bool:
    """Whether two events are dated by one time: "infarction and bypass within 6 months" among exclusions is either of them."""
    if len(before) != 2 or not all(isinstance(part, Finding) for part in (*before, *after)):
        return False
    counted = [[one for one in part.windows if one.kind == "within"] for part in (*before, *after)]  # type: ignore[union-attr]  # only findings are left
    return not counted[0] and bool(counted[1]) and counted[2] == counted[3]


def narrowed_together(
    before: Sequence[Expression], after: Sequence[Expression], joints: Sequence[Kind], of_all: bool
) -> tuple[list[Expression], list[Kind], list[Expression]]:
    """Members that took the noun of the last one, and what narrows it, which then narrows them all.

    "Renal or hepatic disease requiring dialysis" asks for the dialysis with either of them.
    """
    rest = list(after), list(joints), list[Expression]()
    last = after[-1]
    if len(after) < 2 or not isinstance(last, AllOf):
        return rest
    head = last.children[0]
    if isinstance(head, Age) and _ends_with(last, head) and all(isinstance(part, Finding) for part in after[:-1]):
        # "IVF or frozen transfer, less than 40 years old": who they are is said of all.
        return [*after[:-1], all_of(last.children[1:])], list(joints), [head]
    if of_all and all(isinstance(part, MeasuredValue) for part in (*after[:-1], head)):
        return [*after[:-1], head], list(joints), list(last.children[1:])
    if not isinstance(head, Finding):
        return rest
    waited = [_name(old) != _name(new) for old, new in zip(before[:-1], after[:-1], strict=True)]
    if not all(waited) or not has_one_noun(AnyOf(children=(*after[:-1], head))):
        return _graded_alike(after, waited), list(joints), []
    return [*after[:-1], head], list(joints), list(last.children[1:])


def _graded_alike(parts: Sequence[Expression], waited: Sequence[bool]) -> list[Expression]:
    """ "Gout, severe hepatic or renal insufficiency (grade 4)": a stage is of every kind of the noun that it follows."""
    *others, last = parts
    start = len(others)
    while start and waited[start - 1] and isinstance(others[start - 1], Finding):
        start -= 1
    staged = isinstance(last, AllOf) and isinstance(last.children[0], Finding) and len(last.children) == 2
    if not staged or not isinstance(last, AllOf) or start == len(others):
        return list(parts)
    head, stage = last.children
    one_noun = has_one_noun(AnyOf(children=(*others[start:], head)))
    if not one_noun or not isinstance(stage, MeasuredValue) or stage.name not in ("stage", "grade", "class"):
        return list(parts)
    return [*others[:start], *(all_of([part, stage]) for part in others[start:]), last]


def _ends_with(tree: AllOf, age: Age) -> bool:
    """Whether an age stands after everything else that a member names."""
    spans = [span for child in tree.children[1:] for atom in atoms(child) if (span := atom.span) is not None]
    return bool(spans) and age.span is not None and all(span.end <= age.span.start for span in spans)


def defined_together(
    before: Sequence[Expression], after: Sequence[Expression], joints: Sequence[Kind]
) -> Expression | None:
    """ "Severe or uncontrolled hypertension (SBP > 180)": what degrees of one noun mean, or examples of it; None where members are no such degrees."""
    last = after[-1]
    explains = isinstance(last, AnyOf) and last.sense in ("definition", "examples")
    if len(after) < 2 or not isinstance(last, AnyOf) or not explains or Kind.AND in joints[1:]:
        return None
    head, start = last.children[0], len(before) - 1
    while start and _waited(_name(before[start - 1]), _name(after[start - 1])):
        start -= 1
    if not isinstance(head, Finding) or start == len(before) - 1:
        return None
    told = last.model_copy(update={"children": (any_of([*after[start:-1], head]), *last.children[1:])})
    return any_of([*after[:start], told]) if start else told


def _waited(written: str, grown: str) -> bool:
    """Whether a member is of adjectives alone as it is written, and has taken the noun of the one after it."""
    return written != grown and (written.lower() in cues().degrees or only_adjectives(written.split()))


def _name(tree: Expression) -> str:
    return tree.name if isinstance(tree, Finding) else ""


def has_one_noun(tree: Expression) -> bool:
    """Whether the members of a list end in one noun, or there is no list: what is said of the last is said of all."""
    if not isinstance(tree, AnyOf):
        return True
    heads = [before_bracket(child) or child for child in tree.children]
    names = [child.name for child in heads if isinstance(child, Finding | MeasuredValue)]
    nouns = {name.split()[-1].lower() for name in names}
    # "An investigational drug or vaccine other than A": two general words for what is given are as one.
    given = cues().given_in_trials | cues().general_things
    return len(names) == len(tree.children) and (len(nouns) == 1 or all(singular(noun) in given for noun in nouns))


def has_one_opening(tree: AnyOf) -> bool:
    """Whether the members of a list are objects of the same words: "treatment involving A, or treatment involving B"."""
    names = [child.name.lower().split() for child in tree.children if isinstance(child, Finding)]
    opening = names[0][:_OPENING] if names else []
    long = all(len(name) > _OPENING and name[:_OPENING] == opening for name in names)
    return len(names) == len(tree.children) and long
