"""Negation of clinical findings in single sentences, against hand-made labels."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from osler.core.language import Assertion, Experiencer, Polarity, assert_mention
from osler.errors import DataError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, sample

_TEMPORALITY = {"recent", "historical", "not particular"}


class Item(NamedTuple):
    """A sentence, the finding in it, and what people said about the finding."""

    id: str
    sentence: str
    start: int
    end: int
    negated: bool
    temporality: str
    experiencer: str


class NegationSuite:
    """Whether a finding is negated, from the words around it."""

    name = "negation"
    summary = "negated or affirmed: precision, recall, f1 and accuracy for Negated"
    data_format = (
        "tab-separated latin-1: id, blank, concept, sentence with the concept in capitals, Negated or Affirmed, "
        "temporality (Recent, Historical, Not particular), experiencer (Patient, Family member, Other)"
    )
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure on `data`; the rules need no mind, so every mind gives the same figures."""
        items, skipped = read_items(required(self, data))
        items = sample(items, limit, lambda item: item.sentence)
        said = [assert_mention(item.sentence, item.start, item.end) for item in items]
        return SuiteRun(
            n=len(items),
            metrics={**_negation(items, said), **_other_axes(items, said)},
            parse_failures=skipped,
            notes=[f"{skipped} rows hold no sentence with their concept"] if skipped else [],
            items=[_judged(item, assertion) for item, assertion in zip(items, said, strict=True)],
        )


def read_items(data: Path) -> tuple[list[Item], int]:
    """The items of a file, and how many rows could not be used."""
    try:
        lines = data.read_text(encoding="latin-1").splitlines()
    except OSError as error:
        raise DataError(
            f"the negation data cannot be read: {error.strerror}", mend="give the path of the file"
        ) from error
    items, skipped = [], 0
    for line in lines:
        cells = line.split("\t")
        item = _item(cells) if len(cells) >= 5 else None
        if item:
            items.append(item)
        elif line.strip():
            skipped += 1
    if not items:
        raise DataError("the file holds no negation items", mend=f"the format is {NegationSuite.data_format}")
    return items, skipped


def _item(cells: list[str]) -> Item | None:
    concept, sentence, label = cells[2].strip(), cells[3], cells[4].strip().lower()
    place = _place(concept, sentence)
    if place is None or label not in {"negated", "affirmed"}:
        return None
    temporality, experiencer = ([*cells[5:7], "", ""])[:2]
    return Item(
        cells[0].strip(), sentence, *place, label == "negated", temporality.strip().lower(), experiencer.strip().lower()
    )


def _place(concept: str, sentence: str) -> tuple[int, int] | None:
    """Where the concept is, in capitals if it can be; of a concept longer than the sentence, the part that is there."""
    words = [re.escape(word) for word in concept.split()]
    for count in range(len(words), 0, -1):
        for part in (words[:count], words[len(words) - count :]):
            pattern = r"(?<!\w)" + r"\s+".join(part) + r"(?![\w'])"
            found = list(re.finditer(pattern, sentence, re.IGNORECASE))
            if found:
                best = next((match for match in found if match.group().isupper()), found[0])
                return best.start(), best.end()
    return None


def _negation(items: list[Item], said: list[Assertion]) -> dict[str, float | int]:
    pairs = [(item.negated, _not_there(assertion)) for item, assertion in zip(items, said, strict=True)]
    hits = sum(gold and found for gold, found in pairs)
    precision = _share(hits, sum(found for _, found in pairs))
    recall = _share(hits, sum(gold for gold, _ in pairs))
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / (precision + recall) if hits else 0.0,
        "accuracy": _share(sum(gold == found for gold, found in pairs), len(pairs)),
        "negated_items": sum(gold for gold, _ in pairs),
    }


def _not_there(assertion: Assertion) -> bool:
    """Negated as the labels mean it: not there at the time of the note, so also what has resolved."""
    return assertion.negated or assertion.resolved


def _judged(item: Item, assertion: Assertion) -> ItemResult:
    found = _not_there(assertion)
    return ItemResult(id=item.id, score=float(found == item.negated), gold=item.negated, predicted=found)


def _other_axes(items: list[Item], said: list[Assertion]) -> dict[str, float]:
    metrics = {}
    temporal = [
        (i.temporality, _temporality(a)) for i, a in zip(items, said, strict=True) if i.temporality in _TEMPORALITY
    ]
    if temporal:
        metrics["temporality_accuracy"] = _share(sum(gold == found for gold, found in temporal), len(temporal))
    people = [(i.experiencer, _experiencer(a)) for i, a in zip(items, said, strict=True) if i.experiencer]
    if people:
        metrics["experiencer_accuracy"] = _share(sum(gold == found for gold, found in people), len(people))
    return metrics


def _temporality(assertion: Assertion) -> str:
    if assertion.polarity is Polarity.HYPOTHETICAL:
        return "not particular"
    return "historical" if assertion.historical else "recent"


def _experiencer(assertion: Assertion) -> str:
    return {Experiencer.FAMILY: "family member", Experiencer.OTHER: "other"}.get(assertion.experiencer, "patient")


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


SUITE = NegationSuite()
