"""Whether a patient meets a criterion, against verdicts that people gave: facts and criteria compared as concepts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from osler.core.criteria import evaluate, parse_criterion
from osler.core.patient import PatientRecord, Presence, Status
from osler.core.patient.types import (
    Allergy,
    ClinicalTime,
    Condition,
    Demographics,
    Fact,
    Medication,
    Observation,
    Procedure,
    Quantity,
    Sex,
)
from osler.errors import DataError, UsageError
from osler.evals.framework import SuiteRun
from osler.evals.items import ItemResult, sample

_DAY = date(2024, 6, 1)
_FACT = re.compile(
    r"(?:(?P<how>no|possible|ended) )?(?P<kind>condition|medication|procedure|allergy|lab): (?P<what>.*?)(?: @(?P<when>\S+))?"
)
_RESULT = re.compile(r"(?P<name>.*?) (?P<value>-?\d+(?:\.\d+)?)(?: (?P<unit>\S+))?")
_VERDICTS = ("MET", "NOT_MET", "UNKNOWN", "NOT_APPLICABLE")


class Triple(NamedTuple):
    """A criterion, a patient in a few facts, and the verdict."""

    verdict: str
    criterion: str
    facts: str


class CriteriaCheckSuite:
    """One criterion against one patient."""

    name = "criteria-check"
    summary = "verdicts of single criteria over given facts: accuracy, by verdict, and decided wrongly"
    data_format = (
        "tab-separated: MET, NOT_MET, UNKNOWN or NOT_APPLICABLE; criterion; facts separated by ';' such as `condition: Gout`, "
        "`no condition: Stroke`, `possible condition: Gout`, `ended condition: Stroke @2012`, `medication: Warfarin`, "
        "`procedure: Appendectomy @1951`, `allergy: Penicillin` (or none), `lab: Creatinine 1.1 mg/dL @2024-05-20`, `age=12`, "
        "`sex=male`; the patient is a woman of 54 judged on 2024-06-01; without --data the set that comes with Osler"
    )
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Evaluate every criterion; it is computed, so every mind gives the same verdicts."""
        if mind != "offline":
            raise UsageError(f"suite {self.name!r} measures the evaluator", mend="leave --mind at offline")
        triples = sample(read_triples(data), limit, lambda triple: f"{triple.criterion}|{triple.facts}")
        items = [_judged(number, triple) for number, triple in enumerate(triples)]
        return SuiteRun(n=len(items), metrics=_metrics(items), items=items)


SUITE = CriteriaCheckSuite()


def read_triples(data: Path | None) -> list[Triple]:
    """The triples of a file, or those that come with Osler."""
    try:
        source = data or files("osler.evals").joinpath("sets", "criteria_check.tsv")
        lines = source.read_text(encoding="utf-8").splitlines()
    except OSError:
        raise DataError(f"{data} cannot be read", mend=f"the format is {CriteriaCheckSuite.data_format}") from None
    triples = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) not in (2, 3) or cells[0] not in _VERDICTS:
            raise DataError(f"line {number} is no triple", mend=f"the format is {CriteriaCheckSuite.data_format}")
        triples.append(Triple(cells[0], cells[1], cells[2] if len(cells) == 3 else ""))
    return triples


def patient_of(facts: str) -> PatientRecord:
    """The patient that a line describes."""
    given: dict[str, Any] = {"conditions": [], "medications": [], "procedures": [], "allergies": [], "observations": []}
    age, sex = 54, Sex.FEMALE
    for number, part in enumerate(filter(None, map(str.strip, facts.split(";")))):
        if part.startswith("age="):
            age = int(part[4:])
        elif part.startswith("sex="):
            sex = Sex(part[4:])
        elif match := _FACT.fullmatch(part):
            kind, fact = _fact(f"f{number}", match)
            given[kind].append(fact)
        else:
            raise DataError(f"{part!r} is no fact", mend=f"the format is {CriteriaCheckSuite.data_format}")
    born = _DAY.replace(year=_DAY.year - age, month=1)
    return PatientRecord(
        id="p", as_of=_DAY.isoformat(), demographics=Demographics(sex=sex, birth_date=born.isoformat()), **given
    )


def _fact(fact_id: str, match: re.Match[str]) -> tuple[str, Fact]:
    time = ClinicalTime.on(match["when"]) if match["when"] else None
    presence = {"no": Presence.ABSENT, "possible": Presence.POSSIBLE}.get(match["how"], Presence.PRESENT)
    text = match["what"]
    if match["kind"] == "lab":
        result = _RESULT.fullmatch(text)
        if result is None:
            raise DataError(f"{text!r} is no result", mend="write a name, a number and a unit")
        quantity = Quantity(value=float(result["value"]), unit=result["unit"])
        return "observations", Observation(id=fact_id, text=result["name"], quantity=quantity, time=time)
    if match["kind"] == "allergy":
        if text == "none":
            return "allergies", Allergy(id=fact_id, presence=Presence.ABSENT)
        return "allergies", Allergy(id=fact_id, text=text, presence=presence, status=Status.ACTIVE)
    if match["kind"] == "medication":
        return "medications", Medication(id=fact_id, text=text, presence=presence, status=Status.ACTIVE, time=time)
    if match["kind"] == "procedure":
        return "procedures", Procedure(id=fact_id, text=text, presence=presence, time=time)
    status = Status.RESOLVED if match["how"] == "ended" else Status.ACTIVE
    return "conditions", Condition(id=fact_id, text=text, presence=presence, status=status, time=time)


def _judged(number: int, triple: Triple) -> ItemResult:
    found = evaluate(parse_criterion(triple.criterion), patient_of(triple.facts), on=_DAY).truth.value
    name = f"{number}: {triple.criterion} | {triple.facts}"
    return ItemResult(
        id=name, score=float(found == triple.verdict), gold=triple.verdict, predicted=found, group=triple.verdict
    )


def _metrics(items: list[ItemResult]) -> dict[str, Any]:
    by_verdict = {verdict: [item.score for item in items if item.gold == verdict] for verdict in _VERDICTS}
    wrongly = [item for item in items if item.score < 1 and item.predicted != "UNKNOWN"]
    return {
        "accuracy": sum(item.score for item in items) / len(items) if items else 0.0,
        "decided_wrongly": len(wrongly),
        "by_verdict": {name: sum(scores) / len(scores) for name, scores in by_verdict.items() if scores},
    }
