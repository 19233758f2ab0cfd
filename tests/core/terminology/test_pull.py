"""Fetching releases from a server on loopback: checked, resumed, whole or not at all."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from osler.core.outside import OutsideService, RetryPolicy
from osler.core.terminology.sources.pulling import pull
from osler.errors import DataError, ServiceError, UsageError
from tests.core.outside.fake_clock import FakeClock
from tests.servers.releases import ReleaseServer

CONTENT = bytes(range(256)) * 12_000
SHA256 = hashlib.sha256(CONTENT).hexdigest()


def patient(retries: int = 3) -> OutsideService:
    return OutsideService("releases", retry=RetryPolicy(retries=retries), clock=FakeClock())


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def test_release_is_fetched_and_checked(tmp_path: Path) -> None:
    seen: list[tuple[int, int | None]] = []
    with ReleaseServer({"umls.zip": CONTENT}) as server:
        file = await pull(
            f"{server.url}/umls.zip", checksum=SHA256.upper(), folder=tmp_path, on_bytes=lambda *at: seen.append(at)
        )
    assert file == tmp_path / "umls.zip"
    assert file.read_bytes() == CONTENT
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert names_in(tmp_path) == ["umls.zip"]


async def test_broken_connection_is_resumed_where_it_broke(tmp_path: Path) -> None:
    with ReleaseServer({"umls.zip": CONTENT}, cuts=[1_500_000, 700_000]) as server:
        file = await pull(f"{server.url}/umls.zip", checksum=SHA256, folder=tmp_path, service=patient())
    assert file.read_bytes() == CONTENT
    assert server.ranges == [None, "bytes=1500000-", "bytes=2200000-"]


async def test_later_attempt_goes_on_with_the_part_of_an_earlier_one(tmp_path: Path) -> None:
    with ReleaseServer({"umls.zip": CONTENT}, cuts=[1_000_000]) as server:
        url = f"{server.url}/umls.zip"
        with pytest.raises(ServiceError):
            await pull(url, checksum=SHA256, folder=tmp_path, service=patient(retries=0))
        assert not (tmp_path / "umls.zip").exists()
        file = await pull(url, checksum=SHA256, folder=tmp_path, service=patient())
    assert server.ranges[-1] == "bytes=1000000-"
    assert file.read_bytes() == CONTENT


async def test_part_of_another_version_is_not_continued(tmp_path: Path) -> None:
    with ReleaseServer({"umls.zip": CONTENT}, cuts=[1_000_000]) as server:
        url = f"{server.url}/umls.zip"
        with pytest.raises(ServiceError):
            await pull(url, checksum=SHA256, folder=tmp_path, service=patient(retries=0))
        other = CONTENT[::-1]
        server.files["umls.zip"], server.tag = other, '"v2"'
        file = await pull(url, checksum=hashlib.sha256(other).hexdigest(), folder=tmp_path, service=patient())
    assert file.read_bytes() == other


async def test_complete_part_is_only_checked(tmp_path: Path) -> None:
    with ReleaseServer({"umls.zip": CONTENT}) as server:
        url = f"{server.url}/umls.zip"
        file = await pull(url, checksum=SHA256, folder=tmp_path)
        file.rename(tmp_path / "umls.zip.part")
        (tmp_path / "umls.zip.part.json").write_text(f'{{"url": "{url}", "tag": "\\"v1\\""}}', encoding="utf-8")
        assert (await pull(url, checksum=SHA256, folder=tmp_path)).read_bytes() == CONTENT


async def test_wrong_checksum_leaves_nothing(tmp_path: Path) -> None:
    with ReleaseServer({"umls.zip": CONTENT}) as server, pytest.raises(DataError, match="checksum"):
        await pull(f"{server.url}/umls.zip", checksum="0" * 64, folder=tmp_path)
    assert names_in(tmp_path) == []


async def test_published_checksum_is_fetched_too(tmp_path: Path) -> None:
    md5 = hashlib.md5(CONTENT, usedforsecurity=False).hexdigest()
    sums = f"{'1' * 64}  other.zip\n{SHA256}  umls.zip\n"
    files = {"umls.zip": CONTENT, "SHA256SUMS": sums.encode(), "umls.zip.md5": md5.encode(), "empty": b"none"}
    with ReleaseServer(files) as server:
        for place in ("SHA256SUMS", "umls.zip.md5"):
            file = await pull(f"{server.url}/umls.zip", checksum_url=f"{server.url}/{place}", folder=tmp_path)
            assert file.read_bytes() == CONTENT
        with pytest.raises(DataError, match=r"no checksum of umls\.zip"):
            await pull(f"{server.url}/umls.zip", checksum_url=f"{server.url}/empty", folder=tmp_path)


async def test_missing_release_is_a_service_error(tmp_path: Path) -> None:
    with ReleaseServer({}) as server, pytest.raises(ServiceError, match="404"):
        await pull(f"{server.url}/umls.zip", checksum=SHA256, folder=tmp_path)


@pytest.mark.parametrize(
    ("url", "sums"),
    [
        ("https://example.org/umls.zip", {}),
        ("https://example.org/umls.zip", {"checksum": SHA256, "checksum_url": "https://example.org/x"}),
        ("http://example.org/umls.zip", {"checksum": SHA256}),
        ("https://example.org/", {"checksum": SHA256}),
        ("http://127.0.0.1:9/umls.zip", {"checksum": "not a sum"}),
    ],
)
async def test_unusable_requests_are_refused_before_anything_is_fetched(
    url: str, sums: dict[str, str], tmp_path: Path
) -> None:
    with pytest.raises(UsageError):
        await pull(url, folder=tmp_path, checksum=sums.get("checksum"), checksum_url=sums.get("checksum_url"))
