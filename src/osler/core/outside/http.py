"""What HTTP says about failure, and which addresses are this machine."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from osler.core.outside.retry import TransientFailure
from osler.errors import KeyRefused, RateLimited, ServiceError, TimedOut

if TYPE_CHECKING:
    import ssl

TRANSIENT_STATUSES = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


def is_loopback(url: str | None) -> bool:
    """Whether a URL can only mean this machine. What cannot be understood is not this machine."""
    if not url:
        return False
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return False
    if not host:
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@cache
def trusted_certificates(*, trust_env: bool = True) -> ssl.SSLContext:
    """The certificates that are trusted, read once: for each client anew they take longer than a short request."""
    import httpx

    return httpx.create_ssl_context(trust_env=trust_env)


def retry_after_seconds(headers: Mapping[str, str], *, now: datetime | None = None) -> float | None:
    """The wait a `Retry-After` header asks for, given in seconds or as a date."""
    value = next((text for name, text in headers.items() if name.lower() == "retry-after"), "").strip()
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())


def lost_connection(error: BaseException) -> TransientFailure:
    """A request that got no answer, told by what happened and not by a library's name for it."""
    names = {kind.__name__ for kind in type(error).__mro__}
    if names & {"TimeoutException", "TimeoutError", "APITimeoutError"}:
        return TransientFailure("it did not answer in time", becomes=TimedOut)
    if "ConnectError" in names:
        return TransientFailure("no connection to it could be made")
    if names & {"RemoteProtocolError", "DecodingError"}:
        return TransientFailure("it answered with something else than HTTP, or broke off")
    return TransientFailure("the connection to it was lost")


def raise_for_failure(service: str, status: int, headers: Mapping[str, str]) -> None:
    """Raise what an HTTP status means for the caller: transient (ask again), or a ServiceError (do not)."""
    if status in TRANSIENT_STATUSES:
        becomes = RateLimited if status == 429 else ServiceError
        raise TransientFailure(f"HTTP {status}", retry_after=retry_after_seconds(headers), becomes=becomes)
    if status in {401, 403}:
        raise KeyRefused(
            f"{service} refused the credentials (HTTP {status})", mend="check the API key in the environment"
        )
    if status >= 400:
        raise ServiceError(f"{service} rejected the request (HTTP {status})")
