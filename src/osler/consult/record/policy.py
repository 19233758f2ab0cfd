"""How the offline mind answers a question over a record: intent, concept and period, then Cypher, then arithmetic."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Generator, Sequence
from functools import partial
from typing import Any

from osler.consult.record import computing, queries
from osler.consult.record.ages import with_ages_dated
from osler.consult.record.allergy_sorts import asks_of_a_substance, without_sort
from osler.consult.record.answered import answered
from osler.consult.record.answers import RecordAnswer, nothing, unanswerable, unread, unread_number
from osler.consult.record.antiserum import with_antiserum
from osler.consult.record.around import bounded_by_event
from osler.consult.record.aside import allergy_first, aside_of
from osler.consult.record.asking import Answering, Rows, ask_rows, types_in
from osler.consult.record.called import measure_named, panel_tests
from osler.consult.record.concepts import TypeEntry
from osler.consult.record.course import asks_course, course_of
from osler.consult.record.entries import entries_of
from osler.consult.record.finding import Found, find_concept, without_excluded
from osler.consult.record.kin import of_the_family
from osler.consult.record.limits import as_qualified, in_a_circumstance, only_qualifies
from osler.consult.record.nearest import ask_back
from osler.consult.record.overview import as_answer, overview, with_usual
from osler.consult.record.question import Kind, RecordQuestion, Refused, as_kind, read_question
from osler.consult.record.reading.kinds import (
    is_clinical,
    is_ordinary,
    is_read,
    is_spelt_out,
    is_word,
    kind_of_concept,
    marker_named,
    phrase_of,
)
from osler.consult.record.reading.table import pattern, rules, says
from osler.consult.record.systems import organ_named, system_analytes, systems_of
from osler.consult.record.taken_there import as_taken_there
from osler.consult.record.treatment import asks_treatment, treatment_of
from osler.consult.record.understood import understood
from osler.consult.record.usual_limits import person_of
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies, plain_meanings

__all__ = ["Answering", "answer_one"]

_SURE_OF_NAMES = {
    "ever",
    "value",
    "nth",
    "aggregate",
    "change",
    "compare",
    "trend",
    "normal",
    "dose",
    "reason",
    "after",
}
"""Intents whose answer would be false if the thing that was named were left out."""
_NOT_OF_SYSTEMS = {
    "count",
    "when",
    "time_since",
    "duration",
    "change",
    "compare",
    "aggregate",
    "interval",
    "per_period",
}
"""Intents that an overview of an organ does not answer."""
_OF_ORGANS = {None, "any", "condition", "observation", "symptom"}
"""What may be asked of an organ as a whole."""
_NOT_THE_ORGAN = {"medication", "visit", "observation", "procedure"}
"""What may be called by an organ, and is not how it is."""
_HOW_IT_IS = re.compile(
    r"(?:so |and |but )*(?:how (?:is|are|has|have) (?:my|his|her|the patient's)\b|(?:(?:is|are) )?(?:my |his |her |the )?[a-z]+ (?:getting |any |doing |much )*(?:ok|okay|alright|all right|fine|healthy|better|worse|improving|failing|deteriorating)\W*$)"
)
_OF_ONE = {"reason", "dose", "duration", "time_since", "ever"}
"""What is asked of one medicine."""
_OF_ONE_SERIES = frozenset(
    {"count", "when", "time_since", "interval", "per_period", "trend", "compare", "change", "aggregate", "range"}
)
"""Intents that are answered from one series of values: of tests that are done together from the first."""
_NUMBER = re.compile(r"(?<![\w./-])\d+(?:\.\d+)?s?(?![\w/-])")
"""A number of which nobody knows what it is to the question."""
_BELOW_NOTHING = re.compile(r"(?<![\w.)-])(?<!\d )[-−]\d+(?:[.,]\d+)?\b(?![-/])")
"""A number below nothing, which is no value of a body: as one it would be asked of."""
_DONE = re.compile(
    r"\w (?:replacement|transplant(?:ation)?|removal|repair|biopsy|resection|graft|amputation|ablation|stent(?:ing)?|bypass|drainage"
    r"|implant(?:ation)?|fusion|insertion|x-?ray|scan|mri|ultrasound|mammogram|echo)s?$|\w{3}(?:ectomy|plasty|scopy|otomy|ostomy|centesis)$"
)
"""What is done to a part of the body, by the words for it: a hip replacement needs no vocabulary to be told."""


def answer_one(question: str, today: dt.date, vocabularies: Vocabularies) -> Answering:
    """The answer to one question, found through the tool that queries the graph."""
    person = (yield from ask_rows(queries.person()))[0]
    question = with_ages_dated(question, person["birth_date"])
    read = read_question(question, today, vocabularies, patient_names=[person["name"] or ""])
    if isinstance(read, Refused):
        return (yield from _refused(question, read, vocabularies))
    if read.anchor is not None:
        bounded = yield from bounded_by_event(read, today, vocabularies)
        if isinstance(bounded, RecordAnswer):
            return _said_back(bounded, read)
        read = bounded
    aside = yield from aside_of(read, person, today, vocabularies)
    if aside is not None:
        return _said_back(aside, read)
    read = without_sort(read)
    kind, phrase, types = yield from _concept(read, vocabularies)
    named = read.phrase if measure_named(read.phrase) is None else ""
    alone = (not types or kind == "medication") and read.asked.strip(" ?!.") == named
    if kind in _NOT_THE_ORGAN and (alone or _HOW_IT_IS.match(read.asked)) and organ_named(named, vocabularies):
        kind, types = "any", []  # how the heart is, and not what is taken for it
    as_a_whole = not types and kind in _OF_ORGANS and read.intent not in _NOT_OF_SYSTEMS
    as_a_whole = as_a_whole and not _DONE.search(read.phrase)
    system = organ_named(read.phrase, vocabularies) if as_a_whole else None
    if system is not None:
        seen = overview(system, system_analytes(system), partial(systems_of, vocabularies=vocabularies), today)
        return _said_back(
            as_answer(with_usual((yield from seen), person_of(person, today))), read, [f"{system} system"]
        )
    if kind is None or kind == "any":
        known = is_clinical(read.phrase, vocabularies) and is_read(read.phrase, vocabularies)
        if known or (_DONE.search(read.phrase) and is_word(read.phrase)):
            return _said_back(computing.unrecorded() if read.intent == "ever" else nothing(), read)
        return _said_back((yield from ask_back(read.phrase, None)), read)
    if kind == "medication" and not read.phrase and not read.given_for and read.intent in _OF_ONE and _points(read):
        return _said_back(unread(), read)  # of which one nobody knows
    if kind == "visit" and phrase:
        read, phrase = read._replace(seen_for=phrase, phrase=""), ""
    read = as_kind(read, kind, phrase, vocabularies)
    of_an_illness = yield from _of_an_illness(read, types, today, vocabularies)
    if of_an_illness is not None:
        return _said_back(of_an_illness, read, [one.name for one in types])
    return (yield from _from_entries(read, kind, types, person, today, vocabularies))


def _of_an_illness(
    read: RecordQuestion, types: list[TypeEntry], today: dt.date, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """How an illness was treated or how it goes; None for any other question."""
    if asks_treatment(read):
        return (yield from treatment_of(read, types, today, vocabularies))
    return (yield from course_of(read, types, today, vocabularies)) if asks_course(read) else None


def _concept(read: RecordQuestion, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, Found]:
    """What a question means in this record; a body system by its plain name means all its conditions, not those that bear the name."""
    kind, phrase, types = yield from find_concept(read, vocabularies)
    if kind == "observation" and read.intent in _OF_ONE_SERIES and panel_tests(phrase):
        return kind, phrase, types[:1]  # tests that are done together are one occasion
    system = organ_named(read.phrase, vocabularies) if kind == "condition" and types else None
    if system is None:
        return kind, phrase, types
    every = yield from types_in("condition")
    others = (one for one in every if one not in types and system in systems_of(one.name, vocabularies))
    return kind, phrase, [*types, *others]


def _points(read: RecordQuestion) -> bool:
    return re.search(r"\b(?:it|that|this|that one|this one|one|them|those|these)\W*$", read.asked) is not None


def _from_entries(
    read: RecordQuestion,
    kind: Kind,
    types: list[TypeEntry],
    person: dict[str, Any],
    today: dt.date,
    vocabularies: Vocabularies,
) -> Answering:
    """The answer from the entries that a question is about; asked back where its words name none of them."""
    loose = read.intent not in _SURE_OF_NAMES and not _says_which(read)
    plain = loose and is_ordinary(read.phrase, vocabularies) and kind_of_concept(read.phrase, vocabularies) == "any"
    substance = asks_of_a_substance(read)
    if substance and read.intent == "list":
        read = read._replace(intent="ever")  # "allergic to eggs?" asks whether it is so
    if not types and (only_qualifies(read.phrase) or plain) and not substance:
        read = read._replace(phrase="")  # "current meds for the little one": the words name nothing of the record
    if not types and read.phrase and not _is_told(read, vocabularies):
        return _said_back(
            (yield from ask_back(read.phrase, kind)), read
        )  # none of what was not understood is no answer
    recorded = yield from without_excluded(read, (yield from entries_of(read, types, vocabularies)), vocabularies)
    recorded = as_taken_there(read, recorded)
    read = computing.with_unit_of_bound(read, recorded)
    unsure = (yield from _of_a_part(read, recorded, vocabularies)) or _beside_the_number(read, recorded)
    unsure = unsure or in_a_circumstance(read, recorded)
    meant = as_qualified(read, recorded)
    unsure = unsure or (meant if isinstance(meant, RecordAnswer) else None)
    recorded = recorded if isinstance(meant, RecordAnswer) else meant
    if unsure is not None:
        return _said_back(unsure, read, [row["name"] for row in recorded])
    answer = yield from answered(read, recorded, person, today, vocabularies)
    answer = yield from with_antiserum(answer, read, kind, today, vocabularies)
    return _said_back(answer, read, [row["name"] for row in recorded] if read.phrase else [])


def _of_a_part(
    read: RecordQuestion, recorded: Rows, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """What is asked back where no visit is found for a part of the body or a word that nobody knows: none would be no answer."""
    if not read.seen_for or recorded:
        return None
    if is_read(read.seen_for, vocabularies) and not is_ordinary(read.seen_for, vocabularies):
        return None  # its name is known: none is an answer
    return (yield from ask_back(read.seen_for, "condition"))


_ON_A_PART = re.compile(r"\b(?:on|to|in|of|with|for) (?:my|his|her|their|the|the patient's) ")


def _is_a_part(phrase: str) -> bool:
    return bool(phrase) and all(any(not one.startswith("~") for one in plain_meanings(word)) for word in phrase.split())


def _says_which(read: RecordQuestion) -> bool:
    """Whether the words stand right before the kind of thing and say which: "heart rhythm problem" is not any problem."""
    if read.kind in {"procedure", "condition"} and _ON_A_PART.search(read.asked) and _is_a_part(read.phrase):
        return True  # an operation on the heart is not any operation
    organ = re.search(
        r"\b(?:heart|lung|liver|kidney|blood|bone|joint|skin|eye|ear|stomach|bowel|brain|nerve)", read.phrase
    )
    before = re.search(rf"\b{re.escape(read.phrase)} (?P<kind>\w+)", read.asked) if read.phrase and organ else None
    return before is not None and any(pattern("kinds", kind).fullmatch(before["kind"]) for kind in rules()["kinds"])


def _beside_the_number(read: RecordQuestion, recorded: Rows) -> RecordAnswer | None:
    """What is said where a question names a number that is not the entries': another strength, or one nobody can place."""
    if read.kind == "medication":
        return computing.of_another_strength(read, recorded)
    below = _BELOW_NOTHING.search(read.text) if read.kind == "observation" and read.threshold is None else None
    if below is not None and not any((row.get("value") or 0) < 0 for row in recorded):  # a T-score may be
        return unread_number(below.group())
    if read.kind == "observation" and read.threshold is not None and not read.phrase:
        return unread_number(f"{read.threshold.value:g}")  # of which measure it is not said
    loose = _NUMBER.search(read.asked) if read.kind == "observation" and read.intent == "ever" else None
    return unread_number(loose.group()) if loose is not None and read.threshold is None else None


