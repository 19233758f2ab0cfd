"""Whether a question or a document is in a language that Osler does not read."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "in",
        "is",
        "are",
        "for",
        "to",
        "with",
        "should",
        "what",
        "which",
        "when",
        "how",
        "who",
        "does",
        "do",
        "can",
        "and",
        "or",
        "my",
        "this",
        "that",
        "be",
        "on",
        "at",
        "i",
    ]
)
# Function words that are frequent in these languages and are no English words.
_OTHERS = frozenset(
    ["der", "die", "das", "und", "ist", "für", "mit", "soll", "sollte", "wie", "welche", "bei", "einer", "eine", "einen", "nicht", "ein", "auf", "wird", "werden", "le", "les", "des", "une", "est", "pour", "avec", "quel", "quelle", "dans", "chez", "faut", "il", "est-ce", "que", "qui", "du", "el", "los", "las", "una", "para", "con", "qué", "cuál", "como", "debe", "en", "los", "se", "por", "está", "il", "gli", "della", "per", "con", "quale", "come", "deve", "che", "una", "nel", "o", "os", "para", "com", "qual", "como", "deve", "uma", "não", "het", "een", "voor", "met", "welke", "hoe", "moet", "bij", "hilft", "gegen", "wann", "warum", "kann", "ich", "gibt", "zur", "beim", "sind", "quand", "peut", "aux", "cómo", "cuándo", "puede", "del", "quando", "può"]
)  # fmt: skip
_ASKING = frozenset(
    ["quel", "quelle", "quels", "quelles", "combien", "pourquoi", "welche", "welcher", "welches", "welchen", "warum", "wieviel", "wann", "cuál", "cuáles", "cuánto", "cuándo", "qué", "cómo", "quale", "quali", "perché", "welke", "waarom", "hoeveel"]
)  # fmt: skip
"""Words that ask in these languages and are no English words."""
_FOREIGN_LETTERS = 0.3


def foreign_language(question: str) -> bool:
    """Whether most of a text's letters are not Latin, or its function words are those of another language."""
    letters = [character for character in question if character.isalpha()]
    if letters and sum(ord(character) > 0x24F for character in letters) / len(letters) > _FOREIGN_LETTERS:
        return True
    words = [word.casefold() for word in _WORD.findall(question)]
    english = sum(word in _ENGLISH for word in words)
    others = sum(word in _OTHERS and word not in _ENGLISH for word in words)
    # A word that only asks in another language is enough beside no English word.
    asks = any(word in _ASKING for word in words)
    return (others > english and others >= 2) or (asks and not english)
