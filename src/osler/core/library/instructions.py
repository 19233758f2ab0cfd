"""Lines of a document that give orders to a language model: kept in the library, cut before anything rests on them."""

from __future__ import annotations

from osler.core.language import addresses_a_model, sentences
from osler.core.library.passages import CUT


def without_instructions(text: str) -> str:
    """A text without what addresses a model; a mark stands where something was cut.

    Whoever addresses a model goes on doing so: the rest of the line is cut with the sentence that gives it away. What
    spans lines ("note to" / "AI systems") takes every line that it touches.
    """
    if not addresses_a_model(text):
        return text
    kept: list[str] = []
    for line in _joined_where_spanning(text.split("\n")):
        if not addresses_a_model(line):
            kept.append(line)
            continue
        first = next((one for one in sentences(line) if addresses_a_model(one.text)), None)
        before = line[: first.start].rstrip() if first else ""
        kept += [before] if before else []
        kept += [CUT] if not kept or kept[-1] != CUT else []
    return "\n".join(kept)


def _joined_where_spanning(lines: list[str]) -> list[str]:
    """Lines, two of them as one where only together they address a model."""
    joined: list[str] = []
    for line in lines:
        if joined and not addresses_a_model(joined[-1]) and not addresses_a_model(line):
            both = f"{joined[-1]} {line}"
            if addresses_a_model(both):
                joined[-1] = both
                continue
        joined.append(line)
    return joined
