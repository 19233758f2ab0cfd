"""The terminology server as a surface: over stdio for a client that starts it, or over HTTP for many."""

from osler.surfaces.mcp.serve import http_app, serve_http, serve_stdio

__all__ = ["http_app", "serve_http", "serve_stdio"]
