"""The patient's age as a note writes it, and not a relative's or that of an event."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from osler.core.language.number_words import NUMBER_OF_WORD
from osler.core.language.presented_person import presented_person
from osler.core.language.types import TimeExpression
from osler.core.privacy import is_given_name
from osler.first_letters import each_match

HEAD_CHARACTERS = 500
_AGE_LABEL = re.compile(
    r"(?<![\w-])age[ \t]*[:=]?[ \t]*(?P<n>\d{1,3}(?:\.\d)?)(?:[ \t-]*(?P<u>years?|yrs?|y|months?|mos?|m|weeks?|wks?|w|days?|d)"
    r"(?:,?[ \t]*(?:and[ \t])?(?P<m>\d{1,2})[ \t]?(?:months?|mths?|mos?|m)(?!\w))?)?(?![\w/]|\.\d)",
    re.IGNORECASE,
)
_AT = re.compile(
    r"\b(?:at|since|from|by|until|till|to|before|after|of|under|over|below|above|the|about|around|mean|median|bone|gestational|mental|"
    r"developmental|equivalent|paternal|maternal|for|any|his|her|\w+'s|max(?:imum)?|min(?:imum)?)[ \t]*$",
    re.IGNORECASE,
)
"""What makes of an age one of something else than of the person today: "since age 6 years"."""
_AFTER_FIELD = re.compile(r"(?:\bG\d{1,2}\s?P\d{1,2}(?:\+\d)?|\b\d{1,2}(?:\+\d)?/40|\b(?:19|20)\d\d),\s?$")
"""A field of a head before the age: the pregnancies, the week of this one, a date."""
_LINE_AGE = re.compile(
    r"(?:^|(?<=[^\d][.])|(?<=\d[.] )(?=\d{1,3}[MF]\b)|(?<=\d[.] )(?=[1-9]?\d [MF][.,])|(?<=\n)|(?<=: )|(?:(?<=[a-z.], )|(?<=[^\d] - )|(?<=\d - )|(?<=[Cc]linic )|(?<=[Rr]eview )|(?<=[Rr]eferral )|(?<=[Ll]etter )|(?<=ED )|(?<=OPD )|(?<=GP )|(?<=logy )|(?<=atrics )|(?<=icine ))(?=[1-8]?\d[ \t]?[MF]\b))[ \t]*(?P<n>\d{1,3})[ \t]?/?"
    r"(?P<sex>M|F|male|female|Male|Female)(?=[ \t,./;:]|$)(?![ \t]*/)",
    re.MULTILINE,
)
_BEFORE_SEX = re.compile(r"\d[ \t]?/?(?:M|F|[Mm]ale|[Ff]emale)")
"""What every age on a line holds: a text is looked through for it in no time."""
SEX_THEN_AGE = re.compile(
    r"(?:^|(?<=\n)|(?<=[.:;|] ))[ \t]*(?:(?:patient|pt|sex)[ \t:]+)?(?P<sex>Male|Female|Man|Woman|M|F)[ \t]?[,/;|]?[ \t](?:aged?[ \t]+)?(?P<n>\d{1,3})"
    r"(?:[ \t]?(?:years?|yrs?|yo|y)\b(?![ \t]*(?:of|history|ago|hx)\b)|(?:(?<=[MF] \d\d)|(?<=[MF], \d\d))(?=\.(?:\s|$)))",
    re.IGNORECASE,
)
"""A note or a sentence that opens with sex and age: "Male, 45 y."."""
_TITLED_AGE = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Mx|Master|[Pp]atient|[Pp]t)\.?(?:[ \t]+(?!(?:ID|No|no|number|Nr|MRN|NHS|[Ii]dentifier|[Bb]ed|[Rr]oom|[Ww]ard)\b)(?:[A-Z]\.[A-Z]\.?|[A-Z][\w'’-]*\.?)){0,3},?[ \t]+(?:(?:is|(?:has[ \t])?(?:just[ \t])?turned)[ \t]+(?:(?:now|just|currently)[ \t]+)?)?(?:aged?[ \t]+|\()?(?P<n>\d{1,3})"
    r"(?=[,;.)](?:\s|$)|[ \t]*(?:\n|$)|[ \t][-–—][ \t]|[ \t]?[MF]\b|[ \t]*(?:years?|yrs?|y)\b(?!\s(?:ago|of\s(?!age)|history))|[ \t]+(?:and|is|was|has|had|presents?|presented|with|who|attends?|attended|comes|came)\b)(?![,.]\d)"
)
"""An age after a name: "Mrs Smith, 34, is seen"; it stands between commas or before a verb."""
_SEX_IN_HEAD = re.compile(
    r"(?:\A|^(?-i:(?=[A-Z]))(?![^\n]{0,80}\b(?:sisters?|brothers?|siblings?|mother|father|cousins?|twins?|children|family|partner|husband|wife)\b))[^\n]{0,80}?,[ \t](?P<sex>male|female|man|woman|boy|girl|M|F),[ \t](?P<n>\d{1,3})[ \t]?(?P<u>years?|yrs?|yo|y|months?|mths?|m)"
    r"(?:[ \t]?(?P<m>\d{1,2})[ \t]?(?:months?|mths?|mo|m))?(?=[\s,.;)]|$)(?![ \t]*(?:of|history|ago|hx)\b)",
    re.IGNORECASE | re.MULTILINE,
)
"""Sex and age as fields of the first line, or of one in the head that names no relative: "Pt ID HD-0338, M, 59y.", "Lena, girl, 8y 7m"."""
_BRACKETED_AGE = re.compile(
    r"^[ \t]*(?:(?:Re|RE|Patient|Pt|Name):?[ \t]+)?[A-Z][a-z'’-]+[ \t][A-Z][A-Za-z'’-]+[ \t]\((?P<n>\d{1,3})(?=(?:[ \t]?(?:years?|yrs?|yo|y))?[ \t,/]{0,2}(?:[MF]|male|female)?\)(?:[,.:;\s]|$))",
    re.MULTILINE,
)
"""An age in brackets after the name that a line opens with: "Jo Doe (26) was seen"."""
AGED_AFTER_SEX = re.compile(
    r"^[^\n]{0,60}?,[ \t](?P<sex>male|female|man|woman|boy|girl),?[ \t]aged?[ \t](?P<n>\d{1,3})(?=[\s,.;)]|$)(?![ \t]?(?:months?|mths?|weeks?|wks?|days?))",
    re.IGNORECASE | re.MULTILINE,
)
"""Sex and age after a name in the head: "Re: Mrs P., female, aged 61"."""
_SUCH = (
    r"(?:(?!(?:(?:his|her|their|my|your|whose|no|not|never|of|to|for|with|without|by|from|in|on|at|as|and|or|but|than|that|who|is|are|was|were|be|been"
    r"|has|have|had|did|does|do|lives?|other|another|previous|former|first|second|third|last|next|one|two|three|four|five|six|eldest|oldest|youngest|index"
    r"|wife|husband|partner|spouse|friend|neighbou?r|colleague|donor|mother|father|mum|mom|dad|parents?|brothers?|sisters?|siblings?|twins?|sons?|daughters?|cousins?"
    r"|aunts?|uncles?|nieces?|nephews?|grand\w+)\b))[a-z](?:\w|-)*)"
)
"""A word that says what somebody is like ("a fit, retired man"): none for another person, and none that begins a clause."""
_PERSON_OF = re.compile(
    rf"(?:^|(?<=\n)|(?<=[.:;] )|(?<=\d, ))[ \t]*(?:{_SUCH}(?:[ \t]|,[ \t](?={_SUCH}[ \t]))){{0,5}}(?P<sex>man|woman|boy|girl|lad|lass|lassie|chap|gent|lady|gentleman|male|female|infant|toddler|child|schoolgirl|schoolboy|student|teenager|baby)"
    rf"(?:[ \t]of|,?[ \t](?:now[ \t])?aged|,?[ \t]now|,)?[ \t](?P<n>\d{{1,3}})(?:[ \t-]?(?P<u>years?|yrs?|y|months?|mths?|mo|weeks?|wks?|days?)(?:,?[ \t](?:and[ \t])?(?P<m>\d{{1,2}})[ \t]?(?:months?|mths?|mo|m))?)?(?=[\s,.;:)]|$)"
    r"(?![.,]\d|[ \t]*(?:kg|cm|mm|mg|%|bpm|am|pm|children|weeks?[ \t]pregnant|/))(?<!19\d\d)(?<!20\d\d)",
    re.IGNORECASE,
)
"""A person with whose word and age a sentence opens: "Woman 44,", "girl of 6", "Boy, 7 months."."""
_WORKER_OF = re.compile(
    rf"\b(?:[Aa]n?|[Tt]his|[Oo]ur|[Tt]he)[ \t](?:{_SUCH}[ \t]){{0,3}}?(?:[a-z-]{{3,}}(?:er|or|ist|ian|man|woman|person|ant|ive|eer|ress|ee|ician)|nurse|chef|cook|clerk|pilot|judge"
    rf"|priest|widow|smoker|patient|mechanic|soldier|guard|coach|student|veteran|volunteer),[ \t]\(?(?P<n>[1-9]\d|1[01]\d)(?=\)?,?[ \t](?:with|who|whose|presents?|presented|complain\w+|came|comes|attends?|attended|referred|seen|admitted|brought|is|has)\b)"
)
"""An age after the word for what somebody does, between commas: "a retired teacher, 69, with"."""
_LAY_AGE = re.compile(
    r"(?:\b[Mm]y\s(?:\w+\s)?(?:son|daughter|child|baby|boy|girl)\s(?:is|just\sturned)|\bI(?:\sam|['’]m)|\b(?:mum|mom|mother|dad|father|parent|carer)\s(?:of|to)\s[A-Z]\w+,?\s(?:who\sis|who['’]s|aged)"
    r"|(?:^|(?<=\n))[ \t]*(?:[A-Z]\.){2,3},?)[ \t](?P<n>\d{1,3})(?=[,;.](?:\s|$)|\s(?:and|with|now)\b)"
)
"""An age in a parent's or the patient's own words, or after initials: "My son is 9.", "J.K., 29, presents"."""
_NOW_AGE = re.compile(
    r"(?:\b(?:He|She|They)\s(?:is|are)\s(?:(?:now|currently|just)\s)?|\b(?:[Pp]atient|[Cc]lient|[Pp]t|He|She),?\s(?:who\s)?(?:is|(?:has\s)?(?:just\s|recently\s)?turned)\s|(?:^|(?<=[.\n]\s))Now\s)"
    r"(?:aged\s)?(?P<n>\d{1,3})(?=[,;.](?:\s|$)|\s(?:and|with|last|this|in|years?\sold)\b)"
)
"""An age of today by a pronoun: "She is now 12 and"; a relative named just before may be meant."""
_NAMED_AGE = re.compile(
    r"(?:^|(?<=\A))[ \t]*(?P<first>\d{1,2})[ \t]?(?P<fu>yrs?|yo|y|mths?|mo|wks?|d)\b"
    r"(?![ \t]*(?:history|hx|ago|of|f/u|follow|post|after|since|later|course|duration|review|survival|on)\b|/)"
    r"|\b[A-Z][a-z]+,[ \t]\(?aged[ \t](?P<n>\d{1,3})[ \t]?(?P<u>years?|yrs?|y|months?|mths?|mo|weeks?|wks?|days?)?(?:[ \t](?:and[ \t])?(?P<m>\d{1,2})[ \t]?(?:months?|mths?))?"
    r"(?=\)|,?[ \t](?:who|was|is|has|had|came|attended|presented|with|girl|boy|male|female|man|woman|lady|gentleman|seen|referred|reviewed|known)\b|[.,;]?[ \t]*$)"
)
"""An age that opens a note without a word for the person ("4y haemophilia"), or follows a name: "Oliver, aged 3 years, who"."""
_AFTER_NAME = re.compile(
    r"^[ \t]*(?:(?:Re|RE|Patient|Pt|Name)[:.]?[ \t]+)?(?P<name>[A-Z][A-Za-z'’-]+(?:[ \t][A-Z][A-Za-z'’.-]*){0,3}),?[ \t](?:aged?[ \t])?(?P<n>\d{1,3})[ \t]?"
    r"(?P<u>years?|yrs?|y|months?|mths?|mo|weeks?|wks?|days?)(?:[ \t](?:and[ \t])?(?P<m>\d{1,2})[ \t]?(?:months?|mths?|mo|m))?(?=[ \t]*(?:[.,;)]|$))"
    r"|^[ \t]*(?P<called>[A-Z][A-Za-z'’-]+(?:[ \t][A-Z][A-Za-z'’.-]*){0,2})[ \t]is[ \t](?:now[ \t]|currently[ \t])?"
    rf"(?P<years>\d{{1,3}}|{'|'.join(NUMBER_OF_WORD)})(?=[ \t]+(?:and|who|with)\b|[ \t]*[.,;])(?![.,]\d)",
    re.MULTILINE,
)
"""An age after the name that a line opens with: "Mia Long, 26 years.", "Sofia is now 32 and"; one of its words must be a given name."""
_OPENING_AGE = re.compile(
    r"(?:^|(?<=\n)|(?<=[.:;] ))[ \t]*(?:(?-i:[A-Z][\w'’-]+(?:[ \t][A-Z][\w'’-]*\.?){0,2}),[ \t]+)?(?:(?:this|the|our|patient|pt|he|she|is|was|presenting|case|of|an?)[ \t]+){0,4}(?P<n>\d{1,3})[ \t-](?:years?|yrs?)[ \t-]old\b(?![ \t-]+(?:"
    r"graft|implant|injury|fracture|scar|lesion|pacemaker|prosthesis|stroke))",
    re.IGNORECASE,
)
"""The age with which a note or a sentence opens is the patient's, whoever they are: "A 21-year-old college student"."""
_PREGNANT = re.compile(r"[\s-]*(?:of[\s-])?(?:pregnan|gestation|gravid)", re.IGNORECASE)
"""What makes weeks those of a pregnancy: "female 20 weeks pregnant"."""
HER_CHILD = re.compile(r"\b(?:has|have|had|his|her|their|mother\sof|father\sof)\s(?:\w+\s){0,2}$", re.IGNORECASE)
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
_AGED_RELATIVE = re.compile(
    rf"[\s,-]*(?:(?!and\b|with\b|of\b)[\w-]+\s){{0,2}}?{_RELATIVES}s?\b(?!\s(?:of|to)\s(?:one|two|three|four|five|six|\d|a|an|twins|young|small|several)\b)",
    re.IGNORECASE,
)
_HAS_CHILD = re.compile(r"\b(?:has|have|had|lives? with|living with)\s(?:his|her|an?|one|two|three)\s*$", re.IGNORECASE)
_AGED_CHILD = re.compile(rf"[\s,-]*(?:[\w-]+\s){{0,1}}?{_CHILDREN}\b", re.IGNORECASE)
_CONTEXT = 40
_OLDEST = 110
_AND_MONTHS = re.compile(
    r",?[ \t](?:and[ \t])?(?P<m>\d{1,2})[ \t-]?(?:months?|mths?|mos?)\b(?![ \t](?:ago|of|history|later))"
)
_UNITS = {"y": 1.0, "m": 1 / 12, "w": 7 / 365.25, "d": 1 / 365.25}


