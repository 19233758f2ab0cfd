"""An address on the web, as a setting: what is no address is told where it is set, not when it is first asked."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator


def web_address(value: str) -> str:
    """The address itself; ValueError where it is none."""
    try:
        parts = urlsplit(value)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        whole = False
    if not whole or any(letter.isspace() for letter in value):
        raise ValueError("it is no address; write it in full, as http://127.0.0.1:8000/v1")
    return value


WebAddress = Annotated[str, AfterValidator(web_address)]
