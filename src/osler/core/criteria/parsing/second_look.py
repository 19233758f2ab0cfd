"""A second look at a finished tree: what its text says of a thing is no second condition of the patient."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.borrowed_times import times_given_back
from osler.core.criteria.parsing.governed import with_governing
from osler.core.criteria.parsing.known import ends_in_disease, holds_name
from osler.core.criteria.parsing.remarks import with_remarks_told
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.words import sex_words
from osler.core.criteria.tree import all_of, any_of, atoms, map_atoms
from osler.core.criteria.types import AllOf, AnyOf, AtLeast, Atom, Except, Expression, Finding, MeasuredValue, Not
from osler.core.evidence import Span
from osler.core.terminology import Vocabularies, singular

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_PARTS = re.compile(
    r"[,;:()\[\]&]|\b(?:and|or|but|if|not|no|without|unless|except|than|who|whom|whose)\b", re.IGNORECASE
)
"""What parts two conditions, or turns from one to the next; a clause with "who" is said of the patient."""
_OPENS = re.compile(r"\b(?:of|in|on|by|for|to|from|at|as|with|due|after|during|before|under|against)\b")
_OTHERS = frozenset({"adult", "child", "donor", "recipient", "outpatient", "inpatient"})
_FAMILY = re.compile(r"(?:\w+ )?family history of ", re.IGNORECASE)
_EXPLAINS = re.compile(r"[a-z][a-z'-]*(?: [a-z][a-z'-]*)+", re.IGNORECASE)
_MOST = 8
"""Members that may share one head, at most."""


def looked_over(tree: Expression, source: AtomSource) -> Expression:
    """The tree, in which no thing was parted from what is said of it."""
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        row = times_given_back([looked_over(child, source) for child in tree.children], source)
        row = with_governing(row, source)
        if isinstance(tree, AllOf) or (isinstance(tree, AnyOf) and tree.sense == "alternatives"):
            row = with_remarks_told(row)
        if isinstance(tree, AnyOf) and tree.sense in ("definition", "examples"):
            return _said_of_term(tree, row, source)
        if isinstance(tree, AllOf):
            return _joined_again(tree, row, source)
        return row[0] if len(row) == 1 else tree.model_copy(update={"children": tuple(row)})
    if isinstance(tree, Except) and (whole := _spared_inside(tree, source)) is not None:
        return whole
    if isinstance(tree, Not | Except):
        return tree.model_copy(update={"child": looked_over(tree.child, source)})
    return tree


def _said_of_term(tree: AnyOf, row: list[Expression], source: AtomSource) -> Expression:
    """A term with what it means or is shown by, where a record can hold it; of a family each is one of the family's."""
    term, meaning = row[0], row[1:]
    if not isinstance(term, Finding):
        return tree.model_copy(update={"children": tuple(row)})
    if tree.sense == "definition" and all(_is_remark(part, source.vocabularies) for part in meaning):
        return term  # "ALT (liver function)": what it says stays with the term as it is written
    if of_family := _FAMILY.match(term.name):
        meaning = [map_atoms(part, lambda atom: _of_family(atom, of_family.group())) for part in meaning]
    return tree.model_copy(update={"children": (term, *meaning)})


def _is_remark(tree: Expression, vocabularies: Vocabularies) -> bool:
    """Whether what explains a term is words that no vocabulary knows: a value, a time, a code ("G12D") or one word narrow it."""
    return all(
        isinstance(atom, Finding)
        and not atom.windows
        and _EXPLAINS.fullmatch(atom.name) is not None
        and not holds_name(atom.name, vocabularies)
        for atom in atoms(tree)
    )


def _of_family(atom: Atom, opening: str) -> Atom:
    """ "Family history of X (A or B)": A is one of the family too, and none of the patient's."""
    if not isinstance(atom, Finding) or _FAMILY.match(atom.name):
        return atom
    return atom.model_copy(update={"name": f"{opening}{atom.name}", "codes": ()})


def _spared_inside(tree: Except, source: AtomSource) -> Finding | None:
    """ "A result that requires biopsy, treatment (other than for infection) or review": what is spared in the middle of a phrase stays in it."""
    child, cue = tree.child, tree.cue
    if not isinstance(child, Finding) or child.span is None or cue is None:
        return None
    if not child.span.start < cue.start < cue.end < child.span.end:
        return None
    words = _words_between(source.text, child.span.start, child.span.end, [window.span for window in child.windows])
    return child.model_copy(update={"name": words, "codes": ()})


def _joined_again(tree: AllOf, row: list[Expression], source: AtomSource) -> Expression:
    """A conjunction in which what is said of a thing stands with it: "an x-ray that shows an abnormality"."""
    for place in range(len(row) - 2, -1, -1):
        head, said = row[place], row[place + 1]
        if not isinstance(head, Finding) or not _is_link(head, said, source) or _stands_apart(head, source):
            continue
        if (whole := _of_head(head, said, source, alone=len(row) == 2)) is not None:
            beside = _of_same_noun(head, row[place + 1 :], source)
            row[place : place + 2 + len(beside)] = [whole, *beside]
    return all_of(row) if len(row) != len(tree.children) else tree.model_copy(update={"children": tuple(row)})


