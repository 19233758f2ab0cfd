"""Tumour markers: gene and variant, expression, signatures, with their results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from osler.core.language import AnalysedText, Sentence
from osler.core.patient.extract.cancer.lexicon import choices, pattern, rules
from osler.core.patient.types import Biomarker, Document, Gene, Quantity
from osler.first_letters import each_match

_VARIANT = re.compile(
    r"p\.[A-Z][A-Za-z]{0,2}\d{1,4}[A-Za-z*]{1,6}\d*|c\.\d+[\w>_+-]+"
    r"|(?<![A-Za-z0-9])[A-Z]\d{2,4}(?:[A-Z]|fs\*?\d*|del|dup|ins)(?![A-Za-z0-9])"
    r"|\bex(?:on)?\s?\d{1,2}(?:\s?(?:deletion|del|insertion|ins|skipping|mutation))?"
    r"|\b(?:ITD|TKD)\b|\bamplification\b|\b[A-Z0-9]{2,6}[-:]{1,2}(?:ALK|RET|ROS1|ABL1|NTRK\d)\s?(?:fusion)?",
)
_PERCENT = re.compile(r"(?P<sign>[<>≥≤]=?)?\s?(?P<value>\d{1,3}(?:\.\d)?)(?:\s?[-–]\s?\d{1,3})?\s?%")
_BURDEN = re.compile(r"(?P<value>\d{1,3}(?:\.\d{1,2})?)\s?(?P<unit>mut(?:ations)?/\s?Mb|muts?/Mb)", re.IGNORECASE)
_SCORE = re.compile(r"(?:IHC|score)?\s?(?P<score>[0-3]\+?)(?![\d%]|\.\d)")
_ZERO = re.compile(r"[\s:=(]{1,3}(?:IHC\s|score\s(?:of\s)?)?0(?![\d+%/]|\.\d)", re.IGNORECASE)
"""No staining, directly at its marker: "HER2 0"."""
_ALLRED = re.compile(r"\s?(?:Allred\s|score\s)?(?P<score>[0-8])\s?/\s?8\b", re.IGNORECASE)
_LEAST_ALLRED = 3
"""From which sum of proportion and intensity a receptor is positive (Harvey and others, J Clin Oncol 1999)."""
_COMBINED = re.compile(r"CPS\s?(?:of|[:=])?\s?(?P<sign>[<>≥≤]=?)?\s?(?P<value>\d{1,3})", re.IGNORECASE)
_SIGN = re.compile(r"\s?(?P<sign>\+{1,3}|[-−–])(?=[\s,;/.)]|$)")
_JOIN = re.compile(r"\s*(?:/|,|and|or|&|\+)?\s*(?:and\s)?", re.IGNORECASE)
_REACH = 60
_LIST_REACH = 160
"""A list of variants of one gene, with their results, is longer than one."""
_NOT_GENES = frozenset(
    {
        "PD-L1",
        "MSI",
        "MMR",
        "TMB",
        "HRD",
        "ER",
        "PR",
        "Ki-67",
        "p16",
        "HPV",
        "EBV",
        "1p/19q",
        "BRCA",
        "RAS",
        "NTRK",
        "del(17p)",
        "t(11;14)",
        "t(4;14)",
        "IGHV",
        "AR",
    }
)
_PLUS = re.compile(r"[\s:=(]{1,2}[0-3]\s?\+")
"""A score of staining directly after its marker: "HER2 3+"."""
_SYMBOLS = {"HER2": "ERBB2"}
_NEEDS_WORDS = frozenset({"ER", "PR", "AR", "MET", "RET", "KIT", "RAS", "ATM", "HPV", "EBV", "MYC"})
"""Markers whose names are other words as well: without a result they are none."""


_DENIED = re.compile(
    r"\b(?:no|nor|without|neg(?:ative)?\sfor|absence\sof|lacks|lacking|(?:not|n't)\s(?:have|harbou?r|carry|show))\s"
    r"(?:an?\s|any\s|evidence\sof\s(?:an?\s)?|(?:detectable|known|actionable|activating|sensiti[sz]ing|targetable|driver|pathogenic|somatic)\s){0,3}$",
    re.IGNORECASE,
)
"""What denies the marker or the variant directly after it."""
_DENIAL = 60
_UNTESTED = re.compile(r"\b(?:test(?:s|ed|ing)?|analysis|results?|report|data|available|information)\b", re.IGNORECASE)
"""What makes of a denial that nothing is known: "no EGFR mutation testing was done"."""


class _Result(NamedTuple):
    result: str | None
    variant: str | None
    value: Quantity | None
    score: str | None
    method: str | None
    end: int


@cache
def _markers() -> re.Pattern[str]:
    return pattern((name for names in rules()["markers"].values() for name in names), case=True)


@cache
def _other_measures() -> re.Pattern[str]:
    return pattern(rules()["other_measures"], case=True)


@cache
def _wholes() -> re.Pattern[str]:
    return pattern(rules()["whole_results"], case=True)


@cache
def _triple_negative() -> re.Pattern[str]:
    return pattern(["triple negative", "triple-negative", "TNBC"])


def biomarkers(analysed: AnalysedText, document: Document) -> Iterator[Biomarker]:
    """The markers that a note states with a result, a variant or a value, each once."""
    seen: set[tuple[str, str | None, str | None]] = set()
    for sentence in analysed.sentences:
        for marker in _in_sentence(sentence, document):
            key = (marker.name, marker.result, marker.variant)
            if key not in seen and not any(
                known[0] == marker.name and not marker.variant and marker.value is None for known in seen
            ):
                seen.add(key)
                yield marker


def _in_sentence(sentence: Sentence, document: Document) -> Iterator[Biomarker]:
    text = sentence.text
    taken: list[tuple[int, int]] = []
    for match in each_match(_wholes(), text):
        name, result = rules()["whole_results"][match.group()]
        taken.append(match.span())
        yield _marker(name, document, sentence, match.span(), _Result(result, None, None, None, None, match.end()))
    for match in each_match(_triple_negative(), text):
        for name in ("ER", "PR", "HER2"):
            yield _marker(
                name, document, sentence, match.span(), _Result("negative", None, None, None, None, match.end())
            )
    places = [
        match
        for match in each_match(_markers(), text)
        if not any(a < match.end() and match.start() < b for a, b in taken)
    ]
    readings: list[_Result | None] = []
    for index, match in enumerate(places):
        stop = places[index + 1].start() if index + 1 < len(places) else len(text)
        readings.append(_result(text, match.start(), match.end(), min(stop, match.end() + _REACH)))
    # "EGFR, ALK and ROS1 negative": a marker that only a joint parts from the next shares its result.
    for index in range(len(places) - 2, -1, -1):
        after = readings[index + 1]
        gap = text[places[index].end() : places[index + 1].start()]
        if readings[index] is None and after is not None and _JOIN.fullmatch(gap):
            readings[index] = after._replace(variant=None, value=None, score=None)
    yield from _hotspots(text, places, document, sentence)
    readings = list(_as_denied(text, places, readings))
    meanings = choices("markers", case=True)
    for index, (match, reading) in enumerate(zip(places, readings, strict=True)):
        name = meanings.meaning(match.group())
        stop = places[index + 1].start() if index + 1 < len(places) else len(text)
        if listed := _listed_variants(text, match.end(), min(stop, match.end() + _LIST_REACH)):
            for number, (place, one) in enumerate(listed):
                gene = _own_gene(one.variant) or name
                yield _marker(gene, document, sentence, (place if number else match.start(), one.end), one)
            continue
        if reading is None or (
            name in _NEEDS_WORDS and reading.result is None and reading.value is None and not reading.variant
        ):
            continue
        yield _marker(name, document, sentence, (match.start(), max(match.end(), reading.end)), reading)


def _hotspots(text: str, genes: Sequence[re.Match[str]], document: Document, sentence: Sentence) -> Iterator[Biomarker]:
    """Variants that are known by their name alone, in a clause that names no gene: "exon 19 deletion; T790M not detected."."""
    clauses = [(one.start(), one.end()) for one in re.finditer(r"[^;]+", text)]
    free = [(a, b) for a, b in clauses if not any(a <= gene.start() < b for gene in genes)]
    every = pattern(_own_genes(), case=True).finditer(text)
    places = [match for match in every if any(a <= match.start() < b for a, b in free)]
    for match, denied in zip(places, _under_denial(text, 0, places), strict=True):
        said = text[match.end() : match.end() + _REACH]
        result, end = _worded(re.split(r"[;,]|\.\s", said)[0])
        if denied:
            result = "negative"
        reading = _Result(result or "positive", match.group(), None, None, None, match.end() + end)
        yield _marker(_own_genes()[match.group()], document, sentence, (match.start(), reading.end), reading)


def _as_denied(
    text: str, places: Sequence[re.Match[str]], readings: Sequence[_Result | None]
) -> Iterator[_Result | None]:
    """The readings under the denial that stands before their marker or the list that leads to it: "no MYC/BCL2 rearrangement"."""
    for reading, denied in zip(readings, _under_denial(text, 0, places), strict=True):
        if not denied or reading is None or reading.result != "positive":
            yield reading
        elif not _UNTESTED.search(text, reading.end, reading.end + _DENIAL):
            yield reading._replace(result="negative")
        else:
            yield None


def _result(text: str, start: int, name_end: int, stop: int) -> _Result | None:
    """What the words after a marker's name say of it; None where they say nothing."""
    window = text[name_end:stop].split(";")[0]
    window = re.split(r"\.\s", window)[0]
    if (other := _other_measures().search(window)) is not None:
        window = window[: other.start()]
    sign = _SIGN.match(window)
    variant = _VARIANT.search(window)
    burden = _BURDEN.search(window)
    percent = _PERCENT.search(window)
    combined = _COMBINED.search(window)
    result, result_end = _worded(window)
    if sign and result is None:
        result, result_end = ("negative" if sign["sign"] in "-−–" else "positive"), sign.end()
    score = _SCORE.search(window) if "IHC" in window or "score" in window.lower() or _PLUS.match(window) else None
    allred = _ALLRED.match(window)
    if allred and result is None:
        result, result_end = ("positive" if int(allred["score"]) >= _LEAST_ALLRED else "negative"), allred.end()
    if score and "+" in score["score"] and result is None:
        result = {"3+": "positive", "2+": "equivocal", "1+": "negative"}.get(score["score"])
    if result is None and (zero := _ZERO.match(window)) is not None:
        result, result_end = "negative", zero.end()
    if variant and result is None:
        result = "positive"
    value = _value(burden, percent, combined)
    if result is None and variant is None and value is None:
        return None
    ends = [found.end() for found in (variant, burden, percent or combined, score, sign) if found] + [result_end]
    method = next((name for name in ("IHC", "FISH", "NGS", "PCR") if name in text[start:stop]), None)
    return _Result(
        result,
        variant.group().strip() if variant else None,
        value,
        score["score"] if score else None,
        method,
        name_end + max(ends),
    )


