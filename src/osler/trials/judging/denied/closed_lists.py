"""Lists that a note closes: "takes only ramipril", "hypertension is his only illness", "the only drug she reacts to is codeine"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.trials.judging.denied", "closed_lists.yml")
_CLAUSE_ENDS = re.compile(r"[.;\n]|$")
_DENIED = re.compile(r"\b(?:not|never|n't|hardly|if)\W+(?:\w+\W+)?$")


def closed_lists(sentence: str) -> Iterator[str]:
    """The kinds of which a sentence says that there is nothing besides what it names."""
    words = sentence.casefold()
    for kind, forms in _forms().items():
        if any(_closes(kind, words, found) for form in forms for found in form.finditer(words)):
            yield kind


def _closes(kind: str, words: str, found: re.Match[str]) -> bool:
    """Whether an "only" ends a list, and does not say what for or when a medicine is taken."""
    end = _CLAUSE_ENDS.search(words, found.end())
    rest = words[found.end() : end.start() if end else len(words)]
    denied = _DENIED.search(words, 0, found.start()) is not None
    return not denied and (kind != "medications" or re.search(str(_TABLE.rules["otherwise"]), rest) is None)


@cache
def _forms() -> dict[str, tuple[re.Pattern[str], ...]]:
    """The forms of each kind: the frames around its nouns, and what is said of it alone."""
    table = _TABLE.rules
    forms: dict[str, list[str]] = {
        kind: [frame.replace("{noun}", f"(?:{noun})") for frame in table["frames"]]
        for kind, noun in table["nouns"].items()
    }
    for kind, said in table["said"].items():
        forms.setdefault(kind, []).extend(said)
    return {
        kind: tuple(re.compile(form.replace("{who}", table["who"])) for form in written)
        for kind, written in forms.items()
    }
