"""Results of tests that the table of measures does not name: "anti-cardiolipin IgG 48 GPLU", "TAPSE 15 mm"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Experiencer, Polarity, SectionKind, measure_called
from osler.core.patient.extract.measures import codings_of_measure, is_of_unborn
from osler.core.patient.extract.result_dates import result_dates
from osler.core.patient.extract.result_lists import ResultLists
from osler.core.patient.extract.unlisted_names import (
    NAME_WORD,
    Result,
    bare_name,
    choice,
    is_abbreviation,
    is_name,
    item_start,
    no_names,
    table,
)
from osler.core.patient.extract.unlisted_words import is_taken, worded_results
from osler.core.patient.types import Fact, Observation, PatientRecord, Quantity
from osler.first_letters import each_match

NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,4})?|\d{1,6}(?:\.\d{1,4})?|\.\d{1,4})"
_LINK = (
    r"(?:\s?[:=]\s?|\s(?:level|titre|titer|result|value|reading)s?(?=\s))?"
    r"(?:\s(?:is|was|were|of|at|now|currently|today|measured|measures|measuring|came\sback\sat|came\sback|remains|stable\sat|only|up\sto|approximately|approx\.?|about|around|~|low|high|raised|elevated|reduced|normal|borderline)(?=[\s(]))*[\s:=(]{1,2}"
)
_NOT_AFTER = re.compile(
    r"\s?(?:st|nd|rd|th|x|/(?=\d)|:(?=\d)|-(?=[A-Za-z])|[-–]\s?\d|years?|yrs?|y/?o|months?|weeks?|wks?|days?|hours?|hrs?|minutes?|mins?|times|tablets?|tabs?|capsules?|puffs?|drops|doses?|cycles?|fractions|sessions|episodes|units?|mg|mcg|micrograms?|cigarettes|pack)\b"
    r"|\s?(?:x|/(?=\d)|:(?=\d)|[-–]\s?\d|/\s?(?:day|d|h|hr|week|wk|kg)\b)|\.\d|,\d|[A-Za-z_]",
    re.IGNORECASE,
)
"""What shows that a bare number is a time, a dose, a count, a fraction or part of a word."""
_FLUID = re.compile(
    r"\b(?P<fluid>CSF|LP|(?:pleural|ascitic|peritoneal|synovial|joint|amniotic|drain|pericardial)\sfluid|urine|sweat|stool|BAL)\b(?:[^.;:\n]{0,40}:\s[^;\n]*|\s)$",
    re.IGNORECASE,
)
_ITS_FLUID = re.compile(r"^(?:CSF|urine|urinary|sweat|stool|(?:pleural|ascitic)\sfluid)\s", re.IGNORECASE)
_ITSELF = re.compile(r"(?i:serum|plasma|blood|CSF|urine|urinary)\b|u[A-Z]")
"""What was measured in another fluid than blood: the protein of "CSF: protein 0.42"."""
_OF_PREGNANCY = re.compile(
    r"umbilical|f(?:o)?etal|uterine|placent|amniotic|liquor|\b(?:MCA|EFW|AFI|BPD|CRL|DVP|SFH|NT)\b", re.IGNORECASE
)
"""What is measured of a child that the patient carries, and stands in her record."""


@cache
def _value() -> re.Pattern[str]:
    laboratory, other, size = ("|".join(table()[key]) for key in ("laboratory_units", "other_units", "size_units"))
    return re.compile(
        rf"(?<![\w.,/-])(?P<comparator><=?|>=?|≤|≥)?\s?(?P<minus>[-−])?(?P<value>{NUMBER})"
        rf"(?:\s?(?:(?P<laboratory>{laboratory})|(?P<size>{size})|(?P<other>{other}))(?![\w²³/^]))?(?![\w])"
    )


@cache
def _name() -> re.Pattern[str]:
    return re.compile(rf"(?P<name>{NAME_WORD}(?:[ ]{NAME_WORD}){{0,4}}){_LINK}$", re.IGNORECASE)


def add_unlisted_results(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add each result under the name that the note gives it, where nothing else has read it."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    days = result_dates(analysed)
    taken = sorted(_read_already(record, document.id))
    results = list(unlisted_results(analysed, taken))
    for result in results:
        record.observations.append(
            Observation(
                id=f"observation-{len(record.observations) + 1}",
                codings=codings_of_measure(measure_called(result.name) or measure_called(f"{result.name} level")),
                text=result.name,
                quantity=result.quantity,
                value_text=result.words,
                time=days.of(result.start, result.end),
                evidence=[document.span(result.start, result.end)],
            )
        )
    _drop_misread(record, document.id, results)


def unlisted_results(analysed: AnalysedText, taken: list[tuple[int, int]]) -> Iterator[Result]:
    """The named numbers of a text that stand among results or have a laboratory's unit, in order."""
    text = analysed.text
    listed = ResultLists(analysed)
    for match in each_match(_value(), text):
        if is_taken(taken, match.start("value"), match.end()) or _is_time(analysed, match.start("value")):
            continue
        result = _named(analysed, match, listed)
        if result is not None and _is_of_patient(analysed, result):
            yield result
    for result in worded_results(analysed, taken, listed):
        if _is_of_patient(analysed, result):
            yield result


