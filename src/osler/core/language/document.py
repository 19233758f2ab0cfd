"""What a note says of itself and its patient: when it was written, birth date, age, sex, who wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Literal, NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.types import TimeExpression

WrittenSex = Literal["female", "male"]

_HEAD_LINES = 6
_HEAD_CHARACTERS = 500
_TAIL_CHARACTERS = 200
_LABEL_REACH = 24
"""Characters between a label and the date it belongs to, at most."""
_AGE_LABEL = re.compile(
    r"(?<![\w-])age[ \t]*[:=]?[ \t]*(?P<n>\d{1,3}(?:\.\d)?)(?:[ \t-]*(?P<u>years?|yrs?|y|months?|mos?|m|weeks?|wks?|w|days?|d))?(?![\w/]|\.\d)",
    re.IGNORECASE,
)
_LINE_AGE = re.compile(
    r"(?:^|(?<=[^\d][.])|(?<=\d[.] )(?=\d{1,3}[MF]\b)|(?<=\n)|(?<=: )|(?:(?<=[a-z.], )|(?<=\d - )|(?<=[Cc]linic )|(?<=[Rr]eview )|(?<=[Rr]eferral )|(?<=[Ll]etter )|(?<=ED )|(?<=OPD )|(?<=GP ))(?=[1-8]?\d[ \t]?[MF]\b))[ \t]*(?P<n>\d{1,3})[ \t]?"
    r"(?P<sex>M|F|male|female|Male|Female)(?=[ \t,./;:]|$)(?![ \t]*/)",
    re.MULTILINE,
)
_SEX_THEN_AGE = re.compile(
    r"(?:^|(?<=\n)|(?<=[.:;|] ))[ \t]*(?:(?:patient|pt|sex)[ \t:]+)?(?P<sex>Male|Female|Man|Woman|M|F)[ \t]?[,/;|]?[ \t](?:aged?[ \t]+)?(?P<n>\d{1,3})"
    r"[ \t]?(?:years?|yrs?|yo|y)\b(?![ \t]*(?:of|history|ago|hx)\b)",
    re.IGNORECASE,
)
"""A note or a sentence that opens with sex and age: "Male, 45 y."."""
_TITLED_AGE = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Mx|Master|[Pp]atient|[Pp]t)\.?(?:[ \t]+(?:[A-Z]\.[A-Z]\.?|[A-Z][\w'’-]*\.?)){0,3},?[ \t]+(?:aged?[ \t]+|\()?(?P<n>\d{1,3})"
    r"(?=[,;.)](?:\s|$)|[ \t]?[MF]\b|[ \t]+(?:years?|yrs?|y)\b(?!\s(?:ago|of\s(?!age)|history))|[ \t]+(?:is|was|has|had|presents?|presented|with|who|attends?|attended|comes|came)\b)(?![,.]\d)"
)
"""An age after a name: "Mrs Smith, 34, is seen"; it stands between commas or before a verb."""
_AGED_AFTER_SEX = re.compile(
    r"^[^\n]{0,60}?,[ \t](?P<sex>male|female|man|woman|boy|girl),?[ \t]aged?[ \t](?P<n>\d{1,3})(?=[\s,.;)]|$)(?![ \t]?(?:months?|mths?|weeks?|wks?|days?))",
    re.IGNORECASE | re.MULTILINE,
)
"""Sex and age after a name in the head: "Re: Mrs P., female, aged 61"."""
_PERSON_OF = re.compile(
    r"(?:^|(?<=\n)|(?<=[.:;] )|(?<=\d, ))[ \t]*(?:(?:an?|this|the|baby|young)[ \t])?(?P<sex>man|woman|boy|girl|lady|gentleman|male|female|infant|toddler|child|schoolgirl|schoolboy|student|teenager)"
    r"(?:[ \t]of|,?[ \t]aged|,)?[ \t](?P<n>\d{1,3})(?:[ \t-]?(?P<u>years?|yrs?|y|months?|mths?|mo|weeks?|wks?|days?))?(?=[\s,.;:)]|$)"
    r"(?![.,]\d|[ \t]*(?:kg|cm|mm|mg|%|bpm|am|pm|children|weeks?[ \t]pregnant|/))(?<!19\d\d)(?<!20\d\d)",
    re.IGNORECASE,
)
"""A person with whose word and age a sentence opens: "Woman 44,", "girl of 6", "Boy, 7 months."."""
_LAY_AGE = re.compile(
    r"(?:\b[Mm]y\s(?:\w+\s)?(?:son|daughter|child|baby|boy|girl)\s(?:is|just\sturned)|\bI(?:\sam|['’]m)"
    r"|(?:^|(?<=\n))[ \t]*(?:[A-Z]\.){2,3},?)[ \t](?P<n>\d{1,3})(?=[,;.](?:\s|$)|\s(?:and|with|now)\b)"
)
"""An age in a parent's or the patient's own words, or after initials: "My son is 9.", "J.K., 29, presents"."""
_NAMED_AGE = re.compile(
    r"(?:^|(?<=\A))[ \t]*(?P<first>\d{1,2})[ \t]?(?P<fu>yrs?|yo|y|mths?|mo|wks?|d)\b"
    r"(?![ \t]*(?:history|hx|ago|of|f/u|follow|post|after|since|later|course|duration|review|survival|on)\b|/)"
    r"|\b[A-Z][a-z]+,[ \t]\(?aged[ \t](?P<n>\d{1,3})[ \t]?(?P<u>years?|yrs?|y|months?|mths?|mo|weeks?|wks?|days?)?(?:[ \t](?:and[ \t])?(?P<m>\d{1,2})[ \t]?(?:months?|mths?))?"
    r"(?=\)|,?[ \t](?:who|was|is|has|had|came|attended|presented|with)\b)"
)
"""An age that opens a note without a word for the person ("4y haemophilia"), or follows a name: "Oliver, aged 3 years, who"."""
_OPENING_AGE = re.compile(
    r"(?:^|(?<=\n)|(?<=[.:;] ))[ \t]*(?:(?:this|the|our|patient|pt|he|she|is|was|presenting|case|of|an?)[ \t]+){0,4}(?P<n>\d{1,3})[ \t-](?:years?|yrs?)[ \t-]old\b(?![ \t-]+(?:"
    r"graft|implant|injury|fracture|scar|lesion|pacemaker|prosthesis|stroke))",
    re.IGNORECASE,
)
"""The age with which a note or a sentence opens is the patient's, whoever they are: "A 21-year-old college student"."""
_AFTER_AGE = re.compile(
    r"[\s,/-]{0,3}(?:(?:\w|['’-])+[\s,/]{1,2}){0,3}?(?P<sex>female|male|woman|man|girl|boy|lady|gentleman|daughter|son|F|M|(?<=yo)[FM]|(?:AA|W|C|H|B)[MF])(?![\w'])"
)
_TO_AN_EVENT = re.compile(
    r"(?:\b(?:since|in|of|on|from|until|last|dose|given|done|begun|due|comparison:?|LMP:?|LNMP:?|EDD:?|EDC:?)"
    r"|\b(?!(?:dated|reviewed|attended|examined|assessed|consulted|visited|updated|printed|created)\b)\w{3,}ed)\s*$",
    re.IGNORECASE,
)
"""What makes the date after it that of something else than the note: "CT of", "IVIG finished"."""
_STATED_SEX = re.compile(r"(?<![\w])(?:sex|gender)[ \t*]*[:=][ \t*]*(?P<sex>[A-Za-z]+)", re.IGNORECASE)
_PATIENT_SEX = re.compile(
    r"^[ \t]*(?:patient|pt)[ \t]*:[ \t]*(?P<sex>M|F|male|female)(?![\w'])"
    r"|(?<!\w)this(?:\s[\w-]+){0,3}?\s(?P<called>gentleman|lady|woman|man|boy|girl)(?![\w'])"
    r"|(?<!\w)(?:baby|newborn|infant|term|preterm)\s(?P<newborn>boy|girl|male|female)(?![\w'])"
    r"|(?:^|(?<=[.:]\s))[ \t]*(?P<aged>boy|girl),?[ \t](?:aged?[ \t])?\d{1,2}[ \t-]?(?:years?|yrs?|y|months?|mths?|mos?|weeks?|wks?|days?|hours?)\b",
    re.IGNORECASE | re.MULTILINE,
)
_DELIVERED = re.compile(
    r"\b(?:deliver(?:ed|y)|gave\sbirth|giving\sbirth|birth\sof|carrying|pregnant|expecting)\b[^.\n]{0,60}$|\bG\d{1,2}\s?P\d{1,2}",
    re.IGNORECASE,
)
"""What makes a boy or girl the patient's child: she was delivered of it."""
_PREGNANT = re.compile(r"[\s-]*(?:of[\s-])?(?:pregnan|gestation|gravid)", re.IGNORECASE)
"""What makes weeks those of a pregnancy: "female 20 weeks pregnant"."""
_HER_CHILD = re.compile(r"\b(?:has|have|had|his|her|their|mother\sof|father\sof)\s(?:\w+\s){0,2}$", re.IGNORECASE)
_OLDEST_NEWBORN = 1.0
_GRAVIDA = re.compile(
    r"(?<!born to )(?<!born to a )(?<!mother )(?<!mother, )(?<!mother: )\bG\d{1,2}\s?P\d{1,2}(?:\+\d)?\b(?!\s(?:\S+\s){0,2}mother\b)",
    re.IGNORECASE,
)
"""The patient's own pregnancies, counted: only a woman has them."""
_YOUNGEST_GRAVIDA = 10.0
_SEXES: dict[str, WrittenSex] = {
    **dict.fromkeys(("f", "female", "woman", "girl", "lady", "daughter"), "female"),
    **dict.fromkeys(("m", "male", "man", "boy", "gentleman", "son"), "male"),
}
_WAS = re.compile(r"\b(?:was|were|being)\s+(?:(?:only|just|about|aged?|an?)\s+)*$", re.IGNORECASE)
_AT_EVENT = re.compile(
    r"\s*,?\s*(?:when\b|at\s+(?:the\s+)?(?:time\s+of\s+)?(?:(?:his|her|their|the|a)\s+)?(?:first|initial|onset|diagnosis|menarche|menopause))",
    re.IGNORECASE,
)
"""What follows an age that is one of the past: "was 22 years old at first seizure"."""
_BORN = re.compile(r"\b(?:dob|d\.o\.b\.?|born|date of birth)\b[^\n]{0,24}\($", re.IGNORECASE)
"""A birth date whose age follows in brackets: "DOB 11/02/1948 (age 78)"."""
_RELATIVES = (
    r"(?:brother|sister|sibling|twin|mother|father|mom|mum|dad|parent|aunt|uncle|cousin|niece|nephew|grand(?:mother|father|parent)"
    r"|wife|husband|spouse|partner)"
)
_CHILDREN = r"(?:son|daughter|child|children|grandson|granddaughter)"
_OF_RELATIVE = re.compile(
    rf"\b(?:{_RELATIVES}|(?:his|her|their)\s{_CHILDREN})s?\b(?:[\s,:;(]|\b(?:who|is|was|are|were|now|currently|aged?|an?|the)\b)*$",
    re.IGNORECASE,
)
"""A relative as the one of whom the age that follows is said."""
_AGED_RELATIVE = re.compile(rf"[\s,-]*(?:(?!and\b|with\b|of\b)[\w-]+\s){{0,2}}?{_RELATIVES}s?\b", re.IGNORECASE)
_HAS_CHILD = re.compile(r"\b(?:has|have|had|lives? with|living with)\s(?:his|her|an?|one|two|three)\s*$", re.IGNORECASE)
_AGED_CHILD = re.compile(rf"[\s,-]*(?:[\w-]+\s){{0,1}}?{_CHILDREN}\b", re.IGNORECASE)
_CONTEXT = 40
_OLDEST = 110
_UNITS = {"y": 1.0, "m": 1 / 12, "w": 7 / 365.25, "d": 1 / 365.25}


