"""Words as the matcher sees them: without case, accents, spelling variants and endings.

A name and a text that mean the same must give the same roots; that the roots are words does not matter.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files

WORD = re.compile(r"[^\W_]+")

# A prefix that is sometimes set off by a hyphen belongs to its word: "pre-auricular" is "preauricular".
_PREFIXES = tuple(
    f"{prefix}-"
    for prefix in (
        "pre", "post", "supra", "infra", "sub", "hyper", "hypo", "micro", "macro", "inter", "intra", "peri", "para",
        "poly", "multi", "retro", "hemi", "pseudo", "anti", "neuro", "auto", "cardio", "hepato",
    )
)  # fmt: skip
_LONGEST_PREFIX = max(map(len, _PREFIXES))
_JOINER = "\u02bc"
"""A letter that no name has: in a hyphen's place it makes one word of two without moving any offset."""

# Words that a name may have or lack: "abnormality of the heart", "heart abnormality".
STOP_WORDS = frozenset(["of", "the", "a", "an", "in", "on", "at", "by", "for", "its", "his", "her", "their", "s"])
CONJUNCTIONS = frozenset(["and", "or"])

_SPELLINGS = (
    ("ae", "e"),
    ("our", "or"),
    ("ise", "ize"),
    ("isa", "iza"),
    ("ising", "izing"),
    ("yse", "yze"),
    ("sulph", "sulf"),
    ("ll", "l"),
)
_OE = re.compile(r"oe(?![sd]?$)")
"""As in "diarrhoea"; at the end of a word it is its own: "shoe" is no "she"."""
_GREEK = {"α": "alpha", "β": "beta", "ß": "beta", "γ": "gamma", "δ": "delta", "κ": "kappa", "λ": "lambda", "ω": "omega"}
# By ending: what takes its place, and how many letters the root must keep. The longest ending that fits is taken.
_ENDINGS: dict[str, tuple[str, int]] = {
    "ifications": ("if", 3), "ification": ("if", 3), "ified": ("if", 3), "ifies": ("if", 3), "ify": ("if", 3),
    "icaly": ("", 4), "icities": ("", 4), "icity": ("", 4), "istics": ("", 4), "istic": ("", 3), "isms": ("", 3),
    "ism": ("", 3), "ical": ("", 4), "ics": ("", 4), "ic": ("", 4), "icular": ("icl", 2), "ars": ("", 4),
    "cephaly": ("cephal", 0), "megaly": ("megal", 0), "dactyly": ("dactyl", 0), "ar": ("", 4), "aly": ("", 4), "ly": ("", 4), "plastic": ("plas", 1), "eptic": ("eps", 1), "otic": ("os", 2),
    "retic": ("res", 2), "lytic": ("lys", 2), "static": ("stas", 2), "ectatic": ("ectas", 0), "oses": ("os", 2),
    "osis": ("os", 2), "yses": ("ys", 2), "ysis": ("ys", 2), "eses": ("es", 2), "esis": ("es", 2), "asis": ("as", 3),
    "ases": ("as", 3), "ias": ("", 4), "ia": ("", 4), "ies": ("", 4), "y": ("", 4), "ities": ("", 4), "ity": ("", 4),
    "ivities": ("", 4), "ivity": ("", 4), "ive": ("", 4), "ations": ("", 4), "ation": ("", 4), "ated": ("", 4),
    "ating": ("", 4), "ate": ("", 4), "ions": ("", 4), "ion": ("", 4), "ened": ("", 4), "ening": ("", 4),
    "ed": ("", 4), "ings": ("", 4), "ing": ("", 4), "nesses": ("", 3), "ness": ("", 3), "ments": ("", 4),
    "ment": ("", 4), "ences": ("en", 3), "ence": ("en", 3), "encies": ("en", 3), "ency": ("en", 3),
    "ents": ("en", 3), "ent": ("en", 3), "ances": ("an", 3), "ance": ("an", 3), "ancies": ("an", 3),
    "ancy": ("an", 3), "ants": ("an", 3), "ant": ("an", 3), "ous": ("", 4), "als": ("", 4), "al": ("", 4),
    "sses": ("ss", 2), "es": ("", 4), "s": ("", 3), "is": ("", 4), "us": ("", 4), "um": ("", 4), "i": ("", 4),
    "a": ("", 4), "e": ("", 3),
    "abilities": ("abl", 2), "ability": ("abl", 2), "able": ("abl", 2), "ibilities": ("ibl", 2), "ibility": ("ibl", 2),
    "ible": ("ibl", 2), "atous": ("", 4), "atory": ("", 4), "ative": ("", 4),
}  # fmt: skip
_LONGEST_ENDING = max(map(len, _ENDINGS))
_UNSTEMMED_LENGTH = 3
_SHORTEST_QUALITY = 7
_LONGEST_ACRONYM = 5
_DOUBLED = frozenset("bdgmnprt")


