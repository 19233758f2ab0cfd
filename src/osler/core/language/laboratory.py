"""Laboratory results and vital signs as findings: by a value beyond its range, or by words ("AST and ALT were elevated")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.flags import flag_after
from osler.core.language.fluids import is_of_a_fluid
from osler.core.language.rules import read_table, read_yaml
from osler.core.language.stated_ranges import column_after, finding_before
from osler.core.language.substances import Side, specimens
from osler.core.language.types import Quantity, Sentence
from osler.core.terminology import Match, Vocabularies, measure, measures
from osler.first_letters import each_match

_HIGH = r"(?:elevated|raised|increased|high|higher|elevation|elevations|increase(?!\s\S{1,24}(?:\s\S{1,12})?\sto\s\d)|rise|supranormal|(?:\d+(?:\.\d+)?\s?(?:x|×|times|-?fold)|twice|double|three\stimes)\s(?:the\s)?(?:uln|upper\slimit(?:\sof\snormal)?|normal))(?![\s-]normal\b)"
_LOW = (
    r"(?:low|decreased|reduced|lowered|diminished|depressed|suppressed|subnormal|undetectable|decrease|reduction|drop)"
    r"(?![\s-]normal\b)"
)
_COLLOQUIAL_HIGH = r"(?:up(?!\s(?:to|from|until|by|and)\b)|sky[\s-]high|through\sthe\sroof|off\sthe\sscale)"
_COLLOQUIAL_LOW = r"(?:down(?!\s(?:to|from|by|and)\b)|rock[\s-]bottom)"
"""What hurried people say of a result behind its name."""
_NOT_IN = r"(?!(?:elevated|raised|increased|high|higher|low|decreased|reduced|lowered|diminished|depressed|suppressed|subnormal|undetectable)\s(?:in|on)\s)"
"""After an adjective, "in" says where something was measured: what is "low in leukocytes" are not the leukocytes."""
_DEGREE = r"(?:(?:mildly|slightly|moderately|markedly|severely|significantly|persistently|very|extremely|highly|grossly|mild|marked|significant|moderate|severe|persistent|borderline|also|both|all|all|chronically|transiently|isolated)\s)*"
_FILLER = r"(?:(?:levels?|values?|concentrations?|counts?|titers?|titres?|activity|activities)\s)?(?:of\s|in\s)?(?:(?:the|his|her|serum|plasma|blood|circulating|fasting|liver|total|peripheral)\s)*"
_JOIN = r"\s?(?:,\s?(?:and\s)?|/|\sand\s|\sor\s|\sas well as\s|&)\s?(?:serum\s|plasma\s|an?\s)?"
_AFTER = r"\s?(?:levels?|values?|concentrations?|counts?|activity)?\s?(?:\([^)]{1,40}\)\s?)?(?:(?:was|were)\s(?:re-?)?(?:checked|repeated|measured|tested|sent|obtained|done)\s(?:and\s)?)?(?:was|were|is|are|remained|became|(?:was\s|were\s)?found\sto\sbe|(?:was\s|were\s)?noted\sto\sbe|had\sbeen|has\sbeen|appeared|(?:showed|shows|demonstrated)(?:\san?)?)\s"
_NORMAL = re.compile(
    r"(?:\s?\(?[\[(,;]?\s?(?:normal|reference|ref\.?|nl|NR|N|RR|range)(?:\srange|\svalues?|\slimits?|\sinterval)?\s?(?:is|of)?[:=,]?\s?"
    r"|\s?[\[(](?=\d[\d.,]*\s?(?:-|–|to)\s?\d))"
    r"(?P<sign>[<>≤≥]=?|up to|less than|below|above|more than)?\s?(?P<low>\d+(?:,\d{3})*(?:\.\d+)?)(?:\s?(?:-|–|to)\s?(?P<high>\d+(?:,\d{3})*(?:\.\d+)?))?",
    re.IGNORECASE,
)
_ADULT = 16.0
_PRESSURES = frozenset(["LAB:bp", "LAB:sbp", "LAB:dbp"])
"""What has two values that are no range."""
_VITAL_SIGNS = frozenset(f"LAB:{name}" for name in ("heart_rate", "bp", "sbp", "dbp", "temperature", "spo2", "weight"))
"""After these RR is the respiratory rate and no reference range: "HR 110 RR 24"."""
_RESPIRATION = re.compile(r"[\s(\[,;]*RR\b", re.IGNORECASE)


class Rule(NamedTuple):
    """A row of the table: from which limit on a result is which finding."""

    measure_id: str
    side: Side
    limit: float | None
    from_age: float | None
    to_age: float | None
    sex: str
    hpo_id: str
    name: str
    source: str


class Beyond(NamedTuple):
    """A value beyond its range: the finding that it is, and the rule in words."""

    hpo_id: str
    name: str
    why: str


@lru_cache(maxsize=1)
def _table() -> dict[tuple[str, str], list[Rule]]:
    found: dict[tuple[str, str], list[Rule]] = {}
    for measure_id, side, limit, from_age, to_age, sex, hpo_id, name, source in read_table("abnormal.tsv"):
        low_age, high_age = (float(cell) if cell else None for cell in (from_age, to_age))
        which: Side = "low" if side == "low" else "high"
        most = float(limit) if limit else None
        rule = Rule(measure_id, which, most, low_age, high_age, sex, hpo_id, name, source)
        found.setdefault((measure_id, side), []).append(rule)
    return found


def beyond_range(
    text: str, quantity: Quantity, age: float | None, sex: str | None, *, young: bool = False
) -> Beyond | None:
    """The finding that a value beyond its range is: by the range that the text gives, else by the table.

    `young` says of a patient of unknown age that it is a child: only limits of every childhood age hold.
    """
    if quantity.measure_id is None or (quantity.high is not None and quantity.measure_id in _PRESSURES):
        return None
    if quantity.unit and quantity.canonical_value is None:
        return None  # in a unit that the measure does not have, something else was measured
    stated = _stated_side(text, quantity)
    if stated is not None and quantity.high is not None:
        return None
    if stated is not None:
        side, range_words = stated
        rules = _table().get((quantity.measure_id, side), ()) if side else ()
        return Beyond(rules[0].hpo_id, rules[0].name, f"{quantity.text} ({range_words})") if rules else None
    if quantity.canonical_value is None:
        return _beyond_in_any_unit(quantity, age, sex, young=young)
    sides: tuple[Side, Side] = ("high", "low")
    for side in sides:
        for rule in _table().get((quantity.measure_id, side), ()):
            if rule.limit is not None and _fits(rule, age, sex, young=young) and _beyond(quantity, rule):
                sign = ">" if side == "high" else "<"
                return Beyond(
                    rule.hpo_id,
                    rule.name,
                    f"{quantity.text}: {sign} {_limit_words(quantity, rule.limit)} ({rule.source})",
                )
    return None


def _possible_values(quantity: Quantity) -> list[float]:
    """A bare number in the measure's own unit, once for each unit in which it is possible."""
    row = measure(quantity.measure_id) if quantity.measure_id and not quantity.unit else None
    if row is None or quantity.high is not None:
        return []
    units = read_yaml("quantities.yml")["plausible"].get(row.id, ())
    found = [row.to_canonical(quantity.value, unit) for low, high, unit in units if low <= quantity.value <= high]
    return [value for value in found if value is not None]


