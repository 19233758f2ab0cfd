"""Whether a text presents several persons as its patient, and where the part of the second begins."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.core.patient.problems import Level, Problem
from osler.yaml_reader import packaged_yaml

_PLACE = r"(?:(?:bed|bay|room|patient|pt|case)[ \t#]{0,2}\w{1,4}[ \t]*[:.,-][ \t]*)"
_OPENING = re.compile(
    rf"(?:(?<=\n\n)|\A|(?<=\n)(?={_PLACE})){_PLACE}?(?:(?:this|a|an|the|our|is)[ \t]+){{0,2}}(?P<age>\d{{1,3}})[ \t-]?"
    r"(?P<unit>years?|yrs?|yo|y/o|y|months?|mo|weeks?|days?)?(?:[ \t-]old)?[ \t,]{0,2}"
    r"(?P<sex>female|male|woman|man|girl|boy|lady|gentleman|lad|lass|chap|F|M)\b(?![/'’])",
    re.IGNORECASE,
)
"""How a paragraph opens that presents a patient: "26F with", "Bed 4: an 80-year-old man"."""
_FEMALE = {"female", "woman", "girl", "lady", "f"}
_UNITS = {"m": 1 / 12, "w": 1 / 52, "d": 1 / 365}
_APART = 2.0
"""By how many years the ages of one patient differ at most in a text: it may tell of the years before."""
_PERSON = re.compile(
    r"\b\d{1,3}[ \t-]?(?:[MF]|y/?o|(?:years?|yrs?|months?|weeks?|days?)[ \t-]old)\b|\b(?:age|aged|sex|gender)\b[ \t:]"
    r"|[,(][ \t]*(?:\d{1,3}[ \t-]?(?:years?|yrs?|y)\b(?![ \t](?:of|ago|history|later|before|after))|(?:male|female|[MF])\b(?!\w|[/'’]))"
    r"|\b(?:dob|d\.o\.b|date of birth|born|mrn|nhs|hospital n)",
    re.IGNORECASE,
)
"""What presents a person: age, sex, birth date or number."""
_REACH = 200
"""Within how many characters of its head the part of a patient presents its person."""
_NAME = r"(?P<who>[A-Z][\w'’-]+,?(?:[ \t]+[A-Z][\w.'’-]*){1,3})(?=[ \t]*(?:$|[,;(|\d-]|DOB|MRN|Age|Sex))"
_MEND = "give the text of each patient as a file of its own"


_TURN = re.compile(
    r"(?:^|(?<=[.;\n])[ \t]*|(?<![ \t])[ \t]+)(?:[-=*_#~<>]{2,}[ \t]*(?:next|new|second|another)[ \t]+(?:patient|pt|case)\b[ \t]*:?[ \t]*[-=*_#~<>]{2,}"
    r"|(?:(?<=\n)|(?<=[.;] )|(?<=[.;]))(?:next|second)[ \t]+(?:patient|pt|case)[ \t]*(?::|(?=\n)))",
    re.IGNORECASE,
)
"""What ends the part of one patient: "----- NEXT PATIENT -----", "Next patient:"."""
_LEAD = (
    r"\b(?i:saw|seen|reviewed|examined|assessed|visited|treated|admitted|met|later|then|next|afterwards|finally|followed by)[ \t,:]+"
    r"(?i:(?:was|is|came|there was|I saw|we saw)[ \t]+)?"
)
"""Words within a sentence after which a person is presented: "in the afternoon I saw Mr Jones, 34 years"; not "seen by"."""
_TITLED = re.compile(
    rf"(?:\A|(?<=\n)|(?<=[.;:] )|(?P<lead>{_LEAD}))[ \t]*(?:\(?\d{{1,2}}[.)][ \t]+|[-*•][ \t]+)?(?P<title>Mr|Mrs|Ms|Miss|Master|Mx)\b\.?[ \t]+"
    r"(?P<who>[A-Z][\w'’-]*(?:[ \t][A-Z][\w'’-]*){0,2})"
    r"(?:,|[ \t]\(|[ \t]is|[ \t]-)?[ \t]*(?:(?:DOB|D\.O\.B\.?|date of birth|born)[ \t:]{1,3}(?:on[ \t])?(?P<born>\d[\w./-]+(?: [A-Z][a-z]+ \d{4})?)"
    r"|(?:an?[ \t]|aged?[ \t])?(?P<age>\d{1,3})\b(?![./:]\d|[ \t]?(?:%|mg|kg|cm|weeks|days)))"
    r"(?![^.\n]{0,30}\b(?:her|his|their|patient['’]s)[ \t]\w+)"
)
"""How a person is presented by title, name and age, unless as somebody's relative: "Mrs Adams, 60 years"."""
_FIRST_AGE = re.compile(
    r"\A[^\n]{0,80}?\b(?P<age>\d{1,3})[ \t-]?(?:(?:years?|yrs?)(?:[ \t-]old\b|[,.)])|y/?o\b|[MF]\b)", re.IGNORECASE
)
"""The age with which the first line of a text presents its patient."""
_LISTED = re.compile(
    r"^[ \t]*\(?(?P<number>\d{1,2})[.)][ \t]+(?P<who>[A-Z][\w'’-]*,?(?:[ \t]+[A-Z][\w.'’-]*){0,3}),?[ \t]+\(?"
    r"(?i:\d{1,3}(?:[MF]|[ \t-]?(?:y/?o|(?:years?|yrs?|y)(?:[ \t-]old)?)[ \t,]{1,3}(?:male|female|man|woman|[MF]))"
    r"|(?:male|female|[MF])[ \t,]{1,3}\d{1,3})\b",
    re.MULTILINE,
)
"""An item of a list of patients by name, sex and age, which a list of problems has not: "2. John Jones, 34 years, male"."""
_LABEL = re.compile(
    r"(?:^|(?<=[.;]\s)|(?<=\n))[ \t]*(?:patient|pt|case|subject)[ \t]*(?:no\.?[ \t]*|#[ \t]*)?(?P<which>[A-Z]|\d{1,3})[ \t]*[:)]",
    re.IGNORECASE,
)
_MALE_TITLES = frozenset({"Mr", "Master"})


