"""`osler review`: the queue of what was left to an expert."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from osler.errors import DataError, UsageError, naming
from osler.surfaces.cli.output import console, emit_json, err_console
from osler.surfaces.cli.standard_input import STDIN, stdin

if TYPE_CHECKING:
    from osler.core.review import Decision, ReviewItem, ReviewQueue, Verdict
    from osler.core.terminology import Concept
    from osler.grounding.store import CodeReviews, Decided

app = typer.Typer(no_args_is_help=True, help="Decide what was left to an expert.")

ItemId = Annotated[str, typer.Argument(metavar="ID", help="An item's id, or the beginning of one.")]
By = Annotated[
    str | None,
    typer.Option("--by", help="Who decides; if left out the actor of the section 'stores', or the account's name."),
]
Reason = Annotated[str, typer.Option("--reason", help="Why.")]
Bound = Annotated[
    bool,
    typer.Option("--only-here", help="It holds only in the protocol, trial or patient that the item is from."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
All = Annotated[bool, typer.Option("--all", help="Decided items as well.")]
Kind = Annotated[str | None, typer.Option("--kind", help="Only items of this kind, such as code.")]


@app.command("list")
def list_(
    everything: All = False,
    conflicts: Annotated[bool, typer.Option("--conflicts", help="Only what reviewers decided differently.")] = False,
    kind: Kind = None,
    left_open: Annotated[
        bool, typer.Option("--open", help="Criteria that a record only leaves open as well, after the others.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List the queue: what waits and what reviewers disagree on, oldest first; what a record only leaves open is counted."""
    from osler.trials import only_open

    found = sorted(_chosen(_queue(), kind, everything=everything, conflicts=conflicts), key=only_open)
    if not (left_open or everything):
        waiting = [item for item in found if not (only_open(item) and item.status == "pending")]
        if silent := len(found) - len(waiting):
            err_console().print(
                f"{silent} criteria that a record only leaves open are not listed; --open lists them", style="dim"
            )
        found = waiting
    items = found[:limit]
    if len(found) > limit:
        err_console().print(f"{limit} of {len(found)} items; --limit shows more", style="dim")
    if as_json:
        emit_json({"results": [_document(item) for item in items]})
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table(
        "id", "kind", "of", "text", "proposed", "why", "status", box=None, header_style="bold", pad_edge=False
    )
    for item in items:
        table.add_row(
            item.id,
            item.kind,
            escape(item.source),
            escape(" ".join(item.subject.split())[:40]),
            escape(item.proposal or "-"),
            escape("; ".join(item.reasons)),
            escape(_standing(item)),
        )
    console().print(table if items else "Nothing waits for an expert.")


@app.command()
def show(item_id: ItemId, as_json: AsJson = False) -> None:
    """Show one item with its context, what is proposed and every decision."""
    _told(_queue().get(item_id), as_json=as_json)


@app.command()
def accept(
    item_id: ItemId, by: By = None, reason: Reason = "", only_here: Bound = False, as_json: AsJson = False
) -> None:
    """The proposal is right; it holds from now on, wherever the same is asked."""
    item = _queue().get(item_id)
    if _is_code(item):
        _codes().accept(item.id, _decided(by, reason, only_here))
    else:
        _decide(item, "accepted", by, reason, only_here)
    _told(_queue().get(item.id), as_json=as_json)


@app.command()
def correct(
    item_id: ItemId,
    concept: Annotated[
        str | None, typer.Option("--concept", help="The right concept: SCTID:38341003, HP:0001250, a CUI, …")
    ] = None,
    to: Annotated[str | None, typer.Option("--to", help="What is right, for items that are no codes.")] = None,
    by: By = None,
    reason: Reason = "",
    only_here: Bound = False,
    as_json: AsJson = False,
) -> None:
    """Something else is right; it is remembered and used from now on."""
    from osler.core.terminology import bundled_vocabularies

    item = _queue().get(item_id)
    if _is_code(item):
        if concept is None:
            raise UsageError("the right concept is missing", mend="give --concept, such as SCTID:38341003")
        _codes().correct(item.id, _concept(concept), _decided(by, reason, only_here), bundled_vocabularies())
    else:
        if to is None:
            raise UsageError("what is right is missing", mend="give --to")
        _decide(item, "corrected", by, reason, only_here, {"value": _right(item, to)})
    _told(_queue().get(item.id), as_json=as_json)


