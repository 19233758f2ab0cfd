"""Values that are listed behind the names of their measures: "sodium and potassium were 128 and 3.1 mmol/L, respectively"."""

from __future__ import annotations

import re
from typing import NamedTuple

from osler.core.language.measure_names import NamedMeasure, name_ending_at, number_of
from osler.core.language.quantity_rules import QuantityRules
from osler.core.language.types import Sentence
from osler.core.language.vitals import Vital
from osler.first_letters import each_match

_NUMBER = r"\d{1,6}(?:\.\d+)?"
_UNIT = r"%|(?:[x×]\s?)?[A-Za-zµμ\d^*]+/[A-Za-zµμ\d]+(?:\.\d+[A-Za-z\d]*)?|mmHg|[mk]?g|[cm]?m|fL|pg|s"
_VALUE = re.compile(rf"(?P<number>{_NUMBER})(?:\s?(?P<unit>{_UNIT})(?!\w))?")
_ONE = rf"{_NUMBER}(?:\s?(?:{_UNIT}))?(?![\w/-]|\.\d)"
_VALUES = re.compile(rf"(?<![\w./-]){_ONE}(?:,\s{_ONE}){{0,5}},?\sand\s{_ONE}")
_RESPECTIVELY = re.compile(r",?\srespectively\b", re.IGNORECASE)
_LEADS = re.compile(r"^(?:and|,)$")
_MOST_BETWEEN = 5
"""Words between the last name and the first value, at most: "levels were both raised at"."""


class ListedValues(NamedTuple):
    """The values of a list, and the stretch that no other reader may take."""

    values: tuple[Vital, ...]
    start: int
    end: int


def listed_values(
    text: str, sentence: Sentence, tokens: list[re.Match[str]], rules: QuantityRules
) -> list[ListedValues]:
    """The lists of values of a sentence whose measures are named in the same order before them."""
    if " and " not in sentence.text:
        return []
    found = []
    for match in each_match(_VALUES, text, sentence.start, sentence.end):
        values = list(each_match(_VALUE, text, match.start(), match.end()))
        names = _names_before(text, tokens, match.start(), rules)
        said = _RESPECTIVELY.match(text, match.end(), sentence.end) is not None
        # "total and LDL cholesterol": where a name is not known, those at the end of both lists still belong together
        if len(names) == len(values) or (said and names and len(names) < len(values)):
            pairs = zip(names, values[-len(names) :], strict=True)
            unit = values[-1]["unit"] or ""
            found.append(ListedValues(tuple(_vital(*pair, unit) for pair in pairs), *match.span()))
    return found


def _vital(named: NamedMeasure, value: re.Match[str], unit: str) -> Vital:
    number = number_of(value["number"])
    return Vital(named.text, named.measure_id, number, None, value["unit"] or unit, named.start, value.end())


def _names_before(text: str, tokens: list[re.Match[str]], start: int, rules: QuantityRules) -> list[NamedMeasure]:
    """The measures listed before a place, in order; none where only one is named, or other words stand between."""
    stop = sum(token.end() <= start for token in tokens)
    for _ in range(_MOST_BETWEEN):
        if stop and name_ending_at(text, tokens, stop, rules):
            break
        stop -= 1
        if stop < 1 or tokens[stop].group() in ",;":
            return []
    names: list[NamedMeasure] = []
    while stop > 0 and (named := name_ending_at(text, tokens, stop, rules)):
        names.insert(0, named)
        stop = sum(token.end() <= named.start for token in tokens)
        joined = False
        while stop and _LEADS.match(tokens[stop - 1].group()):
            stop, joined = stop - 1, True
        joint = text[tokens[stop - 1].end() : named.start] if stop else ""
        if not joined and not re.fullmatch(r",?\s(?:and\s)?", joint):
            break
        if "and" not in joint and "," not in joint:
            break
    return names
