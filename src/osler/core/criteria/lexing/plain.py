"""A criterion in plain letters: lower case, one sign for each meaning, slips and idle words blanked, each character at its old place."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.criteria.lexing.entries import without_numbers
from osler.core.criteria.lexing.signs import with_signs

_SAME_LENGTH = str.maketrans(
    {"\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u00a0": " ", "\u00ba": "\u00b0",
     "\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u202f": " ", "\u2009": " ",
     "\uff0c": ",", "\u3001": ",", "\uff1b": ";", "\uff1a": ":", "\uff08": "(", "\uff09": ")", "\uff1c": "<", "\uff1e": ">",
     "\u2266": "\u2264", "\u2267": "\u2265"}
)  # fmt: skip
_TAG = re.compile(r"</?(?:p|b|i|u|br|ul|ol|li|em|strong|sub|sup|span|div|table|tr|td|th|h\d)\b[^<>]{0,80}>")
_PLURAL = re.compile(r"(?<=[a-z])\((?:s|es|ies|r|tm)\)")
_MARKER = re.compile(r"(?<![^\s;])(?:\d{1,2}|[a-h]|i{1,3}|iv|v)\)(?=\s)")
"""The number of an entry inside a sentence: "A and 7) B"."""
_NUMBERED = re.compile(r"(?<=[\s;,])(?:[2-9]|ii|iii|iv)\.(?=\s)")
"""The number of a further entry inside a sentence: "i. A ii. B"."""
_FIRST_NUMBER = re.compile(r"\s*\(?\d{1,2}[.)](?=\s+[a-z])")
_POSSESSIVE = re.compile(r"(?:(?<=days)|(?<=weeks)|(?<=months)|(?<=years))'(?=\s)")
"""The apostrophe of "32 weeks' gestation"."""
_YEARS_OLD = re.compile(
    r"(?<=\byears)-(?=old\b)|(?<=\d year)-(?=old\b)|(?<=\bmonths)-(?=old\b)|(?<=\bweeks)-(?=old\b)|(?<=\bdays)-(?=old\b)"
)
_SURFACE = re.compile(r"(?<=/)1,73(?!\d)|(?<=/ )1,73(?!\d)")
"""The body surface that a clearance is scaled to, as most of Europe writes it."""
_SLIPS = (
    # What a slip of the pen or a missing space makes of a unit or a range, each in the room that it has.
    ("y.o", re.compile(r"(?<=\d)(\s?)y\.o\.?(?!\w)"), lambda found: f"{found[1]}yrs".ljust(len(found.group()))),
    (".e.", re.compile(r"\bi\.e\.(?=\w)"), lambda found: "ie, "),
    (".g.", re.compile(r"\be\.g\.(?=\w)"), lambda found: "eg, "),
    ("y/o", re.compile(r"(?<=\d)(\s?)y/o\b"), lambda found: f"{found[1]}yrs"),
    (" ys", re.compile(r"(?<=\d) ys\b"), lambda found: "yo "),
    ("had to", re.compile(r"\bhad to (?=(?:have|use|undergo|take|meet|show)\b)"), lambda found: "must   "),
    ("have to", re.compile(r"\bhave to (?=(?:have|use|undergo|take|meet|show)\b)"), lambda found: "must    "),
    ("gestation", re.compile(r"\bthrough (?=\d+ (?:days?|weeks?)(?: of)? gestation)"), lambda found: "up to   "),
    ("et cetera", re.compile(r"\bet cetera\b"), lambda found: "etc      "),
    ("mouth", re.compile(r"(?<=\d )mouth(?=s?\b)"), lambda found: "month"),
    ("to", re.compile(r"(?<=\d) to(?=\d)"), lambda found: "-  "),
    # "Renal impairment - CrCl < 60": a dash between a name and the value that it means.
    (
        " - ",
        re.compile(r"^([a-z][a-z ]{2,40}) - (?=(?:(?!\b(?:and|or)\b)[^-:;.,]){0,50}[<>=\u2264\u2265]\s?\d)"),
        lambda found: f"{found[1]} : ",
    ),
    # "Causes of liver disease - hepatitis, cirrhosis, gout": a dash before a list of more than two.
    (
        " - ",
        re.compile(r"^([a-z][a-z ]{2,60}) - (?=[^-:;.<>=\u2264\u2265]{3,60},[^-:;.<>=\u2264\u2265]{3,60},)"),
        lambda found: f"{found[1]} : ",
    ),
    # "After 12 months of implantation": what one moment is counted from lasts none of them, as a treatment would.
    (
        "after ",
        re.compile(
            r"\b(at least )?after (at least )?(\d{1,3} (?:hours?|days?|weeks?|months?|years?)) of"
            r"(?= (?:(?!(?:treatment|therapy|with|on)\b)[a-z-]+ ){0,3}?(?:implant\w*|surgery|operation|resection|transplant\w*|infarction|stroke|delivery|birth|diagnosis|discharge|injury|trauma"
            r"|randomi[sz]ation|inclusion|enrol\w+|\w+ectomy|\w+plasty)\b)"
        ),
        lambda found: f"{'at least' if found[1] or found[2] else '>'} {found[3]} after".ljust(len(found.group())),
    ),
    ("of older", re.compile(r"(?<=years) of older\b|(?<=age) of older\b"), lambda found: " or older"),
    # "Between ages >= 18 and 65": the two ends of one range, of which the first has a sign.
    (
        "between ",
        re.compile(r"\bbetween (?:the )?(?P<age>ages?)(?: of)?(?: (?:>=|\u2265))? ?(?P<low>\d+) (?:and|to) (?=\d)"),
        lambda found: _as_range(found),
    ),
    ("m*m", re.compile(r"(?<=1[.,]73 )m\*m|(?<=1[.,]73)m\*m"), lambda found: "m2 "),
)


def _as_range(found: re.Match[str]) -> str:
    """A range of ages with a stroke between its ends, each word at its old place."""
    start, end = found.start(), found.end()
    low = found.start("low") - start
    age = found.start("age") - start
    told = " " * age + found["age"] + " " * (low - age - len(found["age"])) + found["low"]
    return f"{told} - ".ljust(end - start)


_TO_MINUS = re.compile(r"(?<=\bbetween )([+-]?) ?(\d+(?:\.\d+)?) (?:to|and) (-) ?(\d+(?:\.\d+)?)(?![\w.])")
"""A range that ends below nought, its higher end first: "between 0 and -4"."""
_SIGNED_RANGE = re.compile(
    r"(?<![\w.])([+-]) ?(\d+\.\d+)(?: ?d(?:iopters?|ioptres?|s)?\b)? (?:to|and) ([+-]) ?(\d+\.\d+)(?![\w.])"
)
"""Lenses and the like, whose two ends have their signs: "+ 2.25 to - 8.00"."""
_HOW_MANY = re.compile(r"\(\s?n\s?=\s?\d{1,4}\s?\)|\((?:but )?not limited to\)")
"""How many a study takes of a group, which asks nothing of anybody: "(n=60)"; that a list is open: "including (but not limited to)"."""
_N = re.compile(r"\(\s?n\s?=|limited to\)")
_WEEKS_AND_DAYS = re.compile(r"(?<![\d.+])(\d{1,2}) ?weeks?(?:,? and|,)? ([0-6]) days?\b")
_GESTATION_TWICE = re.compile(r"(?<=weeks) (?:of )?gestation(?:al age)?(?=\s*(?:-|to)\s*\d)")
_ESCAPED = re.compile(r"<u\+([0-9a-f]{4})>")
"""A character by its number, as some exports write it: "<U+2265>"."""
_ESCAPE = re.compile(r"\\(?=[^\w\s])")

# Words that say nothing, each with what it cannot be without: "allergy to either A or B", and "now" beside a time that reaches up to now.
_IDLE = (
    (
        "(",
        re.compile(
            r"(?:(?<=days )|(?<=weeks )|(?<=months )|(?<=month )|(?<=years )|(?<=year ))"
            r"\( ?\d+ (?:hours|days|weeks|months) ?\)(?= (?:of|prior|before|after|from|preceding|following)\b)"
        ),
    ),
    ("=", re.compile(r"(?<=\bat least )=(?= ?\d)|(?<=\bat most )=(?= ?\d)")),
    (
        "since",
        re.compile(
            r"(?:(?<=days )|(?<=weeks )|(?<=months )|(?<=month )|(?<=years )|(?<=year ))"
            r"(?:(?:must|should) )?(?:have |has )?(?:elapsed|passed) (?=since\b)"
        ),
    ),
    (
        ", ",
        re.compile(
            r",(?:(?<=\bprior to,)|(?<=\bbefore,)|(?<=\bpreceding,)|(?<=\bafter,)|(?<=\bfollowing,))(?= (?:and/)?or | and )"
        ),
    ),
    (
        "longer if",
        re.compile(
            r",? ?\(?\bor longer,? if (?:so )?(?:required|mandated|requested) by (?:the )?local (?:regulations?|requirements?|law|authorities|guidelines)\)?"
        ),
    ),
    (
        "per ",
        re.compile(
            r" ?\(?\bor,? (?:as )?(?:per|according to|depending on) (?:the )?(?:local|national|country|institutional|regional) (?:guidelines?|regulations?|requirements?|laws?|legislation|legal age)\)?"
        ),
    ),
    (
        "occur",
        re.compile(
            r"(?<= )(?:having |that |which )?(?:have |has |had )?occurr(?:ed|ing) "
            r"(?=(?:(?:with)?in|during|over|more|less|at least|at most|prior|before|after|>|<|\u2264|\u2265|\d))"
        ),
    ),
    ("written,", re.compile(r"(?<=\bwritten),(?= informed\b)")),
    (" of of ", re.compile(r"(?<= )of (?=of )")),
    (" ethnic", re.compile(r"\bof (?:any|all) ethnic(?:ity|ities| backgrounds?| origins?| groups?)\b")),
    # What is already done, or settled, is not what goes on now: "have already received", "already scheduled".
    ("already", re.compile(r"\balready (?=(?:been|had|undergone|begun|\w{3,}ed)\b)|(?<=ed )already\b")),
    ("gender", re.compile(r",? ?\bnot limited to (?:\w+ )?gender\b")),
    ("than", re.compile(r"\b(?:less|lower|fewer) than (?=<)|\b(?:greater|more|higher) than (?=>)")),
    ("'", re.compile(r"(?<=\bwho)'(?:d|ve|s)(?= (?:had|been|have|has|not|never|previously|already)\b)")),
    (
        "either",
        re.compile(
            r"(?<=\bto )either (?=\w)|(?<=\bwith )either (?=\w)"
            r"|\beither (?=(?:at (?!least|most)|within |during |prior to |before |in the (?:last|past) |for (?:at least|more than) ))"
        ),
    ),
    (
        "in the ",
        re.compile(
            r"\b(?:either )?(?:currently|at present|now) or (?=(?:with)?in the (?:preceding|last|past|previous)\b)"
        ),
    ),
)


_ONE = re.compile(
    r"\b(?:in|within|during|over) (the)(?= (?:week|month|year) (?:prior to|before|preceding)\b)"
    r"|\b(?:(?:at least|more than|less than|longer than|within|over|for)(?: about| approximately)?) (an?)(?= (?:hour|day|week|month|year)\b)"
)
"""One unit of time in words: "for at least a month", "in the month before the visit"."""
_UNITS_OF_ONE = (" hour", " day", " week", " month", " year")


def _with_one(found: re.Match[str]) -> str:
    article = found.group(1) or found.group(2)
    return found.group()[: -len(article)] + "1".ljust(len(article))


def _unescaped(found: re.Match[str]) -> str:
    sign = chr(int(found[1], 16))
    return found.group() if sign.isalnum() else sign.ljust(len(found.group()))


def _in_order(found: re.Match[str]) -> str:
    """The two ends of a range with signs, the lower first, in the same room."""
    first, second = (number.removeprefix("+") for number in (found[1] + found[2], found[3] + found[4]))
    low, high = sorted((first, second), key=float)
    return f"{low} to {high}".ljust(len(found.group()))


def _in_weeks(found: re.Match[str]) -> str:
    """Weeks and days as weeks, in the same room: "33 weeks 6 days"."""
    length = f"{found[1]}+{found[2]}/7"
    return f"{length}{'weeks'.rjust(len(found.group()) - len(length))}"


@lru_cache(maxsize=512)
def clean(text: str) -> str:
    """The text in lower case and plain characters, each at its old place."""
    lowered = _ESCAPED.sub(_unescaped, text.lower()) if "<" in text else text.lower()
    if len(lowered) != len(text):
        lowered = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    plain = lowered if lowered.isascii() else lowered.translate(_SAME_LENGTH)
    plain = _ESCAPE.sub(" ", plain) if "\\" in plain else plain
    plain = _PLURAL.sub(lambda ending: " " * len(ending.group()), plain) if "(" in plain else plain
    plain = _POSSESSIVE.sub(" ", plain) if "'" in plain else plain
    plain = _YEARS_OLD.sub(" ", plain) if "-old" in plain else plain
    plain = _SURFACE.sub("1.73", plain) if "1,73" in plain else plain
    plain = _HOW_MANY.sub(lambda words: " " * len(words.group()), plain) if "(" in plain and _N.search(plain) else plain
    for sign, slip, meant in _SLIPS:
        plain = slip.sub(meant, plain) if sign in plain else plain
    plain = _SIGNED_RANGE.sub(_in_order, plain) if "+" in plain or " -" in plain else plain
    plain = _TO_MINUS.sub(_in_order, plain) if "-" in plain and "between" in plain else plain
    plain = _WEEKS_AND_DAYS.sub(_in_weeks, plain) if "week" in plain else plain
    plain = _GESTATION_TWICE.sub(lambda words: " " * len(words.group()), plain) if "gestation" in plain else plain
    if plain.count(")") > plain.count("("):
        plain = _MARKER.sub(_without_marker, plain)
    plain = without_numbers(plain) if ". " in plain and _NUMBERED.search(plain) else plain
    if first := _FIRST_NUMBER.match(plain):
        plain = " " * first.end() + plain[first.end() :]
    for sign, idle in _IDLE:
        plain = idle.sub(lambda words: " " * len(words.group()), plain) if sign in plain else plain
    plain = _ONE.sub(_with_one, plain) if any(unit in plain for unit in _UNITS_OF_ONE) else plain
    plain = with_signs(plain) if any(sign in plain for sign in "=<\u2264") else plain
    return _TAG.sub(lambda tag: " " * len(tag.group()), plain) if "<" in plain else plain


def _without_marker(mark: re.Match[str]) -> str:
    """ "A, and 7) B": what is numbered is an entry of its own; after "or" it is one more way to meet the same."""
    before = mark.string[: mark.start()].rstrip()
    first = _MARKER.search(mark.string)
    opened = mark.string[: first.start()].rstrip() if first else ""
    if first and first.start() < mark.start() and opened.endswith(("either", "one of", "any of")):
        return "or".ljust(len(mark.group()))  # "either A) … B) …"
    if first and opened.endswith((" with", " of", " to", " for", " by", " including")):
        return (" " if first.start() == mark.start() else ",").ljust(len(mark.group()))
    entry = bool(before) and not before.endswith((" or", "/or", "either", "both", " of"))
    return (";" if entry else " ").ljust(len(mark.group()))
