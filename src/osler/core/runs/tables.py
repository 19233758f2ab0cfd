"""The tables of the run store and of the sessions."""

from __future__ import annotations

from osler.core.database import History, table
from osler.core.runs.migrations import v0001_runs_and_sessions, v0002_whom_a_run_is_about

HISTORY = History({"0001": v0001_runs_and_sessions.upgrade, "0002": v0002_whom_a_run_is_about.upgrade})

runs = table(
    "runs",
    plain="run_id capability status input_hash host pid process_start patient tenant actor parent label outcome",
    json="input settings versions usage result error",
    moments="started_at finished_at heartbeat_at",
)

run_trace = table("run_trace", plain="run_id sequence kind step name", json="data", moments="at")

sessions = table("sessions", plain="session_id", json="input context output", moments="expires_at")

session_tool_calls = table("session_tool_calls", plain="id session_id", json="record")

conversation_turns = table("conversation_turns", plain="id conversation_id", json="turn")
