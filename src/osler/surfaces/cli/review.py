"""`osler review`: the queue of what grounding left to an expert."""

from __future__ import annotations

import getpass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from osler.errors import UsageError
from osler.surfaces.cli.output import console, emit_json

if TYPE_CHECKING:
    from osler.core.terminology import Concept
    from osler.grounding.store import Decided, GroundingStore, ReviewItem

app = typer.Typer(no_args_is_help=True, help="Decide what grounding left to an expert.")

ItemId = Annotated[str, typer.Argument(metavar="ID", help="An item's id, or the beginning of one.")]
By = Annotated[str | None, typer.Option("--by", help="Who decides; the account's name if left out.")]
Reason = Annotated[str, typer.Option("--reason", help="Why.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
All = Annotated[bool, typer.Option("--all", help="Decided items as well.")]


@app.command("list")
def list_(
    everything: All = False,
    limit: Annotated[int, typer.Option(min=1, help="At most so many, oldest first.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List the queue, oldest first."""
    items = _store().queue.items(status=None if everything else "pending", limit=limit)
    if as_json:
        emit_json(items)
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table("id", "entity", "type", "proposed", "why", "status", box=None, header_style="bold", pad_edge=False)
    for item in items:
        entity = item.entity
        table.add_row(
            entity.entity_id,
            escape(" ".join(entity.text.split())[:40]),
            entity.entity_type.value if entity.entity_type else "",
            escape(f"{entity.preferred_term} {entity.concept_id}" if entity.concept_id else "-"),
            escape("; ".join(entity.review_reasons)),
            item.status,
        )
    console().print(table if items else "Nothing waits for an expert.")


@app.command()
def show(item_id: ItemId, as_json: AsJson = False) -> None:
    """Show one item with its context, its codes and, if there is one, the decision."""
    item = _store().queue.get(item_id)
    if as_json:
        emit_json(item)
        return
    _show(item)


@app.command()
def accept(item_id: ItemId, by: By = None, reason: Reason = "", as_json: AsJson = False) -> None:
    """The proposed code is right; it is used from now on."""
    _told(_store().queue.accept(item_id, _decided(by, reason)), as_json=as_json)


@app.command()
def correct(
    item_id: ItemId,
    concept: Annotated[str, typer.Option("--concept", help="The right concept: SCTID:38341003, HP:0001250, a CUI, …")],
    by: By = None,
    reason: Reason = "",
    as_json: AsJson = False,
) -> None:
    """Another concept is right; it is remembered and used from now on."""
    store = _store()
    _told(store.queue.correct(item_id, _concept(concept), _decided(by, reason)), as_json=as_json)


@app.command()
def reject(item_id: ItemId, by: By = None, reason: Reason = "", as_json: AsJson = False) -> None:
    """No code is right, or the words are no entity."""
    _told(_store().queue.reject(item_id, _decided(by, reason)), as_json=as_json)


@app.command()
def export(
    out: Annotated[Path | None, typer.Option("--out", help="Write to this file instead of stdout.")] = None,
    everything: All = False,
    as_json: AsJson = False,
) -> None:
    """Print the queue as CSV, or with --json as JSON with every decision."""
    from osler.config import write_private
    from osler.grounding.export import to_csv

    items = _store().queue.items(status=None if everything else "pending")
    if as_json and out is None:
        emit_json(items)
        return
    import json

    dumped = [item.model_dump(mode="json") for item in items]
    text = json.dumps(dumped, indent=2) + "\n" if as_json else to_csv(item.entity for item in items)
    if out is None:
        print(text, end="")
    else:
        write_private(out, text)


def _store() -> GroundingStore:
    from osler.grounding.store import open_grounding_store

    return open_grounding_store()


def _decided(by: str | None, reason: str) -> Decided:
    from osler.grounding.store import Decided

    return Decided(by=(by or getpass.getuser()).strip(), at=datetime.now(UTC), reason=reason)


def _concept(code: str) -> Concept:
    import asyncio

    from osler.config import load_settings
    from osler.core.terminology.sources.port import terminology

    bare = code.strip()
    found = asyncio.run(terminology(load_settings()).concept(bare if ":" in bare else f"UMLS:{bare}"))
    if found is None:
        raise UsageError(f"no vocabulary has {bare!r}", mend="find the concept with 'osler vocab search TERM'")
    return found


def _told(item: ReviewItem, *, as_json: bool) -> None:
    if as_json:
        emit_json(item)
    else:
        _show(item)


def _show(item: ReviewItem) -> None:
    from rich.markup import escape

    out, entity = console(), item.entity
    out.print(f"[bold]{entity.entity_id}[/]  {item.status}  {escape(entity.criteria_id)}")
    out.print(
        escape(f"{entity.text}  ({entity.entity_type.value if entity.entity_type else 'unknown type'})"), soft_wrap=True
    )
    out.print(escape(f"… {entity.context_window} …"), style="dim", soft_wrap=True)
    if entity.concept_id:
        out.print(escape(f"proposed  {entity.preferred_term}  {' '.join(entity.codes)}"), soft_wrap=True)
    for reason in entity.review_reasons:
        out.print(escape(f"why       {reason}"), soft_wrap=True)
    if item.decided is not None:
        said = f": {item.decided.reason}" if item.decided.reason else ""
        out.print(escape(f"decided   {item.status} by {item.decided.by} on {item.decided.at:%Y-%m-%d %H:%M}{said}"))
