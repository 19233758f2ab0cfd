"""What a document says of itself in its first lines: issuer, version, date, jurisdiction."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from osler.core.library.disclaimers import without_disclaimers
from osler.core.library.passages import passage_sentences
from osler.core.library.populations import read_rules
from osler.core.library.types import Block, DocumentMetadata

_HEAD_BLOCKS = 8
_HEAD_CHARACTERS = 400
"""A longer block is prose, not the head of a document."""
_MONTHS = {
    month: number
    for number, month in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], start=1
    )
}
_ISO = re.compile(r"\b(?:19|20)\d{2}(?:-\d{2}(?:-\d{2})?)?\b")
_WORDED = re.compile(
    r"\b(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?\s+)?(?P<month>[A-Z][a-z]{2,8})\.?\s+(?:(?P<day2>\d{1,2})(?:st|nd|rd|th)?,?\s+)?(?P<year>(?:19|20)\d{2})\b"
)
_VERSION = re.compile(r"\b(?:version|edition|revision)\s+(?P<version>v?\d[\w.]*?)(?=[,;.]?(?:\s|$))", re.IGNORECASE)
_BY = re.compile(
    r"\b(?i:issued|published|produced|prepared|released)\b[^.;]{0,40}?\bby:?\s+(?:the\s+)?(?P<issuer>[A-Z][^.;,\n]{2,80})"
)
_BEFORE = re.compile(r"^(?P<issuer>[A-Z][\w&'’() -]{2,80}?)[.,;]\s+(?=(?:version|edition|revision)\b)", re.IGNORECASE)
_DATED = re.compile(r"^(?P<issuer>[A-Z][\w&'’() -]{2,80}?)[.,;]\s+(?=(?:\d{1,2} )?(?:[A-Z][a-z]+ )?(?:19|20)\d{2}\b)")
_FRONT = re.compile(
    r"\b(?:version|edition|revision|issued|published|produced|prepared|released|dated?|updated|on|by|the|in|v)\b",
    re.IGNORECASE,
)
_ISSUING = re.compile(
    r"^The ([A-Z][\w&.-]*(?: [A-Z][\w&.-]*){0,7}) (?:\([A-Z]+\) )?(?:strongly )?(?:recommends|concludes|suggests|found)\b"
)
_MOST = 0.5
_BODY_WORDS = 9
_BESIDE = 3
"""Other words that front matter may have: "Guideline NG12", "approved"."""
_PAIR = 2
_BESIDE_FIELDS = "beside"
"""The names in the rules of what a document says of itself and nobody asks for."""
_TELLING = 2
"""How many of version, issuer and date a line must tell to be front matter."""


class _Keys(NamedTuple):
    stated: re.Pattern[str]
    next: re.Pattern[str]
    """The same, right behind another statement."""
    fields: dict[str, str]


class _Opening(NamedTuple):
    told: dict[str, str]
    rest: str


def head_of(blocks: Sequence[Block]) -> tuple[DocumentMetadata, list[Block]]:
    """The metadata that the first lines state, and the blocks without the lines that state nothing else."""
    found: dict[str, str] = {}
    kept: list[Block] = []
    for number, block in enumerate(without_disclaimers(blocks)):
        ahead = number < _HEAD_BLOCKS and len(block.text) <= _HEAD_CHARACTERS
        stated = _stated(block.text) if ahead else {}
        if ahead and (told := _told(block.text)):
            found = {**told, **stated, **found}
            continue
        if ahead and not stated and (opening := _opening(block.text)):
            found = {**opening.told, **found}
            kept += [block.model_copy(update={"text": opening.rest})] if opening.rest else []
            continue
        for field, value in stated.items():
            found.setdefault(field, value)
        if not ahead or not _only_states(block.text):
            kept.append(block)
    return DocumentMetadata(**found), kept or list(blocks)


def stated_in(rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table that says of its document who issued it, when, and in which version: "Version: 2.1"; else none.

    It has its names in the first column, or in the first of two rows.
    """
    filled = [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]
    down = [(row[0], row[1]) for row in filled if len(row) == _PAIR and row[1]]
    across = list(zip(*filled, strict=False)) if len(filled) == _PAIR else []
    for pairs in (down, across):
        named = [(name, value) for name, value in pairs if _name_of(name)]
        if len(named) >= _TELLING and len(named) >= len(pairs) - 1:
            return [f"{name.rstrip(': ')}: {value}" for name, value in named]
    return []


