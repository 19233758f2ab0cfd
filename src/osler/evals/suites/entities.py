"""Which entities a mind finds in eligibility criteria, against brat annotations with Chia's types."""

from __future__ import annotations

import asyncio
import hashlib
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from osler.config import Settings, load_settings, mind_flags
from osler.core.agents import Runner
from osler.core.criteria import CriterionKind, split
from osler.core.runs import Usage
from osler.core.terminology import SemanticType, bundled_vocabularies, vocabulary
from osler.errors import DataError, UsageError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, sample
from osler.grounding import CriterionText, ExtractedEntityAction
from osler.grounding.steps import ExtractInput, entity_type, extract_step

DATA_FORMAT = """\
A zip (or a folder) of brat files: NAME.txt with one eligibility text and NAME.ann beside it; of the annotations the lines
T1<TAB>Type start end[;start end]<TAB>text are read. Types: Condition, Drug (Medication), Procedure, Measurement (Lab_Value),
Person (Demographic); all other types are left out. An entity in several pieces counts from the first to the last. Strict:
the same type and the same span. Relaxed: the same type and an overlapping span. Each gold entity is found at most once."""

TYPES: dict[str, SemanticType] = {
    "Condition": SemanticType.CONDITION,
    "Drug": SemanticType.MEDICATION,
    "Procedure": SemanticType.PROCEDURE,
    "Measurement": SemanticType.LAB_VALUE,
    "Person": SemanticType.DEMOGRAPHIC,
}
"""Chia's types in ours; what else it annotates (values, times, negations, observations, devices) is no entity here."""

# Chia has no type for molecular markers and annotates them as measurements.
_SCORED_AS = {SemanticType.BIOMARKER: SemanticType.LAB_VALUE, SemanticType.PHENOTYPE: SemanticType.CONDITION}
_MODEL_BATCH = 5
_OFFLINE_BATCH = 100


class Entity(NamedTuple):
    """A typed stretch of a text."""

    start: int
    end: int
    type: SemanticType


class Document(NamedTuple):
    """An eligibility text with its annotated entities."""

    name: str
    kind: CriterionKind
    text: str
    gold: list[Entity]


class Reading(NamedTuple):
    """What a mind found, and what that cost."""

    found: dict[str, list[Entity]]
    criteria: int
    failures: int
    cost_usd: float | None
    seconds: float


class _Answer(NamedTuple):
    entities: list[ExtractedEntityAction]
    usage: Usage
    failures: int
    """Criteria about which no reply could be read."""


