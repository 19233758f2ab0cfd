"""Mentions → conditions, phenotypes, procedures, allergies and family history."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from functools import cache
from typing import Any, cast

from osler.core.language import (
    AnalysedText,
    Experiencer,
    Mention,
    Polarity,
    SectionKind,
    Timing,
    names_a_study,
    note_kind,
)
from osler.core.patient.extract.allergy_statements import allergy_statements
from osler.core.patient.extract.answered import leave_out_answered
from osler.core.patient.extract.lexicon import rules, words
from osler.core.patient.extract.narrowed import denied_alone, leaves_the_rest_open, was_and_is_over
from osler.core.patient.extract.other_people import OtherPeople
from osler.core.patient.extract.over import DISEASES, settle_status
from osler.core.patient.extract.procedures import is_planned, names_no_procedure, presence_of_procedure
from osler.core.patient.extract.relatives import relative_of
from osler.core.patient.extract.repeated import day_of_operation, done_then, further_times
from osler.core.patient.extract.sited import site_before
from osler.core.patient.extract.tested_infections import names_a_test
from osler.core.patient.extract.times import clinical_time, onset_time
from osler.core.patient.extract.treated_as_needed import is_treated_as_needed
from osler.core.patient.types import (
    Coding,
    Condition,
    Fact,
    FamilyHistory,
    Immunisation,
    PatientRecord,
    Phenotype,
    Presence,
    Procedure,
    Progression,
    Status,
)
from osler.core.terminology import SemanticType, Vocabularies, Vocabulary
from osler.core.terminology.ontology import PHENOTYPIC_ABNORMALITY
from osler.first_letters import each_match

_LONGEST_NAME = 120
_NEAREST_PLACES = 3
_EARLIER_LIFE = re.compile(r"child|infan|teen|baby|toddler|\bago\b", re.IGNORECASE)
_CLAUSE = re.compile(r"\b(?:is|are|was|were|appeared|remained)\b|:\s")
_SURGERY = re.compile(
    r"(?:ectomy|otomy|ostomy|plasty|pexy|rrhaphy|graft\w*|transplant\w*|resection|repair|ligation|excision|fixation|replacement|dissection)\b",
    re.IGNORECASE,
)
_DIED = re.compile(
    r"\b(?:died|dead|deceased|death)\b(?:\s+(?:suddenly|young|aged?|at|the|age|\d+|years|old))*\s+(?:of|from|with|after|due to)(?:\s+an?)?\s+$"
)
_COORDINATED = re.compile(r",\s|\s(?:and|or|&)\s")
_OTHER_WORDS = re.compile(
    r":\s(?!(?:very\s|quite\s)?(?:severe|mild|moderate|yes|present|worse|bad|constant|intermittent|positive|in|on|at|left|right|\d|\+))",
    re.IGNORECASE,
)
"""A colon after which something else is told than how bad it is or where."""
_SCREENED = re.compile(
    r"\s(?:eye\s|risk\s)?(?:screening|screens?)\b(?!\s(?:(?:is|was|were)\s)?(?:positive|abnormal))", re.IGNORECASE
)
_PROBLEM = re.compile(r"\s*#+\s?\d{0,2}[.)]?\s?\w")
_WISHED = re.compile(
    r"\b(?:plan(?:s|ned|ning)?|hop(?:es|ing)|trying|wants|wish(?:es|ing)|considering|contemplating|desires|thinking|prior|before|avoid(?:s|ing)?|prevent(?:s|ing)?)\s"
    r"(?:(?:for|of|to|about|a|an|her|another|future|get|getting|become|becoming|fall|any)\s){0,4}$"
    r"|\b(?:in|during|with|after|since|from|of)\s(?:(?:her|the)\s)?(?:that|either|both|each|every|neither|first|second|third|earlier|last)\s$",
    re.IGNORECASE,
)
"""What makes of a pregnancy one that is wished for, avoided or pointed back to: "planning pregnancy", "in that pregnancy"."""
_TESTED_NEGATIVE = re.compile(
    r"\s(?:(?:is|was|are|were|tested|status|test|screen)\s){0,2}(?:negative|neg|-ve|non-?reactive)\b", re.IGNORECASE
)
"""What denies an infection of a relative, whose tests are not kept: "mother is HIV negative"."""
_IN_ONE = re.compile(r"\b(?:in|during)\s(?:the\s|her\s|this\s)?$", re.IGNORECASE)
_AFTER_ONE = re.compile(r"\b(?:post[\s-]?(?:partum|natal)|weeks?\safter\s(?:delivery|birth))\b", re.IGNORECASE)
_HAS = re.compile(r"(?:\sold)?\s?[,)]?\s(?:who\s)?(?:also\s)?(?:has|have|is|are|suffers|with)\b", re.IGNORECASE)
_DENIED = re.compile(r"(?:no|not|never|denies|without)\b", re.IGNORECASE)
_AIMED_AT = re.compile(r"weight\s(?:loss|reduction)", re.IGNORECASE)
_OF_AN_ACCIDENT = re.compile(r"ICD10CM:[VWXY](?!0[0-9]|1[0-9])")
"""External causes of injury but for falls (W00 to W19)."""
ROLE = "http://terminology.hl7.org/CodeSystem/v3-RoleCode"
# What is hypothetical ("return if seizures occur") is no fact about anyone.
_PRESENCE = {
    Polarity.PRESENT: Presence.PRESENT,
    Polarity.NEGATED: Presence.ABSENT,
    Polarity.POSSIBLE: Presence.POSSIBLE,
}


def add_findings(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add what the note states to the record; the same statement made twice is one fact with two places."""
    terms = analysed.vocabularies.names
    homes = _homes(record)
    semantic_type = cache(lambda identifier: _semantic_type(identifier, analysed.vocabularies))
    known = {_key(fact): fact for facts in homes.values() for fact in facts if fact.codings}
    done = _done_before(record)
    longer = [(mention.start, mention.end) for mention in analysed.mentions]
    open_ones = (one for one in analysed.mentions if one.assertion.polarity is Polarity.HYPOTHETICAL)
    left_open = [(one.start, one.end) for one in open_ones if not is_treated_as_needed(one, analysed)]
    statements = [(said.start, said.end) for said in allergy_statements(analysed)]
    statements += [match.span() for match in each_match(words("no_known_allergies"), analysed.text)]
    others = OtherPeople(analysed)
    for mention in analysed.mentions:
        presence = _presence_of(mention, analysed)
        kind = _kind(mention, semantic_type(mention.concept_id))
        if (
            presence is None
            or kind is None
            or _in_heading(mention, analysed)
            or _is_part(mention, longer, analysed.text)
        ):
            continue
        if _is_no_fact(mention, analysed) or (kind is not FamilyHistory and others.are_meant(mention)):
            continue
        if kind is FamilyHistory and _TESTED_NEGATIVE.match(analysed.text, mention.end):
            continue
        if presence is Presence.ABSENT and (over := was_and_is_over(mention, analysed.text)) is not None:
            mention, presence = over, Presence.PRESENT
        elif presence is Presence.ABSENT:
            if leaves_the_rest_open(mention, analysed.text, analysed.vocabularies):
                continue
            mention = denied_alone(mention, analysed.vocabularies)
        # Of "hepatitis B: pending" the hepatitis is stated no more than the whole; an allergy is no problem and no finding.
        if _is_within(mention, left_open) or any(a <= mention.start and mention.end <= b for a, b in statements):
            continue
        relation = relative_of(mention, analysed) if kind is FamilyHistory else None
        if kind is Procedure:
            presence = presence_of_procedure(presence, mention, analysed)
            mention, relation = _with_site(mention, analysed.text)
        planned = kind is Procedure and presence is Presence.PRESENT and is_planned(mention, analysed)
        key = (kind, mention.concept_id, presence, relation, planned)
        if kind is Procedure and presence is Presence.PRESENT and not planned:
            _add_done(record, _same_done(done, key), mention, analysed)
            continue
        fact = known.get(key)
        if fact is None:
            known[key] = fact = _fact(kind, mention, len(homes[kind]) + 1, terms, presence)
            homes[kind].append(fact)
        fact.evidence.append(mention.span)
        _add_detail(fact, mention, analysed, relation)
    leave_out_answered(record)


