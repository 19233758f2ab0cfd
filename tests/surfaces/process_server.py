"""A process that has loaded Osler once and forks for every command: each still has a process, an environment, pipes and
an exit code of its own, and does not pay again for imports and vocabularies.

One request at a time: `{"words", "cwd", "env", "largest_file"}` and the three standard streams come over the socket; the exit code goes back.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import json
import os
import resource
import socket
import sys
import threading
from functools import cache
from typing import Any, NoReturn

_STREAMS = 3


def _load() -> None:
    """Everything that a command may import or compile; nothing that starts a thread or opens a file of the user's."""
    from osler.casework import capabilities
    from osler.core.patient import read_patient
    from osler.core.safety import red_flags
    from osler.core.terminology import bundled_vocabularies
    from osler.diagnosis.ranking import PhenotypeQuery, default_model, rank
    from osler.diagnosis.steps.questions import questions
    from osler.diagnosis.steps.what_if import what_would_change
    from osler.surfaces.cli.commands import COMMANDS
    from tests.warm import main as vocabularies

    for entry in COMMANDS:
        importlib.import_module(entry.module)
    capabilities()
    vocabularies()
    red_flags(note="Sudden chest pain, blood pressure 80/40.")
    # The readers' expressions are compiled when they are first loaded: longer than most commands take.
    read_patient(b'{"hpo_terms": ["HP:0001250"], "free_text": "A boy with seizures."}')
    # So are the tables of the ranking that only a whole diagnosis needs.
    ranking = rank(PhenotypeQuery(observed=("HP:0001250",)), default_model(bundled_vocabularies()))
    what_would_change(ranking, questions(ranking))
    gc.collect()
    gc.freeze()  # the children then share these pages


@cache
def _load_clients() -> None:
    """What talks to models: seconds of imports, of which most commands need nothing."""
    for module in ("pydantic_ai.direct", "pydantic_ai.models.anthropic", "pydantic_ai.models.openai"):
        importlib.import_module(module)
    gc.freeze()


def _asks_models(request: dict[str, Any]) -> bool:
    """Whether a command is given a model."""
    return "--mind" in request["words"] or any(name.endswith("_API_KEY") for name in request["env"])


def _become(request: dict[str, Any], streams: list[int]) -> None:
    """In the child: the streams, folder, environment and words of the command."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    encoding = request["env"].get("PYTHONIOENCODING", "utf-8")
    sys.stdin = io.TextIOWrapper(io.FileIO(0, "r", closefd=False), encoding=encoding)
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BufferedWriter(io.FileIO(number, "w", closefd=False)), encoding=encoding, errors=errors)
        for number, errors in ((1, "strict"), (2, "backslashreplace"))
    )
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv = ["osler", *request["words"]]
    if request["largest_file"] is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (request["largest_file"], request["largest_file"]))


def _end(code: int) -> NoReturn:
    """What an interpreter does at its end, but for taking down all that was loaded: that would copy every shared page."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _serve(connection: socket.socket) -> None:
    """Fork for each request; a child leaves this function as the command that it became."""
    while True:
        message, streams, _flags, _address = socket.recv_fds(connection, 1 << 20, _STREAMS)
        if not message:
            return
        request = json.loads(message)
        if _asks_models(request):
            _load_clients()
        child = os.fork()
        if not child:
            connection.close()
            _become(request, streams)
            from osler.surfaces.cli import main

            try:
                main()
            except SystemExit as left:
                _end(int(left.code or 0))
            return
        for stream in streams:
            os.close(stream)
        _pid, status = os.waitpid(child, 0)
        connection.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    _load()
    _serve(socket.socket(fileno=int(sys.argv[1])))
