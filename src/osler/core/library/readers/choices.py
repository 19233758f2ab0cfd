"""A list of medicines under the words that open it → one passage for each, so that each is judged by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.library.grades import grade_of
from osler.core.library.passages import passage_sentences
from osler.core.library.types import Block

_DOSE = re.compile(r"\d\s*(?:mg|g|mcg|[µμ]g|micrograms?|units?|ml|puffs?|tablets?)\b(?!\s*/)", re.IGNORECASE)
_TOGETHER = re.compile(
    r"\b(?:all|both|each|every|together|in (?:this|that|the following) order|steps?|stepwise|sequence|combin\w+|plus|regimens?|do not|avoid|not)\b",
    re.IGNORECASE,
)
"""What opens a list whose items belong together, or are not to be given."""
_GOES_ON = re.compile(
    r"^\W*(?:and|plus|then|with|followed|after|if|when|next)\b|\b(?:and|plus|then)\W*$", re.IGNORECASE
)
_JOINT = re.compile(r"[\s;,.]*(?:\b(?:or)\b)?[\s;,.]*$", re.IGNORECASE)
_MARK = re.compile(r"\s*(?P<mark>[(\[][^()\[\]]{1,60}[)\]])\s*:?\s*$")
_FEWEST = 2
_LONGEST = 200


def with_choices(blocks: Sequence[Block]) -> list[Block]:
    """The blocks; each medicine of a list with its dose is one of them, behind the words that open the list."""
    found: list[Block] = []
    place = 0
    while place < len(blocks):
        end = place + 1
        while end < len(blocks) and _belongs(blocks[end], blocks[place]):
            end += 1
        before, lead = _opening(blocks[place].text)
        items = [_JOINT.sub("", one.text) for one in blocks[place + 1 : end]]
        if (
            blocks[place].kind == "table"
            or not lead
            or not _are_choices(lead, [one.text for one in blocks[place + 1 : end]])
        ):
            found.append(blocks[place])
            place += 1
            continue
        if before:
            found.append(blocks[place].model_copy(update={"text": before}))
        mark = _MARK.search(lead)
        grade = f" {mark['mark']}" if mark and grade_of(mark["mark"]) else ""
        opening = lead[: mark.start()] if mark and grade else lead
        found += [
            one.model_copy(update={"text": f"{opening.rstrip(' :')}: {item}.{grade}"})
            for one, item in zip(blocks[place + 1 : end], items, strict=True)
        ]
        place = end
    return found


def _belongs(item: Block, lead: Block) -> bool:
    return item.kind == "item" and (item.heading, item.page) == (lead.heading, lead.page)


def _opening(text: str) -> tuple[str, str]:
    """What stands before the words that open a list, and these."""
    if not text.rstrip().endswith(":"):
        return "", ""
    last = passage_sentences(text)[-1]
    return (text[: last.start].strip(), last.text) if len(last.text) <= _LONGEST else ("", "")


def _are_choices(lead: str, items: Sequence[str]) -> bool:
    """Whether every item gives a medicine in its dose, and none goes on from another."""
    return (
        len(items) >= _FEWEST
        and not _TOGETHER.search(lead)
        and all(_DOSE.search(one) and not _GOES_ON.search(one) and len(passage_sentences(one)) == 1 for one in items)
    )