@app.command()
def reject(
    item_id: ItemId, by: By = None, reason: Reason = "", only_here: Bound = False, as_json: AsJson = False
) -> None:
    """Nothing is right, or it should not have been asked."""
    item = _queue().get(item_id)
    if _is_code(item):
        _codes().reject(item.id, _decided(by, reason, only_here))
    else:
        _decide(item, "rejected", by, reason, only_here)
    _told(_queue().get(item.id), as_json=as_json)


@app.command()
def undo(
    item_id: ItemId,
    of: Annotated[str | None, typer.Option("--of", help="Whose decision, where several stand.")] = None,
    by: By = None,
    as_json: AsJson = False,
) -> None:
    """Take a decision back; it stays in the record as taken back."""
    item, who, now = _queue().get(item_id), _account(by), datetime.now(UTC)
    if _is_code(item):
        _codes().undo(item.id, by=who, at=now, whose=of)
    else:
        _queue().undo(item, by=who, at=now, whose=of)
    _told(_queue().get(item.id), as_json=as_json)


@app.command()
def export(
    out: Annotated[Path | None, typer.Option("--out", help="Write to this file instead of stdout.")] = None,
    everything: All = False,
    kind: Kind = None,
    as_json: AsJson = False,
) -> None:
    """Print the queue as CSV, or with --json as JSON that 'osler review import' reads."""
    from osler.config import write_private
    from osler.surfaces.cli.review_table import to_csv

    items = _chosen(_queue(), kind, everything=everything)
    dumped = [{**item.model_dump(mode="json"), "status": item.status} for item in items]
    text = json.dumps(dumped, indent=2) + "\n" if as_json else to_csv(items)
    if out is None:
        print(text, end="")
    else:
        write_private(out, text)


