"""What number and time tokens say: value tests and windows."""

from __future__ import annotations

import itertools
import re
from functools import cache, lru_cache

from osler.core.criteria.lexing.lexicon import cues, result_words, scale_names, scales, window_words, words_pattern
from osler.core.criteria.lexing.numbers import (
    BELOW_NOUGHT,
    COMPARATOR,
    DIGITS,
    LIMIT,
    MULTIPLE,
    POST_WORDS,
    ROMAN,
    SPELLED,
    TIME_UNIT,
    UNIT,
    comparator,
    number,
    post_comparator,
    time_unit,
)
from osler.core.criteria.lexing.shapes import COUNTED, GESTATION, GRADE_ITEM, GRADES, HALF_LIVES, WHICHEVER
from osler.core.criteria.lexing.tokens import Token
from osler.core.criteria.types import Bound, Comparator, Limit, ValueTest, Window, WindowKind

_NUM = rf"(?:{DIGITS}|\b{SPELLED})"
_UNITS = rf"(?:{TIME_UNIT}\b|{UNIT})"
_VALUE = re.compile(
    rf"(?P<cmp>{COMPARATOR})?\s*(?:or\s*=\s*)?(?:between\s+(?:(?:the\s+)?ages?\s+of\s+)?|the\s+)?(?P<low>{BELOW_NOUGHT}?{_NUM}|{MULTIPLE})?(?:/{DIGITS})?\s*{COUNTED}"
    rf"(?:(?P<limit>{LIMIT})|(?P<unit>{_UNITS}))?(?:\s*(?:of\s+age|old))?\s*"
    rf"(?:(?:-|\bto\b|\band\b|\bthrough\b|\bor\b)\s*(?P<until>{COMPARATOR})?\s*(?P<high>{BELOW_NOUGHT}?{_NUM})\s*{COUNTED}(?P<unit2>{_UNITS})?)?\s*"
    rf"{GESTATION}?\s*(?P<post>{POST_WORDS})?\s*(?:of age|old)?"
)
_BEFORE_NAME = re.compile(rf"(?P<low>{DIGITS})\s*(?P<unit>{UNIT})?\s*(?P<sign><=|<|\u2264)")
_TITRE = re.compile(rf"(?P<cmp>{COMPARATOR})?\s*1\s?:\s?(?P<parts>\d+)\s*(?P<post>{POST_WORDS})?")
_SIGN = re.compile(COMPARATOR)
_TIME_UNIT = re.compile(rf"{TIME_UNIT}|yo?")
_TIME = re.compile(rf"(?P<low>{_NUM})[\s-]*(?:(?:to|or)?\s*(?P<high>{_NUM})[\s-]*)?{COUNTED}(?P<unit>{TIME_UNIT})\b")
_PERIOD = re.compile(r"(?:during|throughout)\b.*\b(?:study|trial|treatment)\b.*\b(?:period|phase)$")
_TAIL = re.compile(
    rf"\b(?:prior\s+to|before|preceding|previous\s+to|from|of|after|following|since|until)\s+(?!{_NUM})(?P<anchor>\S.*)$"
)
_TWO_ENDS = re.compile(
    rf"(?:(?P<from>{COMPARATOR})\s*)?(?P<low>{_NUM})[\s-]*(?:{COUNTED}(?P<unit>{TIME_UNIT})\b)?\s*,?\s*(?:-|to\b|and\b|but\b)\s*"
    rf"(?:(?P<until>{COMPARATOR})\s*)?(?P<high>{_NUM})[\s-]*{COUNTED}(?P<units>{TIME_UNIT})\b"
)
_FAR_APART = 3
"""Of two ends so many times apart neither is vague: "within the past 6 to 60 months"."""
_VAGUE = re.compile(r"\b(?:last|past|previous|preceding|next|coming|upcoming)\s+\d")
_HALF_LIVES = re.compile(HALF_LIVES + WHICHEVER)
_SHORTER = re.compile(r"\bwhich\s?ever\b.{0,12}\b(?:shorter|shortest|earlier|first)\b")
_LETTERS = re.compile(r"[a-z]+")
_OF = re.compile(r"\s*(?:of|from)\b")
_BEYOND = re.compile(r"\bthan\b")
_AHEAD = re.compile(r"\b(?:next|coming|upcoming|the\s+following)\b")
_BETWEEN = re.compile(r"(?:(?:at )?any time )?between ")
"""What lies between two events of a study: "any time between screening and randomization"."""
_AFTER = re.compile(r"\b(?:after|following|since)\b")
_ONE_UNIT = re.compile(
    rf"\b(?:last|past|previous|preceding|prior|next|coming|upcoming|following)\s+(?P<unit>{TIME_UNIT})\b"
)
_POST = re.compile(rf"\s+(?:{POST_WORDS})\s*$")
_ITEM = re.compile(GRADE_ITEM)
# "Score 5/10": of the highest that a scale has, not two grades.
_OF_HIGHEST = re.compile(r"\b(\d{1,2}(?:\.\d)?)\s*/\s*(?:10|15|20|28|30|50|100)\b")
_SPELLED_UNITS = {
    "\u2103": "\u00b0c",
    "\u2109": "\u00b0f",
    "per cent": "%",
    "percent": "%",
    "beat per minute": "beats per minute",
    "breath per minute": "breaths per minute",
    "kg.m-2": "kg/m2",
    "kg/m-2": "kg/m2",
}
_VOLUMES = {"liter": "l", "litre": "l", "l": "l", "deciliter": "dl", "decilitre": "dl", "dl": "dl", "milliliter": "ml", "millilitre": "ml", "ml": "ml"}  # fmt: skip
_PER = re.compile(rf"(?P<of>[\u00b5\u03bcunmp]?mol|[\u00b5\u03bcunmp]?g|mcg|meq) per (?P<per>{'|'.join(_VOLUMES)})")
"""A concentration in words: "umol per liter"."""
_GRADE_CMP = re.compile(rf"(?P<cmp>{COMPARATOR})\s*(?:class|grade|stage)?\s*$")