@cache
def _own_genes() -> dict[str, str]:
    return {variant: gene for gene, variants in rules()["hotspots"].items() for variant in variants}


def _own_gene(variant: str | None) -> str | None:
    """The gene of a variant that is known by its name alone, whichever gene stands before it."""
    return _own_genes().get(variant or "")


def _listed_variants(text: str, start: int, stop: int) -> list[tuple[int, _Result]]:
    """Several variants of one gene, each with the result that stands at it: "exon 19 deletion, T790M negative"."""
    stop = start + len(re.split(r";|\.\s", text[start:stop])[0])
    places = list(each_match(_VARIANT, text, start, stop))
    if places[1:] == [] or places[0].start() > start + _REACH:
        return []
    found: list[tuple[int, _Result]] = []
    shared: str | None = None
    under = _under_denial(text, start, places)
    for place, after, denied in zip(reversed(places), [None, *reversed(places[1:])], reversed(under), strict=True):
        own = text[place.end() : after.start() if after else stop]
        result, result_end = _worded(_DENIED.sub("", own))
        if denied:
            result = "negative"
        elif result is None and after is not None and "," in own and not re.search(r"\band\b|&", own):
            # A comma parts findings, unless the list goes on to an "and", which may bind them all; two notations of one
            # variant stand side by side.
            result = None if re.search(r"\band\b|&", text[after.end() : stop]) else "positive"
        elif result is None:
            result = shared if after else "positive"
        shared = result
        found.insert(
            0, (place.start(), _Result(result, place.group().strip(), None, None, None, place.end() + result_end))
        )
    return found


