"""The patient's sex as a note writes it, by a word, a title or pronouns."""

from __future__ import annotations

import re
from itertools import chain

from osler.core.language.document_rules import DocumentRules, WrittenSex
from osler.core.language.note_age import AGED_AFTER_SEX, HEAD_CHARACTERS, SEX_THEN_AGE, Found, persons
from osler.core.language.presented_person import presented_person
from osler.first_letters import each_match

_AFTER_AGE = re.compile(
    r"[\s,/-]{0,3}(?:(?:\w|['’-])+[\s,/]{1,2}){0,3}?(?P<sex>female|male|woman|man|girl|boy|lady|gentleman|lad|lass|lassie|chap|gent|daughter|son|MSM|F|M|(?<=yo)[FM]|(?:AA|W|C|H|B)[MF])(?![\w'])"
)
_STATED_SEX = re.compile(r"(?<![\w])(?:sex|gender)[ \t*]*[:=][ \t*]*(?P<sex>[A-Za-z]+)", re.IGNORECASE)
_PATIENT_SEX = re.compile(
    r"^[ \t]*(?:patient|pt)[ \t]*:[ \t]*(?P<sex>M|F|male|female)(?![\w'])"
    r"|\b(?:geb(?:\.|oren)?(?:\sam)?|born|DOB|d\.o\.b\.?|date\sof\sbirth)[ \t:]*[\d./-]{8,10}[ \t]?[,;)/]{0,2}[ \t]?(?:sex:?[ \t])?(?P<born>male|female|weiblich|männlich)(?![\w'])"
    r"|(?<!\w)this(?:\s[\w-]+){0,3}?\s(?P<called>gentleman|lady|woman|man|boy|girl|lad|lass|lassie|chap|gent)(?![\w'])"
    r"|(?<!\w)(?:baby|newborn|infant|term|preterm|twin(?:\s(?:[AB12]|I{1,2}))?)\s(?P<newborn>boy|girl|male|female)(?![\w'])"
    r"|\A\W*(?:an?\s)?(?:[a-z-]+\s)?(?P<opening>woman|man|girl|boy|lady|gentleman|lad|lass|lassie|chap|gent)\s(?:with|who|presenting|presents|presented|admitted|referred|known|on)\b"
    r"|(?:^|(?<=[.:]\s))[ \t]*(?P<aged>boy|girl),?[ \t](?:aged?[ \t])?\d{1,2}[ \t-]?(?:years?|yrs?|y(?:\d{1,2}m)?|months?|mths?|mos?|weeks?|wks?|days?|hours?)\b",
    re.IGNORECASE | re.MULTILINE,
)
DELIVERED = re.compile(
    r"\b(?:deliver(?:ed|y)|gave\sbirth|giving\sbirth|birth\sof|carrying|pregnant|expecting)\b[^.\n]{0,60}$|\bG\d{1,2}\s?P\d{1,2}",
    re.IGNORECASE,
)
"""What makes a boy or girl the patient's child: she was delivered of it."""
_PARENT_OF = re.compile(
    r"(?:\s?[A-Z][\w'’-]*){0,3},?\s(?:\((?:his|her)\s)?(?:the\s)?(?:mum|mom|mother|dad|father|parent|guardian|carer)\s(?:of|to)\s[A-Z]"
)
"""What makes the one who is addressed somebody else than the patient: "Mrs Lim, mum of Jayden"."""
_WRITTEN_TO = re.compile(r"\bDear\s$")
_CALLED = re.compile(r"\b(?:fe)?male\b", re.IGNORECASE)
"""The sex before a word for a person of either: "Male infant aged 4 months"."""
_OLDEST_NEWBORN = 1.0
_SOMEBODY_ELSE = re.compile(
    r"\b(?:mother|father|mum|mom|dad|parents?|brother|sister|siblings?|twin|wife|husband|spouse|partner|son|daughter|child(?:ren)?|baby|aunt|uncle|cousin|niece|nephew"
    r"|grand\w+|carer|guardian|girlfriend|boyfriend|fianc\w+)\b",
    re.IGNORECASE,
)
_SEVERAL = 2
"""One pronoun may be anybody's; so many before anybody else is named are the patient's."""
_GRAVIDA = re.compile(
    r"(?<!born to )(?<!born to a )(?<!mother )(?<!mother, )(?<!mother: )\bG\d{1,2}\s?P\d{1,2}(?:\+\d)?\b(?!\s(?:\S+\s){0,2}mother\b)",
    re.IGNORECASE,
)
"""The patient's own pregnancies, counted: only a woman has them."""
_YOUNGEST_GRAVIDA = 10.0
_SEXES: dict[str, WrittenSex] = {
    **dict.fromkeys(("f", "female", "woman", "girl", "lady", "lass", "lassie", "daughter", "weiblich"), "female"),
    **dict.fromkeys(("m", "male", "man", "boy", "lad", "chap", "gent", "gentleman", "son", "msm", "männlich"), "male"),
}