_REMEMBERED = 4096
"""Values and times that are remembered: the same few hundred are written in most protocols."""
_OF_TIME = frozenset({"years", "months", "weeks", "days", "hours", "minutes"})


def value_test(token: Token) -> ValueTest | None:
    """The test that a VALUE or DURATION token states."""
    return _value_test(token.text)


@lru_cache(maxsize=_REMEMBERED)
def _value_test(text: str) -> ValueTest | None:
    if found := _BEFORE_NAME.fullmatch(text):
        how = Comparator.GT if found["sign"] == "<" else Comparator.GE
        return ValueTest(bounds=(Bound(comparator=how, value=number(found["low"]), unit=_unit(found["unit"])),))
    if found := _TITRE.fullmatch(text):
        return _titre(found)
    found = _VALUE.fullmatch(text)
    if not found or not (found["low"] or found["limit"]):
        return None
    limit: Limit = "" if not found["limit"] else "LLN" if re.search(r"\blln|lower", found["limit"]) else "ULN"
    unit, other_unit = _unit(found["unit"]), _unit(found["unit2"])
    unit, other_unit = unit or other_unit, other_unit or unit
    low = number(found["low"]) if found["low"] else 1.0
    if found["high"]:
        high = number(found["high"])
        if high < low < 0 or (high < low and unit == other_unit and unit not in _OF_TIME):
            # "Between -1 and -2.5", "77 to 20 letters": the smaller number may be written last; "18 to 12 years" is a slip.
            low, high = high, low
        bounds = (
            Bound(comparator=Comparator.GE, value=low, unit=unit),
            Bound(
                comparator=comparator(found["until"]) if found["until"] else Comparator.LE, value=high, unit=other_unit
            ),
        )
        return ValueTest(bounds=bounds)
    # "Three fold higher than the upper limit" says more than three times it.
    beyond = Comparator.GT if limit and _BEYOND.search(found["limit"]) else Comparator.EQ
    how = comparator(found["cmp"]) if found["cmp"] else beyond
    if found["cmp"] and found["post"] == "+":
        # "Protein <= 2+": the plusses of a dipstick are a scale of their own.
        return ValueTest(bounds=(Bound(comparator=how, value=low, unit=unit or "+"),))
    if found["post"]:
        how = post_comparator(found["post"])
    return ValueTest(bounds=(Bound(comparator=how, value=low, unit=unit, times=limit),))


