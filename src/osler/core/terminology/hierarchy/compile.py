"""From relations to arrays: groups of concepts that are one thing, and for each group all that is above and below it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology.compiling import pack_strings
from osler.core.terminology.hierarchy.groups import Groups, circles
from osler.core.terminology.hierarchy.links import Joined, Link
from osler.core.terminology.ontology.compile import as_csr
from osler.core.terminology.search.arrays import Lookup

HIERARCHY_FORMAT = 5
# Of a group that a circle runs through, the members whose joins are least sure are let go first.
_LET_GO = ("ICD10CM", "MESH", "SCTID", "HP", "MONDO")


def compile_hierarchy(
    ids: Iterable[str], links: Collection[Link], joins: Iterable[Joined], codes: Iterable[tuple[str, str, bool]]
) -> dict[str, NDArray[Any]]:
    """The arrays of a hierarchy over `ids` and whatever the links name."""
    every = {*ids, *(link.child for link in links), *(link.parent for link in links)}
    groups = Groups(every, joins)
    parents = _without_circles(groups, links)
    ancestors = _closure(parents)
    for link in links:
        if link.relation == "not":
            ancestors[groups.of[link.child]].discard(groups.of[link.parent])
    names = sorted(groups.of)
    place = {concept: number for number, concept in enumerate(names)}
    own = [link for link in links if link.relation == "is_a" or link.relation == "class"]
    aliases = _aliases(codes, groups)
    arrays: dict[str, NDArray[Any]] = {
        "group_of": np.array([groups.of[concept] for concept in names], dtype=np.int32),
        "alias_group": np.array(list(aliases.values()), dtype=np.int32),
        "refused": np.array(
            [(place[link.child], place[link.parent]) for link in links if link.relation == "not"], dtype=np.int32
        ).reshape(-1, 2),
        **Lookup.pack("concept", names),
        **Lookup.pack("alias", list(aliases)),
    }
    arrays["concept_text"], arrays["concept_ends"] = pack_strings(names)
    arrays["alias_text"], arrays["alias_ends"] = pack_strings(list(aliases))
    direct: list[set[int]] = [set() for _ in names]
    for link in own:
        direct[place[link.child]].add(place[link.parent])
    members = [[place[concept] for concept in group] for group in groups.members]
    for name, lists in (
        ("parents", direct),
        ("children", _inverse(direct)),
        ("members", members),
        ("ancestors", ancestors),
        ("descendants", _inverse(ancestors)),
    ):
        arrays[f"{name}_starts"], arrays[f"{name}_values"] = as_csr([sorted(values) for values in lists])
    return arrays


def _without_circles(groups: Groups, links: Collection[Link]) -> list[list[int]]:
    """The groups above each group, after the joins that would put a thing above itself are undone."""
    for vocabulary in _LET_GO:
        parents = groups.parents(links)
        joined = {number for number in circles(parents) if len(groups.members[number]) > 1}
        if not joined:
            return parents
        groups.dissolve(sorted(joined), vocabulary)
    return groups.parents(links)


def _closure(parents: list[list[int]]) -> list[set[int]]:
    """All groups above each group and itself; a circle inside one vocabulary ends where it began."""
    done: dict[int, set[int]] = {}
    for start in range(len(parents)):
        stack, path = [start], set()
        while stack:
            node = stack[-1]
            path.add(node)
            waiting = [above for above in parents[node] if above not in done and above not in path]
            if waiting:
                stack.append(waiting[0])
                continue
            stack.pop()
            path.discard(node)
            done[node] = {node}.union(*(done.get(above, ()) for above in parents[node]))
    return [done[node] for node in range(len(parents))]


def _inverse(lists: Collection[Iterable[int]]) -> list[list[int]]:
    inverse: list[list[int]] = [[] for _ in lists]
    for number, others in enumerate(lists):
        for other in others:
            inverse[other].append(number)
    return inverse


def _aliases(codes: Iterable[tuple[str, str, bool]], groups: Groups) -> dict[str, int]:
    """Codes of vocabularies that are not bundled, each with the group that has it first among its codes."""
    found: dict[str, tuple[bool, int]] = {}
    for code, concept, is_first in codes:
        if code in groups.of or concept not in groups.of:
            continue
        rank = (not is_first, groups.of[concept])
        if code not in found or rank < found[code]:
            found[code] = rank
    return {code: group for code, (_, group) in sorted(found.items())}
