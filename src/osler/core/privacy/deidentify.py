"""The de-identification gate: identifiers out before a text leaves, back in when the reply arrives."""

from __future__ import annotations

import hashlib
import re
from collections import Counter

from osler.core.privacy.dates import is_day_first, shift
from osler.core.privacy.finder import find_identifiers
from osler.core.privacy.known import KnownFinder
from osler.core.privacy.types import Identifying, Kind, KnownIdentifiers, Replacement

_TAG_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
_TAG_LENGTH = 4
_SHIFT_RANGE = (-360, -30)
"""Days: always into the past, so that no date of a patient lies in the future."""


class Deidentifier:
    """Replaces identifiers by surrogates such as `[NAME-1-KQZB]`, the same for the same words, and restores them.

    Every surrogate ends in a tag that does not occur in the text, so that it can be told from anything a note
    or a model writes. Tag and date shift follow from the record and the first text: the same case gives the
    same surrogates, and a recorded exchange can be replayed.
    """

    def __init__(self, known: KnownIdentifiers | None = None) -> None:
        self._known = known or KnownIdentifiers()
        self._finder = KnownFinder(self._known)
        self._tag = ""
        self._days = 0
        self._day_first = False
        self._own = self._loose = re.compile(r"(?!)")
        self._surrogates: dict[tuple[Kind, str], str] = {}
        self._originals: dict[str, str] = {}
        self._entities: dict[tuple[Kind, str], str] = {}
        self._counts: Counter[str] = Counter()

    @property
    def counts(self) -> dict[str, int]:
        """How many identifiers were replaced so far, by kind."""
        return dict(sorted(self._counts.items()))

    @property
    def replacements(self) -> list[Replacement]:
        """Every surrogate given so far, in order, with the words it stands for."""
        return [Replacement(kind, surrogate, original) for (kind, original), surrogate in self._surrogates.items()]

    def scrub(self, text: str) -> str:
        """The text with every identifier replaced; scrubbing it again changes nothing."""
        if not self._tag:
            self._prepare(text)
        while True:
            scrubbed = self._scrub_once(text)
            # A replacement can uncover another identifier, and a name that was learnt may stand elsewhere too.
            if scrubbed == text:
                return text
            text = scrubbed

    def restore(self, text: str) -> str:
        """The text with every surrogate turned back, also where a model changed its case or dropped its brackets."""
        return self._loose.sub(self._original, text)

    def _prepare(self, text: str) -> None:
        seed = hashlib.sha256(repr(self._known.model_dump()).encode("utf-8", "surrogatepass"))
        seed.update(text.encode("utf-8", "surrogatepass"))
        number = int.from_bytes(seed.digest(), "big")
        low, high = _SHIFT_RANGE
        number, offset = divmod(number, high - low)
        self._days = low + offset
        self._day_first = is_day_first(text)
        taken = " ".join([text, *self._known.names, *self._known.ids]).casefold()
        while not self._tag or self._tag.casefold() in taken:
            number, letters = divmod(number + 1, len(_TAG_LETTERS) ** _TAG_LENGTH)
            self._tag = _letters(letters)
        body = rf"[A-Z]+-[0-9+-]+[a-z]*-{self._tag}"
        self._own = re.compile(rf"\[{body}\]")
        self._loose = re.compile(rf"\[\s*({body})\s*\]|(?<!\w)({body})(?!\w)", re.IGNORECASE)

    def _scrub_once(self, text: str) -> str:
        pieces: list[str] = []
        position = 0
        for own in self._own.finditer(text):
            pieces += [self._replace(text[position : own.start()]), own.group()]
            position = own.end()
        pieces.append(self._replace(text[position:]))
        return "".join(pieces)

    def _replace(self, text: str) -> str:
        pieces: list[str] = []
        position = 0
        for found in find_identifiers(text, self._finder):
            surface = text[found.start : found.end]
            pieces += [text[position : found.start], self._surrogate(found, surface)]
            position = found.end
            if found.kind == "NAME" and not found.known:
                self._finder.learn(surface)
            self._counts[found.kind] += 1
        pieces.append(text[position:])
        return "".join(pieces)

    def _surrogate(self, found: Identifying, surface: str) -> str:
        key = (found.kind, surface)
        if key not in self._surrogates:
            entity = self._entity(found.kind, surface)
            variant = 0
            # The same person or day, written differently, keeps its number and gets a letter.
            while (name := f"{found.kind}-{entity}{_variant(variant)}-{self._tag}").lower() in self._originals:
                variant += 1
            self._originals[name.lower()] = surface
            self._surrogates[key] = f"[{name}]"
        return self._surrogates[key]

    def _entity(self, kind: Kind, surface: str) -> str:
        if kind == "AGE":
            return "90+"
        shifted = shift(surface, self._days, day_first=self._day_first) if kind == "DATE" else None
        if shifted is not None:
            return shifted
        key = (kind, " ".join(surface.casefold().split()))
        if key not in self._entities:
            self._entities[key] = str(1 + sum(1 for other, _ in self._entities if other == kind))
        return self._entities[key]

    def _original(self, match: re.Match[str]) -> str:
        return self._originals.get((match[1] or match[2]).lower(), match[0])


def _letters(number: int) -> str:
    letters = ""
    for _ in range(_TAG_LENGTH):
        number, digit = divmod(number, len(_TAG_LETTERS))
        letters += _TAG_LETTERS[digit]
    return letters


def _variant(number: int) -> str:
    """Nothing, then b, c, … z, then bb, bc, …"""
    letters = ""
    while number:
        number, digit = divmod(number - 1, 25)
        letters = chr(ord("b") + digit) + letters
    return letters
