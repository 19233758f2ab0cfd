"""How well criterion trees carry the negation, value, temporal and and/or relations that people annotated."""

from __future__ import annotations

import re
import time
import zipfile
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

from osler.core.criteria import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    CriterionKind,
    Except,
    Expression,
    Finding,
    Not,
    SexIs,
    atoms,
    parse_criterion,
    split,
)
from osler.core.evidence import Span
from osler.errors import DataError, UsageError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, sample

DATA_FORMAT = """\
A zip (or a folder) of brat files: NAME.txt with one eligibility text and NAME.ann beside it. A name that ends in _exc
holds exclusion criteria, any other name inclusion criteria. Of the annotations these lines are read:
  T1<TAB>Type start end[;start end]<TAB>text     an entity; a stretch may be in several pieces
  R1<TAB>Has_negation Arg1:T1 Arg2:T2            also Has_value, Has_temporal, AND, OR
  *<TAB>OR T1 T2 T3                              a group: every pair of its members is one OR relation
A predicted relation is right when both of its arguments overlap those of a gold relation of the same type; each gold
relation counts once."""

_TYPES = {"Has_negation": "negation", "Has_value": "value", "Has_temporal": "temporal", "AND": "and", "OR": "or"}
_UNORDERED = frozenset({"and", "or"})
_ARGUMENTS = re.compile(r"(\S+) Arg1:(\S+) Arg2:(\S+)")

Pieces = tuple[tuple[int, int], ...]


class Relation(NamedTuple):
    """A relation between two stretches of a text."""

    type: str
    first: Pieces
    second: Pieces


class Document(NamedTuple):
    """An eligibility text with its annotated relations."""

    name: str
    kind: CriterionKind
    text: str
    relations: list[Relation]


def read_documents(data: Path) -> Iterator[Document]:
    """Every annotated text, in the order of the names."""
    if data.is_dir():
        files = {path.name: path.read_bytes() for path in sorted(data.iterdir()) if path.suffix in (".txt", ".ann")}
    elif zipfile.is_zipfile(data):
        with zipfile.ZipFile(data) as archive:
            files = {Path(name).name: archive.read(name) for name in sorted(archive.namelist()) if "." in name}
    else:
        raise DataError(f"{data} is neither a folder nor a zip file", mend="give brat .txt and .ann files")
    texts = [name for name in files if name.endswith(".txt") and f"{name[:-4]}.ann" in files]
    if not texts:
        raise DataError(f"{data} holds no pair of .txt and .ann files", mend="give brat .txt and .ann files")
    for name in sorted(texts):
        text = files[name].decode("utf-8", errors="replace")
        annotations = files[f"{name[:-4]}.ann"].decode("utf-8", errors="replace")
        kind: CriterionKind = "exclusion" if name[:-4].endswith("_exc") else "inclusion"
        yield Document(name[:-4], kind, text, gold_relations(annotations))


def gold_relations(annotations: str) -> list[Relation]:
    """The relations of a brat file whose types are scored."""
    entities: dict[str, Pieces] = {}
    pairs: list[tuple[str, str, str]] = []
    for line in annotations.splitlines():
        fields = line.split("\t")
        if line.startswith("T") and len(fields) > 1:
            _, _, places = fields[1].partition(" ")
            pieces = [tuple(map(int, piece.split())) for piece in places.split(";")]
            entities[fields[0]] = tuple((piece[0], piece[1]) for piece in pieces if len(piece) == 2)
        elif line.startswith("R") and len(fields) > 1 and (found := _ARGUMENTS.match(fields[1])):
            pairs.append((found[1], found[2], found[3]))
        elif line.startswith("*") and len(fields) > 1:
            relation, *members = fields[1].split()
            pairs += [(relation, first, second) for first, second in combinations(members, 2)]
    return [
        Relation(_TYPES[relation], entities[first], entities[second])
        for relation, first, second in pairs
        if relation in _TYPES and first in entities and second in entities
    ]


def predicted_relations(document: Document) -> list[Relation]:
    """The relations that the trees of a text's criteria carry, in offsets of the text."""
    found: list[Relation] = []
    for raw in split(document.text, kind=document.kind).criteria:
        tree = parse_criterion(document.text[raw.start : raw.end], kind=raw.kind)
        for relation, first, second in project(tree):
            found.append(Relation(relation, _moved(first, raw.start), _moved(second, raw.start)))
    return list(dict.fromkeys(found))


def project(tree: Expression) -> Iterator[tuple[str, Span, Span]]:
    """A tree as relations between stretches: what an operator covers is marked once, on the nearest condition."""
    marked: dict[Span, list[Span]] = {}
    for atom in atoms(tree):
        test = getattr(atom, "test", None)
        if atom.span is None:
            continue
        if test is not None and test.span is not None:
            yield "value", atom.span, test.span
        if isinstance(atom, Finding) and atom.target_span is not None:
            yield "and", atom.span, atom.target_span
        for window in getattr(atom, "windows", ()):
            if window.span is not None:
                marked.setdefault(window.span, []).append(atom.span)
    for span, covered in marked.items():
        yield "temporal", min(covered, key=lambda place: place.start), span
    yield from _operators(tree)


