"""Regimens of a text → medications and supplements."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText, Experiencer, Mention, Polarity, SectionKind, stands_among_tests
from osler.core.language import Quantity as WrittenQuantity
from osler.core.language import Regimen as WrittenRegimen
from osler.core.patient.extract.allergy_statements import allergy_statements
from osler.core.patient.extract.cultures import tells_of_germs
from osler.core.patient.extract.lexicon import words
from osler.core.patient.extract.medication_courses import WAS_GIVEN, add_state, status_of
from osler.core.patient.extract.medication_regimens import medication_of, regimen_of
from osler.core.patient.extract.normal_results import normal_results
from osler.core.patient.extract.other_people import OtherPeople
from osler.core.patient.types import Document, Medication, PatientRecord, Presence, Regimen, Status

_WEIGHED = frozenset({"mg", "mcg", "g", "µg", "mg/h"})
_COUNTED = frozenset({"u", "unit", "units"})
"""How what is drunk is counted, wherever it is told."""
_NOT_TAKEN = (SectionKind.ALLERGIES, SectionKind.IMMUNISATIONS, SectionKind.FAMILY_HISTORY)
_SOUGHT = re.compile(
    r"\s(?:levels?\s)?(?:is\s|are\s|was\s|were\s)?(?:pending|awaited|outstanding|sent\b(?! home))", re.IGNORECASE
)
_FOUND = re.compile(
    r"\s(?:levels?\s)?(?:is\s|are\s|was\s|were\s)?(?:normal|borderline|unremarkable|stable|ok|okay|fine|low|high|raised|replete|deficient|adequate|satisfactory|checked|nad)\b(?!\s(?:dose|strength))",
    re.IGNORECASE,
)
"""What a test says of what is also taken as a supplement: "folate ok"."""
_MEASURED = re.compile(r"\b(?:normal|low|high|raised|elevated|corrected|adjusted|ionised|ionized)\s$", re.IGNORECASE)
_SPECIMEN = re.compile(r"\b(?:urine|urinary|plasma|serum|CSF|blood spot)\s$", re.IGNORECASE)
"""What makes a substance one that is measured: its specimen, or that its result is awaited."""
_SUSCEPTIBLE = re.compile(
    r"\b(?:sensitiv\w+|susceptib\w+|resistan\w+|intermediate|MIC)\b(?:\s(?:only|also))?\s?(?:to|for|:)\s?"
    r"(?:(?!\b(?:start|given|treat|received|switch|chang|continu|on)\w*)[^.;\n])*$",
    re.IGNORECASE,
)
_NEAR = 20
"""Characters before a substance in which its specimen is named."""
_SUSCEPTIBLE_WITHIN = 200
"""What makes a medicine one that germs were tested against: "cultures grew E. coli, sensitive to gentamicin"."""
_ILL_BORNE = re.compile(
    r"[-\s](?:exacerbated|sensitive|intolerant|triggered|episodes?|events?|attacks?|symptoms?|coma|unawareness)\b",
    re.IGNORECASE,
)
"""What makes a medicine one that a disease is named after: "NSAID-exacerbated respiratory disease"."""
_INTERACTS = re.compile(r"\binteract\w*\s(?:with|w/)\s$", re.IGNORECASE)
"""What is only warned of: "interaction with warfarin flagged"."""
_TO_BE_CHANGED = re.compile(r"\b(?:increase|decrease|reduce|titrate|uptitrate)\s(?:to|by)\b", re.IGNORECASE)
_IF = re.compile(r"\s(?:if|when|once|unless)\b", re.IGNORECASE)
"""A dose that is to be taken under a condition only: "labetalol - increase to 300 tds if BP > 150/100"."""
_WHILE_ON = re.compile(
    r"\s(?!longer\b|(?:currently|yet|now|been|ever)?\s?(?:on|taking)\b|(?:(?:been|yet|ever|previously)\s){0,2}(?:treated|started|commenced|put|placed|loaded|dosed|maintained|established|medicated)\s)(?:[\w-]+,?\s){1,5}(?:while\s|whilst\s|since\s(?:being\s|starting\s)?)?(?:on|with)\s(?:[\w-]+\s(?:and|plus)\s)?",
    re.IGNORECASE,
)
_STOPPED_WHEN = re.compile(
    r"\b(?:stopped|discontinued|ceased|withdrawn|held|withheld)\s(?:once|when|after|as|because|since|following|for|due)\b",
    re.IGNORECASE,
)
_NOT_BORNE = re.compile(
    r"(?:not|n['’]t|cannot)\s(?:been\s)?(?:able\sto\s)?(?:(?:really|well)\s)?(?:tolerat\w+\s|(?:taking|using|taken|used)\s(?:the|his|her|their)\s)",
    re.IGNORECASE,
)
_STOPPED_FOR_IT = re.compile(
    r"\s(?:caus|gave|gives|led|brought|made)[^.;\n]{0,60}?\b(?:stopped|discontinued|ceased|withdrawn)\b", re.IGNORECASE
)
_AS_NEEDED = re.compile(r"prn|p\.r\.n\.?|(?:as|when|if) (?:needed|required)|when necessary", re.IGNORECASE)
_TAKEN_NOW = re.compile(r"\((?:now\s|already\s|is\s|currently\s)?(?:on|taking)\s$", re.IGNORECASE)
"""What is taken in place of a medicine that is not: "not resumed: omeprazole (on pantoprazole)"."""
_BESIDE = re.compile(
    r"\s?[-–—:(]?\s?(?:(?:he|she|patient|pt|was|is|has|been|states|says|reports|that)\s){0,4}", re.IGNORECASE
)
_NEXT_ITEM = re.compile(r"[,;)]\s")
_ENDED = (Status.STOPPED, Status.COMPLETED)


def add_medications(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add every drug that the note says the patient takes, took, will take or does not take."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    mentions = {mention.start: mention for mention in analysed.mentions if mention.origin == "vocabulary"}
    # "Lactate 3.1 mmol/L" is a result, although lactate is also given as a drug; so is "uric acid 6.2", unless it is taken daily.
    measured = {quantity.start: quantity for quantity in analysed.quantities if quantity.analyte}
    known: dict[str, list[Medication]] = {}
    allergies = [(said.start, said.end) for said in allergy_statements(analysed)]
    normal = {result.name_start for result in normal_results(analysed)}
    others = OtherPeople(analysed)
    for written in analysed.medications:
        mention = mentions.get(written.start)
        if mention is not None and others.are_meant(mention):
            continue
        presence = _presence(mention, written, analysed)
        if (
            presence is None
            or written.start in normal
            or _is_result(written, measured)
            or not _is_taken(written, analysed)
        ):
            continue
        # What was stopped for its harm was taken.
        ended = written.state == "stopped" and _STOPPED_FOR_IT.match(analysed.text, written.end) is not None
        if (any(start <= written.start < end for start, end in allergies) and not ended) or _is_a_test(
            written, analysed.text
        ):
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
    if _SPECIMEN.search(text, max(0, written.start - _NEAR), written.start) is not None:
        return True  # with an amount too: "urine PBG 24 mg/24h" is no dose
    if written.dose is not None or written.times_per_day is not None or written.route:
        return False
    if _SOUGHT.match(text, written.end) is not None:
        return True
    if words("supplements").match(written.name) and (
        stands_among_tests(text, written.start, written.end)
        or _FOUND.match(text, written.end)
        or _MEASURED.search(text, max(0, written.start - 20), written.start)
    ):
        return True
    before = re.split(r"(?<![A-Z])[.;]\s|\n", text[max(0, written.start - _SUSCEPTIBLE_WITHIN) : written.start])[-1]
    tested = _SUSCEPTIBLE.search(before)
    return tested is not None and tells_of_germs(before)


def _is_taken(written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a drug is one that is taken: not one that a section lists as an allergy, unless it has dose and frequency."""
    section = analysed.section_at(written.start).kind
    has_sig = written.dose is not None and (written.times_per_day is not None or bool(written.route))
    if words("allergens").fullmatch(written.name) or _ILL_BORNE.match(analysed.text, written.end):
        return False
    if _INTERACTS.search(analysed.text, max(0, written.start - _NEAR), written.start):
        return False
    if words("substances_of_use").fullmatch(written.name):
        counted = written.dose_unit.lower() in _COUNTED
        return (section is SectionKind.MEDICATIONS and not counted) or (
            has_sig and written.dose_unit.lower() in _WEIGHED
        )
    return section not in _NOT_TAKEN or (section is SectionKind.ALLERGIES and has_sig)