def sex_in(text: str, age: Found | None, rules: DocumentRules) -> Found | None:
    for pattern in (_STATED_SEX, _PATIENT_SEX):
        match = next((one for one in each_match(pattern, text) if not _of_her_child(text, one, age)), None)
        groups = match.groupdict() if match else {}
        group = next((one for one in ("called", "newborn", "opening", "aged", "born") if groups.get(one)), "sex")
        if match and match[group].lower() in _SEXES:
            return Found(_SEXES[match[group].lower()], *match.span(group))
    if age is not None:
        line_end = text.find("\n", age.end)
        stop = min(len(text) if line_end < 0 else line_end, age.end + 60)
        after = _AFTER_AGE.match(text[: max(stop, age.end)], age.end)
        if after:
            written = after["sex"] if after["sex"].lower() in _SEXES else after["sex"][-1]  # "AAM", "WF"
            return Found(_SEXES[written.lower()], *after.span("sex"))
        beside = chain(each_match(SEX_THEN_AGE, text), each_match(AGED_AFTER_SEX, text))
        if before := next((one for one in beside if age.start <= one.start("n") < age.end), None):
            return Found(_SEXES[before["sex"].lower()], *before.span("sex"))
        person = next((one for one in persons(text) if age.start <= one.start("n") < age.end), None)
        if person is not None and person["sex"].lower().removeprefix("school") in _SEXES:
            return Found(_SEXES[person["sex"].lower().removeprefix("school")], *person.span("sex"))
        if person is not None and (called := _CALLED.search(text, person.start(), person.start("sex"))) is not None:
            return Found(called.group().lower(), *called.span())
        inside = re.search(r"(?:yo|y/o)([mf])$", text[age.start : age.end], re.IGNORECASE)
        if inside:
            return Found(_SEXES[inside[1].lower()], age.end - 1, age.end)
        presented = presented_person(text)
        if presented.sex is not None and presented.years is not None and presented.years[1] == age.start:
            return Found(*presented.sex)
    counted = _GRAVIDA.search(text)
    if counted and (age is None or age.value >= _YOUNGEST_GRAVIDA):
        return Found("female", *counted.span())
    return _sex_by_address(text, rules)


def _of_her_child(text: str, match: re.Match[str], age: Found | None) -> bool:
    """Whether a sex is that of a newborn of whom the patient was delivered: "33 years old … delivered baby boy"."""
    if not match.groupdict().get("newborn"):
        return False
    grown = age is not None and age.value > _OLDEST_NEWBORN
    return grown or (age is None and DELIVERED.search(text, 0, match.start()) is not None)


def _sex_by_address(text: str, rules: DocumentRules) -> Found | None:
    """The sex by a title in the head of the note, or by pronouns that are all of one kind."""
    head = text[: HEAD_CHARACTERS * 2]
    titled = [(match.start(), sex, match) for sex, pattern in rules.titles for match in pattern.finditer(head)]
    titled = [one for one in titled if not rules.staff.search(head[: one[0]].rstrip(" \t:,"))]
    titled = [one for one in titled if not _PARENT_OF.match(head, one[2].end() - 2)]
    # "Dear Mr Singh" is who reads the letter, where another is named as its patient.
    titled = [one for one in titled if not _WRITTEN_TO.search(head, 0, one[0])] or titled
    if titled:
        _, sex, match = min(titled, key=lambda item: item[0])
        return Found(sex, match.start(), match.end() - 2)
    said = [(sex, list(pattern.finditer(text[:50_000]))) for sex, pattern in rules.pronouns]
    used = [(sex, places) for sex, places in said if places]
    if len(used) > 1 and (other := _SOMEBODY_ELSE.search(text)) is not None:
        # Pronouns behind a relative may be the relative's; those before are of whom the note opens with.
        own = [(sex, [one for one in places if one.start() < other.start()]) for sex, places in used]
        used = [(sex, places) for sex, places in own if len(places) >= _SEVERAL]
        used = used if sum(bool(places) for _, places in own) == 1 else []
    if len(used) == 1:
        sex, places = used[0]
        return Found(sex, *places[0].span())
    return None
