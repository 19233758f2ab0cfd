"""A passage in the light of the others of its guideline: a dose under its class's rule, a child's dose, the condition of a section."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from osler.core.library import ages_of, row_of, stems, without_subject
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement, stance_of
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.dosing import WHERE_EXCLUDED
from osler.guidelines.steps.limits import held, limits_in
from osler.guidelines.steps.naming import drugs_in, members_in, named_by, speaks_of
from osler.guidelines.steps.safety import advises_drug
from osler.guidelines.types import PatientFacts
from osler.yaml_reader import packaged_yaml

_OFF = 0.2
_FOR_OTHERS = (
    "it is for age",
    "it is for female",
    "it is for male",
    "it is for pregnant",
    "it is for patients who are not pregnant",
)
"""How a reason begins that is of age, sex or pregnancy."""
OTHER_DOSE = "the dose is another"
"""How the reason begins why a dose is not this patient's: another passage overrules it."""
_ADULT = 18
_TO_A_DOSE = re.compile(
    r"\b(?:reduced|lowered|decreased|cut|increased|raised|changed) to (?:\d|(?:half|one|two) )", re.IGNORECASE
)
_BELOW_TITLE = 2
_BESIDE_TOPIC = re.compile(r"^[\d.]+\s*|,\s*[\w ]*\d[\d.]*$|\s+(?:in|for|among)\b.*$", re.IGNORECASE)
"""The number of a heading, that of a recommendation behind it, and whom it is for."""


def beside_each_other(
    candidates: Sequence[Candidate], patient: PatientFacts, asked: str, vocabularies: Vocabularies
) -> list[Candidate]:
    """The candidates, those that another passage of their guideline shows not to be for this patient marked with the reason."""
    if not patient.is_known:
        return list(candidates)
    by_document: dict[str, list[Candidate]] = {}
    for one in candidates:
        by_document.setdefault(one.chunk.document_id, []).append(one)
    found = []
    for one in candidates:
        others = by_document[one.chunk.document_id]
        reason = (
            "" if one.chunk.recommendation_id or not one.fits else _reason(one, others, patient, asked, vocabularies)
        )
        if reason:
            verdict = one.applicability._replace(fit="does_not_apply", reasons=(reason,), off=_OFF)
            one = replace(one, applicability=verdict, order=one.order - _OFF)
        found.append(one)
    return found


def _reason(
    one: Candidate, others: Sequence[Candidate], patient: PatientFacts, asked: str, vocabularies: Vocabularies
) -> str:
    return (
        _beside_its_column(one, others, patient)
        or _under_its_rule(one, others, patient, vocabularies)
        or _in_another_dose(one, others, patient, vocabularies)
        or _for_children_apart(one, others, patient, vocabularies)
        or _of_another_section(one, others, patient, asked, vocabularies)
        or _in_the_place_of(one, others, vocabularies)
    )


