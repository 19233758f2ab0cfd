"""What happened: the run store, tool-call records, sessions and live events."""

from osler.core.runs.types import Event, Recorder, RunStatus, ToolCallRecord, ToolStatus, Usage

__all__ = ["Event", "Recorder", "RunStatus", "ToolCallRecord", "ToolStatus", "Usage"]
