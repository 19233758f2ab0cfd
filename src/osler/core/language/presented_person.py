"""The age and sex that a note sets beside the person it presents, as fields behind the name: "Callum (22, M)", "Ann Ray  F  36".

Letters present a person by a name and then say who it is between commas, in brackets, behind dashes or in columns. What
stands there is read field by field, so that no order of them and no set of separators has to be foreseen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from osler.core.language.document_rules import WrittenSex, document_rules
from osler.core.language.number_words import NUMBER_OF_WORD
from osler.core.privacy import is_given_name

_HEAD = 900
"""Characters in which letters present their patient."""
_OLDEST = 110
_MOST_FIELDS = 4
_WORD = r"(?:[A-Z](?:[^\W\d_]|['’-](?=[^\W\d_]))+|(?:[A-Z]\.){1,3}|[A-Z](?![\w.]))"
_NAME = re.compile(
    rf"(?<![\w.'’-])(?:(?P<title>Mr|Mrs|Ms|Miss|Mx|Master|Baby|Sig|Herr|Frau)\.?[ \t]+)?(?P<name>{_WORD}(?:[ \t]{_WORD}){{0,3}}\.?)"
)
_LABEL = re.compile(
    r"(?:^|[\n.;]|[ \t]{2})[ \t]*(?:re|patient|pt|name|seen|client|child|subject|participant)\b[ \t]*[:.\-]?[ \t]*$",
    re.IGNORECASE,
)
_SENT = re.compile(
    r"\b(?:see|seeing|saw|seen|refer|referring|referred|send|sending|sent|review|reviewing|reviewed|assess|assessing|assessed|met|treating|(?:look|looking|care|caring)[ \t](?:after|for)"
    r"|thank[ \t]you[ \t]for|thanks[ \t]for|about|regarding|concerning)[ \t](?:me[ \t])?$",
    re.IGNORECASE,
)
"""What goes before the name of whom a letter is about: "thank you for seeing Rohan"."""
_FIELD_NAME = re.compile(r":[ \t]*$")
_STAFF_TITLE = re.compile(r"(?:Dr|Prof|Professor|Sister|Nurse|Dear)\b")
_SOMEBODY_ELSE = re.compile(
    r"\b(?:Dr|Prof|Professor|Dear|Sister|Nurse|Sr|St|Saint|by|from|consultant|cc|copy to|Yours|regards|sincerely"
    r"|(?:with|and|to|of|his|her|their|the|a|named|called)[ \t](?:\w+[ \t]){0,2}?(?:mum|mom|mother|dad|father|parents?|brothers?|sisters?|siblings?"
    r"|twins?|sons?|daughters?|child|children|wife|husband|partner|friend|carer|aunt|uncle|cousin|niece|nephew|grand\w+|donor|dog|cat)"
    r"|(?:mum|mom|mother|dad|father|parent|carer|wife|husband|brother|sister|son|daughter|partner)(?:[ \t](?:of|to))?"
    r"|lives?[ \t]with|and|&)[,.:]?[ \t]*$",
    re.IGNORECASE,
)  # fmt: skip
_UNNAMED = re.compile(
    r"\b(?:this|our)[ \t](?:\w[\w-]*[ \t]){0,3}?(?P<person>lady|gentleman|woman|man|girl|boy|patient|child|infant|toddler|baby|teenager|student)\b"
    r"|(?:^|\n)[ \t]*(?:patient|pt)[ \t]*(?=:)",
    re.IGNORECASE,
)
"""Who is presented by a word for a person, or by a label alone: "this lady, 38, P2", "Pt: F/71"."""
_PLACE = re.compile(
    r"\b(?:Hospital|Infirmary|Surgery|Practice|Clinic|Hospice|Centre|Center|Street|Road|Avenue|Lane|Drive|Ward|Unit|University|Institute|Court|House|Trust"
    r"|January|February|March|April|May|June|July|August|September|October|November|December|Class|Grade|Type|Stage)\b"
)
_BETWEEN = re.compile(
    r"[ \t]*(?:[,;:(\[|/–—]|[ \t]-(?=[ \t])|[ \t]{2}|\t)[ \t]*|[ \t](?=aged?\b|who[ \t]is\b|is\b|\d{1,3}(?:yo|y/o|[ \t]?(?:years?|yrs?|y)\b|[MF]\b|/[MF]\b))"
)
_SEX = r"male|female|man|woman|boy|girl|lady|gentleman|m|f"
_SEXES: dict[str, WrittenSex] = {
    **dict.fromkeys(("female", "woman", "girl", "lady", "f"), "female"),
    **dict.fromkeys(("male", "man", "boy", "gentleman", "m"), "male"),
}
_TENS = "|".join(sorted(NUMBER_OF_WORD, key=len, reverse=True))
_NUMBER = rf"\d{{1,3}}(?:\.\d)?|(?:{_TENS})(?:[ -](?:{_TENS}))?"
_UNIT = r"years?|yrs?|yo|y/o|y|months?|mths?|mo|weeks?|wks?|days?"
_ENDS = r"(?=[ \t]*(?:[,;)\]|\n]|$|\.(?:\s|$)|/[ \t]?(?:[MF]\b|male|female)|[ \t][-–—][ \t]|[ \t]{2})|[ \t]+(?:and|with|who|was|is|has|had|presents?|presented|attends?|attended|came|comes|seen|referred|reviewed|known|M|F|male|female|man|woman|boy|girl|lady|gentleman)\b)"
_AGE = re.compile(
    rf"(?:(?P<before>{_SEX})[ \t]?[/,;-]?[ \t]{{0,3}}(?=\d))?(?:(?:who[ \t]is|is|now|just|age|aged|currently)[ \t:]+){{0,3}}(?P<n>{_NUMBER})"
    rf"(?:(?P<half>[ \t](?:and[ \t]a|1/2|½)[ \t]?(?:half)?)|[ \t-]?(?P<u>{_UNIT})(?:[ \t-]?old)?\b(?:[ \t]?(?:of[ \t]age|(?:,|and)?[ \t]?(?P<m>\d{{1,2}})(?:/12|[ \t]?(?:months?|mths?|mo|m)\b)))?)?"
    rf"(?:[ \t]?[/,]?[ \t]?(?P<after>{_SEX})\b)?{_ENDS}",
    re.IGNORECASE,
)
_NO_AGE = re.compile(
    r"[ \t]*(?:weeks?[ \t]pregnan|of[ \t](?:pregnan|gestation)|ago\b|history\b|post\b|later\b|following\b)",
    re.IGNORECASE,
)
_SEX_FIELD = re.compile(rf"(?P<sex>{_SEX})\b(?![./'’])", re.IGNORECASE)
_OTHER_FIELD = re.compile(r"(?:an?[ \t])?[a-z][a-z -]{2,30}(?=[,;)])|DOB\b[^,;)\n]{0,30}\)?(?=[,;)])")
"""A field that says something else: "plumber"."""
_PER_YEAR = {"y": 1.0, "m": 1 / 12, "w": 7 / 365.25, "d": 1 / 365.25}


class Presented(NamedTuple):
    """The age and the sex that stand behind a name, each with its place."""

    years: tuple[float, int, int] | None
    sex: tuple[WrittenSex, int, int] | None


def presented_person(text: str) -> Presented:
    """The age and sex of the first person whom the head of a note presents with either."""
    head = text[:_HEAD]
    for name in _patient_names(head):
        found = _fields(head, name.end())
        if found.years is not None and (_is_known(head, name) or found.sex is not None):
            return found
        if name["title"] or _LABEL.search(head, 0, name.start()):
            # Whoever is named after the patient is somebody else.
            break
    unnamed = (_fields(head, one.end()) for one in _UNNAMED.finditer(head))
    return next((found for found in unnamed if found.years is not None), Presented(None, None))


def _patient_names(head: str) -> Iterator[re.Match[str]]:
    """The names of the head that may be the patient's, and nobody's who treats or accompanies."""
    staff = document_rules().staff
    for name in _NAME.finditer(head):
        before = head[max(0, name.start() - 60) : name.start()]
        other = _SOMEBODY_ELSE.search(before) or staff.search(before.rstrip(" \t:,"))
        if not (other or _PLACE.search(name["name"]) or _STAFF_TITLE.match(name["name"])):
            yield name


def _is_known(head: str, name: re.Match[str]) -> bool:
    """Whether a name is a person's by its title, its label, what goes before it or a given name in it."""
    before = head[max(0, name.start() - 60) : name.start()]
    if name["title"] or _LABEL.search(before) or _SENT.search(before):
        return True
    return not _FIELD_NAME.search(before) and any(is_given_name(one) for one in name["name"].split())


