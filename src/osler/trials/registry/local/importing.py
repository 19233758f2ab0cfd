"""Bringing trials onto this machine: read records, parse their criteria once, store and index them batch by batch."""

from __future__ import annotations

import hashlib
import json
import os
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

from pydantic import BaseModel, Field

from osler.collecting import nothing_collected
from osler.core.criteria import registry_criteria
from osler.core.files import MAX_INPUT_BYTES
from osler.core.terminology import Vocabularies, bundled_vocabularies
from osler.errors import DataError
from osler.trials.engine import READING, engine_of
from osler.trials.registry.local.store import PreparedStudy, pack
from osler.trials.registry.study import read_study
from osler.trials.workers import settle

_ID = re.compile(r"[^\W_][\w.-]{0,63}")
_BATCH = 200
_PARALLEL_FROM = 400
_LINES = (".ndjson", ".jsonl")
_SUFFIXES = (".json", *_LINES)
_LARGEST_RECORD = MAX_INPUT_BYTES
_LARGEST_FILE = 8 * MAX_INPUT_BYTES
"""A JSON file of many studies is held whole, with all that is read from it; lines are not."""


class RawRecord(NamedTuple):
    """A record before it was read: where it is, and its bytes."""

    place: str
    text: bytes


class ImportReport(BaseModel):
    """What an import did."""

    read: int = 0
    added: int = 0
    updated: int = 0
    """Records in place of an older version, or of an earlier record of the same id."""
    unchanged: int = 0
    skipped: list[str] = Field(default_factory=list)
    """The records that could not be read, each with its place and the reason."""

    def __add__(self, other: ImportReport) -> ImportReport:
        """Both together."""
        return ImportReport(
            read=self.read + other.read,
            added=self.added + other.added,
            updated=self.updated + other.updated,
            unchanged=self.unchanged + other.unchanged,
            skipped=[*self.skipped, *other.skipped],
        )

    @property
    def in_vain(self) -> bool:
        """Whether nothing that was given is in the index now: there was no record, or every one was broken."""
        return not (self.added or self.updated or self.unchanged)


Progress = Callable[[ImportReport], None]


def records_in(path: Path) -> Iterator[RawRecord]:
    """Every record of a folder, a zip, an NDJSON or a JSON file; of lines never more than one is held."""
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.suffix.lower() in _SUFFIXES and file.is_file():
                with file.open("rb") as data:
                    yield from _in_file(str(file.relative_to(path)), data)
    elif not path.is_file():
        what = "a device or a pipe" if path.exists() else "nothing"
        mend = "give a folder, a zip or an NDJSON file of API v2 records, or - for standard input"
        raise DataError(f"there is {what} at {path}", mend=mend)
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if name.lower().endswith(_SUFFIXES):
                    with archive.open(name) as data:
                        yield from _in_file(name, data)
    else:
        with path.open("rb") as data:
            yield from _in_file(path.name, data)


def _in_file(name: str, file: IO[bytes]) -> Iterator[RawRecord]:
    if name.lower().endswith(_LINES):
        yield from _lines(name, file)
        return
    data = file.read(_LARGEST_FILE + 1)
    if len(data) > _LARGEST_FILE:
        raise DataError(
            f"{name}: one JSON file of more than {_LARGEST_FILE / 1e6:.0f} MB is not read",
            mend="give it as NDJSON (a record a line), or in parts",
        )
    start = data.lstrip()[:1]
    if start == b"[" or b'"studies"' in data[:200]:
        yield from _page(name, data)
    else:
        yield RawRecord(name, data)


def _lines(name: str, file: IO[bytes]) -> Iterator[RawRecord]:
    number = 0
    while line := file.readline(_LARGEST_RECORD + 1):
        number += 1
        if len(line) > _LARGEST_RECORD:
            raise DataError(
                f"{name}:{number}: a line of more than {_LARGEST_RECORD / 1e6:.0f} MB is no record",
                mend="give NDJSON, one record a line",
            )
        if line.strip():
            yield RawRecord(f"{name}:{number}", line)


