"""Starting the terminology server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.config import load_settings
from osler.core.terminology.local import local_searchers
from osler.core.terminology.mcp import terminology_server
from osler.core.terminology.sources import terminology

if TYPE_CHECKING:
    from mcp.server import MCPServer
    from starlette.applications import Starlette


def serve_stdio() -> None:
    """Serve one client over stdin and stdout until it goes away."""
    _server().run("stdio")


def serve_http(host: str = "127.0.0.1", port: int = 8710) -> None:
    """Serve clients over streamable HTTP at `/mcp`."""
    _server().run("streamable-http", host=host, port=port, stateless_http=True, json_response=True)


def http_app() -> Starlette:
    """The ASGI application, for mounting beside others."""
    return _server().streamable_http_app(stateless_http=True, json_response=True)


def _server() -> MCPServer[None]:
    # The first search would otherwise wait for the index to be opened, or even compiled.
    local_searchers()
    return terminology_server(terminology(load_settings()))