def _titre(found: re.Match[str]) -> ValueTest:
    """A dilution by its parts: "1:160" is a titre of 160."""
    how = comparator(found["cmp"]) if found["cmp"] else Comparator.EQ
    how = post_comparator(found["post"]) if found["post"] else how
    return ValueTest(bounds=(Bound(comparator=how, value=float(found["parts"]), unit="titre"),))


def result_test(token: Token) -> ValueTest:
    """The test that a RESULT token states."""
    words = result_words()
    return ValueTest(result=words.get(token.text) or words[re.sub(r"[\s_-]+", " ", token.text)])


def grade_test(text: str, grades: dict[str, float] | None = None) -> ValueTest | None:
    """The test that a list of grades states: "0 or 1", "II-IV", ">= 3"."""
    post = _POST.search(text)
    text = text[: post.start()] if post else text
    found = re.search(rf"{GRADES}\s*$", text)
    if not found:
        return None
    order = {name.lower(): value for name, value in (grades or {}).items()} or ({"a": 1.0, "b": 2.0, "c": 3.0})
    listed = _OF_HIGHEST.sub(r"\1", found.group())
    values = [_grade(item.group(), order) for item in _ITEM.finditer(listed)]
    numbers = list(dict.fromkeys(value for value in values if value is not None))
    if not numbers:
        return None
    sign = _GRADE_CMP.search(text[: found.start()])
    if post and len(numbers) == 1:
        return ValueTest(bounds=(Bound(comparator=post_comparator(post.group().strip()), value=numbers[0]),))
    if sign and len(numbers) == 1:
        # What is worse has a higher grade, and a lower acuity.
        turned = {"worse than": Comparator.GT, "better than": Comparator.LT}.get(sign["cmp"].strip())
        return ValueTest(bounds=(Bound(comparator=turned or comparator(sign["cmp"]), value=numbers[0]),))
    if len(numbers) == 1:
        return ValueTest(bounds=(Bound(comparator=Comparator.EQ, value=numbers[0]),))
    ranged = bool(re.search(r"\d\s*-|\bto\b|-|through", found.group())) and len(numbers) == 2
    steps = sorted(numbers)
    if ranged or all(second - first == 1 for first, second in itertools.pairwise(steps)):
        return ValueTest(
            bounds=(
                Bound(comparator=Comparator.GE, value=steps[0]),
                Bound(comparator=Comparator.LE, value=steps[-1]),
            )
        )
    return ValueTest(values=tuple(steps))


@cache
def _scaled() -> re.Pattern[str]:
    return re.compile(rf"(?P<name>{words_pattern(scale_names())})")


_SIGN = re.compile(rf"(?:{COMPARATOR})\s*")


def scale_of(text: str) -> tuple[str, int, int] | None:
    """The scale that a SCALED or SCALE token names, and where its name stands in the token."""
    sign = _SIGN.match(text)
    found = _scaled().match(text, sign.end() if sign else 0)
    if not found:
        return None
    name = re.sub(r"\s+", " ", found.group())
    return _scale_id(name), found.start(), found.end()


def scaled_test(text: str) -> tuple[ValueTest, int] | None:
    """The test of a SCALED token, and where it begins in the token."""
    named = scale_of(text)
    grades = scales()[named[0]].grades if named else None
    place = named[2] if named else 0
    found = re.search(
        rf"(?:(?:{COMPARATOR})\s*(?:class|grade|stage)?\s*)?{GRADES}(?:\s+(?:{POST_WORDS}))?\s*$", text[place:]
    )
    sign = _SIGN.match(text) if named and named[1] else None
    # "Greater than CTCAE grade 1": the sign stands before the name.
    stated = f"grade {sign.group()} {found.group()}" if sign and found else text
    test = grade_test(stated, dict(grades) if grades else None)
    return (test, place + found.start()) if found and test else None


