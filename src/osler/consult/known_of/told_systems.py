"""A body system in words: its conditions and values, each with the entries that it rests on."""

from __future__ import annotations

from osler.consult.record.overview import Overview
from osler.consult.types import ReplySentence, SourceLine

_STEM = 5
"""Letters by which the name of an organ is known in that of a disease: thyroid, thyroiditis, thyrotropin."""
_ORGANS = {"thyroid", "prostate", "skin", "eye", "ear", "blood"}
"""Systems that are called by an organ."""


def in_words(found: Overview, organ: str = "") -> list[ReplySentence]:
    """What is held of a system; of one organ of it that nothing speaks of, that there is nothing."""
    named = [row["name"] for row in found.conditions] + [line.name for line in found.values]
    if organ and not any(organ[:_STEM] in name.lower() for name in named):
        return [ReplySentence(text=f"The record holds no conditions or values of the {organ}.")]
    active = [row for row in found.conditions if row["active"] == "yes"]
    past = [row for row in found.conditions if row["active"] == "no"]
    made = []
    for label, rows in (("Active", active), ("Earlier", past)):
        if rows:
            names = "; ".join(f"{row['name']} (since {row['since']})" if row["since"] else row["name"] for row in rows)
            sources = [SourceLine(kind="record", id=row["id"], label=row["name"]) for row in rows]
            made.append(ReplySentence(text=f"{label} {found.system} conditions: {names}.", sources=sources))
    for line in found.values:
        sources = [SourceLine(kind="record", id=entry, label=line.name) for entry in line.entries]
        made.append(ReplySentence(text=line.sentence(), sources=sources))
    whole = found.system if found.system in _ORGANS else f"{found.system} system"
    return made or [ReplySentence(text=f"The record holds no conditions or values of the {whole}.")]