def _drugs(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    return drugs_in(text, vocabularies) | members_in(text, vocabularies)


def _beside_its_column(one: Candidate, others: Sequence[Candidate], patient: PatientFacts) -> str:
    """Why the usual dose of a row is not for this patient: a column of the same row is for their value."""
    row = row_of(one.quoted[0])
    if row is None or limits_in(one.quoted[0]):
        return ""
    for other in others:
        special = row_of(other.quoted[0])
        if special and special.first == row.first and (met := held(other.quoted[0], patient).met):
            return f"{met[0]}: {other.quoted[0]}"
    return ""


def _under_its_rule(
    one: Candidate, others: Sequence[Candidate], patient: PatientFacts, vocabularies: Vocabularies
) -> str:
    """Why a dose is not for this patient: what recommends the drug or its class asks for values that they do not have."""
    text = " ".join(one.quoted)
    if limits_in(text) or not advises_drug(text, vocabularies):
        return ""
    drugs = _drugs(text, vocabularies)
    rules = [
        rule
        for other in others
        for rule in other.quoted
        if rule not in one.quoted
        and stance_of(rule) == "for"
        and limits_in(rule)
        and named_by(_drugs(rule, vocabularies), drugs, vocabularies)
    ]
    values = [held(rule, patient) for rule in rules]
    if not values or any(not value.unmet for value in values):
        return ""
    return f"{values[0].unmet[0]}; its guideline recommends it only so: {rules[0].rstrip('.')}"


def _in_another_dose(
    one: Candidate, others: Sequence[Candidate], patient: PatientFacts, vocabularies: Vocabularies
) -> str:
    """Why a dose is not this patient's: another passage changes it to a dose of its own for people like them."""
    text = " ".join(one.quoted)
    # "A 1 mg/kg twice daily; B is contraindicated": the dose is what one clause gives.
    parts = [part for part in text.split(";") if _gives_dose(part, vocabularies)] if not row_of(text) else []
    drugs = drugs_in(" ".join(parts), vocabularies)
    if _TO_A_DOSE.search(text) or len(drugs) != 1:
        return ""
    for other in others:
        if other.applicability.fit != "applies" or not other.fits or not other.applicability.met:
            continue
        beside = other is not one and other.chunk.heading == one.chunk.heading and not limits_in(text)
        changed = next(
            (told for told in other.quoted if _TO_A_DOSE.search(told) or (beside and _is_of_value(told, patient))), ""
        )
        # What a table is about does not make its row a change of the dose beside it.
        own = without_subject(changed)
        if changed and drugs == drugs_in(own, vocabularies) and _gives_dose(changed, vocabularies, row=True):
            return f"{OTHER_DOSE} for patients like this one: {changed.rstrip('.')}"
    return ""


def _gives_dose(text: str, vocabularies: Vocabularies, *, row: bool = False) -> bool:
    """Whether a text advises a dose: in words, or as a row of a table."""
    statement = read_statement(text, vocabularies)
    dosed = bool({amount.kind for amount in statement.amounts} & {"mass", "g/kg"})
    return dosed and (statement.stance == "for" or (row and statement.stance == "none"))


def _is_of_value(text: str, patient: PatientFacts) -> bool:
    """Whether a text is for values, and the patient's is one of them."""
    values = held(text, patient)
    return bool(limits_in(text) and values.met and not values.unmet)


def _for_children_apart(
    one: Candidate, others: Sequence[Candidate], patient: PatientFacts, vocabularies: Vocabularies
) -> str:
    """Why a dose that names no age is not for a child: the same guideline gives this drug's dose for children elsewhere."""
    oldest = patient.age_to if patient.age_to is not None else patient.age_from
    if oldest is None or oldest >= _ADULT or _ages(one) != (None, None) or not _is_dosed(one, vocabularies):
        return ""
    drugs = drugs_in(" ".join(one.quoted), vocabularies)
    for other in others:
        own = other.fits and _ages(other)[1] is not None and _is_dosed(other, vocabularies)
        if own and drugs & drugs_in(" ".join(other.quoted), vocabularies):
            return f"it names no age, and the same guideline gives doses for children apart: {other.chunk.place}"
    return ""


def _ages(one: Candidate) -> tuple[float | None, float | None]:
    """The ages that a passage names, in its words or above them."""
    row = row_of(one.quoted[0])
    told = (row.whom if row else " ".join(one.quoted), *reversed(one.chunk.heading))
    return next((ages for text in told if (ages := ages_of(text)) != (None, None)), (None, None))


def _is_dosed(one: Candidate, vocabularies: Vocabularies) -> bool:
    kinds = {amount.kind for text in one.quoted for amount in read_statement(text, vocabularies).amounts}
    return bool(kinds & {"mass", "g/kg"})


def _in_the_place_of(one: Candidate, others: Sequence[Candidate], vocabularies: Vocabularies) -> str:
    """Why what stands in for a drug ("if A is not tolerated") is not for this patient: A is for other people, and so is it."""
    text = " ".join(one.quoted)
    gone = frozenset(drug for found in WHERE_EXCLUDED.finditer(text) for drug in drugs_in(found.group(), vocabularies))
    first = [
        other
        for other in others
        if gone
        and stance_of(" ".join(other.quoted)) == "for"
        and gone & drugs_in(WHERE_EXCLUDED.sub(" ", " ".join(other.quoted)), vocabularies)
    ]
    if not first or not all(other.applicability.fit == "does_not_apply" for other in first):
        return ""
    reason = next((why for other in first for why in other.applicability.reasons if why.startswith(_FOR_OTHERS)), "")
    return f"it stands in for {min(gone)}; {reason}" if reason else ""


class _Section(NamedTuple):
    """A section for people with one condition: its heading, its words, and those of them that only narrow."""

    heading: str
    stems: frozenset[str]
    narrowing: frozenset[str]


def _of_another_section(
    one: Candidate, others: Sequence[Candidate], patient: PatientFacts, asked: str, vocabularies: Vocabularies
) -> str:
    """Why advice is not for this patient: its section is on a condition that they do not have, and another on one they have."""
    here = _section(one, vocabularies)
    if here is None or all(stance_of(text) == "against" for text in one.quoted):
        return ""
    every = {there.heading: there for other in others if (there := _section(other, vocabularies))}
    problems = (*patient.problems, *patient.procedures)
    if _had(here, every.values(), (asked, *problems), vocabularies):
        return ""
    own = next(filter(None, (_had(there, every.values(), problems, vocabularies) for there in every.values())), "")
    return f"it is for {here.heading}; the patient has {own}" if own else ""


def _section(one: Candidate, vocabularies: Vocabularies) -> _Section | None:
    """The condition that the nearest heading of a passage is; None where the heading is anything else, or that of all."""
    if len(one.chunk.heading) < _BELOW_TITLE:
        return None
    heading = _BESIDE_TOPIC.sub("", one.chunk.heading[-1]).strip()
    words = frozenset(stems(heading))
    named = frozenset(
        stem for name in read_statement(heading, vocabularies).named if not name.drug for stem in name.stems
    )
    narrowing = words - named
    return _Section(heading, words, narrowing) if named and narrowing <= _narrowing() else None


def _had(section: _Section, every: Iterable[_Section], told: Iterable[str], vocabularies: Vocabularies) -> str:
    """Which of what is told names the condition of a section: by its name, or by a word that no other section has."""
    others = frozenset(stem for one in every if one.heading != section.heading for stem in one.stems)
    for one in told:
        words = frozenset(stems(one))
        if words & (section.stems - others) or (words and words <= section.stems):
            return one
        # What a problem is a kind of is meant by a section on just that, not by one on another kind of it.
        if not section.narrowing and speaks_of(section.heading, one, vocabularies):
            return one
    return ""


@cache
def _narrowing() -> frozenset[str]:
    words = packaged_yaml("osler.guidelines", "sections.yml")["narrowing"]
    return frozenset(stem for word in words for stem in stems(str(word)))
