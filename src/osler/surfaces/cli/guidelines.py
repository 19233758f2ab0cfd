"""`osler guidelines`: what is in the libraries, and how it gets in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from osler.surfaces.cli.batch import each_file
from osler.surfaces.cli.inputs import expand
from osler.surfaces.cli.output import console, emit_json, err_console, waiting
from osler.surfaces.cli.standard_input import typed

if TYPE_CHECKING:
    from osler.core.library import AddReport

app = typer.Typer(no_args_is_help=True, help="Add, list, search, show and remove guidelines.")

LibraryName = Annotated[str | None, typer.Option("--library", help="The library; the configured one if left out.")]
_GUIDELINES = frozenset({".md", ".markdown", ".html", ".htm", ".xhtml", ".txt", ".text", ".pdf", ".docx", ".json"})
"""How the names of guideline files end, for those of a folder."""
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command()
def add(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE",
            help="Markdown, HTML, text, PDF, DOCX, or recommendations as JSON; several files, folders and globs; "
            "- for standard input.",
        ),
    ] = None,
    library: LibraryName = None,
    title: Annotated[str | None, typer.Option("--title", help="The title, where the file does not say it.")] = None,
    issuer: Annotated[str | None, typer.Option("--issuer", help="Who issued it.")] = None,
    version: Annotated[str | None, typer.Option("--version", help="Its version.")] = None,
    date: Annotated[str | None, typer.Option("--date", help="Its date: 2021, 2021-03 or 2021-03-09.")] = None,
    jurisdiction: Annotated[str | None, typer.Option("--jurisdiction", help="Where it holds.")] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Add the synthetic demonstration guidelines.")] = False,
    as_json: AsJson = False,
) -> None:
    """Add files, or put them in the place of what they are a new state of; a file that fails leaves the rest."""
    from osler.config import load_settings
    from osler.core.library import DocumentMetadata, library_to_fill
    from osler.errors import UsageError
    from osler.guidelines import DEMO_LIBRARY, add_demo_guidelines
    from osler.guidelines.settings import GuidelinesSettings

    if not files and not demo:
        raise UsageError("there is nothing to add", mend="give files, or --demo for the synthetic guidelines")
    names = expand(files or [], _GUIDELINES).names
    if title and len(names) > 1:
        raise UsageError("one title for several files", mend="add them one by one, or leave --title out")
    settings = load_settings().of(GuidelinesSettings)
    stated = DocumentMetadata(
        title=title or "", issuer=issuer or "", version=version or "", date=date or "", jurisdiction=jurisdiction or ""
    )
    most = settings.max_file_mb * 1024 * 1024
    with library_to_fill(library or (DEMO_LIBRARY if demo and not files else settings.library)) as place:
        reports = add_demo_guidelines(place) if demo else []
        with waiting("adding"):
            added, worst = each_file(names, lambda path: place.add(path, metadata=stated, max_bytes=most))
    _tell([*reports, *added], place.name, as_json=as_json)
    if worst:
        raise typer.Exit(worst)


def _tell(reports: list[AddReport], name: str, *, as_json: bool) -> None:
    if as_json:
        emit_json({"library": name, "documents": reports})
        return
    out = console()
    for report in reports:
        out.print(
            f"{report.outcome}: {report.document.metadata.title} ({report.document.id}), {report.document.chunks} passages, library {name}",
            markup=False,
        )
        for problem in report.problems:
            out.print(f"  {problem.in_words()}", style="yellow", markup=False)


@app.command("list")
def list_(library: LibraryName = None, as_json: AsJson = False) -> None:
    """List the documents of a library, or of all libraries."""
    from osler.core.library import later_versions, library_names, open_library

    names = [library] if library else library_names()
    held = {name: open_library(name).documents() for name in names}
    if as_json:
        emit_json({name: [one.model_dump(mode="json") for one in documents] for name, documents in held.items()})
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table(
        "library", "id", "title", "issuer", "version", "date", "jurisdiction", "passages", box=None, header_style="bold"
    )
    for name, documents in held.items():
        later = later_versions(documents)
        for one in documents:
            said = one.metadata
            version = f"{said.version} (superseded)".strip() if one.id in later else said.version
            told = (said.title, said.issuer, version, said.date, said.jurisdiction)
            table.add_row(*map(escape, (name, one.id, *told)), str(one.chunks))
    for problem in (one for name in names for one in open_library(name).outdated()):
        console().print(problem.in_words(), style="dim", markup=False)
    console().print(table if table.row_count else "no guidelines yet; add some with 'osler guidelines add FILE'")


@app.command()
def remove(
    document: Annotated[str | None, typer.Argument(help="The document's id or title.")] = None,
    library: LibraryName = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove the whole library.")] = False,
) -> None:
    """Remove a document from a library, or the library."""
    from osler.core.library import delete_library, open_library
    from osler.errors import UsageError

    name = _name(library)
    if everything == (document is not None):
        raise UsageError("say what to remove", mend="give a document's id, or --all for the whole library")
    if everything:
        delete_library(name)
        console().print(f"removed library {name}", markup=False)
        return
    console().print(f"removed {open_library(name).remove(document or '').id}", markup=False)


@app.command()
def search(
    query: Annotated[str, typer.Argument(help="What to look for; - for standard input.")],
    library: LibraryName = None,
    k: Annotated[int, typer.Option("--k", min=1, max=200, help="How many passages.")] = 10,
    retriever: Annotated[str, typer.Option("--retriever", help="bm25, dense or hybrid.")] = "bm25",
    issuer: Annotated[str | None, typer.Option("--issuer", help="Only of this issuer.")] = None,
    since: Annotated[str | None, typer.Option("--since-date", help="Only from this date on.")] = None,
    until: Annotated[str | None, typer.Option("--until-date", help="Only up to this date.")] = None,
    jurisdiction: Annotated[str | None, typer.Option("--jurisdiction", help="Only where it holds here.")] = None,
    version: Annotated[str | None, typer.Option("--version", help="Only of this version.")] = None,
    as_json: AsJson = False,
) -> None:
    """Search the passages of a library."""
    from typing import get_args

    from osler.core.library import Filters, Retriever, SearchOptions, open_library
    from osler.errors import UsageError

    if retriever not in get_args(Retriever):
        raise UsageError(f"there is no retriever {retriever!r}", mend="choose bm25, dense or hybrid")
    options = SearchOptions.model_validate(
        {
            "k": k,
            "retriever": retriever,
            "filters": Filters(issuer=issuer, since=since, until=until, jurisdiction=jurisdiction, version=version),
        }
    )
    hits = open_library(_name(library)).search(typed(query), options)
    if as_json:
        emit_json(hits)
        return
    out = console()
    for hit in hits:
        out.print(f"{hit.score:7.3f}  {hit.chunk.id}  {hit.chunk.place}", markup=False)
        out.print(f"         {hit.chunk.text[:200]}", style="dim", markup=False)
    if not hits:
        out.print("nothing found")


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="The id of a passage or of a document.")],
    library: LibraryName = None,
    as_json: AsJson = False,
) -> None:
    """Show a passage, or all passages of a document."""
    from osler.core.library import open_library
    from osler.errors import UsageError

    place = open_library(_name(library))
    found = place.chunk(name)
    chunks = [found] if found else place.chunks(name)
    if not chunks:
        raise UsageError(f"library {place.name!r} has no {name!r}", mend="see 'osler guidelines list' and 'search'")
    if as_json:
        emit_json(chunks)
        return
    out = console()
    for chunk in chunks:
        grade = f", grade {chunk.grade}" if chunk.grade else ""
        out.print(f"\n{chunk.id}  {chunk.place}{grade}", style="bold", markup=False)
        out.print(chunk.text, markup=False)


@app.command()
def embed(library: LibraryName = None) -> None:
    """Give every passage a vector, for search by meaning (extra 'embeddings'); goes on where it was stopped."""
    from rich.progress import Progress

    from osler.core.library import open_library

    place = open_library(_name(library))
    with Progress(console=err_console(), transient=True) as bar:
        task = bar.add_task("embedding")
        count = place.embed(lambda done, total: bar.update(task, completed=done, total=total))
    console().print(f"{count} passages of {place.name} can be searched by meaning", markup=False)


@app.command()
def rebuild(library: LibraryName = None) -> None:
    """Make a library's index again from its documents."""
    from osler.core.library import open_library

    place = open_library(_name(library))
    console().print(f"indexed {place.rebuild()} documents of {place.name}", markup=False)


def _name(library: str | None) -> str:
    from osler.config import load_settings
    from osler.guidelines.settings import GuidelinesSettings

    return library or load_settings().of(GuidelinesSettings).library
