"""Importing a release: read into a staging folder, build there, and put in place in one step."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, Field

from osler.config import data_dir
from osler.core.terminology.compiling import Arrays, write_arrays
from osler.core.terminology.imports.obo import read_links, read_obo, read_obo_json
from osler.core.terminology.imports.release import Release, ReleaseKind, recognise
from osler.core.terminology.imports.rf2 import rf2_tables
from osler.core.terminology.imports.rrf import rxnorm_tables, umls_tables
from osler.core.terminology.imports.staging import Staging
from osler.core.terminology.imports.tables import OnProgress, Progress, Table, describe_bad_lines, read_table
from osler.core.terminology.search import build_index, count_index, pack_concepts
from osler.core.terminology.search.arrays import pack_texts, texts
from osler.core.terminology.types import Concept, SemanticType
from osler.errors import DataError, UsageError

_INDEX = "index.arrays"
_TELL_EVERY = 5000
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_VOCABULARY = {"umls": "UMLS", "rxnorm": "RXNORM", "rf2": "SNOMEDCT"}


class ImportReport(BaseModel):
    """What an import brought in, and what it left out."""

    name: str
    kind: ReleaseKind
    version: str
    concepts: int
    names: int
    not_clinical: int = 0
    """Concepts left out because their kind of thing is not a clinical one."""
    skipped: list[str] = Field(default_factory=list)
    """Lines that could not be read, with file and line number."""
    build: str = ""


def vocabularies_dir(*, make: bool = True) -> Path:
    """Where imported vocabularies live; a search that only looks for some goes on where no folder can be made."""
    return data_dir(make=make) / "vocabularies"


def import_vocabulary(
    path: Path,
    *,
    name: str | None = None,
    version: str = "",
    semantic_type: SemanticType | None = None,
    on_progress: OnProgress = lambda _: None,
) -> ImportReport:
    """Bring a release in under `name`; an import of that name that was interrupted goes on where it stopped."""
    if name is not None and not _NAME.fullmatch(name):
        raise UsageError(f"{name!r} cannot name a vocabulary", mend="use lower-case letters, digits, '.', '_' and '-'")
    unpacked = vocabularies_dir() / f".unpacked-{_slug(path.name)}"
    unpacked.mkdir(parents=True, exist_ok=True)
    release = recognise(path, unpacked)
    chosen = name or (_slug(release.files["ontology"].stem) if "ontology" in release.files else release.kind)
    partial = vocabularies_dir() / f".{chosen}.partial"
    _prepare(partial, release)
    report = _build(release, partial, chosen, version or release.version, semantic_type, on_progress)
    _install(partial, vocabularies_dir() / chosen, report)
    shutil.rmtree(unpacked, ignore_errors=True)
    return report


def _prepare(partial: Path, release: Release) -> None:
    """Keep what an earlier attempt read of the same files; forget what it read of others."""
    marker = partial / "fingerprint"
    if partial.is_dir() and not (marker.is_file() and marker.read_text(encoding="utf-8") == release.fingerprint):
        shutil.rmtree(partial)
    partial.mkdir(parents=True, exist_ok=True)
    marker.write_text(release.fingerprint, encoding="utf-8")


def _build(
    release: Release,
    partial: Path,
    name: str,
    version: str,
    semantic_type: SemanticType | None,
    on_progress: OnProgress,
) -> ImportReport:
    staging = Staging(partial / "staging.sqlite")
    try:
        for table in _tables(release):
            read_table(table, staging, on_progress)
        # Read anew for each use: a whole UMLS release does not fit in memory as concepts.
        first = next(_concepts(release, staging, version, semantic_type), None)
        if first is None:
            raise DataError("the release has no clinical concept with a name", mend="check that it is complete")
        arrays = build_index(_told(_concepts(release, staging, version, semantic_type), staging, on_progress))
        arrays |= pack_concepts(_concepts(release, staging, version, semantic_type))
        arrays |= _pack_links(read_links(release.files["ontology"]) if _is_ontology(release) else staging.parents())
        write_arrays(partial / _INDEX, arrays)
        counts = count_index(arrays)
        return ImportReport(
            name=name,
            kind=release.kind,
            version=first.version,
            concepts=counts.concepts,
            names=counts.names,
            not_clinical=staging.count_untyped(),
            skipped=list(describe_bad_lines(staging.bad_lines())),
        )
    finally:
        staging.close()


def _is_ontology(release: Release) -> bool:
    return "ontology" in release.files


def _pack_links(links: Iterable[tuple[str, str]]) -> Arrays:
    """Who is a kind of whom, kept beside the concepts; the hierarchy is compiled from it when it is first asked."""
    pairs = list(links)
    children = pack_texts("link_child", [child for child, _ in pairs])
    return {**children, **pack_texts("link_parent", [parent for _, parent in pairs])}


def imported_links(arrays: Arrays) -> Iterator[tuple[str, str]]:
    """The links of an imported vocabulary; none of one that was imported before links were kept."""
    if "link_child.offsets" in arrays:
        yield from zip(texts(arrays, "link_child").all(), texts(arrays, "link_parent").all(), strict=True)


def _concepts(
    release: Release, staging: Staging, version: str, semantic_type: SemanticType | None
) -> Iterator[Concept]:
    if release.kind == "obo":
        return read_obo(release.files["ontology"], semantic_type, version)
    if release.kind == "obo-json":
        return read_obo_json(release.files["ontology"], semantic_type, version)
    return _staged(staging, _VOCABULARY[release.kind], version)


def _told(concepts: Iterator[Concept], staging: Staging, on_progress: OnProgress) -> Iterator[Concept]:
    """Pass concepts on, telling how many there were."""
    total = staging.count_typed()
    for number, concept in enumerate(concepts):
        if number % _TELL_EVERY == 0:
            on_progress(Progress("building the index", number, max(number, total)))
        yield concept


def _tables(release: Release) -> list[Table]:
    """The files that are read into the staging database; an ontology is one file and needs none."""
    files = release.files
    if _is_ontology(release):
        return []
    if release.kind == "umls":
        return umls_tables(files["conso"], files["sty"], files.get("rel"))
    if release.kind == "rxnorm":
        return rxnorm_tables(files["conso"], files.get("rel"))
    return rf2_tables(files["concepts"], files["descriptions"], files.get("language"), files.get("relationships"))


def _staged(staging: Staging, vocabulary: str, version: str) -> Iterator[Concept]:
    for staged in staging.concepts():
        name, *synonyms = staged.names
        yield Concept(
            id=staged.id,
            vocabulary=vocabulary,
            name=name,
            synonyms=tuple(synonyms),
            semantic_type=SemanticType(staged.type),
            xrefs=staged.xrefs,
            version=version,
        )


def _install(partial: Path, target: Path, report: ImportReport) -> None:
    """Readers follow the manifest, and it is replaced in one step: they see the old build or the new one."""
    report.build = _digest(partial / _INDEX)
    target.mkdir(parents=True, exist_ok=True)
    index = target / f"{report.build}.arrays"
    previous = set(target.glob("*.arrays")) - {index}
    (partial / _INDEX).replace(index)
    manifest = target / f".manifest-{report.build}"
    manifest.write_text(report.model_dump_json(indent=2), encoding="utf-8")
    manifest.replace(target / "manifest.json")
    _seen.clear()
    for file in previous:
        file.unlink(missing_ok=True)
    shutil.rmtree(partial, ignore_errors=True)


def _digest(file: Path) -> str:
    """Named by its content, so that what is compiled from it is found again when the same release is imported again."""
    with file.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()[:32]


def installed() -> list[ImportReport]:
    """The vocabularies that were imported, by name."""
    return [ImportReport.model_validate_json(file.read_text(encoding="utf-8")) for file in _manifests()]


@lru_cache(maxsize=8)
def _folder(where: tuple[str | None, ...]) -> str:
    """The folder of imported vocabularies, worked out once for what it depends on."""
    return f"{data_dir(make=False)}/vocabularies"


_SEEN_SECONDS = 0.05
_seen: dict[tuple[str | None, ...], tuple[float, tuple[tuple[str, int], ...]]] = {}


def installed_state() -> tuple[tuple[str, int], ...]:
    """Something that changes whenever a vocabulary is imported, cheap enough to ask before every search."""
    # It is asked for before every reading of a text: what another process imports is seen a moment later.
    where = (os.environ.get("OSLER_HOME"), os.environ.get("HOME"), os.environ.get("XDG_DATA_HOME"))
    known = _seen.get(where)
    if known is not None and time.monotonic() < known[0]:
        return known[1]
    # Nearly always there is no such folder.
    there = os.path.isdir(_folder(where))  # noqa: PTH112 - a third of what a Path takes
    state = tuple((str(file), file.stat().st_mtime_ns) for file in _manifests()) if there else ()
    _seen[where] = (time.monotonic() + _SEEN_SECONDS, state)
    return state


def index_file(report: ImportReport) -> Path:
    """Where the index and the concepts of an imported vocabulary are."""
    return vocabularies_dir() / report.name / f"{report.build}.arrays"


def _manifests() -> list[Path]:
    folder = vocabularies_dir(make=False)
    return sorted(folder.glob("[!.]*/manifest.json")) if folder.is_dir() else []


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9._-]+", "-", text.lower()).strip("-.") or "vocabulary"
