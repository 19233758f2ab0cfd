"""Quantities with units, tied to the measure that the text names and converted as that measure demands."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import replace

from osler.core.language.fluids import FluidList
from osler.core.language.imperial import imperial_sizes
from osler.core.language.impossible import SIGNED
from osler.core.language.measure_names import NamedMeasure, is_an_hour, is_in_name, is_of_time, named_here, number_of
from osler.core.language.month_names import MONTH_NAME
from osler.core.language.newer_values import with_earlier_marked
from osler.core.language.panels import panel_values
from osler.core.language.pressures import is_another_pressure
from osler.core.language.quantity_rules import TOKEN, QuantityRules, quantity_rules
from osler.core.language.respective import listed_values
from osler.core.language.scales import scale_values, scores_on, summed_grades
from osler.core.language.sentences import sentences
from osler.core.language.thresholds import with_thresholds_marked
from osler.core.language.times import begins_date
from osler.core.language.types import Quantity
from osler.core.language.unit_systems import unit_system
from osler.core.language.vitals import Vital, vital_signs
from osler.core.terminology import Measure, measure
from osler.first_letters import each_match

_DIGIT = re.compile(r"\d")


def quantities(text: str) -> list[Quantity]:
    """The values with a unit, a comparator or a known measure in a text, in order."""
    rules = quantity_rules()
    found: list[Quantity] = []
    for sentence in sentences(text):
        scored = [
            *scale_values(text, sentence, rules.scale, rules.scales),
            *summed_grades(text, sentence),
            *scores_on(text, sentence),
        ]
        if not scored and not _DIGIT.search(sentence.text):
            continue
        tokens = list(TOKEN.finditer(text, sentence.start, sentence.end))
        listed = listed_values(text, sentence, tokens, rules)
        vitals = [*vital_signs(text, sentence), *panel_values(text, sentence), *imperial_sizes(text, sentence)]
        vitals += (value for one in listed for value in one.values)
        taken = [(one.start, one.end) for one in scored] + [(one.start, one.end) for one in listed]
        taken += ((start, end) for *_, start, end in vitals)
        whole = sorted([*scored, *(_vital(text, one, rules) for one in vitals)], key=lambda one: one.end)
        ends = [one.end for one in whole]
        here: list[Quantity] = []
        fluids = FluidList(text, sentence.start)
        starts = [token.start() for token in tokens]
        for written in each_match(rules.pattern, text, sentence.start, sentence.end):
            match = _without_time(text, written, sentence.end, rules)
            if (
                _is_ordinal(text, match)
                or _is_a_day(text, match)
                or any(start <= match.start("value") < end for start, end in taken)
            ):
                continue
            at = bisect_left(starts, match.start())
            if is_in_name(text, tokens, bisect_right(starts, match.start("value")), match, rules):
                continue
            named, match = named_here(text, tokens, at, match, sentence.end, rules)
            match = _after_change(text, match, sentence.end, rules)
            before = bisect_right(ends, match.start("value"))
            if fluids.hold((named.start, named.end) if named else None, match):
                named = None
            elif named is None:
                earlier = [*whole[max(before - 1, 0) : before], *here[-1:]] or _of_last_sentence(text, found, match)
                named = _continued(text, earlier, match)
                if named and not named.superseded:
                    _supersede(named, whole, here, found)
            if match["diastolic"] and not (_is_pressure(match, named) or _is_score(named)):
                named = _next_pressure(text, match, [*whole, *here])
            if (
                named
                or (not match["diastolic"] and (match["unit"] or match["comparator"]))
                or _is_pressure(match, named)
            ):
                here.append(_quantity(text, match, named, rules))
        found += sorted([*whole, *here], key=lambda one: one.start)
    return with_thresholds_marked(text, with_earlier_marked(text, found))


_CHANGE = re.compile(
    r"\s*(?:on\s(?:RA|room air|\w+)\s*)?(?:->|→|-->|=>|<-{1,2}|←)\s*"
    rf"|\s*[(\[]\s*(?:was|from|prev\.?|previously|previous|prior|baseline|b/l|bl|down from|up from|last|{MONTH_NAME}(?:\s(?:19|20)?\d\d)?|peak|max|maximum|nadir|lowest|highest|min|minimum|on admission)?:?\s*"
    r"|,?\s*(?:previously|from|up from|down from|baseline)\s*|[)\]]?,?\s*(?:peaked|peaking|peak)\s(?:at\s|of\s)?",
    re.IGNORECASE,
)
"""What stands between a value and another of the same measure: an arrow to or from it, or a bracket with an earlier one."""
_WHEN = (
    rf"(?:(?:back\s)?(?:in|on|from|of|at|by)\s)?(?:(?:early|mid|late)[\s-])?(?:the\s)?(?:\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?)?(?:{MONTH_NAME}\.?,?\s?(?:\d{{1,2}},?\s)?)?(?:(?:19|20)\d\d|{MONTH_NAME})"
    r"|(?:on\s)?\d{1,4}[-/.]\d{1,4}(?:[-/.]\d{1,4})?|last\s[a-z]+|(?:[\w½-]+\s){1,3}ago|(?:at|on|before|during|after|following|with)\s(?:[a-z]+\s?){1,3}"
)
"""When an earlier value was taken: "in January 2020", "two years ago", "at diagnosis"."""
_NOW = re.compile(
    rf"\s*(?:\([^()]{{1,24}}\)|{_WHEN}(?:(?:\s[a-z]+){{1,2}}(?=[,;]))?)?[,;]?\s*(?:and\s|but\s)?(?:(?:has|have|is|was)\s)?"
    r"(?:(?:now|currently|today|most recently|since|repeat(?:ed)?|rpt|re-?check(?:ed)?)\s(?:(?:recovered|improved|normali[sz]ed|increased|risen|rose|decreased|declined|fallen|fell|dropped|worsened|is|was|has|down|up|back)\s){0,2}(?:to|at|of)?"
    r"|(?:and|before|then)\s(?:was|is|settling\sat|settled\sat|falling\sto|fell\sto|rising\sto|rose\sto)"
    r"|(?:recover(?:ed|ing)|return(?:ed|ing)|improv(?:ed|ing)|normali[sz](?:ed|ing)|increas(?:ed|ing)|rising|risen|rose|decreas(?:ed|ing)|declin(?:ed|ing)|fall(?:en|ing)|fell|dropp(?:ed|ing)|worsen(?:ed|ing)|settl(?:ed|ing)|climb(?:ed|ing))\s(?:since\s)?to)\s*",
    re.IGNORECASE,
)
"""What leads from an earlier value to the one of today: "30 % (2019), now recovered to"."""
_IT_IS_NOW = re.compile(
    rf"\s*(?:\([^()]{{1,24}}\)|{_WHEN})?\.\s+(?:(?:it|this|that)(?:['’]s|\s(?:is|was|has))\s)?(?:now|currently|today)[\s,:]+(?:(?:it|this)\sis\s)?"
    r"(?:(?:recovered|improved|increased|risen|decreased|declined|fallen|dropped|down|up|back)\s){0,2}(?:(?:to|at|of)\s)?",
    re.IGNORECASE,
)
"""What leads from an earlier value to the one of today in the next sentence: "90 in January 2020. It is now"."""
_THEN = re.compile(
    r"[^.;\d]{2,50}?[,;]\s*(?:and\s|but\s)?(?:(?:it\s)?(?:is|was)\s)?(?P<now>(?:now|currently|today|at present|at the moment|presently)\s(?:at\s|is\s|up to\s|down to\s)?)?",
    re.IGNORECASE,
)
"""The circumstances of an earlier value up to the next one: "24 during the injury in May, now"."""
_NEXT = re.compile(
    rf"(?:\s(?:{_WHEN}))?[)\]]?[,;]\s*(?:(?:down|up|back|improved|recovered|fallen|risen|decreased|increased)\s(?:to|at)\s)?",
    re.IGNORECASE,
)
_IS_NOW = re.compile(
    r"\s*,?\s*(?:now|today|currently|at present|presently|(?:at|on|by) (?:d/c|dc|discharge)|this (?:week|month|morning))\b",
    re.IGNORECASE,
)
_ITS_DAY = re.compile(r"\s?\(?(?:on\s)?\d{1,2}/\d{1,2}(?:/\d{2,4})?\)?(?![\d/])")
_DAY_IN_BRACKET = re.compile(r"[(\[]\d{1,2}/\d{1,2}[)\]]")
_DATED = re.compile(rf"{_ITS_DAY.pattern}[,;]?\s(?:and\s|then\s)?")
"""What stands between two values of one measure that have each their day: "3.4 on 12/14, 2.6 on 12/16"."""
_ARROW = re.compile(r"\s*(?:on\s(?:RA|room air|\w+)\s*)?(?:->|→|-->|=>)\s*", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_CHANGE_REACH = 64
"""Characters between two values of one measure, at most."""


_CHANGED = re.compile(
    r"\b(?:fallen|fell|falling|dropped|drop|dropping|declined|decreased|down|risen|rose|rising|rise|increased|climbed|improved|worsened|gone|went|changed|up)"
    r"\s(?:\w+\s)?from\s$",
    re.IGNORECASE,
)


def _after_change(text: str, match: re.Match[str], end: int, rules: QuantityRules) -> re.Match[str]:
    """The later of two values of which the second is what the first became: "had fallen from 12.1 to 8.4"."""
    if not match["high"] or not _CHANGED.search(
        text, max(0, match.start("value") - _CHANGE_REACH), match.start("value")
    ):
        return match
    return rules.pattern.match(text, match.start("high"), end) or match


def _is_ordinal(text: str, match: re.Match[str]) -> bool:
    """Whether a number is a place in an order, a score of spread, a count of times or of hours ("9th centile", "0.6 SDS", "2x/wk"), no value."""
    return not match["unit"] and _ORDINAL.match(text, match.end("value")) is not None


def _is_a_day(text: str, match: re.Match[str]) -> bool:
    """Whether a number without a unit is part of a date or an hour: "Hb (3/2/2026) 98", "weight in 2024 was 92 kg", "K at 6 am 2.8"."""
    if match["unit"] or match["comparator"]:
        return False
    year = _YEAR.fullmatch(match["value"]) and _IN_YEAR.search(
        text, max(0, match.start("value") - 12), match.start("value")
    )
    if year or is_an_hour(text, match.start("value")):
        return True
    return match["diastolic"] is None and begins_date(text, match.start("value"))


_IN_YEAR = re.compile(r"\b(?:in|since|from|until|till|by|during|of)\s$", re.IGNORECASE)
_IN_A_TIME = re.compile(r"\s+(?:the\s|a\s|an\s|his\s|her\s)?[A-Za-z]|\s+(?:19|20)\d\d")
"""What makes of "in" after a number a word and no inches: "41 in June"."""
_ORDINAL = re.compile(
    r"(?:th|st|nd|rd|x)(?![A-Za-z])|\s?(?:SDS?|z-?scores?|standard deviations?|(?:per)?centiles?)\b|\s?x/|[\s-]?(?:h|hrs?|hours?|mins?|minutes?)\s(?:after|post|following|into|later)\b",
    re.IGNORECASE,
)


def _continued(text: str, before: list[Quantity], match: re.Match[str]) -> NamedMeasure | None:
    """The measure of the value before, where this one is its earlier or later value ("8.1% (7.4% in Feb)")."""
    ended = [one for one in before if one.end <= match.start("value")]
    last = max(ended, key=lambda one: one.end, default=None)
    if last is None or last.measure_id is None or match["comparator"]:
        return None
    if match.start("value") - last.end > _CHANGE_REACH or (not match["unit"] and _YEAR.fullmatch(match["value"])):
        return None
    if is_of_time(match["unit"], last.measure_id) or (
        match["unit"] and last.unit and match["unit"].lower() != last.unit.lower()
    ):
        return None
    if not match["unit"] and begins_date(text, match.start("value")):
        return None
    gap = (last.end, match.start("value"))
    if _DAY_IN_BRACKET.match(text, match.start("value") - 1):
        return None  # "9.1 (3/2)" tells the day
    if _DATED.fullmatch(text, *gap) and _ITS_DAY.match(text, match.end()):
        return NamedMeasure(match.start("value"), last.analyte, last.measure_id, unit=last.unit)
    later = (
        _ARROW.fullmatch(text, *gap)
        or _NOW.fullmatch(text, *gap)
        or _IT_IS_NOW.fullmatch(text, *gap)
        or _of_now(text, gap, match)
    )
    if later is None and not _CHANGE.fullmatch(text, *gap):
        return None
    if match["high"] and text[slice(*gap)].strip() in ("(", "["):
        return None  # "134 (136-145)" gives the limits of the laboratory
    return NamedMeasure(match.start("value"), last.analyte, last.measure_id, superseded=later is None, unit=last.unit)


def _of_last_sentence(text: str, found: list[Quantity], match: re.Match[str]) -> list[Quantity]:
    """The last value of the sentence before, where this one is what it is now."""
    last = found[-1:]
    return [one for one in last if _IT_IS_NOW.fullmatch(text, one.end, match.start("value"))]


def _of_now(text: str, gap: tuple[int, int], match: re.Match[str]) -> re.Match[str] | None:
    """Whether a value after the circumstances of an earlier one is that of now, by the word before it or after it."""
    is_now = _IS_NOW.match(text, match.end())
    then = _THEN.fullmatch(text, *gap)
    if then is not None:
        return then if then["now"] or is_now else None
    return is_now if _NEXT.fullmatch(text, *gap) else None


def _supersede(later: NamedMeasure, *before: list[Quantity]) -> None:
    """Mark the values that a later one of the same measure follows, close by, as the earlier ones."""
    for rows in before:
        for place, one in enumerate(rows):
            if one.measure_id == later.measure_id and 0 <= later.start - one.end <= _CHANGE_REACH:
                rows[place] = replace(one, superseded=True)


def _meant_unit(text: str, measure_id: str, value: float, rules: QuantityRules) -> str:
    """The unit that is meant where none is written: by the measure, by the range that the value fits, by the text's own units."""
    if measure_id in rules.meant_units:
        return rules.meant_units[measure_id]
    fitting = [unit for low, high, unit in rules.plausible.get(measure_id, ()) if low <= value <= high]
    if len(fitting) > 1:
        fitting = (
            [unit for unit in fitting if ("mol/" in unit) == (unit_system(text) == "SI")] if unit_system(text) else []
        )
    return fitting[0] if fitting else ""


