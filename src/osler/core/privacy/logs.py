"""Logs that carry no patient text: exceptions by their kind, long texts by their length, libraries kept quiet."""

from __future__ import annotations

import logging
import sys
from types import TracebackType
from typing import Any

_LONGEST_VALUE = 80
"""Ids, model names and paths are shorter than this; notes, prompts and replies are longer."""

_TALKATIVE = ("anthropic", "google_genai", "httpcore", "httpx", "mcp", "openai", "psycopg", "pydantic_ai")
"""Libraries that write requests, replies or rows to their logs when asked for detail."""


class PatientTextFilter(logging.Filter):
    """Takes out of a log record what could be a patient's words."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every record, without the risky parts."""
        if isinstance(record.args, dict):
            record.args = {key: _short(value) for key, value in record.args.items()}
        elif record.args:
            record.args = tuple(_short(value) for value in record.args)
        if record.exc_info and record.exc_info[1] is not None:
            record.exc_text = _where(record.exc_info[1])
            record.exc_info = None
        return True


def configure_logging(level: str = "warning", *, log_patient_text: bool = False) -> logging.Handler:
    """Send Osler's log to stderr; patient text only where the configuration allows it."""
    root = logging.getLogger()
    for old in [handler for handler in root.handlers if handler.get_name() == "osler"]:
        root.removeHandler(old)
    handler = logging.StreamHandler(sys.stderr)
    handler.set_name("osler")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    if not log_patient_text:
        handler.addFilter(PatientTextFilter())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.NOTSET if log_patient_text else logging.WARNING)
    root.addHandler(handler)
    root.setLevel(level.upper())
    return handler


def _short(value: Any) -> Any:
    if isinstance(value, BaseException):
        return type(value).__name__
    if isinstance(value, int | float):
        return value
    written = str(value)
    return value if len(written) <= _LONGEST_VALUE else f"<{len(written)} characters>"


def _where(error: BaseException) -> str:
    """The kind of an error and the lines it came through, without its message."""
    lines: list[str] = []
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        lines.append(f"  {code.co_filename}:{trace.tb_lineno} in {code.co_name}")
        trace = trace.tb_next
    return "\n".join([*lines, type(error).__name__])