def _presence_of(mention: Mention, analysed: AnalysedText) -> Presence | None:
    """What a mention says of the presence of what it names; None where it states nothing."""
    told = _PRESENCE.get(mention.assertion.polarity)
    return Presence.PRESENT if told is None and is_treated_as_needed(mention, analysed) else told


def _with_site(mention: Mention, text: str) -> tuple[Mention, str | None]:
    """A procedure under its name with the part of the body before it, and what tells it from others with its code."""
    site = site_before(mention, text)
    if site is not None:
        return mention._replace(text=f"{site} {mention.text}"), site.casefold()
    # One code for a modality, one fact for each part that it shows.
    return mention, " ".join(mention.text.casefold().split()) if names_a_study(mention.text) else None


def _done_before(record: PatientRecord) -> dict[tuple[object, ...], list[Procedure]]:
    found: dict[tuple[object, ...], list[Procedure]] = {}
    for one in record.procedures:
        if one.codings:
            found.setdefault(_key(one), []).append(one)
    return found


def _same_done(known: dict[tuple[object, ...], list[Procedure]], key: tuple[object, ...]) -> list[Procedure]:
    """The facts of one procedure; one named without its site is that of the only site that has been named."""
    alike = [one for one in known if one[:3] == key[:3] and one[3] is not None] if key[3] is None else []
    return known.setdefault(alike[0] if len(alike) == 1 else key, [])


