"""A criterion that carries a list: its lead-in, its entries, and how the lead-in binds them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from osler.core.criteria.lexing.numbers import NUMBER_WORDS
from osler.core.criteria.lexing.plain import clean
from osler.core.criteria.parsing.combine import names_patient_group
from osler.core.criteria.text.lines import lines
from osler.core.criteria.tree import all_of, any_of, atoms, map_atoms
from osler.core.criteria.types import AtLeast, Atom, CriterionKind, Expression, Finding, MeasuredValue, Not, Window

_QUANTIFIER = re.compile(
    r"\b(?:(?P<none>none)|(?P<all>all)|(?:at\s+least\s+|any\s+)?(?P<count>one|two|three|four|five|six|\d)(?:\s+or\s+more)?"
    r"|(?P<more>more\s+than\s+(?:one|two|three|\d))|any|either)\s+(?:of\b|or\s+more\s+of\b)"
)
_ANNOUNCES = re.compile(
    r":\s*$|\bfollowing\b|\bdefined\b|\bspecifically\b|\bincluding\b|\bindicated by\b|\bevidenced by\b"
)
_NEGATES = re.compile(r"\b(?:no|not|none|without|absence of|never|neither)\b")
_TRAILING_JOINT = re.compile(r"(?:\b(?P<joint>and|or|and/or)|[;,])[\s.]*$")


_LABEL = re.compile(
    r"\d|\b(?:adequate|normal|abnormal|acceptable|sufficient|function\w*|lab\w*|values?|parameters?|status|criteria|requirements?|counts?|levels?|tests?|"
    r"results?|reserve|following|defined|definition|evidence\w*|indicated|including|specifically|history|clinical|h[ae]+matolog\w*|biochemi\w*|vital|signs?|"
    r"measure\w*|scores?|age|weight|bmi|consent|patients?|subjects?|participants?|women|men|adults|children)\b"
)
"""A lead-in that heads values and is no disease: "Adequate organ function:"."""


class ListEntry(NamedTuple):
    """One entry of the list, with the entries below it."""

    start: int
    end: int
    entries: list[ListEntry]


class Outline(NamedTuple):
    """A lead-in and the list that it introduces."""

    start: int
    end: int
    entries: list[ListEntry]


_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def outline(text: str) -> Outline:
    """The list structure of a criterion; without list markers the whole text is the lead-in."""
    root = Outline(0, 0, [])
    stack: list[tuple[int, list[ListEntry]]] = [(-1, root.entries)]
    end_of_lead = 0
    for place, line in enumerate(lines(text)):
        if place == 0 or (not line.marker and not root.entries):
            end_of_lead = line.end
        elif not line.marker:
            _extend_last(root.entries, line.end)
        else:
            while len(stack) > 1 and stack[-1][0] >= line.indent:
                stack.pop()
            entry = ListEntry(line.start, line.end, [])
            stack[-1][1].append(entry)
            stack.append((line.indent, entry.entries))
    return root._replace(end=end_of_lead)


def _extend_last(entries: list[ListEntry], end: int) -> None:
    while entries[-1].entries:
        entries = entries[-1].entries
    entries[-1] = entries[-1]._replace(end=end)


def bind(
    lead_text: str, lead: Expression | None, children: Sequence[Expression], texts: Sequence[str], kind: CriterionKind
) -> Expression:
    """The tree of a list: the lead-in says how many entries must hold and for whom."""
    words = clean(lead_text)
    body = _counted(words, children, texts, kind)
    if lead is None:
        return body
    if names_patient_group(lead):
        return any_of([Not(child=lead), body]) if kind == "inclusion" else all_of([lead, body])
    if _ANNOUNCES.search(words):
        if _is_disease_with_values(words, lead, children):
            return all_of([lead, body])
        return in_time(body, tuple(window for atom in _atoms(lead) for window in atom.windows))
    return all_of([lead, body]) if kind == "inclusion" else any_of([lead, body])


def _is_disease_with_values(words: str, lead: Expression, children: Sequence[Expression]) -> bool:
    """Whether a lead-in is the bare name of something whose values the list gives: "Heart failure:" is none of them."""
    if not isinstance(lead, Finding) or _LABEL.search(words):
        return False
    return all(isinstance(atom, MeasuredValue) for child in children for atom in atoms(child))


def _counted(words: str, children: Sequence[Expression], texts: Sequence[str], kind: CriterionKind) -> Expression:
    found = _QUANTIFIER.search(words)
    # "Controls (without epilepsy): 1. Age 18 to 45": what a bracket denies is said of them, and not of the list.
    outside = _BRACKETED.sub(" ", words)
    if (found and found["none"]) or (_NEGATES.search(outside) and _ANNOUNCES.search(words)):
        return Not(child=any_of(children))
    if found and found["all"]:
        return all_of(children)
    if found:
        word = found["count"] or (found["more"] or "one").split()[-1]
        count = int(NUMBER_WORDS.get(word, 0) or (int(word) if word.isdigit() else 1)) + bool(found["more"])
        return AtLeast(count=count, children=tuple(children)) if 1 < count <= len(children) else any_of(children)
    joints = _joints(texts)
    if not joints:
        return any_of(children) if kind == "exclusion" else all_of(children)
    groups: list[list[Expression]] = [[children[0]]]
    for joint, child in zip(joints, children[1:], strict=True):
        if joint == "and":
            groups.append([])
        groups[-1].append(child)
    return all_of([any_of(group) for group in groups])


def _joints(texts: Sequence[str]) -> list[str]:
    """How each entry is joined to the next: as its end says, else as the next end that says it; none where none does.

    Of an "and" and an "or" in one list the "or" binds: "a, and", "b or", "c" is a with either of the others.
    """
    said = [match["joint"] if (match := _TRAILING_JOINT.search(text.lower())) else None for text in texts[:-1]]
    spelled = ["and" if joint == "and" else "or" for joint in said if joint]
    if not spelled:
        return []
    found: list[str] = []
    following = spelled[-1]
    for joint in reversed(said):
        following = ("and" if joint == "and" else "or") if joint else following
        found.append(following)
    return found[::-1]


def in_time(tree: Expression, windows: tuple[Window, ...]) -> Expression:
    """A list in the time that its lead-in states; an entry with a time of its own keeps it."""

    def dated(atom: Atom) -> Atom:
        if isinstance(atom, Finding) and all(window.kind == "ever" for window in atom.windows):
            return atom.model_copy(update={"windows": windows})
        return atom

    return map_atoms(tree, dated) if windows else tree


def _atoms(tree: Expression) -> list[Finding | MeasuredValue]:
    return [atom for atom in atoms(tree) if isinstance(atom, Finding | MeasuredValue)]
