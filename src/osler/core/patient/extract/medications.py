"""Regimens of a text → medications and supplements."""

from __future__ import annotations

import re
from functools import cache

from osler.core.language import AnalysedText, Experiencer, Mention, Polarity, SectionKind, note_kind
from osler.core.language import Quantity as WrittenQuantity
from osler.core.language import Regimen as WrittenRegimen
from osler.core.patient.extract.admissions import was_given_in_hospital
from osler.core.patient.extract.allergy_statements import allergy_statements
from osler.core.patient.extract.courses import course_after
from osler.core.patient.extract.cultures import tells_of_germs
from osler.core.patient.extract.findings import codings_of
from osler.core.patient.extract.lexicon import words
from osler.core.patient.extract.times import iso_date, onset_time
from osler.core.patient.types import (
    ClinicalTime,
    Coding,
    Document,
    Medication,
    PatientRecord,
    Presence,
    Quantity,
    Regimen,
    Schedule,
    Status,
    TimePoint,
)
from osler.core.terminology import SemanticType, Vocabularies

_WEIGHED = frozenset({"mg", "mcg", "g", "µg", "mg/h"})
_NOT_TAKEN = (SectionKind.ALLERGIES, SectionKind.IMMUNISATIONS, SectionKind.FAMILY_HISTORY)
_PLANNED = (SectionKind.PLAN, SectionKind.INSTRUCTIONS)
_WAS_GIVEN = ("stopped", "on-hold", "completed")
_UNTIL = re.compile(
    r"[\s,(]{1,2}(?:until|till|up to)\s+(?:(?!then\b|when\b|now\b)[A-Za-z-]{2,20}\.?\s+(?:in\s+)?){0,3}(?:19|20)\d\d\b",
    re.IGNORECASE,
)
"""A medicine that was taken until a year: "on methotrexate until 2022"."""
_SOUGHT = re.compile(
    r"\s(?:levels?\s)?(?:is\s|are\s|was\s|were\s)?(?:pending|awaited|outstanding|sent\b(?! home))", re.IGNORECASE
)
_SPECIMEN = re.compile(r"\b(?:urine|urinary|plasma|serum|CSF|blood spot)\s$", re.IGNORECASE)
"""What makes a substance one that is measured: its specimen, or that its result is awaited."""
_SUSCEPTIBLE = re.compile(
    r"\b(?:sensitiv\w+|susceptib\w+|resistan\w+|intermediate|MIC)\b(?:\s(?:only|also))?\s?(?:to|for|:)\s?"
    r"(?:(?!\b(?:start|given|treat|received|switch|chang|continu|on)\w*)[^.;\n])*$",
    re.IGNORECASE,
)
_SUSCEPTIBLE_WITHIN = 200
"""What makes a medicine one that germs were tested against: "cultures grew E. coli, sensitive to gentamicin"."""
_COUNTED = re.compile(
    r"\s?(?:\([^()]{1,30}\)\s?)?[x×]\s?\d{1,2}\b(?!\s?(?:/|per|daily|a day|day|mg|tab|puff))", re.IGNORECASE
)
"""How many cycles were given: "paclitaxel x12"."""
_FINISHED = re.compile(r"[^.;\n]{0,20}?\b(?:finished|completed|ended)\b", re.IGNORECASE)
_TILL = re.compile(
    r"[^.;\n]{0,40}?\b(?:stopped|discontinued|ceased|withdrawn|finished|completed|ended|until|till)\b", re.IGNORECASE
)
_OF_PROBLEMS = re.compile(r"history|\bhx\b|h/o|pmhx?|known|s/p|status post", re.IGNORECASE)
"""Words by which problems, not medicines, are things of the past."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_YEARS = re.compile(r"(?<![\d.])(?:19|20)\d\d(?!\d|\.\d)")
_BEGUN = re.compile(
    r"\b(?:since|from|start(?:ed|ing)?|commenced|begun|began|initiated|remains?|still|continue[sd]?)\b", re.IGNORECASE
)
_LONG_AGO = 1
"""Years before the note after which a medicine that was dated then is not taken for a current one."""
_COURSE = re.compile(
    r"(?<!is )(?<!are )(?<!being )\b(?:treated|managed|covered)\s(?:\w+\s)?with\s[^.;\n]{3,120}?\bfor\s(?:an?|one|two|three|five|seven|ten|\d{1,2})"
    r"\s(?:more\s|further\s)?(?:days?|weeks?)\b",
    re.IGNORECASE,
)
"""A course that is over: "treated with amoxicillin for 7 days"."""
_LAST = re.compile(
    r"[^.;\n]{0,40}?\b(?:stopped|discontinued|ceased|withdrawn|finished|completed|ended|until|till"
    r"|last(?:\s(?:dose|infusion|injection|cycle|course|taken|given|used|received))?)\b[\s:,(]*(?:(?:on|in|at|was|the)\s)?",
    re.IGNORECASE,
)
"""What says when a medicine was last had: "stopped 1 Feb 2025", "last infusion in May 2024"."""
_STOP = re.compile(
    r"\b(?:stopped|discontinued|ceased|withdrawn|finished|completed|ended|held|withheld|paused|off)\b", re.IGNORECASE
)
_BARE_YEAR = re.compile(r"((?:19|20)\d\d)\b(?![-/])")
_ENDED = (Status.STOPPED, Status.COMPLETED)


def add_medications(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add every drug that the note says the patient takes, took, will take or does not take."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    mentions = {mention.start: mention for mention in analysed.mentions if mention.origin == "vocabulary"}
    # "Lactate 3.1 mmol/L" is a result, although lactate is also given as a drug; so is "uric acid 6.2", unless it is taken daily.
    measured = {quantity.start: quantity for quantity in analysed.quantities if quantity.analyte}
    known: dict[str, list[Medication]] = {}
    allergies = [(said.start, said.end) for said in allergy_statements(analysed)]
    for written in analysed.medications:
        mention = mentions.get(written.start)
        presence = _presence(mention, written, analysed.text)
        if presence is None or _is_result(written, measured) or not _is_taken(written, analysed):
            continue
        if any(start <= written.start < end for start, end in allergies) or _is_a_test(written, analysed.text):
            continue
        _add(known, written, mention, presence, analysed, document)
    medications = [medication for group in known.values() for medication in _without_doubles(group)]
    for number, medication in enumerate(medications, len(record.medications) + 1):
        medication.id = f"medication-{number}"
    record.medications += medications


def _without_doubles(group: list[Medication]) -> list[Medication]:
    """The courses of a drug; one that is only possible ("rash, probably from it") says nothing new of a drug that is taken."""
    taken = [one for one in group if one.presence is Presence.PRESENT]
    return [one for one in group if one.presence is not Presence.POSSIBLE] if taken else group


def _is_result(written: WrittenRegimen, measured: dict[int, WrittenQuantity]) -> bool:
    """Whether a substance stands there with its measured value."""
    quantity = measured.get(written.start)
    if quantity is None:
        return False
    scheduled = written.times_per_day is not None or written.as_needed or bool(written.route)
    return bool(quantity.canonical_unit) or (bool(quantity.measure_id) and not quantity.unit and not scheduled)


def _is_a_test(written: WrittenRegimen, text: str) -> bool:
    """Whether a substance is one that is looked for: "urine orotic acid pending"."""
    if written.dose is not None or written.times_per_day is not None or written.route:
        return False
    if _SOUGHT.match(text, written.end) is not None or _SPECIMEN.search(text, 0, written.start) is not None:
        return True
    before = re.split(r"(?<![A-Z])[.;]\s|\n", text[max(0, written.start - _SUSCEPTIBLE_WITHIN) : written.start])[-1]
    tested = _SUSCEPTIBLE.search(before)
    return tested is not None and tells_of_germs(before)


def _is_taken(written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a drug is one that is taken: not one that a section lists as an allergy, unless it has dose and frequency."""
    section = analysed.section_at(written.start).kind
    has_sig = written.dose is not None and (written.times_per_day is not None or bool(written.route))
    if words("allergens").fullmatch(written.name):
        return False
    if words("substances_of_use").fullmatch(written.name):
        return section is SectionKind.MEDICATIONS or (has_sig and written.dose_unit.lower() in _WEIGHED)
    return section not in _NOT_TAKEN or (section is SectionKind.ALLERGIES and has_sig)