def _beyond_in_any_unit(quantity: Quantity, age: float | None, sex: str | None, *, young: bool) -> Beyond | None:
    """The finding that a bare number is in whichever unit of its measure it may be: a phosphate of 0.7 is low in mmol/L and mg/dL."""
    readings = [replace(quantity, canonical_value=value) for value in _possible_values(quantity)]
    sides: tuple[Side, Side] = ("high", "low")
    for side in sides if readings else ():
        rule = next(
            (
                rule
                for rule in _table().get((quantity.measure_id or "", side), ())
                if rule.limit is not None and _fits(rule, age, sex, young=young)
            ),
            None,
        )
        if rule is not None and all(_beyond(one, rule) for one in readings):
            sign = ">" if side == "high" else "<"
            return Beyond(
                rule.hpo_id, rule.name, f"{quantity.text}: {sign} the limit in any of its units ({rule.source})"
            )
    return None


def _limit_words(quantity: Quantity, limit: float) -> str:
    """A limit in the unit of the value that it is held against, with the unit that it was published in."""
    published = f"{limit:g} {quantity.canonical_unit}"
    row = measure(quantity.measure_id) if quantity.measure_id else None
    own = row.from_canonical(limit, quantity.meant_unit) if row and quantity.meant_unit else None
    if own is None or own == limit:
        return published
    return f"{own:.4g} {quantity.meant_unit}, which is {published}"


