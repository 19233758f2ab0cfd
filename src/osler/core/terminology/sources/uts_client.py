"""Asking UMLS Terminology Services over HTTP: politely, with answers kept on disk, and the key seen by nobody else."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx

from osler.config import Settings, cache_dir, write_private
from osler.core.outside import (
    OutsideService,
    is_loopback,
    lost_connection,
    raise_for_failure,
    trusted_certificates,
)
from osler.errors import ConfigError, PrivacyBlocked, ServiceError

SERVICE = "UMLS Terminology Services"
_CALLS_PER_SECOND = 15.0
_TIMEOUT_SECONDS = 20.0
_KEPT_SECONDS = 30 * 24 * 3600


class UtsClient:
    """GET requests to UTS."""

    def __init__(self, settings: Settings, service: OutsideService | None, timeout: float | None) -> None:
        key = settings.terminology.uts_api_key
        if key is None:
            raise ConfigError("there is no UTS key", mend="set UTS_API_KEY in the environment")
        self._url = settings.terminology.uts_url.rstrip("/")
        hosted = not is_loopback(self._url)
        if hosted and not settings.privacy.allow_hosted:
            raise PrivacyBlocked(
                f"{SERVICE} is not on this machine, and sending terms to it is not allowed",
                mend="set privacy.allow_hosted = true, unset UTS_API_KEY, or import a UMLS release ('osler vocab import')",
            )
        self._service = service or OutsideService(SERVICE, per_second=_CALLS_PER_SECOND)
        self._client = httpx.AsyncClient(
            transport=_WithKey(key.get_secret_value()), timeout=timeout or _TIMEOUT_SECONDS, follow_redirects=False
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def get(self, path: str, params: Mapping[str, str]) -> dict[str, Any] | None:
        """The JSON answer, or None where UTS has nothing under that address."""
        place = self._place(path, params)
        kept = _read_kept(place)
        if kept is None:
            kept = await self._service.call(lambda: self._ask(path, params))
            write_private(place, json.dumps(kept))
        return kept or None

    def _place(self, path: str, params: Mapping[str, str]) -> Path:
        # The name is a hash because a term may have come from a patient's note.
        question = json.dumps([self._url, path, sorted(params.items())])
        return cache_dir() / "uts" / f"{hashlib.sha256(question.encode('utf-8', 'surrogatepass')).hexdigest()}.json"

    async def _ask(self, path: str, params: Mapping[str, str]) -> dict[str, Any]:
        try:
            response = await self._client.get(self._url + path, params=dict(params))
        except httpx.TransportError as error:
            raise lost_connection(error) from None
        if response.status_code == httpx.codes.NOT_FOUND:
            return {}
        raise_for_failure(SERVICE, response.status_code, response.headers)
        try:
            answer = response.json()
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise ServiceError(f"{SERVICE} answered in an unknown form", mend="check terminology.uts_url")
        return answer


class _WithKey(httpx.AsyncHTTPTransport):
    """Adds the key below the client, so that the address the client logs and reports does not have it."""

    def __init__(self, key: str) -> None:
        super().__init__(verify=trusted_certificates())
        self._key = key

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url.copy_merge_params({"apiKey": self._key})
        keyed = httpx.Request(
            request.method, url, headers=request.headers, stream=request.stream, extensions=request.extensions
        )
        return await super().handle_async_request(keyed)


def _read_kept(place: Path) -> dict[str, Any] | None:
    """An answer that was kept and is not too old."""
    try:
        if time.time() - place.stat().st_mtime > _KEPT_SECONDS:
            return None
        kept = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) else None