def windows(token: Token) -> tuple[Window, ...]:
    """The windows that a TIME token states; where it has two ends ("2 to 6 weeks before X"), both must hold."""
    return _windows(token.text)


@lru_cache(maxsize=_REMEMBERED)
def _windows(text: str) -> tuple[Window, ...]:
    whole = _window(text)
    return _with_nearer_end(text, whole) if whole.length is not None else (whole,)


def window(token: Token) -> Window:
    """The window that a TIME token states, by its farther end where it has two."""
    return _window(token.text)


@lru_cache(maxsize=_REMEMBERED)
def _window(text: str) -> Window:
    plain = re.sub(r"\s+", " ", text)
    if plain in window_words():
        return Window(kind=window_words()[plain])
    loose = re.sub(r"[\s_-]+", " ", plain)
    if loose in window_words():
        return Window(kind=window_words()[loose])
    half_lives = _HALF_LIVES.search(plain)
    tail = _TAIL.search(plain, half_lives.end() if half_lives else 0)
    anchor = re.sub(r"^the ", "", tail["anchor"]).strip() if tail else ""
    found = _TIME.search(plain)
    if found and not _PERIOD.match(plain):
        return _counted(plain, found, anchor)
    if half_lives:
        # How long a half-life is no criterion says.
        return Window(kind="recent", anchor=anchor)
    single = _ONE_UNIT.search(plain)
    if single and _AHEAD.search(plain):
        unit = time_unit(single["unit"])
        return Window(kind="within", comparator=Comparator.LE, length=1.0, unit=unit, anchor="enrollment", after=True)
    if single:
        return Window(
            kind="within", comparator=Comparator.LE, length=1.0, unit=time_unit(single["unit"]), anchor=anchor
        )
    if _PERIOD.match(plain):
        return Window(kind="planned")
    if plain.startswith("while ") or _BETWEEN.match(plain):
        return Window(kind="planned")
    if re.match(r"(?:prior|before)", plain):
        return Window(kind="ever", anchor=anchor)
    if _AFTER.match(plain) and anchor.split()[-1:] and anchor.split()[-1].removesuffix("s") in cues().clinical_anchors:
        return Window(kind="ever", anchor=anchor, after=True)
    if re.match(r"(?:after|following|since|until)", plain):
        return Window(kind="planned", anchor=anchor)
    return Window(
        kind="at",
        anchor=re.sub(r"^(?:at|on|in|during|throughout|upon|within)(?: the)?(?: time of)?(?: the)? ", "", plain),
    )


def lasting(token: Token) -> tuple[Window, ...]:
    """The windows that a bare duration states: how long something has gone on."""
    return _lasting(token.text)


@lru_cache(maxsize=_REMEMBERED)
def _lasting(text: str) -> tuple[Window, ...]:
    found = _TIME.search(text)
    if not found:
        return ()
    how = _sign(text[: found.start()]) or Comparator.GE
    length, unit = number(found["high"] or found["low"]), time_unit(found["unit"])
    if "older than" in text:
        # "Surgery no older than 30 days" was done within them.
        past: WindowKind = "within" if how in (Comparator.LE, Comparator.LT) else "before"
        return (Window(kind=past, comparator=how, length=length, unit=unit),)
    return _with_nearer_end(text, Window(kind="lasting", comparator=how, length=length, unit=unit))


