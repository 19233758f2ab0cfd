"""A synthetic patient to try Osler on; it says that it is synthetic."""

from importlib import resources

__all__ = ["demo_note"]


def demo_note() -> str:
    """The synthetic note."""
    return resources.files("osler.surfaces.demo").joinpath("note.txt").read_text(encoding="utf-8")