class _Heads(NamedTuple):
    numbered: re.Pattern[str]
    named: re.Pattern[str]
    number: re.Pattern[str]
    others: re.Pattern[str]
    cells: frozenset[str]
    persons: frozenset[str]
    inline: re.Pattern[str]


@cache
def _heads() -> _Heads:
    table = packaged_yaml(__package__, "persons.yml")
    numbered, named, numbers, others = (
        "|".join(map(re.escape, sorted(table[key], key=len, reverse=True)))
        for key in ("numbered", "named", "numbers", "not_of_patient")
    )
    begin = r"^[ \t#*-]{0,6}"
    within = "|".join(map(re.escape, table["persons"]))
    return _Heads(
        numbered=re.compile(
            rf"{begin}(?P<kind>(?i:{numbered}))[ \t]*(?i:no\.?|number)?[ \t#]*(?P<who>\d{{1,3}}[A-Da-d]?|[A-D])[*]*"
            r"(?=[ \t]*(?:$|[:.,;(/–-]|\d))",
            re.MULTILINE,
        ),
        named=re.compile(rf"{begin}(?i:{named})[ \t]*:[*]*[ \t]*{_NAME}", re.MULTILINE),
        number=re.compile(
            rf"\b(?:{numbers})\b[ \t]*[:#.]*[ \t]*(?P<who>[A-Z]{{0,3}}\d[\d -]{{3,14}}\d)", re.IGNORECASE
        ),
        others=re.compile(rf"\b(?:{others})\b", re.IGNORECASE),
        cells=frozenset(table["cells"]),
        persons=frozenset(table["persons"]),
        inline=re.compile(
            rf"(?:\A|(?<=[.] ))(?=[A-Z])(?P<kind>(?i:{within}))[ \t]*(?P<who>\d{{1,3}}|[A-D])"
            r"(?=:|[ \t]*\([^()\n]{1,40}\)[ \t]*:)"
        ),
    )


