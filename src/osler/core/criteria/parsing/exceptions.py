"""What an exception takes out, and of which members of a list."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria.parsing.known import is_kind_of, names_condition
from osler.core.criteria.parsing.qualifiers import only_adjectives
from osler.core.criteria.tree import any_of, atoms
from osler.core.criteria.types import AllOf, AnyOf, Except, Expression, Finding, MeasuredValue, Not
from osler.core.terminology import Vocabularies


def alternatives(tree: Expression) -> tuple[Expression, ...]:
    """The members of a list of exceptions; "A and B" names two of them as "A or B" does."""
    if isinstance(tree, AllOf) and any(isinstance(child, Not) for child in tree.children):
        # "Brief episodes managed at home and without deficit" are one kind of episodes.
        return (tree,)
    return tree.children if isinstance(tree, AnyOf | AllOf) else (tree,)


def excepted_alike(parts: Sequence[Expression], vocabularies: Vocabularies) -> list[Expression]:
    """The members of a list, of which the last one's exceptions are of each that they are a kind of: "cancer or tumours, except X"."""
    *others, last = parts
    if not isinstance(last, Except) or not others:
        return list(parts)
    names = [part.name for part in last.exceptions if isinstance(part, Finding)]
    if len(names) < len(last.exceptions):
        return list(parts)
    # The same thing at another time is excepted alike.
    again = last.child.name if isinstance(last.child, Finding) else ""
    of_others = [_are_kinds(names, part, vocabularies) for part in others]
    spared = [
        last.model_copy(update={"child": part}) if own or (isinstance(part, Finding) and part.name == again) else part
        for part, own in zip(others, of_others, strict=True)
    ]
    elsewhere = any(of_others) and isinstance(last.child, Finding) and not _are_kinds(names, last.child, vocabularies)
    return [*spared, last.child if elsewhere else last]


def _are_kinds(names: Sequence[str], whole: Expression, vocabularies: Vocabularies) -> bool:
    if not isinstance(whole, Finding):
        return False
    noun = whole.name.lower()
    return all(name.lower().endswith(f" {noun}") or is_kind_of(name, whole.name, vocabularies) for name in names)


def excepted_too(tree: Expression, text: str) -> tuple[Expression, ...]:
    """The exceptions that a list names; one that follows after a comma is of the same whole: "other than A, except B"."""
    if isinstance(tree, Except) and tree.cue is not None and text[: tree.cue.start].rstrip().endswith(","):
        return (*alternatives(tree.child), *tree.exceptions)
    return alternatives(tree)


def is_state_of(disease: Expression, state: Expression, vocabularies: Vocabularies) -> bool:
    """Whether what follows "unless" is a degree or a class of the disease before it, and no other way to be let in."""
    if not isinstance(disease, Finding) or not names_condition(disease.name, vocabularies):
        return False
    graded = isinstance(state, MeasuredValue) and state.scale is not None
    return graded or (isinstance(state, Finding) and only_adjectives(state.name.split()))


def is_kind_of_whole(others: Expression, whole: Expression, vocabularies: Vocabularies) -> bool:
    """Whether a list goes on with a kind of what exceptions are of: "tumours other than A or B, C and D"."""
    names = [atom.name for atom in atoms(others) if isinstance(atom, Finding)]
    return isinstance(whole, Finding) and any(is_kind_of(name, whole.name, vocabularies) for name in names)


def kinds_of_whole(
    exception: Expression, whole: Expression, vocabularies: Vocabularies
) -> tuple[Expression, Expression | None]:
    """An exception, and the examples after it where they are of the whole: "dementia other than of HIV (e.g. Alzheimer's)"."""
    if not isinstance(exception, AnyOf) or exception.sense != "examples" or not isinstance(whole, Finding):
        return exception, None
    head, shown = exception.children
    names = [atom.name for atom in atoms(shown) if isinstance(atom, Finding)]
    of_whole = isinstance(head, Finding) and bool(names)
    for name in names:
        of_whole = of_whole and is_kind_of(name, whole.name, vocabularies)
        of_whole = of_whole and isinstance(head, Finding) and not is_kind_of(name, head.name, vocabularies)
    return (head, shown) if of_whole else (exception, None)


def lifted(shown: Expression, text: str) -> tuple[Expression, tuple[Expression, ...]]:
    """Examples without the exceptions after them, which are of the whole: "cancer, including A and B (but not C)".

    Without a comma, a bracket or a time an exception is one of the last example: "A and macular disease other than C".
    """
    listed = isinstance(shown, AnyOf) and shown.sense == "alternatives"
    if isinstance(shown, AnyOf) and listed and isinstance(last := shown.children[-1], Except):
        if last.cue is not None and not _closed(text[: last.cue.start], last.child):
            return shown, ()
        return any_of([*shown.children[:-1], last.child]), last.exceptions
    return (shown.child, shown.exceptions) if isinstance(shown, Except) else (shown, ())


def _closed(before: str, last: Expression) -> bool:
    """Whether examples end before an exception: at a comma, a bracket, or a time that was said of all of them."""
    end = max((atom.span.end for atom in atoms(last) if atom.span is not None), default=len(before))
    return before.rstrip()[-1:] in (",", "(", "[") or bool(before[end:].strip())
