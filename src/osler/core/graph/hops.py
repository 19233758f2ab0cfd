"""Paths from the patient written hop by hop: a long path Ladybug walks from its first node, hops from the narrow end.

`(p)-[x]->(b)-[y]->(c)` becomes `(p)-[x]->(b), (b)-[y]->(c)`, which means the same: both are one pattern of one clause.
Among 100,000 observations of one patient a question by type takes a tenth of the time. Paths that begin elsewhere are
left as they are: they are walked from the narrow end already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import count

from osler.core.graph.guard import PATIENT_PARAMETER

QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`")
_NODE = r"\(\s*(?:\w+\s*)?(?::\s*\w+\s*)*(?:\{[^{}()\[\]]*\}\s*)?\)"
_EDGE = r"\s*<?-\s*\[[^\[\]*]*\]\s*->?\s*"
_PATH = re.compile(rf"(?<![\w)\]>-])(?P<lead>\s*){_NODE}(?:{_EDGE}{_NODE}){{2,}}(?!\s*[-<])")
_CLAUSE = re.compile(r"\bMATCH\b(?P<pattern>.*?)(?=\b(?:WHERE|WITH|RETURN|MATCH|OPTIONAL|UNWIND|ORDER|UNION)\b|$)", re.IGNORECASE | re.DOTALL)  # fmt: skip
EVERYTHING = re.compile(r"\b(?:RETURN|WITH)\s+(?:DISTINCT\s+)?\*", re.IGNORECASE)
ANCHOR = f"${PATIENT_PARAMETER}"
_VARIABLE = re.compile(r"\(\s*(\w+)")


@lru_cache(maxsize=512)
def hop_by_hop(cypher: str) -> str:
    """The query with the paths of its MATCH clauses cut into hops; named paths and what returns everything stay whole."""
    texts: list[str] = []

    def hide(match: re.Match[str]) -> str:
        texts.append(match.group())
        return f"`{len(texts) - 1}`"

    masked = QUOTED.sub(hide, cypher)
    if EVERYTHING.search(masked):
        return cypher
    fresh = (f"hop_{number}" for number in count() if f"hop_{number}" not in masked)
    cut = _CLAUSE.sub(lambda clause: _PATH.sub(lambda path: _hops(path, fresh), clause.group()), masked)
    return re.sub(r"`(\d+)`", lambda match: texts[int(match[1])], cut)


def _hops(path: re.Match[str], fresh: Iterator[str]) -> str:
    text = path.group()[len(path["lead"]) :]
    named = path.string[: path.start()].rstrip().endswith("=")
    if named or ANCHOR not in text.partition(")")[0]:
        return path.group()
    nodes, edges = re.findall(_NODE, text), re.split(_NODE, text)[1:-1]
    written = [nodes[0]]
    for place, (edge, node) in enumerate(zip(edges, nodes[1:], strict=True), start=1):
        inner = place < len(nodes) - 1
        name = _VARIABLE.match(node)
        if inner and name is None:
            called = next(fresh)
            node = node.replace("(", f"({called}", 1)
        else:
            called = name[1] if name else ""
        written.append(f"{edge}{node}" + (f", ({called})" if inner else ""))
    return path["lead"] + "".join(written)