def _add(
    known: dict[str, list[Medication]],
    written: WrittenRegimen,
    mention: Mention | None,
    presence: Presence,
    analysed: AnalysedText,
    document: Document,
) -> None:
    regimen = (
        None if _TO_BE_CHANGED.search(written.text) and _IF.match(analysed.text, written.end) else regimen_of(written)
    )
    drug = written.concept_ids[0] if written.concept_ids else written.name.casefold()
    group = known.setdefault(drug, [])
    status = status_of(written, mention, analysed)
    medication = _same(group, regimen, status, presence)
    if medication is None:
        medication = medication_of(written, presence, analysed.vocabularies)
        group.append(medication)
    medication.evidence.append(document.span(written.start, written.end))
    steps = [regimen, *(regimen_of(step) for step in written.steps)]
    medication.regimens += [one for one in steps if one is not None and one not in medication.regimens]
    add_state(medication, written, mention, status, analysed)


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


def _presence(mention: Mention | None, written: WrittenRegimen, analysed: AnalysedText) -> Presence | None:
    if mention is None:
        return Presence.PRESENT
    text = analysed.text
    polarity, experiencer = mention.assertion.polarity, mention.assertion.experiencer
    if experiencer is Experiencer.OTHER and _is_own_exposure(mention, text):
        return Presence.ABSENT if polarity is Polarity.NEGATED else Presence.PRESENT
    if experiencer is not Experiencer.PATIENT:
        return None
    if polarity is Polarity.HYPOTHETICAL:
        dosed = written.dose is not None
        given = (
            _is_prophylaxis(mention, text)
            or (written.state == "planned" and _would_be_begun(mention))
            or (dosed and _in_another_item(mention, text, "conditional"))
            or _in_another_item(mention, text, "conditional", "\n")
            or (dosed and _is_beside_one_as_needed(mention, text))
        )
        return Presence.PRESENT if given else None
    if written.state == "not-taken":
        return Presence.ABSENT
    if polarity is Polarity.POSSIBLE and written.dose is not None and written.times_per_day is not None:
        return Presence.PRESENT  # the doubt is about the diagnosis, not about what is given
    if polarity is Polarity.POSSIBLE and written.state in ("planned", *WAS_GIVEN):
        return (
            Presence.PRESENT
        )  # what is considered is a plan, and what is stopped was taken: the doubt is about something else
    if polarity is Polarity.NEGATED and written.state in WAS_GIVEN and _in_another_item(mention, text):
        return Presence.PRESENT
    if (
        polarity is Polarity.NEGATED
        and written.state in WAS_GIVEN
        and (_denies_why(mention, text) or _was_not_borne(mention, text))
    ):
        return Presence.PRESENT
    if polarity is Polarity.NEGATED and (_is_taken_without(mention, text) or _is_of_one_before(mention, analysed)):
        return Presence.PRESENT
    return {Polarity.NEGATED: Presence.ABSENT, Polarity.POSSIBLE: Presence.POSSIBLE}.get(polarity, Presence.PRESENT)