def _add_done(record: PatientRecord, known: list[Procedure], mention: Mention, analysed: AnalysedText) -> None:
    """Add a procedure that was done, once for each day on which it was."""
    first = onset_time(analysed.timing_of(mention)) or day_of_operation(mention, analysed)
    for time in (first, *further_times(mention, analysed, first)):
        fact = done_then(known, time)
        if fact is None:
            number = len(record.procedures) + 1
            fact = cast("Procedure", _fact(Procedure, mention, number, analysed.vocabularies.names, Presence.PRESENT))
            record.procedures.append(fact)
            known.append(fact)
        fact.evidence.append(mention.span)
        fact.time = fact.time or time
        _add_detail(fact, mention, analysed, None)


def _is_within(mention: Mention, places: list[tuple[int, int]]) -> bool:
    """Whether one of the places that begin last before a mention's end holds all of it; places are in order."""
    last = bisect_left(places, (mention.start, sys.maxsize))
    return any(mention.end <= end for _, end in places[max(0, last - _NEAREST_PLACES) : last])


def _is_no_fact(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a vocabulary has a name for what is no fact of the record: being alive, the mother's pregnancy."""
    names = _no_facts(of_child=analysed.speaks_of_a_child)
    if mention.text.casefold() == "pregnancies":
        return True  # they are counted, and none of them need be today's
    if mention.concept_id in rules()["pregnancies"] and _WISHED.search(
        analysed.text, max(0, mention.start - _LONGEST_NAME), mention.start
    ):
        return True  # she is planning one, or had it
    if mention.concept_id in rules()["pregnancies"] and _IN_ONE.search(
        analysed.text, max(0, mention.start - _LONGEST_NAME), mention.start
    ):
        return _AFTER_ONE.search(analysed.text) is not None  # what she had in it is told after it
    if names_no_procedure(mention, analysed):
        return True
    if mention.semantic_type in DISEASES and _SCREENED.match(analysed.text, mention.end):
        return True  # what is screened for is not there by that
    if mention.section is SectionKind.PLAN and _AIMED_AT.fullmatch(mention.text):
        return True  # "Plan: weight loss" is what is wanted
    if all(_OF_AN_ACCIDENT.match(one) for one in mention.concept_ids):
        return True  # how somebody came by an injury is none of the problems
    if analysed.is_inside_a_time(mention.start, mention.end):
        return True  # "in childhood" says when, and a stage of life is no problem
    return mention.concept_id in names or names_a_test(mention, analysed)


@cache
def _no_facts(*, of_child: bool) -> frozenset[str]:
    kinds = ("no_problems", "no_procedures", *(("pregnancies",) if of_child else ()))
    return frozenset(one for kind in kinds for one in rules()[kind])


def _key(fact: Fact) -> tuple[object, ...]:
    relation = fact.relation if isinstance(fact, FamilyHistory) else None
    return type(fact), fact.codings[0].id, fact.presence, relation, fact.status is Status.PLANNED


def _kind(mention: Mention, semantic: SemanticType | None) -> type[Fact] | None:
    """What kind of fact a mention makes; None for none."""
    experiencer = mention.assertion.experiencer
    finding = semantic in DISEASES
    if experiencer is Experiencer.FAMILY:
        return FamilyHistory if finding else None
    if experiencer is not Experiencer.PATIENT:
        return None
    if mention.section is SectionKind.ALLERGIES:
        return None  # what it lists is read with its reactions
    if mention.section is SectionKind.IMMUNISATIONS and semantic is SemanticType.MEDICATION:
        return Immunisation
    if mention.concept_id in rules()["procedures"]:
        return Procedure
    if finding:
        return Phenotype if mention.concept_id.startswith("HP:") else Condition
    # Medications are read with their regimens; laboratory names matter only with their values.
    return Procedure if semantic is SemanticType.PROCEDURE else None


def _semantic_type(identifier: str, vocabularies: Vocabularies) -> SemanticType | None:
    uncoded = note_kind(identifier)
    if uncoded is not None:
        return uncoded
    concept = vocabularies.concept(identifier)
    if concept is None:
        return None
    if concept.id.startswith("HP:") and not vocabularies.hpo.is_a(concept.id, PHENOTYPIC_ABNORMALITY):
        # Modifiers, inheritance and the like say something about a finding; they are none.
        return None
    return concept.semantic_type


def _in_heading(mention: Mention, analysed: AnalysedText) -> bool:
    section = analysed.section_at(mention.start)
    if names_a_study(mention.text):
        return False  # "MRI brain: …" heads its own report
    if not section.title or mention.start >= section.body_start:
        return _heads_a_line(mention, analysed.text)
    # "# Hyperkalemia - resolved" heads what was done about a problem, and states it.
    return not (section.kind is SectionKind.OTHER and _PROBLEM.match(analysed.text, section.start))


def _heads_a_line(mention: Mention, text: str) -> bool:
    """Whether a word for a kind of finding heads a line of a list by systems: "Infection: late onset sepsis", "Pain: none"."""
    if mention.assertion.polarity is not Polarity.PRESENT or mention.text.casefold() not in rules()["labels_of_lines"]:
        return False
    opens = not text[text.rfind("\n", 0, mention.start) + 1 : mention.start].strip(" \t•*-")
    return opens and _OTHER_WORDS.match(text, mention.end) is not None


def _fact(kind: type[Fact], mention: Mention, number: int, terms: Vocabulary, presence: Presence) -> Fact:
    codings = codings_of(mention.concept_ids, terms)
    # Where no code says what shorthand means, the long form does; the evidence has the words as written.
    long_form = mention.concept_id.split(":", 2)[-1]
    text = mention.text if codings or mention.text.casefold() == long_form.casefold() else long_form
    if codings and codings[0].display and (_CLAUSE.search(text) or mention.origin == "normality"):
        text = codings[0].display  # "ears were low-set" is a clause, no name, and "echocardiogram normal" denies one
    return kind(id=f"{kind.__name__.lower()}-{number}", codings=codings, text=text, presence=presence)


def codings_of(identifiers: tuple[str, ...], terms: Vocabulary) -> list[Coding]:
    """The codings of a mention; none for what notes name and no vocabulary codes."""
    return [coding_of(identifier, terms) for identifier in identifiers if note_kind(identifier) is None]


def coding_of(identifier: str, terms: Vocabulary) -> Coding:
    """The coding of a concept, with the name that the vocabulary prefers."""
    concept = terms.concept(identifier)
    return Coding.of(identifier, concept.name if concept else None)


def _add_detail(fact: Fact, mention: Mention, analysed: AnalysedText, relation: str | None) -> None:
    """Fill in what the fact does not know yet from one more mention of it."""
    timing = analysed.timing_of(mention)
    detail: dict[str, Any] = {"time": None if _is_denied_apart(timing, mention, analysed.text) else onset_time(timing)}
    if isinstance(fact, FamilyHistory) and _is_age_of_relative(timing, mention, analysed.text):
        detail["time"] = None
    ended = clinical_time(timing.resolution)
    if isinstance(fact, Phenotype | Condition):
        settle_status(fact, mention, analysed)
        detail["resolution" if isinstance(fact, Phenotype) else "abatement"] = ended
    if isinstance(fact, Phenotype) and timing.progression:
        detail["progression"] = Progression(timing.progression)
    if isinstance(fact, Procedure) and fact.presence is Presence.PRESENT:
        detail["status"] = Status.PLANNED if is_planned(mention, analysed) else Status.COMPLETED
        detail["category"] = "surgery" if _SURGERY.search(fact.label) else None
    if isinstance(fact, FamilyHistory) and relation:
        detail["deceased"] = _DIED.search(analysed.text, max(0, mention.start - _LONGEST_NAME), mention.start) and True
        detail["relation"] = rules()["relation_names"].get(relation, relation)
        detail["relation_coding"] = Coding(system=ROLE, code=rules()["relations"][relation])
    for name, value in detail.items():
        if value is not None and getattr(fact, name) is None:
            setattr(fact, name, value)


def _is_age_of_relative(timing: Timing, mention: Mention, text: str) -> bool:
    """Whether an age before a verb is how old a relative is, and not since when something has been there: "brother, aged 9, has autism"."""
    told = timing.onset
    return told is not None and told.end <= mention.start and _HAS.match(text, told.end) is not None


def _is_denied_apart(timing: Timing, mention: Mention, text: str) -> bool:
    """Whether a time is that of something denied in a bracket beside: "eczema (no childhood eczema)"."""
    if timing.onset is None:
        return False
    opens = text.rfind("(", max(0, timing.onset.start - _LONGEST_NAME), timing.onset.start)
    apart = opens >= 0 and ")" not in text[opens : timing.onset.start] and mention.start < opens
    return apart and _DENIED.match(text, opens + 1) is not None


def _homes(record: PatientRecord) -> dict[type[Fact], list[Any]]:
    return {
        Condition: record.conditions,
        Phenotype: record.phenotypes,
        Procedure: record.procedures,
        Immunisation: record.immunisations,
        FamilyHistory: record.family_history,
    }


_HEADS = frozenset({"fever"})
"""Findings that end the name of an illness and are then not told by themselves: glandular, rheumatic, scarlet fever."""


def _happened_once(mention: Mention, text: str) -> bool:
    """Whether it is told of an earlier part of a life ("rheumatic fever as a child"), and not only as history."""
    past = (cue for cue in mention.assertion.cues if cue.category == "historical")
    return any(_EARLIER_LIFE.search(text, cue.start, cue.end) for cue in past)


def _is_part(mention: Mention, longer: list[tuple[int, int]], text: str) -> bool:
    """Whether a mention is a piece of a longer name that says the same; a phenotype inside a disease's name stays.

    Who has the whole has its part; who has "no hepatitis B" may have hepatitis, and who has "presumed diabetic nephropathy" is
    not presumed to have diabetes.
    """
    of_patient = mention.assertion.experiencer is Experiencer.PATIENT
    if mention.assertion.polarity is Polarity.HYPOTHETICAL:
        return False
    over = _happened_once(mention, text)
    if (
        mention.assertion.polarity is Polarity.PRESENT
        and of_patient
        and mention.concept_id.startswith("HP:")
        and not over
        and mention.text.casefold() not in _HEADS
    ):
        return False
    for index in range(bisect_left(longer, (mention.start - _LONGEST_NAME, 0)), len(longer)):
        start, end = longer[index]
        if start > mention.start:
            return False
        if mention.end <= end and end - start > mention.end - mention.start:
            # "swelling of the knee and ankle" is no longer name of the first, but says the second as well
            return _COORDINATED.match(text, mention.end, end) is None
    return False
