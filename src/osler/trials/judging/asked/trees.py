"""Questions about criterion trees and their atoms that need no proof."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from osler.core.criteria import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    Atom,
    Bound,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Pregnancy,
    SexIs,
    Unparsed,
    atoms,
    map_atoms,
    render,
)
from osler.core.patient.types import Sex
from osler.trials.judging.rules import empty_words, pattern, rules
from osler.trials.judging.view import PatientView


def asked_for(tree: Expression) -> list[Finding]:
    """The findings that a tree asks for, and not against."""
    if isinstance(tree, AllOf | AnyOf):
        return [atom for child in tree.children for atom in asked_for(child)]
    if isinstance(tree, Except):
        return asked_for(tree.child)
    return [tree] if isinstance(tree, Finding) else []


_CLASSES = re.compile(r"New York Heart|NYHA|ECOG|Karnofsky|functional class|performance status", re.IGNORECASE)


def with_content(children: Sequence[Expression]) -> Sequence[Expression]:
    """The parts that name something; all of them where none does."""
    named_parts = [child for child in children if not _is_empty(child)]
    return named_parts or children


def in_both_kinds(tree: AnyOf) -> Finding | None:
    """The disease of a choice between all the kinds that there are of it: "congenital or acquired immunodeficiency"."""
    if len(tree.children) != 2 or not all(isinstance(child, Finding) for child in tree.children):
        return None
    first, second = (child for child in tree.children if isinstance(child, Finding))
    kinds = [one.name.casefold().split(" ", 1) for one in (first, second)]
    if any(len(kind) < 2 for kind in kinds) or kinds[0][1] != kinds[1][1] or first.windows != second.windows:
        return None
    if sorted([kinds[0][0], kinds[1][0]]) not in [sorted(pair) for pair in rules()["both_kinds"]]:
        return None
    return second.model_copy(update={"name": second.name.split(" ", 1)[1], "codes": ()})


def without_scale_dress(tree: AllOf) -> AllOf:
    """A conjunction without what only says of a class what it is a class of: "NYHA class II to IV symptoms"."""
    if not any(isinstance(child, MeasuredValue) and _CLASSES.search(child.name) for child in tree.children):
        return tree
    kept = [
        child
        for child in tree.children
        if not (isinstance(child, Finding) and pattern("scale_dress").fullmatch(child.name.casefold()))
    ]
    return tree.model_copy(update={"children": tuple(kept)}) if kept else tree


def _is_empty(part: Expression) -> bool:
    if not isinstance(part, Finding | Unparsed):
        return False
    words = re.findall(r"[^\W_]+(?:-[^\W_]+)*", text_of(part).casefold())
    return all(word in empty_words() or word.isdigit() for word in words)


def with_plural_units(atom: Atom) -> Atom:
    """An age in the units that evaluation knows: "1 day" as 1 days."""
    if not isinstance(atom, Age):
        return atom
    bounds = tuple(map(_in_known_unit, atom.test.bounds))
    return atom.model_copy(update={"test": atom.test.model_copy(update={"bounds": bounds})})


def _in_known_unit(bound: Bound) -> Bound:
    """A limit of age in the plural, and hours as parts of a day."""
    unit = f"{bound.unit}s" if bound.unit and not bound.unit.endswith("s") else bound.unit
    if unit == "hours":
        return bound.model_copy(update={"unit": "days", "value": bound.value / 24})
    return bound.model_copy(update={"unit": unit})


def with_gestation(tree: Expression, text: str) -> Expression:
    """A tree in which weeks of gestation are no age of the patient."""
    if not pattern("gestation").search(text.casefold()):
        return tree

    def meant(atom: Atom) -> Atom:
        if not isinstance(atom, Age) or not any(
            (bound.unit or "").startswith(("week", "day")) for bound in atom.test.bounds
        ):
            return atom
        return MeasuredValue(name="gestational age", codes=("LAB:gestational_age",), test=atom.test, span=atom.span)

    return map_atoms(tree, meant)


def is_count(atom: Atom) -> bool:
    """Whether an atom with a limit asks how many there were, and for no value of a laboratory."""
    return (
        isinstance(atom, MeasuredValue)
        and bool(atom.test.bounds)
        and all(not bound.unit and not bound.times and float(bound.value).is_integer() for bound in atom.test.bounds)
        and bool(pattern("counted").search(atom.name.casefold()))
    )


def outside_subgroup(text: str, tree: Expression, view: PatientView, *, excludes: bool = False) -> str:
    """Why a criterion does not apply to a patient, or nothing: it speaks of the other sex, or of an age long past."""
    found = list(atoms(tree))
    if all(isinstance(atom, SexIs | Age) for atom in found):
        return ""
    if view.sex is Sex.MALE and (_speaks_of(tree, _of_women) or _of_women_alone(text, excludes=excludes)):
        return "it speaks of women, and the patient is male"
    men_only = pattern("subgroup", "male").search(text.lower()) and not pattern("subgroup", "female").search(
        text.lower()
    )
    if (
        view.sex is Sex.FEMALE
        and men_only
        and not any(isinstance(atom, Finding) and atom.name.isupper() for atom in found)
    ):
        return "it speaks of men, and the patient is female"
    past = view.age is not None and view.age >= rules()["reproductive_age"]["never_from"]
    if past and _speaks_of(tree, _of_fertility if view.sex is Sex.FEMALE else _of_women):
        return "it speaks of reproductive age, which the patient is past"
    return ""


def _speaks_of(tree: Expression, about: Callable[[Expression], bool]) -> bool:
    """Whether a criterion speaks of something as a whole: every one of its alternatives does."""
    if isinstance(tree, AnyOf) and tree.sense == "alternatives":
        return all(_speaks_of(child, about) for child in tree.children)
    if isinstance(tree, AllOf) and not any(isinstance(child, SexIs) for child in tree.children):
        # "Asthma, and not pregnant" asks for asthma of everybody.
        others = [child for child in tree.children if not _speaks_of(child, about)]
        return not any(_asks_of_everybody(child) for child in others) and about(tree)
    return about(tree)


def _asks_of_everybody(tree: Expression) -> bool:
    """Whether a part asks for an age, a value or another named thing, whoever the patient is."""
    return any(isinstance(atom, Age | MeasuredValue | Finding) for atom in atoms(tree))


def _of_women(tree: Expression) -> bool:
    return any(
        isinstance(atom, Pregnancy) or bool(pattern("silent", "reproductive").search(text_of(atom).casefold()))
        for atom in atoms(tree)
    )


def _of_fertility(tree: Expression) -> bool:
    """Whether a part speaks of bearing children or of preventing it, which ends with age."""
    return _of_women(tree) or any("contracepti" in text_of(atom).casefold() for atom in atoms(tree))


def _of_women_alone(text: str, *, excludes: bool) -> bool:
    """Whether women are the subject of a whole criterion, which excludes or demands something of them."""
    words = " ".join(text.casefold().split())
    demanded = excludes or pattern("subgroup", "demanded").search(words)
    return bool(demanded and pattern("subgroup", "women_as_subject").match(words))


def both_sexes(tree: AllOf) -> bool:
    """Whether a conjunction names both sexes."""
    return len({child.sex for child in tree.children if isinstance(child, SexIs)}) > 1


def sexes_as_choice(tree: AllOf) -> list[Expression]:
    """ "Male and female" lets both in; nobody is asked to be both."""
    sexes = tuple(child for child in tree.children if isinstance(child, SexIs))
    return [AnyOf(children=sexes), *(child for child in tree.children if not isinstance(child, SexIs))]


def is_whole(tree: Expression) -> bool:
    """Whether a part names something that consists of parts, such as a treatment or an examination."""
    return isinstance(tree, Finding | Unparsed) and bool(pattern("wholes").search(text_of(tree).casefold()))


def without_counted_kinds(tree: Expression, text: str) -> Expression:
    """A tree without the kinds of what is counted, which a bracket behind it lists: "10 to 40 lesions (papules, pustules)"."""
    if not isinstance(tree, AllOf):
        return tree
    counts = [part for part in tree.children if isinstance(part, MeasuredValue) and part.test.bounds]
    brackets = [
        found["list"].casefold()
        for found in _LIST_BEHIND.finditer(" ".join(text.split()))
        if any(found["noun"].casefold() in one.name.casefold() for one in counts)
    ]
    kept = [part for part in tree.children if not _are_listed(part, brackets)]
    return kept[0] if len(kept) == 1 else tree.model_copy(update={"children": tuple(kept)})


_LIST_BEHIND = re.compile(
    r"(?P<noun>[^\W\d_]{4,})\s\((?!\s?(?:including|incl)\b)(?P<list>[^()]*(?:,|\bor\b|\band\b)[^()]*)\)"
)


def _are_listed(part: Expression, brackets: Sequence[str]) -> bool:
    """Whether a part is a choice of findings that one bracket has all of."""
    names = (
        [one.name.casefold() for one in part.children if isinstance(one, Finding)] if isinstance(part, AnyOf) else []
    )
    whole = isinstance(part, AnyOf) and len(names) == len(part.children)
    return whole and any(all(name in listed for name in names) for listed in brackets)


def demanded(tree: Expression) -> Expression:
    """What a requirement asks of those whom it speaks of ("if on a statin, its dose is stable"); any other tree is its own demand."""
    if not isinstance(tree, AnyOf) or tree.sense != "requirement" or len(tree.children) < 2:
        return tree
    rest = tree.children[1:]
    return rest[0] if len(rest) == 1 else tree.model_copy(update={"children": rest, "sense": "alternatives"})


def text_of(atom: Atom) -> str:
    """The words of an atom."""
    if isinstance(atom, Finding):
        return f"{atom.name} {atom.target}".strip()
    return atom.text if isinstance(atom, Unparsed) else render(atom)


def of_bearing(tree: Expression) -> bool:
    """Whether a group is told apart by sex or by what bears children, of which notes say little."""
    return any(isinstance(atom, SexIs | Pregnancy) for atom in atoms(tree))


class AskedPart(NamedTuple):
    """A part of a criterion, and whether the criterion asks for it or against it."""

    atom: Finding | MeasuredValue | Unparsed
    affirmed: bool


_STATES = {"pregnant": "pregnant pregnancy", "breastfeeding": "breastfeeding lactation lactating feeding nursing"}
"""The words in which a note tells of a state that criteria have a kind of atom for."""


def asked_parts(tree: Expression, affirmed: bool = True) -> Iterator[AskedPart]:
    """The parts of a tree of which a note can tell, each as it is asked."""
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        for child in tree.children:
            yield from asked_parts(child, affirmed)
    elif isinstance(tree, Not):
        yield from asked_parts(tree.child, not affirmed)
    elif isinstance(tree, Except):
        yield from asked_parts(tree.child, affirmed)
    elif isinstance(tree, Finding | MeasuredValue | Unparsed):
        yield AskedPart(tree, affirmed)
    elif isinstance(tree, Pregnancy) and tree.state in _STATES:
        yield AskedPart(Unparsed(text=_STATES[tree.state]), affirmed)
