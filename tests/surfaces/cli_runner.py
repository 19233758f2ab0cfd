"""Runs the real `osler` command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


def osler(
    *words: str, stdin: str | None = None, env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The finished process of `osler WORDS…`, with its output as text."""
    return subprocess.run(
        [sys.executable, "-m", "osler", *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
        cwd=cwd,
        env={**os.environ, **(env or {})},
    )