def _add(
    known: dict[str, list[Medication]],
    written: WrittenRegimen,
    mention: Mention | None,
    presence: Presence,
    analysed: AnalysedText,
    document: Document,
) -> None:
    drug = written.concept_ids[0] if written.concept_ids else written.name.casefold()
    group = known.setdefault(drug, [])
    regimen = _regimen(written)
    status = _status(written, mention, analysed)
    medication = _same(group, regimen, status, presence)
    if medication is None:
        medication = _medication(written, presence, analysed.vocabularies)
        group.append(medication)
    medication.evidence.append(document.span(written.start, written.end))
    steps = [regimen, *(_regimen(step) for step in written.steps)]
    medication.regimens += [one for one in steps if one is not None and one not in medication.regimens]
    _add_state(medication, written, mention, status, analysed)


def _same(
    group: list[Medication], regimen: Regimen | None, status: Status | None, presence: Presence
) -> Medication | None:
    """The medication of the record that a mention of the same drug speaks of; None where it is another course."""
    for medication in reversed(group):
        if medication.presence is not presence:
            continue
        ended, goes_on = medication.status in _ENDED, status not in (None, *_ENDED)
        if regimen is None or regimen.dose is None:
            if not (ended and goes_on):
                return medication
            continue
        dosed = [one for one in medication.regimens if one.dose is not None]
        routes = {one.route_text for one in (*dosed, regimen)} - {None}
        once = [one.schedule is None or one.schedule.frequency is None for one in (*dosed, regimen)]
        if len(routes) <= 1 and not (ended and goes_on) and not (dosed and any(once) and not all(once)):
            return medication
    return None