def _with_nearer_end(text: str, whole: Window) -> tuple[Window, ...]:
    """A window with the nearer of its two ends before it; "in the last 2-3 weeks" is not so exact."""
    found = _TWO_ENDS.search(text)
    if not found or whole.kind not in ("within", "before", "lasting"):
        return (whole,)
    low, high = number(found["low"]), number(found["high"])
    if _VAGUE.search(text) and high < _FAR_APART * low:
        return (whole,)
    unit, units = time_unit(found["unit"] or found["units"]), time_unit(found["units"])
    signs = [comparator(found[name]) if found[name] else None for name in ("from", "until")]
    opens = signs[0] in (None, Comparator.GE, Comparator.GT) and signs[1] in (None, Comparator.LE, Comparator.LT)
    if not opens or (unit == units and low >= high):
        return (whole,)
    near, far = ("lasting", "lasting") if whole.kind == "lasting" else ("before", "within")
    ends = ((near, signs[0] or Comparator.GE, low, unit), (far, signs[1] or Comparator.LE, high, units))
    return tuple(
        whole.model_copy(update={"kind": kind, "comparator": how, "length": length, "unit": of})
        for kind, how, length, of in ends
    )


def _counted(plain: str, found: re.Match[str], anchor: str) -> Window:
    if plain.startswith("at ") and not anchor and found["unit"].startswith(("min", "h")):
        return Window(kind="at", anchor=plain[3:])  # "Apgar score at 5 minutes"
    how = _sign(plain[: found.start()])
    length, unit = number(found["high"] or found["low"]), time_unit(found["unit"])
    more = how in (Comparator.GE, Comparator.GT)
    kind: WindowKind
    past = bool(re.search(r"\b(?:last|past|previous|preceding|within|in the|during the|over the)\b", plain))
    if re.match(r"for\b|throughout\b", plain) and not past:
        kind = "lasting"
    elif more and not re.match(r"(?:within|in|during|over)\b", plain):
        kind = "before"
    else:
        kind = "within"
    default = Comparator.GE if kind == "lasting" else Comparator.LE
    if kind == "within" and plain.startswith("over "):
        how = None
    if _AHEAD.search(plain):
        return Window(
            kind="within", comparator=Comparator.LE, length=length, unit=unit, anchor="enrollment", after=True
        )
    onwards = kind == "within" and _OF.match(plain, found.end()) and _lies_behind(anchor)
    after = bool(anchor and (_AFTER.search(plain, found.end()) or onwards))
    return Window(
        kind=kind,
        comparator=how or default,
        length=length,
        unit=unit,
        anchor=anchor,
        after=after,
        open=bool(_HALF_LIVES.search(plain)) and not _SHORTER.search(plain),
    )


def _lies_behind(anchor: str) -> bool:
    """Whether "within 72 hours of" an event counts onwards from it: of one that is no step of a study and no planned treatment."""
    words = {word.removesuffix("s") for word in _LETTERS.findall(anchor)}
    return bool(words & set(cues().past_anchors)) or words.isdisjoint(" ".join(cues().anchors).split())


def _sign(words: str) -> Comparator | None:
    found = _SIGN.search(words)
    return comparator(found.group()) if found else None


def _grade(text: str, order: dict[str, float]) -> float | None:
    plain = text.strip().lower()
    if plain in order:
        return order[plain]
    roman = plain.rstrip("abc")
    if roman in ROMAN:
        return ROMAN[roman]
    digits = re.match(r"\d+(?:\.\d+)?", plain.replace(",", ""))
    return float(digits.group()) if digits else None


def _scale_id(name: str) -> str:
    names = scale_names()
    if name in names:
        return names[name]
    squeezed = re.sub(r"[\s_-]+", " ", name)
    return next(scale for known, scale in names.items() if re.sub(r"[\s_-]+", " ", known) == squeezed)


def _unit(text: str | None) -> str:
    unit = re.sub(r"\s+", " ", (text or "").strip())
    unit = re.sub(r"\s*(?:of age|old|inclusive)$", "", unit)
    if (worded := _PER.fullmatch(unit)) is not None:
        unit = f"{worded['of']}/{_VOLUMES[worded['per']]}"
    unit = "kg/m2" if unit.startswith(("kilogram per", "kilograms per")) and "met" in unit else unit
    unit = _SPELLED_UNITS.get(unit, "mmhg" if unit.endswith("of mercury") else unit)
    # "1 year" and "18 yrs" are counted in years.
    return time_unit(unit) if _TIME_UNIT.fullmatch(unit) else unit