def fold(word: str) -> str:
    """A word in lower case, without accents and in one spelling."""
    is_acronym = len(word) <= _LONGEST_ACRONYM and word.isupper()
    word = word.lower().replace(_JOINER, "")
    if not word.isascii():
        word = _GREEK.get(word, word)
        word = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
    if is_acronym:
        return word  # HAE is no "he"
    if "oe" in word:
        word = _OE.sub("e", word)
    for british, american in _SPELLINGS:
        if british in word:
            word = word.replace(british, american)
    return word


def join_prefixes(text: str) -> str:
    """The text, of the same length, with a joining letter for the hyphen after a prefix."""
    position = text.find("-")
    pieces: list[str] = []
    done = 0
    while position >= 0:
        before = text[max(0, position - _LONGEST_PREFIX) : position + 1].lower()
        if before.endswith(_PREFIXES) and WORD.fullmatch(text, position + 1, position + 2):
            pieces += (text[done:position], _JOINER)
            done = position + 1
        position = text.find("-", position + 1)
    return "".join((*pieces, text[done:])) if pieces else text


def is_stop_word(word: str) -> bool:
    """Whether a word says nothing inside a name; a capital A does ("type A")."""
    return word != "A" and word.lower() in STOP_WORDS


def written_form(word: str) -> str:
    """A word as it was written, but for case, accents, spelling and plural; capitals that are no plural stay."""
    return fold(word) if word.isupper() else _singular(fold(word))


def light_stem(folded: str) -> str:
    """A folded word without plural and one ending: what still clearly is the same word when it stands alone."""
    return stem(_singular(folded), passes=1)


def root(word: str) -> str:
    """What is left of a word when case, spelling and endings are gone, and equivalent words are made one."""
    folded = fold(word)
    return word_forms().get(folded) or _stemmed(folded)


def _stemmed(folded: str) -> str:
    """The stem, without the letter that an ending doubled: "webbed" and "web", "thinned" and "thin" are one."""
    found = stem(_adjective(_singular(folded)))
    doubled = len(found) > _UNSTEMMED_LENGTH and found[-1] == found[-2] and found[-1] in _DOUBLED
    return found[:-1] if doubled and len(folded) - len(found) > 1 else found


def _adjective(word: str) -> str:
    """The adjective of which a noun is made: "hoarse" of "hoarseness", "drowsy" of "drowsiness"."""
    if not word.endswith("ness") or len(word) < _SHORTEST_QUALITY:
        return word
    return word[:-5] + "y" if word.endswith("iness") else word[:-4]


def stem(word: str, passes: int = 2) -> str:
    """A folded word without its endings; short words and numbers stay as they are."""
    for _ in range(passes):
        if len(word) <= _UNSTEMMED_LENGTH or not word.isalpha():
            return word
        for length in range(min(_LONGEST_ENDING, len(word)), 0, -1):
            found = _ENDINGS.get(word[-length:])
            if found and len(word) - length >= found[1]:
                word = word[:-length] + found[0]
                break
        else:
            return word
    return word


def _singular(word: str) -> str:
    if (
        len(word) <= _UNSTEMMED_LENGTH
        or not word.endswith("s")
        or word.endswith(("ss", "us", "is", "oses", "yses", "eses"))
    ):
        return word
    if word.endswith("ies") and len(word) > _UNSTEMMED_LENGTH + 2:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "xes", "ches", "shes")) else word[:-1]


@cache
def word_forms() -> dict[str, str]:
    """Words that endings cannot relate (heart and cardiac, foot and feet), each with the root they share."""
    forms: dict[str, str] = {}
    text = files("osler.core.terminology").joinpath("data", "word_forms.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            chosen, variants = line.split("\t")
            shared = _stemmed(fold(chosen))
            for variant in (chosen, *variants.split(",")):
                forms[fold(variant.strip())] = shared
    return forms