def _presence(mention: Mention | None, written: WrittenRegimen, text: str) -> Presence | None:
    if mention is None:
        return Presence.PRESENT
    polarity, experiencer = mention.assertion.polarity, mention.assertion.experiencer
    if experiencer is Experiencer.OTHER and _is_own_exposure(mention, text):
        return Presence.PRESENT
    if experiencer is not Experiencer.PATIENT:
        return None
    if polarity is Polarity.HYPOTHETICAL:
        dosed = written.dose is not None and written.times_per_day is not None
        given = _is_prophylaxis(mention, text) or (dosed and _in_another_item(mention, text, "conditional"))
        return Presence.PRESENT if given else None
    if written.state == "not-taken":
        return Presence.ABSENT
    if polarity is Polarity.POSSIBLE and written.dose is not None and written.times_per_day is not None:
        return Presence.PRESENT  # the doubt is about the diagnosis, not about what is given
    if polarity is Polarity.POSSIBLE and written.state in ("planned", *_WAS_GIVEN):
        return (
            Presence.PRESENT
        )  # what is considered is a plan, and what is stopped was taken: the doubt is about something else
    if polarity is Polarity.NEGATED and written.state in _WAS_GIVEN and _in_another_item(mention, text):
        return Presence.PRESENT
    return {Polarity.NEGATED: Presence.ABSENT, Polarity.POSSIBLE: Presence.POSSIBLE}.get(polarity, Presence.PRESENT)


def _is_prophylaxis(mention: Mention, text: str) -> bool:
    """Whether a medicine is only called what is given to prevent something: "heparin prophylaxis" is heparin."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "hypothetical"]
    return bool(cues) and all(
        cue.start >= mention.end and text[cue.start : cue.end].lower().startswith("prophyla") for cue in cues
    )


def _is_own_exposure(mention: Mention, text: str) -> bool:
    """Whether a drug is another's only because one is exposed to it: who was exposed to amiodarone had it, unless unborn."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "other"]
    before = re.split(r"[.;\n]", text[max(0, mention.start - 60) : mention.start])[-1]
    after = re.split(r"[.;\n]", text[mention.end : mention.end + 40])[0]
    unborn = words("before_birth").search(f"{before} {after}") is not None
    return bool(cues) and not unborn and all(text[cue.start : cue.end].lower().startswith("expos") for cue in cues)


def _in_another_item(mention: Mention, text: str, category: str = "negated") -> bool:
    """Whether a denial, or a condition, is of something listed before: "no further bleeding, octreotide stopped"."""
    cues = [cue for cue in mention.assertion.cues if cue.category == category and cue.end <= mention.start]
    return bool(cues) and all("," in text[cue.end : mention.start] for cue in cues)


