"""`osler vocab`: the vocabularies on this machine — list, search, show, build, import, pull."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from osler.errors import naming
from osler.surfaces.cli.inputs import a_file
from osler.surfaces.cli.output import console, emit_json, err_console
from osler.surfaces.cli.standard_input import typed

if TYPE_CHECKING:
    from osler.core.terminology import Candidate, Concept, SemanticType
    from osler.core.terminology.sources import Neighbours

app = typer.Typer(no_args_is_help=True, help="List, search, build, import and fetch vocabularies.")

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Kinds = Annotated[
    list[str] | None, typer.Option("--type", help="Only concepts of this semantic type; may be repeated.")
]
_NEIGHBOURS = 20
Meter = Callable[[str, int, int | None], None]


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """The vocabularies that searches use, with versions, licences and sizes."""
    from osler.core.terminology.sources import catalogue

    vocabularies = catalogue()
    if as_json:
        emit_json(vocabularies)
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table("name", "title", "version", "concepts", "names", "licence", "origin", box=None, pad_edge=False)
    for one in vocabularies:
        counts = (f"{one.concepts:,}", f"{one.names:,}")
        table.add_row(*map(escape, (one.name, one.title, one.version or "–", *counts, one.licence, one.origin)))
    console().print(table)


@app.command()
def search(
    term: Annotated[str, typer.Argument(help="A name, abbreviation, brand name or code; - for standard input.")],
    kinds: Kinds = None,
    max_results: Annotated[int, typer.Option("--max", min=1, max=50, help="How many answers at most.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Find the concepts that a term may mean."""
    from osler.config import load_settings
    from osler.core.terminology.sources import terminology

    found = asyncio.run(terminology(load_settings()).search(typed(term), max_results, _types(kinds)))
    if as_json:
        emit_json(found)
        return
    if not found:
        console().print("no concept found")
        return
    _print_candidates(found)


@app.command()
def show(
    concept_id: Annotated[str, typer.Argument(metavar="ID", help="A CURIE such as HP:0001250, or a CUI.")],
    as_json: AsJson = False,
) -> None:
    """Show one concept with its names, its codes, what it is a kind of and its kinds."""
    from osler.config import load_settings
    from osler.core.terminology.hierarchy import local_hierarchy
    from osler.core.terminology.sources import neighbours, terminology
    from osler.errors import DataError

    known = terminology(load_settings())
    concept = asyncio.run(known.concept(concept_id))
    if concept is None:
        raise DataError(f"no vocabulary has the concept {concept_id!r}", mend="find it by name: osler vocab search …")
    around = asyncio.run(neighbours(known, local_hierarchy(), concept.id))
    if as_json:
        emit_json({**concept.model_dump(mode="json"), **around.model_dump(mode="json", exclude={"concept_id", "is_a"})})
    else:
        _print_concept(concept)
        _print_neighbours(around)


