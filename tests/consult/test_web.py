"""Links: only public pages, checked after the name is resolved and on every redirect, before any connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import httpx
import pytest

from osler.consult.outside.ports import Passage, PublicQuery
from osler.consult.outside.searching import searxng
from osler.consult.outside.web import Connector, PageFetcher, Target, UnsafeAddress, connect, is_public
from osler.errors import OslerError, ServiceError

PUBLIC = "93.184.216.34"


class _Wire:
    """A resolver and a connector that remember who was asked."""

    def __init__(self, names: dict[str, list[str]], pages: dict[str, httpx.Response]) -> None:
        self.names, self.pages = names, pages
        self.connected: list[str] = []

    async def resolve(self, host: str, port: int) -> list[str]:
        return self.names.get(host, [host])

    async def connect(self, target: Target, limit: int, seconds: float) -> httpx.Response:
        self.connected.append(target.address)
        return self.pages[target.url]

    def fetcher(self) -> PageFetcher:
        return PageFetcher(resolver=self.resolve, connector=self.connect)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1", "::1",
        "fe80::1", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "255.255.255.255", "not an address", "192.0.0.192", "168.63.129.16",
        "::ffff:192.0.0.192", "192.88.99.1",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)
    assert is_public(PUBLIC)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/", "http://internal.example/",
        "ftp://public.example/", "file:///etc/passwd", "http://user:secret@public.example/", "http://public.example:8080/",
        "http://2130706433/", "http://mixed.example/", "http://a..example/", "http://ä" + "a" * 80 + ".example/",
    ],
)  # fmt: skip
async def test_an_unsafe_link_is_refused_before_any_connection(url: str) -> None:
    names = {"internal.example": ["10.0.0.5"], "public.example": [PUBLIC], "mixed.example": [PUBLIC, "127.0.0.1"]}
    wire = _Wire(names, {})
    with pytest.raises(UnsafeAddress):
        await wire.fetcher()(url)
    assert wire.connected == []


async def test_a_redirect_is_checked_like_the_link_itself() -> None:
    moved = httpx.Response(302, headers={"location": "http://169.254.169.254/"})
    wire = _Wire({"public.example": [PUBLIC]}, {"http://public.example/": moved})
    with pytest.raises(UnsafeAddress):
        await wire.fetcher()("http://public.example/")
    assert wire.connected == [PUBLIC]


async def test_a_circle_of_redirects_ends() -> None:
    moved = httpx.Response(302, headers={"location": "/"})
    wire = _Wire({"public.example": [PUBLIC]}, {"http://public.example/": moved})
    with pytest.raises(UnsafeAddress, match="too often"):
        await wire.fetcher()("http://public.example/")
    assert len(wire.connected) == 5


async def test_a_page_becomes_text_without_its_scripts() -> None:
    html = "<html><title>Flu</title><script>steal()</script><nav>menu</nav><p>Flu is <b>viral</b>.</p><li>Rest.</li></html>"
    page = httpx.Response(200, headers={"content-type": "text/html; charset=utf-8"}, text=html)
    found = await _Wire({"public.example": [PUBLIC]}, {"https://public.example/": page}).fetcher()(
        "https://public.example"
    )
    assert (found.title, found.text) == ("Flu", "Flu is viral.\nRest.")


@pytest.mark.parametrize(
    "response",
    [httpx.Response(404, text="no"), httpx.Response(200, headers={"content-type": "application/pdf"}, content=b"%PDF")],
)
async def test_what_is_no_page_of_text_is_an_error(response: httpx.Response) -> None:
    wire = _Wire({"public.example": [PUBLIC]}, {"http://public.example/": response})
    with pytest.raises(ServiceError):
        await wire.fetcher()("http://public.example/")


async def test_a_search_endpoint_gives_passages_and_its_failure_is_an_error() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.params["q"] == "broken":
            return httpx.Response(500)
        assert request.url.params["format"] == "json"
        return httpx.Response(
            200, json={"results": [{"url": "https://a", "title": "A", "content": "text"}, {"url": "b"}]}
        )

    search = searxng("https://search.example", transport=httpx.MockTransport(answer))
    assert await search(PublicQuery(("asthma",))) == [Passage(id="https://a", title="A", text="text", source="web")]
    with pytest.raises(OslerError):
        await search(PublicQuery(("broken",)))


@asynccontextmanager
async def _serving(answer: bytes, *, closes: bool = True) -> AsyncIterator[Connector]:
    """A page on loopback behind the real connector: only the address that was checked is put in its place."""
    served: set[asyncio.StreamWriter] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.add(writer)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        with suppress(ConnectionError):
            await writer.drain()
        if closes:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async def connector(target: Target, limit: int, seconds: float) -> httpx.Response:
        return await connect(replace(target, address="127.0.0.1", port=port), limit, seconds)

    yield connector
    for writer in served:
        writer.close()
    server.close()


async def _public(host: str, port: int) -> list[str]:
    return [PUBLIC]


_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"


async def test_a_page_is_read_over_the_wire_up_to_its_limit() -> None:
    async with _serving(_HEAD + b"flu " * 100) as connector:
        fetch = PageFetcher(resolver=_public, connector=connector, limit=1000)
        assert (await fetch("http://public.example/")).text.startswith("flu flu")
        with pytest.raises(ServiceError, match="larger"):
            await PageFetcher(resolver=_public, connector=connector, limit=300)("http://public.example/")


async def test_a_page_that_does_not_come_is_given_up() -> None:
    async with _serving(b"", closes=False) as connector:
        with pytest.raises(ServiceError, match="in time"):
            await PageFetcher(resolver=_public, connector=connector, seconds=0.1)("http://public.example/")


async def test_a_redirect_over_the_wire_to_a_private_address_is_not_followed() -> None:
    asked: list[str] = []

    async def resolver(host: str, port: int) -> list[str]:
        asked.append(host)
        return [PUBLIC] if host == "public.example" else [host]

    moved = b"HTTP/1.1 302 Found\r\nLocation: http://10.0.0.7/admin\r\nContent-Length: 0\r\n\r\n"
    async with _serving(moved) as connector:
        with pytest.raises(UnsafeAddress):
            await PageFetcher(resolver=resolver, connector=connector)("http://public.example/")
    assert asked == ["public.example", "10.0.0.7"]