def _vital(text: str, one: Vital, rules: QuantityRules) -> Quantity:
    row = measure(one.measure_id)
    meant = one.unit or _meant_unit(text, one.measure_id, one.value, rules)
    return Quantity(
        one.start,
        one.end,
        text[one.start : one.end],
        one.value,
        high=one.high,
        unit=one.unit,
        analyte=one.name,
        measure_id=one.measure_id,
        canonical_value=_canonical(row, one.value, meant),
        canonical_high=_canonical(row, one.high, meant),
        canonical_unit=row.unit if row and _canonical(row, one.value, meant) is not None else "",
        meant_unit=meant,
    )


def _is_pressure(match: re.Match[str], named: NamedMeasure | None) -> bool:
    """Whether two numbers with a slash between them are a blood pressure, and not a date or a fraction."""
    if named:
        return named.measure_id in {"LAB:bp", "LAB:sbp", "LAB:dbp"}
    return (match["unit"] or "").lower().replace(" ", "") == "mmhg"


def _next_pressure(text: str, match: re.Match[str], before: list[Quantity]) -> NamedMeasure | None:
    """The blood pressure that two numbers are without its name beside them; None for a date or a fraction."""
    return NamedMeasure(match.start("value"), "BP", "LAB:bp") if is_another_pressure(text, match, before) else None


