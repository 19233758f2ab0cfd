"""Whether a question or a document is in a language that Osler does not read."""

from __future__ import annotations

from osler.core.language import foreign_language

__all__ = ["foreign_language"]
