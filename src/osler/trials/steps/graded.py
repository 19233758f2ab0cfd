"""Diseases that a record does not name and grades: a class of the New York Heart Association is one of heart failure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from osler.core.patient import PatientRecord, Presence
from osler.core.terminology import Vocabularies
from osler.trials.kinship import akin, conditions_called
from osler.trials.types import KeyFact
from osler.yaml_reader import packaged_yaml


class _Scale(NamedTuple):
    says: re.Pattern[str]
    least: float
    disease: str


def graded_diseases(record: PatientRecord, named: list[KeyFact], vocabularies: Vocabularies) -> Iterator[KeyFact]:
    """The diseases whose grades a record holds, each with the grade as its evidence, where it names none akin to them."""
    ours = [code for fact in named for code in fact.codes]
    for scale in _scales():
        codes = list(conditions_called(scale.disease, vocabularies))
        if any(akin(one, other, vocabularies) for one in codes for other in ours):
            continue
        for observation in record.observations:
            value = observation.quantity.value if observation.quantity else None
            if (
                observation.presence is Presence.PRESENT
                and not observation.is_withdrawn
                and scale.says.search(observation.label)
                and value is not None
                and value >= scale.least
            ):
                told = f"likely, by {observation.label} {value:g}"
                yield KeyFact(name=scale.disease, codes=codes, value=told, evidence=list(observation.evidence))
                break


@cache
def _scales() -> tuple[_Scale, ...]:
    rows = packaged_yaml("osler.trials.steps", "graded.yml")
    return tuple(_Scale(re.compile(row["says"], re.IGNORECASE), float(row["from"]), row["disease"]) for row in rows)
