"""Starting the terminology server."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

from osler.config import load_settings
from osler.core.terminology import terminology_server
from osler.core.terminology.sources import local_searchers, terminology
from osler.errors import UsageError

if TYPE_CHECKING:
    from mcp.server import MCPServer
    from starlette.applications import Starlette

DEFAULT_PORT = 8710


def serve_stdio() -> None:
    """Serve one client over stdin and stdout until it goes away."""
    _server().run("stdio")


def serve_http(
    host: str = "127.0.0.1", port: int = DEFAULT_PORT, *, on_ready: Callable[[str], None] = lambda url: None
) -> None:
    """Serve clients over streamable HTTP; `on_ready` is told the address once connections are taken."""
    import uvicorn

    application = http_app(host)
    with _listening(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        on_ready(f"http://{shown}:{listener.getsockname()[1]}/mcp")
        uvicorn.Server(uvicorn.Config(application, log_level="warning")).run(sockets=[listener])


def http_app(host: str = "127.0.0.1") -> Starlette:
    """The ASGI application, for mounting beside others; on loopback it refuses other hosts' names."""
    return _server().streamable_http_app(stateless_http=True, json_response=True, host=host)


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise UsageError(
            f"port {port} of {host} cannot be used: {error.strerror}", mend="choose another --port"
        ) from None


def _server() -> MCPServer[None]:
    # The first search would otherwise wait for the index to be opened, or even compiled.
    local_searchers()
    return terminology_server(terminology(load_settings()))
