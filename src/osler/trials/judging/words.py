"""Words as they are compared: in one form for singular and plural, with the letters and numbers that tell kinds apart."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")
_KIND = re.compile(r"[B-HJ-Z]")
"""A letter that is no article and no pronoun, wherever it stands."""
_PARTICLE = 2
"""Words of so many letters say nothing: of, in, to."""


def content_words(text: str) -> frozenset[str]:
    """The words of a text in a form in which singular and plural are the same.

    A letter or number that tells kinds apart ("hepatitis B", "type 2") is a word; where it stands alone it is none.
    """
    found = _WORD.findall(text)
    kinds = [word for word in found[1:] if _KIND.fullmatch(word) or word.isdigit()] + [
        word for word in found[-1:] if len(found) > 1 and word in "AI"
    ]
    # Two capitals are an abbreviation: "prostate CA" is not the prostate.
    said = (word for word in found if len(word) > _PARTICLE or (len(word) == _PARTICLE and word.isupper()))
    return frozenset(_stem(word.casefold()) for word in said) | frozenset(map(str.casefold, kinds))


def _stem(word: str) -> str:
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith(("us", "is", "ss")) else word
