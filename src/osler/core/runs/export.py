"""A run as files: what it was asked, what came out, what it took and everything in between."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from osler.config import write_private
from osler.core.database import encode
from osler.core.runs.types import RunDetail


def export_run(run: RunDetail, folder: Path) -> Path:
    """Write `folder/{run_id}/` with config, results, metrics, cost and trace, readable by their owner only."""
    target = folder / run.run_id
    for name, document in documents(run).items():
        write_private(target / name, json.dumps(json.loads(encode(document)), indent=2) + "\n")
    write_private(target / "trace.jsonl", "".join(f"{encode(entry)}\n" for entry in run.trace))
    return target


def documents(run: RunDetail) -> dict[str, dict[str, Any]]:
    """The JSON documents of a run by their file names."""
    head = {"run_id": run.run_id, "capability": run.capability}
    return {
        "config.json": {
            **head,
            "started_at": run.started_at,
            "input_hash": run.input_hash,
            "input": run.input,
            "settings": run.settings,
            "versions": run.versions,
        },
        "results.json": {**head, "status": run.status, "error": run.error, "result": run.result},
        "metrics.json": {**head, **metrics(run)},
        "cost_summary.json": {**head, "total": run.usage, "by_step": run.usage_by_step},
    }


def metrics(run: RunDetail) -> dict[str, Any]:
    """What can be counted in a run."""
    calls = run.tool_calls
    deidentified: dict[str, int] = {}
    for event in run.events:
        if event.kind == "deidentified":
            for kind, count in event.data.get("counts", {}).items():
                deidentified[kind] = deidentified.get(kind, 0) + count
    return {
        "status": run.status,
        "seconds": run.seconds,
        "events": len(run.events),
        "exchanges": len(run.exchanges),
        "tool_calls": len(calls),
        "tool_calls_by_status": {status: sum(call.status == status for call in calls) for status in _seen(calls)},
        "tool_seconds": sum(call.latency_ms for call in calls) / 1000,
        "deidentified": deidentified,
        "usage": run.usage,
    }


def _seen(calls: list[Any]) -> list[str]:
    return sorted({call.status for call in calls})