def first_person(text: str) -> tuple[str, list[Problem]]:
    """The part of a text that is of its first patient, where each has a part under a head; and that others were there.

    Where persons differ and no head parts them, the whole text is given, and that it contradicts itself.
    """
    for second in (
        _second(text, _heads().numbered),
        _second(text, _heads().named),
        _second_listed(text),
        _second_row(text),
    ):
        if second:
            words = len(text[second:].split())
            message = f"the text is about several patients; only the first was read, {words} words were left out"
            return text[:second].rstrip() + "\n", [_contradictory(message)]
    if _have_different_numbers(text) or _differ(text):
        message = "the text presents persons of different age, sex or number as its patient; they were read as one"
        return text, [_contradictory(message)]
    return text, []


def part_of_first(text: str) -> tuple[str, list[Problem]]:
    """The part of a text before it turns to another person without a head of its own line; and that it does."""
    for second in (_second_turn(text), _second_titled(text), _second(text, _heads().inline)):
        if second:
            words = len(text[second:].split())
            message = f"the text is about several patients; only the first was read, {words} words were not searched"
            return text[:second], [_contradictory(message)]
    return text, []


def speaks_of_several(text: str) -> bool:
    """Whether a text is about several patients, or presents persons who cannot be one."""
    return bool(first_person(text)[1] or part_of_first(text)[1]) or _are_told_apart(text)


def _are_told_apart(text: str) -> bool:
    """Whether letters or numbers tell patients apart within a line: "Pt A) … Pt B) …"; where the second begins is not sure enough to cut."""
    return len({found["which"].upper() for found in _LABEL.finditer(text)}) > 1


def _second(text: str, heads: re.Pattern[str]) -> int | None:
    """Where the part of a second patient begins under such heads."""
    found = [
        (_key(match), match.start())
        for match in heads.finditer(text)
        if not _is_of_another(text, match.start())
        and (_PERSON.search(text[match.end() : match.end() + _REACH]) or _is_head_of_patient(text, match))
    ]
    if not found:
        return None
    kind, who = found[0][0]
    return next((start for (other, name), start in found if other == kind and not _same(kind, name, who)), None)


def _is_head_of_patient(text: str, match: re.Match[str]) -> bool:
    """Whether a head names a patient by number and nothing else: "Patient 2: epilepsy"."""
    kind = (match.groupdict().get("kind") or "").casefold()
    return kind in _heads().persons and text[match.end() : match.end() + 1] == ":"


def _second_turn(text: str) -> int | None:
    """Where a mark says that the next patient comes, after one was presented and before another is."""
    for mark in _TURN.finditer(text):
        parts = text[max(0, mark.start() - _REACH) : mark.start()], text[mark.end() : mark.end() + _REACH]
        if all(_PERSON.search(part) or _TITLED.search(part.lstrip()) for part in parts):
            return mark.start()
    return None


def _second_listed(text: str) -> int | None:
    """Where the second item of a list of patients begins, each with a name, a sex and an age."""
    found = [one for one in _LISTED.finditer(text) if not _is_of_another(text, one.start("who"))]
    if not found:
        return None
    return next((one.start() for one in found if not _same("", _words_of(one), _words_of(found[0]))), None)


def _second_titled(text: str) -> int | None:
    """Where a second person is presented by title, name and age, who has another name and another sex or age."""
    found = [one for one in _TITLED.finditer(text) if not _is_of_another(text, one.start("title"))]
    if found and _differs_from_opening(text, found[0]):
        return _sentence_start(text, found[0].start())
    for one in found[1:]:
        first = found[0]
        other_sex = (one["title"] in _MALE_TITLES) != (first["title"] in _MALE_TITLES)
        apart = _are_apart(one, first)
        if (other_sex or apart) and not _same("", _words_of(one), _words_of(first)):
            return _sentence_start(text, one.start()) if one["lead"] else one.start()
    return None


