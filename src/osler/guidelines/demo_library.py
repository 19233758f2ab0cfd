"""The synthetic demonstration guidelines that come with Osler."""

from __future__ import annotations

from importlib.resources import as_file, files

from osler.core.library import AddReport, Library

DEMO_LIBRARY = "demo"


def add_demo_guidelines(library: Library) -> list[AddReport]:
    """Add every demonstration guideline to a library."""
    with as_file(files("osler.guidelines") / "demo") as folder:
        return [
            library.add(path)
            for path in sorted(folder.iterdir())
            if path.suffix in {".md", ".html"} and path.stem != "README"
        ]