@app.command()
def build(
    semantic: Annotated[
        bool, typer.Option("--semantic", help="Also embed names for search by meaning (extra 'embeddings').")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compile the bundled vocabularies now, so that the first search need not."""
    from osler.core.terminology import disease_annotations, hpo, load_vocabulary
    from osler.core.terminology.sources import catalogue

    with _meter() as meter:
        load_vocabulary(lambda done, total: meter("vocabularies", done, total))
        meter("search index", 0, None)
        vocabularies = catalogue()
        meter("HPO graph and annotations", 0, None)
        hpo()
        disease_annotations()
        if semantic:
            from osler.core.terminology.sources import build_semantic

            build_semantic(lambda done, total: meter("embedding names", done, total))
    bundled = [one for one in vocabularies if one.origin == "bundled"]
    if as_json:
        emit_json({"built": [one.name for one in bundled], "concepts": sum(one.concepts for one in bundled)})
    else:
        console().print(f"{len(bundled)} vocabularies ready, {sum(one.concepts for one in bundled):,} concepts")


@app.command("import")
def import_(
    release: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A release: folder, zip or file (RRF, RF2, OBO, OBO-JSON); - for standard input."
        ),
    ],
    name: Annotated[str | None, typer.Option("--name", help="What to call it; its kind if left out.")] = None,
    version: Annotated[str, typer.Option("--version", help="The release, where the files do not say it.")] = "",
    kind: Annotated[str | None, typer.Option("--type", help="What an ontology's terms are.")] = None,
    as_json: AsJson = False,
) -> None:
    """Import a vocabulary; an import that was interrupted goes on where it stopped."""
    from osler.core.terminology.imports import import_vocabulary

    chosen = _types([kind]) if kind else None
    with naming(release), a_file(release) as path, _meter() as meter:
        report = import_vocabulary(
            path,
            name=name,
            version=version,
            semantic_type=chosen[0] if chosen else None,
            on_progress=lambda progress: meter(progress.step, progress.done, progress.total),
        )
    if as_json:
        emit_json(report)
        return
    out = console()
    out.print(f"{report.name} {report.version}: {report.concepts:,} concepts, {report.names:,} names")
    if report.not_clinical:
        out.print(f"left out: {report.not_clinical:,} concepts that are not clinical things")
    for line in report.skipped:
        out.print(line, markup=False)


@app.command()
def pull(
    url: Annotated[str, typer.Argument(help="The address of a release file.")],
    sha256: Annotated[str | None, typer.Option("--sha256", help="The release's published checksum.")] = None,
    checksum_url: Annotated[
        str | None, typer.Option("--checksum-url", help="Where the release's checksum is published.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fetch an official release and check it; goes on where an interrupted fetch stopped."""
    from osler.core.terminology.sources import pull as fetch

    with _meter() as meter:
        file = asyncio.run(
            fetch(
                url,
                checksum=sha256,
                checksum_url=checksum_url,
                on_bytes=lambda done, total: meter("fetching", done, total),
            )
        )
    if as_json:
        emit_json({"file": str(file), "bytes": file.stat().st_size})
    else:
        console().print(f"{file}\nimport it with: osler vocab import {file}", markup=False, soft_wrap=True)


def _types(names: list[str] | None) -> list[SemanticType] | None:
    from osler.core.terminology import SemanticType
    from osler.errors import UsageError

    if not names:
        return None
    known = {kind.lower(): kind for kind in SemanticType}
    unknown = [name for name in names if name.lower() not in known]
    if unknown:
        raise UsageError(f"{unknown[0]!r} is not a semantic type", mend=f"choose from: {', '.join(SemanticType)}")
    return [known[name.lower()] for name in names]


def _print_candidates(found: list[Candidate]) -> None:
    from rich.markup import escape
    from rich.table import Column, Table

    codes = [Column(title, no_wrap=True) for title in ("id", "CUI", "SNOMED CT", "confidence")]
    table = Table(*codes, "display", "type", "matched", box=None, pad_edge=False)
    for one in found:
        matched = f"{one.matched_name} ({one.match_kind})"
        row = (one.concept_id, one.cui or "–", one.snomed_code or "–", f"{one.confidence:.2f}")
        table.add_row(*map(escape, (*row, one.display, one.semantic_type, matched)))
    console().print(table)


def _print_concept(concept: Concept) -> None:
    out = console()
    out.print(f"{concept.id}  {concept.name}", markup=False)
    out.print(f"{concept.semantic_type}, {concept.vocabulary} {concept.version}", markup=False)
    if concept.definition:
        out.print(concept.definition, markup=False)
    for system, codes in sorted(concept.xrefs.items()):
        out.print(f"{system}: {', '.join(codes)}", markup=False)
    if concept.synonyms:
        out.print("also: " + "; ".join(concept.synonyms), markup=False)


def _print_neighbours(around: Neighbours) -> None:
    for title, listed in (
        ("same as", around.same),
        ("kind of", around.parents),
        ("kinds", around.children),
        ("drugs", around.members),
    ):
        if listed:
            shown = "; ".join(f"{one.id} {one.name}".strip() for one in listed[:_NEIGHBOURS])
            more = f"; and {len(listed) - _NEIGHBOURS} more" if len(listed) > _NEIGHBOURS else ""
            console().print(f"{title}: {shown}{more}", markup=False)


@contextmanager
def _meter() -> Iterator[Meter]:
    """A progress bar on stderr that is told how far each step is; silent when stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda step, done, total: None
        return
    from rich.progress import Progress, TaskID

    with Progress(console=err_console(), transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def tell(step: str, done: int, total: int | None) -> None:
            if step not in tasks:
                tasks[step] = bar.add_task(step, total=total)
            bar.update(tasks[step], completed=done, total=total)

        yield tell
