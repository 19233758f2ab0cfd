"""Conditions of a recommendation beside its people: values, qualifiers of a condition, the first column of a table row."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from osler.core.library import Chunk, passage_sentences, pregnancy_of, row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement, stance_of
from osler.guidelines.steps.graded import graded
from osler.guidelines.steps.limits import Limit, held, limits_in, undecided_in, without_limits
from osler.guidelines.steps.naming import drugs_in, says, speaks_of
from osler.guidelines.steps.qualifiers import at_odds, bare, other_trimester
from osler.guidelines.steps.whose import UNLESS
from osler.guidelines.types import PatientFacts

_EXCLUDED = re.compile(
    r"\b(?:not tolerated|contra-?indicated|intoleran\w+|fail\w*|unsuitable|not suitable)\b", re.IGNORECASE
)
_EITHER = re.compile(
    r"\bor\b(?!\s+(?:more|higher|above|over|greater|less|lower|below|under|older|younger|without|equal|later|fewer)\b(?!\s+\d))",
    re.IGNORECASE,
)
"""An "or" between conditions; one inside a limit ("30 or more", "with or without diabetes") is none."""


_OR_PEOPLE = re.compile(r"\bor (?:whose|who|with|in those|in people)\b", re.IGNORECASE)
"""Where other people begin, of whom a value of the first says nothing."""
_LEAST = 1e-6
_PARTS = re.compile(r"[;()]")
_ITEM = re.compile(r"^(?P<label>[A-Z0-9≥≤<>][^:;.\n]{2,90}): \S")
_BANS = re.compile(
    r"contra-?indicat|caution|warning|exclu|\bnot\b|avoid|indication|antidote|dose|example", re.IGNORECASE
)
"""What a label calls the thing behind it, and no people."""
_BUT = re.compile(r";|,? but\b")
_OPENS_OR = re.compile(r"\s*or\b", re.IGNORECASE)


class Conditions(NamedTuple):
    """Why something is not for a patient, what it depends on, and how many of its conditions are met."""

    reasons: list[str]
    unknown: list[str]
    met: int


def held_by_values(chunk: Chunk, quoted: str, patient: PatientFacts, vocabularies: Vocabularies) -> Conditions:
    """The conditions of what is quoted, held against what is known of the patient."""
    found = Conditions([], [], 0)
    if not chunk.recommendation_id and patient.is_known:
        # A value in the nearest heading is a condition of everything below it.
        nearest = " ".join(chunk.heading[-1:])
        above = held(nearest, patient)
        found = found._replace(met=len(above.met))
        if above.unmet and not above.met:
            found.reasons.extend(
                f"{value}; it is for {limit}" for value, limit in zip(above.unmet, above.missed, strict=True)
            )
        # So is a part of pregnancy, above what names none of its own.
        if stance_of(quoted) != "against" and other_trimester(nearest, patient.gestation_weeks):
            found.reasons.append(_other_part(patient))
    if not chunk.recommendation_id and patient.is_known:
        found = _labelled(chunk, quoted, patient, found, vocabularies)
    texts = [quoted] if row_of(quoted) else [one.text for one in passage_sentences(quoted)]
    if not patient.is_known or not texts:
        return found
    each = [_of_one(text, patient, vocabularies) for text in texts]
    # What is quoted together is for a patient where any of it is.
    if all(one.reasons for one in each):
        found.reasons.extend(each[0].reasons)
    if all(one.reasons or one.unknown for one in each):
        found.unknown.extend(next((one.unknown[:1] for one in each if one.unknown), []))
    return found._replace(met=found.met + max(one.met for one in each))


def _labelled(
    chunk: Chunk, quoted: str, patient: PatientFacts, found: Conditions, vocabularies: Vocabularies
) -> Conditions:
    """The label of an item ("Previous thrombocytopenia: use …"): what it names is a condition of every sentence behind it."""
    item = _ITEM.match(chunk.text)
    if item is None or row_of(chunk.text) or _BANS.search(item["label"]) or stance_of(item["label"]) != "none":
        return found
    label = item["label"]
    if label not in quoted:
        values = held(label, patient)
        found = found._replace(met=found.met + len(values.met))
        if values.unmet and not values.met:
            found.reasons.extend(
                f"{value}; it is for {limit}" for value, limit in zip(values.unmet, values.missed, strict=True)
            )
    named = [one.text for one in read_statement(without_limits(label), vocabularies).named if not one.drug]
    if not named or pregnancy_of(label) is not None or drugs_in(label, vocabularies):
        return found
    had = (*patient.problems, *patient.procedures)
    if any(speaks_of(label, one, vocabularies, patient.codes.get(one, ())) for one in had):
        return found._replace(met=found.met + 1)
    if any(speaks_of(one, name, vocabularies) for one in patient.absent for name in named):
        found.reasons.append(f"it is for {label}; the record says that the patient does not have it")
    elif not any(says(chunk.title, name) for name in named):
        found.unknown.append(f"whether it fits depends on: {label}")
    return found


def _of_one(text: str, patient: PatientFacts, vocabularies: Vocabularies) -> Conditions:
    found = Conditions([], [], 0)
    values = held(text, patient)
    alternatives = _beside_an_or(text) and (
        bool(_OR_PEOPLE.search(text))
        or len([one for one in read_statement(text, vocabularies).named if not one.drug]) > 1
    )
    failed = _failed(text, patient)
    if values.met and not failed:
        found = found._replace(met=len(values.met))
    elif failed and not (alternatives and not row_of(text)):
        found.reasons.extend(failed)
    # "…, but do not offer it at term" is no limit of what is offered before it.
    advised = " ".join(part for part in _BUT.split(text) if stance_of(part) != "against") or text
    if other_trimester(advised, patient.gestation_weeks):
        found.reasons.append(_other_part(patient))
    if missing := undecided_in(text, patient) or _open_exception(text, patient):
        found.unknown.append(f"whether it fits depends on: {missing}")
    words = without_limits(text)
    for problem in patient.problems if not any(says(text, state) for state in patient.states) else ():
        odd = at_odds(words, problem, graded(problem, patient), vocabularies)
        if odd is None:
            continue
        name, known = odd
        said = f"{name} {problem}" if not known else name
        (found.reasons if known and not alternatives else found.unknown).append(
            f"it is for {name} {bare(problem)}; the patient has {graded(problem, patient)[-1]}"
            if known
            else f"whether it fits depends on: {said}"
        )
    return _row(text, patient, found, vocabularies)


def _open_exception(text: str, patient: PatientFacts) -> str:
    """The measure of an exception ("unless eGFR is below 30") that nothing known of the patient decides."""
    for clause in UNLESS.findall(text):
        decided = held(clause, patient)
        if (limits := limits_in(clause)) and not decided.met and not decided.unmet:
            return limits[0].name
    return ""


def _other_part(patient: PatientFacts) -> str:
    return f"it is for another part of pregnancy; the patient is at {patient.gestation_weeks:g} weeks"


def _beside_an_or(text: str) -> bool:
    """Whether a limit is one of alternatives: an "or" elsewhere ("dyslipidaemia, diabetes or smoking; and …") is not about it."""
    parts = _PARTS.split(text)
    limited = [number for number, part in enumerate(parts) if limits_in(part)]
    if not limited:
        return bool(_EITHER.search(text))
    return any(_EITHER.search(parts[number]) or _OPENS_OR.match("".join(parts[number + 1 :][:1])) for number in limited)


def _failed(text: str, patient: PatientFacts) -> list[str]:
    """Why no clause of a text is for a patient's values; conditions joined by "and" must all be met."""
    clauses = [held(part, patient) for part in text.split(";") if limits_in(part)] if not row_of(text) else []
    clauses = clauses or [held(text, patient)]
    if any(one.met for one in clauses) and _are_branches(text):
        return []
    if not all(one.unmet and (not one.met or not _EITHER.search(text)) for one in clauses):
        return []
    return [f"{value}; it is for {limit}" for value, limit in zip(clauses[0].unmet, clauses[0].missed, strict=True)]


