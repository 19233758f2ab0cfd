"""Smoking: whether the patient smokes, smoked or never did, and how much, as observations of the social history."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from osler.core.language import AnalysedText, Experiencer, Polarity
from osler.core.patient.types import Coding, Document, Observation, PatientRecord, Quantity
from osler.core.terminology import measure
from osler.first_letters import each_match
from osler.yaml_reader import packaged_yaml

_CATEGORY = "social-history"
_PACK_YEARS = "LAB:pack_years"
_NEAR = 24


@cache
def _rules() -> dict[str, Any]:
    loaded: dict[str, Any] = packaged_yaml(__package__, "smoking.yml")
    return loaded


@cache
def _answers() -> tuple[tuple[Coding, bool, re.Pattern[str]], ...]:
    """The answers, each with whether negations say it, and its words."""
    return tuple(
        (
            Coding(**row["coding"]),
            row.get("denial", False),
            re.compile(rf"(?<![\w-])(?:{'|'.join(row['says'])})(?!\w)", re.IGNORECASE),
        )
        for row in _rules()["answers"]
    )


@cache
def _pack_years() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.]){_rules()['pack_years']}(?!\w)", re.IGNORECASE)


def add_smoking(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add the smoking status that the note states of the patient, and the pack years; the first statement stands."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    stated = [
        (match.start(), match.end(), coding)
        for coding, is_denial, pattern in _answers()
        for match in each_match(pattern, analysed.text)
        if _of_patient(analysed, match, is_denial=is_denial)
    ]
    stated += _bare_amounts(analysed)
    # The longest words at a place say most: "former smoker" is no "smoker".
    stated = [one for one in stated if not any(_holds(other, one) for other in stated)]
    if stated:
        start, end, answer = min(stated, key=lambda one: one[0])
        status = _observation(record, document, [Coding(**_rules()["code"])], (start, end))
        status.value_codings = [answer]
        status.value_text = answer.display
    amount = next((match for match in each_match(_pack_years(), analysed.text) if _of_patient(analysed, match)), None)
    known = any(observation.has_code(_PACK_YEARS) for observation in record.observations)
    row = measure(_PACK_YEARS)
    if amount is not None and row is not None and not known:
        codings = [Coding.of(_PACK_YEARS, row.name), *(Coding(system="LOINC", code=code) for code in row.loinc)]
        smoked = _observation(record, document, codings, amount.span())
        smoked.quantity = Quantity(value=float(amount["value"]), ucum=row.unit)


@cache
def _bare() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A number a day that counts cigarettes, and the words beside which it counts something else."""
    table = _rules()
    other = re.compile(rf"(?<![\w-])(?:{table['not_of_cigarettes']})(?!\w)", re.IGNORECASE)
    return re.compile(table["bare_amount"], re.IGNORECASE), other


def _bare_amounts(analysed: AnalysedText) -> list[tuple[int, int, Coding]]:
    """Where a number a day stands alone, with no medicine and nothing else that is counted near it."""
    amount, other = _bare()
    smoker = _answers()[-1][0]
    return [
        (*match.span(), smoker)
        for match in each_match(amount, analysed.text)
        if not other.search(analysed.text, max(0, match.start() - _NEAR), match.end() + _NEAR)
        and not analysed.medications_between(match.start() - _NEAR, match.start())
        and _of_patient(analysed, match)
    ]


def _of_patient(analysed: AnalysedText, match: re.Match[str], *, is_denial: bool = False) -> bool:
    said = analysed.assertion_at(*match.span())
    meant = (Polarity.PRESENT, Polarity.NEGATED) if is_denial else (Polarity.PRESENT,)
    return said.experiencer is Experiencer.PATIENT and said.polarity in meant


def _holds(other: tuple[int, int, Coding], one: tuple[int, int, Coding]) -> bool:
    return other[0] <= one[0] and one[1] <= other[1] and other[1] - other[0] > one[1] - one[0]


def _observation(
    record: PatientRecord, document: Document, codings: list[Coding], place: tuple[int, int]
) -> Observation:
    observation = Observation(
        id=f"observation-{len(record.observations) + 1}",
        codings=codings,
        text=codings[0].display,
        category=_CATEGORY,
        evidence=[document.span(*place)],
    )
    record.observations.append(observation)
    return observation
