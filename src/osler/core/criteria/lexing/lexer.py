"""A criterion as a row of tokens, read in one pass."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from osler.core.criteria.lexing.definitions import not_scales
from osler.core.criteria.lexing.entries import without_numbers
from osler.core.criteria.lexing.joint_times import with_events
from osler.core.criteria.lexing.lexicon import cues, result_words, scale_names, window_words
from osler.core.criteria.lexing.numbers import COMPARATOR_OF, NUMBER_WORDS
from osler.core.criteria.lexing.patterns import token_patterns
from osler.core.criteria.lexing.signs import with_signs, with_stray_signs
from osler.core.criteria.lexing.tokens import Kind, Token

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
    (
        " to ",
        re.compile(r"\b(?:has|have|had) to (?=(?:have|use|undergo|take|meet|show)\b)"),
        lambda found: "must".ljust(len(found.group())),
    ),
    ("mouth", re.compile(r"(?<=\d )mouth(?=s?\b)"), lambda found: "month"),
    ("to", re.compile(r"(?<=\d) to(?=\d)"), lambda found: "-  "),
    # "Renal impairment - CrCl < 60": a dash between a name and the value that it means.
    (
        " - ",
        re.compile(r"^([a-z][a-z ]{2,40}) - (?=(?:(?!\b(?:and|or)\b)[^-:;.,]){0,50}[<>=\u2264\u2265]\s?\d)"),
        lambda found: f"{found[1]} : ",
    ),
    ("m*m", re.compile(r"(?<=1[.,]73 )m\*m|(?<=1[.,]73)m\*m"), lambda found: "m2 "),
)
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
_ORGANISATION = re.compile(
    r"WHO\s+(?:[Ff]unctional\s+)?(?:[Cc]lass|[Gg]rade|[Ss]tage|[Gg]roup|[Cc]riteri|[Mm]orpholog|[Dd]efinition|[Gg]uideline|[Ss]tandard|[Rr]ecommend|[Pp]erformance|[Rr]eference|[Cc]hild|[Gg]rowth|\d)"
)
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
        "occur",
        re.compile(
            r"(?<= )(?:having |that |which )?(?:have |has |had )?occurr(?:ed|ing) "
            r"(?=(?:(?:with)?in|during|over|more|less|at least|at most|prior|before|after|>|<|\u2264|\u2265|\d))"
        ),
    ),
    (" of of ", re.compile(r"(?<= )of (?=of )")),
    (" ethnic", re.compile(r"\bof (?:any|all) ethnic(?:ity|ities| backgrounds?| origins?| groups?)\b")),
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
        " or ",
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
    plain = _ESCAPE.sub(" ", lowered.translate(_SAME_LENGTH))
    plain = _PLURAL.sub(lambda ending: " " * len(ending.group()), plain) if "(" in plain else plain
    plain = _POSSESSIVE.sub(" ", plain) if "'" in plain else plain
    plain = _YEARS_OLD.sub(" ", plain) if "-old" in plain else plain
    plain = _SURFACE.sub("1.73", plain) if "1,73" in plain else plain
    plain = _HOW_MANY.sub(lambda words: " " * len(words.group()), plain) if _N.search(plain) else plain
    for sign, slip, meant in _SLIPS:
        plain = slip.sub(meant, plain) if sign in plain else plain
    plain = _SIGNED_RANGE.sub(_in_order, plain) if "." in plain and ("+" in plain or "-" in plain) else plain
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
    plain = _ONE.sub(_with_one, plain)
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


@cache
def _master() -> tuple[re.Pattern[str], dict[str, Kind]]:
    names: dict[str, Kind] = {}
    parts = []
    for index, (kind, pattern) in enumerate(token_patterns()):
        names[f"k{index}"] = kind
        parts.append(f"(?P<k{index}>{pattern})")
    return re.compile("|".join(parts)), names


# Words that may begin something other than a plain word, besides those of the lexicon. All other words skip the rules.
_OPENERS = frozenset(
    {
        "within",
        "every",
        "per",
        "in",
        "during",
        "over",
        "throughout",
        "since",
        "for",
        "at",
        "prior",
        "before",
        "after",
        "following",
        "upon",
        "on",
        "until",
        "between",
        "class",
        "functional",
        "grade",
        "stage",
        "score",
        "status",
        "category",
        "level",
        "levels",
        "and",
        "or",
        "nor",
        "as",
        "plus",
        "any",
        "all",
        "none",
        "either",
        "more",
        "approximately",
        "about",
        "the",
        "a",
        "last",
        "past",
        "previous",
        "preceding",
        "upper",
        "lower",
        "times",
        "x",
        "non",
        "i",
        "v",
        "b",
        "c",
        "d",
    }
)
_GAP = re.compile(r"\s+")
_SIGNS = {
    ",": Kind.COMMA, ";": Kind.STOP, ":": Kind.COLON, "(": Kind.OPEN, "[": Kind.OPEN, ")": Kind.CLOSE, "]": Kind.CLOSE,
}  # fmt: skip
_PLAIN_WORD = re.compile(r"([a-z\u00e0-\u024f]+)[^\s,;:()\[\]<>\u2264\u2265=]*")
_TESTED = re.compile(r"(?!gram-|triple-)([^\s-]{2,20})-(?:positive|negative)")
_ABBREVIATED = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|vs|approx|no|max|min|sec|hr|hrs|wk|wks|yr|yrs|dr|st|incl|excl|[a-z]|[a-z]\.[a-z])\.$"
)


@cache
def _openers() -> frozenset[str]:
    lexicon = cues()
    lists = (
        lexicon.negation, lexicon.not_negation, lexicon.fixed, lexicon.exception, lexicon.unless, lexicon.examples, lexicon.condition, lexicon.regardless,
        lexicon.joining, tuple(window_words()), tuple(result_words()), tuple(scale_names()), tuple(COMPARATOR_OF),
        tuple(NUMBER_WORDS), _OPENERS,
    )  # fmt: skip
    return frozenset(found.group() for words in lists for word in words if (found := _FIRST.match(word)))


_FIRST = re.compile(r"[a-z\u00e0-\u024f]+")


def tokens(text: str) -> list[Token]:
    """The tokens of a criterion, in order; every word that no rule knows is a WORD."""
    pattern, names = _master()
    openers = _openers()
    plain = clean(text)
    others = not_scales(text)
    found: list[Token] = []
    strays: list[int] = []
    position, end = 0, len(plain)
    while position < end:
        gap = _GAP.match(plain, position)
        if gap:
            if gap.group().count("\n") > 1:
                found.append(Token(Kind.STOP, gap.start(), gap.end(), "\n"))
            elif (
                "\n" in gap.group()
                and found
                and found[-1].kind is Kind.COMMA
                and text[gap.end() : gap.end() + 1].isupper()
            ):
                # Lines that end in commas and begin with capitals are entries of a list without marks.
                found[-1] = found[-1]._replace(kind=Kind.STOP)
            position = gap.end()
            continue
        if plain[position] in _SIGNS:
            found.append(Token(_SIGNS[plain[position]], position, position + 1, plain[position]))
            position += 1
            continue
        word = _PLAIN_WORD.match(plain, position)
        if word and (word.group(1) not in openers or word.group() in others):
            found += _word(text, plain, position, word.end())
            position = word.end()
            continue
        match = pattern.match(plain, position)
        if match is None:
            position += 1
            continue
        told = _matched(text, plain, match, names[match.lastgroup or ""])
        found += told
        if not told and plain[position] in "<>\u2264\u2265":
            strays.append(position)
        position = max(match.end(), position + 1)
    return _with_examples(with_events(with_stray_signs(found, plain, strays) if strays else found))


def _with_examples(found: list[Token]) -> list[Token]:
    """The tokens where "such drugs as warfarin" and "drugs like warfarin" are read as "drugs such as warfarin"."""
    for place, token in enumerate(found):
        if token.kind is Kind.WORD and token.text == "like" and _is_between_nouns(found, place):
            found[place] = token._replace(kind=Kind.EXAMPLES)
        if token.kind is Kind.WORD and token.text == "such":
            close = next((n for n in range(place + 2, min(place + 5, len(found))) if found[n].text == "as"), None)
            if close is not None and all(one.kind is Kind.WORD for one in found[place : close + 1]):
                shown = found[close]._replace(kind=Kind.EXAMPLES, text="such as")
                return [*found[:place], *found[place + 1 : close], shown, *_with_examples(found[close + 1 :])]
    return found


_NEAR = 4
_SEVERAL = re.compile(r"[a-z]{2}(?<![siu])s$|^(?:condition|disease|disorder|illness|drug|medication)$")


def _is_between_nouns(found: list[Token], place: int) -> bool:
    """Whether "like" shows a kind of what stands before it: "inhibitors like ketoconazole", but not "would like to stop"."""
    if not 0 < place < len(found) - 1:
        return False
    before, after = found[max(place - _NEAR, 0) : place], found[place + 1]
    if before[-1].kind not in (Kind.WORD, Kind.COMMA) or after.kind is not Kind.WORD:
        return False
    several = any(one.kind is Kind.WORD and _SEVERAL.search(one.text) for one in before)
    return several and after.text not in cues().not_shown_by_like


def _matched(text: str, plain: str, match: re.Match[str], kind: Kind) -> list[Token]:
    matched = match.group()
    stripped = matched.strip()
    if not stripped:
        return [Token(kind, match.start(), match.end(), matched)]
    start = match.start() + len(matched) - len(matched.lstrip())
    if stripped == "who" and _ORGANISATION.match(text, start):
        kind = Kind.WORD  # the organisation: "WHO class II"
    if kind is Kind.WORD:
        return _word(text, plain, start, start + len(stripped))
    return [Token(kind, start, start + len(stripped), stripped)]


def _word(text: str, plain: str, start: int, end: int) -> list[Token]:
    """A word, and the full stop after it where it ends a sentence; a row of signs is no word."""
    if not any(map(str.isalnum, plain[start:end])):
        return []
    if (result := plain[start:end].rstrip(".")) in ("-positive", "-negative"):
        # "Hepatitis B e antigen (HBeAg)-negative"
        told = Token(Kind.RESULT, start + 1, start + len(result), result[1:])
        ends = len(result) < end - start and _AFTER_STOP.match(text, end) is not None
        return [told, Token(Kind.STOP, end - 1, end, ".")] if ends else [told]
    tested = _TESTED.fullmatch(plain, start, end)
    if tested:
        name_end = tested.end(1)
        return [
            Token(Kind.WORD, start, name_end, plain[start:name_end]),
            Token(Kind.RESULT, name_end + 1, end, plain[name_end + 1 : end]),
        ]
    if plain[end - 1] != "." or end - start == 1:
        return [Token(Kind.WORD, start, end, _as_meant(text, plain, start, end))]
    # Three dots leave a list open and belong to no name.
    name_end = start + len(plain[start:end].rstrip("."))
    row = [Token(Kind.WORD, start, name_end, _as_meant(text, plain, start, name_end))]
    following = _AFTER_STOP.match(text, end)
    if following and not _ABBREVIATED.search(plain, max(start - 1, 0), end):
        row.append(Token(Kind.STOP, end - 1, end, "."))
    return row


_INITIALS = frozenset({"as", "he", "it"})
"""Small words that in capitals are somebody's initials of a disease: "AS or another arthritis", "HE grade 2"."""


def _as_meant(text: str, plain: str, start: int, end: int) -> str:
    """A word in small letters, but for one that only its capitals tell from a small word."""
    word = plain[start:end]
    return text[start:end] if word in _INITIALS and text[start:end].isupper() and not text.isupper() else word


# A sentence ends at a full stop before a capital, a digit, a bracket, or the end.
_AFTER_STOP = re.compile(r"\s+(?=[^a-z\s])|\s*$")
