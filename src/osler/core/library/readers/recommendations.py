"""Recommendations as JSON → blocks that keep their ids, grades and populations.

A list of objects (or an object with such a list under `recommendations`), each with `id`, `title`, `text` and, where
they are known, `grade`, `sex` and `ageRange` ([from, to] in whole years). Every other field that holds prose becomes a
passage of the same recommendation, under its name as a heading.
"""

from __future__ import annotations

import json
import re
from typing import Any

from osler.core.files import decode
from osler.core.library.populations import age_ranges, conditions_of, pregnancy_of
from osler.core.library.readers.heads import issuer_of
from osler.core.library.readers.html import html_text
from osler.core.library.types import Block, DocumentMetadata, Population, ReadDocument, Recommendation, Sex
from osler.core.results import Level, Problem
from osler.errors import DataError

_MEND = "give a list of objects with id, title and text"
_OWN = {"id", "title", "text", "grade", "sex", "gender", "ageRange", "age_range", "recommendation", "statement"}
_PROSE = 40
_EXPLAINS = 2
"""Headings of a passage that explains a recommendation: its title, and the name of the field."""
_OLDEST = 99
"""An upper limit of 99 or 100 years means that there is none."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|_")


def read_recommendations(data: bytes) -> ReadDocument:
    """The recommendations of a JSON file; an entry that cannot be used is named and the others are kept."""
    try:
        content = json.loads(decode(data)[0])
    except json.JSONDecodeError as error:
        raise DataError(f"the JSON breaks off at line {error.lineno}: {error.msg}", mend=_MEND) from None
    metadata = DocumentMetadata()
    if isinstance(content, dict):
        stated = {key: str(content[key]) for key in DocumentMetadata.model_fields if content.get(key)}
        metadata = DocumentMetadata(**stated)
        content = next(
            (content[key] for key in ("recommendations", "specificRecommendations", "items") if key in content), None
        )
    if not isinstance(content, list):
        raise DataError("the JSON holds no list of recommendations", mend=_MEND)
    blocks: list[Block] = []
    problems: list[Problem] = []
    seen: set[str] = set()
    for number, entry in enumerate(content):
        made = _blocks(entry, seen) if isinstance(entry, dict) else None
        if made:
            blocks += made
        else:
            what = "this entry has no id, no text, or an id that was there before; it was left out"
            problems.append(
                Problem(code="input.unusable", level=Level.WARNING, message=what, mend=_MEND, path=f"[{number}]")
            )
    if not blocks:
        raise DataError("the JSON holds no usable recommendation", mend=_MEND)
    own = [block.text for block in blocks if block.recommendation and len(block.heading) < _EXPLAINS]
    metadata = metadata.filled_from(DocumentMetadata(issuer=issuer_of(own)))
    return ReadDocument(metadata=metadata, blocks=blocks, problems=problems, format="recommendations")


def _blocks(entry: dict[str, Any], seen: set[str]) -> list[Block]:
    identifier = str(entry.get("id", "")).strip()
    text = next((html_text(str(entry[key])) for key in ("text", "recommendation", "statement") if entry.get(key)), "")
    if not identifier or not text or identifier in seen:
        return []
    seen.add(identifier)
    title = html_text(str(entry.get("title") or ""))
    recommendation = Recommendation(
        id=identifier,
        title=title,
        grade=str(entry.get("grade") or "").strip(),
        population=_population(entry, title, text),
    )
    blocks = [Block(text=text, heading=(title,) if title else (), recommendation=recommendation)]
    for name, value in entry.items():
        if name in _OWN or not isinstance(value, str):
            continue
        passage = html_text(value)
        if len(passage) >= _PROSE and " " in passage and passage != text:
            heading = " ".join(_CAMEL.sub(" ", name).split()).capitalize()
            blocks.append(Block(text=passage, heading=(title, heading), recommendation=recommendation))
    return blocks


def _population(entry: dict[str, Any], title: str, text: str) -> Population:
    """Whom it is for: the fields as given, narrowed by the ages, the pregnancy and the conditions that its title names."""
    audience = title.rpartition(" -- ")[2] or title
    given = entry.get("ageRange", entry.get("age_range"))
    low, below = _range(given)
    written = age_ranges(audience)
    if len(written) == 1:
        low = max(filter(None, (low, written[0][0])), default=None)
        below = min(filter(None, (below, written[0][1])), default=None)
    return Population(
        age_from=low,
        age_below=below,
        sex=_sex(entry.get("sex", entry.get("gender"))),
        pregnant=pregnancy_of(audience),
        conditions=conditions_of(audience),
    )


def _range(given: Any) -> tuple[float | None, float | None]:
    if not (isinstance(given, list) and len(given) == 2 and all(isinstance(one, int | float) for one in given)):
        return None, None
    low, high = float(given[0]), float(given[1])
    return low or None, high + 1 if high < _OLDEST else None


def _sex(word: Any) -> Sex | None:
    said = str(word or "").strip().lower()
    if said in {"female", "women", "woman", "f"}:
        return "female"
    return "male" if said in {"male", "men", "man", "m"} else None
