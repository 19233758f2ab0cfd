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


def circles(parents: list[list[int]]) -> list[list[int]]:
    """Sets of groups of which each is above the others, which can only come from a wrong join (Tarjan)."""
    order = [-1] * len(parents)
    low = [0] * len(parents)
    waiting: list[int] = []
    is_waiting = [False] * len(parents)
    found: list[list[int]] = []
    clock = 0
    for start in range(len(parents)):
        if order[start] >= 0:
            continue
        work = [(start, 0)]
        while work:
            node, place = work.pop()
            if place == 0:
                order[node] = low[node] = clock
                clock += 1
                waiting.append(node)
                is_waiting[node] = True
            above = parents[node]
            if place < len(above):
                work.append((node, place + 1))
                nearest = above[place]
                if order[nearest] < 0:
                    work.append((nearest, 0))
                elif is_waiting[nearest]:
                    low[node] = min(low[node], order[nearest])
                continue
            for nearest in above:
                if is_waiting[nearest]:
                    low[node] = min(low[node], low[nearest])
            if low[node] == order[node]:
                circle = []
                while True:
                    member = waiting.pop()
                    is_waiting[member] = False
                    circle.append(member)
                    if member == node:
                        break
                if len(circle) > 1:
                    found.append(circle)
    return found