def _of_same_noun(head: Finding, row: Sequence[Expression], source: AtomSource) -> list[Expression]:
    """What "and" joins to the first thing said, where both are of one noun: "with reversible and fixed defects"."""
    told: list[Expression] = []
    for part in row[1:]:
        nouns = {one.name.lower().split()[-1] for one in (row[0], part) if isinstance(one, Finding)}
        if not isinstance(part, Finding) or len(nouns) != 1:
            break
        if (named := _named_with(head, part, row[0], source)) is None:
            break
        told.append(named)
    return told


def _is_link(head: Finding, said: Expression, source: AtomSource) -> bool:
    """Whether the words between a thing and what follows it join the two, and part no two conditions."""
    start = _start(said)
    if head.span is None or start is None or head.span.end >= start:
        return False
    link = source.text[head.span.end : start].lower()
    words = _WORD.findall(link)
    return bool(words) and not _PARTS.search(link) and _people().isdisjoint(map(singular, words))


def _start(tree: Expression) -> int | None:
    return min((atom.span.start for atom in atoms(tree) if atom.span is not None), default=None)


def _stands_apart(head: Finding, source: AtomSource) -> bool:
    """Whether what stands before a clause is the patient or a disease of his own: what comes with it is asked by itself."""
    words = _WORD.findall(head.name.lower())
    if not words or not _people().isdisjoint(map(singular, words)):
        return True
    own = _OPENS.split(head.name, maxsplit=1)[0].strip() or head.name
    return ends_in_disease(own, source.vocabularies)


@cache
def _people() -> frozenset[str]:
    return frozenset(map(singular, (*cues().persons, *sex_words()))) | _OTHERS


def _of_head(head: Finding, said: Expression, source: AtomSource, *, alone: bool) -> Expression | None:
    """What is said of a thing, with its name before each member; None where it is more than names and values."""
    if isinstance(said, Finding | MeasuredValue):
        return _named_with(head, said, said, source)
    if not isinstance(said, AnyOf) or len(said.children) > _MOST or said.sense == "requirement":
        return None
    if said.sense != "alternatives":
        first = _of_head(head, said.children[0], source, alone=False)
        return None if first is None else said.model_copy(update={"children": (first, *said.children[1:])})
    anew = _opens_anew(said.children, source)
    if anew < len(said.children) and not alone:
        return None
    told = [_named_with(head, part, said.children[0], source) for part in said.children[:anew]]
    return any_of([*(part for part in told if part is not None), *said.children[anew:]]) if all(told) else None


def _opens_anew(parts: Sequence[Expression], source: AtomSource) -> int:
    """Which alternative is the first that is said of the patient again: "or presence of any toxicity"."""
    for place in range(1, len(parts)):
        end = max((atom.span.end for atom in atoms(parts[place - 1]) if atom.span is not None), default=0)
        between = source.text[end : _start(parts[place]) or end].lower()
        if not cues().noun_openings.isdisjoint(_WORD.findall(between)):
            return place
    return len(parts)


def _named_with(
    head: Finding, said: Expression, first: Expression, source: AtomSource
) -> Finding | MeasuredValue | None:
    """A name with the thing that it is said of, in the words that join them; None where it is no plain name."""
    start = _start(first)
    if not isinstance(said, Finding | MeasuredValue) or head.span is None or start is None or said.span is None:
        return None
    if isinstance(said, MeasuredValue) and _is_measured_itself(said, source.vocabularies):
        return None
    test = said.test.span if isinstance(said, MeasuredValue) else None
    link = _words_between(source.text, head.span.end, start, [*(one.span for one in head.windows), test])
    if not link:
        return None
    # "Suggestive of a current infection": the time stands among the words that join, and is one of what follows them.
    own = [one for one in said.windows if one.span is None or not head.span.end <= one.span.start < start]
    windows = (*head.windows, *(one for one in own if one not in head.windows))
    span = source.span(head.span.start, said.span.end) if said is first else said.span
    qualifier = "; ".join(filter(None, (head.qualifier, said.qualifier)))
    update = {"name": f"{head.name} {link} {said.name}", "windows": windows, "qualifier": qualifier, "span": span}
    return said.model_copy(update={**update, "codes": ()})


def _is_measured_itself(said: MeasuredValue, vocabularies: Vocabularies) -> bool:
    """Whether a value is one that a record holds by its own name, and no "result" or "diameter" of something."""
    return said.scale is not None or said.test.result is not None or holds_name(said.name, vocabularies)


def _words_between(text: str, start: int, end: int, without: Sequence[Span | None]) -> str:
    """The words of a stretch without some times and numbers, and without the article that they leave behind."""
    letters = list(text[start:end])
    for span in without:
        for place in range(max(span.start, start), min(span.end, end)) if span is not None else ():
            letters[place - start] = " "
    words = "".join(letters).split()
    while len(words) > 1 and words[-1].lower() in ("a", "an", "any"):
        words.pop()
    return " ".join(words)