def _page(name: str, data: bytes) -> Iterator[RawRecord]:
    try:
        whole = json.loads(data)
    except ValueError:
        yield RawRecord(name, data)
        return
    studies = whole if isinstance(whole, list) else whole.get("studies")
    if not studies:
        # Nothing in it can be a record; it is listed, as whatever else cannot be read.
        yield RawRecord(name, data)
        return
    for number, study in enumerate(studies if isinstance(studies, list) else [whole]):
        yield RawRecord(f"{name}[{number}]", json.dumps(study).encode())


def prepare(raw: RawRecord, vocabularies: Vocabularies) -> PreparedStudy | str:
    """A record read, parsed and packed; or why it was skipped."""
    try:
        record = json.loads(raw.text)
        study = read_study(record)
        if not _ID.fullmatch(study.nct_id):
            raise DataError(f"{study.nct_id!r} is no id: letters, digits, hyphens and dots make one")
        criteria = registry_criteria(record, vocabularies) if study.eligibility.strip() else []
    except (ValueError, DataError, RecursionError) as error:
        reason = error.message if isinstance(error, DataError) else "not valid JSON"
        return f"{raw.place}: {reason}"
    return PreparedStudy(
        nct_id=study.nct_id,
        digest=digest_of(raw),
        last_update=study.last_update,
        record=pack(record),
        criteria=pack({"engine": engine_of(READING), "criteria": [_plain(item) for item in criteria]}),
        points=tuple(
            dict.fromkeys(
                (place.latitude, place.longitude)
                for place in study.places
                if place.latitude is not None and place.longitude is not None
            )
        ),
    )


def digest_of(raw: RawRecord) -> str:
    """What tells one version of a record, read by one engine, from another."""
    return hashlib.sha256(engine_of(READING).encode() + raw.text.strip()).hexdigest()[:32]


def nct_id_of(raw: RawRecord) -> str:
    """The id in a record without reading the rest; empty when there is none."""
    key = raw.text.find(b'"nctId"')
    part = raw.text[key + 7 : key + 60].split(b'"') if key >= 0 else []
    return part[1].decode("ascii", "ignore").strip() if len(part) > 1 else ""


def _plain(criterion: Any) -> Any:
    return criterion.model_dump(mode="json", exclude={"tree"}, exclude_defaults=True, exclude_none=True) | {
        "tree": criterion.tree.model_dump(mode="json", exclude_none=True)
    }


def prepared(
    batches: Iterable[list[RawRecord]], vocabularies: Vocabularies, *, workers: int
) -> Iterator[list[PreparedStudy | str]]:
    """Batches of records prepared, by several processes where it pays."""
    if workers < 2 or not vocabularies.bundled:
        for batch in batches:
            yield _prepare_all(batch, vocabularies)
        return
    with ProcessPoolExecutor(workers, initializer=settle) as pool:
        pending: list[Any] = []
        for batch in batches:
            pending.append(pool.submit(_prepare_all, batch))
            if len(pending) > workers:
                yield pending.pop(0).result()
        for future in pending:
            yield future.result()


def _prepare_all(batch: list[RawRecord], vocabularies: Vocabularies | None = None) -> list[PreparedStudy | str]:
    known = vocabularies or bundled_vocabularies()
    with nothing_collected():
        return [prepare(raw, known) for raw in batch]


def batches_of(records: Iterable[RawRecord]) -> Iterator[list[RawRecord]]:
    """Records in the batches that are stored together."""
    rest = iter(records)
    return iter(lambda: list(islice(rest, _BATCH)), [])


def workers_for(path: Path) -> int:
    """How many processes are worth their start."""
    size = path.stat().st_size if path.is_file() else sum(1 for _ in path.iterdir()) * 20_000 if path.is_dir() else 0
    return min(2, os.cpu_count() or 1) if size > _PARALLEL_FROM * 5_000 else 1