def _name_of(text: str) -> bool:
    """Whether a text is the name of something that a document says of itself."""
    return " ".join(text.casefold().rstrip(" :").split()) in _keys().fields


def _opening(text: str) -> _Opening | None:
    """The front matter with which a paragraph opens, sentence by sentence, and what of the paragraph is left."""
    told: dict[str, str] = {}
    end = 0
    for sentence in passage_sentences(text):
        said = _told(sentence.text)
        body = sentence.text.rstrip(". ")
        if not said and told and "issuer" not in told and len(body.split()) <= _BODY_WORDS and is_body(body):
            said = {"issuer": body}
        if not said:
            break
        told = {**said, **told}
        end = sentence.end
    return _Opening(told, text[end:].strip()) if told else None


def _told(text: str) -> dict[str, str]:
    """What a line of front matter tells in a sentence: "Version 2.0, issued 2023-06-01 by the Harbour Trust."

    A line with more than a few other words is text, and is left alone.
    """
    version, by = _VERSION.search(text), _BY.search(text) or _BEFORE.search(text) or _body_before_date(text)
    date = as_date(_VERSION.sub(" ", text))
    if sum(map(bool, (version, by, date))) < _TELLING:
        return {}
    rest = _VERSION.sub(" ", _unstated(text)).replace(by["issuer"] if by else "\0", " ")
    rest = _FRONT.sub(" ", _ISO.sub(" ", _WORDED.sub(" ", rest)))
    if len(re.findall(r"\w+", rest)) > _BESIDE:
        return {}
    found = {
        "version": version["version"] if version else "",
        "issuer": by["issuer"].strip() if by else "",
        "date": date,
    }
    return {field: value for field, value in found.items() if value}


def _body_before_date(text: str) -> re.Match[str] | None:
    """A body and the year of its guideline: "Harbour Renal Group, 2021"."""
    found = _DATED.match(text)
    return found if found and is_body(found["issuer"]) else None


def is_head_line(line: str) -> bool:
    """Whether a line states metadata and nothing else."""
    return _only_states(line) or bool(_told(line))


def is_body(line: str) -> bool:
    """Whether a line names a body that issues guidelines, and no document."""
    rules = read_rules()["bodies"]
    return bool(any_word(tuple(rules["names"])).search(line)) and not any_word(tuple(rules["documents"])).search(line)


@cache
def any_word(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


def issuer_of(texts: Sequence[str]) -> str:
    """The body in whose name most recommendations of a list speak: "The USPSTF recommends …"."""
    named = Counter(match[1] for text in texts if (match := _ISSUING.match(text)))
    name, count = named.most_common(1)[0] if named else ("", 0)
    return name if count >= _MOST * len(texts) else ""


def as_date(text: str) -> str:
    """A date as ISO 8601, as precise as it is written; empty where there is none."""
    if found := _WORDED.search(text):
        month = _MONTHS.get(found["month"][:3].lower())
        day = found["day"] or found["day2"]
        if month:
            return f"{found['year']}-{month:02d}" + (f"-{int(day):02d}" if day else "")
    iso = _ISO.search(text)
    return iso.group() if iso else ""


def _stated(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    keys = _keys()
    for match in _statements(text):
        field = keys.fields[" ".join(match["key"].casefold().split())]
        value = match["value"].strip(" .;,|*_")
        value = as_date(value) if field == "date" else value
        if value and field != _BESIDE_FIELDS:
            found.setdefault(field, value)
    return found


def _statements(text: str) -> Iterator[re.Match[str]]:
    """What a text states of its document; one statement may follow another without a mark between them."""
    keys = _keys()
    found = keys.stated.search(text)
    while found:
        yield found
        found = keys.next.match(text, found.end()) or keys.stated.search(text, found.end())


def _unstated(text: str) -> str:
    """A text without what it states of its document."""
    edges = [0, *(edge for found in _statements(text) for edge in found.span()), len(text)]
    return " ".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))


def _only_states(text: str) -> bool:
    return any(_statements(text)) and not re.search(r"\w", _unstated(text))


@cache
def _keys() -> _Keys:
    fields = {word: field for field, words in read_rules()["heads"].items() for word in words}
    names = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(fields, key=len, reverse=True))
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