def _under_denial(text: str, start: int, places: Sequence[re.Match[str]]) -> list[bool]:
    """For each of some names whether a denial stands before it or before the list that leads to it: "no T790M/C797S"."""
    found: list[bool] = []
    for number, place in enumerate(places):
        goes_on = number > 0 and _JOIN.fullmatch(text, places[number - 1].end(), place.start())
        opened = _DENIED.search(text, max(start, place.start() - _DENIAL), place.start()) is not None
        found.append(opened or (bool(goes_on) and found[-1]))
    return found


_UNDONE = re.compile(r"\b(?:not|non|never|no)[\s-](?:been\s|to\sbe\s|found\s(?:to\sbe\s)?)?$", re.IGNORECASE)
"""What turns the word for a result: "ALK and ROS1 not rearranged"."""


def _worded(window: str) -> tuple[str | None, int]:
    for result, phrases in rules()["results"].items():
        match = pattern(map(str, phrases)).search(window)
        if match and result == "positive" and _UNDONE.search(window, 0, match.start()):
            return "negative", match.end()
        if match:
            return str(result), match.end()
    return None, 0


def _value(
    burden: re.Match[str] | None, percent: re.Match[str] | None, combined: re.Match[str] | None
) -> Quantity | None:
    if burden:
        return Quantity(value=float(burden["value"]), unit="mut/Mb")
    found = combined or percent
    if found is None:
        return None
    sign = (found["sign"] or "").replace("≥", ">=").replace("≤", "<=")
    comparator = sign if sign in ("<", "<=", ">", ">=") else None
    unit = "{CPS}" if combined else "%"
    return Quantity(value=float(found["value"]), unit=unit, comparator=comparator)


def _marker(name: str, document: Document, sentence: Sentence, place: tuple[int, int], reading: _Result) -> Biomarker:
    start, end = place[0] + sentence.start, min(place[1] + sentence.start, sentence.end)
    return Biomarker(
        id="biomarker",
        name=name,
        text=document.text[start:end],
        gene=None if name in _NOT_GENES else Gene(symbol=_SYMBOLS.get(name, name)),
        variant=reading.variant,
        result=reading.result,
        value=reading.value,
        score=reading.score,
        method=reading.method,
        evidence=[document.span(start, end)],
    )
