"""From the names of the bundled vocabularies to the tables that text is matched against."""

from osler.core.terminology.names.keys import is_acronym, key_of
from osler.core.terminology.names.tokens import is_stop_word, root
from osler.core.terminology.names.variants import word_pairs

__all__ = ["is_acronym", "is_stop_word", "key_of", "root", "word_pairs"]
