"""Whether a term is given the right code: HPO ids of mentions, SNOMED codes of displays, synonyms withheld one at a time."""

from __future__ import annotations

import json
import random
import time
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osler.core.terminology import Candidate, SemanticType, vocabulary
from osler.core.terminology.search import Query, Searcher
from osler.core.terminology.sources import (
    SemanticPass,
    fused,
    local_concept,
    local_searchers,
    search_in,
    semantic_pass,
)
from osler.errors import DataError
from osler.evals.calibration import expected_calibration_error, reliability
from osler.evals.framework import SuiteRun
from osler.evals.items import ItemResult, sample
from osler.evals.suites.hpo_text import read_documents
from osler.grounding.settings import GroundingSettings

SNOMED = "http://snomed.info/sct"
_ANSWERS = 5
_WITHHELD = 2000
_LARGEST_FILE = 200_000_000


@dataclass(frozen=True)
class Link:
    """A term and the code it should be given."""

    term: str
    code: str
    """A CURIE: HP:0001250, SCTID:38341003."""
    semantic_types: frozenset[SemanticType] | None = None
    withheld: bool = False


class LinkingSuite:
    """Is the code right?"""

    name = "linking"
    summary = "Codes for terms: accuracy at 1 and 5, abstention, calibration of the confidence"
    data_format = (
        "GSC+ style annotations (zip or folder with corpus/ and ann/), FHIR R4 bundles (zip, folder or file; SNOMED codings "
        "with a display), or a TSV of term and id (each term is withheld from its concept); without data, synonyms of HPO"
    )
    options: Mapping[str, str] = {
        "threshold": "confidence below which the best answer counts as an abstention",
        "semantic": "yes: search by meaning too (extra 'embeddings')",
    }

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure the search; it needs no mind, so every mind gives the same figures."""
        threshold = float(options.get("threshold", GroundingSettings().review))
        searchers = local_searchers()
        links, notes = read_links(data, searchers, limit)
        started = time.perf_counter()
        by_meaning = semantic_pass() if options.get("semantic") == "yes" else None
        answers = [_answers(searchers, by_meaning, _query(link)) for link in links]
        seconds = time.perf_counter() - started
        metrics = score(links, answers, threshold)
        return SuiteRun(
            n=len(links),
            metrics=metrics,
            non_answers={"abstained": round(metrics["abstention_rate"] * len(links))},
            versions={"vocabularies": vocabulary().version},
            notes=notes,
            seconds=seconds,
            items=_items(links, answers),
        )


SUITE = LinkingSuite()


def _items(links: list[Link], answers: list[list[Candidate]]) -> list[ItemResult]:
    """Every term with its code, what was answered first and whether that is right."""
    return [
        ItemResult(
            id=_key(link),
            score=float(bool(found) and _is(found[0], link.code)),
            gold=link.code,
            predicted=found[0].concept_id if found else None,
            group="withheld" if link.withheld else "",
        )
        for link, found in zip(links, answers, strict=True)
    ]


def _key(link: Link) -> str:
    return f"{link.term} = {link.code}"


def _answers(searchers: Collection[Searcher], by_meaning: SemanticPass | None, query: Query) -> list[Candidate]:
    found = search_in(searchers, query, _ANSWERS)
    return found if by_meaning is None else fused(found, by_meaning.search(query), _ANSWERS)


def score(links: list[Link], answers: list[list[Candidate]], threshold: float) -> dict[str, Any]:
    """Accuracy of the ranking, how often it abstains, and how far confidence is from accuracy."""
    hits = [[_is(candidate, link.code) for candidate in found] for link, found in zip(links, answers, strict=True)]
    sure = [found[0].confidence if found else 0.0 for found in answers]
    first = [any(row[:1]) for row in hits]
    answered = [right for right, confidence in zip(first, sure, strict=True) if confidence >= threshold]
    table = reliability(list(zip(sure, first, strict=True)))
    n = len(links)
    return {
        "accuracy_at_1": sum(first) / n if n else 0.0,
        "accuracy_at_5": sum(any(row) for row in hits) / n if n else 0.0,
        "abstention_rate": 1 - len(answered) / n if n else 0.0,
        "accuracy_when_answered": sum(answered) / len(answered) if answered else 0.0,
        "expected_calibration_error": expected_calibration_error(table),
        "reliability": [row.model_dump() for row in table],
    }


def _query(link: Link) -> Query:
    return Query(link.term, link.semantic_types, withheld=(link.code, link.term) if link.withheld else None)


def _is(candidate: Candidate, code: str) -> bool:
    """Whether the candidate is the coded thing, under that code or another one of the same concept."""
    system, _, local = code.partition(":")
    if candidate.concept_id == code or (system == "SCTID" and candidate.snomed_code == local):
        return True
    if system == "SCTID":
        return False
    found = local_concept(candidate.concept_id)
    return found is not None and local in found.xrefs.get(system, ())


def read_links(data: Path | None, searchers: Iterable[Searcher], limit: int | None) -> tuple[list[Link], list[str]]:
    """The questions that a path holds, whatever kind it is, and remarks on what was left out."""
    if data is None:
        return withheld_synonyms(limit or _WITHHELD), []
    if data.is_file() and not zipfile.is_zipfile(data) and data.suffix != ".json":
        return sample(list(_from_table(data)), limit, _key), []
    bundles = list(_bundles(data))
    if not bundles:
        return sample(_from_mentions(data), limit, _key), []
    codings = list(dict.fromkeys(coding for bundle in bundles for coding in _snomed_codings(bundle)))
    present = [link for link in codings if any(s.index.concepts_by_code(link.code) for s in searchers)]
    if not present:
        raise DataError("no SNOMED code of the bundles is in the vocabularies", mend="import a SNOMED CT release")
    note = f"{len(codings) - len(present)} of {len(codings)} codes are not in the vocabularies and were left out"
    return sample(present, limit, _key), [note]


def withheld_synonyms(count: int, prefix: str = "HP:") -> list[Link]:
    """A fixed random sample of synonyms, each to be asked while the index pretends not to have it."""
    told = [
        Link(synonym, concept.id, frozenset([concept.semantic_type]), withheld=True)
        for concept in vocabulary().concepts()
        if concept.id.startswith(prefix)
        for synonym in concept.synonyms
        if synonym.lower() != concept.name.lower()
    ]
    return random.Random(7).sample(told, min(count, len(told)))  # noqa: S311 - a sample, not a secret


def _from_table(data: Path) -> Iterator[Link]:
    try:
        lines = data.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise DataError(f"{data.name} is not UTF-8 text", mend=f"the format is {LinkingSuite.data_format}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        term, _, code = line.partition("\t")
        code = code.split("\t")[0].strip()
        if ":" not in code:
            if number == 1:
                continue
            raise DataError(f"{data.name} line {number} is not a term and an id", mend="write TERM<TAB>HP:0001250")
        known = local_concept(code)
        yield Link(term.strip(), code, frozenset([known.semantic_type]) if known else None, withheld=True)


def _from_mentions(data: Path) -> list[Link]:
    links = [
        Link(document.text[start:end], code, frozenset([SemanticType.PHENOTYPE]))
        for document in read_documents(data)
        for start, end, code in sorted(document.mentions)
    ]
    return list(dict.fromkeys(links))


def _bundles(data: Path) -> Iterator[Any]:
    """The JSON documents of a folder, a zip or a file."""
    if data.is_dir():
        for file in sorted(data.rglob("*.json")):
            yield json.loads(file.read_bytes())
    elif zipfile.is_zipfile(data):
        with zipfile.ZipFile(data) as archive:
            for info in archive.infolist():
                if info.filename.endswith(".json") and info.file_size <= _LARGEST_FILE:
                    yield json.loads(archive.read(info))
    elif data.suffix == ".json":
        yield json.loads(data.read_bytes())


def _snomed_codings(node: Any) -> Iterator[Link]:
    if isinstance(node, list):
        for member in node:
            yield from _snomed_codings(member)
    elif isinstance(node, dict):
        if node.get("system") == SNOMED and node.get("code") and node.get("display"):
            yield Link(str(node["display"]), f"SCTID:{node['code']}")
        for member in node.values():
            yield from _snomed_codings(member)
