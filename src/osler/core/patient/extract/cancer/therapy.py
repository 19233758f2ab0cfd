"""Lines of systemic therapy and courses of radiation."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import cast

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Polarity, Regimen, Sentence, months
from osler.core.patient.extract.cancer.courses import Course, courses
from osler.core.patient.extract.cancer.lexicon import choices, pattern, rules
from osler.core.patient.types import ClinicalTime, Document, Medication, Quantity, Radiotherapy, TherapyLine, TimePoint
from osler.core.patient.types.cancer import Response, StopReason

_RANGE = re.compile(r"(\d{1,2})/(\d{4})\s?(?:-|–|to)\s?(?:(\d{1,2})/(\d{4})|present|current|ongoing)", re.IGNORECASE)
_NAMED_RANGE = re.compile(
    r"\b(?:(?P<m1>[A-Z][a-z]{2,8})\.?\s?)?(?P<y1>(?:19|20)\d\d)?\s?(?:-|–|to|until|till)\s?(?:(?P<m2>[A-Z][a-z]{2,8})\.?\s)?(?P<y2>(?:19|20)\d\d)\b"
)
"""A course between months or years that are written out: "March 2021 to May 2023", "Jan-May 2025", "2019-2021"."""
_MONTH = re.compile(r"[\s•*·–-]*(?:(?P<month>0?[1-9]|1[0-2])/)?(?P<year>(?:19|20)\d\d)\b(?=[\s:–-])")
"""The opening of an entry of a history: "07/2022", "2019"."""
_ANTINEOPLASTIC = "MESH:D000970"
_CYCLES = re.compile(r"(?:x|×)?\s?(\d{1,2})\s?(?:cycles|cycle|C\b)", re.IGNORECASE)
_DOSE = re.compile(
    r"(?P<times>\d{1,2})\s?[x×]\s?(?P<each>\d{1,2}(?:\.\d{1,2})?)\s?Gy\b"
    r"|(?P<dose>\d{1,2}(?:\.\d{1,2})?)\s?Gy(?:\s?(?:/|in|x)\s?(?P<fractions>\d{1,2})\s?(?:fx|fractions?|#)?)?"
)
_STOPPED = re.compile(
    r"(?<!\w)(?:stopped|discontinued|d/c|ceased|held|switched|until|due to|because of|for|on|at|with)(?!\w)",
    re.IGNORECASE,
)
_STOPPED_FOR = re.compile(
    r"\b(?:stopped|discontinued|ceased|withdrawn|d/c'?d?)\b[^.;]{0,30}?\b(?:due to|because of|owing to|d/t|secondary to|on account of|for)\s",
    re.IGNORECASE,
)
"""What says that a line was ended for a reason, whichever it was."""
_RESPONDED = re.compile(
    r"(?<!\bof )(?<!\bno )(?<!\bany )(?<!\bbest )\b(?:response(?!\s+(?:to|assessment|evaluation)\b)|responded|responding)\b",
    re.IGNORECASE,
)
"""A response without its degree; a loss or lack of one is none, nor is a "best response HI-E" in other words."""
_NEXT = re.compile(r"(?:[,;(]|then|->|→|\bbut(?: then| later)?|\band(?: then| later))\s?$", re.IGNORECASE)
_WORST = "progressive disease"
_TO = re.compile(
    r"\s?(?:to|of|over)?\s?(?:the\s)?(?:\d{1,2}\s)?(?P<site>[TLCS]\d{1,2}(?:-[TLCS]?\d{1,2})?|[A-Za-z][A-Za-z -]{2,30})"
)
_AFTER_DOSE = re.compile(
    r"[#\s]{0,2}(?:fractions?\s|fx\s)?to\s(?:the\s)?(?P<site>[TLCS]\d{1,2}(?:-[TLCS]?\d{1,2})?|[A-Za-z][A-Za-z -]{2,30})"
)


@cache
def _radiation() -> re.Pattern[str]:
    return pattern([word for word in rules()["radiation"] if not word.isupper()])


@cache
def _radiation_short() -> re.Pattern[str]:
    return pattern([word for word in rules()["radiation"] if word.isupper()], case=True)


def therapy_lines(
    analysed: AnalysedText, document: Document, medications: Sequence[Medication] = ()
) -> list[TherapyLine]:
    """The lines of therapy of a note: those that it numbers, else the dated entries of its history; and the courses told beside them, which have no number."""
    known = list(_numbered(analysed, document)) or list(_dated(analysed, document))
    return sorted([*known, *_told(known, analysed, document, medications)], key=_place)


def _place(line: TherapyLine) -> int:
    return min((span.start for span in line.evidence if isinstance(span, Span)), default=0)


def _told(
    known: Sequence[TherapyLine], analysed: AnalysedText, document: Document, medications: Sequence[Medication]
) -> Iterator[TherapyLine]:
    """The courses that sentences tell of, each once, with what the next sentences say of their effect."""
    taken = [(span.start, span.end) for line in known for span in line.evidence if isinstance(span, Span)]
    named = [{drug.casefold() for drug in line.drugs} for line in known]
    for course in courses(medications, analysed):
        drugs = list(dict.fromkeys(medication.label for medication in course.given))
        written = {drug.casefold() for drug in drugs}
        if any(start < course.end and course.start < end for start, end in taken):
            continue
        text, sentence = analysed.text, course.sentence
        part = (course.start - sentence.start, course.end - sentence.start)
        line = _line(None, drugs, sentence, part, document)
        if (line.response is None or line.stop_reason is None) and (after := _assessed(course, analysed, medications)):
            words = text[after[0] : after[1]]
            line.response = line.response or _response(words)
            line.evidence.append(document.span(*after))
        told = (line.time, line.response, line.stop_reason, line.intent)
        if any(written <= other for other in named) and not any(told):
            continue  # a treatment that is told again
        line.time = line.time or next((one.time for one in course.given if one.time is not None), None)
        named.append(written)
        yield line


def _assessed(course: Course, analysed: AnalysedText, medications: Sequence[Medication]) -> tuple[int, int] | None:
    """The sentence after a course that says what a picture showed of its effect, where it names no other treatment."""
    if course.end != course.sentence.end:
        return None
    place = bisect_left(analysed.sentences, course.end, key=attrgetter("start"))
    following = analysed.sentences[place] if place < len(analysed.sentences) else None
    if following is None:
        return None
    spans = (span for one in medications for span in one.evidence if isinstance(span, Span))
    if any(following.start <= span.start < following.end for span in spans):
        return None
    shown = pattern(rules()["imaging"]).search(following.text) and _response(following.text)
    return (following.start, following.end) if shown else None


def _dated(analysed: AnalysedText, document: Document) -> Iterator[TherapyLine]:
    """Entries that open with a month or a year and name medicines against the cancer: "03/2024 - present: sotorasib, PR"."""
    for sentence in analysed.sentences:
        opening = _MONTH.match(sentence.text)
        drugs = _drugs(analysed, sentence, opening.end(), len(sentence.text)) if opening else []
        given = any(analysed.is_planned(one.start, one.end) for one in _named_in(analysed, sentence)) is False
        if opening is None or not drugs or not given:
            continue
        if _against_cancer(analysed, sentence) or pattern(rules()["of_cancer_therapy"]).search(sentence.text):
            line = _line(None, drugs, sentence, (0, len(sentence.text)), document)
            if line.time is None:
                point = opening["year"] + (f"-{int(opening['month']):02d}" if opening["month"] else "")
                line.time = ClinicalTime(start=TimePoint(date=point), text=opening.group().strip(" -–•*·"))
            yield line


def _named_in(analysed: AnalysedText, sentence: Sentence) -> list[Regimen]:
    return [one for one in analysed.medications if sentence.start <= one.start < sentence.end]


def _against_cancer(analysed: AnalysedText, sentence: Sentence) -> bool:
    """Whether a sentence names a medicine of the class that cancers are treated with."""
    hierarchy = analysed.vocabularies.hierarchy
    concepts = (concept for one in _named_in(analysed, sentence) for concept in one.concept_ids)
    return any(hierarchy.is_a(concept, _ANTINEOPLASTIC) for concept in concepts)


def _numbered(analysed: AnalysedText, document: Document) -> Iterator[TherapyLine]:
    table = choices("lines")
    for sentence in analysed.sentences:
        places = list(table.pattern.finditer(sentence.text))
        for index, place in enumerate(places):
            stop = places[index + 1].start() if index + 1 < len(places) else len(sentence.text)
            start = place.start() if index or _drugs(analysed, sentence, place.end(), stop) else 0
            drugs = _drugs(analysed, sentence, start, stop)
            if drugs:
                yield _line(int(table.meaning(place.group())), drugs, sentence, (start, stop), document)


def _drugs(analysed: AnalysedText, sentence: Sentence, start: int, stop: int) -> list[str]:
    first, last = sentence.start + start, sentence.start + stop
    named = (one for one in analysed.medications if first <= one.start < last)
    return list(dict.fromkeys(one.name for one in named if one.name.casefold() not in rules()["supportive"]))


def _line(
    number: int | None, drugs: list[str], sentence: Sentence, part: tuple[int, int], document: Document
) -> TherapyLine:
    words = sentence.text[slice(*part)]
    start, end = sentence.start + part[0], sentence.start + part[1]
    course, cycles = _RANGE.search(words), _CYCLES.search(words)
    intent = pattern(rules()["intents"]).search(words)
    return TherapyLine(
        id="therapy",
        text=document.text[start:end].strip(),
        line=number,
        drugs=drugs,
        intent=intent.group().lower() if intent else None,
        cycles=int(cycles[1]) if cycles else None,
        response=_response(words),
        stop_reason=_stop_reason(words),
        time=_course(course) if course else _named_course(words),
        evidence=[document.span(start, end)],
    )


def _response(words: str) -> Response | None:
    """The best response that is told; one that is called no more than that is partial, unless the disease was stable."""
    for response, phrases in rules()["responses"].items():
        short = [phrase for phrase in phrases if phrase.isupper()]
        long = [phrase for phrase in phrases if not phrase.isupper()]
        if response == _WORST and _RESPONDED.search(words):
            return "partial response"
        if pattern(short, case=True).search(words) or pattern(long).search(words):
            return cast("Response", response)
    return None


def _stop_reason(words: str) -> StopReason | None:
    """Why a line ended: a reason that a word of stopping introduces, or a progression that is told next."""
    for reason, phrases in rules()["stop_reasons"].items():
        for match in pattern(phrases).finditer(words):
            before = words[max(0, match.start() - 30) : match.start()]
            told_next = reason == "progression" and _NEXT.search(before)
            if reason == "completed" or told_next or _STOPPED.search(before):
                return cast("StopReason", reason)
    return "other" if _STOPPED_FOR.search(words) else None


def _named_course(words: str) -> ClinicalTime | None:
    for match in _NAMED_RANGE.finditer(words):
        first, last = (months().get((match[name] or "").lower()) for name in ("m1", "m2"))
        if (match["m1"] and first is None) or (match["m2"] and last is None) or not (first or match["y1"]):
            continue
        start, end = (match["y1"] or match["y2"]), match["y2"]
        return ClinicalTime(
            start=TimePoint(date=start + (f"-{first:02d}" if first else "")),
            end=TimePoint(date=end + (f"-{last:02d}" if last else "")),
            text=match.group(),
        )
    return None


def _course(match: re.Match[str]) -> ClinicalTime:
    end = TimePoint(date=f"{match[4]}-{int(match[3]):02d}") if match[4] else None
    return ClinicalTime(start=TimePoint(date=f"{match[2]}-{int(match[1]):02d}"), end=end, text=match.group())


def radiotherapies(analysed: AnalysedText, document: Document) -> Iterator[Radiotherapy]:
    """The courses of radiation that were given, with site and dose; what is planned or denied is none."""
    for sentence in analysed.sentences:
        text = sentence.text
        match = _radiation().search(text) or _radiation_short().search(text)
        dose = _DOSE.search(text)
        if match is None or (match.group() in {"PCI", "TBI", "CRT"} and dose is None):
            continue
        start, end = sentence.start + match.start(), sentence.start + match.end()
        site = _site(text, match, dose)
        since = re.search(r"(?:since|after|post|before|during)\s$", text[: match.start()], re.IGNORECASE)
        planned = analysed.is_planned(start, end) or analysed.assertion_at(start, end).polarity is not Polarity.PRESENT
        if planned or since or (site is None and dose is None):
            continue
        last = sentence.start + max(match.end(), dose.end() if dose else 0)
        yield Radiotherapy(
            id="radiotherapy",
            text=document.text[start:last],
            site=site,
            dose=Quantity(value=_total(dose), unit="Gy") if dose else None,
            fractions=int(dose["times"] or dose["fractions"])
            if dose and (dose["times"] or dose["fractions"])
            else None,
            technique=match.group(),
            evidence=[document.span(start, last)],
        )


def _total(dose: re.Match[str]) -> float:
    """The dose of a whole course: "5 x 8 Gy" is 40 Gy in five fractions."""
    return round(int(dose["times"]) * float(dose["each"]), 2) if dose["times"] else float(dose["dose"])


def _site(text: str, match: re.Match[str], dose: re.Match[str] | None) -> str | None:
    if match.group() == "WBRT":
        return "brain"
    after = (_AFTER_DOSE.match(text, dose.end()) if dose else None) or _TO.match(text, match.end())
    if after is None:
        return None
    written = after["site"].strip()
    vertebra = re.match(r"[TLCS]\d{1,2}(?:-[TLCS]?\d{1,2})?", written)
    if vertebra:
        return vertebra.group()
    known = pattern(rules()["body_sites"]).search(written)
    return known.group().lower() if known else None
