"""What the columns of a table of patients say, told from their names and cells."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from osler.core.patient.readers.cells import is_id_list, truth_of
from osler.errors import UsageError
from osler.yaml_reader import packaged_yaml

_WORDS = re.compile(r"[^0-9a-z]+")
_BRACKETS = re.compile(r"[(\[{][^)\]}]*[)\]}]")
_HPO_COLUMN = re.compile(r".*?\b(HP[:_]\d{7})\b.*", re.IGNORECASE | re.DOTALL)
_PROSE = (60, 8)
"""A cell of this many characters or words holds text."""
_WORDY = 5
"""A cell of this many words may hold text: more than a name, a place or an amount."""
_SEVERAL = ("name", "findings", "excluded", "note", "family_history", "tests")
"""The fields that more than one column may fill."""
_PERSON = {"id", "name", "birth_date", "age", "sex", "age_and_sex"}
_TEXTS = ("family_history", "note", "findings", "excluded", "tests")
"""The fields whose names may stand beside each other in one column's name; the first of them is meant."""


def meaning(
    headings: Sequence[str], columns: Sequence[Sequence[str]], said: Mapping[str, str] | None = None
) -> dict[int, str]:
    """By a column's place, the field that it fills; `said` gives columns by field, and `columns` the cells of each.

    `findings=HP:0001250` is a column of yes and no, `note=Medications` a section of the note.
    """
    said = said or {}
    places = {plain(name): place for place, name in reversed(list(enumerate(headings)))}
    found: dict[int, str] = {}
    for name, column in said.items():
        if plain(column) not in places:
            raise UsageError(
                f"the table has no column {column!r}",
                mend=f"its columns are: {', '.join(one_line(name) for name in headings if name)}",
            )
        found[places[plain(column)]] = name
    for place, heading in enumerate(headings):
        if place in found:
            continue
        guess = _guess(heading, columns[place])
        if guess and guess not in said and (guess.partition("=")[0] in _SEVERAL or guess not in found.values()):
            found[place] = guess
    if "id" not in said:
        found |= _ids(headings)
    if not _PERSON & {*found.values(), *said}:
        # Without a column that tells whose row it is, a list of medicines is no table of patients.
        found = {place: name for place, name in found.items() if not name.startswith("note=")}
    if "note" not in found.values():
        found |= _prose(headings, columns, found)
    return dict(sorted(found.items()))


def _ids(headings: Sequence[str]) -> dict[int, str]:
    """The column of the patient's id, the one whose name is the surest, and those of other identifiers."""
    order = fields()["id"]
    places = [place for place, heading in enumerate(headings) if known(heading) == "id"]
    rank = {place: order.index(name) if (name := plain(headings[place])) in order else len(order) for place in places}
    best = min(places, key=lambda place: rank[place], default=None)
    return {place: "id" if place == best else "identifier" for place in places}


def known(heading: str) -> str | None:
    """The field that a column of this name fills, or the section of the note that it is."""
    for name in (plain(heading), plain(_BRACKETS.sub(" ", heading))):
        if name and (field := _field(name) or _section(name)):
            return field
    parts = set(_parts(plain(heading)))
    return next((field for field in _TEXTS if field in parts), None)


def is_person(heading: str) -> bool:
    """Whether a column of this name tells of whom a row is, or what was found."""
    return known(heading) in (_PERSON - {"name"}) | {"findings", "excluded"}


def is_wordy(heading: str, cell: str) -> bool:
    """Whether a cell of a column that nobody knows may tell something of a patient."""
    return len(cell.split()) >= _WORDY and plain(heading) not in _headings()["not_health"]


def parse_columns(text: str | None) -> dict[str, str]:
    """`note=Summary,age=Age at visit` by field."""
    found: dict[str, str] = {}
    for part in (text or "").split(","):
        if not part.strip():
            continue
        name, equals, column = (piece.strip() for piece in part.partition("="))
        name = _field(plain(name)) or name
        if not equals or not column or name not in fields():
            raise UsageError(
                f"--columns does not understand {part.strip()!r}",
                mend=f"write FIELD=COLUMN, separated by commas; fields: {', '.join(fields())}",
            )
        found[name] = column
    return found


@cache
def fields() -> dict[str, list[str]]:
    """By field, how its columns are called."""
    loaded: dict[str, list[str]] = packaged_yaml(__package__, "columns.yml")
    return loaded


@cache
def _headings() -> dict[str, Any]:
    loaded: dict[str, Any] = packaged_yaml(__package__, "headings.yml")
    return loaded


def plain(heading: str) -> str:
    """A column's name in small letters, without accents, punctuation and line ends."""
    bare = unicodedata.normalize("NFKD", heading.casefold())
    return _WORDS.sub(" ", "".join(letter for letter in bare if not unicodedata.combining(letter))).strip()


def one_line(heading: str) -> str:
    """A column's name as it is shown."""
    return " ".join(heading.split())


def _guess(heading: str, cells: Sequence[str]) -> str | None:
    if (term := _HPO_COLUMN.fullmatch(heading)) and all(truth_of(cell) is not None for cell in cells if cell.strip()):
        return f"findings={term[1].upper().replace('_', ':')}"
    return known(heading) or ("findings" if is_id_list(cells) else None)


def _field(name: str) -> str | None:
    return next((field for field, names in fields().items() if name in names or name == plain(field)), None)


def _section(name: str) -> str | None:
    return next((f"note={title}" for title, names in _headings()["sections"].items() if name in names), None)


def _parts(name: str) -> Iterator[str]:
    """The fields whose names, beside each other, are a column's: "notes / free text"; nothing where a word is left."""
    words = name.split()
    found, place = [], 0
    while place < len(words):
        ends = range(len(words), place, -1)
        field, end = next(
            ((field, end) for end in ends if (field := _field(" ".join(words[place:end]))) in _TEXTS), (None, place + 1)
        )
        if field is None and words[place] not in _headings()["fillers"]:
            return
        found += [field] if field else []
        place = end
    yield from found


def _prose(headings: Sequence[str], columns: Sequence[Sequence[str]], taken: Mapping[int, str]) -> dict[int, str]:
    """The columns whose cells are text, for a table that names none so; failing that, one of many words."""
    open_places = [place for place in range(len(headings)) if place not in taken]
    filled = {place: [cell for cell in columns[place] if cell.strip()] for place in open_places}
    texts = {
        place: "note"
        for place, cells in filled.items()
        if _most(len(cell.strip()) >= _PROSE[0] or len(cell.split()) >= _PROSE[1] for cell in cells)
    }
    if texts or {name.partition("=")[0] for name in taken.values()} - _PERSON - {"tests", "family_history"}:
        return texts
    wordy = [place for place in open_places if _most(is_wordy(headings[place], cell) for cell in filled[place])]
    return {wordy[0]: "note"} if len(wordy) == 1 and _PERSON & set(taken.values()) else {}


def _most(true: Iterator[bool]) -> bool:
    told = list(true)
    return bool(told) and 2 * sum(told) >= len(told)