class Found(NamedTuple):
    """A value with the place of the words that say it."""

    value: Any
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AboutNote:
    """What a note says of itself and of whom it speaks."""

    written: Found | None = None
    """The date (a TimeExpression) the note is about."""
    birth: Found | None = None
    age_years: Found | None = None
    sex: Found | None = None
    author_kind: str | None = None


class _Rules(NamedTuple):
    note_labels: tuple[re.Pattern[str], ...]
    birth_label: re.Pattern[str]
    titles: tuple[tuple[WrittenSex, re.Pattern[str]], ...]
    pronouns: tuple[tuple[WrittenSex, re.Pattern[str]], ...]
    authors: tuple[tuple[str, re.Pattern[str]], ...]
    staff: re.Pattern[str]
    young: re.Pattern[str]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    table = read_yaml("document.yml")
    return _Rules(
        note_labels=tuple(_words(labels) for labels in table["note_dates"]),
        birth_label=_words(table["birth_dates"]),
        titles=tuple(
            (sex, re.compile(rf"(?<!\w)(?:{'|'.join(_as_titles(names))})")) for sex, names in table["titles"].items()
        ),
        pronouns=tuple((sex, _words(names)) for sex, names in table["pronouns"].items()),
        authors=tuple((kind, _words(names)) for kind, names in table["author_kinds"].items()),
        staff=re.compile(rf"{_words(table['staff']).pattern}$", re.IGNORECASE),
        young=_words(table["young"]),
    )


