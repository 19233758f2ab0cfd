"""The `osler` command."""

from osler.surfaces.cli.app import main

__all__ = ["main"]
