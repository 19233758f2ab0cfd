"""Shorthand of notes: what abbreviations and ward words stand for, decided by section, neighbours and the note itself."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_table, read_yaml
from osler.core.language.types import SectionKind, Sentence, TextMatch
from osler.core.terminology import Match, SemanticType, Vocabularies
from osler.core.terminology.matching import is_torn
from osler.first_letters import each_match

NOTE_PREFIX = "NOTE:"
"""The prefix of what notes name and no vocabulary codes: `NOTE:procedure:lumpectomy`."""

_TOKEN = re.compile(r"[A-Z][A-Z0-9]+(?=-[a-z]+ed\b)|[A-Za-z0-9][A-Za-z0-9&'’+-]*|/")
"""A word, with what is joined to it, but for a participle ("CBZ-induced")."""
_CONTEXT = re.compile(r"[a-z0-9][a-z0-9&/'’+.-]*|[%?:<>~+]")
_CONTEXT_WINDOW = 80
_OPERATION = re.compile(
    r"(?<![\w-])[A-Za-z]{2,}(?:ectomy|ectomies|otomy|ostomy|plasty|oscopy|pexy|centesis|rrhaphy)(?!\w)"
)
_DEFINES = re.compile(r"\b([A-Z]{2,6})\s\(([a-z][a-z-]+(?:[ -][a-z-]+){1,5})\)")
"""An abbreviation that its long form follows: "MS (mitral stenosis)"."""
_DEFINED = re.compile(r"\(([A-Z][A-Za-z0-9-]{1,7})\)")
_LONG_FORM = re.compile(r"(?:[A-Za-z][\w'-]*[ -]){1,8}\Z")
_LONGEST_FORM = 240
"""Characters of the words that an abbreviation in brackets may stand for."""
_IDENTIFIER = re.compile(r"[A-Z][A-Z0-9]{1,8}:[\w.]+")
_REACH_BEFORE, _REACH_AFTER = 4, 3
_NOTHING = "-"
_NO_FINDING = "other"
_LONGEST_NAME = 120
_SHORTEST_COUNTED = 2
"""Initials of diseases that are longer than this have a plural; "RAs" may be anything."""
_FAR = 1 << 60
_TYPES = {
    "condition": SemanticType.CONDITION,
    "procedure": SemanticType.PROCEDURE,
    "medication": SemanticType.MEDICATION,
    "test": SemanticType.LAB_VALUE,
}


class _Row(NamedTuple):
    meaning: str
    kind: str
    sections: frozenset[str]
    before: frozenset[str]
    after: frozenset[str]
    note: frozenset[str]


class _Phrase(NamedTuple):
    words: tuple[str, ...]
    rows: tuple[_Row, ...]


class _Table(NamedTuple):
    exact: Mapping[str, Sequence[_Phrase]]
    folded: Mapping[str, Sequence[_Phrase]]


class Shorthand(NamedTuple):
    """What was made of the shorthand of a text."""

    matches: list[Match]
    """The meanings that were decided, each with its place."""
    places: list[tuple[int, int]]
    """Every place that the table decided, also where it means nothing."""
    other: list[tuple[int, int]]
    """Abbreviations that here name what is no finding."""
    vocabularies: Vocabularies
    """Those whose concepts are meant."""


@lru_cache(maxsize=1)
def _by_form() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What the form of a word tells: operations by their endings, drugs by their stems and by the words for classes."""
    table = read_yaml("medications.yml")
    heads, opened, openers, adjectives, stems, not_stems = (
        "|".join(sorted(map(re.escape, table[key]), key=len, reverse=True))
        for key in ("class_heads", "opened_heads", "class_openers", "adjectives", "stems", "not_stems")
    )
    opener = rf"(?:(?:{openers})(?:\s\(\w+\))?[\s-])"
    drugs = r"(?:drugs?|agents?|medications?|therapy|treatment|administration)"
    named = rf"{opener}{{0,4}}(?:{heads})|{opener}{{1,4}}(?:{opened})|(?:{adjectives})\s{drugs}"
    return (
        ("procedure", _OPERATION),
        ("medication", re.compile(rf"(?<![\w-])(?:{named})(?![\w-])", re.IGNORECASE)),
        ("medication", re.compile(rf"(?<![\w-])(?!(?i:{not_stems})s?\b)[A-Za-z]{{4,24}}(?:{stems})s?(?![\w-])")),
    )


def note_kind(concept_id: str) -> SemanticType | None:
    """The kind of thing that an uncoded name of a note is; None for a coded concept."""
    if not concept_id.startswith(NOTE_PREFIX):
        return None
    return _TYPES.get(concept_id.split(":", 2)[1])


