"""What may leave this machine, and what is replaced before it does."""

from osler.core.privacy.deidentify import Deidentifier
from osler.core.privacy.lexicon import is_given_name, is_surname
from osler.core.privacy.logs import configure_logging
from osler.core.privacy.types import Kind, KnownIdentifiers, Replacement

__all__ = [
    "Deidentifier",
    "Kind",
    "KnownIdentifiers",
    "Replacement",
    "configure_logging",
    "is_given_name",
    "is_surname",
]
