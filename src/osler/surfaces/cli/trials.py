"""`osler trials`: the registry on this machine: import, search, show, sync, serve."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from osler.surfaces.cli.batch import Mode, Result, carry_out, each_file
from osler.surfaces.cli.inputs import Input, expand, patients
from osler.surfaces.cli.output import console, emit_json, err_console
from osler.surfaces.cli.standard_input import typed

if TYPE_CHECKING:
    from osler.core.patient import ReadResult
    from osler.trials.registry import ImportReport, SearchPage, SyncReport, TrialQuery

app = typer.Typer(no_args_is_help=True, help="Search, show, import, synchronise and serve trials.")

_JSON = Annotated[bool, typer.Option("--json", help="One JSON document.")]
_INDEX = Annotated[Path | None, typer.Option("--index", help="The folder of the local index.")]
_SKIPPED_SHOWN = 10


@app.command("import")
def import_(
    source: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="API v2 records: JSON, NDJSON, a zip or a folder; several files and globs; - for standard input.",
        ),
    ],
    index: _INDEX = None,
    as_json: _JSON = False,
) -> None:
    """Import trials into the index; unchanged ones are passed over, an interrupted import goes on where it stopped."""
    from osler.errors import DataError
    from osler.trials.registry import ImportReport, LocalRegistry

    registry = LocalRegistry(index)
    try:
        reports, worst = each_file(
            expand(source, None).names, lambda path: registry.import_from(path, progress=_imported)
        )
        total = registry.store.count()
    finally:
        registry.store.close()
    report = sum(reports, ImportReport())
    _tell_import(report, total, as_json=as_json)
    if worst:
        raise typer.Exit(worst)
    if report.in_vain:
        found = f"none of the {report.read} records can be read" if report.read else "there is no record in it"
        raise DataError(f"nothing was imported: {found}", mend="give records of the ClinicalTrials.gov API v2")
    if report.skipped:
        raise typer.Exit(DataError.exit_code)


def _tell_import(report: ImportReport, total: int, *, as_json: bool) -> None:
    if as_json:
        emit_json({**report.model_dump(), "trials": total})
        return
    changed = f", updated {report.updated}" if report.updated else ""
    console().print(
        f"read {report.read}, added {report.added}{changed}, unchanged {report.unchanged}; the index holds {total}"
    )
    _tell_skipped(report.skipped)


def _tell_skipped(skipped: list[str]) -> None:
    for line in skipped[:_SKIPPED_SHOWN]:
        err_console().print(f"skipped {line}", style="yellow", markup=False, soft_wrap=True)
    if len(skipped) > _SKIPPED_SHOWN:
        err_console().print(f"… and {len(skipped) - _SKIPPED_SHOWN} more", style="yellow")


@app.command()
def search(
    condition: Annotated[
        str, typer.Argument(help="A condition; synonyms and more specific ones count; - for standard input.")
    ] = "",
    intervention: Annotated[str, typer.Option("--intervention")] = "",
    keywords: Annotated[str, typer.Option("--keywords", help="Words of titles, summaries and criteria.")] = "",
    location: Annotated[str, typer.Option("--location", help="Words of a site: city, country, hospital.")] = "",
    near: Annotated[str | None, typer.Option("--near", help="LATITUDE,LONGITUDE,KM")] = None,
    status: Annotated[str, typer.Option("--status", help="Comma-separated; 'any' for all.")] = "RECRUITING",
    phase: Annotated[str, typer.Option("--phase", help="Comma-separated: PHASE1, PHASE2, …")] = "",
    sex: Annotated[str | None, typer.Option("--sex", help="male or female: trials that take this sex.")] = None,
    age: Annotated[float | None, typer.Option("--age", help="The patient's age in years.")] = None,
    study_type: Annotated[
        str | None, typer.Option("--type", help="interventional, observational or expanded_access.")
    ] = None,
    patient: Annotated[
        list[str] | None,
        typer.Option(
            "--patient",
            help="Search for these patients instead of words: files, folders, tables, kept ids, - for stdin.",
        ),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=100)] = 20,
    registry: Annotated[str | None, typer.Option("--registry", help="local or ctgov.")] = None,
    index: _INDEX = None,
    as_json: _JSON = False,
) -> None:
    """Search the registry."""
    from osler.surfaces.cli.match import check_choice
    from osler.trials.registry import statuses

    check_choice("--registry", registry, ("local", "ctgov"))
    if patient:
        _search_for(patient, registry=registry, index=index, limit=limit, as_json=as_json)
        return
    query = _query(
        condition=typed(condition),
        intervention=intervention,
        eligibility_keywords=keywords,
        location=location,
        near=_near(near),
        status=statuses(status),
        phase=tuple(_words(phase)),
        sex=sex.upper() if sex else None,
        min_age=age,
        max_age=age,
        study_type=study_type.upper() if study_type else None,
        page_size=limit,
    )
    page = asyncio.run(_asked(query, registry, index))
    if as_json:
        emit_json(_as_json(page))
        return
    _show_page(page)
    if not page.studies and query.status:
        searched = ", ".join(query.status)
        console().print(f"only {searched} trials were searched; --status any searches all", style="dim")


async def _asked(query: TrialQuery, registry: str | None, index: Path | None) -> Any:
    """The first page that a registry answers."""
    from osler.config import load_settings
    from osler.trials.registry import open_registry

    chosen = open_registry(load_settings(), name=registry, folder=index)
    try:
        return await chosen.search(query)
    finally:
        await chosen.aclose()


def _search_for(words: list[str], *, registry: str | None, index: Path | None, limit: int, as_json: bool) -> None:
    """Search for every patient that is named."""
    from osler.config import load_settings
    from osler.core.terminology import bundled_vocabularies
    from osler.trials.registry import SearchPage, open_registry
    from osler.trials.retrieval import search_for_patient

    async def ask(read: ReadResult) -> SearchPage:
        chosen = open_registry(load_settings(), name=registry, folder=index)
        try:
            found = await search_for_patient(read.record, chosen, bundled_vocabularies(), limit=limit)
        finally:
            await chosen.aclose()
        return SearchPage(studies=found, total=len(found))

    def work(read: ReadResult, one: Input[ReadResult]) -> Result:
        page = asyncio.run(ask(read))
        return Result(_as_json(page), lambda: _show_page(page), read.record.id)

    carry_out(patients(words), work, Mode(as_json, None, False))


def _as_json(page: SearchPage) -> dict[str, Any]:
    from osler.trials.steps import compact

    trials = [compact(study) for study in page.studies]
    return {"count": len(trials), "total_available": page.total, "trials": trials}


def _show_page(page: SearchPage) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table("trial", "status", "phase", "conditions", "title", box=None, header_style="bold")
    for study in page.studies:
        conditions = Text(", ".join(study.conditions[:3]))
        table.add_row(study.nct_id, study.status, ", ".join(study.phases), conditions, Text(study.brief_title))
    console().print(table)
    console().print(f"{len(page.studies)} of {page.total}", style="dim")


@app.command()
def show(
    nct_id: Annotated[str, typer.Argument(help="The id of a trial.")],
    registry: Annotated[str | None, typer.Option("--registry", help="local or ctgov.")] = None,
    index: _INDEX = None,
    as_json: _JSON = False,
) -> None:
    """Show a trial with its criteria."""
    from osler.config import load_settings
    from osler.core.criteria import outline_text, registry_criteria
    from osler.errors import UsageError
    from osler.surfaces.cli.match import check_choice
    from osler.trials.registry import LocalRegistry, open_registry

    check_choice("--registry", registry, ("local", "ctgov"))

    async def ask() -> Any:
        chosen = open_registry(load_settings(), name=registry, folder=index)
        try:
            kept = chosen.criteria(nct_id) if isinstance(chosen, LocalRegistry) else None
            return await chosen.study(nct_id), kept
        finally:
            await chosen.aclose()

    study, criteria = asyncio.run(ask())
    if study is None:
        raise UsageError(f"there is no trial {nct_id!r} in this registry", mend="look with 'osler trials search'")
    if criteria is None:
        criteria = registry_criteria(study.record) if study.eligibility else []
    if as_json:
        emit_json({"study": study.record, "criteria": [item.model_dump(mode="json") for item in criteria]})
        return
    out = console()
    out.print(f"[bold]{study.nct_id}[/] {study.status} {', '.join(study.phases)}", highlight=False)
    out.print(study.brief_title, markup=False)
    out.print(f"conditions: {', '.join(study.conditions)}", markup=False)
    out.print(f"interventions: {', '.join(study.interventions)}", markup=False)
    for criterion in criteria:
        out.print(f"[bold]{criterion.kind}[/] {criterion.id}", highlight=False)
        out.print(outline_text(criterion.tree, 1), markup=False, soft_wrap=True)


@app.command()
def sync(
    condition: Annotated[str, typer.Option("--condition", help="What the trials to fetch are about.")],
    status: Annotated[str, typer.Option("--status", help="Comma-separated; 'any' for all.")] = "any",
    index: _INDEX = None,
    as_json: _JSON = False,
) -> None:
    """Fill the index from the API with what changed since the last time."""
    from osler.config import load_settings
    from osler.errors import DataError, ServiceError
    from osler.trials.registry import CtgovRegistry, LocalRegistry, statuses, synchronise

    wanted = statuses(status)

    async def ask() -> SyncReport:
        remote, local = CtgovRegistry(load_settings()), LocalRegistry(index)
        try:
            return await synchronise(local, remote, condition, status=wanted, progress=_fetched)
        finally:
            await remote.aclose()
            await local.aclose()

    report = asyncio.run(ask())
    if as_json:
        emit_json(report.model_dump())
    else:
        since = f" since {report.since}" if report.since else ""
        console().print(f"{report.condition}{since}: fetched {report.fetched}, added {report.added}", markup=False)
    _tell_skipped(report.skipped)
    if not report.complete:
        err_console().print(f"stopped: {report.stopped_because}; what was fetched is kept", markup=False)
        raise typer.Exit(ServiceError.exit_code)
    if report.skipped:
        raise typer.Exit(DataError.exit_code)


@app.command()
def serve(
    port: Annotated[int, typer.Option("--port", min=0, max=65535)] = 8765,
    index: _INDEX = None,
) -> None:
    """Offer the index as a read API of the v2 form on this machine."""
    from osler.trials.registry import LocalRegistry, serve_registry

    def ready(address: str) -> None:
        console().print(f"serving on {address}", highlight=False)

    asyncio.run(serve_registry(LocalRegistry(index), port=port, ready=ready))


def _query(**parts: Any) -> Any:
    from pydantic import ValidationError

    from osler.errors import UsageError
    from osler.trials.registry import TrialQuery

    try:
        return TrialQuery(**parts)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{place}: {first['msg']}", mend="see 'osler trials search --help'") from None


def _words(text: str) -> list[str]:
    return [word.strip().upper() for word in text.split(",") if word.strip()]


def _near(text: str | None) -> dict[str, float] | None:
    from osler.errors import UsageError

    if text is None:
        return None
    try:
        latitude, longitude, km = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError("--near is not understood", mend="write LATITUDE,LONGITUDE,KM such as 48.2,16.4,50") from None
    return {"latitude": latitude, "longitude": longitude, "km": km}


def _imported(report: ImportReport) -> None:
    if err_console().is_terminal:
        err_console().print(f"[dim]{report.read} read, {report.added + report.updated} stored[/]", end="\r")


def _fetched(report: SyncReport) -> None:
    if err_console().is_terminal:
        err_console().print(f"[dim]{report.fetched} fetched[/]", end="\r")