@app.command("import")
def import_(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="What 'osler review export --all --json' wrote elsewhere; - for standard input."
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Take over items and decisions of another queue; where reviewers differ, both decisions are shown."""
    with naming(file):
        items = _read(file)
    codes = [item for item in items if _is_code(item)]
    new = _codes().load(codes) + _queue().load([item for item in items if not _is_code(item)])
    conflicts = [item.id for item in _queue().items(status="conflict")]
    if as_json:
        emit_json({"items": len(items), "new_decisions": new, "conflicts": conflicts})
        return
    console().print(f"{len(items)} items, {new} new decisions, {len(conflicts)} conflicts")
    if conflicts:
        err_console().print("'osler review list --conflicts' shows what reviewers decided differently")


def _read(file: Path) -> list[ReviewItem]:
    from pydantic import TypeAdapter, ValidationError

    from osler.core.files import bytes_of
    from osler.core.review import ReviewItem

    try:
        return TypeAdapter(list[ReviewItem]).validate_json(stdin() if str(file) == STDIN else bytes_of(file))
    except OSError as error:
        raise DataError(f"the file cannot be read: {error.strerror}", mend="give a file that was exported") from None
    except ValidationError as error:
        raise DataError(
            f"this is no exported review queue ({error.error_count()} faults)",
            mend="give what 'osler review export --all --json' wrote",
        ) from None


def _right(item: ReviewItem, to: str) -> str:
    """What was named as right, in the words of the kind; a verdict on a trial's criterion is one of four."""
    from osler.trials import REVIEW_KIND, CriterionVerdict

    if item.kind != REVIEW_KIND:
        return to
    named = to.strip().upper().replace(" ", "_").replace("-", "_")
    verdicts = [verdict.value for verdict in CriterionVerdict]
    if named not in verdicts:
        raise UsageError(f"{to!r} is no verdict on a criterion", mend=f"give --to one of {', '.join(verdicts)}")
    return named


def _chosen(queue: ReviewQueue, kind: str | None, *, everything: bool, conflicts: bool = False) -> list[ReviewItem]:
    items = queue.items(kind=kind, status=None)
    if everything:
        return items
    wanted = {"conflict"} if conflicts else {"pending", "conflict"}
    return [item for item in items if item.status in wanted]


def _queue() -> ReviewQueue:
    from osler.core.review import open_review_queue

    _codes()  # a store of an older version moves its reviews into the queue when it is opened
    return open_review_queue()


def _codes() -> CodeReviews:
    from osler.grounding.store import open_grounding_store

    return open_grounding_store().queue


def _is_code(item: ReviewItem) -> bool:
    from osler.grounding.store import KIND

    return item.kind == KIND


def _decide(
    item: ReviewItem,
    verdict: Verdict,
    by: str | None,
    reason: str,
    only_here: bool,
    outcome: dict[str, Any] | None = None,
) -> None:
    from osler.core.review import Decision

    decision = Decision(
        verdict=verdict,
        by=_account(by),
        at=datetime.now(UTC),
        reason=reason,
        outcome=outcome or {},
        bound_to=item.source if only_here else None,
    )
    _queue().decide(item, decision)


def _decided(by: str | None, reason: str, only_here: bool) -> Decided:
    from osler.grounding.store import Decided

    return Decided(by=_account(by), at=datetime.now(UTC), reason=reason, bound=only_here)


def _account(by: str | None) -> str:
    from osler.casework import account_name
    from osler.config import load_settings

    name = (by or load_settings().stores.actor or account_name() or "").strip()
    if not name:
        raise UsageError("it is not known who decides", mend="name the reviewer with --by")
    return name


def _concept(code: str) -> Concept:
    import asyncio

    from osler.config import load_settings
    from osler.core.terminology import terminology

    bare = code.strip()
    found = asyncio.run(terminology(load_settings()).concept(bare if ":" in bare else f"UMLS:{bare}"))
    if found is None:
        raise UsageError(f"no vocabulary has {bare!r}", mend="find the concept with 'osler vocab search TERM'")
    return found


def _document(item: ReviewItem) -> dict[str, Any]:
    """An item for a script: codes in the terms of grounding, all else as it is queued."""
    from osler.grounding.store import entity_review

    head = {"kind": item.kind, "id": item.id, "status": item.status}
    told = entity_review(item) if _is_code(item) else item
    return {**told.model_dump(mode="json"), **head}


def _standing(item: ReviewItem) -> str:
    if item.status != "conflict":
        return item.status
    return "conflict: " + ", ".join(f"{_verdict(one)} by {one.by}" for one in item.standing)


def _verdict(decision: Decision) -> str:
    """A verdict, with what is right instead."""
    from osler.surfaces.cli.review_table import right_in_words

    right = right_in_words(decision)
    return f"{decision.verdict} to {right}" if right else decision.verdict


def _told(item: ReviewItem, *, as_json: bool) -> None:
    if as_json:
        emit_json(_document(item))
        return
    from rich.markup import escape

    out = console()
    out.print(f"[bold]{item.id}[/]  {item.kind}  {item.status}  {escape(item.source)}")
    out.print(escape(item.subject), soft_wrap=True)
    out.print(escape(f"… {item.context} …"), style="dim", soft_wrap=True)
    if item.proposal:
        out.print(escape(f"proposed  {item.proposal}"), soft_wrap=True)
    for reason in item.reasons:
        out.print(escape(f"why       {reason}"), soft_wrap=True)
    for decision in item.decisions:
        said = f": {decision.reason}" if decision.reason else ""
        undone = f" (taken back by {decision.undone_by})" if not decision.stands else ""
        where = f" for {decision.bound_to} only" if decision.bound_to else ""
        told = f"decided   {_verdict(decision)}{where} by {decision.by} on {decision.at:%Y-%m-%d %H:%M}{said}{undone}"
        out.print(escape(told), soft_wrap=True)