def usual_limit(measure_id: str, side: Side, age: float | None, sex: str | None) -> tuple[float, str] | None:
    """The limit of normal that the table gives for a patient, in the measure's own unit, with its source."""
    rules = (rule for rule in _table().get((measure_id, side), ()) if _fits(rule, age, sex))
    return next(((rule.limit, rule.source) for rule in rules if rule.limit is not None), None)


def findings_of(measure_id: str) -> frozenset[str]:
    """The HPO terms that a result of a measure can be, high or low: what was looked at where it was measured."""
    return frozenset(rule.hpo_id for side in ("low", "high") for rule in _table().get((measure_id, side), ()))


class FindingLimit(NamedTuple):
    """Beyond which limit, in the measure's own unit, a result of a measure is a finding."""

    measure_id: str
    side: Side
    limit: float


def limits_of(findings: frozenset[str], age: float | None, sex: str | None) -> list[FindingLimit]:
    """The results that would be one of some HPO terms in a patient: the first row of each measure and side that fits."""
    found: dict[tuple[str, str], FindingLimit] = {}
    places = sorted(place for finding in findings for place in _places_of_terms().get(finding, ()))
    for (measure_id, side), rule in (_rows()[place] for place in places):
        if rule.limit is not None and _fits(rule, age, sex):
            found.setdefault((measure_id, side), FindingLimit(measure_id, rule.side, rule.limit))
    return list(found.values())


@lru_cache(maxsize=1)
def _rows() -> list[tuple[tuple[str, str], Rule]]:
    return [(key, rule) for key, rows in _table().items() for rule in rows]


@lru_cache(maxsize=1)
def _places_of_terms() -> dict[str, list[int]]:
    """Where the rows of each HPO term stand in the table."""
    places: dict[str, list[int]] = {}
    for place, (_, rule) in enumerate(_rows()):
        places.setdefault(rule.hpo_id, []).append(place)
    return places


def _stated_side(text: str, quantity: Quantity) -> tuple[Side | None, str] | None:
    """On which side of the range that follows it in the text a value lies; None where no range follows."""
    flag = flag_after(text, quantity.end)
    end = flag.end if flag else quantity.end
    match = _NORMAL.match(text, end) or column_after(text, end)
    if match is None or _is_respiration(match, quantity):
        return (flag.side, f"flagged {flag.code}") if flag else None
    low, high = _number(match["low"]), _number(match["high"]) if match["high"] else None
    words = match.group().strip(" (,;[")
    if high is None:
        upper = (match["sign"] or "<").lower() not in {">", "≥", ">=", "above", "more than"}
        beyond = quantity.value > low if upper else quantity.value < low
        return ("high" if upper else "low") if beyond else None, words
    side: Side | None = "high" if quantity.value > high else "low" if quantity.value < low else None
    return side, words


