"""How something is found out: "as established by medical history, physical examination and ECG" names no condition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues, window_words
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item, is_kind
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.qualifiers import only_adjectives
from osler.core.terminology import singular

_LONGEST_CUE = 5
_LONGEST_WAY = 5
_LONGEST_TITLE = 8
_LONGEST_RULES = 14
_WORDED = (Kind.WORD, Kind.TIME, Kind.RESULT)


def without_ways(items: Sequence[Item]) -> list[Item]:
    """The items without the ways in which something was found; after a plain preposition they stay, as words of the name."""
    firsts = _first_of_cues()
    if not any(item.text in firsts for item in items):
        return list(items)
    row: list[Item] = []
    place = 0
    while place < len(items):
        opening = _cue(items, place) if row else 0
        end = _end(items, place + opening) if opening else place
        if end == place + opening:
            row.append(items[place])
            place += 1
            continue
        told = _phrase(items[place + opening : end]).split()
        if is_kind(row[-1], Kind.COMMA) and (end == len(items) or is_kind(items[end], *CONNECTIVES)):
            # "Fluid, on tomography, at baseline": between commas it is said of what stands before it.
            row.pop()
        elif _phrase(items[place : place + opening]) in cues().ways_after and told[-1] != "history":
            row += map(_plain, items[place:end])
        place = end
    return row


def with_limits(items: Sequence[Item]) -> list[Item]:
    """ "Cardiomyopathy based on a wall thickness of at least 15 mm": a value after "based on" says what is meant by what has none."""
    row = list(items)
    if not any(item.text == "based" for item in items):
        return row
    for place in range(1, len(row) - 2):
        if [_text(item) for item in row[place : place + 2]] != ["based", "on"]:
            continue
        end = next((n for n in range(place, len(row)) if is_kind(row[n], *CONNECTIVES, Kind.JOINING)), len(row))
        valued = [any(is_kind(item, Kind.VALUE) for item in part) for part in (row[:place], row[place:end])]
        if valued == [False, True]:
            cue = Token(Kind.EXAMPLES, row[place].start, row[place + 1].end, "based on")
            return [*row[:place], cue, *row[place + 2 :]]
    return row


def with_rules(items: Sequence[Item]) -> list[Item]:
    """ "Fulfils the ACR and EULAR criteria for gout": several rules are no list of conditions."""
    meeting = cues().meeting
    place = next((n for n, item in enumerate(items) if item.kind is Kind.WORD and item.text in meeting), None)
    if place is None:
        return list(items)
    end = next(
        (n for n in range(place + 2, min(place + _LONGEST_RULES, len(items) - 1)) if _text(items[n]) == "criteria"),
        place,
    )
    ruled = end > place and _text(items[end + 1]) in ("for", "of")
    named = [item for item in items[place:end] if not isinstance(item, Group)]
    if not ruled or not all(is_kind(item, Kind.WORD, *CONNECTIVES) for item in named):
        return list(items)
    return [*items[:place], *map(_plain, named), *items[end:]]


def without_works(items: Sequence[Item], text: str, knows: Callable[[str], bool]) -> list[Item]:
    """The items without the rest of a work's name: "according to the Manual of Disorders, fifth edition", "… criteria, Sydney"."""
    methods = _methods()
    if not any(item.text in methods for item in items):
        return list(items)
    row: list[Item] = []
    cited: int | None = None
    place = 0
    while place < len(items):
        item = items[place]
        if is_kind(item, *CONNECTIVES) and cited is not None:
            end = next((n for n in range(place + 1, len(items)) if not is_kind(items[n], Kind.WORD)), len(items))
            # After a comma a capital may begin another condition, unless the work's place was being told.
            capitals = is_kind(item, Kind.AND) or any(_text(word) == "in" for word in items[cited : place + 2])
            if _goes_on(items[place + 1 : end], text, knows, capitals=capitals):
                place = end
                continue
            cited = None
        if cited is None and is_kind(item, Kind.WORD) and _names_a_method(items, place):
            cited = place
        row.append(item)
        place += 1
    return row


def _names_a_method(items: Sequence[Item], place: int) -> bool:
    methods = _methods().get(_text(items[place]), ())
    return any([_text(item) for item in items[place : place + len(words)]] == words for words in methods)


@cache
def _methods() -> dict[str, list[list[str]]]:
    """The words that say by what something was found, by the first of them."""
    found: dict[str, list[list[str]]] = {}
    for method in cues().methods:
        words = method.split()
        found.setdefault(words[0], []).append(words)
    return found


def _goes_on(items: Sequence[Item], text: str, knows: Callable[[str], bool], *, capitals: bool) -> bool:
    """Whether the words of a member belong to a title: all in capitals, or of an edition."""
    words = [word for item in items for word in text[item.start : item.end].split()]
    content = [word for word in words if word.lower() not in {*cues().prepositions, *cues().articles}]
    if not 0 < len(content) <= _LONGEST_TITLE or knows(" ".join(words)):
        return False
    titled = capitals and all(word[:1].isupper() for word in content) and not knows(content[0])
    return titled or any(singular(word.lower()) in cues().of_works for word in content)


def _cue(items: Sequence[Item], place: int) -> int:
    """How many items announce a way."""
    if _text(items[place]) not in _first_of_cues():
        return 0
    if _text(items[place]) == "per" and place + 1 < len(items) and _text(items[place + 1])[:1].isdigit():
        return 0  # "3 episodes per 3-day diary" is how many in which time
    known = _announcing()
    return next((n for n in range(_LONGEST_CUE, 0, -1) if _phrase(items[place : place + n]) in known), 0)


def _end(items: Sequence[Item], start: int) -> int:
    """Where a list of ways ends; at its start where there is none."""
    end, place = start, start
    while place < len(items):
        member = place
        while place < len(items) and is_kind(items[place], *_WORDED) and not _says_when(items[place]):
            place += 1
        words = [word for item in items[member:place] for word in _text(item).split()]
        if place < len(items) and isinstance(group := items[place], Group) and words and _end(group.items, 0):
            place += 1
        if not 0 < len(words) <= _LONGEST_WAY or set(words) & cues().verbs:
            return end
        if _is_way(words[-1]) or ("for" in words and _is_way(words[words.index("for") - 1])):
            end = place  # "by the Structured Clinical Interview for Depression"
        elif not only_adjectives([word for word in words if word not in cues().articles]):
            # "By a simple and recent echocardiogram": an adjective waits for the way after it.
            return end
        member = place
        while place < len(items) and is_kind(items[place], *CONNECTIVES):
            place += 1
        if place == member:
            return end
    return end


def only_ways(items: Sequence[Item]) -> bool:
    """Whether items name nothing but ways in which something is found."""
    return bool(items) and _end(items, 0) == len(items)


def _is_way(word: str) -> bool:
    return singular(word) in cues().ways or singular(word).endswith(("scopy", "graphy"))


def _says_when(item: Item) -> bool:
    return is_kind(item, Kind.TIME) and _text(item) not in window_words()


@cache
def _announcing() -> frozenset[str]:
    return frozenset({*cues().found_by, *cues().ways_after})


@cache
def _first_of_cues() -> frozenset[str]:
    """The items that a cue may begin with; a cue of one item may be several words."""
    return frozenset(part for cue in _announcing() for part in (cue, *cue.split(), " ".join(cue.split()[:2])))


def _phrase(items: Sequence[Item]) -> str:
    return " ".join(map(_text, items))


def _text(item: Item) -> str:
    return item.text if isinstance(item, Token) else "()"


def _plain(item: Item) -> Item:
    return item._replace(kind=Kind.WORD) if isinstance(item, Token) else item