def _are_branches(text: str) -> bool:
    """Whether limits of one measure cannot hold together: "1.25 mg below 30 and 2.5 mg from 30 to 59" is two doses."""
    limits = [(one, _bounds(one)) for one in limits_in(text)]
    return any(
        one.measure_id == other.measure_id and (high < least or most < low)
        for one, (low, high) in limits
        for other, (least, most) in limits
    )


def _bounds(limit: Limit) -> tuple[float, float]:
    if limit.comparator == "between":
        return limit.value, limit.high if limit.high is not None else limit.value
    at = (
        limit.value - _LEAST
        if limit.comparator == "<"
        else limit.value + _LEAST
        if limit.comparator == ">"
        else limit.value
    )
    return (-math.inf, at) if limit.comparator.startswith("<") else (at, math.inf)


def _row(text: str, patient: PatientFacts, found: Conditions, vocabularies: Vocabularies) -> Conditions:
    """The first column of a row of a table, where it names a condition."""
    row = row_of(text)
    if row is None or limits_in(row.first):
        return found
    first = row.first
    conditions = [one.text for one in read_statement(first, vocabularies).named if not one.drug]
    if drugs_in(first, vocabularies) and _EXCLUDED.search(first):
        found.unknown.append(f"whether it fits depends on: {first}")
    elif conditions and not drugs_in(first, vocabularies):
        if any(
            speaks_of(first, one, vocabularies, patient.codes.get(one, ()))
            for one in (*patient.problems, *patient.procedures)
        ):
            return found._replace(met=found.met + 1)
        if any(speaks_of(one, name, vocabularies) for one in patient.absent for name in conditions):
            found.reasons.append(f"it is for {first}; the record says that the patient does not have it")
        else:
            found.unknown.append(f"whether it fits depends on: {first}")
    return found