class Found(NamedTuple):
    """A value with the place of the words that say it."""

    value: Any
    start: int
    end: int


def age_in(text: str, times: Sequence[TimeExpression]) -> Found | None:
    """The age of the patient, by the first of the places that tell it; what presents a person counts where nothing states it."""
    found = [one for one in (_stated_age(text, times), _labelled_age(text)) if one is not None]
    for told in (_named_age, _age_after_name, _opening_age, _age_of_person):
        if not found and (one := told(text)) is not None:
            found.append(one)
    beside = (_called_age(text, alone=not found), _age_on_line(text))
    found += [one for one in beside if one is not None]
    if not found and (presented := presented_person(text).years) is not None:
        found.append(Found(*presented))
    first = min(found, key=lambda one: one.start, default=None)
    return None if first is None else _with_months(text, first)


def _stated_age(text: str, times: Sequence[TimeExpression]) -> Found | None:
    """The first time that is somebody's age now, and neither a relative's, nor of an event, nor of a pregnancy."""
    for time in times:
        if (
            time.kind == "current_age"
            and time.years is not None
            and not _of_a_relative(text, time.start, time.end)
            and not _of_an_event(text, time.start, time.end)
            and not _PREGNANT.match(text, time.end)
        ):
            return Found(time.years, time.start, time.end)
    return None