def _as_titles(names: Iterable[str]) -> Iterable[str]:
    """Titles as they stand before a name; in capitals only before a name in capitals ("MS JONES", and not "MS. Father")."""
    for name in names:
        yield rf"{name.capitalize()}\.?\s+[A-Z]"
        yield rf"{name.upper()}\.?\s+[A-Z]{{4,}}\b"


def _words(phrases: Iterable[str]) -> re.Pattern[str]:
    ordered = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(phrase) for phrase in ordered)})(?!\w)", re.IGNORECASE)


def about_note(text: str, times: Sequence[TimeExpression]) -> AboutNote:
    """Everything that a note says of itself and its patient, as far as it says it."""
    rules = _rules()
    dates = [time for time in times if time.kind == "date" and time.date is not None]
    birth = _labelled(text, dates, rules.birth_label)
    # A second birth date is another person's, and no more the day of the note than the first.
    others = [date for date in dates if _labelled(text, [date], rules.birth_label) is None]
    age = _age(text, times)
    return AboutNote(
        written=_written(text, others, rules),
        birth=birth,
        age_years=age,
        sex=_sex(text, age, rules),
        author_kind=_author(text, rules),
    )


_EARLIER_VISIT = re.compile(
    r"\b(?:last|first|previously|initially|originally|when|before|not)\s+(?:\w+\s+)?$", re.IGNORECASE
)