def _is_respiration(match: re.Match[str], quantity: Quantity) -> bool:
    """Whether the RR after a value is the respiratory rate: it follows a vital sign, or one bare number follows it."""
    bare = match["high"] is None and match["sign"] is None
    return bool(_RESPIRATION.match(match.group())) and (bare or quantity.measure_id in _VITAL_SIGNS)


def _number(written: str) -> float:
    return float(written.replace(",", ""))


def _fits(rule: Rule, age: float | None, sex: str | None, *, young: bool = False) -> bool:
    if rule.sex and rule.sex != sex:
        return False
    if age is None and young:
        return not rule.from_age and (rule.to_age is None or rule.to_age >= _ADULT)
    if age is None:
        return rule.to_age is None and (rule.from_age is None or rule.from_age >= _ADULT or rule.from_age <= 1)
    return (rule.from_age is None or age >= rule.from_age) and (rule.to_age is None or age < rule.to_age)


def _beyond(quantity: Quantity, rule: Rule) -> bool:
    """Whether a value lies beyond a limit; of a range ("130-132 mmol/L") both ends must."""
    is_low_range = quantity.high is not None and rule.side == "low"
    value = quantity.canonical_high if is_low_range else quantity.canonical_value
    if value is None or rule.limit is None:
        return False
    if rule.side == "high":
        return value > rule.limit and quantity.comparator not in ("<", "<=")
    return value < rule.limit and quantity.comparator not in (">", ">=")


class _Words(NamedTuple):
    before: re.Pattern[str]
    after: re.Pattern[str]
    name: re.Pattern[str]
    measures: dict[str, str]


@lru_cache(maxsize=1)
def _words() -> _Words:
    names: dict[str, str] = {}
    wanted = {measure_id for measure_id, _ in _table()}
    for row in measures():
        if row.id in wanted:
            for name in (row.name, *row.synonyms):
                names.setdefault(name.lower(), row.id)
    aliases: dict[str, str] = read_yaml("quantities.yml")["aliases"]
    names.update({name: measure_id for name, measure_id in aliases.items() if measure_id in wanted and len(name) > 3})
    names.update({"transaminases": "LAB:alt", "aminotransferases": "LAB:alt", "liver enzymes": "LAB:alt"})
    # One letter and two are too many other things in prose.
    choice = "|".join(
        re.escape(name).replace(r"\ ", r"[\s-]") for name in sorted(names, key=len, reverse=True) if len(name) > 2
    )
    name = rf"(?<![\w-])(?:{choice})(?![\w])"
    return _Words(
        before=re.compile(
            rf"(?<!\w){_NOT_IN}(?:(?P<high>{_HIGH})|(?P<low>{_LOW}))\s{_FILLER}(?P<list>{name}(?:{_JOIN}{name})*)",
            re.IGNORECASE,
        ),
        after=re.compile(
            rf"(?P<list>{name}(?:{_JOIN}{name})*)(?:{_AFTER}|\s)(?:not\s)?{_DEGREE}(?:(?P<high>{_HIGH}|{_COLLOQUIAL_HIGH})|(?P<low>{_LOW}|{_COLLOQUIAL_LOW}))(?!\w)",
            re.IGNORECASE,
        ),
        name=re.compile(name, re.IGNORECASE),
        measures=names,
    )


_TRIGGER = re.compile(
    rf"(?<!\w)(?:{_HIGH}|{_LOW}|{_COLLOQUIAL_HIGH}|{_COLLOQUIAL_LOW}|absent|deficient|negligible|unmeasurable|not\sdetect(?:ed|able)|<\s?\d{{1,2}}\s?%)(?!\w)",
    re.IGNORECASE,
)