def _is_told(read: RecordQuestion, vocabularies: Vocabularies) -> bool:
    """Whether it is clear what is asked about: its name is known, or the question says what kind of thing it is."""
    outright = any(pattern("kinds", kind).search(read.asked) for kind in rules()["kinds"]) and is_word(read.phrase)
    if marker_named(read.phrase) or (_DONE.search(read.phrase) and is_word(read.phrase)):
        return True
    if read.kind == "allergy":
        return is_word(read.phrase)  # anything may be what somebody is allergic to: eggs, plasters
    if read.intent == "ever":  # a no to words that nobody knows would be false
        outright = outright and is_spelt_out(read.phrase)
    return outright or is_read(read.phrase, vocabularies)


def _said_back(answer: RecordAnswer, read: RecordQuestion, names: Sequence[str] = ()) -> RecordAnswer:
    return answer.model_copy(update={"understood": understood(read, names, operation=answer.understood)})


def _refused(question: str, read: Refused, vocabularies: Vocabularies) -> Answering:
    """No answer, unless the record holds what is asked of relatives, or an allergy to what somebody wants to take."""
    family = yield from of_the_family(question, vocabularies)
    if family is not None:
        return family
    lower = question.lower()
    if read.reason == "out_of_scope" and says("may_have", lower):
        wanted = re.split(
            r"\b(?:given|considering|according|based|with) ", pattern("intents", "may_have").sub(" ", lower)
        )[0]
        return (yield from allergy_first(phrase_of(wanted, vocabularies), vocabularies))
    return unread() if read.unread else unanswerable(read.reason)