@lru_cache(maxsize=1)
def _table() -> _Table:
    rows: dict[str, list[_Row]] = {}
    for brand, ingredients in (*read_table("brands.tsv"), *read_table("regimens.tsv")):
        # Brands and regimens are written with a capital or in lower case.
        for written in dict.fromkeys((brand, brand.lower())):
            rows.setdefault(written, []).append(_Row(ingredients, "medication", *([frozenset[str]()] * 4)))
    for written, meaning, kind, sections, before, after, note in read_table("shorthand.tsv"):
        sets = (
            frozenset(filter(None, (word.rstrip(".") for word in cell.split(mark))))
            for cell, mark in ((sections, ","), (before, "|"), (after, "|"), (note, "|"))
        )
        rows.setdefault(written, []).append(_Row(meaning, kind, *sets))
    for written in [one for one in rows if one.isupper() and one.isalpha() and len(one) > _SHORTEST_COUNTED]:
        if all(row.kind == "condition" for row in rows[written]):
            rows.setdefault(f"{written}s", rows[written])  # "three UTIs"
    exact: dict[str, list[_Phrase]] = {}
    folded: dict[str, list[_Phrase]] = {}
    for written, found in rows.items():
        words = tuple(_TOKEN.findall(written))
        home = exact if any(char.isupper() for char in written) else folded
        home.setdefault(words[0], []).append(_Phrase(words, tuple(found)))
    for phrases in (*exact.values(), *folded.values()):
        phrases.sort(key=lambda phrase: -len(phrase.words))
    return _Table(exact, folded)


def read_shorthand(
    text: str,
    sentences: Sequence[Sentence],
    sections: Sequence[SectionKind],
    definitions: Mapping[str, str],
    vocabularies: Vocabularies,
) -> Shorthand:
    """What the shorthand of each sentence stands for; an abbreviation that the text defines is left to its definition."""
    found = Shorthand([], [], [], vocabularies)
    for sentence, section in zip(sentences, sections, strict=True):
        tokens = list(_TOKEN.finditer(text, sentence.start, sentence.end))
        words = [token.group() for token in tokens]
        index = 0
        while index < len(tokens):
            phrase = _phrase_at(words, index)
            count = len(phrase.words) if phrase else 1
            if phrase and not (count == 1 and words[index] in definitions):
                place = (tokens[index].start(), tokens[index + count - 1].end())
                if count > 1 or not is_torn(text, *place):
                    _decide(phrase, place, text, sentence, section, found)
            index += count
        for kind, pattern in _by_form():
            for match in each_match(pattern, text, sentence.start, sentence.end):
                if not _is_decided(match.span(), found):
                    found.matches.append(Match(*match.span(), (f"{NOTE_PREFIX}{kind}:{match.group().lower()}",)))
    return found


def written_out(word: str) -> str:
    """The name or the id that an abbreviation or a brand stands for wherever it is written; empty where neighbours decide."""
    rows = next((phrase.rows for phrase in _table().exact.get(word, ()) if phrase.words == (word,)), ())
    row = rows[0] if len(rows) == 1 else None
    if row is None or row.sections or row.before or row.after or row.note or row.kind == _NO_FINDING:
        return ""
    return "" if row.meaning == _NOTHING or " + " in row.meaning else row.meaning


def _is_decided(place: tuple[int, int], found: Shorthand) -> bool:
    """Whether shorthand has a meaning here; a piece without one ("serotonin") leaves the whole ("… reuptake inhibitors")."""
    meant = {(match.start, match.end) for match in found.matches[-50:]}
    return any(
        start < place[1]
        and place[0] < end
        and ((start, end) in meant or not (place[0] <= start and end <= place[1] and end - start < place[1] - place[0]))
        for start, end in found.places[-50:]
    )


def _phrase_at(words: list[str], index: int) -> _Phrase | None:
    table = _table()
    for phrase in table.exact.get(words[index], ()):
        if tuple(words[index : index + len(phrase.words)]) == phrase.words:
            return phrase
    low = words[index].lower()
    for phrase in table.folded.get(low, ()):
        if tuple(word.lower() for word in words[index : index + len(phrase.words)]) == phrase.words:
            return phrase
    return None