def said_abnormal(text: str, sentences: Sequence[Sentence], vocabularies: Vocabularies) -> Iterator[Match]:
    """The findings that words about a measure are: "elevated AST and ALT", "ceruloplasmin was low"."""
    words = _words()
    for sentence in sentences:
        if not _TRIGGER.search(text, sentence.start, sentence.end):
            continue
        for pattern in (words.before, words.after):
            for match in each_match(pattern, text, sentence.start, sentence.end):
                if not is_of_a_fluid(text, sentence.start, match.span("list"), match.end("list")):
                    yield from _findings(match, "high" if match["high"] else "low", words)
        for match in each_match(_ANY_BEFORE, text, sentence.start, sentence.end):
            yield from _listed_findings(match, "high" if match["high"] else "low", vocabularies)
        for match in each_match(_ANY_AFTER, text, sentence.start, sentence.end):
            yield from _any_finding(match, "high" if match["high"] else "low", vocabularies)


_NEXT_CLAUSE = re.compile(
    r",\s?(?!and\b|or\b|as\swell\b)[^,]*\Z",
    re.IGNORECASE,
)
_ITS_VERB = re.compile(
    r"\s(?:levels?\s|values?\s|counts?\s)?(?:is|was|are|were|has|had|went|goes|rose|climbed|fell|dropped|came|remain(?:s|ed)|reached|increased|decreased|stayed|normali[sz]ed|peaked)\b",
    re.IGNORECASE,
)


def _end_of_list(match: re.Match[str]) -> int:
    """Where a list that words for high or low stand before is over: its last item may begin a clause: "no rise in glucose, lactate went up"."""
    if match.start() == match.start("list") or not _ITS_VERB.match(match.string, match.end("list")):
        return match.end("list")
    last = _NEXT_CLAUSE.search(match["list"])
    return match.start("list") + last.start() if last else match.end("list")


def _findings(match: re.Match[str], side: Side, words: _Words) -> Iterator[Match]:
    for name in words.name.finditer(match.string, match.start("list"), _end_of_list(match)):
        if _OVER_CREATININE.match(match.string, name.start()):
            continue  # the measure is the ratio
        measure_id = words.measures.get(re.sub(r"[\s-]", " ", name.group().lower())) or words.measures.get(
            name.group().lower()
        )
        rules = _table().get((measure_id or "", side))
        if rules:
            start, end = (
                min(match.start(), name.start()),
                max(name.end(), match.end() if match.start("list") == match.start() else name.end()),
            )
            yield Match(start, end, (rules[0].hpo_id,))


_OVER_CREATININE = re.compile(r"(?<=[A-Za-z]/)creat(?:inine)?\b", re.IGNORECASE)
_ITEM = (
    rf"(?!(?:{_HIGH}|{_LOW})\b)[A-Za-z0-9α-ω][\w-]*"
    rf"(?:\s(?!(?:and|or|with|levels?|concentrations?|activity|{_HIGH}|{_LOW})\b)[A-Za-z0-9][\w-]*){{0,3}}"
)
"""What may be a substance; a word for high or low begins another statement: "low ceruloplasmin and raised copper"."""
_ITEMS = re.compile(rf"(?:^|{_JOIN})(?P<item>{_ITEM})", re.IGNORECASE)
_ANY_BEFORE = re.compile(
    rf"(?<!\w){_NOT_IN}(?:(?P<high>{_HIGH})|(?P<low>{_LOW}))\s{_FILLER}(?P<list>{_ITEM}(?:{_JOIN}{_ITEM}){{0,5}})",
    re.IGNORECASE,
)


def _listed_findings(match: re.Match[str], side: Side, vocabularies: Vocabularies) -> Iterator[Match]:
    """The findings of a list of substances that are all high or low: "low vitamin D, potassium and magnesium"."""
    for item in _ITEMS.finditer(match["list"]):
        rules = _table().get((_words().measures.get(item["item"].lower(), ""), side))
        found = (0, rules[0].hpo_id) if rules else finding_before(item["item"], side, vocabularies)
        if found is None or found[0]:
            return
        yield Match(match.start(), match.start("list") + item.end(), (found[1],))


