"""Reading solved cases from GA4GH Phenopackets: the findings that may be used, and the diagnosis that may not."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osler.diagnosis.ranking import PhenotypeQuery
from osler.errors import DataError
from osler.evals.items import sample

_LARGEST_FILE = 20_000_000
_MONTH_YEARS = 1 / 12
_DURATION = re.compile(
    r"P(?:(?P<y>\d+(?:\.\d+)?)Y)?(?:(?P<m>\d+(?:\.\d+)?)M)?(?:(?P<w>\d+(?:\.\d+)?)W)?(?:(?P<d>\d+(?:\.\d+)?)D)?(?:T.*)?"
)
_PUBLICATION = re.compile(r"PMID[:_](\d+)")
_SEXES = {"MALE": "male", "FEMALE": "female", 1: "female", 2: "male"}


@dataclass(frozen=True, slots=True)
class PublishedCase:
    """A published patient with a known diagnosis. `genes` come from the interpretations and are kept apart."""

    id: str
    query: PhenotypeQuery
    diagnosis: str
    publications: tuple[str, ...]
    genes: tuple[str, ...]
    history: tuple[str, ...] = ()
    """The observed findings that are over, or began more than a month before the last encounter."""


@dataclass(frozen=True, slots=True)
class CaseFile:
    """What a path held: the cases, and the files that could not be read, by name and reason."""

    cases: tuple[PublishedCase, ...]
    failures: tuple[tuple[str, str], ...]


def read_cases(path: Path, limit: int | None = None) -> CaseFile:
    """The cases of a zip, a folder or one file of Phenopackets v2 JSON, in the order of their names; of many, a sample by hash."""
    cases: list[PublishedCase] = []
    failures: list[tuple[str, str]] = []
    for name, text in sample(list(_documents(path)), limit, lambda document: document[0]):
        try:
            cases.append(read_case(name, json.loads(text)))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            failures.append((name, f"{type(error).__name__}"))
    if not cases:
        raise DataError(
            f"there is no Phenopacket with a diagnosis in {path}", mend="give a zip, a folder or a file of v2 JSON"
        )
    return CaseFile(tuple(cases), tuple(failures))


def read_case(name: str, packet: Mapping[str, Any]) -> PublishedCase:
    """A case from one Phenopacket; raises ValueError where it has no diagnosis."""
    diseases = [item for item in _get(packet, "diseases", []) if not item.get("excluded")]
    diagnosis = next((item["term"]["id"] for item in diseases if item.get("term")), None) or _interpreted(packet)
    if not diagnosis:
        raise ValueError("no diagnosis")
    features = [item for item in _get(packet, "phenotypicFeatures", []) if item.get("type", {}).get("id")]
    observed = [item for item in features if not item.get("excluded")]
    onset = next((item["onset"] for item in diseases if item.get("onset")), None)
    years = _years(onset)
    if onset is None:
        years = min((age for item in observed if (age := _years(item.get("onset"))) is not None), default=None)
    subject = packet.get("subject", {})
    query = PhenotypeQuery(
        observed=tuple(dict.fromkeys(item["type"]["id"] for item in observed)),
        excluded=tuple(dict.fromkeys(item["type"]["id"] for item in features if item.get("excluded"))),
        age_years=_years(_get(subject, "timeAtLastEncounter", None)),
        onset_years=years,
        onset_term=_term(onset),
        sex=_SEXES.get(subject.get("sex"), "unknown"),
    )
    metadata = _get(packet, "metaData", {})
    cited = [str(item.get("id", "")) for item in _get(metadata, "externalReferences", [])]
    publications = dict.fromkeys(
        f"PMID:{match.group(1)}" for text in (*cited, str(packet.get("id", ""))) if (match := _PUBLICATION.match(text))
    )
    history = tuple(item["type"]["id"] for item in observed if _is_history(item, query.age_years))
    return PublishedCase(
        str(packet.get("id") or name), query, str(diagnosis), tuple(publications), _genes(packet), history
    )


def _is_history(feature: Mapping[str, Any], age: float | None) -> bool:
    onset = _years(feature.get("onset"))
    return bool(feature.get("resolution")) or (age is not None and onset is not None and age - onset > _MONTH_YEARS)


def _documents(path: Path) -> Iterator[tuple[str, bytes]]:
    if path.is_dir():
        for file in sorted(path.rglob("*.json")):
            if file.stat().st_size <= _LARGEST_FILE:
                yield file.name, file.read_bytes()
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for info in sorted(archive.infolist(), key=lambda item: item.filename):
                if info.filename.endswith(".json") and info.file_size <= _LARGEST_FILE:
                    yield info.filename, archive.read(info)
    elif path.is_file():
        yield path.name, path.read_bytes()
    else:
        raise DataError(f"there is no file {path}", mend="give a zip, a folder or a file of Phenopackets v2 JSON")


def _get(mapping: Mapping[str, Any], name: str, default: Any) -> Any:
    """A field by its JSON name or by its protobuf name."""
    snake = re.sub(r"([A-Z])", lambda match: f"_{match.group(1).lower()}", name)
    found = mapping.get(name, mapping.get(snake))
    return default if found is None else found


def _interpreted(packet: Mapping[str, Any]) -> str | None:
    for item in _get(packet, "interpretations", []):
        disease: str | None = item.get("diagnosis", {}).get("disease", {}).get("id")
        if disease:
            return disease
    return None


def _genes(packet: Mapping[str, Any]) -> tuple[str, ...]:
    symbols: dict[str, None] = {}
    for item in _get(packet, "interpretations", []):
        for found in _get(item.get("diagnosis", {}), "genomicInterpretations", []):
            variant = _get(_get(found, "variantInterpretation", {}), "variationDescriptor", {})
            for gene in (_get(variant, "geneContext", {}), _get(found, "gene", {})):
                if gene.get("symbol"):
                    symbols[str(gene["symbol"])] = None
    return tuple(symbols)


def _years(time: Mapping[str, Any] | None) -> float | None:
    """An age element in years; time before birth is negative."""
    if not time:
        return None
    if _get(time, "gestationalAge", None):
        return -0.1
    age = time.get("age") or _get(time, "ageRange", {}).get("start") or {}
    match = _DURATION.fullmatch(str(age.get("iso8601duration", ""))) if isinstance(age, Mapping) else None
    if match is None or not any(match.groups()):
        return None
    year, month, week, day = (float(match.group(part) or 0) for part in "ymwd")
    return year + month / 12 + week / 52.18 + day / 365.25


def _term(time: Mapping[str, Any] | None) -> str | None:
    found = _get(time, "ontologyClass", {}).get("id") if time else None
    return str(found) if found else None