def _labelled(text: str, dates: Sequence[TimeExpression], label: re.Pattern[str]) -> Found | None:
    for date in dates:
        before = text[max(0, date.start - _LABEL_REACH - 24) : date.start]
        found = next(reversed(list(label.finditer(before))), None)
        if found is not None and len(before) - found.end() <= _LABEL_REACH and "\n\n" not in before[found.end() :]:
            gap = before[found.end() :].strip(" \t:=-*|([")
            if _EARLIER_VISIT.search(before[: found.start()]):
                continue  # "last seen" dates another visit
            if found.group().lower() == "date" and before[: found.start()].rstrip(" \t")[-1:].isalpha():
                continue  # "Admission date" is no plain "Date"
            if not gap or gap.lower() in {"on", "the", "by", "at", "and time"}:
                return Found(date, date.start, date.end)
    return None


def _written(text: str, dates: Sequence[TimeExpression], rules: _Rules) -> Found | None:
    exact = [date for date in dates if date.date_precision == "day"]
    for label in rules.note_labels:
        found = _labelled(text, exact, label)
        if found:
            return found
    head = _head_end(text)
    for date in exact:
        if date.end <= head and not _is_reference(text, date) and not _is_outlived(text, date, dates):
            return Found(date, date.start, date.end)
    last = exact[-1] if exact else None
    if last is None or _is_outlived(text, last, dates):
        return None
    if last.start >= len(text) - _TAIL_CHARACTERS and _ends_with(text, last):
        return Found(last, last.start, last.end)
    return None


_IN_PROSE = 8
"""Words beside a date on its line from which on the line tells something, and is no head."""
_TO_COME = re.compile(
    r"\b(?:plan(?:ned)?|book(?:ed)?|due|next|will|follow[- ]?up|f/u|review|appointment|repeat|until|expir\w+|scheduled|list(?:ed)?|rebook\w*|valid|EDD)\b[^.\n]{0,40}$",
    re.IGNORECASE,
)


def _is_outlived(text: str, date: TimeExpression, dates: Sequence[TimeExpression]) -> bool:
    """Whether a date in a line of prose is older than something that the note tells: then the note is no older than that."""
    line = text[text.rfind("\n", 0, date.start) + 1 :].split("\n", 1)[0]
    if date.date is None or len(line.split()) < _IN_PROSE:
        return False
    return any(
        one.date is not None and one.date > date.date and not _TO_COME.search(text[max(0, one.start - 60) : one.start])
        for one in dates
    )