def _medication(written: WrittenRegimen, presence: Presence, vocabularies: Vocabularies) -> Medication:
    name = _name(written)
    is_supplement = words("supplements").search(name) is not None
    return Medication(
        id="medication",
        codings=codings_of(written.concept_ids, vocabularies.names),
        ingredients=_ingredients(name, vocabularies) if " / " in name else [],
        text=written.name if name.casefold() == written.name.casefold() or " / " in name else name,
        presence=presence,
        kind="supplement" if is_supplement else "medication",
    )


def _name(written: WrittenRegimen) -> str:
    """The long form of shorthand that no vocabulary codes, else the name as written."""
    first = written.concept_ids[0] if written.concept_ids else ""
    return first.split(":", 2)[-1] if note_kind(first) else written.name


@cache
def _ingredient(name: str, vocabularies: Vocabularies) -> Coding | None:
    for match in vocabularies.find(name):
        concept = vocabularies.concept(match.concept_ids[0])
        if match.start == 0 and concept is not None and concept.semantic_type is SemanticType.MEDICATION:
            return Coding.of(concept.id, concept.name)
    return None


def _ingredients(names: str, vocabularies: Vocabularies) -> list[Coding]:
    return [coding for name in names.split(" / ") if (coding := _ingredient(name, vocabularies))]


def _regimen(written: WrittenRegimen) -> Regimen | None:
    schedule = Schedule(
        as_needed=True if written.as_needed else None,
        duration=written.duration or None,
        text=written.frequency or None,
        **_rate(written.times_per_day),
    )
    dose = Quantity(value=written.dose, unit=written.dose_unit or None) if written.dose is not None else None
    if dose is None and not written.route and not written.strength and schedule == Schedule():
        return None
    return Regimen(
        dose=dose,
        strength=written.strength or None,
        route_text=written.route or None,
        schedule=schedule if schedule != Schedule() else None,
        text=written.text,
    )


def _rate(times_per_day: float | None) -> dict[str, object]:
    """Times a day as FHIR counts them: once in two days is 1, 2, d."""
    if not times_per_day or times_per_day <= 0:
        return {}
    if times_per_day >= 1:
        return {"frequency": round(times_per_day), "period": 1, "period_unit": "d"}
    if 1 / 7 <= times_per_day < 0.5:
        return {"frequency": round(times_per_day * 7), "period": 7, "period_unit": "d"}
    return {"frequency": 1, "period": round(1 / times_per_day, 2), "period_unit": "d"}


def _add_state(
    medication: Medication,
    written: WrittenRegimen,
    mention: Mention | None,
    status: Status | None,
    analysed: AnalysedText,
) -> None:
    """Whether it is taken now, since when and until when; what is said last holds."""
    if medication.presence is not Presence.PRESENT:
        return
    if written.reason and medication.reason_text is None:
        medication.reason_text = written.reason
    course = course_after(analysed.text, written.end)
    if course:
        medication.time = course.time
        if status is None or (course.in_words and status is Status.ACTIVE):
            status = Status.COMPLETED
    elif medication.time is None and mention is not None:
        timing = analysed.timing_of(mention)
        onset = timing.onset
        if onset is None or not any(one.start <= onset.start < one.end for one in analysed.medications):
            # The length of a course ("for 7 days") says how long, and not since when.
            medication.time = onset_time(timing)
            if medication.time is not None and onset is not None and _is_end(written, onset.start, analysed.text):
                point = medication.time.start or medication.time.at
                medication.time = ClinicalTime(end=point, text=medication.time.text)
    if (last := _last_had(written, analysed)) is not None:
        began = medication.time and (medication.time.start or medication.time.at)
        medication.time = ClinicalTime(start=None if began == last.at else began, end=last.at, text=last.text)
        if status is None and _TILL.match(analysed.text, written.end):
            status = Status.STOPPED
    if _is_long_past(medication, written, analysed):
        status = Status.COMPLETED
    listed = status is Status.ACTIVE and written.dose is not None and written.times_per_day is not None
    explicit = written.state is not None or (course is not None and course.in_numbers) or listed
    if status is not None and (medication.status is None or explicit):
        medication.status = status


