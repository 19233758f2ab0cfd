"""What follows "such as", "defined as" and the like: examples of a condition, or what is meant by it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.episodes import episode_of
from osler.core.criteria.lexing.lexicon import cue_pattern, cues, is_measurement
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.exceptions import alternatives
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.known import names_condition, names_something
from osler.core.criteria.parsing.manifested import only_remarks
from osler.core.criteria.parsing.qualifiers import qualifies
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.shared_targets import reacted_to
from osler.core.criteria.tree import all_of, atoms, defined_as, examples_of, map_atoms
from osler.core.criteria.types import (
    Age,
    AnyOf,
    AtLeast,
    Atom,
    Comparator,
    Expression,
    Finding,
    MeasuredValue,
    Window,
)
from osler.core.terminology import Vocabularies, singular

_NO_KIND = (Kind.AND, Kind.VALUE, Kind.SCALED, Kind.TIME, Kind.DURATION)
_LISTED = 3
"""So many members are a list of signs; two may be two works that define something."""
_ANSWERS = re.compile(
    r"(?:\S.*\b)?(?:(?:un|non-?)?(?:responsive|responding|refractory|resistant|controlled|response)\s+(?:to|by|with)"
    r"|(?:relaps\w*|recurren\w+|progress\w+|fail\w*)\s+(?:after|on|of|following|to))\s+(?=(?:\S+\s+){0,3}\S+$)",
    re.IGNORECASE,
)
_STUDIES = frozenset({"trial", "study", "studie"})
_AHEAD = frozenset({"planned", "scheduled", "anticipated", "expected"})


def explained(part: Expression, cue: Item, said: Expression, source: AtomSource) -> Expression:
    """What follows "such as" are examples; what follows "defined as" or "confirmed by" says what is meant."""
    vocabularies = source.vocabularies
    if isinstance(cue, Token) and cue.text in cues().shows_by and not any(map(is_test, atoms(said))):
        # "Hypersensitivity to eggs manifested as hives or shock": hives of another cause are none.
        return all_of([part, said])
    inside = reacted_to(part, said, vocabularies)
    if inside is None:
        return part
    if lists_kinds(cue, ()):
        inside = _of_object(part, inside, vocabularies)
    if (counted := so_many_shown(part, inside)) is not None:
        return counted
    if isinstance(cue, Token) and cue.text in cues().defined_by and not _tells(inside, vocabularies):
        # "As defined by the DSM" names who defined it.
        return part
    if lists_kinds(cue, ()) and only_remarks(part, inside, source):
        return part
    return (
        examples_of(part, _in_its_time(part, as_planned(part, _with_noun(part, inside, vocabularies))))
        if names_examples(cue)
        else defined_as(part, inside)
    )


def _of_object(part: Expression, shown: Expression, vocabularies: Vocabularies) -> Expression:
    """Examples of what a condition is said not to answer to, or of what a trial tests, under its whole name.

    "Hypertension unresponsive to vasodilators such as oxygen" is none of oxygen.
    """
    head = part.children[0] if isinstance(part, AnyOf) and part.sense == "definition" else part
    if not isinstance(head, Finding):
        return shown
    anchored = [one for one in head.windows if one.anchor.split()[-1:] in (["therapy"], ["treatment"])]
    if len(anchored) == 1 and len(head.windows) == 1:
        # "Relapse after first-line therapy, i.e. A or B" is none of A itself.
        return map_atoms(shown, lambda atom: _after_it(head, anchored[0], atom))
    opening = _ANSWERS.match(head.name)
    if opening is not None:
        answers = opening.group()
        return map_atoms(shown, lambda atom: _named_after(atom, f"{answers}{getattr(atom, 'name', '')}"))
    if singular(head.name.split()[-1].lower()) not in _STUDIES:
        return shown
    general = cues().given_in_trials | cues().general_things | {"biologic", "procedure"}
    named = [atom for atom in atoms(shown) if isinstance(atom, Finding)]
    if not named or not all(singular(atom.name.lower()) in general for atom in named):
        return shown
    return map_atoms(shown, lambda atom: _named_after(atom, f"{head.name} of {getattr(atom, 'name', '')}"))


def _after_it(head: Finding, window: Window, atom: Atom) -> Atom:
    if not isinstance(atom, Finding) or atom.target:
        return atom
    return head.model_copy(
        update={"windows": (window.model_copy(update={"anchor": atom.name, "span": None}),), "span": atom.span}
    )


def _named_after(atom: Atom, name: str) -> Atom:
    return atom.model_copy(update={"name": name}) if isinstance(atom, Finding) and not atom.target else atom


def _in_its_time(part: Expression, shown: Expression) -> Expression:
    """Examples at the time of what they are examples of: "history of systemic illness, including cancer"."""
    head = part.children[0] if isinstance(part, AnyOf) and part.sense == "alternatives" else part
    told_of_all = (one for one in getattr(head, "windows", ()) if one.kind not in ("lasting", "at") or episode_of(one))
    windows = tuple(told_of_all)

    def told(atom: Atom) -> Atom:
        bare = isinstance(atom, Finding) and not atom.windows
        return atom.model_copy(update={"windows": windows}) if bare else atom

    return map_atoms(shown, told) if windows else shown


def as_planned(part: Expression, shown: Expression) -> Expression:
    """Examples of what lies ahead lie ahead as well: "planned major surgery (e.g. valve surgery)"."""
    plan = part.name.split()[0] if isinstance(part, Finding) else ""
    if plan.lower() not in _AHEAD:
        return shown

    def told(atom: Atom) -> Atom:
        own = not isinstance(atom, Finding) or atom.windows or atom.name.split()[0].lower() in cues().plans
        return atom if own else atom.model_copy(update={"name": f"{plan} {atom.name}"})  # type: ignore[union-attr]  # a finding

    return map_atoms(shown, told)


def _tells(inside: Expression, vocabularies: Vocabularies) -> bool:
    """Whether a definition says what is meant: it holds a value or a condition, or a list of more than who or what rules."""
    if isinstance(inside, AnyOf | AtLeast) and len(inside.children) >= _LISTED:
        return True
    return any(
        is_test(atom) or (isinstance(atom, Finding) and names_condition(atom.name, vocabularies))
        for atom in atoms(inside)
    )


def _with_noun(part: Expression, shown: Expression, vocabularies: Vocabularies) -> Expression:
    """Examples that are organs or kinds with the noun that they are examples of: "organ transplantation, including kidney"."""
    if not isinstance(part, Finding):
        return shown
    words = part.name.split()
    # "Bleeding at a critical site, including intracranial": a place of the noun is none of its kinds.
    end = next((n for n, word in enumerate(words) if n and word.lower() in cues().prepositions), len(words))
    named = [atom for atom in atoms(shown) if isinstance(atom, Finding)]
    kinds = len(named) > 1 and all(" " not in atom.name and _is_kind(atom.name, vocabularies) for atom in named)

    def grown(atom: Atom) -> Atom:
        organ = len(words) > 1 and isinstance(atom, Finding) and atom.name.lower() in cues().attributive
        if not isinstance(atom, Finding) or not (kinds or organ):
            return atom
        noun = words[end - 1] if kinds else words[-1]
        return atom.model_copy(update={"name": f"{atom.name} {noun}"})

    return map_atoms(shown, grown)


def _is_kind(name: str, vocabularies: Vocabularies) -> bool:
    """Whether a word only says of what kind a noun is, and names nothing of its own."""
    return qualifies(name, vocabularies) and not names_something(name, vocabularies)


def is_test(atom: Atom) -> bool:
    return isinstance(atom, MeasuredValue | Age)


def defines_each(cue: Item, terms: AnyOf, said: Expression) -> bool:
    """ "Anemia or polycythemia, defined as hemoglobin < 7 or > 18": as many limits as terms are those of each."""
    limits = said.children if isinstance(said, AnyOf) and said.sense == "alternatives" else ()
    return (
        not names_examples(cue)
        and len(limits) == len(terms.children) == len([one for one in limits if isinstance(one, MeasuredValue)])
        and all(isinstance(term, Finding) for term in terms.children)
    )


def so_many_shown(part: Expression, inside: Expression) -> AtLeast | None:
    """ "At least two symptoms of heart failure (dyspnoea, fatigue, oedema)": so many of those that are listed."""
    if not isinstance(part, MeasuredValue) or is_measurement(part.name) or len(part.test.bounds) != 1:
        return None
    bound, listed = part.test.bounds[0], alternatives(inside)
    if bound.comparator not in (Comparator.GE, Comparator.GT) or bound.unit or bound.times:
        return None
    count = int(bound.value) + (bound.comparator is Comparator.GT)
    fits = bound.value.is_integer() and 1 < count < len(listed)
    return AtLeast(count=count, children=listed) if fits else None


def names_examples(cue: Item) -> bool:
    """Whether a cue announces examples, and not a definition."""
    return isinstance(cue, Token) and bool(cue_pattern("shows_examples").match(cue.text))


def lists_kinds(cue: Item, items: Sequence[Item]) -> bool:
    """Whether what a cue announces are kinds of a thing, of which one is enough: "i.e. A, B, C" has no "and"."""
    named = isinstance(cue, Token) and bool(cue_pattern("names_kinds").match(cue.text))
    return names_examples(cue) or (named and not any(is_kind(item, *_NO_KIND) for item in items))