def _named(analysed: AnalysedText, match: re.Match[str], listed: ResultLists) -> Result | None:
    """A number with the name before it, where both are a result."""
    text = analysed.text
    unit = match["laboratory"] or match["size"] or match["other"]
    goes_on = match["laboratory"] and text[match.end() : match.end() + 1] in ",."
    if _NOT_AFTER.match(text, match.end()) and not goes_on:
        return None
    start = item_start(text, match.start())
    found = _name().search(text, start, match.start())
    if found is None or text[start : found.start("name")].strip(" \t-•*"):
        return None
    first, last = bare_name(text, found.start("name"), found.end("name"))
    name = text[first:last]
    if not is_name(name, sure=match["laboratory"] is not None) or _is_dose(analysed, match, (first, last)):
        return None
    if not match["laboratory"] and not _is_result(analysed, match, name, start, listed):
        return None
    fluid = _FLUID.search(text, analysed.sentence_at(first).start, first)
    if measure_called(_ITS_FLUID.sub("", name)) is not None:
        return None  # the reader of values knows the name, and did not take it: it may be one of urine
    if fluid is not None and not _ITSELF.match(name):
        name = f"{fluid['fluid']} {name}"
    value = float(match["value"].replace(",", "")) * (-1 if match["minus"] else 1)
    sign = {"≤": "<=", "≥": ">="}.get(match["comparator"] or "", match["comparator"])
    return Result(name, first, first, match.end(), Quantity(value=value, comparator=sign or None, unit=unit))


def _is_result(analysed: AnalysedText, match: re.Match[str], name: str, start: int, listed: ResultLists) -> bool:
    """Whether a number in no laboratory's unit is a result: among others, under a name that says so, or with a sign."""
    unit = match["size"] or match["other"]
    words = name.casefold().split()
    if len(words) > (_MOST_WORDS if unit else _MOST_WORDS - 1) or _ASKED.match(name):
        return False
    if unit is None and (not no_names().isdisjoint(words) or not _ENDS_ITEM.match(analysed.text, match.end())):
        return False
    if listed.holds(match.start()):
        return True
    sign = unit is None and match["comparator"] is not None and is_abbreviation(name)
    told = sign or (words[-1] in table()["measured"] and len(words) > 1)
    return told and not _ASKED.search(analysed.text, start, match.start())


def _is_dose(analysed: AnalysedText, match: re.Match[str], name: tuple[int, int]) -> bool:
    """Whether a number behind a medicine is how much of it is given, or how strong it is: "ramipril 5", "250 mg/mL"."""
    if not analysed.medications_between(*name) or match["comparator"]:
        return False
    if match["laboratory"]:
        return match["laboratory"].endswith(("/mL", "/ml"))
    substance = analysed.text[slice(*name)].casefold() in map(str, table()["substances"])
    return not substance and "level" not in analysed.text[name[1] : match.start()].casefold()


_MOST_WORDS = 4
_ENDS_ITEM = re.compile(r"\s?(?:[,.;)\]\n]|\(\s?[\d<>]|/\s|$|and\b|H\b|L\b)")
_ASKED = re.compile(
    r"\b(?:if|when|unless|until|once|keep|maintain|should|aim|target|goal|hold|give|for|no|any)\b", re.IGNORECASE
)


def _is_time(analysed: AnalysedText, place: int) -> bool:
    return analysed.is_inside_a_time(place, place + 1)


def _is_of_patient(analysed: AnalysedText, result: Result) -> bool:
    said = analysed.assertion_at(result.name_start, result.name_start + len(result.name))
    section = analysed.section_at(result.start).kind
    apart = (
        SectionKind.PLAN,
        SectionKind.INSTRUCTIONS,
        SectionKind.MEDICATIONS,
        SectionKind.FAMILY_HISTORY,
        SectionKind.ALLERGIES,
    )
    carried = _OF_PREGNANCY.search(result.name) is not None and is_of_unborn(analysed, said)
    return (
        (said.experiencer is Experiencer.PATIENT or carried)
        and said.polarity not in (Polarity.HYPOTHETICAL,)
        and section not in apart
        and not any(cue.category == "conditional" for cue in said.cues)
    )


def _read_already(record: PatientRecord, document_id: str) -> Iterator[tuple[int, int]]:
    facts = (*record.observations, *record.biomarkers, *record.radiotherapies, *record.therapy_lines)
    for fact in facts:
        yield from _spans(fact, document_id)


def _spans(fact: Fact, document_id: str) -> Iterator[tuple[int, int]]:
    for one in fact.evidence:
        if isinstance(one, Span) and one.source_id == document_id:
            yield one.start, one.end


def _drop_misread(record: PatientRecord, document_id: str, results: list[Result]) -> None:
    """What other readers took the names of tests for: of "paracetamol <10" among results nobody has taken any."""
    tests = re.compile(rf"(?<!\w)(?:{choice(table()['tests'])})$", re.IGNORECASE)

    def misread(fact: Fact, among: list[Result]) -> bool:
        places = list(_spans(fact, document_id))
        return bool(places) and all(
            any(one.start <= start and end <= one.end for one in among) for start, end in places
        )

    of_tests = [one for one in results if tests.search(one.name)]
    record.medications = [fact for fact in record.medications if not misread(fact, results)]
    record.conditions = [fact for fact in record.conditions if not misread(fact, of_tests)]
    record.phenotypes = [fact for fact in record.phenotypes if not misread(fact, of_tests)]
