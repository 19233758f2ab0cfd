"""How long a person waits for `osler --version`, beside the import that nothing can avoid."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from benchmarks.figure import Figure

_ROUNDS = 9


def measure() -> list[Figure]:
    commands = {
        "typer": [sys.executable, "-c", "import typer"],
        "osler": [sys.executable, "-m", "osler", "--version"],
    }
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(_ROUNDS):
        # Interleaved, so that a slow moment of the machine falls on both.
        for name, command in commands.items():
            started = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            seconds[name].append(time.perf_counter() - started)
    typer, osler = statistics.median(seconds["typer"]), statistics.median(seconds["osler"])
    return [
        Figure(
            "osler --version", osler, "s", "python -c 'import typer'", osler / typer, "at most 3x", osler <= 3 * typer
        )
    ]
