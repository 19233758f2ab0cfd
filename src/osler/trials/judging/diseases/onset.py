"""At which age a disease began: "onset before the age of 50", by the time of the fact or by the sentence that tells it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.evidence import Span
from osler.core.patient.types import Fact, latest_day
from osler.trials.judging.findings import named
from osler.trials.judging.proofs import HOLDS, proof_of
from osler.trials.judging.view import KnownFact, PatientView
from osler.trials.judging.windows import DAYS
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.trials.judging.diseases", "said_of_diseases.yml")
_SIGNS = {
    "before": "<", "prior to": "<", "younger than": "<", "less than": "<", "under": "<", "below": "<", "<": "<",
    "after": ">", "older than": ">", "over": ">", "above": ">", "more than": ">", ">": ">",
    ">=": ">=", "≥": ">=", "at least": ">=", "at or after": ">=", "<=": "<=", "≤": "<=", "at or before": "<=",
}  # fmt: skip
_YEARS = re.compile(r"P(\d+)Y")


class Asked(NamedTuple):
    """A disease, and how the age at which it began is compared."""

    disease: str
    sign: str
    years: float


def as_onset(line: str) -> Finding | None:
    """One atom for a line that asks at which age a disease began, which the age of today does not answer."""
    asked = _asked(line)
    return Finding(name=" ".join(line.split()).strip(" .;")) if asked is not None else None


def _asked(text: str) -> Asked | None:
    words = " ".join(text.casefold().split()).strip(" .;")
    if (found := _TABLE.pattern("onset", "at_age").match(words)) is not None and found["what"]:
        behind = found["behind"] or ""
        sign = _SIGNS.get(found["sign"] or "", "")
        if not sign:
            sign = ">=" if re.search("older|more|above|over", behind) else "<=" if behind else ""
        return Asked(found["what"], sign, float(found["years"])) if sign else None
    found = _TABLE.pattern("onset", "asked").match(words)
    return Asked(found["first"] or found["then"], _SIGNS[found["sign"]], float(found["years"])) if found else None


def by_onset(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by the ages at which the disease, or a kind of it, is told to have begun."""
    asked = _asked(atom.name)
    if asked is None:
        return None
    concepts = named(asked.disease, view.vocabularies).concepts
    for fact in view.facts:
        if not fact.present or fact.kind != "condition" or not fact.lineage & concepts:
            continue
        for low, high in _ages(fact, view):
            truths = {HOLDS[asked.sign](low, asked.years), HOLDS[asked.sign](high, asked.years)}
            if len(truths) == 1:
                truth = TruthValue.MET if truths.pop() else TruthValue.NOT_MET
                return proof_of(truth, atom, f"{fact.label}: it began at the age of {low:.0f}", fact.evidence)
    return None


def _ages(fact: KnownFact, view: PatientView) -> Iterator[tuple[float, float]]:
    """Between which ages a fact is told to have begun."""
    for sentence in view.sentences:
        if sentence.number in view.numbers_of(fact.evidence):
            for item in fact.evidence:
                behind = sentence.text[item.end - sentence.start :].casefold() if isinstance(item, Span) else ""
                if (told := _TABLE.pattern("onset", "told").search(re.split("[.;]", behind)[0])) is not None:
                    yield float(told["years"]), float(told["years"])
    for one in _recorded(fact, view):
        point = (one.time.at or one.time.start) if one.time else None
        if point is not None and point.age and (years := _YEARS.match(point.age)) is not None:
            yield float(years[1]), float(years[1])
        first, day = one.time.earliest() if one.time else None, view.day
        last = latest_day(point.date) if point is not None and point.date else None
        if first is not None and last is not None and day is not None and view.age is not None:
            yield (
                view.age - (day - first).days / DAYS["years"] - 1,
                view.age - (day - last).days / DAYS["years"] + 1,
            )


def _recorded(fact: KnownFact, view: PatientView) -> Iterator[Fact]:
    record = view.record
    return (
        one
        for one in (*record.conditions, *record.phenotypes, *record.cancers)
        if set(one.evidence) & set(fact.evidence)
    )
