"""Filling the local index from another registry, by condition and date of last update."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel, Field

from osler.errors import DataError, ServiceError
from osler.trials.registry.local import LocalRegistry, raw_records
from osler.trials.registry.port import MAX_PAGE_SIZE, Registry, Status, TrialQuery
from osler.trials.registry.study import Study


class SyncReport(BaseModel):
    """What a synchronisation brought."""

    condition: str
    since: str = ""
    fetched: int = 0
    added: int = 0
    skipped: list[str] = Field(default_factory=list)
    complete: bool = True
    stopped_because: str = ""


async def _whole(remote: Registry, listed: Study) -> Study | str:
    """A study with all its fields, or why it was skipped; it is asked for by itself where the page did not bring them."""
    sections = listed.record.get("protocolSection", {})
    if "descriptionModule" in sections or "eligibilityCriteria" in sections.get("eligibilityModule", {}):
        return listed
    try:
        study = await remote.study(listed.nct_id)
    except DataError as error:
        return f"{listed.nct_id}: {error.message}"
    return study if study is not None else f"{listed.nct_id}: the registry has no record of this id"


async def synchronise(
    local: LocalRegistry,
    remote: Registry,
    condition: str,
    *,
    status: tuple[Status, ...] = (),
    progress: Callable[[SyncReport], None] | None = None,
) -> SyncReport:
    """Fetch what changed since the last complete synchronisation of this condition; what was fetched is kept if it stops."""
    key = f"sync:{condition.casefold()}:{','.join(status)}"
    report = SyncReport(condition=condition, since=local.store.recall(key))
    query = TrialQuery(
        condition=condition, status=status, updated_since=report.since, page_size=MAX_PAGE_SIZE, whole=True
    )
    newest, tokens = report.since, {""}
    while True:
        try:
            page = await remote.search(query)
            whole = [await _whole(remote, study) for study in page.studies]
        except ServiceError as error:
            report.complete, report.stopped_because = False, error.message
            return report
        studies = [study for study in whole if not isinstance(study, str)]
        report.skipped += [*page.skipped, *(study for study in whole if isinstance(study, str))]
        imported = local.import_records(raw_records(studies))
        newest = max([newest, *(study.last_update for study in studies)])
        report.fetched += len(studies)
        report.added += imported.added + imported.updated
        report.skipped += imported.skipped
        if progress is not None:
            progress(report)
        if not page.next_page_token:
            break
        if page.next_page_token in tokens:
            report.complete = False
            report.stopped_because = "the registry gave a page again that it had given before"
            return report
        tokens.add(page.next_page_token)
        query = query.model_copy(update={"page_token": page.next_page_token, "count_total": False})
    with local.store.transaction():
        local.store.remember(key, newest)
    return report