def _head_end(text: str) -> int:
    position = 0
    for _ in range(_HEAD_LINES):
        found = text.find("\n", position)
        if found < 0:
            return min(len(text), _HEAD_CHARACTERS)
        position = found + 1
    return min(position, _HEAD_CHARACTERS)


def _is_reference(text: str, date: TimeExpression) -> bool:
    """Whether a date in the head stands in a sentence about something else ("CT of 03/02/2020 showed")."""
    before = text[max(0, date.start - 20) : date.start].split("\n")[-1]
    return _TO_AN_EVENT.search(before) is not None


def _ends_with(text: str, date: TimeExpression) -> bool:
    """Whether a note is closed by a date: a line of its own, or one after a name."""
    if _is_reference(text, date):
        return False
    line = text[text.rfind("\n", 0, date.start) + 1 : date.start]
    return len(line.split()) <= 4


def _age(text: str, times: Sequence[TimeExpression]) -> Found | None:
    stated = next(
        (
            time
            for time in times
            if time.kind == "current_age"
            and time.years is not None
            and not _of_a_relative(text, time.start, time.end)
            and not _of_an_event(text, time.start, time.end)
            and not _PREGNANT.match(text, time.end)
        ),
        None,
    )
    label = _AGE_LABEL.search(text, 0, _HEAD_CHARACTERS * 2)
    bare = next((one for one in _LINE_AGE.finditer(text) if not _of_a_relative(text, *one.span("n"))), None)
    found: list[Found] = []
    if stated is not None:
        found.append(Found(stated.years, stated.start, stated.end))
    if label is not None and (
        ":" in label.group()
        or text[label.start() - 1 : label.start()] in "\n\t|,;*"
        or _BORN.search(text[: label.start()])
    ):
        unit = (label["u"] or "y")[0].lower()
        found.append(Found(float(label["n"]) * _UNITS[unit], *label.span()))
    named = _NAMED_AGE.search(text)
    if not found and named is not None and not _of_a_relative(text, *named.span()):
        unit = (named["u"] or named["fu"] or "y")[0].lower()
        years = float(named["n"] or named["first"]) * _UNITS[unit] + int(named["m"] or 0) / 12
        found.append(Found(years, *named.span()))
    opening = None if found else _opening_age(text)
    if opening is not None:
        found.append(opening)
    person = next(
        (
            one
            for one in _PERSON_OF.finditer(text[:_HEAD_CHARACTERS])
            if not _HER_CHILD.search(text[: one.start("sex")]) and not _PREGNANT.match(text, one.end())
        ),
        None,
    )
    if not found and person is not None and int(person["n"]) <= _OLDEST:
        unit = (person["u"] or "y")[0].lower()
        found.append(Found(int(person["n"]) * _UNITS[unit], person.start("n"), person.end()))
    called = chain(
        _SEX_THEN_AGE.finditer(text),
        _TITLED_AGE.finditer(text),
        _LAY_AGE.finditer(text),
        _AGED_AFTER_SEX.finditer(text[:_HEAD_CHARACTERS]),
    )
    titled = next((one for one in called if not _of_a_relative(text, *one.span("n"))), None)
    if titled is not None and 0 < int(titled["n"]) <= _OLDEST:
        found.append(Found(float(titled["n"]), titled.start("n"), titled.end("n")))
    if bare is not None and 0 < int(bare["n"]) <= _OLDEST:
        found.append(Found(float(bare["n"]), bare.start("n"), bare.end("n")))
    return min(found, key=lambda one: one.start, default=None)


def opens_with_a_child(text: str) -> bool:
    """Whether the opening of a note calls its patient a baby or a child, and not one that the patient has or was delivered of."""
    head = text[:_HEAD_CHARACTERS]
    return any(
        not _DELIVERED.search(head, 0, one.start()) and not _HER_CHILD.search(head, 0, one.start())
        for one in _rules().young.finditer(head)
    )


def _opening_age(text: str) -> Found | None:
    for match in _OPENING_AGE.finditer(text):
        place = (match.start("n"), match.end())
        if int(match["n"]) <= _OLDEST and not _of_a_relative(text, *place) and not _of_an_event(text, *place):
            return Found(float(match["n"]), *place)
    return None