def _fields(head: str, place: int) -> Presented:
    """What the fields from a place on say of age and sex."""
    years: tuple[float, int, int] | None = None
    sex: tuple[WrittenSex, int, int] | None = None
    for _ in range(_MOST_FIELDS):
        gap = _BETWEEN.match(head, place)
        if gap is None:
            break
        place = gap.end()
        if years is None and (age := _AGE.match(head, place)) is not None and not _NO_AGE.match(head, age.end()):
            if (value := _years(age)) is None:
                break
            years = (value, age.start("n"), max(age.end(group) for group in ("n", "u", "m", "half")))
            told = next((group for group in ("before", "after") if age[group]), None)
            if told is not None:
                sex = sex or (_SEXES[age[told].lower()], *age.span(told))
            place = age.end()
        elif sex is None and (one := _SEX_FIELD.match(head, place)) is not None:
            sex = (_SEXES[one["sex"].lower()], *one.span("sex"))
            place = one.end()
        elif years is None and (other := _OTHER_FIELD.match(head, place)) is not None:
            place = other.end()
        else:
            break
    return Presented(years, sex)


def _years(age: re.Match[str]) -> float | None:
    """An age in years; none where no person is so old, or where a number in words stands without a unit."""
    words = age["n"].lower()
    if words[0].isdigit():
        number = float(words)
    else:
        number = float(sum(NUMBER_OF_WORD[word] for word in re.split(r"[ -]", words)))
        if not (age["u"] or age["half"] or re.search(r"age", age.group(), re.IGNORECASE)):
            return None
    unit = _PER_YEAR[(age["u"] or "y")[0].lower()]
    value = number * unit + int(age["m"] or 0) / 12 + (0.5 if age["half"] else 0.0)
    return value if 0 < value <= _OLDEST else None