def _labelled_age(text: str) -> Found | None:
    """The age in a field of the head: "Age: 34"; the word alone is one only where a field may begin, or with a unit."""
    label = _AGE_LABEL.search(text, 0, HEAD_CHARACTERS * 2)
    if label is not None and (
        ":" in label.group()
        or text[label.start() - 1 : label.start()] in "\n\t|,;*"
        or _BORN.search(text[: label.start()])
        or _AFTER_FIELD.search(text, 0, label.start())
        or (label["u"] and not _AT.search(text, max(0, label.start() - _CONTEXT), label.start()))
    ):
        return Found(_years(label["n"], label["u"], label["m"]), *label.span())
    return None


def _named_age(text: str) -> Found | None:
    named = _NAMED_AGE.search(text)
    if named is None or _of_a_relative(text, *named.span()):
        return None
    return Found(_years(named["n"] or named["first"], named["u"] or named["fu"], named["m"]), *named.span())


def _age_of_person(text: str) -> Found | None:
    """The age of the first person whom the head presents by age and sex, who is no child and no pregnancy of the patient's."""
    for one in persons(text[:HEAD_CHARACTERS]):
        if not HER_CHILD.search(text[: one.start("sex")]) and not _PREGNANT.match(text, one.end()):
            years = _years(one["n"], one["u"], one["m"])
            return Found(years, one.start("n"), one.end()) if int(one["n"]) <= _OLDEST else None
    return None


