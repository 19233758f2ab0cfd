"""From the names of the bundled vocabularies to the tables that text is matched against."""

from osler.core.terminology.names.keys import key_of
from osler.core.terminology.names.tokens import is_stop_word, root

__all__ = ["is_stop_word", "key_of", "root"]
