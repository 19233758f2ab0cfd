"""What a line says of its document and of no patient: which version it is, when it was issued, by whom, when it is due for review."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from osler.core.library.passages import passage_sentences
from osler.core.library.populations import read_rules

BESIDE = "beside"
"""The names in the rules of what a document says of itself and nobody asks for."""
_MONTHS = {
    month: number
    for number, month in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], start=1
    )
}
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_WORDED = (
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?[\s-]+(?:of\s+)?)?(?P<month>{_MONTH})\.?,?[\s-]+"
    r"(?:(?P<day2>\d{1,2})(?:st|nd|rd|th)?,?\s+)?(?P<year>(?:19|20)\d{2})\b"
)
_FIGURES = r"(?P<one>\d{1,2})(?P<mark>[./-])(?P<two>\d{1,2})(?P=mark)(?P<in>(?:19|20)\d{2})\b"
_OF_MONTH = r"(?P<of>0?[1-9]|1[0-2])/(?P<of_year>(?:19|20)\d{2})\b"
_ISO = r"(?P<iso>(?:19|20)\d{2}(?:-\d{2}(?:-\d{2})?)?)(?![\d/-])"
_DATE = re.compile(rf"\b(?:{_WORDED}|{_FIGURES}|{_OF_MONTH}|{_ISO})", re.IGNORECASE)
_ANY_DATE = re.sub(r"\(\?P<\w+>", "(?:", rf"\b(?:{_WORDED}|{_OF_MONTH}|{_ISO})").replace("(?P=mark)", r"[./-]")
_ANY_FIGURES = r"\b\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d{2}\b"
_MONTHS_OF_YEAR = 12
_VERSION = re.compile(
    rf"\b(?:version|edition|revision|issue|ver\b\.?|rev\b\.?)\s*(?:no\b\.?|number)?\s*[:=]?\s*(?P<version>v?\d[\w.]*?)(?!\s*{_MONTH}\b|[/-]\d)(?=[,;.)]*(?:\s|$))"
    r"|(?<![\w.])v\.?\s?(?P<short>\d+(?:\.\d+)*)(?![\w%])"
    r"|\b(?P<ordinal>\d{1,2})(?:st|nd|rd|th) (?:edition|revision|version)\b",
    re.IGNORECASE,
)
_BY = re.compile(
    r"\b(?i:issued|published|produced|prepared|released|developed)\b[^.;]{0,40}?\bby:?\s+(?:the\s+)?(?P<issuer>[A-Z][^.;,·|\n]{2,80})"
)
_APPROVER = re.compile(
    r"\b(?i:approved|ratified|authori[sz]ed|endorsed|adopted|agreed)\s+by:?\s+(?:the\s+)?[A-Z][^.;·|\n]{2,80}?(?=\s+(?:on|in)\b|[.,;]|$)"
)
"""Who agreed to a document, and did not issue it."""
_PARTS = re.compile(r"\s*(?:[;|·•\n]|\s[–—]\s)\s*")
_FRONT = re.compile(
    r"\b(?:version|edition|revision|issued|published|produced|prepared|released|developed|dated?|updated|final|on|by|the|in|from|v)\b",
    re.IGNORECASE,
)
_SMALL = re.compile(r"(?:of|and|for|the|in|at|on|&|de|la)", re.IGNORECASE)
_BODY_WORDS = 9
_BESIDE_WORDS = 3
"""Other words that front matter may have: "Guideline NG12", "approved"."""
_NAME_WORDS, _BODY_NAME = 6, 2
"""Words of what names a part of the front matter, and of a body that does: "Issuing hospital"."""
_HYPHENS = re.compile(r"[^\w&]+")
_PERSON = re.compile(
    r"^\W*(?:Drs?|Prof(?:essor)?s?|Mr|Mrs|Ms|Miss|Mx|Sister|Nurse|Pharmacist)\b\.?\s+[A-Z]|^\W*(?:[A-Z]\.\s?)+[A-Z][a-z]"
    r"|\b(?:MD|MBBS|MBChB|PhD|PharmD|FRC\w+|MRC\w+|RN)\b"
)
"""How the name of a person is written, who wrote a document and did not issue it."""
_TELLING = 2
"""How many of version, issuer and dates a line must tell to be front matter."""


class Front(NamedTuple):
    """What a text tells of its document, and what of the text is left."""

    told: dict[str, str]
    rest: str
    keyed: bool
    """Whether a version or a date is named as such: "Version 3", "approved 2 May 2024"."""

    @property
    def is_front(self) -> bool:
        """Whether it opens, or is, front matter: two things are told, or one that is named in a text of nothing else."""
        return len(self.told) >= _TELLING or (self.keyed and not self.rest)


class _Part(NamedTuple):
    told: list[tuple[str, str]]
    left: str
    keyed: bool


def front_of(text: str) -> Front:
    """What the parts of a text that say nothing else tell of its document; the parts with more words than that are left."""
    told: list[tuple[str, str]] = []
    rest: list[str] = []
    keyed = False
    for part in _parts(text):
        read = _read(part)
        words = re.findall(r"\w+", read.left)
        if read.left and is_issuer(read.left) and (read.told or not rest):
            told += [*read.told, ("issuer", read.left)]
        elif (read.told and len(words) <= _BESIDE_WORDS) or (read.keyed and not words):
            told += read.told
        else:
            rest.append(part)
            continue
        keyed = keyed or read.keyed
    if (
        told
        and keyed
        and len(rest) == 1
        and len(rest[0].split()) <= _BODY_WORDS
        and is_body(rest[0])
        and text.startswith(rest[0])
    ):
        # Before a version and a date stands who issued it: "General hospital, ward 12".
        told, rest = [*told, ("issuer", rest[0].rstrip(". "))], []
    return Front(settled(told), " ".join(rest), keyed)


def settled(told: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What is told of each field: the last of several dates, of several issuers a body before another name, else the first."""
    found: dict[str, str] = {}
    for field, value in told:
        if field == "issuer" and is_person(value):
            continue
        if field == "date":
            found[field] = max(value, found.get(field, ""))
        elif field == "issuer" and field in found and is_body(value) and not is_body(found[field]):
            found[field] = value
        else:
            found.setdefault(field, value)
    return found


