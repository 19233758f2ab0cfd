"""Real PostgreSQL and Redis servers for tests, started where their binaries are installed.

Import the fixtures where they are needed: `from tests.services import postgres_url, redis_url  # noqa: F401`.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from osler.core.database import Connection, Table

_ATTEMPTS = 5


def columns_of(connection: Connection, table: Table) -> set[str]:
    """The columns that a table has in the database."""
    return {column[0] for column in connection.execute(f"SELECT * FROM {table.name}").description}


def free_port() -> int:
    """A port of loopback that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


_POSTGRES = pytest.StashKey[str]()


@pytest.fixture(scope="session")
def postgres_server(pytestconfig: pytest.Config) -> str:
    """The URL of a PostgreSQL server's maintenance database; the same for all modules that import this fixture, which to
    pytest is one of each module's own."""
    if _POSTGRES not in pytestconfig.stash:
        pytestconfig.stash[_POSTGRES] = _started_postgres(pytestconfig)
    return pytestconfig.stash[_POSTGRES]


def _started_postgres(config: pytest.Config) -> str:
    binaries = _postgres_binaries()
    # The server refuses to run as root, and its socket path must be short.
    user = _unprivileged_user()
    folder = Path(tempfile.mkdtemp(prefix="osler-pg-"))
    data = folder / "data"
    if user:
        account = pwd.getpwnam(user)
        os.chown(folder, account.pw_uid, account.pw_gid)
    port = free_port()
    options = (
        f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} "
        "-c fsync=off -c shared_buffers=16MB -c max_connections=40"
    )
    _run_as(user, [binaries / "initdb", "-D", data, "-U", "osler", "-A", "trust", "-E", "UTF8", "--no-sync"], folder)
    _run_as(
        user, [binaries / "pg_ctl", "-D", data, "-w", "-t", "60", "-l", folder / "log", "-o", options, "start"], folder
    )

    def stop() -> None:
        _run_as(user, [binaries / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop"], folder)
        shutil.rmtree(folder, ignore_errors=True)

    config.add_cleanup(stop)
    return f"postgresql+psycopg://osler@127.0.0.1:{port}/postgres"


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """An empty PostgreSQL database of the test's own."""
    import psycopg

    name = f"t{os.urandom(6).hex()}"
    server = postgres_server.replace("+psycopg", "")
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        yield postgres_server.removesuffix("postgres") + name
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'runs.db'}"
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The URL of a Redis server that keeps nothing on disk."""
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("redis-server is not installed (Debian package redis-server)")
    for _ in range(_ATTEMPTS):  # a port that was free may be taken before the server has it
        port = free_port()
        command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            assert process.stdout is not None
            if any("Ready to accept connections" in line for line in process.stdout):
                try:
                    yield f"redis://127.0.0.1:{port}/0"
                finally:
                    process.terminate()
                return
    pytest.skip("redis-server does not start")


@pytest.fixture
def redis_url(redis_server: str) -> Iterator[str]:
    """An empty Redis."""
    import redis

    yield redis_server
    client = redis.Redis.from_url(redis_server)
    client.flushall()
    client.close()


def _postgres_binaries() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    if on_path:
        return Path(on_path).parent
    pytest.skip("PostgreSQL is not installed (Debian package postgresql)")


def _unprivileged_user() -> str | None:
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    pytest.skip("PostgreSQL refuses to run as root, and there is no other user")


def _run_as(user: str | None, command: list[str | Path], folder: Path) -> None:
    # Output goes to a file: the server inherits it, and a pipe would never see its end.
    with open(folder / "output", "w+", encoding="utf-8") as output:
        done = subprocess.run(
            [str(part) for part in command],
            check=False,
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            cwd=folder,
            user=user,
            extra_groups=[] if user else None,
        )
        if done.returncode:
            output.seek(0)
            pytest.skip(f"{Path(command[0]).name} failed: {output.read()[-500:]}")