def _operators(tree: Expression) -> Iterator[tuple[str, Span, Span]]:
    if isinstance(tree, Not):
        if tree.cue is not None and (span := _nearest(tree.child, tree.cue)):
            yield "negation", span, tree.cue
        yield from _operators(tree.child)
    elif isinstance(tree, Except):
        for part in tree.exceptions[:1]:
            if tree.cue is not None and (span := _nearest(part, tree.cue)):
                yield "negation", span, tree.cue
        for part in (tree.child, *tree.exceptions):
            yield from _operators(part)
    elif isinstance(tree, AllOf | AnyOf | AtLeast):
        # A disjunction inside a disjunction holds examples of the member before it, which is not an alternative to them.
        members = [child for child in tree.children if not (isinstance(tree, AnyOf) and isinstance(child, AnyOf))]
        heads = [span for child in members if (span := _head(child)) is not None]
        # A conjunction is annotated as a chain, a disjunction as a group of which every pair counts.
        # A term and its definition hold together, as what "and" joins does.
        both = isinstance(tree, AllOf) or (isinstance(tree, AnyOf) and tree.sense == "definition")
        pairs = pairwise(heads) if both else combinations(heads, 2)
        yield from (("and" if both else "or", *pair) for pair in pairs)
        for child in tree.children:
            yield from _operators(child)


def _head(tree: Expression) -> Span | None:
    """The condition that stands for a list member: its first one, other than for whom it holds."""
    placed = [atom for atom in atoms(tree) if atom.span is not None]
    told = [atom for atom in placed if not isinstance(atom, SexIs | Age)]
    return next((atom.span for atom in told or placed), None)


def _nearest(tree: Expression, cue: Span) -> Span | None:
    spans = [atom.span for atom in atoms(tree) if atom.span is not None]
    return min(spans, key=lambda span: _distance(span, cue), default=None)


def _distance(one: Span, other: Span) -> int:
    return max(one.start - other.end, other.start - one.end, 0)


def _moved(span: Span, by: int) -> Pieces:
    return ((span.start + by, span.end + by),)


def score(gold: list[Relation], predicted: list[Relation]) -> dict[str, tuple[int, int, int]]:
    """By type: relations found, relations predicted, relations in the gold annotation."""
    result = {}
    for relation in _TYPES.values():
        wanted = [item for item in gold if item.type == relation]
        offered = [item for item in predicted if item.type == relation]
        open_gold = list(wanted)
        for item in offered:
            match = next((candidate for candidate in open_gold if _same(item, candidate)), None)
            if match is not None:
                open_gold.remove(match)
        result[relation] = (len(wanted) - len(open_gold), len(offered), len(wanted))
    return result


def _same(one: Relation, other: Relation) -> bool:
    straight = _overlap(one.first, other.first) and _overlap(one.second, other.second)
    crossed = one.type in _UNORDERED and _overlap(one.first, other.second) and _overlap(one.second, other.first)
    return straight or crossed


def _overlap(one: Pieces, other: Pieces) -> bool:
    return any(a < d and c < b for a, b in one for c, d in other)


class CriteriaStructure:
    """The suite."""

    name = "criteria-structure"
    summary = "negation, value, temporal and and/or relations of eligibility criteria"
    data_format = DATA_FORMAT
    options: Mapping[str, str] = {
        "half": "odd or even: only every second trial, to develop on one half and check on the other"
    }

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure the parser; it is deterministic, so only the offline mind exists."""
        if mind != "offline":
            raise UsageError(f"suite {self.name!r} measures the parser", mend="leave --mind at offline")
        documents = list(read_documents(required(self, data)))
        half = options.get("half")
        if half not in (None, "odd", "even"):
            raise UsageError(f"half is {half!r}", mend="give half=odd or half=even")
        if half:
            trials = list(dict.fromkeys(document.name.split("_")[0] for document in documents))
            chosen = set(trials[1 if half == "odd" else 0 :: 2])
            documents = [document for document in documents if document.name.split("_")[0] in chosen]
        documents = sample(documents, limit, lambda document: document.name)
        started = time.perf_counter()
        predictions = [predicted_relations(document) for document in documents]
        seconds = time.perf_counter() - started
        totals = dict.fromkeys(_TYPES.values(), (0, 0, 0))
        items = []
        for document, predicted in zip(documents, predictions, strict=True):
            scores = score(document.relations, predicted)
            items += [_judged(document.name, relation, counts) for relation, counts in scores.items() if any(counts)]
            for relation, counts in scores.items():
                totals[relation] = tuple(map(sum, zip(totals[relation], counts, strict=True)))  # type: ignore[assignment]  # three in, three out
        return SuiteRun(n=len(documents), metrics=_metrics(totals), seconds=seconds, items=items)


def _judged(name: str, relation: str, counts: tuple[int, int, int]) -> ItemResult:
    found, offered, wanted = counts
    return ItemResult(id=name, group=relation, score=2 * found / (offered + wanted), gold=wanted, predicted=offered)


def _metrics(totals: Mapping[str, tuple[int, int, int]]) -> dict[str, float | int]:
    metrics: dict[str, float | int] = {}
    for relation, counts in {**totals, "micro": tuple(map(sum, zip(*totals.values(), strict=True)))}.items():
        found, offered, wanted = counts
        precision = found / offered if offered else 0.0
        recall = found / wanted if wanted else 0.0
        metrics[f"{relation}_precision"] = round(precision, 4)
        metrics[f"{relation}_recall"] = round(recall, 4)
        metrics[f"{relation}_f1"] = round(2 * precision * recall / (precision + recall), 4) if found else 0.0
        metrics[f"{relation}_gold"] = wanted
    return metrics


SUITE = CriteriaStructure()