def is_person(name: str) -> bool:
    """Whether a name is a person's, by its title, its initials or what it has earned."""
    return bool(_PERSON.search(name))


def issuing(author: str) -> str:
    """The author whom a file names, where that is no person: who wrote a document did not issue it."""
    return "" if is_person(author) else author


def is_body(line: str) -> bool:
    """Whether a line names a body that issues guidelines, and no document."""
    rules = read_rules()["bodies"]
    return bool(any_word(tuple(rules["names"])).search(line)) and not any_word(tuple(rules["documents"])).search(line)


def is_body_alone(text: str) -> bool:
    """Whether a line is the name of a body and nothing else."""
    return is_body(text) and is_issuer(text)


def is_issuer(text: str) -> bool:
    """Whether what stands beside a version or a date is who issued it: a body, or a name of capital words."""
    words = re.findall(r"[\w'’&-]+", text)
    if not 1 < len(words) <= _BODY_WORDS or any_word(tuple(read_rules()["bodies"]["documents"])).search(text):
        return False
    return (
        all(word[0].isupper() or word.isdigit() or _SMALL.fullmatch(word) for word in words) and words[0][0].isupper()
    )


@cache
def any_word(words: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern of any of some words."""
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


def as_date(text: str) -> str:
    """A date as ISO 8601, as precise as it is certain; empty where there is none."""
    found = _DATE.search(text)
    if found is None:
        return ""
    if found["iso"]:
        return found["iso"]
    if found["month"]:
        month, day = _MONTHS[found["month"][:3].lower()], found["day"] or found["day2"]
        return f"{found['year']}-{month:02d}" + (f"-{int(day):02d}" if day else "")
    if found["of"]:
        return f"{found['of_year']}-{int(found['of']):02d}"
    return _of_figures(int(found["one"]), int(found["two"]), found["in"], dotted=found["mark"] == ".")


def as_version(text: str) -> str:
    """The number of a version: of "Version 3.1", "v3.1", "3.1 (final)" it is 3.1."""
    if found := _VERSION.search(text):
        return found["version"] or found["short"] or found["ordinal"]
    bare = re.match(r"\s*v?\.?\s*(?P<version>\d[\w.]*)", text, re.IGNORECASE)
    return bare["version"].rstrip(".") if bare else ""


def field_of(name: str) -> str:
    """What of a document a name in its table is of; empty where it is the name of something else."""
    words = " ".join(_HYPHENS.sub(" ", name.casefold()).split())
    rules = read_rules()
    exact = {word: field for field, named in rules["heads"].items() for word in named}
    if words in exact:
        return str(exact[words])
    if not words or len(words.split()) > _NAME_WORDS:
        return ""
    for field, named in rules["control"]:
        if any_word(tuple(named)).search(words):
            return str(field)
    return "issuer" if is_body(words) and len(words.split()) <= _BODY_NAME else ""


def keys_of(*fields: str) -> str:
    """The names in the rules of what a document says of itself, the longest first, as a pattern."""
    told = read_rules()["heads"]
    words = {word for field in fields or told for word in told[field]}
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))


def composed_keys() -> str:
    """Names of several words, each of which the rules have in what a document says of itself: "Lead author", as a pattern."""
    rules = read_rules()
    named = [word for words in rules["heads"].values() for word in words]
    named += [word for _, words in rules["control"] for word in words]
    words = {one for word in named for one in word.replace(" ?", "").split()} | set(rules["bodies"]["own"])
    any_of = "|".join(sorted(words, key=len, reverse=True))
    return rf"(?:{any_of})(?:\s+(?:{any_of})){{1,3}}"


def _of_figures(one: int, two: int, year: str, *, dotted: bool) -> str:
    """A date in figures: where either may be the month only the year is certain; behind dots the day stands first."""
    if one > _MONTHS_OF_YEAR or dotted or one == two:
        day, month = one, two
    elif two > _MONTHS_OF_YEAR:
        day, month = two, one
    else:
        return year
    return f"{year}-{month:02d}-{day:02d}" if month <= _MONTHS_OF_YEAR else year


def _parts(text: str) -> Iterator[str]:
    """The parts of a text: its sentences, and what marks part in them."""
    sentences: Sequence[str] = [one.text for one in passage_sentences(text)] or [text]
    for sentence in sentences:
        yield from (part for part in _PARTS.split(sentence) if re.search(r"\w", part))


def _read(part: str) -> _Part:
    told: list[tuple[str, str]] = []
    keyed = False
    left = part
    approved = _APPROVER.search(left)
    if approved:
        left = left.replace(approved.group(), f"{approved.group().split()[0]} ", 1)
    if by := _BY.search(left):
        told.append(("issuer", by["issuer"].strip()))
        left = left.replace(by["issuer"], " ")
    for found in _dated().finditer(left):
        field = "review" if found["review"] else "date"
        told.append((field, as_date(found["date"])))
        keyed = True
    left = _dated().sub(" ", left)
    if version := _VERSION.search(left):
        told.append(("version", version["version"] or version["short"] or version["ordinal"]))
        keyed = True
        left = _VERSION.sub(" ", left)
    if date := as_date(left):
        told.append(("date", date))
        left = _DATE.sub(" ", left)
    bare = left.strip(" .,:()-–—[]*_")
    # That somebody agreed to a document says by itself what the line is.
    keyed = keyed or (approved is not None and bare.casefold() == approved.group().split()[0].casefold())
    # What is left between the statements is words of theirs ("issued", "by the"), or the name of who made them.
    left = bare if is_issuer(bare) else " ".join(_FRONT.sub(" ", bare).split())
    return _Part(told, "" if keyed and not told else left, keyed)


@cache
def _dated() -> re.Pattern[str]:
    """A date with what it is of: "approved on 2 May 2024", "next review: March 2027"."""
    return re.compile(
        rf"\b(?:(?P<review>{keys_of('review')})|(?:{keys_of('date')}))\b(?:\s+date)?[\s:,–—-]*(?:(?:on|in|from|by|is)\b[\s:]*)?"
        rf"(?P<date>{_ANY_FIGURES}|{_ANY_DATE})",
        re.IGNORECASE,
    )