def _called_age(text: str, *, alone: bool) -> Found | None:
    """The age beside a sex, a title or another word for a person; an age of now counts where nothing else told one."""
    called = chain(
        each_match(SEX_THEN_AGE, text),
        each_match(_TITLED_AGE, text),
        each_match(_LAY_AGE, text),
        each_match(_BRACKETED_AGE, text),
        AGED_AFTER_SEX.finditer(text[:HEAD_CHARACTERS]),
        (
            one
            for one in _WORKER_OF.finditer(text[:HEAD_CHARACTERS])
            if alone and not _follows_a_relative(text, one.start())
        ),
        (one for one in each_match(_NOW_AGE, text) if alone and not _follows_a_relative(text, one.start())),
    )
    return _bare_age(text, called)


def _age_on_line(text: str) -> Found | None:
    if _BEFORE_SEX.search(text) is None:
        return None
    return _bare_age(text, each_match(_LINE_AGE, text))


def _bare_age(text: str, written: Iterable[re.Match[str]]) -> Found | None:
    """The first number that is no relative's, as an age in years, where it can be one."""
    first = next((one for one in written if not _of_a_relative(text, *one.span("n"))), None)
    if first is None or not 0 < int(first["n"]) <= _OLDEST:
        return None
    return Found(float(first["n"]), first.start("n"), first.end("n"))


