"""Fetching a public page: http(s) only, small, text, quick, and never an address of this machine or its network.

A name is resolved first and every address it has must be public; the connection then goes to the address that was
checked, so that a second answer of the name server changes nothing. Every redirect is checked in the same way.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit, urlunsplit

import httpx

from osler.core.outside import trusted_certificates
from osler.errors import InputError, ServiceError

Resolver = Callable[[str, int], Awaitable[list[str]]]
_SCHEMES = {"http": 80, "https": 443}
_TEXT = ("text/html", "text/plain", "application/xhtml+xml", "text/markdown")
_MOST_REDIRECTS = 4
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_NOT_FOR_PAGES = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "168.63.129.16/32", "192.88.99.0/24")))
"""Addresses that look public and are none of a page: what serves the metadata of clouds, and the old way into a 6to4 network."""


class UnsafeAddress(InputError):
    """A link that may not be followed."""

    code = "url.unsafe"


@dataclass(frozen=True)
class Page:
    """A fetched page as text."""

    url: str
    title: str
    text: str


@dataclass(frozen=True)
class Target:
    """An address that was checked: where to connect, and what to ask for."""

    url: str
    host: str
    port: int
    address: str
    scheme: str


async def resolve(host: str, port: int) -> list[str]:
    """Every address of a name."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        raise ServiceError("the name of the link cannot be resolved", mend="check the link") from None
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: str) -> bool:
    """Whether an address is one of the public internet, however it is written."""
    try:
        parsed = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour or (parsed.teredo[1] if parsed.teredo else None)
        if inner is None and parsed in _NAT64:
            inner = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    elif any(parsed in network for network in _NOT_FOR_PAGES):
        return False
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved and not parsed.is_unspecified


async def checked_target(url: str, resolver: Resolver) -> Target:
    """The address that a link may be fetched from, or UnsafeAddress."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode("ascii")  # a label too long or empty is no name
    except ValueError:
        raise UnsafeAddress("the link is not well formed", mend="check the link") from None
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise UnsafeAddress("only http and https links are followed", mend="give a public web page")
    if parts.username or parts.password:
        raise UnsafeAddress("a link with a user name is not followed", mend="give the plain link")
    if port is not None and port != _SCHEMES[parts.scheme]:
        raise UnsafeAddress("only the usual web ports are followed", mend="give a public web page")
    port = _SCHEMES[parts.scheme]
    addresses = await resolver(host, port)
    if not addresses or not all(is_public(address) for address in addresses):
        raise UnsafeAddress("the link leads to an address that is not public", mend="give a public web page")
    clean = urlunsplit((parts.scheme, parts.netloc, parts.path or "/", parts.query, ""))
    return Target(clean, host, port, addresses[0], parts.scheme)


Connector = Callable[[Target, int, float], Awaitable[httpx.Response]]


async def connect(target: Target, limit: int, seconds: float) -> httpx.Response:
    """Ask the checked address for the page, at most so many bytes of it; redirects are given back, not followed."""
    parts = urlsplit(target.url)
    netloc = f"[{target.address}]" if ":" in target.address else target.address
    direct = urlunsplit((parts.scheme, f"{netloc}:{target.port}", parts.path, parts.query, ""))
    headers = {"Host": target.host, "User-Agent": "osler", "Accept": ", ".join(_TEXT), "Accept-Encoding": "identity"}
    # The certificate is the name's, though the connection goes to the address.
    extensions = {"sni_hostname": target.host}
    certificates = trusted_certificates(trust_env=False)
    async with httpx.AsyncClient(
        timeout=seconds, trust_env=False, follow_redirects=False, verify=certificates
    ) as client:
        request = client.build_request("GET", direct, headers=headers, extensions=extensions)
        response = await client.send(request, stream=True)
        body = b""
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > limit:
                await response.aclose()
                raise ServiceError("the page is larger than what is fetched", mend="give a smaller page")
        await response.aclose()
        return httpx.Response(response.status_code, headers=response.headers, content=body)


@dataclass(frozen=True)
class PageFetcher:
    """Fetches pages; resolver and connector can be put in by tests."""

    resolver: Resolver = resolve
    connector: Connector = connect
    limit: int = 2_000_000
    seconds: float = 10.0

    async def __call__(self, url: str) -> Page:
        """The page of a link, or an error that says why not."""
        try:
            async with asyncio.timeout(self.seconds):
                return await self._fetch(url)
        except (TimeoutError, httpx.HTTPError):
            raise ServiceError("the page did not answer in time", mend="try again or give another link") from None

    async def _fetch(self, url: str) -> Page:
        for _ in range(_MOST_REDIRECTS + 1):
            target = await checked_target(url, self.resolver)
            response = await self.connector(target, self.limit, self.seconds)
            if response.is_redirect:
                url = urljoin(target.url, response.headers.get("location", ""))
                continue
            if response.status_code >= 400:
                raise ServiceError(f"the page answered with status {response.status_code}", mend="check the link")
            kind = response.headers.get("content-type", "").split(";")[0].strip().lower()
            if kind not in _TEXT:
                raise ServiceError("the link is no page of text", mend="give a web page")
            return _page(target.url, response.text, is_html="html" in kind)
        raise UnsafeAddress("the link redirects too often", mend="give the page itself")


def _page(url: str, body: str, *, is_html: bool) -> Page:
    if not is_html:
        return Page(url, "", body)
    from lxml import html

    tree = html.document_fromstring(body or "<html></html>", parser=html.HTMLParser(no_network=True, huge_tree=False))
    title = " ".join((tree.findtext(".//title") or "").split())
    for node in tree.xpath("//script|//style|//nav|//footer|//header|//form|//noscript|//svg|//template|//iframe"):
        node.drop_tree()
    blocks = tree.xpath("//p|//li|//h1|//h2|//h3|//td|//pre|//blockquote")
    lines = [" ".join(block.text_content().split()) for block in blocks]
    text = "\n".join(dict.fromkeys(line for line in lines if line)) or " ".join(tree.text_content().split())
    return Page(url, title, re.sub(r"\n{3,}", "\n\n", text))