def _differs_from_opening(text: str, one: re.Match[str]) -> bool:
    """Whether a person who is presented within a sentence has another age than the one with whom the text opens."""
    first = _FIRST_AGE.match(text, 0, one.start())
    if not one["lead"] or not one["age"] or first is None:
        return False
    named = one["who"].split()[-1] in text[: one.start()]
    return not named and abs(int(one["age"]) - int(first["age"])) > _APART


def _sentence_start(text: str, place: int) -> int:
    """Where the sentence begins that holds a place."""
    return max((one.end() for one in re.finditer(r"[.!?;][ \t]+|\n", text[:place])), default=place)


def _words_of(match: re.Match[str]) -> str:
    return re.sub(r"\W+", " ", match["who"]).casefold().strip()


def _are_apart(one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether two persons differ in age, or were born on different days."""
    if one["age"] and other["age"]:
        return abs(int(one["age"]) - int(other["age"])) > _APART
    return bool(one["born"] and other["born"] and one["born"] != other["born"])


def _same(kind: str, name: str, other: str) -> bool:
    """Whether two heads are of one patient: a name may have its words in any order, with a title or as initials."""
    if kind:
        return name == other
    fewer, more = sorted((name.split(), other.split()), key=len)
    return all(any(one.startswith(word) or word.startswith(one) for one in more) for word in fewer)


def _second_row(text: str) -> int | None:
    """Where the second line of a list of patients begins, whose cells stand apart by blanks, tabs or bars."""
    start, cells = 0, 0
    rows: list[tuple[str, int]] = []
    for line in text.split("\n"):
        row = [cell.strip().casefold() for cell in _GAP.split(line.strip(" \t|"))]
        if cells and len(row) == cells:
            if not _RULE.fullmatch(line):
                rows.append((row[0], start))
        else:
            cells, rows = 0, []
            if len(_heads().cells.intersection(row)) > 1 and not _is_of_another(text, start + len(line)):
                cells = len(row)
        if rows and rows[-1][0] != rows[0][0]:
            return rows[-1][1]
        start += len(line) + 1
    return None


_RULE = re.compile(r"[\s|:=+-]*")
_GAP = re.compile(r"[ \t]*\|[ \t]*|\t+|[ ]{2,}")


def _key(match: re.Match[str]) -> tuple[str, str]:
    return (match.groupdict().get("kind") or "").casefold(), _words_of(match)


def _is_of_another(text: str, start: int) -> bool:
    """Whether the words before a name or number, or the line above it, give it to a relative or a contact."""
    line = text.rfind("\n", 0, start) + 1
    above = text[:line].rstrip("\n").rsplit("\n", 1)[-1]
    heading = above if len(above.split()) <= _HEADING_WORDS else ""
    before = re.split(r"[.;]\s", text[line:start])[-1]
    return _heads().others.search(f"{heading} {before[-40:]}") is not None


_HEADING_WORDS = 4


def _have_different_numbers(text: str) -> bool:
    """Whether numbers of the same kind differ, of which a patient has one."""
    found: dict[str, set[str]] = {}
    for match in _heads().number.finditer(text):
        if not _is_of_another(text, match.start()):
            label = re.match(r"\w+", match.group())
            found.setdefault(label.group().casefold() if label else "", set()).add(re.sub(r"\W", "", match["who"]))
    return any(len(numbers) > 1 for numbers in found.values())


def _differ(text: str) -> bool:
    """Whether paragraphs of a text present persons of different age or sex."""
    found = [
        (float(one["age"]) * _UNITS.get((one["unit"] or "y")[0].lower(), 1.0), one["sex"].lower() in _FEMALE)
        for one in _OPENING.finditer(text)
    ]
    ages = [age for age, _ in found]
    return len(found) > 1 and (len({female for _, female in found}) > 1 or max(ages) - min(ages) > _APART)


def _contradictory(message: str) -> Problem:
    return Problem(code="input.contradictory", level=Level.ERROR, message=message, mend=_MEND)