def _is_end(written: WrittenRegimen, when: int, text: str) -> bool:
    """Whether a time dates the end of a medicine: words of ending stand between the two, and none of beginning."""
    between = text[written.end : when]
    return written.state in _WAS_GIVEN and _STOP.search(between) is not None and _BEGUN.search(between) is None


def _last_had(written: WrittenRegimen, analysed: AnalysedText) -> ClinicalTime | None:
    """When a medicine was last had, by the date after the words for it; another medicine between has them for itself."""
    found = _LAST.match(analysed.text, written.end)
    if found is None or any(written.end <= other.start < found.end() for other in analysed.medications):
        return None
    dated = next((one for one in analysed.times if one.date and found.end() - 4 <= one.start <= found.end()), None)
    if dated is not None:
        return ClinicalTime(at=TimePoint(date=iso_date(dated)), text=dated.text)
    year = _BARE_YEAR.match(analysed.text, found.end())
    return ClinicalTime(at=TimePoint(date=year[1]), text=year[1]) if year else None


def _status(written: WrittenRegimen, mention: Mention | None, analysed: AnalysedText) -> Status | None:
    if _UNTIL.match(analysed.text, written.end):
        return Status.STOPPED
    if _is_counted_course(written, analysed):
        return Status.COMPLETED
    if written.state in (None, "planned", "completed", "active") and was_given_in_hospital(written, analysed):
        return Status.COMPLETED
    if written.state is not None and written.state != "not-taken":
        return Status(written.state)
    if _in_finished_course(written, mention, analysed):
        return Status.COMPLETED
    section = analysed.section_at(written.start).kind
    if written.once and written.dose is not None:
        return Status.PLANNED if section in _PLANNED else Status.COMPLETED
    if mention is not None and (mention.assertion.historical or mention.assertion.resolved):
        # A list of medicines under "past history" is still the list of those taken, and so is what has a frequency there.
        taken = mention.section is SectionKind.PAST_MEDICAL_HISTORY or _of_a_listed_problem(written, mention, analysed)
        return None if taken else Status.STOPPED
    if section is SectionKind.MEDICATIONS:
        return Status.ACTIVE
    return Status.PLANNED if section in _PLANNED else None


def _is_counted_course(written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a counted number of cycles was given before something dated that is told after it, or is called finished."""
    text = analysed.text
    counted = _COUNTED.match(text, written.start + len(written.name))
    if counted is None or analysed.section_at(written.start).kind in _PLANNED or written.state == "planned":
        return False
    if _FINISHED.match(text, counted.end()):
        return True
    return any(one.kind == "date" and one.date is not None and one.start >= counted.end() for one in analysed.times)


def _of_a_listed_problem(written: WrittenRegimen, mention: Mention, analysed: AnalysedText) -> bool:
    """Whether it is told how often it is taken for a problem of the history: "PMH hypothyroidism - levothyroxine 75 mcg od"."""
    if mention.assertion.resolved or not (written.times_per_day or written.as_needed):
        return False
    past = (cue for cue in mention.assertion.cues if cue.category == "historical")
    return all(_OF_PROBLEMS.search(analysed.text[cue.start : cue.end]) for cue in past)


def _is_long_past(medication: Medication, written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a medicine was taken at a time well before the note and nothing says that it goes on: "on methotrexate in 2011"."""
    at = medication.time.at if medication.time is not None else None
    year = _YEAR.match(at.date) if at is not None and at.date else None
    if year is None or written.times_per_day is not None:
        return False
    sentence = next((one for one in analysed.sentences if one.start <= written.start < one.end), None)
    if sentence is None or _BEGUN.search(sentence.text):
        return False
    latest = note_date_of(analysed) or max(_YEARS.findall(analysed.text), default="")
    return bool(latest) and int(latest[:4]) - int(year.group()) > _LONG_AGO


def _in_finished_course(written: WrittenRegimen, mention: Mention | None, analysed: AnalysedText) -> bool:
    if mention is None or written.times_per_day is not None:
        return False  # with a frequency it is a prescription, which may be today's
    sentence = analysed.sentence_of(mention)
    courses = _COURSE.finditer(analysed.text, sentence.start, sentence.end)
    return any(course.start() <= written.start < course.end() for course in courses)


def note_date_of(analysed: AnalysedText) -> str | None:
    """The day of the note, where it says it."""
    return iso_date(analysed.about.written.value) if analysed.about.written else None
