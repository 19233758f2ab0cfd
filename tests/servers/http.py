"""The least HTTP server that can also misbehave: hang, hang up, or answer with anything."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Self


@dataclass(frozen=True)
class Received:
    """A request as it arrived."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Answer:
    """A response to send."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def encoded(self) -> bytes:
        content = self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()
        headers = {"content-type": "application/json", **self.headers, "content-length": str(len(content))}
        head = f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return head.encode() + b"\r\n" + content


@dataclass(frozen=True)
class Held:
    """A response of which the rest is held back until it is released."""

    answer: Answer
    first: int
    """So many bytes of the body are sent at once."""
    released: asyncio.Event


class Hang:
    """Never answer."""


class HangUp:
    """Close the connection without a word."""


class LoopbackServer:
    """Serves `respond` on a free port of 127.0.0.1 and remembers every request."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.connections = 0
        """How many connections were made."""
        self.asked = asyncio.Event()
        """Set when the first request has arrived."""
        self.left = asyncio.Event()
        """Set when a client that was left hanging has gone."""
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    def respond(self, request: Received) -> Answer | Held | Hang | HangUp:
        raise AssertionError("a server must say how it responds")

    @property
    def url(self) -> str:
        assert self._server is not None
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"http://{host}:{port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await self._server.wait_closed()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        self.connections += 1
        try:
            while (request := await _read(reader)) is not None:
                self.received.append(request)
                self.asked.set()
                response = self.respond(request)
                if isinstance(response, Hang):
                    await reader.read(1)
                    self.left.set()
                    break
                if isinstance(response, HangUp):
                    break
                first, rest = _parts(response)
                writer.write(first)
                await writer.drain()
                if isinstance(response, Held) and await _gone_before(response.released, reader):
                    self.left.set()
                    break
                writer.write(rest)
                await writer.drain()
        except (asyncio.CancelledError, ConnectionError):
            pass
        finally:
            self._connections.discard(task)
            writer.close()


def _parts(response: Answer | Held) -> tuple[bytes, bytes]:
    """What is sent at once, and what is sent later."""
    if isinstance(response, Answer):
        return response.encoded(), b""
    whole = response.answer.encoded()
    cut = len(whole) - len(response.answer.body) + response.first
    return whole[:cut], whole[cut:]


async def _gone_before(released: asyncio.Event, reader: asyncio.StreamReader) -> bool:
    """Whether the client has gone before the rest was released."""
    gone, free = asyncio.ensure_future(reader.read(1)), asyncio.ensure_future(released.wait())
    await asyncio.wait([gone, free], return_when=asyncio.FIRST_COMPLETED)
    left = not free.done()
    for waiting in (gone, free):
        waiting.cancel()
    await asyncio.gather(gone, free, return_exceptions=True)
    return left


async def _read(reader: asyncio.StreamReader) -> Received | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.strip().split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(method, path, headers, body)
