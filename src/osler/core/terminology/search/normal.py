"""How names and queries are brought to one form: letters, spelling, word endings, words that say nothing."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib import resources

_SEPARATORS = re.compile(r"[^\w+%]+|_+")
# A hyphen is a sign only after a marker in capitals or with a digit, and where no word follows: not in "pre- and postnatal".
# The charge of an ion is none, and CD4+CD29+ is one word.
_SIGN = re.compile(
    r"\b(?!CD\d+\w*\+|(?:Ca|Mg|Fe|Zn|Cu|Mn)\d\+)([A-Z][A-Za-z]*[A-Z0-9][A-Za-z0-9]*)\s?(\([+-]\)|\[[+-]\]|[+-](?![\w+-]))"
)
_POSSESSIVE = re.compile(r"(?<=\w)['’`]s\b")
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
_NUMBERED = {"type", "grade", "stage", "class", "factor", "nyha", "phase", "degree", "group"}
_EMPTY = frozenset(["a", "an", "and", "by", "for", "from", "in", "nos", "of", "on", "or", "the", "to", "unspecified"])
_MAX_CHARACTERS = 400
_SHORTEST_STEM = 5
_SHORTEST_PLURAL = 3
_ENDINGS = (
    ("itides", "itis"),
    ("oses", "osis"),
    ("mata", "ma"),
    ("ies", "y"),
    ("sses", "ss"),
    ("xes", "x"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("ae", "a"),
)
_DERIVED = (
    "ically", "ational", "ically", "ations", "ation", "ities", "ical", "ally", "ized", "osis", "otic", "isms", "ism",
    "ity", "ion", "ing", "ous", "ic", "al", "ia", "ed", "is", "es", "us", "um", "ly", "y", "e", "a",
)  # fmt: skip


@lru_cache(maxsize=4096)
def normalise(text: str) -> str:
    """Lower case, no accents or punctuation, one spelling, numbers of types in digits, single spaces."""
    clipped = _spoken_signs(text[:_MAX_CHARACTERS])
    plain = clipped if clipped.isascii() else _without_accents(clipped)
    words = _SEPARATORS.sub(" ", _POSSESSIVE.sub("", plain.lower())).split()
    return " ".join(_digits(words))


def _spoken_signs(text: str) -> str:
    """A sign after a marker in words, because it is half of the meaning: HER2+ is HER2 positive, ER- is ER negative."""
    if "+" not in text and "-" not in text and "(" not in text:
        return text
    return _SIGN.sub(lambda found: f"{found[1]} {'positive' if '+' in found[2] else 'negative'} ", text)


def _without_accents(text: str) -> str:
    sound = text.encode("utf-8", "ignore").decode("utf-8")
    folded = unicodedata.normalize("NFKD", sound.casefold()).casefold()
    return "".join(_greek().get(char, char) for char in folded if not unicodedata.combining(char))


def _digits(words: list[str]) -> list[str]:
    """`type II` → `type 2`; a lone `v` or `i` elsewhere is left alone."""
    result = []
    for place, word in enumerate(words):
        if word in _ROMAN and place and (words[place - 1] in _NUMBERED or (len(word) > 1 and place == len(words) - 1)):
            result.append(_ROMAN[word])
        else:
            result.append(spelling(word))
    return result


@lru_cache(maxsize=200_000)
def spelling(word: str) -> str:
    """The American spelling of a word that has a British one."""
    if len(word) < 4:
        return word
    for british, american in _spellings():
        if british in word:
            word = word.replace(british, american)
    return word


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """A word without its ending: plural, then the endings that make nouns into adjectives."""
    if len(word) < 4 or word[0].isdigit():
        return word
    one = singular(word)
    for ending in _DERIVED:
        if one.endswith(ending) and len(one) - len(ending) >= _SHORTEST_STEM:
            return one[: -len(ending)]
    return one


def singular(word: str) -> str:
    """A word in lower case without its plural ending; short words stay as they are."""
    if len(word) <= _SHORTEST_PLURAL:
        return word
    for plural, one in _ENDINGS:
        if word.endswith(plural) and len(word) > len(plural) + 1:
            return word[: -len(plural)] + one
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def meaningful(normal: str) -> tuple[str, ...]:
    """The words of a normalised name that say something, in order; all its words if none does."""
    words = normal.split()
    return tuple(word for word in words if word not in _EMPTY) or tuple(words)


def stems(normal: str) -> tuple[str, ...]:
    """The stems of a normalised name's meaningful words, in order."""
    return tuple(stem(word) for word in meaningful(normal))


def bag_key(name_stems: tuple[str, ...]) -> str:
    """The same for names that have the same words in any order."""
    return " ".join(sorted(set(name_stems)))


@cache
def _spellings() -> tuple[tuple[str, str], ...]:
    return tuple((british, american) for british, american in rows("spelling.tsv"))


@cache
def _greek() -> dict[str, str]:
    return dict(
        zip("αβγδεκλμω", ("alpha", "beta", "gamma", "delta", "epsilon", "kappa", "lambda", "mu", "omega"), strict=True)
    )


def rows(file: str) -> list[list[str]]:
    """The rows of one of this package's tables."""
    return table(__package__, file)


def table(package: str, file: str) -> list[list[str]]:
    """The rows of a tab-separated table; lines that start with # are remarks."""
    text = resources.files(package).joinpath(file).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