def _decide(
    phrase: _Phrase, place: tuple[int, int], text: str, sentence: Sentence, section: SectionKind, found: Shorthand
) -> None:
    start, end = place
    before = _context(text, max(sentence.start, start - _CONTEXT_WINDOW), start)[-_REACH_BEFORE:]
    after = _context(text, end, min(sentence.end, end + _CONTEXT_WINDOW))[:_REACH_AFTER]
    found.places.append(place)
    for row in phrase.rows:
        if _holds(row, section, before, after) and (not row.note or not row.note.isdisjoint(_words_of(text))):
            if row.kind == _NO_FINDING:
                found.other.append(place)
                return
            found.matches.extend(Match(*place, ids) for ids in _meanings(row, found.vocabularies))
            return


def _context(text: str, start: int, end: int) -> list[str]:
    words = (word.rstrip(".") or word for word in _CONTEXT.findall(text[start:end].lower()))
    return ["#" if word[0].isdigit() and "/" not in word else word for word in words]


@lru_cache(maxsize=4)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(_CONTEXT.findall(text.lower()))


def _holds(row: _Row, section: SectionKind, before: list[str], after: list[str]) -> bool:
    if row.sections and section.value not in row.sections:
        return False
    if row.before and row.before.isdisjoint(before):
        return False
    return not row.after or not row.after.isdisjoint(after)


@lru_cache(maxsize=16_384)
def _meanings(row: _Row, vocabularies: Vocabularies) -> tuple[tuple[str, ...], ...]:
    if row.meaning == _NOTHING:
        return ()
    return tuple(_concepts(name, row.kind, vocabularies) for name in row.meaning.split(" + "))


def _concepts(name: str, kind: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The concepts of a name; the name itself, with its kind, where no vocabulary codes it."""
    if _IDENTIFIER.fullmatch(name):
        return (name,)
    for match in vocabularies.find(name):
        if match.start == 0 and match.end == len(name):
            return match.concept_ids
    return (f"{NOTE_PREFIX}{kind or 'condition'}:{name}",)


def definitions_in(text: str) -> dict[str, str]:
    """The abbreviations that a text defines ("performance anxiety (PA)"), each with its long form."""
    found: dict[str, str] = {}
    if "(" not in text:
        return found
    reached = 0
    for match in _DEFINED.finditer(text):
        words = _LONG_FORM.search(text, max(reached, match.start() - _LONGEST_FORM), match.start())
        reached = match.end()
        long = _long_form(words.group(), match[1]) if words else ""
        if long:
            found.setdefault(match[1], long)
    for match in each_match(_DEFINES, text):
        if _long_form(match[2], match[1]) == match[2]:
            found.setdefault(match[1], match[2])
    return found


def _long_form(words: str, abbreviation: str) -> str:
    """The last words whose first letters are those of the abbreviation; empty where they are not."""
    letters = [char.lower() for char in abbreviation if char.isalpha()]
    parts = re.split(r"[ -]", words.strip())
    if len(letters) < 2 or len(parts) < len(letters):
        return ""
    chosen = parts[-len(letters) :]
    fits = all(part[:1].lower() == letter for part, letter in zip(chosen, letters, strict=True))
    return " ".join(chosen) if fits else ""


def with_shorthand(matches: Sequence[TextMatch], read: Shorthand) -> Iterator[TextMatch]:
    """The matches of the vocabulary with those of the shorthand in their places.

    A longer name that holds a piece of shorthand ("septic shock") keeps it; anything shorter gives way.
    """
    named = _Spans((match.start, match.end) for match in matches)
    # What the table cannot code gives way to a vocabulary that can, but for medicines that are given together ("TCHP" is a gene too).
    uncoded = {
        (match.start, match.end)
        for match in read.matches
        if note_kind(match.concept_ids[0]) and " / " not in match.concept_ids[0]
    }
    decided = _Spans(
        place
        for place in read.places
        if not named.hold(*place, longer=True) and not (place in uncoded and place in named.places)
    )
    for match in matches:
        if not decided.hold(match.start, match.end):
            yield match
    for match in read.matches:
        place = (match.start, match.end)
        if place in decided.places or not named.hold(*place):
            yield match


class _Spans:
    """Places of a text that can be asked which of them hold another."""

    def __init__(self, places: Iterable[tuple[int, int]]) -> None:
        self._sorted = sorted(places)
        self.places = frozenset(self._sorted)

    def hold(self, start: int, end: int, *, longer: bool = False) -> bool:
        """Whether one of the places holds this one; only a longer one if so wished."""
        index = bisect_right(self._sorted, (start, _FAR)) - 1
        while index >= 0 and self._sorted[index][0] >= start - _LONGEST_NAME:
            first, last = self._sorted[index]
            if last >= end and (not longer or last - first > end - start):
                return True
            index -= 1
        return False
