"""What one member of a choice says of all of them: the unit of a limit, the time of what the others are examples of."""

from __future__ import annotations

from osler.core.criteria import AnyOf, Atom, Finding, MeasuredValue, known_measure, map_atoms


def in_one_unit(tree: AnyOf) -> AnyOf:
    """Limits of one kind in the unit that the last of them has: "systolic ≥ 160 or diastolic ≥ 110 mmHg"."""
    parts = [part for part in tree.children if isinstance(part, MeasuredValue) and part.test.bounds]
    units = {bound.unit for part in parts for bound in part.test.bounds if bound.unit}
    kinds = {known.unit if (known := known_measure(part.name)) else part.name for part in parts}
    if len(parts) != len(tree.children) or len(units) != 1 or len(kinds) != 1:
        return tree
    unit = units.pop()
    bounds = [tuple(bound.model_copy(update={"unit": unit}) if not (bound.unit or bound.times) else bound for bound in part.test.bounds) for part in parts]  # fmt: skip
    told = [part.test.model_copy(update={"bounds": own}) for part, own in zip(parts, bounds, strict=True)]
    children = tuple(part.model_copy(update={"test": test}) for part, test in zip(parts, told, strict=True))
    return tree.model_copy(update={"children": children})


def in_one_time(tree: AnyOf) -> AnyOf:
    """Examples in the time of what they are examples of, and a definition in that of its term.

    "A biologic (e.g. dupilumab) within 4 months"; "an MRA (spironolactone or eplerenone) within 30 days".
    """
    first, *rest = tree.children
    if tree.sense not in ("examples", "definition") or not isinstance(first, Finding) or not first.windows:
        return tree

    def timed(atom: Atom) -> Atom:
        untimed = isinstance(atom, Finding) and not atom.windows
        return atom.model_copy(update={"windows": first.windows}) if untimed else atom

    return tree.model_copy(update={"children": (first, *(map_atoms(part, timed) for part in rest))})