def _of_an_event(text: str, start: int, end: int) -> bool:
    """Whether an age is the one at which something began: "was 30 years old when the first seizure occurred"."""
    return bool(_WAS.search(text[max(0, start - _CONTEXT) : start]) and _AT_EVENT.match(text[end : end + _CONTEXT]))


def _of_a_relative(text: str, start: int, end: int) -> bool:
    """Whether an age is that of a relative: "his brother is 12 years old", "her 34-year-old sister"."""
    before = re.split(r"[.\n]", text[max(0, start - _CONTEXT) : start])[-1]
    after = re.split(r"[.\n]", text[end : end + _CONTEXT])[0]
    if _OF_RELATIVE.search(before) or _AGED_RELATIVE.match(after):
        return True
    return bool(_HAS_CHILD.search(before) and _AGED_CHILD.match(after))


def _sex(text: str, age: Found | None, rules: _Rules) -> Found | None:
    for pattern in (_STATED_SEX, _PATIENT_SEX):
        match = next((one for one in pattern.finditer(text) if not _of_her_child(text, one, age)), None)
        groups = match.groupdict() if match else {}
        group = next((one for one in ("called", "newborn", "aged") if groups.get(one)), "sex")
        if match and match[group].lower() in _SEXES:
            return Found(_SEXES[match[group].lower()], *match.span(group))
    if age is not None:
        line_end = text.find("\n", age.end)
        stop = min(len(text) if line_end < 0 else line_end, age.end + 60)
        after = _AFTER_AGE.match(text[: max(stop, age.end)], age.end)
        if after:
            written = after["sex"] if after["sex"].lower() in _SEXES else after["sex"][-1]  # "AAM", "WF"
            return Found(_SEXES[written.lower()], *after.span("sex"))
        if before := next((one for one in _SEX_THEN_AGE.finditer(text) if age.start <= one.start("n") < age.end), None):
            return Found(_SEXES[before["sex"].lower()], *before.span("sex"))
        person = next((one for one in _PERSON_OF.finditer(text) if one.start("n") == age.start), None)
        if person is not None and person["sex"].lower().removeprefix("school") in _SEXES:
            return Found(_SEXES[person["sex"].lower().removeprefix("school")], *person.span("sex"))
        inside = re.search(r"(?:yo|y/o)([mf])$", text[age.start : age.end], re.IGNORECASE)
        if inside:
            return Found(_SEXES[inside[1].lower()], age.end - 1, age.end)
    counted = _GRAVIDA.search(text)
    if counted and (age is None or age.value >= _YOUNGEST_GRAVIDA):
        return Found("female", *counted.span())
    return _sex_by_address(text, rules)


def _of_her_child(text: str, match: re.Match[str], age: Found | None) -> bool:
    """Whether a sex is that of a newborn of whom the patient was delivered: "33 years old … delivered baby boy"."""
    if not match.groupdict().get("newborn"):
        return False
    grown = age is not None and age.value > _OLDEST_NEWBORN
    return grown or (age is None and _DELIVERED.search(text, 0, match.start()) is not None)


def _sex_by_address(text: str, rules: _Rules) -> Found | None:
    """The sex by a title in the head of the note, or by pronouns that are all of one kind."""
    head = text[: _HEAD_CHARACTERS * 2]
    titled = [(match.start(), sex, match) for sex, pattern in rules.titles for match in pattern.finditer(head)]
    titled = [one for one in titled if not rules.staff.search(head[: one[0]].rstrip(" \t:,"))]
    if titled:
        _, sex, match = min(titled, key=lambda item: item[0])
        return Found(sex, match.start(), match.end() - 2)
    said = [(sex, list(pattern.finditer(text[:50_000]))) for sex, pattern in rules.pronouns]
    used = [(sex, places) for sex, places in said if places]
    if len(used) == 1:
        sex, places = used[0]
        return Found(sex, *places[0].span())
    return None


def _author(text: str, rules: _Rules) -> str | None:
    """The profession of the author: by the signature, then by the title of the note."""
    lines = [line for line in text.splitlines() if line.strip()]
    ends = ("\n".join(lines[-3:]), "\n".join(lines[:3]))
    for part in ends if len(lines) > 3 else ends[1:]:
        for kind, pattern in rules.authors:
            if pattern.search(part):
                return kind
    return None
