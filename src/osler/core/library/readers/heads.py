"""What a document says of itself in its first lines: issuer, version, date, jurisdiction."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from osler.core.library.disclaimers import without_disclaimers
from osler.core.library.populations import read_rules
from osler.core.library.readers.front_lines import (
    BESIDE,
    as_date,
    composed_keys,
    field_of,
    front_of,
    is_body_alone,
    is_person,
    keys_of,
)
from osler.core.library.types import Block, DocumentMetadata

_HEAD_BLOCKS = 8
_HEAD_CHARACTERS = 400
"""A longer block is prose, not the head of a document."""
_ISSUING = re.compile(
    r"^The ([A-Z][\w&.-]*(?: [A-Z][\w&.-]*){0,7}) (?:\([A-Z]+\) )?(?:strongly )?(?:recommends|concludes|suggests|found)\b"
)
_MOST = 0.5
_FEET = 3
"""The last blocks of a document, where its foot may stand, and the first, of which one may be who issued it."""


class _Keys(NamedTuple):
    stated: re.Pattern[str]
    next: re.Pattern[str]
    """The same, right behind another statement."""
    fields: dict[str, str]


def head_of(blocks: Sequence[Block]) -> tuple[DocumentMetadata, list[Block]]:
    """The metadata that the first lines state, and the last where those do not; and the blocks without what states nothing else."""
    told = list(without_disclaimers(blocks))
    found: dict[str, str] = {}
    kept: list[Block] = []
    for number, block in enumerate(told):
        ahead, below = number < _HEAD_BLOCKS, number >= len(told) - _FEET
        if block.kind == "table" or len(block.text) > _HEAD_CHARACTERS or not (ahead or below):
            kept.append(block)
            continue
        stated = _stated(block.text)
        front = front_of(_unstated(block.text))
        if front.is_front and (ahead or (front.keyed and not front.rest)):
            found = {**front.told, **stated, **found}
            kept += [block.model_copy(update={"text": front.rest})] if front.rest else []
            continue
        for field, value in stated.items():
            found.setdefault(field, value)
        if number < _FEET and block.kind == "paragraph" and is_body_alone(block.text.rstrip(". ")):
            found.setdefault("issuer", block.text.rstrip(". "))
            continue
        if not _only_states(block.text):
            kept.append(block)
    return DocumentMetadata(**found), kept or list(blocks)


def is_head_line(line: str) -> bool:
    """Whether a line states metadata and nothing else."""
    front = front_of(line)
    return _only_states(line) or (front.is_front and not front.rest)


def issuer_of(texts: Sequence[str]) -> str:
    """The body in whose name most recommendations of a list speak: "The USPSTF recommends …"."""
    named = Counter(match[1] for text in texts if (match := _ISSUING.match(text)))
    name, count = named.most_common(1)[0] if named else ("", 0)
    return name if count >= _MOST * len(texts) else ""


def _stated(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _statements(text):
        field = _field(match)
        value = match["value"].strip(" .;,|*_")
        value = as_date(value) if field in {"date", "review"} else value
        if field == "issuer" and is_person(value):
            continue
        if value and field != BESIDE:
            found.setdefault(field, value)
    return found


def _statements(text: str) -> Iterator[re.Match[str]]:
    """What a text states of its document; one statement may follow another without a mark between them."""
    keys = _keys()
    found = keys.stated.search(text)
    while found:
        if not _field(found):
            found = keys.stated.search(text, found.end("key"))
            continue
        yield found
        found = keys.next.match(text, found.end()) or keys.stated.search(text, found.end())


def _field(statement: re.Match[str]) -> str:
    """What of a document a statement is of; empty where its words are together the name of something else."""
    return _keys().fields.get(" ".join(statement["key"].casefold().split())) or field_of(statement["key"])


def _unstated(text: str) -> str:
    """A text without what it states of its document."""
    edges = [0, *(edge for found in _statements(text) for edge in found.span()), len(text)]
    return " ".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))


def _only_states(text: str) -> bool:
    return any(_statements(text)) and not re.search(r"\w", _unstated(text))


@cache
def _keys() -> _Keys:
    fields = {word: field for field, words in read_rules()["heads"].items() for word in words}
    names = f"{keys_of()}|{composed_keys()}"
    # A value ends where the next statement begins, or with its line or sentence.
    stated = (
        rf"(?P<key>{names})\**\s*:\**\s*(?P<value>.+?)(?=$|\n|;|\||\.?\s+\**(?:{names})\**\s*:|\.\s*$"
        rf"|\.\s+(?:{names})\b|(?-i:(?<=[a-z]{{2}})\.\s+[A-Z][a-z]+ [a-z]))"
    )
    return _Keys(
        re.compile(rf"(?:^|[.;|\n]\s*|\*\*){stated}", re.IGNORECASE),
        re.compile(rf"[.;|\s*]*{stated}", re.IGNORECASE),
        fields,
    )
