"""A list of contraindications → passages that say so themselves: a ban that is quoted without its heading reads like advice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from osler.core.library.passages import passage_sentences
from osler.core.library.types import Block

_BANS = re.compile(
    r"\bcontra-?indicat\w*|\b(?:do|does|must|should|shall|may|can|could) ?not\b|\bcannot\b|\bnever\b|\bavoid\w*|\bnot to (?:be )?\w+"
    r"|\b(?:unsuitable|not (?:suitable|recommended|advised|licen[sc]ed|indicated|for use))\b|\b(?:cautions?|precautions?|warnings?)\b",
    re.IGNORECASE,
)
_TAKES_PLACE = re.compile(r"\bshould not be (?:delayed|stopped|withheld)\b|\bnot to be missed\b", re.IGNORECASE)
"""What forbids nothing to be given: it says what must be done."""
_ASKING = re.compile(
    r"^(?:when|where|in whom|who|whom)(?: is it)?(?: (?:people|patients))? (?:not to|(?:should|must|may|can)(?: ?not)(?: be)?|to avoid)\s+(?P<rest>\S.*)$",
    re.IGNORECASE,
)
"""A heading that asks for whom something is not: "When not to use a beta-blocker"."""
_BARE = re.compile(
    r"(?:(?:absolute|relative|main|important|key)\s+)?(?:contra-?indications?|cautions?|precautions?|warnings?|and|or|,|/|&|\s|exclusions?"
    r"|do not (?:use|give|prescribe|take|start)(?: (?:it|this|them))?(?: in| if| when| with| for)?"
    r"|avoid(?: (?:it|this|them))?(?: in| if| when| with| for)?|not (?:for|in)|(?:when|where) not to (?:use|give)(?: it)?"
    r"|(?:must|should) not be (?:used|given|taken)(?: in| by| if| when)?)+",
    re.IGNORECASE,
)
"""A heading of a ban that does not say what is banned."""
_WHOLE = re.compile(r"^[^:]*?\b(?:do not|must|should|avoid|contra-?indicated|never)\b", re.IGNORECASE)
_NUMBER = re.compile(r"^\W*\d{1,2}(?:\.\d{1,2})*\.?\s+")
_PLAIN_WORD = re.compile(r"[A-Z][a-z]+(?=[\s,.;:)]|$)")
"""A word that has its capital for standing first: of "CrCl" and "Crohn's" it is their own."""
_OPEN_END = re.compile(r"\b(?:in|with|if|when|where|during|after|before|who (?:have|are|take))$", re.IGNORECASE)
_LONGEST_LEAD = 120
_LONGEST_ITEM = 300


def with_bans(blocks: Sequence[Block]) -> list[Block]:
    """The blocks; each item of a list of contraindications stands behind the words that make it one."""
    title = next((block.heading[0] for block in blocks if block.heading), "")
    return list(_carried(blocks, title))


def _carried(blocks: Sequence[Block], title: str) -> Iterator[Block]:
    lead: Block | None = None
    for place, block in enumerate(blocks):
        listed = block.kind == "item" and block.recommendation is None
        if lead is not None and not (listed and _beside(block, lead)):
            lead = None
        following = blocks[place + 1] if place + 1 < len(blocks) else None
        if block.kind == "paragraph" and following is not None and _opens(block, following):
            last = passage_sentences(block.text)[-1]
            lead = block.model_copy(update={"text": last.text})
            if before := block.text[: last.start].strip():
                yield block.model_copy(update={"text": before})
            continue
        opening = lead.text.rstrip(" :") if lead is not None else _heading_of(block, title)
        if listed and opening and not _says_itself(block.text):
            yield block.model_copy(update={"text": _joined(opening, block.text)})
        else:
            yield block


def _joined(opening: str, item: str) -> str:
    """An item behind the words that forbid it; a small word at their end makes them one sentence: "must not be given in"."""
    if not _OPEN_END.search(opening):
        return f"{opening}: {item}"
    return f"{opening} {item[0].lower()}{item[1:]}" if _PLAIN_WORD.match(item) else f"{opening} {item}"


def _beside(block: Block, lead: Block) -> bool:
    return (block.heading, block.page) == (lead.heading, lead.page)


def _opens(block: Block, following: Block) -> bool:
    """Whether a paragraph ends in the words that open a list of contraindications: "Do not give it in:"."""
    if following.kind != "item" or not _beside(following, block) or not block.text.rstrip().endswith(":"):
        return False
    last = passage_sentences(block.text)[-1].text
    return len(last) <= _LONGEST_LEAD and _forbids(last)


def _heading_of(block: Block, title: str) -> str:
    """The heading of a block that forbids what stands below it, with what it forbids; empty where it forbids nothing."""
    own = _NUMBER.sub("", block.heading[-1]).rstrip(" :") if block.heading else ""
    if not own or block.heading[-1] == title or not _forbids(own):
        return ""
    asked = _ASKING.match(own)
    if asked is not None:
        own = f"Do not {asked['rest']} in"
    if not _BARE.fullmatch(own):
        return own
    above = [_NUMBER.sub("", one) for one in block.heading[:-1] if one != title]
    return f"{above[-1]}, {own[0].lower()}{own[1:]}" if above else own


def _forbids(text: str) -> bool:
    return bool(_BANS.search(_TAKES_PLACE.sub(" ", text)))


def _says_itself(text: str) -> bool:
    """Whether an item says by itself what is not to be done, or is a text of its own."""
    return bool(_WHOLE.match(text)) or len(text) > _LONGEST_ITEM
