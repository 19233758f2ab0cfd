"""Concepts that are one thing, put together: the surest joins first, never two concepts of one vocabulary."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from osler.core.terminology.hierarchy.links import Joined, Link, is_outranked, prefix


class Groups:
    """Concept ids in groups; a group is one thing."""

    def __init__(self, ids: Iterable[str], joins: Iterable[Joined]) -> None:
        self.members: list[list[str]] = []
        self.of: dict[str, int] = {}
        for concept in sorted(set(ids)):
            self.of[concept] = len(self.members)
            self.members.append([concept])
        for join in sorted(joins, key=lambda join: (join.doubt, join)):
            self._unite(join)
        self._pack()

    def _unite(self, join: Joined) -> None:
        one, other = self.of.get(join.one), self.of.get(join.other)
        if one is None or other is None or one == other:
            return
        mine, theirs = self.members[one], self.members[other]
        if {prefix(concept) for concept in mine} & {prefix(concept) for concept in theirs}:
            return
        mine += theirs
        for concept in theirs:
            self.of[concept] = one
        self.members[other] = []

    def _pack(self) -> None:
        self.members = [sorted(group) for group in self.members if group]
        self.of = {concept: number for number, group in enumerate(self.members) for concept in group}

    def dissolve(self, numbers: Collection[int], vocabulary: str) -> None:
        """Let the members of one vocabulary stand alone again in some groups."""
        for number in numbers:
            group = self.members[number]
            alone = [concept for concept in group if prefix(concept) == vocabulary]
            self.members[number] = [concept for concept in group if concept not in alone]
            self.members.extend([concept] for concept in alone)
        self._pack()

    def parents(self, links: Iterable[Link]) -> list[list[int]]:
        """For each group the groups directly above it."""
        above: list[set[int]] = [set() for _ in self.members]
        for link in links:
            child, parent = self.of[link.child], self.of[link.parent]
            if link.relation != "not" and child != parent and not is_outranked(link, self.members[child]):
                above[child].add(parent)
        return [sorted(groups) for groups in above]


def circles(parents: list[list[int]]) -> set[int]:
    """The groups that lie on or between circles, which can only come from wrong joins: what peeling leaves over."""
    children: list[list[int]] = [[] for _ in parents]
    for number, above in enumerate(parents):
        for other in above:
            children[other].append(number)
    return _unpeeled(parents, children) & _unpeeled(children, parents)


def _unpeeled(before: list[list[int]], after: list[list[int]]) -> set[int]:
    """What is left when all that has nothing before it is taken away, again and again."""
    waiting_for = [len(others) for others in before]
    free = [number for number, count in enumerate(waiting_for) if count == 0]
    left = set(range(len(before))) - set(free)
    while free:
        for other in after[free.pop()]:
            waiting_for[other] -= 1
            if waiting_for[other] == 0:
                free.append(other)
                left.discard(other)
    return left
