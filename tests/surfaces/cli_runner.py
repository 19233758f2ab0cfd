"""Runs the real `osler` command in a process of its own."""

from __future__ import annotations

import atexit
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path


def _at_start(environment: Mapping[str, str]) -> dict[str, str]:
    """What is read when Python starts or a vocabulary is loaded: too late for a process that has done both."""
    names = ("PYTHON", "LC_", "LANG", "OSLER_CACHE")
    return {
        name: value
        for name, value in environment.items()
        if name.startswith(names) and name != "PYTHONIOENCODING"  # the streams are made anew for every command
    }


_AT_START = _at_start(os.environ)


def osler(
    *words: str,
    stdin: str | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    stdout: int | None = None,
    largest_file: int | None = None,
) -> subprocess.CompletedProcess[str]:
    """The finished process of `osler WORDS…`, with its output as text; forked from one that has everything loaded.

    `stdout` is another place for its output; a limit on the size of files stands for a full disk.
    """
    environment = {**os.environ, **(env or {})}
    if _at_start(environment) != _AT_START:
        return fresh_osler(*words, stdin=stdin, env=env, cwd=cwd)
    request = {"words": words, "cwd": str(cwd or Path.cwd()), "env": environment, "largest_file": largest_file}
    server = _server()
    with tempfile.TemporaryFile() as given, ThreadPoolExecutor(2) as readers:
        given.write((stdin or "").encode())
        given.seek(0)
        pipes = [os.pipe() for _ in range(2)]
        streams = [given.fileno(), *(writing for _, writing in pipes)]
        if stdout is not None:
            streams[1] = stdout
        socket.send_fds(server, [json.dumps(request).encode()], streams)
        for _, writing in pipes:
            os.close(writing)
        texts = list(readers.map(_text, (reading for reading, _ in pipes)))
        code = int(server.makefile().readline())
    return subprocess.CompletedProcess(["osler", *words], code, *texts)


def fresh_osler(
    *words: str, stdin: str | None = None, env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The same in a new interpreter: for what happens while it starts."""
    return subprocess.run(
        [sys.executable, "-m", "osler", *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
        cwd=cwd,
        env={**os.environ, **(env or {})},
    )


@cache
def _server() -> socket.socket:
    """The process that forks, started when a test first needs it and ended with the tests."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", "tests.surfaces.process_server", str(theirs.fileno())]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], cwd=Path(__file__).parents[2])
    theirs.close()
    ours.settimeout(250)

    def end() -> None:
        ours.close()
        process.wait(timeout=60)

    atexit.register(end)
    return ours


def _text(stream: int) -> str:
    """All that is written until the pipe is closed; line ends as a text pipe gives them."""
    with os.fdopen(stream, encoding="utf-8") as pipe:
        return pipe.read()
