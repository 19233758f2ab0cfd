"""What a client library's exception means: which failure it is, and whether it may pass."""

from __future__ import annotations

import re
from typing import Any

from osler.core.outside import TRANSIENT_STATUSES, TransientFailure
from osler.errors import (
    CircuitOpen,
    ContextTooLong,
    KeyRefused,
    ModelUnknown,
    RateLimited,
    Refused,
    ServiceError,
    TimedOut,
    Unreadable,
)

MISREAD = (LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""What client libraries raise when a reply has another shape than their protocol's."""


_CHECK_KEY = "check the API key in the environment"
_NO_KEY_SENT = (
    "a server that is declared local is sent no API key: let it answer without one, or leave out local = true"
)


class NoNativeTools(ServiceError):
    """The server rejected a request because it, or its model, knows no tool calling."""

    code = "model.no_tools"


_BY_CODE: dict[str, type[ServiceError]] = {
    kind.code: kind
    for kind in (
        *(CircuitOpen, ContextTooLong, KeyRefused, ModelUnknown, NoNativeTools),
        *(RateLimited, Refused, ServiceError, TimedOut, Unreadable),
    )
}


def as_outside_failure(error: Exception, mind: str, timeout: float, *, hosted: bool = True) -> Exception:
    """The failure to raise in place of `error`. Its text is ours: a provider's may quote what it was sent."""
    from pydantic_ai import exceptions as failures

    if isinstance(error, TimeoutError | failures.ModelTimeoutError | failures.ModelRequestTimeout):
        return TransientFailure(f"no reply within {timeout:g} seconds", becomes=TimedOut)
    if isinstance(error, failures.ModelQuotaExceededError):
        return RateLimited(f"{mind}: the account's quota is used up", mend="check the account with the provider")
    if isinstance(error, failures.ModelAuthenticationError):
        return KeyRefused(f"{mind} refused the credentials", mend=_CHECK_KEY if hosted else _NO_KEY_SENT)
    if isinstance(error, failures.ModelNotFoundError):
        return ModelUnknown(f"{mind} is not known at its address", mend="check the model's name and the base_url")
    if isinstance(error, failures.ModelContextWindowExceededError):
        return ContextTooLong(f"{mind}: the input is longer than its context window", mend="give it less text")
    if isinstance(error, failures.ContentFilterError):
        return refused(mind)
    if isinstance(error, (failures.UnexpectedModelBehavior, *MISREAD)):
        return TransientFailure("an unusable reply", becomes=Unreadable)
    if isinstance(error, failures.ModelAPIError):
        return _api_failure(error, mind)
    return error


def cannot_stream(error: Exception) -> bool:
    """Whether a request failed, before a word of its reply came, for being asked to stream."""
    from pydantic_ai import exceptions as failures

    if isinstance(error, failures.ModelHTTPError):
        return 400 <= error.status_code < 500 and "stream" in str(error.body).lower()
    if isinstance(error, failures.ContentFilterError):
        return False
    return isinstance(error, (NotImplementedError, failures.UnexpectedModelBehavior, *MISREAD))


_LONGEST_REFUSAL = 400
_REFUSAL = re.compile(
    r"(?:(?:i['’]m|i am) (?:very |so |really )?sorry|sorry|i apologi[sz]e|as an ai\b|unfortunately)?[^.{\[\"]{0,40}?"
    r"\b(?:i|we) (?:can(?:no|['’])t|cannot|am (?:not able|unable) to|(?:am not|['’]m not) (?:able|allowed) to|won['’]t|must decline)"
    r"[^{\[\"]*$",
    re.IGNORECASE,
)


def kept_failure(error: ServiceError) -> dict[str, str]:
    """A failure as it is kept among the exchanges; its message is ours and holds nothing of the patient's."""
    return {"failed": error.code, "message": error.message, "mend": error.mend}


def failure_kept(reply: Any) -> ServiceError | None:
    """The failure that was kept in place of a reply; None if it is a reply."""
    if not isinstance(reply, dict) or "failed" not in reply:
        return None
    kind = _BY_CODE.get(reply["failed"], ServiceError)
    return kind(reply.get("message", ""), mend=reply.get("mend", ""))


def refused(mind: str) -> Refused:
    """The failure of a model that declines to answer."""
    return Refused(f"{mind} refused to answer", mend="use another model for this role")


def declines(text: str) -> bool:
    """Whether a whole reply is a refusal in words: to ask again for another form would be in vain."""
    return len(text) < _LONGEST_REFUSAL and _REFUSAL.match(text.strip()) is not None


def _api_failure(error: Exception, mind: str) -> Exception:
    from pydantic_ai import exceptions as failures

    status = error.status_code if isinstance(error, failures.ModelHTTPError) else None
    retry_after = error.retry_after if isinstance(error, failures.ModelAPIError) else None
    if status == 429:
        return TransientFailure("HTTP 429", retry_after=retry_after, becomes=RateLimited)
    if isinstance(error, failures.ModelHTTPError) and 400 <= error.status_code < 500:
        body = str(error.body).lower()
        if "context" in body and any(word in body for word in ("length", "window", "too long", "exceed")):
            return ContextTooLong(f"{mind}: the input is longer than its context window", mend="give it less text")
        if "tool" in body:
            return NoNativeTools(f"{mind} knows no tool calling", mend="use a model that does, or a prompted one")
    if isinstance(error, failures.ModelRequestRejectedError) or (status and status not in TRANSIENT_STATUSES):
        return ServiceError(
            f"{mind} rejected the request (HTTP {status or 'error'})",
            mend="check the model's name and the base_url of its role",
        )
    if type(error) is failures.ModelAPIError:
        # An answer came, with no failing status; what it holds is not the protocol's.
        return TransientFailure("an unusable reply", becomes=Unreadable)
    return TransientFailure(f"HTTP {status}" if status else _unconnected(error), retry_after=retry_after)


NO_CONNECTION = "no connection to it could be made"


def _unconnected(error: BaseException | None) -> str:
    """Whether a server was not reached, or took the request and closed the connection."""
    while error is not None:
        if type(error).__name__ in _CLOSED:
            return "it closed the connection before it answered"
        error = error.__cause__ or error.__context__
    return NO_CONNECTION


_CLOSED = frozenset({"RemoteProtocolError", "ReadError", "WriteError", "CloseError"})
"""What httpx raises of a connection that was there."""