def _without_time(text: str, match: re.Match[str], end: int, rules: QuantityRules) -> re.Match[str]:
    """A value without the "in" that begins a time after it: "41 in June"."""
    if (match["unit"] or "").lower() != "in" or not _IN_A_TIME.match(text, match.end("unit")):
        return match
    return rules.without_unit.match(text, match.start(), end) or match


def _is_score(named: NamedMeasure | None) -> bool:
    """Whether the number after a slash is the most that a scale gives: "Barthel 9/20"."""
    row = measure(named.measure_id) if named else None
    return row is not None and row.unit == "{score}"


def _quantity(text: str, match: re.Match[str], named: NamedMeasure | None, rules: QuantityRules) -> Quantity:
    unit = match["unit"] or (named.unit if named else "")
    if match["diastolic"] and named is None:
        named = NamedMeasure(match.start(), "", "LAB:bp")
    value = number_of(match["value"])
    if named and named.measure_id == "LAB:weight" and _is_of_birth(text, named.start):
        named = named._replace(measure_id="LAB:birth_weight")
    row = measure(named.measure_id) if named else None
    if row and row.id in SIGNED and text[match.start("value") - 1 : match.start("value")] in "-−":
        value = -value
    upper = match["high"] or (None if _is_score(named) else match["diastolic"])
    high = number_of(upper) if upper else None
    written = (match["comparator"] or match["after"] or "=").lower()
    meant = unit or (_meant_unit(text, row.id, value, rules) if row else "")
    start = named.start if named else match.start()
    end = match.end()
    if _MOVED.search(text, start, match.start("value")):
        written = "="
    return Quantity(
        start,
        end,
        text[start:end],
        value,
        rules.comparators.get(" ".join(written.split()), "="),
        high,
        unit,
        named.text if named else "",
        row.id if row else None,
        _canonical(row, value, meant),
        _canonical(row, high, meant),
        row.unit if row and _canonical(row, value, meant) is not None else "",
        superseded=bool(named and named.superseded),
        meant_unit=meant,
    )


_MOVED = re.compile(
    r"\b(?:gone|went|going|goes|shot|crept|climb\w*|came|come|ris(?:en|ing)|rose|jump\w*|spik\w*|creeping|back|peaked|now)(?:\s(?:right|all the way|back))?\s+up\s+to\s+$",
    re.IGNORECASE,
)
"""A value that was reached and no limit: "his sugar has gone up to 34"."""
_AT_BIRTH = re.compile(r"\b(?:born|delivered)\b[^.\n]*$", re.IGNORECASE)
_LONGEST_BIRTH = 80


def _is_of_birth(text: str, start: int) -> bool:
    """Whether a weight is the one at birth: "born at term weighing 3.1 kg"."""
    return _AT_BIRTH.search(text, max(0, start - _LONGEST_BIRTH), start) is not None


def _canonical(row: Measure | None, value: float | None, unit: str) -> float | None:
    return row.to_canonical(value, unit) if row and value is not None and unit else None