_ABSENT = r"(?:absent|deficient|not\sdetect(?:ed|able)|negligible|nil|unmeasurable|<\s?(?:[1-9]|1\d)\s?%(?:\sof\s(?:normal|controls?|mean))?)"
"""What is said of an enzyme that is low, beside the words that are said of every substance."""
_ANY_AFTER = re.compile(
    rf"(?<![\w/-])(?P<name>(?!(?:{_HIGH}|{_LOW})\b)[A-Za-z][\w-]*(?:/creat(?:inine)?\b)?(?:\s(?!(?:was|were|is|are|with|but|while|sky|rock|off|through|{_HIGH}|{_LOW})\b)[A-Za-z][\w-]*(?:/creat(?:inine)?\b)?){{0,3}})(?:\s(?:levels?|concentrations?|titers?|titres?|activity))?\s?"
    rf"(?:,\swhich\s)?(?:(?:was|were|is|are|remained)\s(?:(?:re-?)?(?:checked|repeated|measured|tested|sent|obtained|done)\sand\s(?:was\s|were\s)?)?(?:found\sto\sbe\s|noted\sto\sbe\s)?|[:–-]\s|(?<=\s))?"
    rf"{_DEGREE}(?P<side>(?P<high>{_HIGH}|{_COLLOQUIAL_HIGH})|(?P<low>{_LOW}|{_COLLOQUIAL_LOW})|(?P<absent>{_ABSENT}))(?!\w)(?!\s(?:[A-Za-z]+\s){{0,2}}(?:level|concentration|activity|than)\b)"
    rf"(?:\s(?:in|on|from)\s(?P<where>(?:[a-z-]+\s)?[a-z]+))?",
    re.IGNORECASE,
)
_BEFORE_THE_LAST = re.compile(r"(?:.*\s)?(?P<first>[A-Za-z][\w-]*)\s(?:and|&)\s", re.IGNORECASE)
"""The substance before the last of two that are said to be high or low together: "renin and aldosterone high"."""
_ENZYME = re.compile(r"activity|deficien", re.IGNORECASE)
"""What names of terms about enzymes have."""


def _any_finding(match: re.Match[str], side: Side, vocabularies: Vocabularies) -> Iterator[Match]:
    """The finding that a result of a substance without a measure of its own is, where HPO has the term."""
    where = match["where"]
    named = f"{match['name']} in {where}" if where and _is_specimen(where) else match["name"]
    found = (named == match["name"] and _measured_last(named, side)) or finding_before(named, side, vocabularies)
    if not found:
        return
    if match["absent"] and not _ENZYME.search(vocabularies.names.names(found[1])[0]):
        return  # "blood absent", "glucose not detected" in urine is as it should be
    end = match.end("where" if named != match["name"] else "side")
    yield Match(match.start("name") + found[0], end, (found[1],))
    joined = _BEFORE_THE_LAST.fullmatch(match["name"][: found[0]])
    if joined is None or match["absent"]:
        return
    rules = _table().get((_words().measures.get(joined["first"].lower(), ""), side))
    first = (0, rules[0].hpo_id) if rules else finding_before(joined["first"], side, vocabularies)
    if first is not None:
        yield Match(match.start("name") + joined.start("first") + first[0], end, (first[1],))


def _measured_last(name: str, side: Side) -> tuple[int, str] | None:
    """The finding of the measure that stands alone, or after an "and", at the end of some words."""
    last = re.search(r"(?:^|\sand\s)(?P<measure>[A-Za-z][\w-]{2,})$", name)
    rules = _table().get((_words().measures.get(last["measure"].lower(), ""), side)) if last else None
    return (last.start("measure"), rules[0].hpo_id) if last and rules else None


def _is_specimen(words: str) -> bool:
    return " ".join(words.lower().split()) in specimens()
