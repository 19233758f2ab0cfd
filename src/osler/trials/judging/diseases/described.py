"""A disease that a note describes and does not name: by a finding that is seen only in it, or by a value that defines it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from osler.core.criteria import Bound, Comparator, Finding, MeasuredValue, Proof, TruthValue, ValueTest, evaluate
from osler.core.evidence import Evidence
from osler.core.language import Experiencer, Polarity, assert_mention
from osler.needed_words import may_match, searchable
from osler.trials.judging.findings import facts_about, lineage_of, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.view import PatientView
from osler.yaml_reader import packaged_yaml

_EARLIER = re.compile(
    r"\b(?:last (?:year|month|winter|spring|summer|autumn|fall)|previous(?:ly)?|(?:months?|years?) ago|at that time|in (?:19|20)\d\d)\b",
    re.IGNORECASE,
)


class Description(NamedTuple):
    """A disease and what it is diagnosed by."""

    disease: str
    told: re.Pattern[str] | None
    beside: tuple[re.Pattern[str], ...]
    value: MeasuredValue | None
    from_age: float
    acute: bool
    """Whether what is told of an earlier time is over."""


def by_description(atom: Finding, view: PatientView) -> Proof | None:
    """The proof of a disease by what it is diagnosed by; None where the record denies it, or a time is asked for."""
    if any(window.kind not in ("ever", "current", "at") for window in atom.windows):
        return None
    asked = named(atom.name, view.vocabularies)
    if not asked.whole or len(asked.parts) > 1 or facts_about(atom, view).absent:
        return None
    for one in descriptions():
        disease = named(one.disease, view.vocabularies).concepts
        if not asked.concepts & lineage_of(disease, view.vocabularies) or (view.age or 0) < one.from_age:
            continue
        if evidence := list(dict.fromkeys(_described(one, view))):
            return proof_of(TruthValue.MET, atom, f"{one.disease}: the note describes it without its name", evidence)
    return None


def _described(one: Description, view: PatientView) -> Iterator[Evidence]:
    """Where the record tells what a disease is diagnosed by; nowhere, where a part of it is wanting."""
    if one.value is not None:
        proof = evaluate(one.value, view.indexed, on=view.on)
        yield from proof.evidence if proof.truth is TruthValue.MET else ()
        return
    told = [list(_stated(words, view, acute=one.acute)) for words in (one.told, *one.beside) if words is not None]
    if told and all(told):
        yield from (item for part in told for item in part[:1])


def _stated(words: re.Pattern[str], view: PatientView, *, acute: bool) -> Iterator[Evidence]:
    """The sentences that state words of the patient, of what is acute those of now."""
    for sentence in view.sentences:
        if acute and _EARLIER.search(sentence.text):
            continue
        if not may_match(words, searchable(sentence.text)):
            continue
        for found in words.finditer(sentence.text):
            said = assert_mention(sentence.text, *found.span())
            if said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT:
                yield sentence.span
                break


@cache
def descriptions() -> tuple[Description, ...]:
    """The table."""
    rows: list[dict[str, Any]] = packaged_yaml("osler.trials.judging.diseases", "described.yml")
    return tuple(
        Description(
            row["disease"],
            _words(row.get("told")),
            tuple(re.compile(words, re.IGNORECASE) for words in _listed(row.get("with", ()))),
            _value(row["value"]) if "value" in row else None,
            row.get("from_age", 0),
            row.get("acute", False),
        )
        for row in rows
    )


def _listed(written: str | list[str]) -> list[str]:
    return [written] if isinstance(written, str) else list(written)


def _words(written: str | None) -> re.Pattern[str] | None:
    return re.compile(written, re.IGNORECASE) if written else None


def _value(row: dict[str, Any]) -> MeasuredValue:
    comparator = Comparator.GE if "at_least" in row else Comparator.LE
    bound = Bound(comparator=comparator, value=row.get("at_least", row.get("at_most")), unit=row.get("unit", ""))
    return MeasuredValue(name=row["name"], test=ValueTest(bounds=(bound,)))
