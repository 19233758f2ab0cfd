"""Finding concepts in text: token windows looked up in tables of names."""

from osler.core.terminology.matching.torn import is_torn

__all__ = ["is_torn"]
