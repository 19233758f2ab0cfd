"""`osler mcp`: the terminology server for MCP clients."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(help="Serve the vocabularies to MCP clients.")


@app.command()
def mcp(
    http: Annotated[bool, typer.Option("--http", help="Serve over HTTP instead of stdin and stdout.")] = False,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port to listen on; 0 takes a free one.")
    ] = 8710,
) -> None:
    """Serve concept_search, concept_linking, concept_hierarchy and map_to_snomed; read-only."""
    from osler.surfaces.mcp import serve_http, serve_stdio

    if http:
        from osler.surfaces.cli.output import err_console

        serve_http(host, port, on_ready=lambda url: err_console().print(f"serving on {url}"))
    else:
        serve_stdio()