class EntitiesSuite:
    """The suite."""

    name = "entities"
    summary = "Entities of eligibility criteria: strict and relaxed F1, overall and by type"
    data_format = DATA_FORMAT
    options: Mapping[str, str] = {"half": "a or b: only the trials whose name hashes to that half"}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Let a mind extract from every text and compare; an item is a criterion."""
        documents = sample(
            list(read_documents(required(self, data), options.get("half"))), limit, lambda document: document.name
        )
        flags = mind_flags(mind)
        vocabulary().find("warm up")
        reading = asyncio.run(read(documents, load_settings(flags=flags), mind))
        found = [(document.gold, reading.found.get(document.name, [])) for document in documents]
        return SuiteRun(
            n=reading.criteria,
            metrics={**score(found), "documents": len(documents)},
            parse_failures=reading.failures,
            cost_usd=reading.cost_usd,
            versions={"vocabularies": vocabulary().version},
            seconds=reading.seconds,
            items=[
                ItemResult(id=document.name, score=score([pair])["relaxed_f1"])
                for document, pair in zip(documents, found, strict=True)
            ],
        )


SUITE = EntitiesSuite()


def read_documents(data: Path, half: str | None = None) -> Iterator[Document]:
    """Every annotated text, in the order of the names."""
    if half not in (None, "a", "b"):
        raise UsageError(f"half is {half!r}", mend="give --half a or --half b")
    files = _files(data)
    names = sorted(name[:-4] for name in files if name.endswith(".txt") and f"{name[:-4]}.ann" in files)
    if not names:
        raise DataError(f"{data} holds no pair of .txt and .ann files", mend="give brat .txt and .ann files")
    for name in names:
        if half is None or half == _half(name):
            text = files[f"{name}.txt"].decode("utf-8", errors="replace")
            kind: CriterionKind = "exclusion" if name.endswith("_exc") else "inclusion"
            yield Document(name, kind, text, gold_entities(files[f"{name}.ann"].decode("utf-8", errors="replace")))


def _files(data: Path) -> dict[str, bytes]:
    if data.is_dir():
        return {path.name: path.read_bytes() for path in sorted(data.iterdir()) if path.suffix in (".txt", ".ann")}
    if zipfile.is_zipfile(data):
        with zipfile.ZipFile(data) as archive:
            return {Path(name).name: archive.read(name) for name in archive.namelist() if "." in name}
    raise DataError(f"{data} is neither a folder nor a zip file", mend="give brat .txt and .ann files")


def _half(name: str) -> str:
    trial = name.split("_")[0].encode()
    return "ab"[int(hashlib.sha256(trial).hexdigest(), 16) % 2]


def gold_entities(annotations: str) -> list[Entity]:
    """The entities of a brat file whose types are scored."""
    found = []
    for line in annotations.splitlines():
        fields = line.split("\t")
        if not line.startswith("T") or len(fields) < 2:
            continue
        kind, _, places = fields[1].partition(" ")
        if kind in TYPES:
            edges = [int(edge) for piece in places.split(";") for edge in piece.split()]
            found.append(Entity(min(edges), max(edges), TYPES[kind]))
    return found


async def read(documents: Sequence[Document], settings: Settings, mind: str) -> Reading:
    """What a mind finds in every criterion of the documents, in offsets of the documents."""
    texts: list[CriterionText] = []
    places: dict[str, tuple[str, int]] = {}
    for document in documents:
        for number, raw in enumerate(split(document.text, kind=document.kind).criteria):
            name = f"{document.name}/{number}"
            places[name] = (document.name, raw.start)
            texts.append(CriterionText(id=name, text=document.text[raw.start : raw.end], criteria_type=raw.kind))
    started = time.perf_counter()
    size = _OFFLINE_BATCH if mind == "offline" else _MODEL_BATCH
    batches = [texts[first : first + size] for first in range(0, len(texts), size)]
    async with Runner(settings) as runner:
        answers = await asyncio.gather(*(_extracted(runner, batch) for batch in batches))
    found: dict[str, list[Entity]] = {}
    for entity in (entity for answer in answers for entity in answer.entities):
        kind = entity_type(entity.entity_type)
        if kind is not None:
            name, offset = places[entity.criterion_id]
            span = (entity.span_start + offset, entity.span_end + offset)
            found.setdefault(name, []).append(Entity(*span, _SCORED_AS.get(kind, kind)))
    usage = sum((answer.usage for answer in answers), Usage())
    failures = sum(answer.failures for answer in answers)
    return Reading(found, len(texts), failures, usage.cost_usd, time.perf_counter() - started)


async def _extracted(runner: Runner, batch: list[CriterionText]) -> _Answer:
    """The entities of a batch; where no reply can be read, each criterion is asked about alone."""
    outcome = await runner.run(extract_step(bundled_vocabularies()), ExtractInput(criteria=batch))
    if outcome.status == "unavailable":
        outcome.unwrap()
    if outcome.output is not None:
        return _Answer(outcome.output.entities, outcome.usage, 0)
    if len(batch) == 1:
        return _Answer([], outcome.usage, 1)
    alone = await asyncio.gather(*(_extracted(runner, [text]) for text in batch))
    entities = [entity for answer in alone for entity in answer.entities]
    usage = sum((answer.usage for answer in alone), outcome.usage)
    return _Answer(entities, usage, sum(answer.failures for answer in alone))


def score(pairs: Sequence[tuple[list[Entity], list[Entity]]]) -> dict[str, Any]:
    """F1, precision and recall over (gold, found) of every document, overall and by type."""
    strict: Counter[SemanticType] = Counter()
    relaxed: Counter[SemanticType] = Counter()
    gold: Counter[SemanticType] = Counter()
    offered: Counter[SemanticType] = Counter()
    for wanted, found in pairs:
        gold.update(entity.type for entity in wanted)
        offered.update(entity.type for entity in found)
        same, overlapping = _matched(wanted, found)
        strict.update(entity.type for entity in same)
        relaxed.update(entity.type for entity in same + overlapping)
    metrics: dict[str, Any] = {}
    for name, matched in (("strict", strict), ("relaxed", relaxed)):
        metrics |= _measures(name, matched.total(), offered.total(), gold.total())
    metrics["by_type"] = {
        kind.value: {
            **_measures("strict", strict[kind], offered[kind], gold[kind]),
            **_measures("relaxed", relaxed[kind], offered[kind], gold[kind]),
            "gold": gold[kind],
            "found": offered[kind],
        }
        for kind in TYPES.values()
    }
    return metrics


def _matched(gold: list[Entity], found: list[Entity]) -> tuple[list[Entity], list[Entity]]:
    """Gold entities found exactly, and those of the rest that an entity of the rest overlaps; each used once."""
    open_gold, open_found = list(gold), []
    same = []
    for entity in found:
        if entity in open_gold:
            open_gold.remove(entity)
            same.append(entity)
        else:
            open_found.append(entity)
    overlapping = []
    for entity in open_found:
        match = next(
            (g for g in open_gold if g.type is entity.type and entity.start < g.end and g.start < entity.end), None
        )
        if match is not None:
            open_gold.remove(match)
            overlapping.append(match)
    return same, overlapping


def _measures(name: str, matched: int, offered: int, gold: int) -> dict[str, float]:
    precision = matched / offered if offered else 0.0
    recall = matched / gold if gold else 0.0
    f1 = 2 * matched / (offered + gold) if matched else 0.0
    return {
        f"{name}_f1": round(f1, 4),
        f"{name}_precision": round(precision, 4),
        f"{name}_recall": round(recall, 4),
    }
