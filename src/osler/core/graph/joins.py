"""From which end Ladybug walks a query: from the node that the question narrows, written as its `HINT`.

Left to itself the engine begins at the patient and looks at every one of 100,000 observations before it asks for a part
of their type's name. Only a plain first MATCH is ordered so; what is not understood stays as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from itertools import count, pairwise

from osler.core.graph.hops import ANCHOR, EVERYTHING, QUOTED

_NODE = re.compile(r"\(\s*(?P<name>\w+)?\s*(?::\s*\w+\s*)*(?P<map>\{[^{}()\[\]]*\}\s*)?\)")
_EDGE = re.compile(r"\s*<?-\s*\[\s*(?P<name>\w+)?\s*(?::[^\[\]*]*)?\]\s*->?\s*")
_BREAK = re.compile(r"\s*(?:,|\bMATCH\b)\s*", re.IGNORECASE)
_MATCH = re.compile(r"\s*MATCH\b", re.IGNORECASE)
_WHERE = re.compile(
    r"\s*WHERE\b[^{}]*?(?=\s(?:(?<!STARTS\s)(?<!ENDS\s)WITH|RETURN|MATCH|OPTIONAL|UNWIND|UNION|CALL)\b)", re.IGNORECASE
)


@lru_cache(maxsize=512)
def narrow_end_first(cypher: str) -> str | None:
    """The query with the order of its joins said; nothing where it narrows no node beyond the patient's own."""
    masked = QUOTED.sub(lambda match: "'" + "_" * (len(match.group()) - 2) + "'", cypher)
    head = _MATCH.match(masked)
    if head is None or EVERYTHING.search(masked):
        return None
    read = _Pattern(cypher, masked, head.end())
    where = _WHERE.match(masked, read.end) if read.read() else None
    start = read.narrowed(where.group()) if where else ""
    order = read.order(start) if start else []
    if where is None or not order:
        return None
    hint = reduce(lambda joined, name: f"({joined} JOIN {name})", order)
    pattern = "".join(read.written)
    return f"MATCH {pattern}{cypher[read.end : where.end()]} HINT {hint}{cypher[where.end() :]}"


class _Pattern:
    """The nodes and relationships of the MATCH clauses that a query begins with, each with a name."""

    def __init__(self, cypher: str, masked: str, place: int) -> None:
        self._cypher, self._masked = cypher, masked
        self._fresh = (f"join_{number}" for number in count() if f"join_{number}" not in cypher)
        self.end = place
        self.written: list[str] = []
        self.anchor = ""
        self._links: dict[str, list[tuple[str, str]]] = {}

    def read(self) -> bool:
        """Whether all of it is plain paths."""
        while self._path():
            broken = _BREAK.match(self._masked, self.end)
            if broken is None:
                return bool(self.anchor)
            self.written.append(", ")
            self.end = broken.end()
        return False

    def _path(self) -> bool:
        self.end += len(self._masked[self.end :]) - len(self._masked[self.end :].lstrip())
        names = [self._named(_NODE)]
        while names[-1] and (edge := self._named(_EDGE)):
            names += [edge, self._named(_NODE)]
        if not all(names):
            return False
        for (before, edge), (_, after) in zip(list(pairwise(names))[::2], list(pairwise(names))[1::2], strict=True):
            self._links.setdefault(before, []).append((edge, after))
            self._links.setdefault(after, []).append((edge, before))
        return True

    def _named(self, kind: re.Pattern[str]) -> str:
        found = kind.match(self._masked, self.end)
        if found is None:
            return ""
        text, name = self._cypher[found.start() : found.end()], found["name"]
        if name is None:
            name = next(self._fresh)
            opening = text.index("(" if kind is _NODE else "[") + 1
            text = text[:opening] + name + text[opening:]
        if kind is _NODE and ANCHOR in text:
            self.anchor = name
        self.written.append(text)
        self.end = found.end()
        return name

    def narrowed(self, where: str) -> str:
        """The node farthest from the patient of which the question says something."""
        steps, at = {self.anchor: 0}, [self.anchor]
        for name in at:
            for _, after in self._links.get(name, ()):
                if after not in steps:
                    steps[after] = steps[name] + 1
                    at.append(after)
        said = [name for name in at if steps[name] > 1 and re.search(rf"\b{name}\s*\.", where)]
        return max(said, key=lambda name: steps[name], default="")

    def order(self, start: str) -> list[str]:
        """Every node and relationship once, each beside what came before; none where the pattern is no tree."""
        order, at = [start], [start]
        used: set[str] = set()
        for name in at:
            for edge, after in self._links[name]:
                if edge in used:
                    continue
                if after in at:
                    return []
                used.add(edge)
                order += [edge, after]
                at.append(after)
        return order if len(at) == len(self._links) else []
