"""The registry on this machine: an index that is searched like the API, filled by import or synchronisation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from osler.config import data_dir
from osler.core.criteria import Criterion, registry_criteria
from osler.core.terminology import Vocabularies, bundled_vocabularies
from osler.errors import UsageError
from osler.trials.registry.local.importing import (
    ImportReport,
    Progress,
    RawRecord,
    batches_of,
    digest_of,
    nct_id_of,
    prepared,
    records_in,
    workers_for,
)
from osler.trials.registry.local.index import FORMAT, TrialIndex
from osler.trials.registry.local.store import STORE, TrialStore
from osler.trials.registry.port import SearchPage, TrialQuery
from osler.trials.registry.study import Study

_INDEX_BATCH = 2000


def default_folder() -> Path:
    """Where the local index is, unless another folder is named."""
    return data_dir() / "trials"


class LocalRegistry:
    """Trials in a folder of this machine."""

    name = "local"

    def __init__(self, folder: Path | None = None, vocabularies: Vocabularies | None = None) -> None:
        self.folder = folder or default_folder()
        self.store = TrialStore(self.folder / STORE)
        self._vocabularies = vocabularies or bundled_vocabularies()
        self._index = TrialIndex(self.folder / f"index-{FORMAT}", self._vocabularies)
        if self._index.is_new:
            with self.store.transaction():
                self.store.mark_all_unindexed()
        self._catch_up()

    @property
    def empty(self) -> bool:
        """Whether there is no trial at all."""
        return self.store.count() == 0

    async def search(self, query: TrialQuery) -> SearchPage:
        """The trials that fit, best first."""
        offset = _offset(query.page_token)
        inside = self.store.within(query.near) if query.near is not None else None
        if query.ids:
            wanted = [name.upper() if name.startswith("nct") else name for name in query.ids]
            inside = wanted if inside is None else sorted(set(inside).intersection(wanted))
        if inside is not None and not inside:
            return SearchPage(studies=[], total=0)
        hits = self._index.search(query, inside=inside, offset=offset)
        reached = offset + len(hits.nct_ids)
        return SearchPage(
            studies=self.store.studies(hits.nct_ids),
            total=hits.total if query.count_total and not offset else None,
            next_page_token=f"after-{reached}" if hits.nct_ids and reached < hits.total else "",
        )

    async def study(self, nct_id: str) -> Study | None:
        """The trial of that id."""
        return self.store.study(nct_id)

    def criteria(self, nct_id: str) -> list[Criterion] | None:
        """The trial's criteria as they were parsed at import; where that was by another parser, as this one reads them."""
        kept = self.store.criteria(nct_id)
        study = self.store.study(nct_id) if kept is None else None
        if study is None:
            return kept
        return registry_criteria(study.record, self._vocabularies) if study.eligibility.strip() else []

    async def aclose(self) -> None:
        """Let go of the file."""
        self.store.close()

    def import_from(self, path: Path, *, progress: Progress | None = None) -> ImportReport:
        """Import every record of a folder, zip or NDJSON file; what is there already and unchanged is passed over."""
        return self.import_records(records_in(path), workers=workers_for(path), progress=progress)

    def import_records(
        self, records: Iterable[RawRecord], *, workers: int = 1, progress: Progress | None = None
    ) -> ImportReport:
        """Import records; each batch is stored whole, so that a kill loses at most the one in hand."""
        report = ImportReport()
        for batch in prepared(self._new(batches_of(records), report), self._vocabularies, workers=workers):
            studies = [item for item in batch if not isinstance(item, str)]
            report.skipped += [item for item in batch if isinstance(item, str)]
            known = self.store.known_digests([study.nct_id for study in studies])
            new = {study.nct_id for study in studies}.difference(known)
            with self.store.transaction():
                self.store.put(studies)
            report.added += len(new)
            report.updated += len(studies) - len(new)
            if progress is not None:
                progress(report)
            if (report.added + report.updated) % _INDEX_BATCH < len(studies):
                self._catch_up()
        self._catch_up()
        return report

    def _new(self, batches: Iterable[list[RawRecord]], report: ImportReport) -> Iterator[list[RawRecord]]:
        for batch in batches:
            report.read += len(batch)
            known = self.store.known_digests([nct_id_of(raw) for raw in batch])
            fresh = [raw for raw in batch if known.get(nct_id_of(raw)) != digest_of(raw)]
            report.unchanged += len(batch) - len(fresh)
            if fresh:
                yield fresh

    def _catch_up(self) -> None:
        """Index what is stored and not indexed, also what an earlier process was killed before."""
        while waiting := self.store.to_index(_INDEX_BATCH):
            self._index.add(study for _, study in waiting)
            with self.store.transaction():
                self.store.mark_indexed((study.nct_id, digest) for digest, study in waiting)


def _offset(token: str) -> int:
    if not token:
        return 0
    digits = token.removeprefix("after-")
    if not token.startswith("after-") or not digits.isdigit():
        raise UsageError("that is no page token of this registry", mend="use the token that the last page gave")
    return int(digits)


def raw_records(studies: Iterable[Study], *more: RawRecord) -> Iterator[RawRecord]:
    """Studies that came from another registry, as records to import."""
    import json

    return chain((RawRecord(study.nct_id, json.dumps(study.record).encode()) for study in studies), more)
