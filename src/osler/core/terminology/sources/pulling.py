"""Fetching an official release by its address: checked against its published sum, resumable, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

import httpx

from osler.config import data_dir
from osler.core.outside import (
    OutsideService,
    TransientFailure,
    is_loopback,
    lost_connection,
    raise_for_failure,
    trusted_certificates,
)
from osler.errors import DataError, UsageError

OnBytes = Callable[[int, int | None], None]
"""Told how many bytes are here and how many there are, if that is known."""

_ALGORITHMS = {32: "md5", 40: "sha1", 64: "sha256", 96: "sha384", 128: "sha512"}
_SUM = re.compile(r"\b(?:[0-9a-fA-F]{128}|[0-9a-fA-F]{96}|[0-9a-fA-F]{64}|[0-9a-fA-F]{40}|[0-9a-fA-F]{32})\b")
_CHUNK = 1024 * 1024
_TIMEOUT_SECONDS = 60.0
_LARGEST_SUM_FILE = 1_000_000


async def pull(
    url: str,
    *,
    checksum: str | None = None,
    checksum_url: str | None = None,
    folder: Path | None = None,
    service: OutsideService | None = None,
    on_bytes: OnBytes = lambda done, total: None,
) -> Path:
    """The release at `url`, fetched into `folder`; a fetch that was interrupted goes on where it stopped."""
    if (checksum is None) == (checksum_url is None):
        raise UsageError("a release is fetched only with its checksum", mend="give --sha256 or --checksum-url")
    name = _file_name(url)
    target = (folder or data_dir() / "downloads") / name
    target.parent.mkdir(parents=True, exist_ok=True)
    calls = service or OutsideService(urlsplit(url).hostname or "the release's server")
    certificates = trusted_certificates()
    async with httpx.AsyncClient(timeout=_TIMEOUT_SECONDS, follow_redirects=True, verify=certificates) as client:
        if checksum is None:
            checksum = await calls.call(lambda: _published_sum(client, str(checksum_url), name))
        expected = _parsed_sum(checksum)
        partial = target.with_name(target.name + ".part")
        await calls.call(lambda: _fetch(client, url, partial, on_bytes))
    _verify(partial, expected)
    partial.replace(target)
    _origin(partial).unlink(missing_ok=True)
    return target


async def _fetch(client: httpx.AsyncClient, url: str, partial: Path, on_bytes: OnBytes) -> None:
    """Bring `partial` to its full length, from where it is if the server still has the same file."""
    have = _size(partial)
    tag = _known_tag(partial, url) if have else None
    headers = {"Accept-Encoding": "identity"}
    if tag:
        headers |= {"Range": f"bytes={have}-", "If-Range": tag}
    try:
        async with client.stream("GET", url, headers=headers) as response:
            _allowed(str(response.url))
            if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
                if response.headers.get("Content-Range") == f"bytes */{have}":
                    return
                _forget(partial)
                raise TransientFailure("the part fetched before does not fit the file")
            raise_for_failure(str(response.url.host), response.status_code, response.headers)
            resumed = response.status_code == httpx.codes.PARTIAL_CONTENT
            _remember(partial, url, response.headers)
            await _append(response, partial, have if resumed else 0, on_bytes)
    except httpx.TransportError as error:
        raise lost_connection(error) from None


async def _append(response: httpx.Response, partial: Path, start: int, on_bytes: OnBytes) -> None:
    length = response.headers.get("Content-Length", "")
    total = start + int(length) if length.isdigit() else None
    done = start
    with partial.open("ab" if start else "wb") as handle:
        async for chunk in response.aiter_raw():
            handle.write(chunk)
            done += len(chunk)
            on_bytes(done, total)


async def _published_sum(client: httpx.AsyncClient, url: str, name: str) -> str:
    """The sum of `name` in a published list of sums, or the only sum it has."""
    _allowed(url)
    try:
        response = await client.get(url)
    except httpx.TransportError as error:
        raise lost_connection(error) from None
    raise_for_failure(str(response.url.host), response.status_code, response.headers)
    lines = response.text[:_LARGEST_SUM_FILE].splitlines()
    named = [line for line in lines if name in line] or (lines if len(lines) == 1 else [])
    found = _SUM.search(named[0]) if named else None
    if found is None:
        raise DataError(f"there is no checksum of {name} at the given address", mend="give it with --sha256")
    return found[0]


def _parsed_sum(text: str) -> str:
    cleaned = text.strip().lower()
    if len(cleaned) not in _ALGORITHMS or not re.fullmatch(r"[0-9a-f]+", cleaned):
        raise UsageError("that is not a checksum", mend="a SHA-256 sum has 64 hexadecimal digits")
    return cleaned


def _verify(partial: Path, expected: str) -> None:
    digest = hashlib.new(_ALGORITHMS[len(expected)], usedforsecurity=False)
    with partial.open("rb") as handle:
        while chunk := handle.read(_CHUNK):
            digest.update(chunk)
    if digest.hexdigest() != expected:
        _forget(partial)
        raise DataError("the fetched file does not have the expected checksum and was removed", mend="fetch it again")


def _file_name(url: str) -> str:
    _allowed(url)
    name = Path(unquote(urlsplit(url).path)).name
    if not name or name.startswith("."):
        raise UsageError("the address does not end in a file's name", mend="give the address of the release file")
    return name


def _allowed(url: str) -> None:
    if urlsplit(url).scheme != "https" and not is_loopback(url):
        raise UsageError("releases are fetched over https only", mend="give an address that starts with https://")


def _size(partial: Path) -> int:
    return partial.stat().st_size if partial.is_file() else 0


def _forget(partial: Path) -> None:
    partial.unlink(missing_ok=True)
    _origin(partial).unlink(missing_ok=True)


def _origin(partial: Path) -> Path:
    return partial.with_name(partial.name + ".json")


def _remember(partial: Path, url: str, headers: httpx.Headers) -> None:
    tag = headers.get("ETag") or headers.get("Last-Modified") or ""
    _origin(partial).write_text(json.dumps({"url": url, "tag": tag}), encoding="utf-8")


def _known_tag(partial: Path, url: str) -> str | None:
    """What identifies the file that the part belongs to; a weak tag cannot be used to resume."""
    try:
        known = json.loads(_origin(partial).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    tag = str(known.get("tag", ""))
    return tag if known.get("url") == url and tag and not tag.startswith("W/") else None