def _years(number: str, unit: str | None, months: str | None) -> float:
    return float(number) * _UNITS[(unit or "y")[0].lower()] + int(months or 0) / 12


def _with_months(text: str, age: Found) -> Found:
    """An age in whole years together with the months that follow it: "Girl, 3 years and 2 months."."""
    more = _AND_MONTHS.match(text, age.end)
    if (
        more is None
        or float(age.value) % 1
        or not text[: age.end].lower().endswith(("year", "years", "yrs", "yr", "y"))
    ):
        return age
    return Found(age.value + int(more["m"]) / 12, age.start, more.end())


def persons(text: str) -> Iterator[re.Match[str]]:
    """Where a word for a person and an age stand side by side as the patient's."""
    return chain(each_match(_PERSON_OF, text), each_match(_SEX_IN_HEAD, text))


def _age_after_name(text: str) -> Found | None:
    """The age in the head of a note that follows nothing but the person's name."""
    for match in _AFTER_NAME.finditer(text, 0, min(len(text), HEAD_CHARACTERS)):
        if any(is_given_name(word) for word in (match["name"] or match["called"]).split()):
            if match["years"]:
                years = NUMBER_OF_WORD.get(match["years"]) or int(match["years"])
                return Found(float(years), *match.span("years"))
            return Found(_years(match["n"], match["u"], match["m"]), match.start("n"), match.end())
    return None


def _opening_age(text: str) -> Found | None:
    for match in each_match(_OPENING_AGE, text):
        place = (match.start("n"), match.end())
        if int(match["n"]) <= _OLDEST and not _of_a_relative(text, *place) and not _of_an_event(text, *place):
            return Found(float(match["n"]), *place)
    return None


def _of_an_event(text: str, start: int, end: int) -> bool:
    """Whether an age is the one at which something began: "was 30 years old when the first seizure occurred"."""
    return bool(_WAS.search(text[max(0, start - _CONTEXT) : start]) and _AT_EVENT.match(text[end : end + _CONTEXT]))


def _follows_a_relative(text: str, start: int) -> bool:
    """Whether somebody else is named shortly before a pronoun."""
    return (
        re.search(rf"\b(?:{_RELATIVES}|{_CHILDREN})s?\b", text[max(0, start - 3 * _CONTEXT) : start], re.IGNORECASE)
        is not None
    )


def _of_a_relative(text: str, start: int, end: int) -> bool:
    """Whether an age is that of a relative: "his brother is 12 years old", "her 34-year-old sister"."""
    before = re.split(r"[.\n]", text[max(0, start - _CONTEXT) : start])[-1]
    after = re.split(r"[.\n]", text[end : end + _CONTEXT])[0]
    if _OF_RELATIVE.search(before) or _AGED_RELATIVE.match(after):
        return True
    return bool(_HAS_CHILD.search(before) and _AGED_CHILD.match(after))
