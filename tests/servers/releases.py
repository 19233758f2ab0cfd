"""A server of release files that knows ranges and tags, and can break off in the middle."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


class ReleaseServer:
    """Serves files by name; `cuts` holds after how many bytes the next answers break off."""

    def __init__(self, files: dict[str, bytes], cuts: list[int] | None = None, tag: str = '"v1"') -> None:
        self.files = files
        self.cuts = cuts or []
        self.tag = tag
        self.ranges: list[str | None] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                content = owner.files.get(self.path.lstrip("/"))
                if content is None:
                    self.send_error(404)
                    return
                asked = self.headers.get("Range")
                owner.ranges.append(asked)
                start = 0
                if asked and self.headers.get("If-Range") in {None, owner.tag}:
                    start = int(asked.removeprefix("bytes=").rstrip("-"))
                if start >= len(content) > 0 and start:
                    self.send_response(416)
                    self.send_header("Content-Range", f"bytes */{len(content)}")
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                body = content[start:]
                self.send_response(206 if start else 200)
                self.send_header("ETag", owner.tag)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if owner.cuts:
                    body = body[: owner.cuts.pop(0)]
                    self.close_connection = True
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
                """Say nothing on stderr."""

        return Handler