def _is_prophylaxis(mention: Mention, text: str) -> bool:
    """Whether a medicine is only called what is given to prevent something: "heparin prophylaxis" is heparin."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "hypothetical"]
    return bool(cues) and all(
        cue.start >= mention.end and text[cue.start : cue.end].lower().startswith("prophyla") for cue in cues
    )


def _would_be_begun(mention: Mention) -> bool:
    """Whether a medicine is what would be begun under a condition that stands before it: "if pressure stays high, add dorzolamide"."""
    cues = [cue for cue in mention.assertion.cues if cue.category in ("hypothetical", "conditional")]
    return bool(cues) and all(cue.category == "conditional" and cue.end <= mention.start for cue in cues)


def _was_not_borne(mention: Mention, text: str) -> bool:
    """Whether a denial is of going on with a medicine: "did not tolerate propylthiouracil", "has not been taking the statin"."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "negated"]
    return bool(cues) and all(_NOT_BORNE.search(text, max(0, cue.start - 1), mention.start) for cue in cues)


def _is_beside_one_as_needed(mention: Mention, text: str) -> bool:
    """Whether it is another that is taken as needed: the omeprazole of "naproxen 500 mg prn with omeprazole 20 mg od"."""
    cues = [cue for cue in mention.assertion.cues if cue.category in ("hypothetical", "conditional")]
    return bool(cues) and all(_AS_NEEDED.fullmatch(text, cue.start, cue.end) for cue in cues)


def _is_own_exposure(mention: Mention, text: str) -> bool:
    """Whether a drug is another's only because one is exposed to it: who was exposed to amiodarone had it, unless unborn."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "other"]
    before = re.split(r"[.;\n]", text[max(0, mention.start - 60) : mention.start])[-1]
    after = re.split(r"[.;\n]", text[mention.end : mention.end + 40])[0]
    unborn = words("before_birth").search(f"{before} {after}") is not None
    return bool(cues) and not unborn and all(text[cue.start : cue.end].lower().startswith("expos") for cue in cues)


def _is_taken_without(mention: Mention, text: str) -> bool:
    """Whether a denial is of something that a medicine prevents: "no further seizures on levetiracetam"."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "negated"]
    if _TAKEN_NOW.search(text, max(0, mention.start - _NEAR), mention.start):
        return True
    return bool(cues) and all(
        cue.end < mention.start and _WHILE_ON.fullmatch(text, cue.end, mention.start) is not None for cue in cues
    )


def _denies_why(mention: Mention, text: str) -> bool:
    """Whether a denial is of the reason for stopping: "aciclovir stopped once HSV PCR negative"."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "negated"]
    return bool(cues) and all(
        cue.start >= mention.end and _STOPPED_WHEN.search(text, mention.end, cue.start) is not None for cue in cues
    )


def _is_of_one_before(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a denial is of another medicine just before it: "clozapine - never started, valproate 500 mg"."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "negated" and cue.end <= mention.start]
    return bool(cues) and all(
        any(
            _BESIDE.fullmatch(analysed.text, one.end, cue.start)
            for one in analysed.medications_between(cue.start - _SUSCEPTIBLE_WITHIN, cue.start)
        )
        and _NEXT_ITEM.search(analysed.text, cue.end, mention.start) is not None
        for cue in cues
    )


def _in_another_item(mention: Mention, text: str, category: str = "negated", mark: str = ",") -> bool:
    """Whether a denial, or a condition, is of something listed before: "no further bleeding, octreotide stopped"."""
    cues = [cue for cue in mention.assertion.cues if cue.category == category and cue.end <= mention.start]
    return bool(cues) and all(mark in text[cue.end : mention.start] for cue in cues)
